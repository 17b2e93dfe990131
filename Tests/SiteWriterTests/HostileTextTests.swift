import Foundation
import Frames
import Phrases
import SiteFiles
import SiteWriter
import Testing

/// Everything in a chat is hostile: no text may change the markup around it.
@Suite struct HostileTextTests {
  static let strings = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='alert(1)",
    "</article></main>",
    "<!--", "-->", "<!--rows-->", "]]>", "&lt;b&gt;&amp;&#60;", "{{title}}{{{title}}}",
    "a\u{0}b\u{1B}[31mc\u{7F}\r",
    "\"\u{301}\u{200D} onload=\"x", "<\u{338}script>", "\u{202E}abc\u{2066}", "\u{2028}\u{2029}\u{85}",
    "javascript:alert(1)",
    "../../etc/passwd", "%00%3Cscript%3E", "\\22\\3e", "🏴‍☠️\u{E0001}", " ", "\n",
  ]

  /// Rows whose every text is `text`.
  static func rows(_ text: String) -> [Row] {
    let length = Int32(text.utf8.count)
    func block(_ role: TextRole) -> TextBlock {
      TextBlock(
        text: text, role: role, lines: [TextLine(start: 0, end: length, width: 50, ending: .end)],
        runs: role == .reaction ? [TextRun(start: 0, end: length, face: .base, emoji: .picture)] : [],
        marks: role == .body
          ? [TextMark(start: 0, end: length, kind: .link(href: "https://x.example/" + text))] : [])
    }
    let rect = Rect(x: 10, y: 10, width: 50, height: 20)
    var items = TextRole.allCases.map {
      FrameItem(ItemID(.text, Int($0.rawValue)), rect, .text(block($0)))
    }
    items += [
      FrameItem(ItemID(.time), rect, .time(block(.time), UTCTime(seconds: 0))),
      FrameItem(
        ItemID(.image), rect, .image(FrameImage(path: text, alt: text, radii: CornerRadii(all: 4)))),
      FrameItem(
        ItemID(.image, 1), rect, .image(FrameImage(path: nil, alt: text, radii: CornerRadii(all: 4)))),
      FrameItem(ItemID(.avatar), rect, .avatar(FrameAvatar(path: text, initials: nil))),
      FrameItem(
        ItemID(.avatar, 1), rect, .avatar(FrameAvatar(path: nil, initials: block(.initials))),
        of: PersonID(key: text)),
      FrameItem(ItemID(.quote), rect, .jump(MessageLink(page: 4, anchor: text))),
      FrameItem(ItemID(.chip), rect, .reaction(FrameReaction(people: text, isOwn: true))),
      FrameItem(ItemID(.jump, 1), rect, .link(FrameLink(href: "https://x.example/" + text, name: text))),
      FrameItem(ItemID(.jump), rect, .file(FrameFile(path: text, name: text))),
      FrameItem(
        ItemID(.player), rect,
        .player(FramePlayer(kind: .film, path: text, name: text, radii: .zero, poster: text))),
      FrameItem(ItemID(.image, 2), rect, .emoji(FrameImage(path: text, alt: text, radii: .zero))),
      FrameItem(ItemID(.status), rect, .status(FrameStatus(kind: .failed, name: text))),
      FrameItem(
        ItemID(.waveform), rect,
        .waveform(
          FrameWaveform(thickness: 2, bars: [.init(x: 1, reach: .unlimited), .init(x: 5, reach: -3)]))),
    ]
    // Folded away is all of it too, also inside what is folded away.
    for _ in 0..<2 {
      let body = Frame(size: Size(width: 390, height: 60), items: items)
      items.append(FrameItem(ItemID(.fold), rect, .fold(FrameFold(name: text, body: body))))
    }
    let frame = Frame(size: Size(width: 390, height: 60), items: items)
    return [
      Row(kind: .day(date: text, before: 0), frame: frame),
      Row(kind: .message(index: 0, anchor: text, side: .outgoing, sender: text), frame: frame),
      Row(kind: .notice(index: 1, anchor: text), frame: frame),
    ]
  }

  /// A language in which everything is said by `text`.
  private static func phrases(_ text: String) throws -> Phrases {
    let all = Dictionary(uniqueKeysWithValues: Phrase.allCases.map { ($0.rawValue, text) })
    let table = try PhraseTable(Array(try JSONEncoder().encode(all)), file: "xx.json")
    return Phrases(language: "en", table: table, english: table)
  }

  /// A page whose every text is `text`.
  private func page(_ text: String) throws -> String {
    var model = PageModel(
      title: text, number: 2, hasNext: true,
      months: [MonthLink(title: text, page: 1, anchor: text, count: text)],
      language: PageLanguage(tag: text, phrases: try Self.phrases(text)))
    (model.dates, model.messages) = (text, text)
    let writer = try PageWriter(assets: SiteAssets(), style: SampleChat.style)
    return String(decoding: writer.page(model, rows: Self.rows(text)), as: UTF8.self)
  }

  /// The markup with texts and attribute values left out.
  private func skeleton(_ html: String) -> String {
    html.replacing(#/>[^<>]+/#, with: ">").replacing(#/"[^"<>]*"/#, with: "\"\"")
  }

  @Test("A hostile text leaves the markup of the page as it is", arguments: strings)
  func pages(text: String) throws {
    let (benign, hostile) = (try page("x"), try page(text))
    #expect(skeleton(hostile) == skeleton(benign))
    let controls = hostile.utf8.filter { $0 < 0x20 && $0 != 0x0A && $0 != 0x09 || $0 == 0x7F }
    #expect(controls.isEmpty)
  }

  @Test("A hostile text leaves the markup of the fronts as it is", arguments: strings)
  func fronts(text: String) throws {
    func both(_ text: String) throws -> String {
      let writer = try FrontWriter(assets: SiteAssets())
      let months = [MonthLink(title: text, page: 1, anchor: text, count: text)]
      let language = PageLanguage(tag: text, phrases: try Self.phrases(text))
      var person = FrontPerson(name: text, initials: text, id: PersonID(key: text), picture: text)
      (person.messages, person.share, person.percent, person.span) = (text, .nan, text, text)
      var front = FrontModel(title: text, dates: text, people: [person], language: language)
      front.overview = .sample(saying: text)
      front.years = [FrontYear(title: text, months: months)]
      front.pages = [FrontPageLink(number: 1, dates: text)]
      var siteFront = front
      siteFront.folder = text
      var entry = IndexEntry(title: text, folder: text, pages: 1)
      (entry.detail, entry.initials, entry.colour) = (text, text, 200)
      (entry.picture, entry.count) = (text, text)
      entry.last = IndexEntry.LastMessage(sender: text, text: text, day: 1)
      entry.last?.date = text
      let index = IndexModel(
        title: text, conversations: [entry], language: PageLanguage(phrases: language.phrases))
      let fronts = writer.front(front) + writer.front(siteFront) + writer.last(front) + writer.index(index)
      return String(decoding: fronts, as: UTF8.self)
    }
    // A name too long for its band is not in it.
    let benign = String(text.map { $0 == " " ? " " : "x" })
    #expect(skeleton(try both(text)) == skeleton(try both(benign)))
  }
}
