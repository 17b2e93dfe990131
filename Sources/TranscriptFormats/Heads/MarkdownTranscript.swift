import ChatModel
import ImportKit

/// The heads of messages in the `chat.md` that signal-export writes, and how such a file differs from a phone's transcript.
enum MarkdownTranscript {
  struct Head {
    var instant: Timestamp
    var sender: String
    /// True in older versions, which write a comma and no seconds.
    var isOld: Bool
    /// The offset of the text.
    var end: Int
  }

  private static let senderLimit = 200

  static func head(_ bytes: InputBytes, _ line: Range<Int>) -> Head? {
    guard line.count >= 20, bytes[line.lowerBound] == UInt8(ascii: "["),
      let close = bytes.firstIndex(
        of: UInt8(ascii: "]"), in: line.lowerBound..<min(line.upperBound, line.lowerBound + 24)),
      let colon = bytes.firstIndex(of: UInt8(ascii: ":"), in: close..<line.upperBound), colon - close > 2,
      colon - close <= senderLimit, bytes[close + 1] == 0x20
    else { return nil }
    let written = bytes.array(in: line.lowerBound + 1..<close)
    let date = written.filter { $0 != UInt8(ascii: ",") }
    guard let instant = Timestamp(date.span), case .wallClock = instant else { return nil }
    // The name ends at the first colon before a space or the end of the line.
    var end = colon
    while end + 1 < line.upperBound, bytes[end + 1] != 0x20 {
      guard let next = bytes.firstIndex(of: UInt8(ascii: ":"), in: end + 1..<line.upperBound),
        next - close <= senderLimit
      else { return nil }
      end = next
    }
    let sender = bytes.repairedString(in: close + 2..<end)
    let isOld = written.count == 17 && written[10...].starts(with: ", ".utf8)
    return Head(instant: instant, sender: sender, isOld: isOld, end: min(end + 2, line.upperBound))
  }

  /// True if a file is such a chat. Other apps write such heads too, but here two thirds of the messages end in two spaces or in
  /// reactions, or are deleted; or there is a reference that only signal-export writes, in case an editor removed the spaces.
  /// Several old heads are enough if each bracket at a line's start begins one: Threema also writes brackets without a name, and
  /// WhatsApp seconds or words of its own.
  static func recognises(_ bytes: InputBytes) -> Bool {
    guard bytes.has([UInt8(ascii: "[")], at: start(of: bytes)) else { return false }
    var (heads, old, brackets, ends, isEnd) = (0, 0, 0, 0, false)
    for line in LogSample(bytes, from: LogLines.start(of: bytes)) {
      if bytes.has([UInt8(ascii: "[")], at: line.lowerBound) { brackets += 1 }
      if let head = head(bytes, line) {
        if heads > 0, isEnd { ends += 1 }
        heads += 1
        if head.isOld { old += 1 }
      } else if heads == 0 {
        return false
      }
      if isReference(bytes, line) { return true }
      isEnd =
        bytes.hasSuffix("  ", in: line) || bytes.hasSuffix(" -)", in: line)
        || bytes.hasSuffix(" ))", in: line)
        || bytes.hasSuffix("(This message was deleted)", in: line) || isEnd && line.isEmpty
    }
    if isEnd { ends += 1 }
    if heads > 0, ends * 3 >= heads * 2 { return true }
    return old > 1 && old == brackets && !TranscriptDetector(bytes).isChat
  }

  /// True if a line is a list of reactions, or ends in the address of a file or sticker or in words for one.
  private static func isReference(_ bytes: InputBytes, _ line: Range<Int>) -> Bool {
    let text = bytes.repairedString(in: max(line.lowerBound, line.upperBound - 400)..<line.upperBound)
      .trimmingEnd
    if text.hasSuffix(")"), let open = text.lastRange(of: "](") {
      return text[open.upperBound...].hasPrefix("./media/")
        || text[open.upperBound...].hasPrefix("../exported_stickers/")
    }
    return text.hasSuffix(" not exported)")
      && (text.hasSuffix("(media not exported)") || text.hasSuffix("(attachment not exported)"))
      || text.hasPrefix("(- ") && text.hasSuffix(" -)") && text.contains(": ")
  }

  /// Returns the offset of the first line that is not blank.
  static func start(of bytes: InputBytes) -> Int {
    bytes.offsetBehindSpace(from: LogLines.start(of: bytes), limit: bytes.count)
  }
}

extension StringProtocol {
  /// Returns the last range equal to `text`, or nil.
  func lastRange(of text: String) -> Range<Index>? {
    let bytes = Array(text.utf8)
    var end = utf8.endIndex
    guard utf8.count >= bytes.count else { return nil }
    var start = utf8.index(end, offsetBy: -bytes.count)
    while true {
      if utf8[start..<end].elementsEqual(bytes) { return start..<end }
      guard start > utf8.startIndex else { return nil }
      (start, end) = (utf8.index(start, offsetBy: -1), utf8.index(end, offsetBy: -1))
    }
  }
}

extension InputBytes {
  /// True if `range` ends with `text`.
  fileprivate func hasSuffix(_ text: StaticString, in range: Range<Int>) -> Bool {
    let bytes = Array("\(text)".utf8)
    return range.count >= bytes.count && has(bytes, at: range.upperBound - bytes.count)
  }
}
