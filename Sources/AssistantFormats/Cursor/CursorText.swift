import ChatModel
import ImportKit

/// The older form of transcripts: lines `user:` and `assistant:`, and marks before thoughts, calls and results.
struct CursorText {
  enum TextPart: Equatable {
    case user(String), answer(String), thinking(String)
    case call(name: String, input: String)
    case result(name: String, output: String)
  }

  private let bytes: InputBytes
  private let path: String

  init(_ bytes: InputBytes, path: String) { (self.bytes, self.path) = (bytes, path) }

  /// True if a text begins with the head of a prompt and has a query of the user.
  static func recognises(_ head: [UInt8]) -> Bool {
    let text = String(decoding: head.prefix(8192), as: UTF8.self)
    let start = text.drop(while: \.isWhitespace)
    return (start.hasPrefix("user:\n") || start.hasPrefix("user:\r\n"))
      && start.range(of: "<user_query>") != nil
  }

  private static let marks = [("[Thinking]", 0), ("[Tool call]", 1), ("[Tool result]", 2)]

  /// Calls `body` with each part and the number of its first line.
  func forEachPart(
    log: inout DiagnosticLog,
    _ body: (TextPart, Int, inout DiagnosticLog) throws(ImportError) -> Void
  ) throws(ImportError) {
    var role = "user"
    var (head, kind, lines, first) = ("", -1, [Substring](), 1)
    func end(_ log: inout DiagnosticLog) throws(ImportError) {
      let text = Self.withoutIndent(lines).joined(separator: "\n").trimmingSpaces
      defer { (head, kind, lines) = ("", -1, []) }
      switch kind {
      case 0:
        if !(head + text).isBlank {
          try body(.thinking([head, text].filter { !$0.isEmpty }.joined(separator: "\n")), first, &log)
        }
      case 1: try body(.call(name: head, input: text), first, &log)
      case 2: try body(.result(name: head, output: text), first, &log)
      default:
        if !text.isBlank { try body(role == "user" ? .user(text) : .answer(text), first, &log) }
      }
    }
    let text = bytes.repairedString(in: bytes.contentStart..<bytes.count)
    var number = 0
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      number += 1
      if line == "user:" || line == "assistant:" {
        try end(&log)
        (role, first) = (String(line.dropLast()), number)
      } else if role == "assistant", let (mark, index) = Self.marks.first(where: { line.hasPrefix($0.0) }) {
        try end(&log)
        (kind, first) = (index, number)
        head = String(line.dropFirst(mark.count)).trimmingSpaces
      } else if kind > 0, !line.isEmpty, line.first?.isWhitespace == false {
        // The arguments of a call are indented.
        try end(&log)
        (lines, first) = ([line], number)
      } else {
        if lines.isEmpty, kind < 0 { first = number }
        lines.append(line)
      }
    }
    try end(&log)
  }

  /// Returns lines without the spaces that all of them begin with.
  private static func withoutIndent(_ lines: [Substring]) -> [Substring] {
    let indents = lines.filter { !$0.allSatisfy(\.isWhitespace) }.map { $0.prefix { $0 == " " }.count }
    let indent = indents.min() ?? 0
    return indent == 0 ? lines : lines.map { $0.dropFirst(min(indent, $0.prefix { $0 == " " }.count)) }
  }
}
