import ChatModel

/// A one-line excerpt of a text, up to a limit. White space becomes single spaces.
struct TextExcerpt {
  private let limit: Int
  /// The line so far, in UTF-8.
  private var line: [UInt8] = []
  /// Number of code points in it.
  private var count = 0
  private var owesSpace = false
  private var isFull = false

  /// An empty excerpt of at most `limit` code points.
  init(limit: Int) { self.limit = max(1, limit) }

  /// The excerpt so far, with an ellipsis if it is full.
  var text: String { String(decoding: line, as: UTF8.self) + (isFull ? "…" : "") }

  /// True if a text is one line already: printable ASCII with single spaces between words.
  static func isLine(_ bytes: Span<UInt8>) -> Bool {
    var (before, isLine) = (UInt8(ascii: " "), true)
    for index in bytes.indices {
      let byte = bytes[index]
      isLine = isLine && byte &- 0x20 < 0x5F && (byte != 0x20 || before != 0x20)
      before = byte
    }
    return isLine && before != 0x20
  }

  /// Appends text until the excerpt is full.
  mutating func append(_ string: String) {
    let bytes = string.utf8.span
    if line.isEmpty { line.reserveCapacity(bytes.count) }
    var offset = 0
    while offset < bytes.count, !isFull {
      let (scalar, length) = bytes.scalar(at: offset)
      if Self.isWhitespace(scalar) {
        owesSpace = count > 0
      } else if count + (owesSpace ? 2 : 1) > limit {
        isFull = true
      } else {
        if owesSpace {
          line.append(UInt8(ascii: " "))
          (count, owesSpace) = (count + 1, false)
        }
        for index in offset..<offset + length { line.append(bytes[index]) }
        count += 1
      }
      offset += length
    }
  }

  /// True if a code point is White_Space. The look-up is skipped for ranges without any (the property is stable),
  /// so most scripts need none.
  private static func isWhitespace(_ value: UInt32) -> Bool {
    if value < 0x80 { return ASCII.isWhitespace(UInt8(truncatingIfNeeded: value)) }
    guard value <= 0xA0 || (0x1680...0x3000).contains(value) else { return false }
    return Unicode.Scalar(value)?.properties.isWhitespace ?? false
  }

  /// Returns a prefix of the text that is long enough for the excerpt, so that long messages cost no more than short ones.
  func enough(of text: MessageText) -> MessageText {
    let bytes = text.string.utf8
    let wanted = limit.multipliedReportingOverflow(by: 16)
    guard !wanted.overflow, bytes.count > wanted.partialValue + 1024 else { return text }
    let cut = bytes.index(bytes.startIndex, offsetBy: wanted.partialValue + 1024)
    return MessageText(String(text.string[..<cut]), markup: text.markup)
  }
}
