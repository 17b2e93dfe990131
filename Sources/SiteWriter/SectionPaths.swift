internal import Frames

/// The outlines of a section's bubbles, as the data of two SVG paths: one for each side.
///
/// All commands are relative, and the bubbles of a row are one line that starts at the row's top left corner and
/// ends at the next row's; rows without a bubble of that side are skipped together by a line `m0 H`. So a message
/// that changes touches its own line and, when its height changes, one skip of the other path.
struct SectionPaths: ~Copyable {
  private var incoming = PathData()
  private var outgoing = PathData()
  private var known = KnownOutlines()

  /// Adds the bubbles of the next row.
  mutating func add(_ frame: Frame) {
    for place in frame.items.indices {
      guard case .bubble(let shape) = frame.items[place].content else { continue }
      let rect = frame.items[place].rect
      switch shape.side {
      case .incoming: known.draw(shape, in: rect, to: &incoming)
      case .outgoing: known.draw(shape, in: rect, to: &outgoing)
      }
    }
    incoming.endRow(height: frame.size.height.hundredths)
    outgoing.endRow(height: frame.size.height.hundredths)
  }

  /// Adds a row that is drawn already.
  mutating func add(_ row: WrittenRow) {
    let height = row.outline.height.hundredths
    let bytes = row.page.bytes
    if let line = row.place.incoming {
      incoming.addRow(bytes.span.extracting(line))
    } else {
      incoming.endRow(height: height)
    }
    if let line = row.place.outgoing {
      outgoing.addRow(bytes.span.extracting(line))
    } else {
      outgoing.endRow(height: height)
    }
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

/// The outlines of the few shapes there are, as commands that were drawn once: on whole px, corners and tail are the same
/// at any size, and only the straight sides between them grow with it.
///
/// What is remembered depends on the shape alone, so it never shows in the bytes.
private struct KnownOutlines: ~Copyable {
  private struct Outline {
    var shape: BubbleShape
    var start: Point
    /// The smallest box in which nothing is squeezed.
    var least: Size
    var steps: [Step]
  }
  /// A straight side, and the commands after it up to the next.
  private struct Step {
    var isHorizontal: Bool
    /// Its length in a box of the known size, in hundredths of a px; it grows the way it goes.
    var length: Int
    var isForward: Bool
    var corner: Range<Int>
  }
  private var outlines: [Outline] = []
  private var commands = PathData()
  private static let most = 32
  /// The box that is drawn once; every side of it has a length.
  private static let size = Size(width: 4096, height: 4096)

  /// Draws a bubble's outline.
  mutating func draw(_ shape: BubbleShape, in rect: Rect, to path: inout PathData) {
    guard rect.isWhole, let known = outline(shape), rect.width >= known.least.width,
      rect.height >= known.least.height
    else { return path.draw(BubblePath(shape, size: rect.size), at: rect.origin) }
    var start = known.start
    if shape.side == .outgoing { start.x = start.x + rect.width - Self.size.width }
    path.move(to: start.hundredths(from: rect.origin))
    let wider = (rect.width - Self.size.width).hundredths
    let taller = (rect.height - Self.size.height).hundredths
    for step in known.steps {
      let growth = step.isHorizontal ? wider : taller
      path.side(step.length + (step.isForward ? growth : -growth), isHorizontal: step.isHorizontal)
      path.append(commands.html, step.corner)
    }
    path.close()
  }

  private mutating func outline(_ shape: BubbleShape) -> Outline? {
    for place in outlines.indices where outlines[place].shape == shape { return outlines[place] }
    return outlines.count < Self.most ? add(shape) : nil
  }

  private mutating func add(_ shape: BubbleShape) -> Outline? {
    let least = BubblePath.leastSize(of: shape)
    guard least.width < Self.size.width, least.height < Self.size.height else { return nil }
    let path = BubblePath(shape, size: Self.size)
    var steps: [Step] = []
    var pen = path.start.hundredths(from: .zero)
    let start = pen
    for segment in path.segments {
      let end = segment.end.hundredths(from: .zero)
      if case .line = segment {
        guard end.x == pen.x || end.y == pen.y else { return nil }
        let isHorizontal = end.y == pen.y
        let length = isHorizontal ? end.x - pen.x : end.y - pen.y
        steps.append(
          Step(
            isHorizontal: isHorizontal, length: length, isForward: length > 0,
            corner: commands.html.count..<commands.html.count))
      } else {
        guard !steps.isEmpty else { return nil }
        let first = steps[steps.count - 1].corner.lowerBound
        commands.draw(segment, from: pen)
        steps[steps.count - 1].corner = first..<commands.html.count
      }
      pen = end
    }
    guard pen == start else { return nil }
    let outline = Outline(shape: shape, start: path.start, least: least, steps: steps)
    outlines.append(outline)
    return outline
  }
}

extension Rect {
  /// Whether it starts and ends on whole px.
  fileprivate var isWhole: Bool {
    (origin.x.raw | origin.y.raw | size.width.raw | size.height.raw) & 63 == 0
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
    let start = path.start.hundredths(from: origin)
    move(to: start)
    for segment in path.segments { draw(segment, origin) }
    close()
    (x, y) = start
  }

  /// Starts an outline, from which the pen returns to its start.
  mutating func move(to start: (x: Int, y: Int)) {
    if !isInRow { endSkip() }
    isInRow = true
    html.raw("m")
    pair(start.x - x, start.y - y)
    (x, y) = start
  }

  /// Moves to the row, over those without bubbles.
  private mutating func endSkip() {
    guard skip > 0 else { return }
    html.raw("m0 ")
    html.hundredths(skip)
    html.raw("\n")
    skip = 0
  }

  /// Adds a row as the line that it was written as.
  mutating func addRow(_ line: Span<UInt8>) {
    endSkip()
    html.append(written: line)
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

  /// Draws a segment of a box at the origin.
  mutating func draw(_ segment: BubblePath.Segment, from pen: (x: Int, y: Int)) {
    (x, y) = pen
    draw(segment, .zero)
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
