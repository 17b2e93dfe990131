public import ChatModel
import Fonts
import Frames
import RichText
import TextLayout

extension Message {
  /// Maximum number of emoji drawn large.
  private static let mostBigEmoji = 3

  /// The emoji of a message of one to three emoji, which are drawn large without a bubble; otherwise nil.
  ///
  /// `pictures` are the chat's own emoji, by name. A reply, a forwarded message and a message with spans keep their bubble, because
  /// they show more than emoji.
  func bigEmoji(emoji pictures: [String: String]) -> String? {
    guard reply == nil, case .text(let text) = content,
      !pictures.isEmpty || EmojiText.mayStart(text.string)
    else { return nil }
    if case .spans(let spans) = text.markup, !spans.isEmpty { return nil }
    if extras?.needsBubble == true { return nil }
    if pictures.isEmpty { return EmojiText.emoji(of: text.string, most: Self.mostBigEmoji) }
    let (rest, count) = OwnEmojiMarks.removed(pictures, from: text.string)
    guard 1...Self.mostBigEmoji ~= count else { return nil }
    let isAlone =
      rest.allSatisfy(\.isWhitespace) || EmojiText.emoji(of: rest, most: Self.mostBigEmoji - count) != nil
    return isAlone ? text.string.trimmed : nil
  }

  /// True if the message is shown without a bubble. `emoji` are the pictures of the chat's own emoji, by name.
  public func hasNoBubble(emoji: [String: String] = [:]) -> Bool { bigEmoji(emoji: emoji) != nil }
}

extension String {
  /// The text without white space at its ends.
  fileprivate var trimmed: String {
    var rest = self[...]
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}

extension MessageExtras {
  /// True if the message has more to show than fits beside a picture without a bubble.
  var needsBubble: Bool { text != nil || !edits.isEmpty || Wording.hasHeader(self) }
}

extension RowLayouter {
  /// Lays out a row of big emoji.
  func bigEmojiFrame(_ emoji: String, input: RowInput, gap: LayoutUnit) -> Frame {
    var marks: [TextMark] = []
    OwnEmojiMarks.add(input.emoji, to: &marks, in: emoji)
    let laid = layOut(emoji, marks: marks, role: .bigEmoji, maxWidth: textWidth)
    return bareFrame(
      input, gap: gap,
      picture: BarePicture(
        role: .text, size: Size(width: laid.width.ceilingPx, height: laid.height),
        lineWidth: laid.lastLineWidth,
        content: .text(laid.block)))
  }
}
