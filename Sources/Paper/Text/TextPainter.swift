import Fonts
import Frames
import HTML
import PDF
import TextLayout

/// Draws texts: glyphs in reading order at the layout's positions, with what they mean.
///
/// The rules of what each glyph says are measured (`docs/paper.md`): each glyph has its own text; only a cluster that is not one glyph
/// and one text is an `ActualText`; of the ligature lam-alef the glyph is the second letter, and a blank over its right half the
/// first; a picture has a blank over it.
struct TextPainter {
  var layouter: GlyphLayouter
  var faces: FaceStore
  private var line = GlyphLine()
  private var pen = GlyphPen()
  /// The part of a cut text that its … replaces, with the offset of the … in bytes; nil for whole texts.
  private var omission: (offset: Int, text: String)?

  init(fonts: FontSet, in document: inout PDFDocument) {
    layouter = GlyphLayouter(fonts: fonts)
    faces = FaceStore(fonts, in: &document)
  }

  /// A text to draw.
  struct Request {
    var block: TextBlock
    var style: TextStyle
    /// Its box in px, and the area that px are in.
    var rect: Rect
    var area: PaperArea
    var colours: PaperColours
    var colour: PDFColour
    /// True if the lines are in the middle of the box.
    var isCentred = false
    /// True if links lead out of the document.
    var leadsOut = true
    /// True if it is part of the structure.
    var isContent = true

    var lineHeight: LayoutUnit { block.lineHeight ?? style.lineHeight }

    /// The lines that begin in a window.
    func lines(in window: PaperWindow) -> Range<Int> {
      if window.isAll { return 0..<block.lines.count }
      let height = max(1, lineHeight.px)
      func first(_ y: Double) -> Int {
        let index = ((y - rect.minY.px) / height).rounded(.up)
        return Int(min(max(index, 0), Double(block.lines.count)))
      }
      let start = window.from == -.infinity ? 0 : first(window.from)
      let end = window.to == .infinity ? block.lines.count : first(window.to)
      return start..<max(start, end)
    }
  }

  /// A picture to draw over a text's blank.
  struct Emoji {
    /// The picture of a mark; nil for one of the font set's.
    var path: String?
    var text: String
    var box: PDFRectangle
    /// False for an emoji that no font has.
    var hasPicture: Bool
  }

  /// Draws lines of a text, and returns the emoji in them.
  mutating func draw(_ request: Request, lines: Range<Int>, on sheet: inout Sheet) throws -> [Emoji] {
    guard !lines.isEmpty else { return [] }
    layouter.begin(request.block, style: request.style)
    omission = request.block.omission
    let marks = TextMeanings(request)
    if marks.hasGrounds { drawGrounds(request, marks, lines: lines, on: &sheet) }
    var emoji: [Emoji] = []
    var rules: [TextRule] = []
    var part = TextPart(request)
    var (cursor, ofLines) = (
      marks.cursor(from: Int(request.block.lines[lines.lowerBound].start)), LineMarks(marks)
    )
    for index in lines {
      layouter.layOut(index, into: &line)
      try drawLine(index, of: request, &cursor, &part, on: &sheet, emoji: &emoji)
      drawHook(after: index, of: request, on: &sheet, rules: &rules)
      let indices = ofLines.marks(of: request.block.lines[index])
      marks.addRules(of: line, at: index, with: indices, to: &rules)
    }
    try part.end(&pen, on: &sheet)
    draw(rules, on: &sheet)
    return emoji
  }
}

// MARK: Lines

extension TextPainter.Request {
  /// The position of a line's left end and baseline in px.
  func origin(of line: GlyphLine, at index: Int) -> (x: Double, baseline: Double) {
    let ink = block.lines[index].width.px
    var x = rect.minX.px
    switch (isCentred, block.direction) {
    case (true, .leftToRight): x += (rect.width.px - ink) / 2
    case (true, .rightToLeft): x += (rect.width.px + ink) / 2 - line.width
    case (false, .leftToRight): break
    case (false, .rightToLeft): x += rect.width.px - line.width
    }
    // The rest of a wrapped line of code is indented by two columns of the face.
    if block.role == .code, index > 0, block.lines[index - 1].ending != .newline {
      x += style.fontSize.px * 1.2
    }
    let top = rect.minY.px + Double(index) * lineHeight.px
    return (x, top + PaperStyle.ascent(of: style, lineHeight: lineHeight))
  }
}

extension TextPainter {
  private mutating func drawLine(
    _ index: Int, of request: Request, _ cursor: inout TextMeanings.Cursor, _ part: inout TextPart,
    on sheet: inout Sheet,
    emoji: inout [Emoji]
  ) throws {
    let (x, baseline) = request.origin(of: line, at: index)
    let origin = request.area.point(x, baseline)
    var clusters = LineClusters(line)
    var piece = -1
    pen.isMixed = line.pieces.contains(where: \.isRightToLeft)
    let top = request.rect.minY.px + Double(index) * request.lineHeight.px
    try part.beginLine(
      top: request.area.point(x, top).y, bottom: request.area.point(x, top + request.lineHeight.px).y,
      on: &sheet)
    while let cluster = clusters.next() {
      let meaning = cursor.meaning(at: cluster.text.lowerBound)
      if try part.enter(meaning.link, &pen, on: &sheet) { piece = -1 }
      if piece < 0 { pen.begin(baseline: origin.y, in: &sheet.content) }
      piece = cluster.piece
      let current = line.pieces[piece]
      if meaning.link != nil {
        let extent = line.extent(of: cluster)
        part.extend(
          from: origin.x + extent.lowerBound * request.area.scale,
          to: origin.x + extent.upperBound * request.area.scale)
      }
      let run = ClusterRun(request: request, origin: origin, colour: meaning.colour ?? request.colour)
      switch current.kind {
      case .letters(let face): draw(cluster, face: face, run, on: &sheet)
      case .missing:
        let glyph = line.glyphs[cluster.glyphs.lowerBound]
        drawBlank(cluster, x: glyph.x, width: glyph.advance, run, on: &sheet)
        emoji.append(run.emoji("", x: glyph.x, width: glyph.advance, hasPicture: false))
      case .emoji(let kind):
        drawBlank(cluster, x: current.x, width: current.width, run, on: &sheet)
        var picture = run.emoji(
          text(of: cluster, in: request.block), x: current.x, width: current.width,
          hasPicture: kind != .character)
        if kind == .ofMark { picture.path = meaning.picture }
        emoji.append(picture)
      case .tab: drawBlank(cluster, x: current.x, width: max(current.width, 0.5), run, on: &sheet)
      }
    }
  }

  /// The facts that the clusters of a line share.
  private struct ClusterRun {
    let request: Request
    let origin: PDFPoint
    let colour: PDFColour

    var size: Double { request.style.fontSize.px * request.area.scale }
    func position(_ x: Double) -> Double { origin.x + x * request.area.scale }

    /// The picture of an emoji in the square that the style sheet gives it.
    func emoji(_ text: String, x: Double, width: Double, hasPicture: Bool) -> Emoji {
      let side = width * request.area.scale
      // At the top of its line, as high as wide.
      let top =
        origin.y + PaperStyle.ascent(of: request.style, lineHeight: request.lineHeight) * request.area.scale
      return Emoji(
        path: nil, text: text,
        box: PDFRectangle(left: position(x), bottom: top - side, right: position(x) + side, top: top),
        hasPicture: hasPicture)
    }
  }

  /// Returns the text of a cluster, without marks of direction.
  private func text(of cluster: LineClusters.Cluster, in block: TextBlock) -> String {
    let bytes = block.text.utf8
    let start = bytes.index(bytes.startIndex, offsetBy: cluster.text.lowerBound)
    let end = bytes.index(start, offsetBy: cluster.text.count)
    guard cluster.hasInvisible else { return String(block.text[start..<end]) }
    return String(
      String.UnicodeScalarView(block.text.unicodeScalars[start..<end].filter { !$0.isDirectionMark }))
  }

  private mutating func draw(
    _ cluster: LineClusters.Cluster, face: Int, _ run: ClusterRun, on sheet: inout Sheet
  ) {
    let bytes = run.request.block.text.utf8.span
    let omitted = omission.flatMap { $0.offset == cluster.text.lowerBound ? $0.text : nil }
    let first = line.glyphs[cluster.glyphs.lowerBound]
    if cluster.glyphs.count == 1, !cluster.hasInvisible, omitted == nil,
      let scalar = bytes.onlyScalar(in: cluster.text)
    {
      let font = faces.withFace(face) { $0.font(for: first.glyph, as: scalar, in: &sheet.document) } ?? nil
      if let font { return show(first, face: face, font, run, on: &sheet) }
    }
    let text = omitted ?? text(of: cluster, in: run.request.block)
    if cluster.glyphs.count == 1, omitted == nil {
      if let (lam, alef) = text.lamAlef, line.pieces[cluster.piece].isRightToLeft {
        drawBlank(lam, x: first.x + first.advance / 2, width: first.advance / 2, run, on: &sheet)
        let font = faces.withFace(face) { $0.font(for: first.glyph, as: alef, in: &sheet.document) } ?? nil
        if let font { return show(first, face: face, font, run, on: &sheet) }
      }
      let font = faces.withFace(face) { $0.font(for: first.glyph, as: text, in: &sheet.document) } ?? nil
      if let font { return show(first, face: face, font, run, on: &sheet) }
    }
    pen.end(in: &sheet.content)
    sheet.content.beginActualText(text)
    for index in cluster.glyphs {
      let glyph = line.glyphs[index]
      let own = index > cluster.glyphs.lowerBound ? "" : omitted == nil ? text : "…"
      let font = faces.withFace(face) {
        $0.font(for: glyph.glyph, as: own, in: &sheet.document)
          ?? $0.anyFont(for: glyph.glyph, in: &sheet.document)
      }
      if let font { show(glyph, face: face, font, run, on: &sheet) }
    }
    pen.end(in: &sheet.content)
    sheet.content.endContent()
  }

  private mutating func show(
    _ glyph: LineGlyph, face: Int, _ font: PDFReference, _ run: ClusterRun, on sheet: inout Sheet
  ) {
    let width = faces.withFace(face) { $0.width(of: glyph.glyph) } ?? 0
    pen.show(
      glyph.glyph, width: width, at: run.position(glyph.x),
      GlyphPen.Mode(font: font, size: run.size, colour: run.colour, rise: glyph.y * run.request.area.scale),
      in: &sheet.content)
  }

  /// Writes a blank for the text of a cluster.
  private mutating func drawBlank(
    _ cluster: LineClusters.Cluster, x: Double, width: Double, _ run: ClusterRun, on sheet: inout Sheet
  ) {
    drawBlank(text(of: cluster, in: run.request.block), x: x, width: width, run, on: &sheet)
  }

  private mutating func drawBlank(
    _ text: String, x: Double, width: Double, _ run: ClusterRun, on sheet: inout Sheet
  ) {
    let stretch = max(1, (width / max(1, run.request.style.fontSize.px) * 100_000).rounded() / 1_000)
    pen.show(
      faces.blank.code(of: text), width: 1_000, at: run.position(x),
      GlyphPen.Mode(font: faces.blank.reference, size: run.size, colour: run.colour, stretch: stretch),
      in: &sheet.content)
  }
}

// MARK: Grounds and rules

/// A line under or through a text.
struct TextRule {
  var from: PDFPoint
  var to: PDFPoint
  var width: Double
  var colour: PDFColour
  var isWavy = false
}

extension TextPainter {
  /// Draws the grounds of code and mentions in lines.
  private mutating func drawGrounds(
    _ request: Request, _ marks: TextMeanings, lines: Range<Int>, on sheet: inout Sheet
  ) {
    sheet.content.beginArtifact()
    var ofLines = LineMarks(marks)
    for index in lines {
      let indices = ofLines.marks(of: request.block.lines[index])
      if indices.isEmpty { continue }
      layouter.layOut(index, into: &line)
      let (x, baseline) = request.origin(of: line, at: index)
      for (extent, colour) in marks.grounds(of: line, with: indices) {
        let (ascent, descent) = (request.style.fontSize.px * 0.97, request.style.fontSize.px * 0.23)
        let corner = request.area.point(x + extent.lowerBound, baseline - ascent)
        let end = request.area.point(x + extent.upperBound, baseline + descent)
        var path = PDFPath()
        let box = PDFRectangle(left: corner.x, bottom: end.y, right: end.x, top: corner.y)
        path.roundedRectangle(
          box, radius: min(request.style.fontSize.px * 0.25 * request.area.scale, box.width / 2))
        sheet.content.fill(path, colour)
      }
    }
    sheet.content.endContent()
  }

  /// Notes the hook that marks the end of a wrapped line of code.
  private func drawHook(after index: Int, of request: Request, on sheet: inout Sheet, rules: inout [TextRule])
  {
    guard request.block.role == .code, index + 1 < request.block.lines.count,
      request.block.lines[index].ending.isSoft
    else { return }
    let x = request.origin(of: line, at: index).x + request.block.lines[index].width.px + 2
    let y = request.rect.minY.px + Double(index) * request.lineHeight.px + 6
    let colour = request.colours.faint(0.5)
    let (right, bottom) = (request.area.point(x + 4, y), request.area.point(x, y + 6))
    let corner = PDFPoint(x: right.x, y: bottom.y)
    for (from, to) in [(right, corner), (corner, bottom)] {
      rules.append(TextRule(from: from, to: to, width: request.area.scale, colour: colour))
    }
  }

  private func draw(_ rules: [TextRule], on sheet: inout Sheet) {
    guard !rules.isEmpty else { return }
    sheet.content.beginArtifact()
    for rule in rules {
      var path = PDFPath()
      path.move(to: rule.from)
      if rule.isWavy {
        let step = rule.width * 3
        var (x, up) = (rule.from.x, true)
        while x < rule.to.x {
          let next = min(x + step, rule.to.x)
          path.curve(
            PDFPoint(x: x + step / 3, y: rule.from.y + (up ? step / 2 : -step / 2)),
            PDFPoint(x: next - step / 3, y: rule.from.y + (up ? step / 2 : -step / 2)),
            to: PDFPoint(x: next, y: rule.from.y))
          (x, up) = (next, !up)
        }
      } else {
        path.line(to: rule.to)
      }
      sheet.content.stroke(path, rule.colour, width: rule.width)
    }
    sheet.content.endContent()
  }
}

extension GlyphLine {
  /// The positions between which a cluster is, in px.
  fileprivate func extent(of cluster: LineClusters.Cluster) -> ClosedRange<Double> {
    let piece = pieces[cluster.piece]
    guard !cluster.glyphs.isEmpty else { return piece.x...piece.x + max(0, piece.width) }
    var (least, most) = (Double.infinity, -Double.infinity)
    for glyph in glyphs[cluster.glyphs] {
      least = min(least, glyph.x)
      most = max(most, glyph.x + glyph.advance)
    }
    return least...max(least, most)
  }
}

extension String {
  /// The two letters of the ligature lam-alef, if the text is nothing else.
  fileprivate var lamAlef: (lam: String, alef: String)? {
    let scalars = unicodeScalars
    guard scalars.count == 2, let lam = scalars.first, let alef = scalars.last, lam == "\u{644}",
      [0x622, 0x623, 0x625, 0x627].contains(alef.value)
    else { return nil }
    return (String(lam), String(alef))
  }
}

extension Span<UInt8> {
  /// The only character in a range of UTF-8; nil if there are more.
  fileprivate func onlyScalar(in range: Range<Int>) -> Unicode.Scalar? {
    let first = self[range.lowerBound]
    if range.count == 1 { return Unicode.Scalar(first) }
    let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard length == range.count else { return nil }
    var value = UInt32(first) & (0xFF >> UInt32(length + 1))
    for offset in range.dropFirst() { value = value << 6 | UInt32(self[offset] & 0x3F) }
    return Unicode.Scalar(value)
  }
}

extension TextBlock {
  /// The whole text, if the block shows it cut; nil if nothing was cut.
  var uncutText: String? {
    for mark in marks { if case .cut(let whole) = mark.kind { return whole } }
    return nil
  }

  /// The part of the whole text that … replaces, and the offset of … in bytes; nil if nothing was cut.
  fileprivate var omission: (offset: Int, text: String)? {
    guard let whole = uncutText, let cut = text.utf8.firstRange(of: "…".utf8) else { return nil }
    let (before, after) = (text[..<cut.lowerBound], text[cut.upperBound...])
    guard whole.hasPrefix(before), whole.hasSuffix(after),
      whole.utf8.count > before.utf8.count + after.utf8.count
    else { return nil }
    return (before.utf8.count, String(whole.dropFirst(before.count).dropLast(after.count)))
  }
}
