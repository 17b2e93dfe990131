import Frames
import HTML
import PDF
import TextLayout

/// The marks of a text that are drawn: links, grounds, and lines under or through it.
struct TextMeanings {
  /// A link to an address outside the document.
  struct Link: Equatable {
    /// The index of its mark, because two links can have one address.
    var mark: Int
    var href: String
    /// The words for readers who do not see it.
    var name: String
  }

  private let request: TextPainter.Request
  /// The indices of the marks that matter, in the order of the text.
  private let shown: [Int]
  private var marks: [TextMark] { request.block.marks }

  init(_ request: TextPainter.Request) {
    self.request = request
    shown = request.block.marks.indices.filter { index in
      switch request.block.marks[index].kind {
      case .code, .strikethrough, .underline, .mention, .hashtag, .link, .caution, .emoji: true
      case .strong, .emphasis, .spoiler, .cut, .added, .removed, .gutter, .failed: false
      }
    }
  }

  /// True if some text has a ground of its own.
  var hasGrounds: Bool {
    shown.contains { index in
      switch marks[index].kind {
      case .code: true
      case .mention, .hashtag: request.colours.ground == .outgoing
      default: false
      }
    }
  }

  /// The meaning of a text at a byte.
  struct Meaning {
    var colour: PDFColour?
    var link: Link?
    /// The picture of the chat's own emoji.
    var picture: String?
  }

  /// Returns a cursor for the meanings of bytes from `start` on, in ascending order.
  func cursor(from start: Int) -> Cursor { Cursor(self, start) }

  /// Finds the meaning of one byte after the other.
  struct Cursor {
    private let meanings: TextMeanings
    private var next = 0
    private var open: [Int] = []
    private var known = Meaning()

    fileprivate init(_ meanings: TextMeanings, _ start: Int) {
      self.meanings = meanings
      guard !meanings.shown.isEmpty else { return }
      _ = meaning(at: start)
    }

    /// The meaning of a byte.
    mutating func meaning(at byte: Int) -> Meaning {
      guard !meanings.shown.isEmpty else { return known }
      var isChanged = false
      while next < meanings.shown.count, Int(meanings.marks[meanings.shown[next]].start) <= byte {
        open.append(meanings.shown[next])
        next += 1
        isChanged = true
      }
      let count = open.count
      open.removeAll { Int(meanings.marks[$0].end) <= byte }
      if isChanged || open.count != count { known = meanings.meaning(of: open) }
      return known
    }
  }

  private func meaning(of open: [Int]) -> Meaning {
    var meaning = Meaning()
    var destination: String?
    for index in open {
      switch marks[index].kind {
      case .link(let href):
        guard request.leadsOut, HrefGate.allows(href) else { continue }
        meaning.colour = request.colours.link
        meaning.link = Link(mark: index, href: href, name: destination ?? href)
      case .caution(let real): destination = real
      case .mention, .hashtag:
        if request.colours.ground != .outgoing { meaning.colour = request.colours.link }
      case .emoji(let path): meaning.picture = path
      case .strong, .emphasis, .code, .strikethrough, .underline, .spoiler, .cut, .added, .removed, .gutter,
        .failed:
        continue
      }
    }
    return meaning
  }
}

/// The marks of one line after the other: those that ended are left, so that a text with many marks and lines takes one pass.
struct LineMarks {
  private let meanings: TextMeanings
  private var next = 0
  private var open: [Int] = []

  init(_ meanings: TextMeanings) { self.meanings = meanings }

  /// Returns the indices of the marks in a line, which comes after the lines before.
  mutating func marks(of line: TextLine) -> [Int] {
    guard meanings.hasMarks else { return [] }
    open.removeAll { meanings.end(of: $0) <= line.start }
    while let mark = meanings.mark(next), meanings.start(of: mark) < line.end {
      if meanings.end(of: mark) > line.start { open.append(mark) }
      next += 1
    }
    return open
  }
}

extension TextMeanings {
  fileprivate var hasMarks: Bool { !shown.isEmpty }
  fileprivate func mark(_ number: Int) -> Int? { number < shown.count ? shown[number] : nil }
  fileprivate func start(of mark: Int) -> Int32 { marks[mark].start }
  fileprivate func end(of mark: Int) -> Int32 { marks[mark].end }
}

// MARK: Geometry

extension TextMeanings {
  private typealias Extent = ClosedRange<Double>

  /// The grounds of marks in their line: extents in px from the line's left end, and colours.
  func grounds(of line: GlyphLine, with indices: [Int]) -> [(ClosedRange<Double>, PDFColour)] {
    var grounds: [(ClosedRange<Double>, PDFColour)] = []
    let isOut = request.colours.ground == .outgoing
    for index in indices {
      let colour: PDFColour
      switch marks[index].kind {
      case .code: colour = isOut ? request.colours.tint : request.colours.faint(0.1)
      case .mention,
        .hashtag where isOut:
        colour = request.colours.tint
      default: continue
      }
      for extent in line.extents(of: Int(marks[index].start)..<Int(marks[index].end)) {
        grounds.append((extent, colour))
      }
    }
    return grounds
  }

  /// Adds the lines under and through the text of the line that some marks are in.
  func addRules(of line: GlyphLine, at index: Int, with indices: [Int], to rules: inout [TextRule]) {
    guard !indices.isEmpty else { return }
    let bounds = request.block.lines[index]
    let size = request.style.fontSize.px
    let (x, baseline) = request.origin(of: line, at: index)
    var odd: [TextMark] = []
    for mark in indices {
      var (offset, colour, thickness, isWavy) = (0.0, request.colours.current, size * 0.06, false)
      switch marks[mark].kind {
      case .caution:
        odd.append(marks[mark])
        continue
      case .underline: offset = size * 0.12
      case .strikethrough: offset = -size * 0.3
      case .link(let href):
        guard request.leadsOut, HrefGate.allows(href) else { continue }
        isWavy = odd.contains { $0.start <= marks[mark].start && $0.end >= marks[mark].end }
        (offset, thickness) = (size * 0.14, size * 0.07)
        colour =
          isWavy ? request.colours.link : request.colours.link.faded(into: request.colours.bubble, 0.45)
      default: continue
      }
      for extent in line.extents(of: Int(marks[mark].start)..<min(Int(marks[mark].end), Int(bounds.end))) {
        rules.append(
          TextRule(
            from: request.area.point(x + extent.lowerBound, baseline + offset),
            to: request.area.point(x + extent.upperBound, baseline + offset),
            width: thickness * request.area.scale,
            colour: colour, isWavy: isWavy))
      }
    }
  }
}

extension GlyphLine {
  /// The extents of some bytes in px, from left to right; those that touch are one.
  func extents(of range: Range<Int>) -> [ClosedRange<Double>] {
    var found: [ClosedRange<Double>] = []
    for piece in pieces where piece.range.overlaps(range) {
      if piece.glyphs.isEmpty
        || range.lowerBound <= piece.range.lowerBound && range.upperBound >= piece.range.upperBound
      {
        found.append(piece.x...piece.x + max(0, piece.width))
        continue
      }
      var (least, most) = (Double.infinity, -Double.infinity)
      for glyph in glyphs[piece.glyphs] where range.contains(glyph.start) {
        least = min(least, glyph.x)
        most = max(most, glyph.x + glyph.advance)
      }
      if least <= most { found.append(least...most) }
    }
    found.sort { $0.lowerBound < $1.lowerBound }
    var joined: [ClosedRange<Double>] = []
    for extent in found {
      if let last = joined.last, extent.lowerBound <= last.upperBound + 0.5 {
        joined[joined.count - 1] = last.lowerBound...max(last.upperBound, extent.upperBound)
      } else {
        joined.append(extent)
      }
    }
    return joined
  }
}

extension PDFColour {
  /// Returns the colour with only a share of it left, on a ground.
  fileprivate func faded(into ground: PDFColour, _ share: Double) -> PDFColour {
    func part(_ one: UInt8, _ other: UInt8) -> UInt8 {
      UInt8((Double(one) * share + Double(other) * (1 - share)).rounded())
    }
    return PDFColour(
      red: part(red, ground.red), green: part(green, ground.green), blue: part(blue, ground.blue))
  }
}
