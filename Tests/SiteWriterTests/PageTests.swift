import Frames
import HTML
import SiteFiles
import SiteWriter
import TestSupport
import Testing

@Suite struct PageTests {
  private func sections(_ rows: [Row], number: Int = 1) throws -> String {
    let pages = try PageWriter(assets: SiteAssets(), style: SampleChat.style)
    return String(
      decoding: pages.sections(
        PageModel(title: "", number: number, hasNext: true, language: SampleChat.language), rows: rows),
      as: UTF8.self
    )
  }

  @Test("A section as it stands in the file")
  func section() throws {
    expectGolden(try sections(Array(SampleChat.tour.rows.prefix(16))), named: "section.html")
  }

  @Test("A page as it stands in the file, without its rows")
  func shell() throws {
    var model = PageModel(
      title: "Lisbon <trip>", number: 2, hasNext: true,
      months: [MonthLink(title: "May 2026", page: 2, anchor: "a b", count: "88")],
      language: SampleChat.language)
    (model.dates, model.messages) = ("May 2026", "501–1,000")
    let page = try PageWriter(assets: SiteAssets(), style: SampleChat.style).page(model, rows: [])
    expectGolden(String(decoding: page, as: UTF8.self), named: "page.html")
  }

  @Test("The style sheet of the theme")
  func theme() { expectGolden(String(decoding: SampleChat.style.sheet(), as: UTF8.self), named: "theme.css") }

  @Test("Bubbles alone, first, in the middle and last of a group, on both sides")
  func paths() throws {
    let (large, small): (LayoutUnit, LayoutUnit) = (18, 5)
    var rows: [Row] = []
    for side in Side.allCases {
      for (top, bottom, tail) in [(large, large, 6), (large, small, 0), (small, small, 0), (small, large, 6)]
      {
        var radii = CornerRadii(topLeft: top, topRight: large, bottomLeft: bottom, bottomRight: large)
        if side == .outgoing { radii = radii.mirrored }
        let shape = BubbleShape(radii: radii, tail: LayoutUnit(px: tail), side: side)
        let rect = Rect(x: 17, y: 3, width: 100, height: 44)
        rows.append(
          Row(
            kind: .message(index: Int32(rows.count), anchor: "\(rows.count)", side: side, sender: "Bo"),
            frame: Frame(
              size: Size(width: 390, height: 47),
              items: [
                FrameItem(
                  ItemID(.bubble), side == .incoming ? rect : rect.mirrored(in: 390), .bubble(shape))
              ])))
      }
    }
    expectGolden(try sections(rows), named: "paths.html")
  }

  @Test("A section's bubbles start at its own top, also when the section before has none of their side")
  func bubblesOfLaterSections() throws {
    func row(_ side: Side, _ index: Int) -> Row {
      let shape = BubbleShape(radii: CornerRadii(all: 18), tail: .zero, side: side)
      return Row(
        kind: .message(index: Int32(index), anchor: "\(index)", side: side, sender: "Bo"),
        frame: Frame(
          size: Size(width: 390, height: 47),
          items: [
            FrameItem(ItemID(.bubble), Rect(x: 17, y: 3, width: 100, height: 44), .bubble(shape))
          ]))
    }
    func lastPath(_ rows: [Row]) throws -> Substring {
      let html = try sections(rows)
      let start = try #require(html.ranges(of: "<path class=\"in\"").last?.lowerBound)
      return html[start...].prefix(while: { $0 != ">" })
    }
    let others = (0..<PageWriter.rowsPerSection).map { row(.outgoing, $0) }
    #expect(try lastPath(others + [row(.incoming, 25)]) == lastPath([row(.incoming, 25)]))
  }

  @Test("What stands as far above its row's end as it usually does, says nothing of that")
  func usualBottoms() throws {
    func avatar(_ top: LayoutUnit, in height: LayoutUnit) -> Frame {
      let face = Rect(x: 11, y: top, width: 30, height: 30)
      return Frame(
        size: Size(width: 390, height: height),
        items: [
          FrameItem(ItemID(.avatar), face, .avatar(FrameAvatar(path: nil, initials: nil)))
        ])
    }
    func written(_ frame: Frame, wide: Frame? = nil) throws -> Substring {
      let kind = Row.Kind.message(index: 0, anchor: "a", side: .incoming, sender: "Bo")
      let html = try sections([Row(kind: kind, frame: frame, wide: wide)])
      let start = try #require(html.ranges(of: "data-box=\"avatar\"").first?.upperBound)
      return html[start...].prefix { $0 != ">" }
    }
    #expect(try written(avatar(20, in: 50)) == "")
    #expect(try written(avatar(20, in: 50), wide: avatar(5, in: 35)) == "")
    #expect(try written(avatar(20, in: 51)) == " style=\"top:1.25rem\"")
    #expect(
      try written(avatar(20, in: 50), wide: avatar(5, in: 36)) == " style=\"top:1.25rem;--Y:.3125rem\"")
  }

  @Test("Rows come in sections of 25, each with its first and last message and its exact height")
  func sectioning() throws {
    let rows = SampleChat.tour.rows
    let html = try sections(rows)
    let heads = html.split(separator: "\n").filter { $0.hasPrefix("<section") }
    #expect(heads.count == (rows.count + 24) / 25)
    #expect(heads[0].contains("data-first=\"0\""))
    #expect(html.split(separator: "\n").count { $0.contains("<article") } == rows.count - 2)
    for (index, head) in heads.enumerated() {
      let height = rows.dropFirst(index * 25).prefix(25).reduce(LayoutUnit.zero) { $0 + $1.frame.size.height }
      var rem = HTMLWriter()
      rem.rem(height)
      #expect(head.contains("style=\"height:\(String(decoding: rem.bytes, as: UTF8.self));"))
    }
  }

  @Test("The same page comes out of several tasks at once")
  func concurrent() async throws {
    let pages = try PageWriter(assets: SiteAssets(), style: SampleChat.style)
    let rows = SampleChat.tour.rows
    let model = PageModel(title: "x", number: 1, language: SampleChat.language)
    let expected = pages.page(model, rows: rows)
    await withTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<8 { group.addTask { pages.page(model, rows: rows) } }
      for await page in group { #expect(page == expected) }
    }
  }

  @Test("A jump within the page is a fragment, one to another page names its file")
  func jumps() throws {
    let rows = SampleChat.tour.rows
    #expect(try sections(rows, number: 1).contains("href=\"#m-2\""))
    #expect(try sections(rows, number: 2).contains("href=\"1.html#m-2\""))
  }

  @Test("Texts have slack behind their end, and keep their start")
  func slack() throws {
    func style(_ direction: TextDirection, _ role: TextRole) throws -> Substring {
      let block = TextBlock(
        text: "x", role: role, direction: direction,
        lines: [TextLine(start: 0, end: 1, width: 128, ending: .end)])
      let html = try sections([
        Row(
          kind: .notice(index: 0, anchor: "1"),
          frame: Frame(
            size: Size(width: 390, height: 40),
            items: [FrameItem(ItemID(.text), Rect(x: 64, y: 8, width: 128, height: 20), .text(block))]))
      ])
      return try #require(html.firstMatch(of: #/width:[^"]*/#)).output
    }
    // 128 px get 128·3/128 + 1 = 4 px.
    #expect(try style(.leftToRight, .body) == "width:8.25rem;left:4rem;top:.5rem")
    #expect(try style(.rightToLeft, .body) == "width:8.25rem;left:3.75rem;top:.5rem")
    #expect(try style(.leftToRight, .day) == "width:8.5rem;left:3.75rem;top:.5rem")
  }

  @Test(
    "What large screens show elsewhere stands beside its place, and a text with other lines has breaks of both"
  )
  func wide() throws {
    func frame(_ lines: TextLines, x: LayoutUnit, width: LayoutUnit, height: LayoutUnit) -> Frame {
      Frame(
        size: Size(width: 390, height: height + 16),
        items: [
          FrameItem(
            ItemID(.bubble), Rect(x: x, y: 3, width: width, height: height),
            .bubble(BubbleShape(radii: CornerRadii(all: 18), tail: 6, side: .outgoing))),
          FrameItem(
            ItemID(.text), Rect(x: x + 12, y: 11, width: width - 24, height: height - 16),
            .text(TextBlock(text: "one two three four", role: .body, lines: lines))),
        ])
    }
    let narrow: TextLines = [
      TextLine(start: 0, end: 8, width: 64, ending: .opportunity),
      TextLine(start: 8, end: 14, width: 64, ending: .opportunity),
      TextLine(start: 14, end: 18, width: 64, ending: .end),
    ]
    let wide: TextLines = [
      TextLine(start: 0, end: 14, width: 120, ending: .balance),
      TextLine(start: 14, end: 18, width: 64, ending: .end),
    ]
    let kind = Row.Kind.message(index: 0, anchor: "1", side: .outgoing, sender: "Ana")
    let row = Row(kind: kind, frame: frame(narrow, x: 200, width: 120, height: 76))
    #expect(!(try sections([row]).contains(#/--[A-Z]:|<b>/#)))
    let both = Row(kind: kind, frame: row.frame, wide: frame(wide, x: 144, width: 176, height: 56))
    let html = try sections([both])
    #expect(html.contains("one two <i></i>three <i></i><b></b>four"))
    #expect(html.contains("--h:92;--H:72;--b:.8125rem;--e:4.375rem;--n:200;--N:144\">"))
    // The text is as wide as its bubble, which says all of that.
    #expect(html.contains("<p data-w data-box=\"text\">one"))
    // Other positions alone need no other breaks.
    let moved = Row(kind: kind, frame: row.frame, wide: frame(narrow, x: 144, width: 176, height: 76))
    let still = try sections([moved])
    #expect(still.contains("one two <i></i>three <i></i>four") && still.contains("<p data-box=\"text\">one"))
  }

  @Test(
    "A bubble with a tail says so, unless it is too small or its corners are others than the style sheet's")
  func tails() throws {
    func row(_ tail: LayoutUnit, _ radii: CornerRadii, height: LayoutUnit) throws -> Bool {
      let shape = BubbleShape(radii: radii, tail: tail, side: .incoming)
      let frame = Frame(
        size: Size(width: 390, height: height),
        items: [
          FrameItem(ItemID(.bubble), Rect(x: 49, y: 3, width: 90, height: height - 3), .bubble(shape))
        ])
      let kind = Row.Kind.message(index: 0, anchor: "1", side: .incoming, sender: "Bo")
      return try sections([Row(kind: kind, frame: frame)]).contains(#/class="in[^"]* t"/#)
    }
    let above = CornerRadii(topLeft: 5, topRight: 18, bottomLeft: 18, bottomRight: 18)
    let others = CornerRadii(topLeft: 18, topRight: 5, bottomLeft: 18, bottomRight: 18)
    #expect(try row(6, CornerRadii(all: 18), height: 39))
    #expect(try row(6, above, height: 39))
    #expect(!(try row(0, CornerRadii(all: 18), height: 39)))
    #expect(!(try row(6, CornerRadii(all: 18), height: 20)))
    #expect(!(try row(6, others, height: 39)))
    #expect(!(try row(6, CornerRadii(all: 7), height: 39)))
    #expect(!(try row(4, CornerRadii(all: 18), height: 39)), "another tail than the look's")
  }
}
