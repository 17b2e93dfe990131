import ChatModel
import Frames
import ICU
import TextLayout

extension RowLayouter {
  /// Adds chips with emoji and count, wrapped to as many lines as needed.
  func addReactions(of input: RowInput, to stack: inout PartStack) {
    // Paths of custom emoji, in the order of the reactions.
    let pictures = input.reactionPictures
    let insets = theme.bubbleInsets
    let available = stack.maxWidth - insets.left - insets.right
    let height = theme.reactionHeight
    var x = LayoutUnit.zero
    var y = LayoutUnit.zero
    var width = LayoutUnit.zero
    for (number, reaction) in input.message.reactions.enumerated() {
      let picture = pictures.indices.contains(number) ? pictures[number] : nil
      let words = Wording.reaction(reaction, hasPicture: picture != nil, shown: inLocalDigits)
      let side = picture == nil ? LayoutUnit.zero : theme.reactionPicture
      let space = picture == nil || words.isEmpty ? LayoutUnit.zero : theme.reactionGap
      let label = cachedLine(
        words, role: .reaction, maxWidth: available - theme.reactionPadding * 2 - side - space)
      let chip = label.width.ceilingPx + side + space + theme.reactionPadding * 2
      if x > .zero, x + chip > available {
        x = .zero
        y = y + height + theme.reactionGap
      }
      let ground = Rect(x: x, y: y, width: chip, height: height)
      let text = Rect(
        x: x + theme.reactionPadding + side + space, y: y + (height - label.height).half, width: label.width,
        height: label.height)
      stack.draw(.chip, number: number, ground, .reaction(self.reaction(reaction, of: input)))
      if let picture {
        stack.draw(
          .emoji, number: number,
          Rect(x: x + theme.reactionPadding, y: y + (height - side).half, width: side, height: side),
          .emoji(FrameImage(path: picture, alt: Wording.oneLine(reaction.emoji), radii: .zero)))
      }
      if !words.isEmpty {
        stack.draw(picture == nil ? .reaction : .count, number: number, text, .text(label.block))
      }
      width = max(width, ground.maxX)
      x = x + chip + theme.reactionGap
    }
    let lineHeight = theme.style(.reaction).lineHeight
    stack.endPart(
      size: Size(width: width, height: y + height),
      insets: Insets(
        top: theme.reactionInset, left: insets.left, bottom: insets.bottom, right: insets.right),
      lastLine: BubblePart.LastLine(
        width: max(.zero, x - theme.reactionGap), top: y + (height - lineHeight).half,
        indent: .zero, ascent: ascent(of: .reaction, lineHeight: lineHeight), direction: .leftToRight),
      // More room does not move chips that are on one line.
      wideVariant: y == .zero ? .same : .unknown)
  }

  /// Returns the known names of people who reacted, and the number of others. If their times are known, each name is on a
  /// line with its time.
  private func reaction(_ reaction: Reaction, of input: RowInput) -> FrameReaction {
    var names: [String] = []
    var isOwn = false
    let hasTimes = reaction.times.contains { $0 != nil }
    for (number, index) in reaction.by.enumerated() {
      guard var name = spokenName(of: index) else { continue }
      if names.count < Wording.namesInList {
        if number < reaction.times.count, let time = reaction.times[number].flatMap({ input.moments[$0] }) {
          name += " · \(words(of: time, on: input.localDay))"
        }
        names.append(name)
      }
      isOwn = isOwn || people[Int(index.value)].isMe
    }
    return FrameReaction(
      people: wording.list(
        names, of: max(reaction.count, reaction.by.count), separator: hasTimes ? "\n" : ", ",
        shown: dates.integer),
      isOwn: isOwn)
  }
}
