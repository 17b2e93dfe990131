internal import Frames

extension RowWriter {
  /// What opens and closes, and the block under the row that it shows.
  ///
  /// The block stands in the flow, so that what follows moves by its height, which the engine knows; everything in it
  /// has its place from the block's corner.
  func write(_ fold: FrameFold, _ item: ItemPlace, on page: RowContext, to html: inout HTMLWriter) {
    html.raw("<details><summary class=\"jump\" aria-label=\"")
    html.attribute(fold.name)
    html.raw("\"")
    html.area(item)
    html.raw("\"></summary><div class=\"folded\" style=\"padding-top:")
    html.rem(fold.body.size.height)
    let wide: Frame? = if case .fold(let other) = item.wide?.content { other.body } else { nil }
    if let wide { html.inset(";--P:", wide.size.height, unless: fold.body.size.height) }
    html.raw("\">")
    if fold.body.firstBubble != nil { html.bubbles(of: fold.body, wide: wide) }
    write(fold.body.items.span, wide: wide, isFolded: true, on: page, to: &html)
    html.raw("</div></details>")
  }
}

/// The second drawing of a section in which something can be opened.
///
/// Rows move when something above them is opened, and the section's one drawing does not. So the drawing is shown
/// again in strips, each standing in the flow in front of the rows it is of: as long as something is open, they stand
/// in for it. A strip is a part of the drawing cut out by its view box, so that no path is written twice.
struct FoldStrips {
  /// The message index that names the drawing.
  private var name: Int32 = 0
  /// The heights of the strips: to the end of each row with folds, and from the last of them to the section's end.
  /// Empty in a section without folds.
  private var heights: [LayoutHeights] = []
  /// How many of them were written.
  private var written = 0
  /// Whether small and large screens have the same drawing.
  private let isOneDrawing: Bool

  init<R: SectionRow>(_ rows: Span<R>, isOneDrawing: Bool) {
    self.isOneDrawing = isOneDrawing
    var hasFolds = false
    for place in rows.indices where R.hasFolds(rows, at: place) { hasFolds = true }
    guard hasFolds else { return }
    name = R.messageIndex(of: rows, at: 0)
    var height = LayoutHeights()
    for place in rows.indices {
      height += R.heights(of: rows, at: place)
      if R.hasFolds(rows, at: place) {
        heights.append(height)
        height = LayoutHeights()
      }
    }
    heights.append(height)
  }

  /// Names the drawing that the strips show parts of.
  func startDrawing(wide: Bool, to html: inout HTMLWriter) {
    guard !heights.isEmpty else { return }
    html.raw(wide ? "<g id=\"w" : "<g id=\"s")
    html.integer(Int(name))
    html.raw("\">\n")
  }

  func endDrawing(to html: inout HTMLWriter) {
    if !heights.isEmpty { html.raw("</g>") }
  }

  /// Writes the next strip, which begins `top` under the section's top: at its start, then behind each row with folds.
  /// Where the layouts of small and large screens part there is one for each.
  mutating func writeNext(at top: LayoutHeights, width: LayoutUnit, to html: inout HTMLWriter) {
    guard written < heights.count else { return }
    let height = heights[written]
    written += 1
    guard height.narrow > .zero else { return }
    if isOneDrawing, top.isOne, height.isOne {
      write("strip", of: "s", at: top.narrow, height.narrow, width: width, to: &html)
    } else {
      write("strip n", of: "s", at: top.narrow, height.narrow, width: width, to: &html)
      write("strip w", of: isOneDrawing ? "s" : "w", at: top.wide, height.wide, width: width, to: &html)
    }
  }

  private func write(
    _ style: StaticString, of drawing: StaticString, at top: LayoutUnit, _ height: LayoutUnit, width: LayoutUnit,
    to html: inout HTMLWriter
  ) {
    html.raw("<svg class=\"")
    html.raw(style)
    html.raw("\" aria-hidden=\"true\" viewBox=\"0 ")
    html.px(top)
    html.raw(" ")
    html.px(width)
    html.raw(" ")
    // A px more for the line around a bubble, which lies outside its box.
    html.px(height + 1)
    html.raw("\"><use href=\"#")
    html.raw(drawing)
    html.integer(Int(name))
    html.raw("\"/></svg>\n")
  }
}

extension HTMLWriter {
  /// A drawing of the bubbles of a frame that is no row of its section.
  fileprivate mutating func bubbles(of frame: Frame, wide: Frame?) {
    var paths = SectionPaths()
    paths.add(frame, wide: wide)
    if let wide, !paths.isOne {
      raw("<svg class=\"n\"")
      drawing(paths, size: frame.size)
      raw("<svg class=\"w\"")
      drawing(paths, wide: true, size: wide.size)
    } else {
      raw("<svg")
      drawing(paths, size: frame.size)
    }
  }

  /// The rest of a drawing whose tag is open.
  private mutating func drawing(_ paths: borrowing SectionPaths, wide: Bool = false, size: Size) {
    raw(" aria-hidden=\"true\" viewBox=\"0 0 ")
    px(size.width)
    raw(" ")
    px(size.height)
    raw("\">")
    paths.write(wide: wide, to: &self)
    raw("</svg>")
  }
}
