import HTML
import Phrases

/// The drawings of the overview: hundreds of marks, for each of which a template would look up several names.
enum OverviewDrawing: UInt8, ShellField {
  case calendar, band

  func write(of model: FrontModel, to html: inout HTMLWriter) {
    switch self {
    case .calendar:
      if let calendar = model.overview.calendar { html.calendar(calendar, base: model.base) }
    case .band:
      if let band = model.overview.band {
        html.band(band, name: model.language.phrases(.whoWroteWhen), base: model.base)
      }
    }
  }
}

extension HTMLWriter {
  fileprivate mutating func calendar(_ calendar: DayCalendar, base: String) {
    for (index, year) in calendar.years.enumerated() {
      if index > 0 { raw("\n") }
      if calendar.isFolded {
        raw("<details class=\"year\"><summary><b>")
        attribute(year.title)
        raw("</b>")
        if !year.weeks.isEmpty { weeks(of: year, columns: calendar.columns) }
        raw("<span>")
        attribute(year.detail)
        raw("</span></summary>")
      } else {
        raw("<div class=\"year\"><h3>")
        attribute(year.title)
        raw(" <span>")
        attribute(year.detail)
        raw("</span></h3>")
      }
      days(of: year, columns: calendar.columns, base: base)
      if calendar.isFolded { raw("</details>") } else { raw("</div>") }
    }
  }

  private mutating func weeks(of year: DayCalendar.CalendarYear, columns: Int) {
    raw("<svg class=\"weeks\" aria-hidden=\"true\" preserveAspectRatio=\"none\" viewBox=\"0 0 ")
    integer(columns * DayCalendar.step - 2)
    raw(" 20\">")
    for tint in UInt8(0)...4 {
      tinted(tint, year.weeks.indices.filter { year.weeks[$0] == tint }) { html, column in
        html.integer(column * DayCalendar.step)
        html.raw(" 0h8v20h-8z")
      }
    }
    raw("</svg>")
  }

  /// A path of some marks in a tint; nothing if there are none.
  private mutating func tinted<Marks: Collection>(
    _ tint: UInt8, _ marks: Marks, _ mark: (inout HTMLWriter, Marks.Element) -> Void
  ) {
    guard !marks.isEmpty else { return }
    raw("<path class=\"tint")
    integer(Int(tint))
    raw("\" d=\"")
    for element in marks {
      raw("M")
      mark(&self, element)
    }
    raw("\"/>")
  }

  private mutating func days(of year: DayCalendar.CalendarYear, columns: Int, base: String) {
    raw("<svg class=\"days\" role=\"group\" aria-label=\"")
    attribute(year.title)
    raw("\" viewBox=\"0 -18 ")
    integer(columns * DayCalendar.step - 2)
    raw(" 86\">")
    for month in year.months { name(of: month, base: base) }
    raw("<g aria-hidden=\"true\">")
    let squares = year.months.flatMap(\.squares)
    for tint in UInt8(0)...4 {
      tinted(tint, squares.filter { $0.tint == tint && $0.address == nil }) { $0.square($1) }
    }
    for square in squares {
      guard let address = square.address else { continue }
      raw("<a tabindex=\"-1\" href=\"")
      attribute(base)
      message(address)
      raw("\"><title>")
      attribute(square.title)
      raw("</title>")
      tinted(square.tint, CollectionOfOne(square)) { $0.square($1) }
      raw("</a>")
    }
    for square in squares where square.isTop {
      raw("<rect class=\"top\" x=\"")
      integer(square.column * DayCalendar.step - 2)
      raw("\" y=\"")
      integer(square.row * DayCalendar.step - 2)
      raw("\" width=\"12\" height=\"12\" rx=\"3\"/>")
    }
    raw("</g></svg>")
  }

  private mutating func square(_ square: DayCalendar.Square) {
    integer(square.column * DayCalendar.step)
    raw(" ")
    integer(square.row * DayCalendar.step)
    raw("h8v8h-8z")
  }

  /// The name of a month, which is a link over its days if it has messages.
  private mutating func name(of month: DayCalendar.CalendarMonth, base: String) {
    func writeName(_ html: inout HTMLWriter) {
      html.raw(" x=\"")
      html.integer((month.start + month.end) / 2)
      html.raw("\" y=\"-6\">")
      html.attribute(month.name)
      html.raw("</text>")
    }
    guard let address = month.address else {
      raw("<text class=\"none\"")
      return writeName(&self)
    }
    link(to: address, base: base, title: month.title)
    raw("<rect x=\"")
    integer(month.start)
    raw("\" y=\"-18\" width=\"")
    integer(month.end - month.start)
    raw("\" height=\"88\"/><text")
    writeName(&self)
    raw("</a>")
  }

  /// The start of a link with a name for readers and pointers.
  private mutating func link(to address: MessageAddress, base: String, title: String) {
    raw("<a href=\"")
    attribute(base)
    message(address)
    raw("\" aria-label=\"")
    attribute(title)
    raw("\"><title>")
    attribute(title)
    raw("</title>")
  }

  private mutating func message(_ address: MessageAddress) {
    integer(address.page)
    raw(".html")
    anchorFragment(address.anchor)
  }

  // MARK: People over time

  fileprivate mutating func band(_ band: PersonBand, name: String, base: String) {
    let curves = BandCurves(band.counts)
    raw("<svg class=\"band\" role=\"group\" aria-label=\"")
    attribute(name)
    raw("\" preserveAspectRatio=\"none\" viewBox=\"0 -4 640 234\">")
    for tick in band.ticks {
      raw("<path class=\"tick\" d=\"M")
      tenths(curves.start(of: tick.bar))
      raw(" -4V230\"/>")
    }
    // Each band reaches the ground, and the next lower one covers it, so that each needs one edge.
    for index in band.counts.indices.reversed() {
      raw("<path class=\"ribbon")
      personClass(index, of: band)
      raw("\" d=\"M0 ")
      edge(of: curves, index)
      raw("V230H0z\"/>")
    }
    for (index, person) in band.people.enumerated() {
      guard let spot = curves.label(person.name, in: index) else { continue }
      raw("<text x=\"")
      tenths(spot.x)
      raw("\" y=\"")
      tenths(spot.y)
      raw("\">")
      attribute(spot.text)
      raw("</text>")
    }
    raw("<g aria-hidden=\"true\">")
    for (index, step) in band.steps.enumerated() {
      guard let address = step.address else { continue }
      raw("<a tabindex=\"-1\" href=\"")
      attribute(base)
      message(address)
      raw("\"><title>")
      attribute(step.title)
      raw("</title><rect x=\"")
      tenths(curves.start(of: index))
      raw("\" y=\"-4\" width=\"")
      tenths(curves.stepWidth)
      raw("\" height=\"234\"/></a>")
    }
    raw("</g></svg>")
  }

  private mutating func personClass(_ index: Int, of band: PersonBand) {
    if band.people.indices.contains(index) {
      addPersonClass(band.people[index].id)
    } else {
      raw(" rest")
    }
  }

  /// The upper edge of a band from left to right, in relative coordinates.
  private mutating func edge(of curves: BandCurves, _ index: Int) {
    let edge = curves.edge(index)
    guard var last = edge.first else { return }
    // Coordinates add up, so each is relative to the last one as written.
    func rounded(_ point: BandCurves.Point) -> (Int, Int) {
      (Int((point.x * 10).rounded()), Int((point.y * 10).rounded()))
    }
    var pen = rounded(last)
    hundredths(pen.1 * 10)
    raw("c")
    for (number, point) in edge.dropFirst().enumerated() {
      let third = (point.x - last.x) / 3
      let controls = [
        BandCurves.Point(x: last.x + third, y: last.y + third * last.slope),
        BandCurves.Point(x: point.x - third, y: point.y - third * point.slope), point,
      ]
      for (part, control) in controls.enumerated() {
        if number + part > 0 { raw(" ") }
        let (x, y) = rounded(control)
        hundredths((x - pen.0) * 10)
        raw(" ")
        hundredths((y - pen.1) * 10)
      }
      pen = rounded(point)
      last = point
    }
  }

  private mutating func tenths(_ value: Double) { hundredths(Int((value * 10).rounded()) * 10) }
}

/// The edges of bands on top of each other, in a drawing of 640 × 230: monotone cubic curves through the middles of the steps, which
/// are nowhere above or below the counts.
struct BandCurves {
  /// A point of an edge, with the slope there.
  struct Point {
    var x: Double
    var y: Double
    var slope = 0.0
  }

  private static let (width, height, ground) = (640.0, 226.0, 230.0)
  /// The height that a name needs, and the width of its characters.
  private static let (nameHeight, letter, wideLetter) = (15.0, 7.4, 12.5)
  /// The distance of positions that are tried for a name.
  private static let sample = 4.0
  /// The longest name inside a band.
  private static let longestName = 14

  /// The width of a step.
  let stepWidth: Double
  private var edges: [[Point]] = []

  init(_ counts: [[Int]]) {
    let steps = counts.first?.count ?? 0
    stepWidth = Self.width / Double(max(1, steps))
    let totals = (0..<steps).map { step in counts.reduce(0) { $0 + $1[step] } }
    let scale = Self.height / Double(max(1, totals.max() ?? 0))
    var sums = [Int](repeating: 0, count: steps)
    for row in counts {
      for step in sums.indices { sums[step] += row[step] }
      edges.append(curve(sums.map { Self.ground - Double($0) * scale }))
    }
  }

  /// The edge of a band, with the slopes of a monotone cubic curve (Steffen 1990).
  private func curve(_ heights: [Double]) -> [Point] {
    guard let first = heights.first, let last = heights.last else { return [] }
    var points = [Point(x: 0, y: first)]
    for (step, height) in heights.enumerated() {
      points.append(Point(x: (Double(step) + 0.5) * stepWidth, y: height))
    }
    points.append(Point(x: Self.width, y: last))
    for index in points.indices.dropFirst().dropLast() {
      let (one, here, other) = (points[index - 1], points[index], points[index + 1])
      let (before, after) = (here.x - one.x, other.x - here.x)
      let (rise, fall) = ((here.y - one.y) / before, (other.y - here.y) / after)
      guard rise * fall > 0 else { continue }
      let mean = abs(rise * after + fall * before) / (before + after)
      points[index].slope = (rise > 0 ? 2 : -2) * min(abs(rise), abs(fall), mean / 2)
    }
    return points
  }

  /// The left end of a step.
  func start(of step: Int) -> Double { Double(step) * stepWidth }

  /// The upper edge of a band.
  func edge(_ index: Int) -> [Point] { edges[index] }

  /// The height of an edge at a position.
  private func height(of index: Int, at x: Double) -> Double {
    guard index >= 0 else { return Self.ground }
    let edge = edges[index]
    let step = min(max(Int(x / stepWidth + 0.5), 0), edge.count - 2)
    let (one, other) = (edge[step], edge[step + 1])
    let length = other.x - one.x
    guard length > 0 else { return one.y }
    let t = min(max((x - one.x) / length, 0), 1)
    let (square, cube) = (t * t, t * t * t)
    return one.y * (2 * cube - 3 * square + 1) + one.slope * length * (cube - 2 * square + t)
      + other.y * (3 * square - 2 * cube) + other.slope * length * (cube - square)
  }

  /// Returns the position at which a person's name has most space in their band; nil if it fits nowhere.
  func label(_ name: String, in index: Int) -> (x: Double, y: Double, text: String)? {
    let text =
      name.count <= Self.longestName ? name : name.split(separator: " ").first.map(String.init) ?? ""
    guard !text.isEmpty, text.count <= Self.longestName else { return nil }
    let width = text.unicodeScalars.reduce(4.0) { $0 + ($1.value < 0x1100 ? Self.letter : Self.wideLetter) }
    let span = Int((width / Self.sample).rounded(.up))
    let count = Int(Self.width / Self.sample) + 1
    guard span < count else { return nil }
    let upper = (0..<count).map { height(of: index, at: Double($0) * Self.sample) }
    let lower = (0..<count).map { height(of: index - 1, at: Double($0) * Self.sample) }
    var best: (free: Double, start: Int, middle: Double)?
    for start in 0..<count - span {
      var (top, bottom) = (upper[start], lower[start])
      for position in start...start + span {
        (top, bottom) = (max(top, upper[position]), min(bottom, lower[position]))
        // Most bands are too narrow nearly everywhere.
        if bottom - top < Self.nameHeight { break }
      }
      let free = bottom - top
      if free >= Self.nameHeight, free > best?.free ?? 0 { best = (free, start, (top + bottom) / 2) }
    }
    return best.map { ((Double($0.start) + Double(span) / 2) * Self.sample, $0.middle + 4, text) }
  }
}
