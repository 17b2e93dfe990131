import Frames
import HTML

/// The outlines of a section's bubbles, as the data of two SVG paths: one for each side.
///
/// All commands are relative, and the bubbles of a row are one line that starts at the row's top and ends at the next
/// row's, both at the distance of ``PenStart`` from the left edge. Rows without a bubble of that side are skipped together
/// by a line `m0 H`. So a changed message affects its own line and, if its height changes, one skip of the other path.
struct SectionOutlines: ~Copyable {
  private var incoming = PathData()
  private var outgoing = PathData()
  private var known = OutlineCache()

  /// Starts a section, with pens that rest there between rows.
  mutating func start(_ rests: PenStart) {
    incoming.startSection(rest: rests.incoming.hundredths)
    outgoing.startSection(rest: rests.outgoing.hundredths)
  }

  /// Adds the bubbles of the next row.
  mutating func add(_ frame: Frame) {
    for index in frame.items.indices {
      guard case .bubble(let shape) = frame.items[index].content else { continue }
      let rect = frame.items[index].rect
      switch shape.side {
      case .incoming: known.draw(shape, in: rect, to: &incoming)
      case .outgoing: known.draw(shape, in: rect, to: &outgoing)
      }
    }
    incoming.endRow(height: frame.size.height.hundredths)
    outgoing.endRow(height: frame.size.height.hundredths)
  }

  /// Writes the paths.
  func finish(to html: inout HTMLWriter) {
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
  }
}

/// The x positions at which the pens of a section's paths rest between rows, from the left edge. Most
/// outlines of bubbles start there, so that most lines need no moves to there and back.
struct PenStart: Sendable {
  var incoming = LayoutUnit.zero
  var outgoing = LayoutUnit.zero
}

extension PenStart {
  /// Creates the start positions of bubbles that are followed by another one of their group.
  init(_ style: SiteStyle) {
    incoming = style.common.incomingLeft + style.groupedRadius
    outgoing = style.columnWidth - style.common.sideMargin - style.groupedRadius
  }
}

/// The outlines of the few existing shapes, as commands drawn once: on whole px, corners and tail do not depend on the
/// size, and only the straight sides between them grow with it.
///
/// An outline depends on the shape alone, so the cache does not affect the output.
private struct OutlineCache: ~Copyable {
  private struct Outline {
    var shape: BubbleShape
    /// The smallest box in which nothing is squeezed.
    var least: Size
    /// True if the shape has boxes of minimal height, whose round sides are half circles.
    var isLow: Bool
    var start: Point
    /// The size of the box that the outline was drawn around.
    var size: Size
    var steps: [OutlineStep]
  }
  /// A straight side, and the commands after it up to the next.
  private struct OutlineStep {
    var isHorizontal = false
    /// Its length in a box of the known size, in hundredths of a px; the sign is the direction of growth.
    var length = 0
    var corner: Range<Int>
  }
  private var outlines: [Outline] = []
  private var commands = HTMLWriter()
  private static let most = 64
  /// The width of the boxes that are drawn once, and the height of most: large enough that every side has a length.
  private static let side: LayoutUnit = 4096

  /// Draws a bubble's outline.
  mutating func draw(_ shape: BubbleShape, in rect: Rect, to path: inout PathData) {
    guard rect.isWhole, let known = outline(shape, height: rect.height),
      rect.width > outlines[known].least.width, rect.height >= outlines[known].least.height
    else { return path.draw(BubblePath(shape, size: rect.size), at: rect.origin) }
    let wider = (rect.width - outlines[known].size.width).hundredths
    let taller = (rect.height - outlines[known].size.height).hundredths
    var start = outlines[known].start.hundredths(from: rect.origin)
    if shape.side == .outgoing { start.x += wider }
    start.y += taller
    path.move(to: start)
    for index in outlines[known].steps.indices {
      let step = outlines[known].steps[index]
      let growth = step.isHorizontal ? wider : taller
      // Only sides that grow have a length.
      if step.length != 0 {
        path.side(step.length + (step.length > 0 ? growth : -growth), isHorizontal: step.isHorizontal)
      }
      path.append(commands, step.corner)
    }
    path.close()
  }

  private mutating func outline(_ shape: BubbleShape, height: LayoutUnit) -> Int? {
    for index in outlines.indices where outlines[index].shape == shape {
      if outlines[index].isLow == (height == outlines[index].least.height) { return index }
    }
    return outlines.count < Self.most ? add(shape, height: height) : nil
  }

  private mutating func add(_ shape: BubbleShape, height: LayoutUnit) -> Int? {
    let least = BubblePath.leastSize(of: shape)
    let isLow = height == least.height
    guard least.width < Self.side, least.height < Self.side else { return nil }
    let size = Size(width: Self.side, height: isLow ? least.height : Self.side)
    let path = BubblePath(shape, size: size)
    var pen = path.start.hundredths(from: .zero)
    var steps = [OutlineStep(corner: commands.count..<commands.count)]
    for segment in path.segments {
      let end = segment.end.hundredths(from: .zero)
      if case .line = segment {
        guard end.x == pen.x || end.y == pen.y else { return nil }
        let isHorizontal = end.y == pen.y
        steps.append(
          OutlineStep(
            isHorizontal: isHorizontal, length: isHorizontal ? end.x - pen.x : end.y - pen.y,
            corner: commands.count..<commands.count))
      } else {
        let first = steps[steps.count - 1].corner.lowerBound
        commands.draw(segment, .zero, from: pen)
        steps[steps.count - 1].corner = first..<commands.count
      }
      pen = end
    }
    outlines.append(
      Outline(shape: shape, least: least, isLow: isLow, start: path.start, size: size, steps: steps))
    return outlines.count - 1
  }
}

extension Rect {
  /// True if the rect starts and ends on whole px.
  fileprivate var isWhole: Bool {
    (origin.x.raw | origin.y.raw | size.width.raw | size.height.raw) & 63 == 0
  }
}

/// Path data in the making. Numbers are hundredths of a px; every absolute coordinate is rounded once and only
/// differences of rounded ones are written, so that the pen returns exactly to its resting position.
private struct PathData: ~Copyable {
  private(set) var html = HTMLWriter(capacity: 4096)
  /// The x position of the pen at the start of each row, from the left edge.
  private var rest = 0
  /// Heights of the rows without bubbles since the last line.
  private var skip = 0
  /// The pen, from the current row's top left corner.
  private var x = 0
  private var y = 0
  private var isInRow = false

  var isEmpty: Bool { html.count == 0 }

  mutating func draw(_ path: BubblePath, at origin: Point) {
    let start = path.start.hundredths(from: origin)
    move(to: start)
    var pen = start
    for segment in path.segments {
      html.draw(segment, origin, from: pen)
      pen = segment.end.hundredths(from: origin)
    }
    close()
  }

  /// Starts an outline, at whose end the pen returns to its start.
  mutating func move(to start: (x: Int, y: Int)) {
    if !isInRow { startLine() }
    isInRow = true
    html.raw("m")
    html.pair(start.x - x, start.y - y)
    (x, y) = start
  }

  /// Moves to the row, past the rows without bubbles; to the section's first row from its corner.
  private mutating func startLine() {
    if isEmpty, rest != 0 || skip > 0 {
      line(to: rest, skip)
    } else if skip > 0 {
      line(to: 0, skip)
    }
    skip = 0
  }

  private mutating func line(to x: Int, _ y: Int) {
    html.raw("m")
    html.pair(x, y)
    html.raw("\n")
  }

  /// Draws a straight side of an outline, if it has a length.
  mutating func side(_ length: Int, isHorizontal: Bool) {
    if length == 0 { return }
    html.raw(isHorizontal ? "h" : "v")
    html.hundredths(length)
  }

  /// Appends commands drawn before.
  mutating func append(_ other: borrowing HTMLWriter, _ commands: Range<Int>) { html.append(other, commands) }

  /// Ends an outline.
  mutating func close() { html.raw("z") }

  mutating func endRow(height: Int) {
    guard isInRow else {
      skip += height
      return
    }
    if x != rest || y != height {
      html.raw("m")
      html.pair(rest - x, height - y)
    }
    html.raw("\n")
    (x, y, isInRow) = (rest, 0, false)
  }

  /// Resets everything, including rows that were skipped without a bubble after them.
  mutating func startSection(rest: Int) {
    html.removeAll()
    (skip, self.rest, x) = (0, rest, rest)
  }
}

extension HTMLWriter {
  /// A segment of an outline around a box at `origin`, starting at the pen.
  fileprivate mutating func draw(
    _ segment: BubblePath.PathSegment, _ origin: Point, from pen: (x: Int, y: Int)
  ) {
    let (x, y) = pen
    let end = segment.end.hundredths(from: origin)
    switch segment {
    case .line:
      if end.y == y {
        raw("h")
        hundredths(end.x - x)
      } else if end.x == x {
        raw("v")
        hundredths(end.y - y)
      } else {
        raw("l")
        pair(end.x - x, end.y - y)
      }
    case .arc(_, let radius, let clockwise):
      // Flags need no separator (SVG 2 §9.3.9): `a18 18 0 0118 18`.
      raw("a")
      pair(radius.hundredths, radius.hundredths)
      raw(clockwise ? " 0 01" : " 0 00")
      pair(end.x - x, end.y - y)
    case .curve(let a, let b, _):
      let (a, b) = (a.hundredths(from: origin), b.hundredths(from: origin))
      raw("c")
      pair(a.x - x, a.y - y)
      separator(before: b.x - x)
      pair(b.x - x, b.y - y)
      separator(before: end.x - x)
      pair(end.x - x, end.y - y)
    }
  }

  /// Two numbers in hundredths.
  fileprivate mutating func pair(_ dx: Int, _ dy: Int) {
    hundredths(dx)
    separator(before: dy)
    hundredths(dy)
  }

  private mutating func separator(before value: Int) {
    if value >= 0 { raw(" ") }
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
