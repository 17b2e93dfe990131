import ChatModel
import Fonts
import Frames
import TextLayout

@testable import BubbleLayout

/// A kind of content that the program does not have, in the one file that it takes: what was thrown with dice.
struct DiceContent: NamedPart {
  static let kind = "dice"
  let facts: PartFacts
  private let pips: [Int]

  init?(_ facts: PartFacts) {
    self.facts = facts
    pips = (facts["pips"] ?? "").split(separator: " ").compactMap { Int($0) }.filter { (1...6).contains($0) }
    if pips.isEmpty { return nil }
  }
}

extension DiceContent: ContentLayout {
  private var sum: String { "Threw \(pips.reduce(0, +))" }

  func forEachText(_ body: (DisplayedText) -> Void) {
    body(.label(sum))
    for pip in pips { body(.label("\(pip)")) }
  }

  func line(_ quoting: QuoteLine) -> String { quoting.line(ofPlain: sum) }

  /// A square with a number for each die, and their sum under them.
  func add(to stack: inout PartStack, of input: RowInput, in layouter: RowLayouter) {
    let theme = layouter.theme
    let step = theme.icon + theme.iconGap
    for (index, pip) in pips.enumerated() {
      let ground = Rect(x: step * index, y: .zero, width: theme.icon, height: theme.icon)
      let words = layouter.line("\(pip)", role: .cardTitle, maxWidth: theme.icon)
      stack.draw(.card, number: index, ground, .box(.card, radius: theme.innerRadius))
      stack.draw(
        .label, number: index,
        Rect(
          x: ground.minX + (theme.icon - words.width).half, y: (theme.icon - words.height).half,
          width: words.width, height: words.height), .text(words.block))
    }
    let words = layouter.line(sum, role: .cardFact, maxWidth: stack.maxWidth)
    stack.draw(
      .fact, Rect(x: .zero, y: theme.icon + theme.cardLineGap, width: words.width, height: words.height),
      .text(words.block))
    stack.endPart(
      size: Size(
        width: max(step * pips.count - theme.iconGap, words.width),
        height: theme.icon + theme.cardLineGap + words.height),
      insets: theme.bubbleInsets)
  }
}
