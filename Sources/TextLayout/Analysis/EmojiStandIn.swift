import Frames

/// Stand-ins for the names of a chat's own emoji while a text is measured: an emoji with marks on it, as many bytes long as the
/// name, so that offsets do not change.
///
/// The rules of line breaking, directions and clusters thus treat the name as one picture, which is how it is shown.
enum EmojiStandIn {
  /// Returns a text with stand-ins in place of marked emoji. Marks of fewer than three bytes have no emoji.
  static func text(for text: String, _ marks: [TextMark]) -> String {
    var bytes = Array(text.utf8)
    for mark in marks where mark.isEmoji {
      let (start, end) = (max(0, Int(mark.start)), min(Int(mark.end), bytes.count))
      guard end - start >= 3 else { continue }
      bytes.replaceSubrange(start..<end, with: standIn(byteCount: end - start))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns an emoji of three or four bytes, and marks of two or three for the rest.
  private static func standIn(byteCount: Int) -> [UInt8] {
    var standIn = Array((byteCount == 4 ? "\u{1F7E6}" : "\u{231A}").utf8)
    if (byteCount - standIn.count) % 2 == 1 { standIn += "\u{FE0F}".utf8 }
    while standIn.count < byteCount { standIn += "\u{0300}".utf8 }
    return standIn
  }
}
