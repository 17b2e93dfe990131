import Frames
import HTML

extension SiteStyle {
  /// The style sheet `assets/flow.css`: the tails of bubbles in flowing text. `flow.js` loads it.
  public func flowSheet() -> [UInt8] {
    var css = HTMLWriter(capacity: 4096)
    TailClipPath(self).writeFlowRules(to: &css)
    return css.bytes
  }

  /// The style sheet `assets/theme.css`: faces, colours, text roles and the numbers of the layout. Deterministic.
  public func sheet() -> [UInt8] {
    var css = HTMLWriter(capacity: 4096)
    writeFaces(to: &css)
    writeFurnitureFace(.regular, weights: "400", to: &css)
    writeFurnitureFace(.bold, weights: "600 800", to: &css)
    palette.write(to: &css)
    writeRoot(to: &css)
    for role in TextRole.allCases { write(role, to: &css) }
    writeRows(to: &css)
    CornerClass.writeRules(large: bubbleRadius, small: groupedRadius, to: &css)
    TailClipPath(self).writeRowRules(to: &css)
    if isLines {
      css.raw(
        """
        .rows path.in{fill:none;stroke:none}.rows article::before,.rows article::after{content:none!important}
        .rows .notice:not(.bare) .pill,.rows.rows .run>summary .pill{background:none;box-shadow:none}
        .rows .t-notice{text-align:start}
        :root{--lines:1;--notices:var(--nick)
        """)
      if nameColumn > .zero {
        css.raw(";--nick:")
        css.rem(nameColumn)
      }
      css.raw("}\n")
      if nameColumn == .zero {
        // In lines with avatars, only the first time of a group is visible; the others appear on hover and focus.
        css.raw(
          """
          @media screen and (hover:hover) and (min-width:900px){\
          html:not(.flow) .rows .in:not(.n,:has(>.t-name),:hover,:focus-within,.target)>time[style*="right:auto"]{opacity:0}}

          """)
      }
    }
    // The script also recognises a list of conversations beside the messages by this width.
    css.raw(isOnlyConversation ? ".others{display:none!important}\n" : ":root{--list:320px}\n")
    return css.bytes
  }

  private func writeFaces(to css: inout HTMLWriter) {
    for face in faces where face.file != nil {
      css.raw("@font-face{font-family:")
      css.text(face.name)
      writeSource(of: face, to: &css)
      css.raw(".")
      css.text(face.name)
      css.raw("{font-family:")
      css.text(face.name)
      // Only the text's own face sets a line's height, because browsers round the ascents of OpenType and TrueType
      // differently.
      css.raw(",ui;line-height:0}\n")
    }
  }

  /// The face's file, and for our own faces the system's fonts as replacements in case it is missing, by their full
  /// names (CSS Fonts 4, `local()`).
  ///
  /// They are not further families of the text, because Chromium sets up such a family for every size while the file
  /// is loading, which took a tenth of a page's load time.
  private func writeSource(of face: FaceCSS, to css: inout HTMLWriter) {
    css.raw(";src:url(")
    css.path(face.file ?? "")
    css.raw(")format(\"woff2\")")
    if let slot = face.slot {
      for family in slot.standIns {
        css.raw(",local(\"")
        css.raw(family)
        css.raw(slot.standInStyle)
        css.raw("\")")
      }
    }
    css.raw(";font-display:block}\n")
  }

  /// The page's own interface is set in the family `ui`: the first faces of their slots under one name, so that
  /// `font-weight` chooses a real face.
  private func writeFurnitureFace(_ slot: FaceSlot, weights: StaticString, to css: inout HTMLWriter) {
    guard let face = faces.first(where: { $0.slot == slot }) else { return }
    css.raw("@font-face{font-family:ui;font-weight:")
    css.raw(weights)
    writeSource(of: face, to: &css)
  }

  private func writeRoot(to css: inout HTMLWriter) {
    css.raw(":root{--column:")
    css.remTerm(columnWidth)
    let lengths: [(StaticString, LayoutUnit)] = [
      (";--extra:", extraWidth), (";--bubble-radius:", bubbleRadius),
      (";--inner-radius:", common.innerRadius),
      (";--avatar-radius:", avatarRadius), (";--panel-radius:", panelRadius),
      (";--bubble-outline:", bubbleOutline), (";--side-margin:", common.sideMargin),
      (";--bubble-bottom:", bubbleInsets.bottom),
      (";--body-size:", style(of: .body).fontSize), (";--body-line:", style(of: .body).lineHeight),
      (";--least-size:", TextRole.allCases.map { style(of: $0).fontSize }.min() ?? 0),
    ]
    for (property, length) in lengths {
      css.raw(property)
      css.remTerm(length)
    }
    // The line is drawn on the outline and under the fill, so half of it shows. Drawings count in px of the layout.
    css.raw(";--bubble-stroke:")
    css.px(bubbleOutline * 2)
    css.raw("}\n")
    writeRootSize(shown: shownWidth, column: columnWidth, to: &css)
    css.raw("@media screen and ")
    css.raw(Self.largeScreens)
    css.raw("{")
    writeRootSize(shown: largeShownWidth, column: columnWidth + extraWidth, to: &css)
    css.raw("}\n")
  }

  /// The maximum displayed width of the wide column, in CSS px: its layout width, so that text has the size used by
  /// desktop programs and is on whole px. Less if the theme shows the narrow column smaller than laid out.
  private var largeShownWidth: Int {
    let wide = columnWidth + extraWidth
    let share = min(1, Double(shownWidth) / max(1, columnWidth.px))
    return Int((wide.px * share).rounded())
  }

  /// Writes the root font size with which a column fills the window between the panes, up to `shown` px.
  private func writeRootSize(shown: Int, column: LayoutUnit, to css: inout HTMLWriter) {
    css.raw(
      "html{font-size:calc(min(100vw - var(--bar-width,0px) - var(--list-width) - var(--details-width),")
    css.integer(shown)
    css.raw("px)*var(--scale)/")
    css.remNumber(column)
    css.raw(")}\n")
  }

  private func write(_ role: TextRole, to css: inout HTMLWriter) {
    let style = style(of: role)
    selector(of: role, to: &css)
    css.raw("{font-family:")
    css.text(faces.isEmpty ? "f0" : faces[Int(baseFace(of: role).index)].name)
    css.raw(",ui;font-size:")
    css.rem(style.fontSize)
    css.raw(";line-height:")
    css.rem(style.lineHeight)
    css.raw("}\n")
    // An emoji is 1.25em; if that exceeds the line, it hangs over instead of making the line taller.
    let excess = style.fontSize.scaled(by: 1.25) - style.lineHeight
    if excess > .zero {
      selector(of: role, inside: " .e", to: &css)
      css.raw("{margin-block:-")
      css.rem(excess.half)
      css.raw("}\n")
    }
  }

  /// The selector of a role: rows are set as the body; the other roles have a class, and times and avatars their element.
  /// `inside` is appended to each.
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

extension FaceSlot {
  /// Families of Windows, macOS, Android and Linux.
  fileprivate var standIns: [StaticString] {
    self == .code
      ? ["Consolas", "Menlo", "Noto Sans Mono", "DejaVu Sans Mono", "Liberation Mono"]
      : ["Segoe UI", "Helvetica Neue", "Roboto", "Noto Sans", "DejaVu Sans", "Liberation Sans"]
  }

  /// The part of full font names that names the style.
  fileprivate var standInStyle: StaticString {
    switch self {
    case .regular, .code: ""
    case .italic: " Italic"
    case .bold: " Bold"
    case .boldItalic: " Bold Italic"
    }
  }
}
