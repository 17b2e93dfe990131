import HTML

/// The files of emoji pictures: one for each emoji of the export, under `assets/emoji/`.
public enum EmojiPicture {
  /// The file's name: the emoji's code points in hexadecimal, joined by `-`, and `.png`.
  ///
  /// `👍🏽` is `1f44d-1f3fd.png`: writers of files and of links agree without a table. Presentation selectors
  /// are left out, so that all spellings of one emoji share its file.
  public static func fileName(of emoji: String) -> String {
    emoji.unicodeScalars.filter { $0 != "\u{FE0F}" }.map { String($0.value, radix: 16) }.joined(
      separator: "-")
      + ".png"
  }
}

extension HTMLWriter {
  /// The file name of the emoji at a UTF-8 range of a text, as in `EmojiPicture`, without a string for each.
  mutating func emojiFileName(_ text: String, from start: Int, to end: Int) {
    let bytes = text.utf8
    let first = bytes.index(bytes.startIndex, offsetBy: start)
    let last = bytes.index(bytes.startIndex, offsetBy: end)
    var isFirst = true
    for scalar in text.unicodeScalars[first..<last] where scalar != "\u{FE0F}" {
      if !isFirst { raw("-") }
      hexadecimal(scalar.value)
      isFirst = false
    }
    raw(".png")
  }
}
