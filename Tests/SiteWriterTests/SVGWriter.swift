import Frames
import HTML
import SiteWriter

/// A second output: rows as one plain SVG picture.
///
/// It shows the seam: layout gives rows of frames, and an output turns each item of a frame into marks at its box. Nothing here
/// is known to layout, and nothing of `PageWriter` is used.
struct SVGWriter: PageOutput {
  let style: SiteStyle

  func write(_ model: PageModel, to draft: inout PageDraft, next: (inout [Row]) -> Bool) {
    var rows: [Row] = []
    while next(&rows) {}
    draft.replace(with: svg(of: rows).span, rows: rows.span)
  }

  /// Returns the rows one below the other, as an SVG document.
  func svg(of rows: [Row]) -> [UInt8] {
    var svg = HTMLWriter(capacity: 1 << 16)
    let height = rows.reduce(LayoutUnit.zero) { $0 + $1.frame.size.height }
    svg.raw("<svg xmlns=\"http://www.w3.org/2000/svg\" font-family=\"Inter,sans-serif\"")
    svg.length(" width=\"", style.columnWidth)
    svg.length(" height=\"", height)
    svg.raw(">\n")
    var top = LayoutUnit.zero
    for row in rows {
      svg.raw("<g transform=\"translate(0 ")
      svg.px(top)
      svg.raw(")\">\n")
      for item in row.frame.items { write(item, to: &svg) }
      svg.raw("</g>\n")
      top += row.frame.size.height
    }
    svg.raw("</svg>\n")
    return svg.bytes
  }

  private func write(_ item: FrameItem, to svg: inout HTMLWriter) {
    switch item.content {
    case .bubble(let shape): write(shape, in: item.rect, to: &svg)
    case .text(let block), .time(let block, _): write(block, in: item.rect, to: &svg)
    case .box(_, let radius): svg.box(item.rect, radius, fill: "#dde3ea")
    case .reaction: svg.box(item.rect, item.rect.height.half, fill: "#fff")
    case .image, .emoji, .player: svg.box(item.rect, .zero, fill: "#9bb")
    case .avatar(let avatar):
      svg.box(item.rect, item.rect.height.half, fill: "#bcd")
      if let initials = avatar.initials { write(initials, in: item.rect, to: &svg) }
    case .fold(let fold):
      svg.raw("<title>")
      svg.text(fold.name)
      svg.raw("</title>\n")
    case .jump, .file, .link, .icon, .waveform, .status, .copy, .emptyCell: break
    }
  }

  private func write(_ shape: BubbleShape, in rect: Rect, to svg: inout HTMLWriter) {
    let path = BubblePath(shape, size: rect.size)
    svg.raw(shape.side == .incoming ? "<path fill=\"#fff\"" : "<path fill=\"#cfe8ff\"")
    svg.raw(" stroke=\"#ccd\" d=\"M")
    svg.point(path.start, rect.origin)
    for segment in path.segments {
      switch segment {
      case .line: svg.raw("L")
      case .arc(_, let radius, let clockwise):
        svg.raw("A")
        svg.point(Point(x: radius, y: radius), .zero)
        svg.raw(clockwise ? " 0 0 1 " : " 0 0 0 ")
      case .curve(let first, let second, _):
        svg.raw("C")
        svg.point(first, rect.origin)
        svg.raw(" ")
        svg.point(second, rect.origin)
        svg.raw(" ")
      }
      svg.point(segment.end, rect.origin)
    }
    svg.raw("z\"/>\n")
  }

  /// Writes each line as an element; the baseline is 0.97 em below the top of the line's glyphs, less the half-leading.
  private func write(_ block: TextBlock, in rect: Rect, to svg: inout HTMLWriter) {
    let text = style.style(of: block.role)
    let height = block.lineHeight ?? text.lineHeight
    let isCentred = block.role == .initials
    for index in 0..<block.lines.count {
      let line = block.lines[index]
      let baseline =
        rect.minY + height * index + (height - text.fontSize).half + text.fontSize.scaled(by: 0.87)
      svg.raw(block.direction == .rightToLeft ? "<text direction=\"rtl\"" : "<text")
      if isCentred { svg.raw(" text-anchor=\"middle\"") }
      if text.slot == .bold { svg.raw(" font-weight=\"600\"") }
      let start = block.direction == .rightToLeft ? rect.maxX : rect.minX
      svg.length(" x=\"", isCentred ? rect.minX + rect.width.half : start)
      svg.length(" y=\"", isCentred ? rect.minY + rect.height.half + 4 : baseline)
      svg.length(" font-size=\"", text.fontSize)
      svg.raw(" xml:space=\"preserve\">")
      svg.text(block.text, from: Int(line.start), to: Int(line.end))
      svg.raw("</text>\n")
    }
  }
}

extension HTMLWriter {
  fileprivate mutating func length(_ attribute: StaticString, _ length: LayoutUnit) {
    raw(attribute)
    px(length)
    raw("\"")
  }

  fileprivate mutating func point(_ point: Point, _ origin: Point) {
    px(origin.x + point.x)
    raw(" ")
    px(origin.y + point.y)
  }

  fileprivate mutating func box(_ rect: Rect, _ radius: LayoutUnit, fill: StaticString) {
    raw("<rect fill=\"")
    raw(fill)
    raw("\"")
    length(" x=\"", rect.minX)
    length(" y=\"", rect.minY)
    length(" width=\"", rect.width)
    length(" height=\"", rect.height)
    length(" rx=\"", radius)
    raw("/>\n")
  }
}
