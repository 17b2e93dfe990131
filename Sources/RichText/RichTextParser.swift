public import ChatModel
public import Frames

/// Parses the text of messages: markup, the source's own spans, links.
///
/// Most messages have neither markup nor links. For them one pass over the bytes is all the work (``MarkupByteClass``),
/// and the result shares the message's string.
public struct RichTextParser: Sendable {
  /// The options of a parser.
  public struct Options: Sendable, Hashable {
    /// True if links, mentions and hashtags are detected in text without markup for them.
    public var detectsLinks: Bool

    /// Options that detect links by default.
    public init(detectsLinks: Bool = true) { self.detectsLinks = detectsLinks }
  }

  private let detector: LinkDetector?
  private let markdown: MarkdownParser
  private let spanReader: SourceSpanReader

  /// A parser with these options.
  public init(options: Options = Options()) {
    detector = options.detectsLinks ? LinkDetector(marksNames: true) : nil
    markdown = MarkdownParser(detector: detector)
    // Sources with spans mark mentions and hashtags themselves.
    spanReader = SourceSpanReader(detector: options.detectsLinks ? LinkDetector(marksNames: false) : nil)
  }

  /// A text that is one paragraph without markup.
  public struct Paragraph: Sendable, Equatable {
    /// The text.
    public var text: String
    /// Its links, mentions and hashtags.
    public var marks: [TextMark]
  }

  /// Returns the text if it is one paragraph that is displayed as written, the usual case.
  ///
  /// Equal to the result of `parse`, at less cost. Nil for other texts, for empty ones, and for some simple ones that the
  /// test does not recognise.
  public func paragraph(of text: MessageText) -> Paragraph? {
    guard let seen = paragraphClass(of: text) else { return nil }
    guard let detector, seen.contains(.link) else { return Paragraph(text: text.string, marks: []) }
    var marks = detector.marks(in: text.string.utf8Span.span)
    DeceptiveLinks.add(to: &marks, in: text.string)
    return Paragraph(text: text.string, marks: marks)
  }

  /// Returns the byte classes of a text that is one paragraph displayed as written, or nil.
  private func paragraphClass(of text: MessageText) -> MarkupByteClass? {
    let bytes = text.string.utf8Span.span
    guard !bytes.isEmpty else { return nil }
    switch text.markup {
    case .plain:
      let seen = MarkupByteClass.union(of: bytes)
      return seen.isDisjoint(with: [.newline, .carriageReturn]) ? seen : nil
    case .markdown:
      let seen = MarkupByteClass.union(of: bytes)
      return MarkdownLines.areOneParagraph(bytes, seen: seen) ? seen : nil
    case .spans: return nil
    }
  }

  /// Parses a text into blocks; empty text has none.
  public func parse(_ text: MessageText) -> RichText {
    guard !text.string.isEmpty else { return RichText(blocks: []) }
    if let paragraph = paragraph(of: text) {
      return RichText(blocks: [RichBlock(text: paragraph.text, marks: paragraph.marks)])
    }
    var blocks = blocks(of: text)
    DeceptiveLinks.add(to: &blocks)
    return RichText(blocks: blocks)
  }

  private func blocks(of text: MessageText) -> [RichBlock] {
    switch text.markup {
    case .plain: return plain(text.string, seen: MarkupByteClass.union(of: text.string.utf8Span.span))
    case .markdown:
      let blocks = markdown.blocks(of: text.string)
      // Marks of empty blocks, such as a lone `---`, were typed as text.
      if blocks.contains(where: { !$0.text.isEmpty }) { return blocks }
      return plain(text.string, seen: MarkupByteClass.union(of: text.string.utf8Span.span))
    case .spans(let spans): return spanReader.blocks(of: text.string, spans: spans)
    }
  }

  /// Returns the addresses of a text's links that pages do not follow (``LinkPolicy``), so that only the words of the link are shown.
  /// Addresses that are these words themselves are left out.
  public func refusedLinks(in text: MessageText) -> [String] {
    switch text.markup {
    case .plain: []
    case .markdown: markdown.refusedLinks(in: text.string)
    case .spans(let spans): SourceSpanReader.refusedLinks(in: text.string, spans: spans)
    }
  }

  /// Returns the faces that the text may need besides the regular one.
  ///
  /// A cheap test that may report a face too many, never one too few.
  public static func possibleSlots(of text: MessageText) -> (bold: Bool, italic: Bool, code: Bool) {
    possibleSlots(of: text.string.utf8Span.span, markup: text.markup)
  }

  /// Returns the faces that a text of these bytes may need; see ``possibleSlots(of:)``.
  public static func possibleSlots(
    of text: Span<UInt8>, markup: MessageText.Markup
  ) -> (bold: Bool, italic: Bool, code: Bool) {
    switch markup {
    case .plain: return (false, false, false)
    case .markdown: return MarkdownLines.possibleSlots(of: text)
    case .spans(let spans):
      var slots = (bold: false, italic: false, code: false)
      for span in spans {
        switch span.kind {
        case .bold, .heading: slots.bold = true
        case .italic: slots.italic = true
        case .code, .codeBlock: slots.code = true
        case .underline, .strikethrough, .spoiler, .mention, .hashtag, .blockquote, .link, .item: break
        }
      }
      return slots
    }
  }

  /// True if a text may show characters that are not in its source, or hide some that are: character references and the
  /// targets of links in Markdown, spoilers in a quotation. May be true for other texts too.
  public static func mayShowOtherText(_ text: Span<UInt8>, markup: MessageText.Markup) -> Bool {
    switch markup {
    case .plain: false
    case .spans(let spans): spans.contains { $0.kind == .spoiler }
    case .markdown: MarkdownLines.mayShowOtherText(text)
    }
  }

  /// Returns the text without markup, in one line of at most `limit` code points. `…` ends a line that was cut, and
  /// replaces spoilers.
  public func plainLine(_ text: MessageText, limit: Int) -> String {
    var line = TextExcerpt(limit: limit)
    if text.string.utf8.count <= limit, paragraphClass(of: text) != nil,
      TextExcerpt.isLine(text.string.utf8Span.span)
    {
      return text.string
    }
    for block in parse(line.enough(of: text)).blocks {
      line.append(block.textWithoutSpoilers)
      line.append(" ")
    }
    return line.text
  }

  /// Returns the text as a block, without newlines at its ends.
  private func plain(_ string: String, seen: MarkupByteClass) -> [RichBlock] {
    guard !seen.isDisjoint(with: [.newline, .carriageReturn]) else { return [paragraph(string, seen: seen)] }
    let lines = SourceLines(string)
    let trimmed = lines.withoutOuterNewlines(0..<lines.bytes.count)
    if trimmed.count == string.utf8.count, !seen.contains(.carriageReturn) {
      return [paragraph(string, seen: seen)]
    }
    return trimmed.isEmpty ? [] : [paragraph(lines.string(trimmed), seen: seen)]
  }

  private func paragraph(_ string: String, seen: MarkupByteClass) -> RichBlock {
    guard let detector, seen.contains(.link) else { return RichBlock(text: string) }
    return RichBlock(text: string, marks: detector.marks(in: string.utf8Span.span))
  }
}

extension RichBlock {
  /// The text with `…` instead of each spoiler.
  fileprivate var textWithoutSpoilers: String {
    let hidden = marks.filter { $0.kind == .spoiler }
    if hidden.isEmpty { return text }
    var shown: [UInt8] = []
    var offset = 0
    let bytes = Array(text.utf8)
    for mark in hidden where Int(mark.start) >= offset && Int(mark.end) <= bytes.count {
      // A spoiler split by other marks gets one ellipsis.
      if Int(mark.start) > offset || offset == 0 {
        shown += bytes[offset..<Int(mark.start)]
        shown += "…".utf8
      }
      offset = Int(mark.end)
    }
    return String(decoding: shown + bytes[offset...], as: UTF8.self)
  }
}
