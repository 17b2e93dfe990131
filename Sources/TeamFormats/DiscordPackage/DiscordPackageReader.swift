import ChatModel
import ImportKit

/// Converts the messages of a channel in a data package: JSON or, in older packages, CSV.
struct DiscordPackageReader {
  private let builder: ConversationBuilder
  private let file: ImportInput
  private let owner: ParticipantIndex
  /// The names of the owner's friends, for mentions.
  private var mentions = ChatMarkdown.Mentions()
  private var oldest: Instant?

  init(_ builder: ConversationBuilder, _ owner: DiscordPackageOwner, _ file: ImportInput) {
    (self.builder, self.file) = (builder, file)
    self.owner = builder.participant(owner.id, name: owner.name, isMe: true)
    mentions.names = owner.friends
  }

  mutating func read(_ log: inout DiagnosticLog) throws(ImportError) {
    guard let bytes = file.bytes else { return }
    if file.name.hasSuffix(".csv") { try readTable(bytes, &log) } else { try readJSON(&log) }
    guard builder.count > 0 else { return }
    // This note comes before all messages, whatever their order.
    try builder.add(
      Message(
        id: "own-messages-only", instant: oldest,
        content: .system(
          SystemEvent(
            event: "notice",
            text: "Only the owner's own messages: Discord's data package has no others"))))
  }

  private mutating func readJSON(_ log: inout DiagnosticLog) throws(ImportError) {
    guard let json = JSONFile(file) else { return }
    try json.forEachElement(of: nil, log: &log) { text, _, _ throws(ImportError) in
      try builder.add(Message(id: "", content: .part(Unsupported(kind: "broken JSON", text: text))))
    } _: { value, _, origin, log throws(ImportError) in
      let names = ["ID", "Timestamp", "Contents", "Attachments"]
      guard names.contains(where: { value[$0] != nil }) else {
        log.append(
          Diagnostic(.loss, "not-a-message", "this is not a message; it is shown as a card", at: origin))
        return try builder.add(
          Message(id: "", content: .part(Unsupported(kind: "not a message", text: value.words))))
      }
      try add(
        id: value["ID"]?.identifier ?? "", time: value["Timestamp"]?.text,
        contents: value["Contents"]?.text ?? "", files: value["Attachments"]?.text ?? "", origin, &log)
    }
  }

  private mutating func readTable(_ bytes: InputBytes, _ log: inout DiagnosticLog) throws(ImportError) {
    var table = CSVReader(bytes)
    let header = table.next()?.fields ?? []
    func column(_ name: String) -> Int? { header.firstIndex { $0.lowercased() == name } }
    let (id, time) = (column("id"), column("timestamp"))
    let (contents, files) = (column("contents"), column("attachments"))
    var tally = ColumnTally(header, read: [id, time, contents, files])
    defer { tally.report(to: file.account, file: file.path) }
    while let record = table.next() {
      tally.count(record)
      func field(_ index: Int?) -> String {
        index.flatMap { record.fields.indices.contains($0) ? record.fields[$0] : nil } ?? ""
      }
      let origin = Origin(file: file.path, line: record.line, offset: record.offset)
      try add(
        id: field(id), time: field(time), contents: field(contents), files: field(files), origin, &log)
    }
  }

  /// Adds a message. Times are in UTC; `files` are addresses between spaces or line breaks.
  private mutating func add(
    id: String, time: String?, contents: String, files: String, _ origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    var draft = MessageDraft()
    (draft.id, draft.sender) = (id, owner)
    switch time.flatMap({ Timestamp($0) }) {
    case .instant(let milliseconds)?, .wallClock(let milliseconds)?:
      draft.instant = Instant(milliseconds: milliseconds)
    case nil: draft.instant = ChatTime.instant(ofID: id)
    }
    if let instant = draft.instant { oldest = min(oldest ?? instant, instant) }
    let text = ChatMarkdown.text(contents, mentions)
    if !text.string.isEmpty { draft.text = text }
    draft.attachments = files.split(whereSeparator: \.isWhitespace).map { url in
      let path = url.prefix { $0 != "?" && $0 != "#" }
      let last = String(path.split(separator: "/").last ?? path)
      let name = last.percentDecoded ?? last
      var file = Attachment(kind: .init(ofFileNamed: name), name: name)
      file.isSpoiler = name.hasPrefix("SPOILER_")
      return file
    }
    if text.string.isEmpty, draft.attachments.isEmpty {
      draft.part = Unsupported(
        kind: "empty message", text: "The package has nothing of it: it may be a sticker or a poll")
      log.append(
        Diagnostic(
          .loss, "empty-message", "the package has no content of this message; it is shown as a card",
          at: origin))
    }
    try builder.add(draft)
  }
}
