import ChatModel
import ICU
import ImportKit

/// A file of redaction rules: one rule a line, as `word: Alice Smith`. Empty lines and lines that begin with `#` are skipped.
public struct RulesFile: Sendable, Equatable {
  /// The rules in the order of their lines.
  public private(set) var rules: [RedactionRule] = []
  /// The text shown in place of what is redacted; nil for the usual one in the language of the conversation.
  public private(set) var replacement: String?

  /// The longest value of a rule and the most rules, so that a wrong file is noticed.
  private static let (valueLimit, ruleLimit) = (500, 100_000)

  private let path: String
  /// The conversation that the next rules are about.
  private var chat: String?

  /// Reads the file at `path`.
  ///
  /// - Throws: ``RulesFileError``.
  public init(path: String) throws(RulesFileError) {
    let bytes: InputBytes
    do throws(ImportError) { bytes = try InputBytes(contentsOf: path) } catch {
      throw RulesFileError(path, "cannot be read; name the file of redaction rules")
    }
    try self.init(bytes.array(in: 0..<bytes.count), path: path)
  }

  /// Reads the bytes of a file, called `path` in messages.
  ///
  /// - Throws: ``RulesFileError``.
  public init(_ bytes: [UInt8], path: String) throws(RulesFileError) {
    self.path = path
    guard var text = String(validating: bytes, as: UTF8.self) else {
      throw RulesFileError(path, "is no text in UTF-8; save the rules as a plain text file in UTF-8")
    }
    if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
    var number = 0
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      number += 1
      let line = line.trimmed
      if line.isEmpty || line.hasPrefix("#") { continue }
      try read(line, number)
    }
    guard !rules.isEmpty else {
      throw RulesFileError(path, "has no rules; write one a line, for example 'word: Alice Smith'")
    }
  }

  /// Throws if a rule is not about words or gives a text in their place, which bars do not show.
  ///
  /// - Throws: ``RulesFileError``.
  public func checkInPlace() throws(RulesFileError) {
    for rule in rules {
      switch rule.subject {
      case .word, .pattern: break
      default:
        throw RulesFileError(
          path, line: rule.line,
          "is a rule '\(rule.word):', but --redact-in-place takes 'word:' and 'pattern:' alone, because others change the layout; write a 'word:' for each name, or leave out --redact-in-place"
        )
      }
      guard rule.replacement == nil, replacement == nil else {
        throw RulesFileError(
          path, line: rule.line,
          "has a text in place of the words, but --redact-in-place shows bars; remove ' => ' and 'replacement:', or leave out --redact-in-place"
        )
      }
    }
  }

  private mutating func read(_ line: Substring, _ number: Int) throws(RulesFileError) {
    guard let colon = line.firstIndex(of: ":") else {
      throw RulesFileError(
        path, line: number, "expected a kind of rule and a colon; write for example 'word: Alice Smith'")
    }
    let word = line[..<colon].trimmed.lowercased()
    let value = line[line.index(after: colon)...].trimmed
    guard value.unicodeScalars.count <= Self.valueLimit else {
      throw RulesFileError(path, line: number, "has more than \(Self.valueLimit) characters; shorten it")
    }
    switch word {
    case "chat": chat = value.isEmpty || value == "*" ? nil : String(value)
    case "replacement": replacement = value.isEmpty ? replacement : String(value)
    default:
      guard rules.count < Self.ruleLimit else {
        throw RulesFileError(
          path, line: number, "is beyond the limit of \(Self.ruleLimit) rules; remove some")
      }
      rules.append(try rule(word, value, number))
    }
  }

  private func rule(
    _ word: String, _ value: Substring, _ number: Int
  ) throws(RulesFileError) -> RedactionRule {
    var (value, replacement) = (value, String?.none)
    if ["word", "pattern", "person"].contains(word), let arrow = value.lastRange(of: " => ") {
      replacement = String(value[arrow.upperBound...].trimmed)
      value = value[..<arrow.lowerBound].trimmed
    }
    guard !value.isEmpty || word == "positions" else {
      throw RulesFileError(
        path, line: number, "has nothing after '\(word):'; name what is redacted, or remove the line")
    }
    let subject = try subject(word, String(value), number)
    return RedactionRule(line: number, subject, replacement: replacement, chat: chat)
  }

  private func subject(
    _ word: String, _ value: String, _ number: Int
  ) throws(RulesFileError) -> RedactionRule.Subject {
    switch word {
    case "word": return .word(try checkedTerm(value, number))
    case "person": return .person(value)
    case "pattern":
      do throws(TextPattern.Mistake) { _ = try TextPattern(value) } catch {
        throw RulesFileError(
          path, line: number,
          "is no regular expression\(error.column.map { ": look at character \($0) of the pattern" } ?? ""); the syntax is ICU's, like Java's"
        )
      }
      return .pattern(value)
    case "messages-of": return .messagesOf(value)
    case "message": return .message(value)
    case "day", "days": return .days(try days(value, number))
    case "attachment": return .attachment(value)
    case "attachments": return try attachments(value, number)
    case "attachments-of": return .attachmentsOf(value)
    case "attachments-in": return .attachmentsIn(value)
    case "positions": return .positions
    default:
      throw RulesFileError(
        path, line: number,
        "is of no known kind; a line begins with word:, pattern:, person:, messages-of:, message:, day:, attachment:, attachments:, attachments-of:, attachments-in:, positions:, chat: or replacement:"
      )
    }
  }

  /// Returns a word, phrase or name that can be looked for.
  private func checkedTerm(_ value: String, _ number: Int) throws(RulesFileError) -> String {
    guard Term.isUsable(value) else {
      throw RulesFileError(
        path, line: number,
        "is too short: a word has at least two letters or digits; for less, write a pattern:"
      )
    }
    return value
  }

  private func attachments(_ value: String, _ number: Int) throws(RulesFileError) -> RedactionRule.Subject {
    if value == "all" { return .attachments(nil) }
    guard let kind = Attachment.Kind(rawValue: value) else {
      let kinds = Attachment.Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw RulesFileError(path, line: number, "is no kind of attachment; give \(kinds) or all")
    }
    return .attachments(kind)
  }

  private func days(_ value: String, _ number: Int) throws(RulesFileError) -> ClosedRange<CivilDate> {
    let ends = value.split(separator: "..", omittingEmptySubsequences: false).map { Self.day($0.trimmed) }
    guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1], first <= last
    else {
      throw RulesFileError(
        path, line: number,
        "is no day; write 2024-05-01, or 2024-05-01..2024-05-03 for several, the earlier one first")
    }
    return first...last
  }

  private static func day(_ text: Substring) -> CivilDate? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].utf8.count == 4, let year = Int(parts[0]), let month = Int(parts[1]),
      let day = Int(parts[2])
    else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }
}

extension Substring {
  /// The text without white space at its ends.
  fileprivate var trimmed: Substring {
    var text = self
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return text
  }

  /// Returns the last occurrence of a text, or nil.
  fileprivate func lastRange(of separator: String) -> Range<Index>? { ranges(of: separator).last }
}
