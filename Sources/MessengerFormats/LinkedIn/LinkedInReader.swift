import ChatModel
import ImportKit

/// Converts the rows of `messages.csv`, the newest first.
final class LinkedInReader {
  private let file: ImportInput
  private let conversion: Conversion
  private let owner: String?
  private let vocabulary = HTMLVocabulary()
  private var builders: [String: ConversationBuilder] = [:]
  private var order: [ConversationBuilder] = []

  /// `owner` is the name of the account's owner, or nil.
  init(_ file: ImportInput, _ conversion: Conversion, owner: String?) {
    (self.file, self.conversion, self.owner) = (file, conversion, owner)
  }

  /// The columns of a row.
  private struct Columns {
    private let names: [String]
    init(_ head: [String]) { names = head.map { $0.uppercased().trimmingSpaces } }
    func index(_ name: String) -> Int? { names.firstIndex(of: name) }
    static let read = [
      "CONVERSATION ID", "CONVERSATION TITLE", "FROM", "SENDER PROFILE URL", "TO", "RECIPIENT PROFILE URLS",
      "DATE",
      "SUBJECT", "CONTENT", "ATTACHMENTS", "IS MESSAGE DRAFT",
    ]
    /// The columns by which messages and people are told apart. People are shown once, and not as the readers of each message.
    static let leftOut: KeyValuePairs<String, Omission.Rule> = [
      "CONVERSATION ID": .bookkeeping, "TO": .duplicate, "SENDER PROFILE URL": .otherName,
      "RECIPIENT PROFILE URLS": .otherName,
    ]
  }

  func read(_ bytes: InputBytes, _ log: inout DiagnosticLog) throws(ImportError) {
    var table = CSVReader(bytes)
    let head = table.next()?.fields ?? []
    let columns = Columns(head)
    var tally = ColumnTally(
      head, read: Columns.read.map(columns.index),
      leftOut: Columns.leftOut.map { (columns.index($0.key), $0.value) })
    while let record = table.next() {
      tally.count(record)
      func field(_ name: String) -> String {
        columns.index(name).flatMap { record.fields.indices.contains($0) ? record.fields[$0] : nil } ?? ""
      }
      try add(field, Origin(file: file.path, line: record.line, offset: record.offset), &log)
    }
    tally.report(to: file.account, file: file.path)
    finish()
  }

  private func conversation(_ id: String, _ title: String) -> ConversationBuilder {
    if let known = builders[id] { return known }
    let builder = conversion.conversation(
      "linkedin/\(id)", id: title.isEmpty ? id : title, title: title, order: .byTimeNewestFirst)
    builders[id] = builder
    order.append(builder)
    return builder
  }

  /// Adds the message of a row. A person's key is the address of the profile, or without one the name.
  private func add(
    _ field: (String) -> String, _ origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    let builder = conversation(field("CONVERSATION ID"), field("CONVERSATION TITLE"))
    var draft = MessageDraft()
    draft.sender = person(field("FROM"), field("SENDER PROFILE URL"), in: builder)
    let names = field("TO").split(separator: ",").map { String($0).trimmingSpaces }
    let addresses = field("RECIPIENT PROFILE URLS").split(separator: ",").map { String($0).trimmingSpaces }
    if names.count == addresses.count {
      for (name, address) in zip(names, addresses) { _ = person(name, address, in: builder) }
    } else if addresses.count == 1 {
      // The name has a comma.
      _ = person(field("TO"), addresses[0], in: builder)
    }
    draft.instant = Self.instant(field("DATE"))
    log.note(draft.instant, writtenAs: field("DATE"), at: origin)
    draft.attachments = field("ATTACHMENTS").split(whereSeparator: \.isWhitespace).map { address in
      let last = String(address.prefix { $0 != "?" }.split(separator: "/").last ?? "")
      var file = Attachment(kind: .init(ofFileNamed: last), name: last.percentDecoded ?? last)
      file.absence = .other(String(address))
      return file
    }
    let (text, subject) = (text(field("CONTENT")), field("SUBJECT").trimmingSpaces)
    if !text.string.isEmpty { draft.text = text }
    if !subject.isEmpty {
      var card = MessageCard()
      card.add(title: subject, url: nil, lines: [], image: nil)
      _ = card.setContent(of: &draft, text)
    }
    if ["yes", "true"].contains(field("IS MESSAGE DRAFT").lowercased()) {
      var extras = MessageExtras()
      extras.status = "draft"
      draft.extras = extras
    }
    draft.showCardIfEmpty(at: origin, &log)
    try builder.add(draft)
  }

  private func person(_ name: String, _ address: String, in builder: ConversationBuilder) -> ParticipantIndex?
  {
    let key = address.isEmpty ? name : address
    guard !key.isEmpty else { return nil }
    return builder.participant(key, name: name, isMe: !name.isEmpty && name.nameWords == owner?.nameWords)
  }

  /// The instant of `2024-01-31 09:22:10 UTC`.
  private static func instant(_ text: String) -> Instant? {
    let text = text.hasSuffix(" UTC") ? String(text.dropLast(4)) : text
    if let time = Timestamp(text) {
      switch time {
      case .instant(let milliseconds), .wallClock(let milliseconds):
        return Instant(milliseconds: milliseconds)
      }
    }
    return WrittenTime.milliseconds(text).map { Instant(milliseconds: $0) }
  }

  /// Returns a text, which may be HTML.
  private func text(_ content: String) -> MessageText {
    guard Self.isHTML(content),
      let reader = HTMLReader(
        InputBytes(Array("<article>\(content)</article>".utf8)), path: file.path, nil, vocabulary,
        where: { $0.name == "article" }),
      let element = reader.nextElement()
    else { return MessageText(content, markup: .plain) }
    return element.messageText
  }

  /// True if a text has an element of HTML that LinkedIn writes, with its end.
  private static func isHTML(_ text: String) -> Bool {
    guard text.utf8.contains(UInt8(ascii: "<")) else { return false }
    if text.range(of: "<br>") != nil || text.range(of: "<br/>") != nil || text.range(of: "<br />") != nil {
      return true
    }
    return ["p", "a", "strong", "em", "ul", "ol", "span", "div", "b", "i"].contains { name in
      (text.range(of: "<\(name)>") != nil || text.range(of: "<\(name) ") != nil)
        && text.range(of: "</\(name)>") != nil
    }
  }

  // MARK: Owner and titles

  /// Marks the owner, if the profile does not tell it: the only person in all conversations. Then names conversations after the others.
  private func finish() {
    let isKnown = order.contains { $0.participants.participants.contains(where: \.isMe) }
    if !isKnown, order.count > 1, conversion.options.me == nil {
      let keys = order.map { Set($0.participants.participants.map(\.key)) }
      let common = keys.dropFirst().reduce(keys[0]) { $0.intersection($1) }
      if common.count == 1, let key = common.first {
        for builder in order { _ = builder.participant(key, isMe: true) }
      }
    }
    for builder in order where builder.title.isEmpty {
      let people = builder.participants.participants
      let others = people.filter { !$0.isMe }.map(\.name)
      builder.title = (others.isEmpty ? people.map(\.name) : others).joined(separator: ", ")
      if builder.title.isEmpty { builder.title = builder.id }
    }
  }
}

extension String {
  /// The words of a name, whose order differs between languages.
  fileprivate var nameWords: [Substring] { split(whereSeparator: \.isWhitespace).sorted() }
}
