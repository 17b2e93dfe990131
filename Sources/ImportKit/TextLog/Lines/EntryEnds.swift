package import ChatModel

/// The line endings that may precede a message.
///
/// Some apps end messages with CR LF and write a line feed alone for a line break inside a message. Everything
/// after such a line feed is text, even if it looks like a message, because somebody pasted it from another
/// chat.
package struct EntryEnds: Sendable, Equatable {
  /// True if a message begins only at the start of the file and after CR LF.
  let needReturn: Bool
  /// The number of lines that look like a message but are text.
  package let pastedCount: Int

  /// Any line may begin a message.
  package static let any = EntryEnds()

  private init() { (needReturn, pastedCount) = (false, 0) }

  /// The most bytes of a message, whose text has at most 65,536 characters, and the most messages that people paste
  /// in one. Beyond, the file was joined from two with different endings.
  package static let byteLimit = 4 * 65_536 + 1024
  private static let pasteLimit = 200

  /// Examines the endings of all lines of `bytes` from `start` on. `begins` returns true if a line looks like a
  /// message.
  package init(_ bytes: InputBytes, from start: Int, begins: (Range<Int>) -> Bool) {
    self = .any
    guard start < bytes.count, bytes.firstIndex(of: 0x0D, in: start..<bytes.count) != nil else { return }
    var (record, offset, hasReturn, last) = (start, start, true, false)
    var (pasted, pastedHere) = (0, 0)
    while offset < bytes.count {
      let end = LogLines.end(of: bytes, from: offset)
      let line = LogLines.content(of: bytes, from: offset, to: end)
      if !hasReturn, begins(line) { pastedHere += 1 }
      guard end - record <= Self.byteLimit, pastedHere <= Self.pasteLimit else { return }
      hasReturn = line.upperBound < end
      if end < bytes.count { last = hasReturn }
      if hasReturn {
        pasted += pastedHere
        (record, pastedHere) = (end + 1, 0)
      }
      offset = end + 1
    }
    guard last else { return }
    self.init(needReturn: true, pastedCount: pasted + pastedHere)
  }

  private init(needReturn: Bool, pastedCount: Int) {
    (self.needReturn, self.pastedCount) = (needReturn, pastedCount)
  }

  /// True if the line that begins at `offset` may begin a message.
  @inline(__always)
  package func mayBegin(at offset: Int, of bytes: InputBytes) -> Bool {
    !needReturn || offset < 2 || bytes[offset &- 1] != 0x0A || bytes[offset &- 2] == 0x0D
  }

  /// Returns the note that lines that look like messages are text, or nil if there are none.
  package func note(in file: String) -> Diagnostic? {
    Self.note(pastedCount, because: "messages of this file end with CR LF", in: file)
  }

  /// Returns the note that `count` lines that look like messages are text, or nil if there are none.
  package static func note(_ count: Int, because reason: String, in file: String) -> Diagnostic? {
    guard count > 0 else { return nil }
    let lines = count == 1 ? "1 line looks" : "\(count) lines look"
    return Diagnostic(
      .note, "pasted-messages",
      "\(lines) like a message and \(count == 1 ? "is" : "are") the text of another, as somebody pasted it: \(reason)",
      at: Origin(file: file))
  }
}
