import ChatModel
import ImportKit

/// The words that the app itself writes, in the languages of phones.
///
/// From the app's own string tables as parsers and their tests have them; in small letters, without the stop at the end.
enum WhatsAppPhrases {
  /// The kinds of omitted files, by the words for them. Android does not give the kind.
  static let omitted: [String: Attachment.Kind] = {
    var kinds: [String: Attachment.Kind] = [:]
    let lists: [(Attachment.Kind, Set<String>)] = [
      (.image, image), (.video, video), (.audio, audio), (.sticker, sticker), (.gif, gif), (.file, document),
    ]
    for (kind, words) in lists {
      for word in words {
        kinds[word] = kind
        kinds["<\(word)>"] = kind
      }
    }
    for word in media { kinds["<\(word)>"] = .file }
    return kinds
  }()

  /// A contact that did not come.
  static let contactOmitted = contact.union(contact.map { "<\($0)>" })

  /// The beginning of "deleted by admin Ann".
  static let deletedByAdmin = "this message was deleted by admin"

  /// True if a text without direction marks may be a phrase of the app's or a call. Most texts are not.
  static func mayBeAny(_ text: String) -> Bool { mayBePhrase(text) || mayBeCall(text) }

  /// True if a text without marks has the length and the first letter of a phrase of the app's. White
  /// space counts as one.
  private static func mayBePhrase(_ text: String) -> Bool {
    let bytes = text.utf8Span.span
    var end = bytes.count
    while end > 0 {
      if bytes[end - 1] == 0x20 || bytes[end - 1] == UInt8(ascii: ".") {
        end -= 1
      } else if end > 2,
        bytes[end - 1] == 0x82 && bytes[end - 3] == 0xE3 || bytes[end - 1] == 0xA4 && bytes[end - 3] == 0xE0
      {
        // U+3002 and U+0964, full stops.
        end -= 3
      } else {
        break
      }
    }
    guard end > 0, bytes[0] > 0x20, bytes[0] != 0xC2 else { return true }
    guard end <= lengthLimit else { return false }
    return beginnings[beginning(bytes[0]) * (lengthLimit + 1) + end]
  }

  /// A number for the first byte that ignores case: in Greek and Cyrillic, capital and small letters differ in it.
  private static func beginning(_ byte: UInt8) -> Int {
    switch byte {
    case 0..<0x80: Int(byte | 0x20)
    case 0xCF, 0xD1: Int(byte) - 1
    default: Int(byte)
    }
  }

  private static let lengthLimit = 160

  /// For each first byte, of a small letter, and each length, true if there is a phrase.
  private static let beginnings: [Bool] = {
    var table = [Bool](repeating: false, count: 256 * (lengthLimit + 1))
    for words in [
      deleted, deletedByOwner, waiting, missedVoiceCall, missedVideoCall, ["null"], image, video, audio,
      sticker,
      gif, document, contact,
    ] {
      for word in words {
        guard let first = word.utf8.first, word.utf8.count <= lengthLimit else { continue }
        table[beginning(first) * (lengthLimit + 1) + word.utf8.count] = true
      }
    }
    for length in deletedByAdmin.utf8.count...lengthLimit {
      table[beginning(UInt8(ascii: "t")) * (lengthLimit + 1) + length] = true
    }
    return table
  }()

  /// True if a text may be a call with a detail, `Voice call, 2 min`: the part before the comma or stop may be its name.
  private static func mayBeCall(_ text: String) -> Bool {
    let bytes = text.utf8Span.span
    guard bytes.count > 6, bytes.count <= lengthLimit else { return false }
    for end in 3..<min(bytes.count - 1, 64)
    where bytes[end] == UInt8(ascii: ",") || bytes[end] == UInt8(ascii: ".") {
      if bytes[end + 1] == 0x20 { return callBeginnings[beginning(bytes[0]) * (lengthLimit + 1) + end] }
    }
    return false
  }

  /// For each first byte and each length, true if there is a name of a call.
  private static let callBeginnings: [Bool] = {
    var table = [Bool](repeating: false, count: 256 * (lengthLimit + 1))
    for words in [
      missedVoiceCall, missedVideoCall, voiceCall, videoCall, silencedVoiceCall, silencedVideoCall,
      failedCall,
    ] {
      for word in words {
        guard let first = word.utf8.first, word.utf8.count <= lengthLimit else { continue }
        table[beginning(first) * (lengthLimit + 1) + word.utf8.count] = true
      }
    }
    return table
  }()

  /// The kind of a file that did not come, from words with one of a language's verbs for it; nil if there is none, or if it
  /// could be seen once.
  static func omittedKind(_ key: String) -> Attachment.Kind? {
    guard key.utf8.count <= 80, !key.contains("\n"), !key.contains(":"),
      omittedVerbs.contains(where: { key.hasSuffix($0) && key.utf8.count > $0.utf8.count + 2 }),
      !viewOnce.contains(where: { key.contains($0) })
    else { return nil }
    return kind(ofWords: key)
  }

  /// Returns the kind of a file that `key` describes; `file` if it contains no known word.
  static func kind(ofWords key: String) -> Attachment.Kind {
    if isVideo(key) { return .video }
    return voiceWords.contains { key.contains($0) } ? .voice : .file
  }

  /// True if the app's sentence says that an admin, named in it, deleted a message.
  static func isDeletedByAdmin(_ key: String) -> Bool {
    key.utf8.count <= 160 && adminWords.contains { key.contains($0) }
      && deletionWords.contains { key.contains($0) }
  }

  private static let adminWords = [
    "admin", "админ", "адмін", "yönetici", "管理", "관리자", "مشرف", "مدیر", "מנהל", "एडमिन", "διαχειριστ",
    "ylläpitäjä", "beheerder", "quản trị", "แอดมิน", "ผู้ดูแล", "správc",
  ]
  private static let deletionWords = [
    "deleted", "gelöscht", "elimin", "supprim", "apagad", "apagou", "verwijderd", "удал", "видал", "silindi",
    "sildi",
    "dihapus", "dipadam", "usuni", "削除", "删除", "刪除", "삭제", "حذف", "נמחק", "מחק", "हटा", "डिलीट", "διαγρ",
    "poist", "raderad", "slettet", "smaz", "xóa", "xoá", "ลบ", "törölt", "șters", "esborra",
  ]

  private static let omittedVerbs = [
    " omitted", " weggelassen", " nicht enthalten", " omitido", " omitida", " ocultado", " ocultada", " omis",
    " omise", " absent",
    " absente", " manquant", " manquante", " omesso", " omessa", " weggelaten", " dahil edilmedi",
    " отсутствует", " відсутнє",
    " відсутня", " tidak disertakan", " 생략됨", "已略去", "已省略", "已忽略", "は含まれていません", " utelämnat", " uteslutet",
    " udeladt", " utelatt",
    " vynecháno", " vynechán", " pominięto", " pominięty", " kihagyva", " jätetty pois", " παραλείφθηκε",
    " הושמט", " छोड़ा गया",
  ]

  private static let voiceWords = [
    "voice", "audio", "sprach", "voz", "vocal", "ses ", "sesli", "голос", "音", "صوت", "suara", "음성",
  ]

  /// The kind of a file that could be seen once, from words that say so.
  static func viewOnce(_ key: String) -> Attachment.Kind? {
    guard viewOnce.contains(where: { key.contains($0) }) else { return nil }
    if isVideo(key) { return .video }
    return voiceWords.contains { key.contains($0) } ? .voice : .image
  }

  /// True if a text is the notice at the beginning of a chat that it is encrypted.
  static func isEncryption(_ text: String) -> Bool {
    guard 30...600 ~= text.count else { return false }
    let key = text.lowercased()
    return encryption.contains { key.contains($0) }
  }

  /// True if a notice belongs at the beginning of a chat: that it is encrypted, or that somebody created the group.
  static func isBeginning(_ notice: String) -> Bool {
    if isEncryption(notice) { return true }
    let key = notice.lowercased()
    return key.utf8.count <= 400 && creation.contains { key.contains($0) }
  }

  private static let creation = [
    "created group", "created this group", "created the group", "gruppe erstellt", "creó el grupo",
    "ha creado el grupo", "creaste el grupo", "a créé le groupe", "avez créé le groupe", "criou o grupo",
    "criou este grupo", "ha creato il gruppo", "hai creato il gruppo", "groep aangemaakt", "groep gemaakt",
    "grubunu oluşturdu", "grubu oluşturdu", "создал группу", "создал(а) группу", "создали группу",
    "створив групу", "створила групу", "utworzył grupę", "utworzyła grupę", "utworzył(a) grupę",
    "vytvořil skupinu", "vytvořil(a) skupinu", "membuat grup", "membuat kumpulan", "がグループを作成", "グループを作成",
    "그룹을 만",
    "创建了群", "建立了群組", "建立了群组", "أنشأ المجموعة", "أنشأ مجموعة", "יצר את הקבוצה", "ग्रुप बनाया", "skapade gruppen",
    "oprettede gruppen", "opprettet gruppen", "loi ryhmän", "δημιούργησε την ομάδα", "đã tạo nhóm",
    "létrehozta a csoportot", "csoportot létrehozta", "a creat grupul",
  ]

  private static let encryption = [
    "end-to-end", "end-til-end", "ende-zu-ende", "ende-til-ende", "extremo a extremo", "bout en bout",
    "ponta a ponta", "ponto a ponto",
    "сквозн", "наскрізн", "uçtan uca", "hujung ke hujung", "एंड-टू-एंड", "端到端", "端對端", "エンドツーエンド", "종단간", "종단 간",
    "بين الطرفين",
    "سرتاسر", "מקצה", "salataan", "komplett krypter", "totalsträckskrypter", "zaszyfrowan",
    "koncovým šifrován", "đầu cuối",
    "végpontok közötti", "criptate integral", "ต้นทางถึงปลายทาง", "κρυπτογραφ", "d'extrem a extrem",
  ]

  /// True if words that have no sender speak to the owner or are about the chat.
  static func isNotice(_ text: String) -> Bool {
    let key = text.lowercased()
    return noticeBeginnings.contains { key.hasPrefix($0) }
  }

  /// Returns the offset at which the mark of an edited message begins, ` ‎<This message was edited>` at the end of the text.
  static func startOfEditMark(in text: String, _ learned: WhatsAppWords) -> String.Index? {
    var end = text.endIndex
    while end > text.startIndex, text[text.index(before: end)].isWhitespace { end = text.index(before: end) }
    guard end > text.startIndex, text[text.index(before: end)] == ">", let open = text.lastTag, open < end
    else { return nil }
    let words = String(text[text.index(after: open)..<text.index(before: end)]).withoutMarks
    guard edited.contains(words.phraseKey) || learned.isEdited(words.phraseKey) else {
      // On iOS the mark of the app's words is enough. A file would have a colon.
      guard text[..<open].unicodeScalars.last == TranscriptHead.mark, open > text.startIndex,
        !words.contains(":"),
        !words.contains("："), omitted["<\(words.phraseKey)>"] == nil, text[..<open].unicodeScalars.count > 1
      else { return nil }
      return open
    }
    return open
  }

  // MARK: Calls

  /// A call: `Missed voice call`, `‎Video call, ‎5 min`, `‎Voice call. ‎No answer`, `‎Silenced voice call, ‎Focus mode`.
  static func call(_ text: String, isMarked: Bool) -> Call? {
    guard !text.utf8.contains(0x0A) else { return nil }
    let parts = text.unicodeScalars.split(separator: TranscriptHead.mark).map {
      String(String.UnicodeScalarView($0))
    }
    guard let first = parts.first, parts.count <= 3 else { return nil }
    var (name, detail) = (first.trimmingSpaces, parts.dropFirst().joined().trimmingSpaces)
    if parts.count == 1, !isMarked, let end = name.range(of: ", ") ?? name.range(of: ". ") {
      (name, detail) = (String(name[..<end.lowerBound]), String(name[end.upperBound...]).trimmingSpaces)
    }
    let isJoined = name.last.map { ",.、，،".contains($0) } ?? false
    while let last = name.last, ",.、，،".contains(last) { name.removeLast() }
    let key = name.phraseKey
    if missedVoiceCall.contains(key) { return Call(medium: "audio", outcome: "missed") }
    if missedVideoCall.contains(key) { return Call(medium: "video", outcome: "missed") }
    for (names, medium, outcome) in [
      (silencedVoiceCall, "audio", "silenced"), (silencedVideoCall, "video", "silenced"),
      (failedCall, "audio", "failed"),
    ] where names.contains(key) {
      guard isMarked || !detail.isEmpty else { return nil }
      return Call(medium: medium, outcome: detail.isEmpty ? outcome : "\(outcome) (\(detail))")
    }
    let duration = seconds(detail)
    let isKnown = voiceCall.contains(key) || videoCall.contains(key)
    // Nobody but the app says `Llamada, 2 min`.
    guard
      isKnown
        ? isMarked || duration != nil || callDetails.contains(detail.phraseKey)
        : isMarked && isJoined && duration != nil && name.utf8.count <= 60
    else { return nil }
    let medium = videoCall.contains(key) || !isKnown && isVideo(key) ? "video" : "audio"
    return Call(
      medium: medium, duration: duration, outcome: duration == nil && !detail.isEmpty ? detail : nil)
  }

  /// Words after the name of a call, for exports without marks.
  private static let callDetails: Set<String> = [
    "no answer", "not answered", "answered on other device", "keine antwort", "auf anderem gerät angenommen",
    "sin respuesta", "pas de réponse", "sem resposta", "não atendida", "nessuna risposta", "geen antwoord",
    "нет ответа", "cevap yok", "tidak dijawab", "無應答", "未接听", "応答なし", "응답 없음",
  ]

  /// The seconds in `5 min`, `1 hr 2 min`, `12:05`.
  private static func seconds(_ text: String) -> Double? {
    var (total, found) = (0.0, false)
    var rest = text.lowercased()[...]
    while let start = rest.firstIndex(where: \.isNumber) {
      let digits = rest[start...].prefix { $0.isNumber }
      guard digits.count <= 6 else { return nil }
      let value = digits.reduce(0.0) { $0 * 10 + Double($1.wholeNumberValue ?? 0) }
      rest = rest[digits.endIndex...]
      let unit = rest.drop { $0.isWhitespace }
      guard let seconds = units.first(where: { unit.hasPrefix($0.beginning) })?.seconds else { return nil }
      total += value * seconds
      found = true
    }
    return found ? total : nil
  }

  /// The beginnings of words for hours, minutes and seconds, which are alike in most languages; longer ones first.
  private static let units: [(beginning: String, seconds: Double)] = [
    (3600, "sa. godz שע"), (60, "dk dak"), (1, "sn dtk שנ"), (1, "s с ث 秒 초"), (60, "m м د 分 분 ד"),
    (3600, "h ч u س 小時 小时 時 时 시 jam t"),
  ].flatMap { (seconds: Double, words: String) in words.split(separator: " ").map { (String($0), seconds) } }

  private static func isVideo(_ key: String) -> Bool {
    [
      "video", "vidéo", "vídeo", "видео", "відео", "视频", "視訊", "ビデオ", "動画", "동영상", "فيديو", "वीडियो",
      "görüntülü",
    ]
    .contains { key.contains($0) }
  }

  private static func set(_ lines: String) -> Set<String> {
    Set(lines.split(separator: "\n").map(String.init))
  }

  // MARK: Words

  /// A picture that did not come.
  private static let image = Self.set(
    """
    afbeelding weggelaten
    bild utesluten
    bild weggelassen
    bilde ikke inkludert
    billede udeladt
    ei kuvaa
    gambar tidak disertakan
    görüntü dahil edilmedi
    image absente
    image omitted
    imagem não revelada
    imagem ocultada
    imagen omitida
    imagine omisă
    imatge omesa
    imej tidak dimasukkan
    immagine omessa
    kuva jätetty pois
    kuvaa ei sisällytetä
    kép küldése sikertelen
    obraz pominięty
    obrázek vynechán
    obrázok vynechaný
    photo omitted
    slika izostavljena
    đã bỏ qua hình ảnh
    εικόνα παραλείφθηκε
    зображення відсутнє
    изображение отсутствует
    התמונה הושמטה
    תמונה הושמטה
    تصویر حذف شد
    تصویر نکال دی گئی ہے
    لم يتم إدراج الصورة
    इमेज वगळली
    फ़ोटो हटाई गई
    ইমেজ বাদ দেওয়া হয়েছে
    છબી પડતી મૂકાઈ
    ไม่มีรูปภาพ
    图像已忽略
    图片已忽略
    圖像已省略
    圖片已略去
    照片已忽略
    画像が含まれていません
    画像は含まれていません
    이미지 생략됨
    """)

  /// A film that did not come.
  private static let video = Self.set(
    """
    clip video omis
    video dahil edilmedi
    video izostavljen
    video jätetty pois
    video message omitted
    video note omitted
    videonachricht weggelassen
    videonotiz weggelassen
    nota de video omitida
    note vidéo absente
    video notu dahil edilmedi
    video omesso
    video omitido
    video omitted
    video tidak dimasukkan
    video tidak disertakan
    video udeladt
    video utelatt
    video utesluten
    video vynechané
    video vynecháno
    video weggelassen
    video weggelaten
    videota ei sisällytetä
    videó kihagyva
    vidéo absente
    vídeo não revelado
    vídeo omitido
    vídeo omès
    wideo pominięte
    đã bỏ video
    βίντεο παραλείφθηκε
    видео отсутствует
    відео відсутнє
    סרטון הווידאו הושמט
    لم يتم إدراج الفيديو
    لم يتم إدراج الفيديوهات
    ویدیو حذف شد
    ویڈیو نظرانداز
    वीडियो छोड़ा गया
    व्हिडीओ वगळला
    ভিডিও বাদ দেওয়া হয়েছে
    વિડિયો પડતી મુકાઈ
    วิดีโอถูกลบ
    ビデオは含まれていません
    動画は含まれていません
    影片已略去
    影片已省略
    视频已忽略
    동영상 생략됨
    비디오 생략됨
    """)

  /// A recording that did not come.
  private static let audio = Self.set(
    """
    audio omesso
    audio omis
    audio omitido
    audio omitted
    audio pominięte
    audio tidak dimasukkan
    audio tidak disertakan
    audio nicht enthalten
    audio weggelassen
    audio weggelaten
    bỏ qua tệp âm thanh
    ficheiro de áudio não revelado
    fără audio
    hang kihagyása
    ljud utelslutet
    lyd udeladt
    lyd utelatt
    ses dahil edilmedi
    voice message omitted
    zvuk izostavljen
    zvuk vynechaný
    zvukový soubor vynechán
    àudio omès
    áudio ocultado
    áudio omitido
    ääni jätetty pois
    äänitiedostoa ei sisällytetä
    ήχος παραλείφθηκε
    аудиофайл отсутствует
    аудіо відсутнє
    קטע קול הושמט
    آڈیو نظرانداز
    صدا حذف شد
    لم يتم إدراج الصوت
    لم يتم إدراج المقاطع الصوتية
    ऑडिओ वगळला
    ऑडियो छोड़ा गया
    ऑडियो हटाई गयी
    অডিও বাদ দেওয়া হয়েছে
    ઓડિયો ફાઇલ શામેલ કરી નથી
    ไม่มีไฟล์เสียง
    音声は含まれていません
    音訊已略去
    音訊已省略
    音频已忽略
    오디오 생략됨
    """)

  /// A sticker that did not come.
  private static let sticker = Self.set(
    """
    adhesiu omès
    figurinha omitida
    klistermærke udeladt
    klistremerke utelatt
    matrica kihagyva
    naljepnica izostavljena
    nálepka vynechaná
    nálepka vynechána
    pelekat tidak disertakan
    pominięto naklejkę
    sticker dahil edilmedi
    sticker non incluso
    sticker não revelado
    sticker omesso
    sticker omis
    sticker omitido
    sticker omitted
    sticker utesluten
    sticker weggelassen
    sticker weggelaten
    stiker tidak disertakan
    tarra jätetty pois
    tarraa ei sisällytetty
    çıkartma dahil edilmedi
    đã bỏ sticker
    αυτοκόλλητο παραλήφθηκε
    наклейку не додано
    стикер не добавлен
    стикер отсутствует
    סטיקר הושמט
    استیکر حذف شد
    اسٹیکر نظرانداز
    تم حذف الملصقات
    لم يتم إدراج الملصق
    स्टिकर छोड़ा गया
    स्टिकर वगळले
    স্টিকার বাদ দেওয়া হয়েছে
    સ્ટીકર પડતું મુકાયું
    ไม่มีสติกเกอร์
    スタンプは含まれていません
    ステッカーは含まれていません
    表情包已忽略
    貼圖已忽略
    貼圖已略去
    贴图已省略
    贴纸已忽略
    스티커 생략됨
    스티커 제외됨
    """)

  /// A GIF that did not come.
  private static let gif = Self.set(
    """
    gif absent
    gif dahil edilmedi
    gif esclusa
    gif fájl kihagyása
    gif izostavljen
    gif jätetty pois
    gif não revelada
    gif omessa
    gif omis
    gif omitida
    gif omitido
    gif omitted
    gif omès
    gif retiré
    gif tidak dimasukkan
    gif tidak disertakan
    gif udeladt
    gif utelatt
    gif utesluten
    gif vynechaný
    gif vynechán
    gif weggelassen
    gif weggelaten
    gif отсутствует
    gif הושמט
    gif حذف شد
    gif نظرانداز
    gif छोड़ा गया
    gif वगळले
    gif પડતી મૂકાઈ
    gif 动态图已被忽略
    gif 圖片已被省略
    gif 已忽略
    gif 已略去
    gif 생략됨
    gif-animaatio jätetty pois
    gif-анімацію пропущено
    gifは含まれていません
    plik gif pominięty
    đã bỏ qua ảnh gif
    παράληψη gif
    لم يتم إدراج صورة gif
    জিআইএফ বাদ দেওয়া হয়েছে
    ละเว้น gif
    """)

  /// A document that did not come.
  private static let document = Self.set(
    """
    belge dahil edilmedi
    document absent
    document manquant
    document omis
    document omitted
    document omès
    document weggelaten
    documento não revelado
    documento omesso
    documento omitido
    dokumen tidak dimasukkan
    dokumen tidak disertakan
    dokument izostavljen
    dokument pominięty
    dokument udeladt
    dokument uteslutet
    dokument vynechaný
    dokument vynechán
    dokument weggelassen
    dokumentti jätetty pois
    dokumenttia ei sisällytetä
    dokumentum kihagyva
    utelatt dokument
    đã bỏ qua tài liệu
    έγγραφο παραλείφθηκε
    документ отсутствует
    документ пропущено
    מסמך הושמט
    دستاویز نظرانداز
    سند حذف شد
    لم يتم إدراج المستند
    डॉक्युमेंट वगळले
    डॉक्यूमेंट छोड़ा गया
    ডকুমেন্ট বাদ দেওয়া হয়েছে
    ડોક્યુમેન્ટ સામેલ કર્યું નહિ
    ละเว้นเอกสาร
    ドキュメントは含まれていません
    文件已忽略
    文件已略去
    文档已忽略
    文档已省略
    문서 생략됨
    """)

  /// A contact that did not come.
  private static let contact = Self.set(
    """
    bỏ qua thẻ liên lạc
    carte de vizită contact omisă
    cartão do contato omitido
    contact card omitted
    contacto não revelado
    fiche contact manquante
    kad kenalan tidak dimasukkan
    karta kontaktu vynechaná
    kartu kontak tidak disertakan
    kişi kartı dahil edilmedi
    kontaktkarte ausgelassen
    kontaktkarte weggelassen
    kontaktkort sløyfet
    kontaktkort udeladt
    kontaktkort uteslutet
    névjegykártya kihagyva
    pominięta wizytówka kontaktu
    posjetnica izostavljena
    scheda contatto omessa
    targeta de contacte omesa
    tarjeta de contacto omitida
    visitekaartje weggelaten
    vizitka vynechána
    yhteystieto jätetty pois
    yhteystietokortti jätettiin pois
    η κάρτα επαφής παραλήφθηκε
    картка контакту відсутня
    карточка контакта отсутствует
    כרטיס איש קשר הושמט
    برگ مخاطب حذف شد
    رابطہ کارڈ نظر انداز
    لم يتم إدراج بطاقة جهة اتصال
    कॉन्टैक्ट कार्ड छोड़ा गया
    संपर्क कार्ड वगळले
    পরিচিতির কার্ড বাদ দেওয়া হয়েছে
    સંપર્કનું કાર્ડ પડતું મૂકાયું
    บัตรรายชื่อที่ละเว้น
    名片已忽略
    联系人卡片已忽略
    聯絡人卡片已略去
    聯絡人卡片已省略
    連絡先カードは含まれていません
    連絡先カードを省略
    연락처 카드 생략됨
    """)

  /// A file that did not come, on Android.
  private static let media = Self.set(
    """
    archivo omitido
    arquivo de mídia oculto
    bez multivides
    bỏ qua media
    bỏ qua tệp phương tiện
    conținut media omis
    datoteke izpuščene
    fayl o‘tkazib yuborildi
    ficheiro multimédia oculto
    ficheiro não revelado
    fichier omis
    fitxers multimèdia omesos
    hiányzó médiafájl
    media buraxıldı
    media dikecualikan
    media disingkirkan
    media har utelämnats
    media hazijajumuishwa
    media hequr
    media imerukwa
    media jätettiin pois
    media jätetty pois
    media mancante
    media omessi
    media omesso
    media omitted
    media tidak disertakan
    media u hoq
    media utelatt
    media utelämnat
    media weggelaat
    media weggelaten
    media çıxarılmışdır
    mediefil udeladt
    medien ausgelassen
    medien ausgeschlossen
    medien fehlen
    medien weggelassen
    medier udeladt
    medij izpuščen
    medija praleista
    medijski zapis izostavljen
    medya atlanmış
    medya dahil edilmedi
    meedia välja jäetud
    meedia ära jäetud
    mitjans omesos
    multimedia omitido
    multimedia pominięte
    média elhagyva
    média kihagyva
    média manquante
    média omis
    média vynechána
    média vynechány
    médias absents
    médias omis
    médiá vynechané
    mídia oculta
    mídia omitida
    nav iekļauta multivide
    pa media
    pliki pominięto
    pominięto multimedia
    praleistas medijos turinys
    uten vedlegg
    walang kalakip na media
    ınalis ang media
    αρχείο παραλήφθηκε
    εξαίρεση πολυμέσων
    без медиафайлов
    без файл
    без файлови
    без фајл
    медиа отсутствует
    медији су изостављени
    медіа відсутня
    медіа пропущено
    файл пропущен
    файл қосылған жоқ
    файлдар қосылмаған
    המדיה הוסרה
    המדיה לא נכללה
    מדיה הושמטה
    تم استبعاد الوسائط
    رسانه حذف شد
    میڈیا چھوڑ دیا گیا
    میڈیا ہٹا دیا گیا
    پيوست نما/آهنگ حذف شد
    मीडिया के बिना
    मीडिया वगळण्यात आला
    मीडिया वगळले
    मीडिया शामिल नहीं
    মিডিয়া বাদ দেওয়া হয়েছে
    ਮੀਡੀਆ ਛੱਡਿਆ
    ਮੀਡੀਆ ਛੱਡਿਆ ਗਿਆ
    મિડિયા છોડી મૂકાયું
    મીડિયા અવગણવામાં આવ્યા
    મીડિયા અવગણાયું
    ஊடகங்கள் நீக்கப்பட்டது
    கோப்புகள் விடப்பட்டன
    మాధ్యమం విస్మరించబడింది
    మీడియా విస్మరించబడింది
    ಮಾಧ್ಯಮ ಕೈಬಿಡಲಾಗಿದೆ
    ಮೀಡಿಯಾ ಕೈಬಿಡಲಾಗಿದೆ
    മീഡിയ ഒഴിവാക്കി
    สื่อถูกลบ
    ไฟล์สื่อถูกลบ
    ບໍ່ລວມມີເດຍ
    メディアなし
    メディアは含まれていません
    已忽略媒体文件
    忽略多媒體檔
    省略多媒体文件
    미디어 생략됨
    미디어 파일 제외됨
    미디어 파일을 생략한 대화내용
    """)

  /// The word after a file's name on iOS before 2018.
  static let attachedAlone: Set<String> = [
    "attached", "angehängt", "adjunto", "adjuntado", "archivo adjunto", "joint", "pièce jointe",
    "fichier joint",
    "allegato", "anexado", "anexo", "em anexo", "bijgevoegd", "bijlage", "bifogad", "bifogat", "vedhæftet",
    "vedlagt",
    "liite", "liitetty", "załączono", "załącznik", "přiloženo", "priložené", "csatolva", "atașat", "ekli",
    "eklendi",
    "прикреплено", "прикреплён", "вложено", "прикріплено", "вкладено", "مرفق", "پیوست", "צורף", "מצורף",
    "संलग्न", "แนบ", "đính kèm", "terlampir", "dilampirkan", "添付", "添付済み", "已附加", "附件", "첨부됨", "첨부",
    "επισυνάφθηκε",
  ]

  /// The words in parentheses after a file's name, on Android.
  static let attached = Self.set(
    """
    archivo adjuntado
    archivo adjunto
    arquivo anexado
    arxiu adjunt
    bestand bijgevoegd
    bifogad fil
    byla prisegta
    datei angehängt
    datoteka u privitku
    dosya ekli
    fail dilampirkan
    fail lisatud
    faili limeambatanishwa
    fayl biriktirildi
    fayl əlavə olunub
    ficheiro anexado
    fichier attaché
    fichier joint
    fil vedhæftet
    file allegato
    file attached
    file terlampir
    fișier atașat
    fájl csatolva
    liitetiedosto
    lêer aangeheg
    nakalakip na file
    pievienots fails
    plik załączony
    priložena datoteka
    skedë e ngjitur
    soubor byl přiložen
    súbor pripojený
    tiedosto liitetty
    tệp đính kèm
    vedlagt fil
    załączony plik
    συνημμένο αρχείο
    прикачен файл
    прикачен фајл
    прикачена датотека
    файл добавлен
    файл додано
    қосымша файл
    קובץ מצורף
    الملف مرفق
    ملف مرفق
    پیوست شد
    پیوستہ فائل
    फ़ाइल अटैच की गई
    फ़ाइल अटैच है
    फाइल अटैच कर दी गई है
    फाइल संलग्न
    ফাইল সংযুক্ত হয়েছে
    ਅਟੈਚ ਕੀਤੀ ਫਾਇਲ
    ફાઇલ જોડાયેલ
    ఫైల్ జోడించబడినది
    ಕಡತ ಸೇರಿಸಲಾಯಿತು
    ഫയൽ ചേർത്തു
    ไฟล์ที่แนบ
    ファイル添付
    已附加檔案
    文件已附加
    文件附件
    檔案附件
    添付ファイル
    添付ファイル有り
    附件檔案
    파일 첨부
    파일 첨부됨
    """)

  /// A message that its sender deleted.
  static let deleted = Self.set(
    """
    acest mesaj a fost șters
    aquest missatge està esborrat
    aquest missatge s'ha suprimit
    bu ileti silindi
    bu ismarıc silindi
    bu mesaj silindi
    ce message a été supprimé
    denne besked blev slettet
    denne besked er blevet slettet
    denne meldingen ble slettet
    det här meddelandet raderades
    detta meddelande raderades
    diese nachricht wurde gelöscht
    dit bericht is verwijderd
    esta mensagem foi apagada
    esta mensagem foi apagada pelo remetente
    este mensaje fue eliminado
    ez az üzenet törlésre került
    hierdie boodskap was uitgevee
    itong mensahe ay binura na
    mensagem apagada
    mesej ini telah dipadam
    message deleted
    ova je poruka izbrisana
    ova poruka je izbrisana
    pesan ini dihapus
    pesan ini telah dihapus
    questo messaggio è stato eliminato
    se eliminó este mensaje
    see sõnum on kustutatud
    ta wiadomość została usunięta
    tato zpráva byla odstraněna
    tato zpráva byla smazána
    diese nachricht wurde von einem admin gelöscht
    this message was deleted
    this message was deleted by an admin
    tin nhắn này đã bị xoá
    tin nhắn này đã bị xóa
    to sporočilo je bilo izbrisano
    táto správa bola odstránená
    tämä viesti poistettiin
    ujumbe huu ulifutwa
    ushbu xabar o‘chirildi
    you deleted this message as admin
    ši žinutė buvo ištrinta
    šī ziņa tika izdzēsta
    αυτό το μήνυμα διαγράφηκε
    бұл хат жойылды
    данное сообщение удалено
    ова порука је обрисана
    оваа порака беше избришана
    сообщение удалено
    съобщението беше изтрито
    це повідомлення було видалено
    это сообщение удалено
    ההודעה הזו נמחקה
    הודעה זו נמחקה
    این پیام حذف شد
    این پیام حذف شده است
    تم حذف هذه الرسالة
    حُذفت هذه الرسالة
    یہ میسج حذف کر دیا گیا ہے
    یہ پیغام حذف کیا گیا
    यह मैसेज डिलीट कर दिया गया है
    यह मैसेज डिलीट किया गया
    यह मैसेज हटा दिया गया
    यह संदेश मिटाया गया
    हा मेसेज हटवण्यात आला
    हा संदेश हटविण्यात आला होता
    এই বার্তাটি মুছে ফেলা হয়েছে
    এই মেসেজটি বাদ দেওয়া হয়েছে
    ਇਸ ਸੁਨੇਹੇ ਨੂੰ ਹਟਾਇਆ ਗਿਆ
    આ મેસેજ ડિલીટ કરાયો
    આ સંદેશ રદ્દ કરાયો
    இத்தகவல் திரும்பப்பெறப்பட்டது
    ಈ ಸಂದೇಶವು ಅಳಿಸಲ್ಪಟ್ಟಿದೆ
    ഈ സന്ദേശം ഇല്ലാതാക്കിയതാണ്
    ข้อความนี้ถูกลบแล้ว
    ข้อความนี้ได้ถูกลบ
    このメッセージは削除されました
    信息已删除
    此消息已删除
    此消息已被删除
    此訊息已刪除
    此訊息已被刪除
    这条消息已被删除
    삭제된 메시지입니다
    이 메시지는 삭제되었습니다
    """)

  /// A message that the owner of the phone deleted.
  static let deletedByOwner = Self.set(
    """
    anda menghapus pesan ini
    anda telah memadamkan mesej ini
    anda telah menghapus pesan ini
    apagou esta mensagem
    ați șters acest mesaj
    binura mo itong mensahe
    bu mesajı sildiniz
    bạn đã xoá tin nhắn này
    bạn đã xóa tin nhắn này
    du har slettet denne besked
    du har tagit bort meddelandet
    du hast diese nachricht gelöscht
    du raderade det här meddelandet
    du raderade detta meddelande
    du slettede denne besked
    du slettet denne meldingen
    eliminaste este mensaje
    ezt az üzenetet törölted
    hai eliminato questo messaggio
    has esborrat aquest missatge
    has suprimit aquest missatge
    izbrisali ste ovu poruku
    je hebt dit bericht verwijderd
    jy het boodskap uitgevee
    jūs izdzēsāt šo ziņu
    jūs ištrynėte šią žinutę
    kustutasid selle sõnumi
    poistit tämän viestin
    siz bu ismarıcı sildiniz
    siz ushbu xabarni o‘chirdingiz
    to sporočilo ste izbrisali
    tuto zprávu jste odstranil/a
    tuto zprávu jste smazal/a
    törölted ezt az üzenetet
    túto správu ste odstránili
    u hebt dit bericht verwijderd
    umefuta ujumbe huu
    usunięto tę wiadomość
    usunąłeś(-ęłaś) tę wiadomość
    usunąłeś(aś) tę wiadomość
    você apagou esta mensagem
    vous avez supprimé ce message
    you deleted this message
    διαγράψατε αυτό το μήνυμα
    διαγράψατε το μήνυμα
    ви видалили це повідомлення
    вы удалили данное сообщение
    вы удалили это сообщение
    изтрихте това съобщение
    обрисао/ла си ову поруку
    сіз бұл хатты жойдыңыз
    ја избриша оваа порака
    מחקת את ההודעה הזו
    מחקת הודעה זו
    آپ نے اس پیغام کو حذف کیا
    آپ نے یہ میسج حذف کر دیا ہے
    أنت حذفت هذه الرسالة
    حذفت هذه الرسالة
    شما این پیام را حذف کردید
    لقد حذفت هذه الرسالة
    لقد حذَفت هذه الرسالة
    आपण हा संदेश हटविलात
    आपने यह मैसेज डिलीट कर दिया
    आपने यह मैसेज डिलीट किया
    आपने यह मैसेज हटा दिया
    आपने यह संदेश मिटाया
    तुम्ही हा मेसेज हटवला
    আপনি এই বার্তাটি মুছে ফেলেছেন
    আপনি এই মেসেজটি বাদ দিয়েছেন
    ਤੁਸੀਂ ਇਹ ਸੁਨੇਹਾ ਹਟਾਇਆ
    તમે આ મેસેજ ડિલીટ કર્યો
    તમે આ સંદેશને રદ્દ કર્યો
    இத்தகவலை தாங்கள் அழித்தீர்கள்
    ನೀವು ಈ ಸಂದೇಶವನ್ನು ಅಳಿಸಿದ್ದೀರಿ
    ഈ സന്ദേശം നിങ്ങൾ ഇല്ലാതാക്കി
    คุณลบข้อความนี้
    คุณได้ลบข้อความนี้
    このメッセージを削除しました
    你已删除此消息
    您删除这个信息
    您已删除此消息
    您已删除这条消息
    您已刪除此訊息
    您已刪除這則訊息
    삭제한 메시지입니다
    이 메시지를 삭제했습니다
    """)

  /// An edited message.
  private static let edited = Self.set(
    """
    acest mesaj a fost editat
    aquest missatge s'ha editat
    bu ileti düzenlendi
    bu mesaj düzenlendi
    ce message a été modifié
    denne besked blev redigeret
    denne meldingen ble redigert
    det här meddelandet har redigerats
    diese nachricht wurde bearbeitet
    dit bericht is bewerkt
    edytowano tę wiadomość
    esta mensagem foi editada
    este mensaje fue editado
    ez az üzenet szerkesztve lett
    mensagem editada
    mesej ini telah diedit
    pesan ini diedit
    pesan ini telah diedit
    questo messaggio è stato modificato
    se editó este mensaje
    ta wiadomość została edytowana
    tato zpráva byla upravena
    this message was edited
    tin nhắn này đã được chỉnh sửa
    táto správa bola upravená
    tätä viestiä muokattiin
    tätä viestiä on muokattu
    viestiä muokattiin
    αυτό το μήνυμα υποβλήθηκε σε επεξεργασία
    данное сообщение изменено
    повідомлення змінено
    сообщение изменено
    це повідомлення змінено
    это сообщение изменено
    ההודעה הזו נערכה
    ההודעה נערכה
    הודעה זו נערכה
    تم تعديل الرسالة
    تم تعديل هذه الرسالة
    यह मैसेज एडिट किया गया
    यह मैसेज एडिट किया गया था
    यह मैसेज एडिट किया गया है
    ข้อความนี้ถูกแก้ไขแล้ว
    このメッセージは編集されました
    メッセージは編集されました
    已編輯此訊息
    已编辑此消息
    此消息已编辑
    此消息已被编辑
    此訊息已編輯
    此訊息已被編輯
    这条消息已被编辑
    메시지가 수정되었습니다
    수정된 메시지입니다
    이 메시지는 수정되었습니다
    """)

  /// A call that was not answered.
  private static let missedVoiceCall = Self.set(
    """
    apel vocal nepreluat
    apel vocal ratat
    appel vocal manqué
    buraxılmış zəng
    cevapsız sesli arama
    chamada de voz perdida
    chiamata vocale persa
    ligação de voz perdida
    cuộc gọi nhỡ
    gemist spraakgesprek
    gemiste oproep
    gemiste spraakoproep
    llamada de voz perdida
    llamada perdida
    missat röstsamtal
    missat samtal
    missed group voice call
    missed voice call
    mistet opkald
    nakaligtaang voice call
    neatbildēts balss zvans
    nem fogadott hanghívás
    nieodebrane poł. głosowe
    nieodebrane połączenie
    nieodebrane połączenie głosowe
    o‘tkazib yub. ovozli qo‘ng‘iroq
    panggilan suara tak terjawab
    panggilan suara terlepas
    praleistas balso skambutis
    propušten glasovni poziv
    propušteni glasovni poziv
    simu ya sauti uliyoikosa
    stemoproep gemis
    tapt taleanrop
    thirrje e shmangur
    trucada de veu perduda
    ubesvaret taleopkald
    vastaamaton äänipuhelu
    vastamata häälkõne
    verpasster sprachanruf
    zgrešen klic
    zmeškaný hlasový hovor
    zmeškaný hovor
    αναπάντητη κλήση
    αναπάντητη φωνητική κλήση
    жауапсыз қоңырау
    пропуснато гласово обаждане
    пропуштен гласовен повик
    пропуштен гласовни позив
    пропущений аудіодзвінок
    пропущенный аудиозвонок
    שיחה קולית שלא נענתה
    تماس صوتی پاسخ داده نشده
    مسڈ وائس کال
    مكالمة صوتية فائتة
    چھوٹی ہوئی صوتی کال
    छूटी हुई ध्वनि कॉल
    मिस्ड वॉइस कॉल
    मिस्ड व्हॉइस कॉल
    वॉइस कॉल मिस हुई
    ভয়েস কল মিস করেছেন
    মিসড ভয়েস কল
    ਮਿਸ ਹੋਈ ਆਵਾਜ਼ ਕਾਲ
    છૂટી ગયેલો વોઇસ કૉલ
    છૂટેલો વોઇસ કૉલ
    தவறிய குரல் அழைப்பு
    ತಪ್ಪಿದ ಧ್ವನಿ ಕರೆ
    ಮಿಸ್ಡ್ ವಾಯ್ಸ್ ಕಾಲ್
    สายที่ไม่ได้รับ
    不在着信
    未接語音通話
    未接语音通话
    音声通話不在着信
    부재중 음성통화
    부재중 전화
    """)

  /// A video call that was not answered.
  private static let missedVideoCall = Self.set(
    """
    apel video nepreluat
    apel video ratat
    appel vidéo manqué
    buraxılmış video zəng
    cevapsız görüntülü arama
    chamada de vídeo perdida
    cuộc gọi nhỡ video
    ligação de vídeo perdida
    gemist videogesprek
    gemiste video-oproep
    missat videosamtal
    missed group video call
    missed video call
    mistede video opkald
    nakaligtaang video call
    neatbildēts video zvans
    nem fogadott videohívás
    nem fogadott videóhívás
    neodgovorjen video klic
    nieodebrane poł. wideo
    nieodebrane połączenie wideo
    o‘tkazib yub. videoqo‘ng‘iroq
    panggilan video tak terjawab
    panggilan video terlepas
    praleistas video skambutis
    propušten video poziv
    propušteni videopoziv
    simu ya video uliyoikosa
    tapt videoanrop
    tapt videosamtale
    trucada de vídeo perduda
    ubesvaret videoopkald
    vastaamaton videopuhelu
    vastamata videokõne
    verpasster videoanruf
    video-oproep gemis
    videochamada perdida
    videochiamata persa
    videollamada perdida
    videothirrje e shmangur
    videotrucada perduda
    zmeškaný videohovor
    αναπάντητη βιντεοκλήση
    жауапсыз видео қоңырау
    пропуснато видео обаждане
    пропуштен видео повик
    пропуштен видео позив
    пропущений відеодзвінок
    пропущенный видеозвонок
    שיחת וידאו שלא נענתה
    تماس تصویری بیپاسخ
    تماس تصویری پاسخ داده نشده
    مسڈ ویڈیو کال
    مكالمة فيديو فائتة
    چھوٹی ہوئی ویڈیو کال
    छूटी हुई विडियो कॉल
    मिस्ड वीडियो कॉल
    मिस्ड व्हिडिओ कॉल
    वीडियो कॉल मिस हुई
    ভিডিও কল মিস করেছেন
    মিস করা ভিডিও কল
    ਮਿਸ ਹੋਈ ਵੀਡੀਓ ਕਾਲ
    છૂટી ગયેલ વિડિયો કૉલ
    தவறிய காணொலி அழைப்பு
    ತಪ್ಪಿದ ದೃಶ್ಯ ಕರೆ
    วิดีโอคอลที่ไม่ได้รับ
    สายโทรวิดีโอที่ไม่ได้รับ
    ビデオ通話不在着信
    未接視像通話
    未接視訊通話
    未接视频通话
    부재중 영상통화
    """)

  /// A silenced call.
  private static let silencedVoiceCall = Self.set(
    """
    silenced voice call
    stummgeschalteter sprachanruf
    llamada de voz silenciada
    llamada silenciada
    ligação de voz silenciada
    chamada de voz silenciada
    appel vocal silencieux
    appel vocal mis en sourdine
    chiamata vocale silenziata
    gedempte spraakoproep
    panggilan suara dibisukan
    sessize alınan sesli arama
    """)

  /// A silenced video call.
  private static let silencedVideoCall = Self.set(
    """
    silenced video call
    stummgeschalteter videoanruf
    videollamada silenciada
    ligação de vídeo silenciada
    chamada de vídeo silenciada
    videochamada silenciada
    appel vidéo silencieux
    appel vidéo mis en sourdine
    videochiamata silenziata
    gedempte video-oproep
    panggilan video dibisukan
    sessize alınan görüntülü arama
    """)

  /// A call that failed.
  private static let failedCall = Self.set(
    """
    call failed
    anruf fehlgeschlagen
    error en la llamada
    falha na ligação
    échec de l'appel
    échec de l’appel
    chiamata non riuscita
    oproep mislukt
    panggilan gagal
    """)

  /// A message that had not arrived when the chat was exported.
  static let waiting = Self.set(
    """
    waiting for this message
    waiting for this message. this may take a while
    auf diese nachricht wird gewartet
    auf diese nachricht wird gewartet. dieser vorgang kann eine weile dauern
    warte auf diese nachricht. das kann einen moment dauern
    esperando este mensaje
    esperando este mensaje. esto puede tomar tiempo
    esperando mensaje. esto puede demorar
    aguardando mensagem
    aguardando mensagem. essa ação pode levar alguns instantes
    en attente de ce message
    en attente du message. cela peut prendre un moment
    in attesa del messaggio
    in attesa del messaggio. potrebbe volerci del tempo
    wachten op dit bericht. dit kan even duren
    ожидание данного сообщения. это может занять некоторое время
    ожидание сообщения
    bu mesaj bekleniyor. bu biraz zaman alabilir
    menunggu pesan ini. ini mungkin memerlukan waktu
    正在等待此消息。这可能需要一段时间
    正在等待此訊息，可能需要等待片刻
    このメッセージを待っています
    """)

  /// A location, in front of its address.
  static let location = Self.set(
    """
    location
    live location
    standort
    live-standort
    ubicación
    ubicación en tiempo real
    localisation
    position
    localização
    localização em tempo real
    posizione
    posizione in tempo reale
    locatie
    местоположение
    геоданные
    місцезнаходження
    lokalizacja
    położenie
    konum
    lokasi
    الموقع
    موقع
    موقعیت
    مکان
    מיקום
    स्थान
    लोकेशन
    অবস্থান
    位置
    位置情報
    위치
    ตำแหน่ง
    ตำแหน่งที่ตั้ง
    vị trí
    plats
    placering
    posisjon
    sijainti
    poloha
    hely
    helyzet
    locație
    lokacija
    локација
    τοποθεσία
    ubicació
    asukoht
    buvimo vieta
    atrašanās vieta
    vendndodhja
    məkan
    орналасуы
    mahali
    ligging
    lokasyon
    joylashuv
    இருப்பிடம்
    స్థలం
    સ્થળ
    ಸ್ಥಳ
    സ്ഥലം
    ਟਿਕਾਣਾ
    مقام
    """)

  /// A call, on iOS.
  private static let voiceCall = Self.set(
    """
    anruf
    appel vocal
    call
    chamada de voz
    chiamata vocale
    group call
    group voice call
    ligação de voz
    llamada
    llamada de voz
    panggilan suara
    połączenie głosowe
    röstsamtal
    sesli arama
    spraakgesprek
    spraakoproep
    sprachanruf
    taleanrop
    taleopkald
    voice call
    äänipuhelu
    аудиозвонок
    аудіодзвінок
    звонок
    שיחה קולית
    مكالمة صوتية
    वॉइस कॉल
    語音通話
    语音通话
    音声通話
    음성 통화
    음성통화
    """)

  /// A video call, on iOS.
  private static let videoCall = Self.set(
    """
    appel vidéo
    chamada de vídeo
    group video call
    görüntülü arama
    ligação de vídeo
    panggilan video
    połączenie wideo
    video call
    video-oproep
    videoanrop
    videoanruf
    videochamada
    videochiamata
    videogesprek
    videollamada
    videoopkald
    videopuhelu
    videosamtal
    видеозвонок
    відеодзвінок
    שיחת וידאו
    مكالمة فيديو
    वीडियो कॉल
    ビデオ通話
    視像通話
    視訊通話
    视频通话
    영상 통화
    영상통화
    """)

  /// A file that could be seen once; parts of the words.
  private static let viewOnce = Self.set(
    """
    1 回限り
    1回表示
    1回限り
    affichage unique
    eenmalige weergave
    einmal ansehen
    einmalansicht
    einmalige ansicht
    jednorazow
    kerran katsottav
    lihat sekali
    sekali lihat
    tek görüntülük
    tek seferlik
    una sola vez
    ver una vez
    view once
    viewed once
    visualización única
    visualização única
    visualizza una volta
    visualizzazione singola
    vue unique
    однократн
    одноразов
    צפייה חד פעמית
    لمرة واحدة
    एक बार देख
    व्यू वंस
    一次性
    僅檢視一次
    查看一次
    阅后即焚
    한 번 보기
    한번 보기
    """)

  /// The beginnings of notices that address the owner or are about the chat.
  private static let noticeBeginnings: [String] = [
    "you ", "your ", "you're ", "this business ", "this chat ", "messages and calls ",
    "messages to ", "du ", "deine ", "sie haben ", "ihre ", "dieses unternehmen ", "nachrichten ",
    "vous ", "votre ", "cette entreprise ", "les messages ", "tu ", "tus ", "has ", "te ",
    "esta empresa ", "este negocio ", "los mensajes ", "cambió tu ", "você ", "seu ", "sua ",
    "as mensagens ", "hai ", "il tuo ", "i messaggi ", "вы ", "ваш ", "сообщения и ", "ви ",
    "повідомлення й ", "sen ", "siz ", "mesajlar ", "bu işletme ", "kamu ", "anda ",
    "kode keamanan ", "pesan ", "आप ", "आपक", "आपने ", "मैसेज ", "您", "你", "消息", "訊息", "此", "あなた",
    "メッセージと", "セキュリティ", "회원님", "나는 ", "메시지", "أنت ", "لقد ", "الرسائل ", "رمز ", "אתה ", "ההודעות ",
    "קוד ", "sinä ", "viestit ", "turvanumero", "jij ", "je ", "u ", "berichten ", "wiadomości ",
    "twój ",
  ]
}
