internal import Frames

/// The outlines of a section's bubbles, as the data of two SVG paths: one for each side.
///
/// All commands are relative, and the bubbles of a row are one line that starts at the row's top left corner and
/// ends at the next row's; rows without a bubble of that side are skipped together by a line `m0 H`. So a message
/// that changes touches its own line and, when its height changes, one skip of the other path.
struct SectionPaths: ~Copyable {
  private var incoming = PathData()
  private var outgoing = PathData()

  /// Adds the bubbles of the next row.
  mutating func add(_ frame: Frame) {
    for place in frame.items.indices {
      guard case .bubble(let shape) = frame.items[place].content else { continue }
      let rect = frame.items[place].rect
      let outline = BubblePath(shape, size: rect.size)
      switch shape.side {
      case .incoming: incoming.draw(outline, at: rect.origin)
      case .outgoing: outgoing.draw(outline, at: rect.origin)
      }
    }
    incoming.endRow(height: frame.size.height.hundredths)
    outgoing.endRow(height: frame.size.height.hundredths)
  }

  /// Writes the paths and starts afresh for the next section.
  mutating func finish(to html: inout HTMLWriter) {
    if !incoming.isEmpty {
      html.raw("<path class=\"in\" d=\"\n")
      html.append(incoming.html)
      html.raw("\"/>\n")
    }
    if !outgoing.isEmpty {
      html.raw("<path class=\"out\" d=\"\n")
      html.append(outgoing.html)
      html.raw("\"/>\n")
    }
    incoming.startSection()
    outgoing.startSection()
  }
}

/// Path data in the making. Numbers are hundredths of a px; every absolute coordinate is rounded once and only
/// differences of rounded ones are written, so that the pen returns exactly to the row's corner.
private struct PathData: ~Copyable {
  private(set) var html = HTMLWriter(capacity: 4096)
  /// Heights of the rows without bubbles since the last line.
  private var skip = 0
  /// The pen, from the current row's top left corner.
  private var x = 0
  private var y = 0
  private var isInRow = false

  var isEmpty: Bool { html.count == 0 }

  mutating func draw(_ path: BubblePath, at origin: Point) {
    if !isInRow, skip > 0 {
      html.raw("m0 ")
      html.hundredths(skip)
      html.raw("\n")
      skip = 0
    }
    isInRow = true
    let start = path.start.hundredths(from: origin)
    html.raw("m")
    pair(start.x - x, start.y - y)
    (x, y) = start
    for segment in path.segments { draw(segment, origin) }
    html.raw("z")
    (x, y) = start
  }

  mutating func endRow(height: Int) {
    guard isInRow else {
      skip += height
      return
    }
    html.raw("m")
    pair(-x, height - y)
    html.raw("\n")
    (x, y, isInRow) = (0, 0, false)
  }

  /// Forgets everything, also rows that were skipped and no bubble came after.
  mutating func startSection() {
    html.removeAll()
    skip = 0
  }

  private mutating func draw(_ segment: BubblePath.Segment, _ origin: Point) {
    let end = segment.end.hundredths(from: origin)
    switch segment {
    case .line:
      if end.y == y {
        html.raw("h")
        html.hundredths(end.x - x)
      } else if end.x == x {
        html.raw("v")
        html.hundredths(end.y - y)
      } else {
        html.raw("l")
        pair(end.x - x, end.y - y)
      }
    case .arc(_, let radius, let clockwise):
      // Flags need no separator (SVG 2 §9.3.9): `a18 18 0 0118 18`.
      html.raw("a")
      pair(radius.hundredths, radius.hundredths)
      html.raw(clockwise ? " 0 01" : " 0 00")
      pair(end.x - x, end.y - y)
    case .curve(let a, let b, _):
      let (a, b) = (a.hundredths(from: origin), b.hundredths(from: origin))
      html.raw("c")
      pair(a.x - x, a.y - y)
      separator(before: b.x - x)
      pair(b.x - x, b.y - y)
      separator(before: end.x - x)
      pair(end.x - x, end.y - y)
    }
    (x, y) = end
  }

  private mutating func pair(_ dx: Int, _ dy: Int) {
    html.hundredths(dx)
    separator(before: dy)
    html.hundredths(dy)
  }

  private mutating func separator(before value: Int) {
    if value >= 0 { html.raw(" ") }
  }
}

extension LayoutUnit {
  /// The length in hundredths of a px, rounded half up.
  fileprivate var hundredths: Int { (Int(raw) * 100 + 32) >> 6 }
}

extension Point {
  fileprivate func hundredths(from origin: Point) -> (x: Int, y: Int) {
    ((origin.x + x).hundredths, (origin.y + y).hundredths)
  }
}
