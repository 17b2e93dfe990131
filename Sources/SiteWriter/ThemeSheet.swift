internal import Frames

extension SiteStyle {
  /// The style sheet `assets/theme.css`: faces, colours, text roles and the numbers of the layout. Deterministic.
  public func sheet() -> [UInt8] {
    var css = HTMLWriter(capacity: 4096)
    writeFaces(to: &css)
    writeFurnitureFace(.regular, weights: "400", to: &css)
    writeFurnitureFace(.bold, weights: "600 800", to: &css)
    palette.write(to: &css)
    writeRoot(to: &css)
    for role in TextRole.allCases { write(role, to: &css) }
    writeCommonGeometry(to: &css)
    CornerClass.writeRules(large: bubbleRadius, small: groupedRadius, to: &css)
    TailedShape(self).writeRules(to: &css)
    return css.bytes
  }

  private func writeFaces(to css: inout HTMLWriter) {
    for (index, face) in faces.enumerated() {
      css.raw("@font-face{font-family:f")
      css.integer(index)
      css.raw(";src:url(")
      css.path(face.file)
      css.raw(")format(\"woff2\");font-display:block}\n.f")
      css.integer(index)
      css.raw("{font-family:f")
      css.integer(index)
      // A line is as high as its text's own face makes it: browsers round the ascents of OpenType and TrueType apart.
      css.raw(face.slot == .code ? ",var(--mono);line-height:0}\n" : ",var(--sans);line-height:0}\n")
    }
  }

  /// The page's own furniture is set in the family `ui`: the first faces of their slots under one name, so that
  /// `font-weight` chooses a real face.
  private func writeFurnitureFace(_ slot: FaceSlot, weights: StaticString, to css: inout HTMLWriter) {
    guard let face = faces.first(where: { $0.slot == slot }) else { return }
    css.raw("@font-face{font-family:ui;font-weight:")
    css.raw(weights)
    css.raw(";src:url(")
    css.path(face.file)
    css.raw(")format(\"woff2\");font-display:block}\n")
  }

  private func writeRoot(to css: inout HTMLWriter) {
    css.raw(":root{--column:")
    css.remTerm(columnWidth)
    let lengths: [(StaticString, LayoutUnit)] = [
      (";--extra:", extraWidth), (";--bubble-radius:", bubbleRadius),
      (";--inner-radius:", common.innerRadius),
      (";--avatar-radius:", avatarRadius), (";--panel-radius:", panelRadius),
      (";--bubble-outline:", bubbleOutline), (";--bubble-width:", bubbleWidth),
      (";--side-margin:", common.sideMargin),
      (";--body-size:", style(of: .body).fontSize),
    ]
    for (property, length) in lengths {
      css.raw(property)
      css.remTerm(length)
    }
    css.raw(";--bubble-insets:")
    for (place, inset) in [bubbleInsets.top, bubbleInsets.right, bubbleInsets.bottom, bubbleInsets.left]
      .enumerated()
    {
      if place > 0 { css.raw(" ") }
      css.rem(inset)
    }
    // The line is drawn on the outline and under the fill, so half of it shows. Drawings count in px of the layout.
    css.raw(";--bubble-stroke:")
    css.px(bubbleOutline * 2)
    css.raw("}\nhtml{font-size:calc(min(100vw,")
    css.integer(shownWidth)
    css.raw("px)*var(--text)/")
    css.remNumber(columnWidth)
    css.raw(")}\n")
  }

  /// The insets of bubbles in their rows (`--t`, `--e`, `--b`, `--l`: top, right edge, bottom, left), the place of
  /// avatars and the radii of boxes.
  private func writeCommonGeometry(to css: inout HTMLWriter) {
    css.raw(".rows{--t:")
    css.rem(common.bubbleTop)
    css.raw(";--b:0}\n.in{--l:")
    css.remTerm(common.incomingLeft)
    css.raw("}\n.out{--e:")
    css.remTerm(common.sideMargin)
    css.raw("}\n.rows .avatar{left:")
    css.rem(common.sideMargin)
    css.raw(";width:")
    css.rem(common.avatar)
    css.raw(";height:")
    css.rem(common.avatar)
    // A height, so that a top of its own says more than this.
    css.raw(";bottom:0}\n.rows time{bottom:")
    css.rem(common.timeBottom)
    css.raw(";height:")
    css.rem(style(of: .time).lineHeight)
    css.raw("}\n")
    css.raw(".rows article>p{top:")
    css.rem(textTop)
    css.raw("}\n")
    writeInsets(on: .small, to: &css)
    css.raw("@media screen and (min-width:1200px){\n")
    writeInsets(on: .large, to: &css)
    css.raw("}\n.rows article.n{--t:")
    css.rem(common.namedTop)
    css.raw("}\n.rows .n>p{top:")
    css.rem(namedText)
    css.raw("}\n.rows article>.t-name{top:")
    css.rem(common.nameTop)
    css.raw("}\n.rows article>.t-reaction{top:auto;bottom:")
    css.rem(reactionBottom)
    css.raw(";height:")
    css.rem(style(of: .reaction).lineHeight)
    css.raw("}\n.reaction{bottom:")
    css.rem(common.chipBottom)
    css.raw(";height:")
    css.rem(common.chipHeight)
    css.raw(";border-radius:")
    css.rem(common.chipRadius)
    css.raw("}\n.quote-bar{width:")
    css.rem(common.barWidth)
    css.raw("}\n")
    for look in BoxStyle.allCases {
      let radius = common.radius(of: look)
      guard radius > .zero else { continue }
      css.raw(".")
      css.raw(look.cssClass)
      css.raw("{border-radius:")
      css.rem(radius)
      css.raw("}\n")
    }
  }

  private enum Screen { case small, large }

  /// Where what is in a bubble stands from its edges.
  private func writeInsets(on screen: Screen, to css: inout HTMLWriter) {
    let isLarge = screen == .large
    let row: StaticString = isLarge ? "html:not(.flow) .rows article>" : ".rows article>"
    let left: StaticString = isLarge ? "{left:calc(var(--L,var(--l)) + " : "{left:calc(var(--l) + "
    let right: StaticString = isLarge ? "right:calc(var(--E,var(--e)) + " : "right:calc(var(--e) + "
    css.raw(row)
    css.raw(":is(p,.quote,.quote-bar,.jump)")
    css.raw(left)
    css.remTerm(bubbleInsets.left)
    css.raw(")}\n")
    css.raw(row)
    css.raw(":is(.t-quote-name,.t-quote)")
    css.raw(left)
    css.remTerm(quoteInset)
    css.raw(")}\n")
    css.raw(row)
    css.raw("p{")
    css.raw(right)
    css.remTerm(bubbleInsets.right - textSlack)
    css.raw(")}\n")
    css.raw(row)
    css.raw("p[dir=rtl]")
    css.raw(left)
    css.remTerm(bubbleInsets.left - textSlack)
    css.raw(");")
    css.raw(right)
    css.remTerm(bubbleInsets.right)
    css.raw(")}\n")
    css.raw(row)
    css.raw("time{")
    css.raw(right)
    css.remTerm(bubbleInsets.right)
    css.raw(")}\n")
  }

  private func write(_ role: TextRole, to css: inout HTMLWriter) {
    let style = style(of: role)
    selector(of: role, to: &css)
    css.raw("{font-family:f")
    css.integer(Int(baseFace(of: role).index))
    css.raw(style.slot == .code ? ",var(--mono)" : ",var(--sans)")
    css.raw(";font-size:")
    css.rem(style.fontSize)
    css.raw(";line-height:")
    css.rem(style.lineHeight)
    css.raw("}\n")
    // An emoji is 1.25em; where that is more than the line, it hangs over rather than making the line taller.
    let excess = style.fontSize.scaled(by: 1.25) - style.lineHeight
    if excess > .zero {
      selector(of: role, inside: " .e", to: &css)
      css.raw("{margin-block:-")
      css.rem(excess.half)
      css.raw("}\n")
    }
  }

  /// The rows are set as the body; the other roles have a class, and times and avatars their element. With what is `inside`
  /// each of these.
  private func selector(of role: TextRole, inside: StaticString = "", to css: inout HTMLWriter) {
    switch role {
    case .body: css.raw(".rows")
    case .time:
      css.raw(".rows time")
      css.raw(inside)
      css.raw(",.t-time")
    case .initials:
      css.raw(".rows .avatar")
      css.raw(inside)
      css.raw(",.t-initials")
    default:
      css.raw(".")
      css.raw(role.cssClass)
    }
    css.raw(inside)
  }
}
