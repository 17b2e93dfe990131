public import ChatModel
internal import Fonts
import Frames
internal import TextLayout

extension Message {
  /// Maximum number of emoji drawn large.
  private static let mostBigEmoji = 3

  /// The emoji of a message that consists of one to three of them, which are drawn large without a bubble; otherwise nil.
  ///
  /// A reply, a forwarded message and one with spans has more to show and keeps its bubble.
  var bigEmoji: String? {
    guard reply == nil, case .text(let text) = content, EmojiText.mayStart(text.string) else { return nil }
    if case .spans(let spans) = text.markup, !spans.isEmpty { return nil }
    if extras?.needsBubble == true { return nil }
    return EmojiText.emoji(of: text.string, most: Self.mostBigEmoji)
  }

  /// Indicates whether the message is shown without a bubble.
  public var hasNoBubble: Bool { bigEmoji != nil }
}

extension MessageExtras {
  /// Indicates whether there is more to show than fits beside a picture without a bubble.
  var needsBubble: Bool { text != nil || !edits.isEmpty || Wording.hasHeader(self) }
}

extension RowLayouter {
  /// Lays out a row of big emoji.
  func bigEmojiFrame(_ emoji: String, input: RowInput, gap: LayoutUnit) -> Frame {
    let laid = layOut(emoji, role: .bigEmoji, maxWidth: textWidth)
    return bareFrame(
      input, gap: gap,
      picture: BarePicture(
        role: .text, size: Size(width: laid.width.ceilingPx, height: laid.height),
        lineWidth: laid.lastLineWidth,
        content: .text(laid.block)))
  }
}
