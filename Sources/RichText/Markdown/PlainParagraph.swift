import ChatModel

/// One line of text, built up to a limit: white space becomes single spaces.
struct PlainParagraph {
  private let limit: Int
  /// The line so far, in UTF-8.
  private var line: [UInt8] = []
  /// How many characters it has.
  private var count = 0
  private var owesSpace = false
  private var isFull = false

  init(limit: Int) { self.limit = max(1, limit) }

  /// The line so far.
  var text: String { String(decoding: line, as: UTF8.self) + (isFull ? "…" : "") }

  /// Whether a text is a line as it is: printable ASCII, with single spaces between words.
  static func isLine(_ bytes: Span<UInt8>) -> Bool {
    var (before, isLine) = (UInt8(ascii: " "), true)
    for place in bytes.indices {
      let byte = bytes[place]
      isLine = isLine && byte &- 0x20 < 0x5F && (byte != 0x20 || before != 0x20)
      before = byte
    }
    return isLine && before != 0x20
  }

  mutating func append(_ string: String) {
    let bytes = string.utf8.span
    if line.isEmpty { line.reserveCapacity(bytes.count) }
    var place = 0
    while place < bytes.count, !isFull {
      let (scalar, length) = bytes.scalar(at: place)
      if Self.isWhitespace(scalar) {
        owesSpace = count > 0
      } else if count + (owesSpace ? 2 : 1) > limit {
        isFull = true
      } else {
        if owesSpace {
          line.append(UInt8(ascii: " "))
          (count, owesSpace) = (count + 1, false)
        }
        for index in place..<place + length { line.append(bytes[index]) }
        count += 1
      }
      place += length
    }
  }

  /// Unicode is asked only where its database has blanks (White_Space, a property that no longer changes): not about the
  /// letters of most scripts.
  private static func isWhitespace(_ value: UInt32) -> Bool {
    if value < 0x80 { return ASCII.isWhitespace(UInt8(truncatingIfNeeded: value)) }
    guard value <= 0xA0 || (0x1680...0x3000).contains(value) else { return false }
    return Unicode.Scalar(value)?.properties.isWhitespace ?? false
  }

  /// A beginning of the text that is long enough for the line, so that a long message costs no more than a short.
  func enough(of text: MessageText) -> MessageText {
    let bytes = text.string.utf8
    let wanted = limit.multipliedReportingOverflow(by: 16)
    guard !wanted.overflow, bytes.count > wanted.partialValue + 1024 else { return text }
    let cut = bytes.index(bytes.startIndex, offsetBy: wanted.partialValue + 1024)
    return MessageText(String(text.string[..<cut]), markup: text.markup)
  }
}
