import Foundation
import Frames
import SiteFiles
import SiteWriter
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Another output format needs frames alone: `SVGWriter`.
///
/// `SAMPLE_SVG=file swift test --filter SVGWriterTests` writes the picture, to look at.
@Suite struct SVGWriterTests {
  private static let rows = SampleChat.tour.rows

  /// The texts and the path data of a document, in its order.
  private final class Document: NSObject, XMLParserDelegate {
    var texts: [String] = []
    var paths: [String] = []
    private var isText = false

    init(_ bytes: [UInt8]) throws {
      super.init()
      let parser = XMLParser(data: Data(bytes))
      parser.delegate = self
      if !parser.parse() { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
    }

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      isText = name == "text"
      if isText { texts.append("") }
      if name == "path", let data = attributes["d"] { paths.append(data) }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
      if isText { texts[texts.count - 1] += string }
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
      isText = false
    }
  }

  @Test("Rows become a well-formed SVG with every line of every text")
  func texts() throws {
    let bytes = SVGWriter(style: SampleChat.style).svg(of: Self.rows)
    if let path = ProcessInfo.processInfo.environment["SAMPLE_SVG"] {
      try Data(bytes).write(to: URL(filePath: path))
    }
    let expected = Self.rows.flatMap(\.frame.items).flatMap { item -> [String] in
      switch item.content {
      case .text(let block), .time(let block, _): Self.lines(of: block)
      case .avatar(let avatar): avatar.initials.map(Self.lines) ?? []
      default: []
      }
    }
    #expect(expected.count > 60)
    #expect(try Document(bytes).texts == expected)
  }

  @Test("The outlines of bubbles end where those of the frames do")
  func outlines() throws {
    let paths = try Document(SVGWriter(style: SampleChat.style).svg(of: Self.rows)).paths
    let bubbles = Self.rows.flatMap(\.frame.items).compactMap { item -> [Point]? in
      guard case .bubble(let shape) = item.content else { return nil }
      let path = BubblePath(shape, size: item.rect.size)
      return ([path.start] + path.segments.map(\.end)).map {
        Point(x: $0.x + item.rect.minX, y: $0.y + item.rect.minY)
      }
    }
    #expect(paths.count == bubbles.count && bubbles.count > 10)
    for (path, bubble) in zip(paths, bubbles) {
      let ends = path.matches(of: #/[MLAC]([-0-9. ]+)/#).map { command in
        command.output.1.split(separator: " ").suffix(2).compactMap { Double($0) }
      }
      #expect(ends.count == bubble.count)
      for (end, point) in zip(ends, bubble) {
        #expect(end.count == 2 && abs(end[0] - point.x.px) < 0.01 && abs(end[1] - point.y.px) < 0.01)
      }
    }
  }

  @Test("The pipeline gets the same heights from a picture as from a page of HTML")
  func heights() throws {
    let model = PageModel(title: "Tour", number: 1, hasNext: false, language: SampleChat.language)
    func draft(of output: any PageOutput) -> (heights: PageHeights, bytes: [UInt8]) {
      var draft = PageDraft()
      var rest = Self.rows[...]
      output.write(model, to: &draft) { rows in
        defer { rest = rest.dropFirst(7) }
        rows += rest.prefix(7)
        return !rest.isEmpty
      }
      return (draft.heights, draft.withBytes { bytes in bytes.indices.map { bytes[$0] } })
    }
    let picture = draft(of: SVGWriter(style: SampleChat.style))
    let page = draft(of: try PageWriter(assets: SiteAssets(), style: SampleChat.style))
    #expect(picture.heights == page.heights)
    #expect(picture.heights.exact > 64 * 1_000 && picture.heights.wide > 64 * 1_000)
    #expect(picture.bytes == SVGWriter(style: SampleChat.style).svg(of: Self.rows))
  }

  @Test("A hostile text cannot leave its element")
  func hostile() throws {
    let text = "</text><script>x</script>\u{0}&\u{2028}"
    let count = Int32(text.utf8.count)
    let block = TextBlock(
      text: text, role: .body, lines: [TextLine(start: 0, end: count, width: 100, ending: .end)])
    let frame = Frame(
      size: Size(width: 390, height: 40),
      items: [FrameItem(ItemID(.text), Rect(x: 9, y: 9, width: 100, height: 20), .text(block))])
    let svg = SVGWriter(style: SampleChat.style).svg(of: [
      Row(kind: .notice(index: 0, anchor: "a"), frame: frame)
    ])
    #expect(try Document(svg).texts == ["</text><script>x</script>␀&\n"])
  }

  private static func lines(of block: TextBlock) -> [String] {
    (0..<block.lines.count).map { index in
      let bytes = Array(block.text.utf8)[Int(block.lines[index].start)..<Int(block.lines[index].end)]
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}
