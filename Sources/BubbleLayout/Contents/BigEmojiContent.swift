public import ChatModel
import Frames
import TextLayout

extension Message {
  /// How many emoji are drawn large; more are a text of emoji.
  private static let mostBigEmoji = 3

  /// The emoji of a message that is one to three of them and nothing else: drawn large, without a bubble.
  ///
  /// A reply, a forwarded message and one with spans has more to show and keeps its bubble.
  var bigEmoji: String? {
    guard reply == nil, case .text(let text) = content, EmojiText.mayStart(text.string) else { return nil }
    if case .spans(let spans) = text.markup, !spans.isEmpty { return nil }
    if extras?.needBubble == true { return nil }
    return EmojiText.emoji(of: text.string, most: Self.mostBigEmoji)
  }

  /// Whether the message is shown without a bubble.
  public var hasNoBubble: Bool { bigEmoji != nil }
}

extension MessageExtras {
  /// Whether there is more to show than stands beside a picture without a bubble.
  var needBubble: Bool { text != nil || !edits.isEmpty || Wording.hasHeader(self) }
}

extension RowLayouter {
  /// The row of big emoji.
  func bigEmojiFrame(_ emoji: String, input: RowInput, gap: LayoutUnit) -> Frame {
    let laid = layOut(emoji, role: .bigEmoji, maxWidth: textWidth)
    return bareFrame(
      input, gap: gap,
      picture: BarePicture(
        box: .text, size: Size(width: laid.width.ceilingPx, height: laid.height),
        lineWidth: laid.lastLineWidth,
        content: .text(laid.block)))
  }
}
