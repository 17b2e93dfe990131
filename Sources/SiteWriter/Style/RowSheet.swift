import Frames
import HTML

extension SiteStyle {
  /// Writes the rules that most rows share, so that they need not repeat them: the insets of bubbles (`--t`, `--e`,
  /// `--b`, `--l`: top, right edge, bottom, left), and the positions of texts, times, avatars and reactions relative to
  /// these and to the ends of their row.
  func writeRows(to css: inout HTMLWriter) {
    let time = style(of: .time).lineHeight
    css.rule(".rows", ("--t", .term(common.bubbleTop)), ("--b", .zero))
    css.rule(".in", ("--l", .term(common.incomingLeft)))
    css.rule(".out", ("--e", .term(common.sideMargin)))
    css.rule(".rows article.g", ("--t", .term(common.top(of: .gapped))))
    css.rule(".rows article.n", ("--t", .term(common.top(of: .named))))
    // A height, so that an item's own top overrides the bottom.
    css.rule(
      ".rows .avatar", ("left", .length(common.sideMargin)), ("width", .length(common.avatar)),
      ("height", .length(common.avatar)), ("bottom", .zero))
    css.rule(".rows time", ("bottom", .length(common.timeBottom)), ("height", .length(time)))
    css.rule(".rows time:is(.u,.us)", ("bottom", .length(common.lowTimeBottom)))
    css.rule(".rows time.k", ("bottom", .length(common.chipTimeBottom)))
    css.rule(".rows article>p", ("top", .length(textTop(.usual))))
    css.rule(".rows .g>p", ("top", .length(textTop(.gapped))))
    css.rule(".rows .n>p", ("top", .length(textTop(.named))))
    css.rule(".rows article>.t-name", ("top", .length(common.nameTop)))
    css.rule(
      ".rows article>.t-reaction", ("top", .auto), ("bottom", .length(reactionBottom)),
      ("height", .length(style(of: .reaction).lineHeight)))
    // Each row has one of its sides as a number (`--n`).
    writeSides(left: "var(--l)", right: "var(--n)*.0625rem", to: &css) { $0.raw(".rows .in>") }
    writeSides(left: "var(--n)*.0625rem", right: "var(--e)", to: &css) { $0.raw(".rows .out>") }
    writeTops("var(--t)", to: &css) { $0.raw(".rows article>") }
    // Paper uses the second layout too (print.css).
    css.raw("@media print,screen and ")
    css.raw(Self.largeScreens)
    css.raw("{\n")
    writeSides(left: "var(--L,var(--l))", right: "var(--E,var(--e))", to: &css) {
      $0.raw("html:not(.flow) .rows article>")
    }
    writeTops("var(--T,var(--t))", to: &css) { $0.raw("html:not(.flow) .rows article>") }
    css.rule("html:not(.flow) .rows time.us", ("bottom", .length(common.timeBottom)))
    css.rule("html:not(.flow) .rows time.ul", ("bottom", .length(common.lowTimeBottom)))
    css.raw("}\n")
    css.rule(
      ".reaction", ("bottom", .length(common.chipBottom)), ("height", .length(common.chipHeight)),
      ("border-radius", .length(common.chipRadius)))
    css.rule(".quote-bar", ("width", .length(common.barWidth)))
    for look in BoxStyle.allCases {
      let radius = common.radius(of: look)
      guard radius > .zero else { continue }
      css.raw(".")
      css.rule(look.cssClass, ("border-radius", .length(radius)))
    }
  }

  /// Writes the distances of a bubble's content from its sides, which are `left` and `right` from the row's.
  private func writeSides(
    left: StaticString, right: StaticString, to css: inout HTMLWriter, row: (inout HTMLWriter) -> Void
  ) {
    let insets = bubbleInsets
    row(&css)
    css.rule(":is(p,.quote,.quote-bar,.jump,.reaction)", ("left", .sum(left, insets.left)))
    row(&css)
    css.rule(":is(.t-quote-name,.t-quote)", ("left", .sum(left, insets.left + common.quotePadding.left)))
    row(&css)
    css.rule(".t-reaction", ("left", .sum(left, insets.left + common.chipPadding)))
    row(&css)
    css.rule("p", ("right", .sum(right, insets.right - textSlack)))
    row(&css)
    css.rule(
      "p[dir=rtl]", ("left", .sum(left, insets.left - textSlack)), ("right", .sum(right, insets.right)))
    row(&css)
    css.rule("time", ("right", .sum(right, insets.right)))
  }

  /// Writes the distances of a bubble's content from its top, which is `top` under the row's.
  private func writeTops(_ top: StaticString, to css: inout HTMLWriter, row: (inout HTMLWriter) -> Void) {
    row(&css)
    css.rule(
      ":is(.quote,.quote-bar,.jump)", ("top", .sum(top, bubbleInsets.top)), ("height", .length(quoteHeight)))
    row(&css)
    css.rule(".t-quote-name", ("top", .sum(top, quoteNameTop)))
    row(&css)
    css.rule(".t-quote", ("top", .sum(top, quoteTextTop)))
  }
}

extension HTMLWriter {
  fileprivate enum SheetValue {
    case auto
    case length(LayoutUnit)
    /// A length from which others are calculated.
    case term(LayoutUnit)
    /// The sum of an expression and a length.
    case sum(StaticString, LayoutUnit)

    static var zero: SheetValue { .length(.zero) }
  }

  /// A rule of the style sheet.
  fileprivate mutating func rule(_ selector: StaticString, _ declarations: (StaticString, SheetValue)...) {
    raw(selector)
    var separator: StaticString = "{"
    for (property, value) in declarations {
      raw(separator)
      raw(property)
      raw(":")
      switch value {
      case .auto: raw("auto")
      case .length(let length): rem(length)
      case .term(let length): remTerm(length)
      case .sum(let start, let length):
        raw("calc(")
        raw(start)
        raw(" + ")
        remTerm(length)
        raw(")")
      }
      separator = ";"
    }
    raw("}\n")
  }
}
