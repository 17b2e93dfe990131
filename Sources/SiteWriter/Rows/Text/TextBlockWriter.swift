import Frames
import HTML
import Phrases

/// Writes the inside of a text block: its text with meanings, faces, pictures of emoji and the engine's breaks.
///
/// Marks nest as given, outer before inner. A face is the innermost span and is closed wherever a mark opens or
/// closes, but not at a line break. A soft break is `<i></i>` whose style sheet rule generates a newline that is
/// visible but never copied; a hard one is `<br>`. The hyphen of a soft hyphen is `<i class="h"></i>`, in the face and
/// meaning of the letters before it. A text whose lines differ on large screens has `b` elements for the breaks there.
struct TextBlockWriter: ~Copyable {
  private let block: TextBlock
  /// The text with the lines of large screens, or nil if they do not differ.
  private let wide: TextBlock?
  private let baseFace: FaceID
  private let page: RowContext

  private var directions: BreakDirection?
  private let hasIsolates: Bool
  /// The offset at which the current line needs a direction mark, and whether the next needs one at its
  /// start.
  private var lineMarks: (end: Int?, isAtStart: Bool)?

  private let length: Int
  private var breaks: TextBreaks
  /// The ends of the lines, and of the lines on large screens.
  private var (ends, wideEnds) = (HangingSpace(), HangingSpace())
  private var position = 0
  /// The next break, and whether its hyphen is written.
  private var nextBreak: TextBreak?
  private var hasHyphen = false
  private var run = 0
  private var mark = 0
  private var openMarks: [OpenMark] = []
  private var isSpanOpen = false

  /// A mark whose tag is open, by its index among the block's marks, and its end.
  private struct OpenMark {
    var index: Int
    var end: Int32
  }

  /// Prepares to write `block`, whose role has the face `baseFace`.
  private init(
    _ block: TextBlock, wide: TextBlock?, directions: BreakDirection?, baseFace: FaceID, on page: RowContext
  ) {
    (self.block, self.wide, self.baseFace, self.page) = (block, wide, baseFace, page)
    breaks = TextBreaks(block, with: wide)
    length = block.text.utf8.count
    self.directions = directions
    hasIsolates = BreakDirection.needsIsolates(block)
    nextBreak = self.breaks.next()
    findLineMarks()
  }

  /// Writes the block's inside; `wide` is the text with the lines of large screens, if they differ.
  static func write(
    _ block: TextBlock, wide: TextBlock?, baseFace: FaceID, on page: RowContext, to html: inout HTMLWriter
  ) {
    let isPlain = block.runs.isEmpty && block.marks.isEmpty
    // A text of one line has one in more room too. A time's lines are not even looked at, because each minute has its own.
    if isPlain, block.role == .time || block.lines.count <= 1 { return html.text(block.text) }
    let directions = BreakDirection(block)
    if isPlain, directions == nil {
      writePlain(block.text, TextBreaks(block, with: wide), isCentred: block.role.isCentred, to: &html)
    } else {
      var writer = TextBlockWriter(
        block, wide: wide, directions: directions, baseFace: baseFace, on: page)
      writer.write(to: &html)
    }
  }

  /// Writes lines of plain text.
  private static func writePlain(
    _ text: String, _ breaks: consuming TextBreaks, isCentred: Bool, to html: inout HTMLWriter
  ) {
    let bytes = text.utf8.span
    var position = 0
    while let found = breaks.next() {
      html.line(bytes, from: position, to: found.position, endedBy: isCentred ? found : nil)
      if found.isHyphen { html.write(.hyphen, of: found) }
      if found.isNewline { html.raw("<br>") } else { html.write(.line, of: found) }
      position = max(position, found.next)
    }
    html.text(bytes, from: position, to: bytes.count)
  }

  private mutating func write(to html: inout HTMLWriter) {
    while true {
      if let found = nextBreak, position >= found.position {
        writeHyphen(to: &html)
        closeFinished(to: &html)
        breakLine(to: &html)
      }
      closeFinished(to: &html)
      guard position < length else { return closeAll(to: &html) }
      if let lineEnd = lineMarks?.end, position >= lineEnd {
        writeDirectionMark(to: &html)
        lineMarks?.end = nil
      }
      openStarting(to: &html)
      if let run = currentRun, let emoji = run.emoji, Int(run.start) == position {
        closeSpan(to: &html)
        write(emoji, run, to: &html)
        position = max(position + 1, min(Int(run.end), length))
        continue
      }
      if let run = currentRun, let width = run.tab, Int(run.start) == position {
        closeSpan(to: &html)
        if run.isBar { writeBar(run, width, to: &html) } else { writeTab(width, to: &html) }
        position = Int(run.end)
        continue
      }
      openSpan(to: &html)
      let next = nextBoundary
      let isLineEnd = block.role.isCentred && nextBreak?.position == next
      html.line(block.text.utf8.span, from: position, to: next, endedBy: isLineEnd ? nextBreak : nil)
      position = next
    }
  }
}

extension TextBlockWriter {
  /// The run at the current position, after leaving those that ended.
  private var currentRun: TextRun? { run < block.runs.count ? block.runs[run] : nil }

  /// The next offset after the current position at which a mark, run, line or break starts or ends.
  private var nextBoundary: Int {
    var next = length
    func note(_ index: Int32) {
      if Int(index) > position { next = min(next, Int(index)) }
    }
    if let found = nextBreak { note(Int32(found.position)) }
    if let run = currentRun {
      note(run.start)
      note(run.end)
    }
    if let lineEnd = lineMarks?.end { note(Int32(lineEnd)) }
    if let inner = openMarks.last { note(inner.end) }
    if mark < block.marks.count { note(block.marks[mark].start) }
    return next
  }

  /// Writes the hyphen that ends the line at the current position, if it ends with one.
  private mutating func writeHyphen(to html: inout HTMLWriter) {
    guard !hasHyphen, let found = nextBreak, found.isHyphen, position >= found.position else { return }
    html.write(.hyphen, of: found)
    hasHyphen = true
  }

  private mutating func closeFinished(to html: inout HTMLWriter) {
    while let run = currentRun, Int(run.end) <= position {
      closeSpan(to: &html)
      self.run += 1
    }
    while let inner = openMarks.last, Int(inner.end) <= position {
      closeSpan(to: &html)
      html.close(block.marks[inner.index].kind, on: page)
      openMarks.removeLast()
    }
  }

  /// Closes marks that reach to the end of the text or, by mistake, beyond.
  private mutating func closeAll(to html: inout HTMLWriter) {
    closeSpan(to: &html)
    while let inner = openMarks.popLast() { html.close(block.marks[inner.index].kind, on: page) }
  }

  /// Writes the breaks at the current position and leaves out the newlines that end lines.
  private mutating func breakLine(to html: inout HTMLWriter) {
    while let found = nextBreak, position >= found.position {
      if found.isNewline {
        html.raw("<br>")
        position = max(position, found.next)
      } else {
        if lineMarks?.end != nil { writeDirectionMark(to: &html) }
        html.write(.line, of: found)
        if lineMarks?.isAtStart == true { writeDirectionMark(to: &html) }
      }
      nextBreak = breaks.next()
      hasHyphen = false
      findLineMarks()
    }
  }

  /// Finds the direction marks that the soft break at the end of the current line needs.
  private mutating func findLineMarks() {
    lineMarks = nil
    guard directions != nil, let found = nextBreak, !found.isNewline else { return }
    lineMarks = directions?.marks(breakingBefore: found.next)
  }

  private func writeDirectionMark(to html: inout HTMLWriter) {
    guard let found = nextBreak else { return }
    html.write(block.direction == .leftToRight ? .rightToLeft : .leftToRight, of: found)
  }

  private mutating func openStarting(to html: inout HTMLWriter) {
    while mark < block.marks.count, Int(block.marks[mark].start) <= position {
      var opening = OpenMark(index: mark, end: block.marks[mark].end)
      mark += 1
      // Nesting holds even for marks that overlap: the inner one ends with the outer.
      if let outer = openMarks.last { opening.end = min(opening.end, outer.end) }
      guard Int(opening.end) > position else { continue }
      closeSpan(to: &html)
      let isIsolate = hasIsolates && block.marks[opening.index].isIsolate
      html.open(block.marks[opening.index].kind, isIsolate: isIsolate, on: page)
      openMarks.append(opening)
    }
  }

  private mutating func openSpan(to html: inout HTMLWriter) {
    guard !isSpanOpen, let run = currentRun, Int(run.start) <= position,
      run.face != baseFace || run.isUnkerned
    else { return }
    html.raw("<span class=\"")
    if run.face != baseFace { html.attribute(page.name(of: run.face)) }
    if run.isUnkerned { html.raw(run.face == baseFace ? "nk" : " nk") }
    html.raw("\">")
    isSpanOpen = true
  }

  private mutating func closeSpan(to html: inout HTMLWriter) {
    guard isSpanOpen else { return }
    html.raw("</span>")
    isSpanOpen = false
  }

  /// Writes a tab with its width, and the width on large screens if it differs. At the end of a line it has none, because it hangs.
  private mutating func writeTab(_ width: LayoutUnit, to html: inout HTMLWriter) {
    let shown = ends.contains(position, of: block) ? .zero : width
    html.raw("<span class=\"tab\" style=\"--t:")
    html.remUp(shown)
    if let wide, run < wide.runs.count, let other = wide.runs[run].tab {
      let shownWide = wideEnds.contains(position, of: wide) ? .zero : other
      if shownWide != shown {
        html.raw(";--T:")
        html.remUp(shownWide)
      }
    }
    html.raw("\">\t</span>")
  }

  /// Writes a bar over hidden words with its width, and the width on large screens if it differs. The first of a stretch has words for
  /// those who do not see it.
  private func writeBar(_ bar: TextRun, _ width: LayoutUnit, to html: inout HTMLWriter) {
    html.raw("<span class=\"covered\" style=\"--t:")
    html.remUp(width)
    if let wide, run < wide.runs.count, let other = wide.runs[run].tab, other != width {
      html.raw(";--T:")
      html.remUp(other)
    }
    html.raw("\">")
    let isContinued = run > 0 && block.runs[run - 1].isBar && bar.start - block.runs[run - 1].end <= 1
    if !isContinued { html.text(page.phrases(.redacted)) }
    html.raw("</span>")
  }

  private func write(_ emoji: InlineEmoji, _ run: TextRun, to html: inout HTMLWriter) {
    let (start, end) = (Int(run.start), min(Int(run.end), length))
    if emoji == .ofMark {
      for open in openMarks.reversed() {
        guard case .emoji(let path) = block.marks[open.index].kind else { continue }
        return html.ownEmoji(path, named: block.text, from: start, to: end)
      }
    }
    guard emoji == .picture else {
      html.raw("<span class=\"e\">")
      html.text(block.text, from: start, to: end)
      html.raw("</span>")
      return
    }
    html.raw("<img class=\"e\" loading=\"lazy\" alt=\"")
    html.attribute(block.text, from: start, to: end)
    html.raw("\" src=\"../assets/emoji/")
    html.emojiFileName(block.text, from: start, to: end)
    html.raw("\">")
  }
}

/// The white space at the ends of a text's lines, which hangs (CSS Text 3 §4.1.2).
private struct HangingSpace {
  private var line = -1
  /// The white space at the end of the line.
  private var space = 0..<0

  /// True if a space or tab hangs. Must be called with ascending offsets, so that all of them take one pass.
  mutating func contains(_ offset: Int, of block: TextBlock) -> Bool {
    while line + 1 < block.lines.count, line < 0 || offset >= space.upperBound {
      line += 1
      let bytes = block.text.utf8.span
      let isSoft = block.lines[line].ending.isSoft && line + 1 < block.lines.count
      let end = min(Int(isSoft ? block.lines[line + 1].start : block.lines[line].end), bytes.count)
      var start = end
      while start > space.upperBound, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
      space = start..<max(start, end)
    }
    return space.contains(offset)
  }
}

extension HTMLWriter {
  /// Writes the picture of one of the chat's own emoji, whose name is a part of `text`.
  fileprivate mutating func ownEmoji(_ path: String, named text: String, from start: Int, to end: Int) {
    raw("<img class=\"e\" loading=\"lazy\" alt=\"")
    attribute(text, from: start, to: end)
    raw("\" title=\"")
    attribute(text, from: start, to: end)
    raw("\" src=\"../")
    self.path(path)
    raw("\">")
  }

  /// Writes part of a line, up to a break if it ends a line of a centred block. The spaces before the break get an element
  /// without width (`z`, on large screens `zw`), because they would otherwise be centred with the line.
  fileprivate mutating func line(
    _ bytes: Span<UInt8>, from start: Int, to end: Int, endedBy found: TextBreak?
  ) {
    var inkEnd = end
    if found != nil {
      while inkEnd > start, bytes[inkEnd - 1] == UInt8(ascii: " ") { inkEnd -= 1 }
    }
    text(bytes, from: start, to: inkEnd)
    guard let found, inkEnd < end else { return }
    raw("<span class=\"")
    raw(found.isNarrow ? found.isWide ? "z zw" : "z" : "zw")
    raw("\">")
    text(bytes, from: inkEnd, to: end)
    raw("</span>")
  }

  /// The start tag of a mark; an isolate takes the direction of its first strong letter.
  fileprivate mutating func open(_ mark: TextMark.Kind, isIsolate: Bool, on page: RowContext) {
    let direction: StaticString = isIsolate ? " dir=\"auto\"" : ""
    switch mark {
    case .strong: raw("<strong>")
    case .emphasis: raw("<em>")
    case .code: raw("<code>")
    case .strikethrough: raw("<s>")
    case .underline: raw("<u>")
    case .emoji: break
    case .spoiler: raw("<span class=\"spoiler\" tabindex=\"0\">")
    case .mention:
      raw("<span class=\"mention\"")
      raw(direction)
      raw(">")
    case .hashtag:
      raw("<span class=\"hashtag\"")
      raw(direction)
      raw(">")
    case .caution(let destination):
      raw("<span class=\"odd\" title=\"")
      attribute(destination)
      raw("\">")
    case .added: raw("<ins>")
    case .removed: raw("<del>")
    case .gutter: raw("<span class=\"gutter\">")
    case .failed: raw("<span class=\"failed\">")
    case .cut(let whole):
      raw("<span title=\"")
      attribute(whole)
      raw("\">")
    case .link(let href):
      let isAllowed = page.leads(to: href)
      raw(isAllowed ? "<a rel=\"noopener noreferrer nofollow\" href=\"" : "<span")
      if isAllowed { url(href) }
      if isAllowed { raw("\"") }
      raw(direction)
      raw(">")
    }
  }

  /// The end tag of a mark.
  fileprivate mutating func close(_ mark: TextMark.Kind, on page: RowContext) {
    switch mark {
    case .strong: raw("</strong>")
    case .emphasis: raw("</em>")
    case .code: raw("</code>")
    case .strikethrough: raw("</s>")
    case .underline: raw("</u>")
    case .emoji: break
    case .added: raw("</ins>")
    case .removed: raw("</del>")
    case .spoiler, .mention, .hashtag, .caution, .cut, .gutter, .failed: raw("</span>")
    case .link(let href): raw(page.leads(to: href) ? "</a>" : "</span>")
    }
  }
}
