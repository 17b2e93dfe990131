import ChatModel
import ImportKit

/// The CSV of DiscordChatExporter, which has neither ids nor replies: `AuthorID,Author,Date,Content,Attachments,Reactions`.
struct DiscordTable {
  private let builder: ConversationBuilder
  private let conversion: Conversion
  private let file: ImportInput

  /// True if the bytes begin with the exporter's column names.
  static func isTable(_ bytes: InputBytes) -> Bool {
    var table = CSVReader(InputBytes(bytes.array(in: 0..<min(bytes.count, 4096))))
    guard let names = table.next()?.fields else { return false }
    return names.prefix(6) == ["AuthorID", "Author", "Date", "Content", "Attachments", "Reactions"]
  }

  init(_ file: ImportInput, to conversion: Conversion) {
    (self.file, self.conversion) = (file, conversion)
    let name = DiscordFileName(file.name)
    var title = name.channel
    // A part of a channel: `1.csv` in a folder of its name.
    if name.id == nil, title.utf8.allSatisfy({ $0 &- 0x30 <= 9 }),
      let folder = file.folder.namePath.split(separator: "/").last
    {
      title = String(folder)
    }
    builder = name.conversation("discord-text", named: title, title: title, of: file, conversion)
  }

  func read(_ bytes: InputBytes, _ log: inout DiagnosticLog) throws(ImportError) {
    var table = CSVReader(bytes)
    var tally = ColumnTally(table.next()?.fields ?? [], read: Array(0..<6))
    defer { tally.report(to: file.account, file: file.path) }
    while let record = table.next() {
      let origin = Origin(file: file.path, line: record.line, offset: record.offset)
      tally.count(record)
      func field(_ index: Int) -> String { record.fields.indices.contains(index) ? record.fields[index] : "" }
      guard record.fields.count >= 4 else {
        log.append(
          Diagnostic(.loss, "not-a-message", "the line has too few fields; it is shown as a card", at: origin)
        )
        try builder.add(
          Message(
            id: "",
            content: .part(Unsupported(kind: "broken line", text: record.fields.joined(separator: ";")))))
        continue
      }
      var draft = MessageDraft()
      draft.sender = builder.speaker(
        field(0).isEmpty ? field(1) : field(0), name: Self.name(field(1)),
        isWebhook: field(1).hasSuffix("#0000") ? true : nil)
      draft.instant = instant(field(2))
      if draft.instant == nil {
        log.append(
          Diagnostic(.warning, "unknown-date", "'\(field(2).prefix(40))' is not read as a date", at: origin))
      }
      draft.text = ChatMarkdown.text(field(3))
      draft.attachments = field(4).split(separator: ",").map { Self.attachment(String($0).trimmingSpaces) }
      draft.reactions = field(5).split(separator: ",").compactMap { Self.reaction(String($0).trimmingSpaces) }
      try builder.add(draft)
    }
  }

  /// Returns a name without the number that followed it until 2023.
  static func name(_ name: String) -> String {
    guard let sign = name.lastIndex(of: "#"), name[sign...].utf8.count == 5 else { return name }
    return String(name[..<sign])
  }

  static func attachment(_ url: String) -> Attachment {
    let isAddress = url.range(of: "://") != nil
    let path = isAddress ? url.prefix { $0 != "?" } : url[...]
    let name = String(path.split { $0 == "/" || $0 == "\\" }.last ?? path)
    return Attachment(kind: .init(ofFileNamed: name), path: isAddress ? nil : url, name: name)
  }

  /// Reads `👌 (2)`.
  private static func reaction(_ text: String) -> Reaction? {
    guard let open = text.lastIndex(of: "("), text.hasSuffix(")"),
      let count = Int(text[text.index(after: open)...].dropLast())
    else { return nil }
    let emoji = String(text[..<open]).trimmingSpaces
    guard !emoji.isEmpty else { return nil }
    return Reaction(emoji: EmojiShortName.emoji(emoji) ?? emoji, by: [], count: max(count, 1))
  }

  /// Reads an ISO time, or `02-Jul-18 08:51 PM` on the exporter's clock.
  private func instant(_ text: String) -> Instant? {
    if let time = Timestamp(text) { return conversion.instant(of: time) }
    builder.noteDateStyle(of: text)
    let bytes = InputBytes(Array(text.utf8))
    let parts = text.split { " -:".contains($0) }
    guard parts.count == 6, let day = Int(parts[0]),
      let month = MonthName.number(in: bytes, at: parts[0].utf8.count + 1),
      let year = Int(parts[2]), let hour = Int(parts[3]), let minute = Int(parts[4]),
      (1...12).contains(hour), (0..<60).contains(minute), (0...9999).contains(year)
    else { return nil }
    let word = InputBytes(Array(parts[5].utf8))
    var scanner = LineScanner(word, 0..<word.count)
    guard let half = scanner.dayHalf(), scanner.isAtEnd else { return nil }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let hours = half.hour(hour)
    let iso = "\(year < 100 ? 2000 + year : year)-\(two(month))-\(two(day))T\(two(hours)):\(two(minute)):00"
    return Timestamp(iso).map { conversion.instant(of: $0) }
  }
}
