import ImportKit

/// The first lines of LINE's text: the chat's name, and the time of saving.
struct DayTranscriptHeader {
  /// The chat's name; nil in text from computers, which has no header.
  var title: String?
  /// The offset of the first line after the header.
  var end: Int
  /// True if the header is worded in a known language.
  var hasWords: Bool

  /// The words before and after the name, in the languages of the app.
  private static let templates: [(before: String, behind: String)] = [
    ("Chat history with ", ""), ("Chat history in ", ""), ("Chat with ", ""), ("Chat in ", ""),
    ("", "とのトーク履歴"), ("", "のトーク履歴"), ("", "とのトーク"), ("", "のトーク"),
    ("与", "的聊天记录"), ("与", "的聊天记录"), ("与", "的聊天"), ("與", "的聊天記錄"), ("與", "的聊天紀錄"), ("與", "的聊天"),
    ("", "的聊天記錄"), ("", "的聊天紀錄"), ("", "的聊天记录"),
    ("ประวัติการแชทกับ ", ""), ("ประวัติการสนทนากับ ", ""), ("ประวัติการแชทใน ", ""), ("ประวัติการแชท ", ""),
    ("แชทกับ ", ""), ("", "님과의 대화"), ("", " 님과의 대화"), ("", "와의 대화"), ("", "과의 대화"),
    ("Riwayat obrolan dengan ", ""), ("Riwayat chat dengan ", ""), ("Riwayat obrolan di ", ""),
    ("Historial de chat con ", ""), ("Historial del chat con ", ""), ("Historique de discussion avec ", ""),
    ("Historique des discussions avec ", ""), ("Cronologia chat con ", ""), ("История чата с ", ""),
    ("Lịch sử trò chuyện với ", ""), ("", " ile sohbet geçmişi"), ("Chat dengan ", ""),
    ("Sejarah sembang dengan ", ""),
    ("Chatverlauf mit ", ""), ("Histórico de conversa com ", ""),
  ]
  /// The words before the time of saving.
  private static let saved = [
    "Saved on", "Save date", "保存日時", "保存日时", "保存时间", "保存日期", "儲存日期", "儲存時間", "บันทึกเมื่อ", "บันทึกวันที่", "저장한 날짜",
    "저장 일시",
    "Disimpan pada", "Guardado el", "Enregistré le", "Gespeichert am", "Salvo em", "Salvato il",
    "Сохранено", "Đã lưu", "Kaydedildi", "Disimpan",
  ]
  private static let mark = "[LINE]"

  /// Reads the header of a text, or returns nil if it has none.
  init?(_ bytes: InputBytes) {
    var offset = LogLines.start(of: bytes)
    guard let first = LogLines.nextText(of: bytes, from: &offset, { $0.withoutMarks.trimmingSpaces }) else {
      return nil
    }
    var line = first
    let isMarked = line.hasPrefix(Self.mark)
    if isMarked { line = String(line.dropFirst(Self.mark.count)).trimmingSpaces }
    var ahead = offset
    let next = LogLines.nextText(of: bytes, from: &ahead, { $0.withoutMarks.trimmingSpaces }) ?? ""
    let isSaved = Self.saved.contains { next.hasPrefix($0) }
    guard isMarked || isSaved && (line.hasPrefix("Chat history") || Self.title(line) != nil), !line.isEmpty
    else {
      return nil
    }
    title = Self.title(line) ?? line
    hasWords = isSaved && !next.utf8.allSatisfy { $0 < 0x80 } || Self.title(line) != nil
    end =
      isSaved
        || next.contains(where: \.isNumber) && next.contains(where: { ":：".contains($0) })
          && !next.contains("\t") && DayTranscriptLine.time(bytes, offset..<min(bytes.count, ahead)) == nil
      ? ahead : offset
  }

  /// The name in a line of the header or the name of a file.
  static func title(_ line: String) -> String? {
    for (before, behind) in templates where line.hasPrefix(before) && line.hasSuffix(behind) {
      let title = String(line.dropFirst(before.count).dropLast(behind.count)).trimmingSpaces
      if !title.isEmpty { return title }
    }
    return nil
  }

  /// The name in a file's name, such as `[LINE] Chat with Ann`.
  static func title(ofFile stem: String) -> String {
    guard stem.hasPrefix(mark) else { return stem }
    let name = String(stem.dropFirst(mark.count)).trimmingSpaces
    return name.isEmpty ? stem : title(name) ?? name
  }
}
