import Frames
import SiteFiles
import SiteWriter
import Testing

/// Outlines in a section's path data against the outlines they stand for.
@Suite struct OutlineTests {
  /// A pen that follows path data.
  private struct Pen {
    private var rest: Substring
    private(set) var ends: [Point] = []
    private var at = Point(x: 0, y: 0)
    private var start = Point(x: 0, y: 0)

    struct Point: Equatable {
      var x: Int
      var y: Int
    }

    init(_ data: Substring) { rest = data }

    /// A number in hundredths.
    private mutating func number() -> Int {
      rest = rest.drop { $0 == " " }
      let sign = rest.first == "-" ? -1 : 1
      if sign < 0 { rest.removeFirst() }
      let whole = rest.prefix { $0.isNumber }
      rest = rest.dropFirst(whole.count)
      var decimals: Substring = ""
      if rest.first == "." {
        decimals = rest.dropFirst().prefix { $0.isNumber }
        rest = rest.dropFirst(decimals.count + 1)
      }
      let padded = decimals + String(repeating: "0", count: max(0, 2 - decimals.count))
      return sign * ((Int(whole) ?? 0) * 100 + (Int(padded) ?? 0))
    }

    private mutating func move(_ dx: Int, _ dy: Int) { at = Point(x: at.x + dx, y: at.y + dy) }

    /// Follows the data; `ends` has the end of each command.
    mutating func follow() {
      while let command = rest.popFirst() {
        switch command {
        case "m":
          move(number(), number())
          start = at
        case "h": move(number(), 0)
        case "v": move(0, number())
        case "l": move(number(), number())
        case "a":
          (_, _, _) = (number(), number(), number())
          rest = rest.drop { $0 == " " }.dropFirst(2)
          move(number(), number())
        case "c":
          for _ in 0..<2 { (_, _) = (number(), number()) }
          move(number(), number())
        case "z": at = start
        default: continue
        }
        ends.append(at)
      }
    }
  }

  private func section(_ row: Row) throws -> String {
    let pages = try PageWriter(assets: SiteAssets(), style: SampleChat.style)
    return String(
      decoding: pages.sections(PageModel(title: "", number: 1, language: SampleChat.language), rows: [row]),
      as: UTF8.self)
  }

  @Test("An outline ends each of its steps where the bubble's path does, at any size and with any corners")
  func outlines() throws {
    let shapes = [
      (18, 18, 18, 18, 6), (5, 18, 5, 18, 0), (18, 18, 5, 18, 0), (0, 0, 0, 0, 0), (0, 12, 9, 3, 4),
    ]
    .flatMap { (radii: (Int, Int, Int, Int, Int)) -> [BubbleShape] in
      let incoming = BubbleShape(
        radii: CornerRadii(
          topLeft: LayoutUnit(px: radii.0), topRight: LayoutUnit(px: radii.1),
          bottomLeft: LayoutUnit(px: radii.2),
          bottomRight: LayoutUnit(px: radii.3)), tail: LayoutUnit(px: radii.4), side: .incoming)
      return [incoming, incoming.mirrored]
    }
    for shape in shapes {
      for (width, height) in [(1, 1), (20, 36), (33, 31), (36, 36), (37, 36), (40, 37), (64, 300), (296, 56)]
      {
        let rect = Rect(x: 11, y: 10, width: LayoutUnit(px: width), height: LayoutUnit(px: height))
        let row = Row(
          kind: .message(index: 0, anchor: "a", side: shape.side, sender: ""),
          frame: Frame(
            size: Size(width: 390, height: LayoutUnit(px: height + 12)),
            items: [FrameItem(ItemID(.bubble), rect, .bubble(shape))]))
        let markup = try section(row)
        let data = markup.split(separator: " d=\"\n").last?.prefix { $0 != "\"" } ?? ""
        var pen = Pen(data)
        pen.follow()
        let path = BubblePath(shape, size: rect.size)
        let expected = ([path.start] + path.segments.map(\.end) + [path.start]).map {
          Pen.Point(
            x: (Int(($0.x + rect.minX).raw) * 100 + 32) >> 6, y: (Int(($0.y + rect.minY).raw) * 100 + 32) >> 6
          )
        }
        // The first step goes to where pens rest, the last to the next row.
        let rest = shape.side == .incoming ? 54 : 374
        #expect(pen.ends.first == Pen.Point(x: rest * 100, y: 0))
        #expect(Array(pen.ends.dropFirst().prefix(expected.count)) == expected, "\(shape) \(width)×\(height)")
        #expect(pen.ends.last == Pen.Point(x: rest * 100, y: (height + 12) * 100))
      }
    }
  }
}
