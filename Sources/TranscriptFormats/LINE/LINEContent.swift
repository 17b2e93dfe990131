import ChatModel
import ImportKit

/// LINE's placeholder words for content it does not export, in the languages of the app.
enum LINEContent {
  enum LINEPlaceholder {
    case file(Attachment.Kind)
    case contact, location
  }

  private static let placeholders: [String: LINEPlaceholder] = {
    let lists: [(LINEPlaceholder, String)] = [
      (
        .file(.image),
        "Photo|Image|Photos|写真|画像|照片|圖片|图片|รูปภาพ|รูป|사진|이미지|Foto|Фото|Ảnh|Hình ảnh|Fotoğraf|Gambar|Imagen|Bild|Imagem"
      ),
      (.file(.video), "Video|Videos|動画|影片|视频|วิดีโอ|동영상|Vídeo|Vidéo|Видео"),
      (
        .file(.voice),
        "Voice message|Audio|Audio message|ボイスメッセージ|音声メッセージ|語音訊息|语音消息|语音讯息|ข้อความเสียง|음성 메시지|음성메시지|Pesan suara|Mensaje de voz|Sprachnachricht"
      ),
      (
        .file(.sticker),
        "Sticker|Stickers|スタンプ|貼圖|贴图|สติกเกอร์|สติ๊กเกอร์|스티커|Stiker|Стикер|Nhãn dán|Çıkartma|Adesivo|Figurinha"
      ),
      (.file(.gif), "GIF"),
      (.file(.file), "File|ファイル|檔案|文件|ไฟล์|파일|Berkas|Archivo|Datei|Arquivo|Fichier"),
      (
        .contact, "Contact|Contact info|連絡先|聯絡資訊|联系人|联系信息|รายชื่อ|รายชื่อติดต่อ|연락처|Kontak|Contacto|Kontakt|Contato"
      ),
      (
        .location,
        "Location|位置情報|位置訊息|位置信息|位置資訊|ตำแหน่งที่ตั้ง|ตำแหน่ง|위치|위치정보|위치 정보|Lokasi|Ubicación|Standort|Localização"
      ),
    ]
    var placeholders: [String: LINEPlaceholder] = [:]
    for (placeholder, words) in lists {
      for word in words.split(separator: "|") { placeholders[word.lowercased()] = placeholder }
    }
    return placeholders
  }()

  private static let missed = [
    "missed", "no answer", "unanswered", "不在着信", "応答がありませんでした", "未接", "無回應", "无回应", "ไม่ได้รับ", "ไม่มีผู้รับ", "부재중",
    "응답 없음", "tak terjawab", "perdida", "verpasst",
  ]
  private static let cancelled = ["cancel", "キャンセル", "取消", "ยกเลิก", "취소", "batal"]

  /// Sets the content of a draft from a message's text. `needsBrackets` is false in text from computers, where `スタンプ` is a sticker.
  static func set(_ text: String, of draft: inout MessageDraft, needsBrackets: Bool) {
    if let placeholder = placeholder(text, needsBrackets: needsBrackets) {
      switch placeholder {
      case .file(let kind):
        var attachment = Attachment(kind: kind)
        attachment.absence = .unavailable
        draft.attachments = [attachment]
      case .contact: draft.part = Contact(name: text)
      case .location: draft.part = Unsupported(kind: "location", text: text)
      }
    } else if let call = call(text) {
      draft.part = call
    } else {
      draft.text = MessageText(text, markup: .plain)
    }
  }

  private static let notices: Set<String> = [
    "unsent a message", "joined the group", "left the group", "joined the chat", "left the chat",
  ]

  /// True if the words after a name are an English notice that nothing else distinguishes from a text.
  static func isNotice(_ text: String) -> Bool {
    guard text.utf8.count <= 200, text.last == "." else { return false }
    return notices.contains(String(text.dropLast()))
      || (text.hasPrefix("added ") || text.hasPrefix("invited ")) && text.hasSuffix(" to the group.")
  }

  /// Returns the name of the person who took a message back, from a notice that says so; otherwise nil.
  static func unsender(_ notice: String) -> String? {
    guard notice.utf8.count <= 400,
      let words = unsent.first(where: { notice.hasSuffix($0) && notice.utf8.count > $0.utf8.count })
    else { return nil }
    return String(notice.dropLast(words.count)).trimmingSpaces
  }

  private static let unsent = [
    " unsent a message.", " unsent a message", "がメッセージの送信を取り消しました", "已收回訊息", "已收回了訊息", "收回了訊息", "收回訊息",
    "已撤回消息", "님이 메시지 전송을 취소했습니다.", "님이 메시지 전송을 취소하였습니다.", "님이 메시지를 취소했습니다.", " ยกเลิกข้อความ",
    "ยกเลิกการส่งข้อความ", " membatalkan pengiriman pesan.", " membatalkan pesan.", " đã thu hồi tin nhắn.",
  ]

  private static func placeholder(_ text: String, needsBrackets: Bool) -> LINEPlaceholder? {
    guard text.utf8.count <= 80 else { return nil }
    if text.utf8.first == UInt8(ascii: "["), text.utf8.last == UInt8(ascii: "]") {
      return placeholders[text.dropFirst().dropLast().lowercased()]
    }
    return needsBrackets ? nil : placeholders[text.lowercased()]
  }

  /// `☎ Call time 1:23`, `☎ 不在着信`.
  private static func call(_ text: String) -> Call? {
    guard text.unicodeScalars.first == "☎", text.utf8.count <= 120 else { return nil }
    let key = text.lowercased()
    let medium = key.contains("video") || key.contains("ビデオ") || key.contains("視訊") ? "video" : "audio"
    if missed.contains(where: { key.contains($0) }) { return Call(medium: medium, outcome: "missed") }
    if cancelled.contains(where: { key.contains($0) }) { return Call(medium: medium, outcome: "canceled") }
    guard let seconds = seconds(text) else {
      let words = String(text.unicodeScalars.dropFirst().drop { $0 == " " || $0 == "\u{FE0F}" })
      return Call(medium: medium, outcome: words.isEmpty ? nil : words)
    }
    return Call(medium: medium, duration: seconds)
  }

  /// The seconds in `1:23` or `1:02:03` at the end.
  private static func seconds(_ text: String) -> Double? {
    let digits = text.reversed().prefix { $0.isASCII && ($0.isNumber || $0 == ":") }
    let parts = String(digits.reversed()).split(separator: ":").map { Double($0) }
    guard 2...3 ~= parts.count else { return nil }
    return parts.reduce(0.0) { total, part in total.map { $0 * 60 + (part ?? 0) } ?? 0 }
  }
}
