import Fonts
import Frames
import Testing

@testable import BubbleLayout

/// Sizes and line heights at which browsers put the baseline at the same height: see ``CommonMetrics``.
@Suite struct BaselineTests {
  @Test(
    "Every size and line height of the look has one baseline in all browsers",
    arguments: ["standard", "slate", "paper"])
  func oneBaseline(name: String) throws {
    let theme = try Theme.builtIn(name)
    for role in TextRole.allCases where role != .bigEmoji {
      let style = theme.style(role)
      let exact = style.fontSize.px * Double(CommonMetrics.descent) / 100
      #expect(exact.rounded() > exact, "\(role): the descent is rounded down")
      let ascent = (style.fontSize.px * Double(CommonMetrics.ascent) / 100).rounded()
      let leading = style.lineHeight.px - ascent - exact.rounded()
      #expect(
        leading >= 0 && leading.truncatingRemainder(dividingBy: 2) == 0, "\(role): \(leading) px between")
    }
  }
}
