import ChatModel

/// One line of text, built up to a limit: white space becomes single spaces.
struct PlainLine {
  private let limit: Int
  private var line = ""
  private var count = 0
  private var owesSpace = false
  private var isFull = false

  init(limit: Int) { self.limit = max(1, limit) }

  /// The line so far.
  var text: String { isFull ? line + "…" : line }

  mutating func append(_ string: String) {
    if isFull { return }
    let scalars = string.unicodeScalars
    // Where the word starts that is not in the line yet.
    var word = scalars.startIndex
    var place = word
    while place < scalars.endIndex {
      let next = scalars.index(after: place)
      if Self.isWhitespace(scalars[place]) {
        line += string[word..<place]
        word = next
        owesSpace = count > 0
      } else if count + (owesSpace ? 2 : 1) > limit {
        isFull = true
        break
      } else {
        if owesSpace {
          line += " "
          (count, owesSpace) = (count + 1, false)
        }
        count += 1
      }
      place = next
    }
    line += string[word..<place]
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
