import ChatModel

/// The rules that apply to one conversation, prepared for its messages.
struct ConversationRules: Sendable {
  /// The rule that decides, by the index of a rule.
  typealias RuleIndex = Int

  /// Attachments by the names of their files.
  struct FileRule: Sendable {
    var pattern: NamePattern
    var rule: RuleIndex
  }

  /// The rules about texts.
  var matcher = TextMatcher()
  /// The terms by which ids name people.
  var ids = TextMatcher()
  /// True if all ids are new: apps make them of names and numbers of people.
  var hasNewIDs = false
  /// The words shown instead.
  var words = RedactionWords.english
  /// Redacted messages by id, by day (since 1970) and by sender.
  var messages: [String: RuleIndex] = [:]
  var days: [(days: ClosedRange<Int>, rule: RuleIndex)] = []
  var senders: [Int32: RuleIndex] = [:]
  /// Redacted attachments by name, by kind (nil: any), by message and by sender.
  var files: [FileRule] = []
  var kinds: [(kind: Attachment.Kind?, rule: RuleIndex)] = []
  var messagesOfFiles: [String: RuleIndex] = [:]
  var sendersOfFiles: [Int32: RuleIndex] = [:]
  /// The rule about positions.
  var positions: RuleIndex?
  /// Returns the day of an instant since 1970, in the zone that the conversation is shown in.
  var localDay: @Sendable (Instant) -> Int = { _ in 0 }

  /// True if an id of a message, conversation or person may say what rules redact.
  func isTelling(id: String) -> Bool {
    if hasNewIDs, !NewIDs.isPlain(id) { return true }
    return [matcher, ids].contains { matcher in
      let found = matcher.matches(in: id)
      return found.isGivenUp || !found.matches.isEmpty
    }
  }

  /// Returns the rule by which a message is redacted as a whole, or nil. `number` is its number in the source, from 1, if a rule may
  /// name it.
  func rule(of message: Message, number: Int?) -> RuleIndex? {
    if let rule = Self.rule(in: messages, message, number) { return rule }
    if let sender = message.sender, let rule = senders[sender.value] { return rule }
    guard !days.isEmpty, let instant = message.instant else { return nil }
    let day = localDay(instant)
    return days.first { $0.days.contains(day) }?.rule
  }

  /// Returns the rule by which all attachments of a message are redacted, or nil.
  func ruleOfFiles(of message: Message, number: Int?) -> RuleIndex? {
    Self.rule(in: messagesOfFiles, message, number) ?? message.sender.flatMap { sendersOfFiles[$0.value] }
  }

  /// Returns the rule by which an attachment is redacted for its name or kind, or nil.
  func rule(of file: Attachment) -> RuleIndex? {
    if let rule = kinds.first(where: { $0.kind == nil || $0.kind == file.kind })?.rule { return rule }
    let names = [file.name, file.path?.split(separator: "/").last.map(String.init)].compactMap(\.self)
    return files.first { rule in names.contains { rule.pattern.matches($0) } }?.rule
  }

  /// Returns the rule of a message's id, as the source has it or as the address of a page does.
  private static func rule(in rules: [String: RuleIndex], _ message: Message, _ number: Int?) -> RuleIndex? {
    guard !rules.isEmpty else { return nil }
    let id = message.id.isEmpty ? "n\(number ?? 0)" : message.id
    return rules[id] ?? rules["m-" + id]
  }
}

/// The name of a file with `*` for any characters, without regard to case and accents.
struct NamePattern: Sendable {
  /// The folded parts between the stars.
  private let parts: [[UInt32]]

  /// Creates a pattern.
  init(_ pattern: String) {
    parts = pattern.split(separator: "*", omittingEmptySubsequences: false).map { Self.folded(String($0)) }
  }

  /// True if a name has the parts in their order, the first at its start and the last at its end.
  func matches(_ name: String) -> Bool {
    let name = Self.folded(name)
    guard let first = parts.first, let last = parts.last, name.starts(with: first) else { return false }
    guard parts.count > 1 else { return name.count == first.count }
    guard name.count >= first.count + last.count, name.suffix(last.count).elementsEqual(last) else {
      return false
    }
    var rest = name[first.count..<name.count - last.count]
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return true
  }

  private static func folded(_ text: String) -> [UInt32] { ComparedText(text).units.map(\.scalar) }
}
