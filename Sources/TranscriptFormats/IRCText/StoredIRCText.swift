import ChatModel
import ImportKit

/// The text of a message in the database of an IRC client or bouncer, with mIRC's codes as styles.
enum StoredIRCText {
  /// Returns the text with its styles; an action, which is what somebody does, is in italics.
  static func text(_ string: String, isAction: Bool = false) -> MessageText {
    guard isAction || string.utf8.contains(where: { $0 < 0x20 }) else {
      return MessageText(string, markup: .plain)
    }
    var (plain, spans) = ("", [SourceSpan]())
    // Styles end with their line.
    for line in string.split(separator: "\n", omittingEmptySubsequences: false) {
      var styles = MIRCFormatting()
      styles.read(Array(line.utf8))
      if !plain.isEmpty { plain += "\n" }
      let start = plain.utf8.count
      plain += String(decoding: styles.text, as: UTF8.self)
      spans += styles.spans.map { SourceSpan(start: start + $0.start, end: start + $0.end, kind: $0.kind) }
    }
    guard isAction, !plain.isEmpty else {
      return MessageText(plain, markup: spans.isEmpty ? .plain : .spans(spans))
    }
    let whole = SourceSpan(start: 0, end: plain.utf8.count, kind: .italic)
    return MessageText(plain, markup: .spans([whole] + spans.filter { $0.kind != .italic }))
  }

  /// Returns the text without styles.
  static func plain(_ string: String) -> String { text(string).string }
}
