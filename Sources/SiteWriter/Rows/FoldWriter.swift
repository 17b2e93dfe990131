import Frames
import HTML

extension RowWriter {
  /// Writes a fold: the summary that opens and closes it, and the block under the row that it shows.
  ///
  /// The block is in the flow, so that the content after it moves by its height, which the layout has computed; the items
  /// in it are positioned from the block's corner.
  func writeFold(_ fold: FrameFold, wide: Frame?, at item: ItemPosition, to html: inout HTMLWriter) {
    if let gap = fold.gap {
      html.raw("<details class=\"rest\"")
      if gap != "\n" {
        html.raw(" data-gap=\"")
        html.attribute(gap)
        html.raw("\"")
      }
      html.raw(">")
    } else {
      html.raw("<details>")
    }
    html.raw("<summary class=\"jump\" aria-label=\"")
    html.attribute(fold.name)
    html.raw("\"")
    html.area(item)
    html.raw("\"></summary><div class=\"folded\" style=\"padding-top:")
    html.rem(fold.body.size.height)
    if let wide { html.inset(";--P:", wide.size.height, unless: fold.body.size.height) }
    html.raw("\">")
    if fold.body.items.span.outline.bubble != nil { html.bubbles(of: fold.body, wide: wide) }
    let scope = RowScope(wideHeight: wide?.size.height, isFolded: true, isRest: fold.isRest)
    writeItems(fold.body.items.span, wide: wide, in: scope, to: &html)
    html.raw("</div></details>")
  }
}

/// The second drawing of a section with folds.
///
/// Opening a fold moves the rows below it, but not the section's one drawing. So the drawing is shown again in
/// strips, each in the flow before its rows, which replace the drawing as long as something is open. A strip is a
/// part of the drawing cut out by its view box, so that no path is written twice.
struct FoldStrips {
  /// The message index that names the drawing.
  private var name: Int32 = 0
  /// The heights of the strips: to the end of each row with folds, and from the last of them to the section's end.
  /// Empty in a section without folds.
  private var heights: [LayoutUnit] = []
  /// The number of strips written so far.
  private var written = 0

  var isEmpty: Bool { heights.isEmpty }

  /// The strips of these rows, none if `hasFolds` is false.
  init(_ rows: Span<Row>, hasFolds: Bool) {
    guard hasFolds else { return }
    name = Row.messageIndex(of: rows, at: 0)
    var height = LayoutUnit.zero
    for index in rows.indices {
      height = height + Row.heights(of: rows, at: index).narrow
      if Row.hasFolds(rows, at: index) {
        heights.append(height)
        height = .zero
      }
    }
    heights.append(height)
  }

  /// Names the drawing that is shown in strips.
  func startDrawing(to html: inout HTMLWriter) {
    guard !heights.isEmpty else { return }
    html.raw("<g id=\"s")
    html.integer(Int(name))
    html.raw("\">\n")
  }

  func endDrawing(to html: inout HTMLWriter) {
    if !heights.isEmpty { html.raw("</g>") }
  }

  /// Writes the next strip, which begins `top` under the section's top: at its start, then after each row with folds.
  mutating func writeNext(at top: LayoutUnit, width: LayoutUnit, to html: inout HTMLWriter) {
    guard written < heights.count else { return }
    let height = heights[written]
    written += 1
    guard height > .zero else { return }
    html.raw("<svg class=\"strip\" aria-hidden=\"true\" viewBox=\"0 ")
    html.px(top)
    html.raw(" ")
    html.px(width)
    html.raw(" ")
    // A px more for the line around a bubble, which is outside its box.
    html.px(height + 1)
    html.raw("\"><use href=\"#s")
    html.integer(Int(name))
    html.raw("\"/></svg>\n")
  }
}

extension HTMLWriter {
  /// A drawing of the bubbles of a frame that is not a row of its section, and one for large screens if they differ there.
  fileprivate mutating func bubbles(of frame: Frame, wide: Frame?) {
    guard let wide else {
      raw("<svg")
      return drawing(of: frame)
    }
    raw("<svg class=\"n\"")
    drawing(of: frame)
    raw("<svg class=\"w\"")
    drawing(of: wide)
  }

  /// The rest of a drawing whose tag is open.
  private mutating func drawing(of frame: Frame) {
    var paths = SectionOutlines()
    paths.add(frame)
    raw(" aria-hidden=\"true\" viewBox=\"0 0 ")
    px(frame.size.width)
    raw(" ")
    px(frame.size.height)
    raw("\">")
    paths.finish(to: &self)
    raw("</svg>")
  }
}
