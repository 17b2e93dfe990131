import ChatModel

/// One line of text, built up to a limit: white space becomes single spaces.
struct PlainLine {
  private let limit: Int
  private var scalars = String.UnicodeScalarView()
  private var count = 0
  private var owesSpace = false
  private var isFull = false

  init(limit: Int) { self.limit = max(1, limit) }

  /// The line so far.
  var text: String { String(scalars) + (isFull ? "…" : "") }

  mutating func append(_ string: String) {
    for scalar in string.unicodeScalars {
      if isFull { return }
      if Self.isWhitespace(scalar) {
        owesSpace = count > 0
        continue
      }
      if count + (owesSpace ? 2 : 1) > limit {
        isFull = true
        return
      }
      if owesSpace {
        scalars.append(" ")
        (count, owesSpace) = (count + 1, false)
      }
      scalars.append(scalar)
      count += 1
    }
  }

  /// Unicode is asked only about characters that its database has to tell.
  private static func isWhitespace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII ? scalar == " " || (0x09...0x0D).contains(scalar.value) : scalar.properties.isWhitespace
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
