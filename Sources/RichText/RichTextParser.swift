public import ChatModel
public import Frames

/// Reads a message's text: markup, the source's own spans, links.
///
/// Most messages have neither markup nor links; for them one look at their bytes is all the work, and the result
/// shares the message's string.
public struct RichTextParser: Sendable {
  /// What is looked for.
  public struct Options: Sendable, Hashable {
    /// Find links, mentions and hashtags in text that has no markup for them.
    public var detectsLinks: Bool

    public init(detectsLinks: Bool = true) { self.detectsLinks = detectsLinks }
  }

  private let detector: LinkDetector?
  private let markdown: MarkdownParser
  private let spanReader: SourceSpanReader

  public init(options: Options = Options()) {
    detector = options.detectsLinks ? LinkDetector(marksNames: true) : nil
    markdown = MarkdownParser(detector: detector)
    // A source with spans of its own names its mentions and hashtags itself.
    spanReader = SourceSpanReader(detector: options.detectsLinks ? LinkDetector(marksNames: false) : nil)
  }

  /// A text that is one paragraph without markup.
  public struct Paragraph: Sendable, Equatable {
    public var text: String
    /// Its links, mentions and hashtags.
    public var marks: [TextMark]
  }

  /// The text if it is one paragraph that says what it shows, as most are: what `parse` finds in it, without its blocks.
  ///
  /// Nil also for some that are one, and for what is empty.
  public func paragraph(of text: MessageText) -> Paragraph? {
    guard let seen = paragraphClass(of: text) else { return nil }
    guard let detector, seen.contains(.link) else { return Paragraph(text: text.string, marks: []) }
    var marks = detector.marks(in: text.string.utf8Span.span)
    DeceptiveLinks.add(to: &marks, in: text.string)
    return Paragraph(text: text.string, marks: marks)
  }

  /// What is in the text if it is one paragraph that says what it shows.
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

  /// The text as blocks; none when it is empty.
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
      if !blocks.isEmpty { return blocks }
      return plain(text.string, seen: MarkupByteClass.union(of: text.string.utf8Span.span))
    case .spans(let spans): return spanReader.blocks(of: text.string, spans: spans)
    }
  }

  /// Which faces beside the regular one the text may need.
  ///
  /// A cheap look that may say yes too often, never no wrongly.
  public static func possibleSlots(of text: MessageText) -> (bold: Bool, italic: Bool, code: Bool) {
    possibleSlots(of: text.string.utf8Span.span, markup: text.markup)
  }

  /// As `possibleSlots(of:)`, for the bytes of a text.
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
        case .bold: slots.bold = true
        case .italic: slots.italic = true
        case .code, .codeBlock: slots.code = true
        case .underline, .strikethrough, .spoiler, .mention, .hashtag, .blockquote, .link: break
        }
      }
      return slots
    }
  }

  /// Returns true if a text may show characters that are not in its source, or leave out some that are: character
  /// references and the targets of links in Markdown, spoilers where it is quoted.
  ///
  /// A cheap look that may say yes too often, never no wrongly.
  public static func mayShowOtherText(_ text: Span<UInt8>, markup: MessageText.Markup) -> Bool {
    switch markup {
    case .plain: return false
    case .spans(let spans): return spans.contains { $0.kind == .spoiler }
    case .markdown:
      for index in text.indices {
        if text[index] == UInt8(ascii: "&") { return true }
        if text[index] == UInt8(ascii: "]"), index + 1 < text.count, text[index + 1] == UInt8(ascii: "(") {
          return true
        }
      }
      return false
    }
  }

  /// The text without markup, in one line of at most `limit` code points; `…` ends it when there was more, and stands for
  /// what is hidden.
  public func plainLine(_ text: MessageText, limit: Int) -> String {
    var line = PlainParagraph(limit: limit)
    if text.string.utf8.count <= limit, paragraphClass(of: text) != nil,
      PlainParagraph.isLine(text.string.utf8Span.span)
    {
      return text.string
    }
    for block in parse(line.enough(of: text)).blocks {
      line.append(block.textWithoutSpoilers)
      line.append(" ")
    }
    return line.text
  }

  /// The text as it is, without newlines at its ends.
  private func plain(_ string: String, seen: MarkupByteClass) -> [RichBlock] {
    guard !seen.isDisjoint(with: [.newline, .carriageReturn]) else { return [paragraph(string, seen: seen)] }
    let lines = SourceLines(string)
    let kept = lines.withoutOuterNewlines(0..<lines.bytes.count)
    if kept.count == string.utf8.count, !seen.contains(.carriageReturn) {
      return [paragraph(string, seen: seen)]
    }
    return kept.isEmpty ? [] : [paragraph(lines.string(kept), seen: seen)]
  }

  private func paragraph(_ string: String, seen: MarkupByteClass) -> RichBlock {
    guard let detector, seen.contains(.link) else { return RichBlock(text: string) }
    return RichBlock(text: string, marks: detector.marks(in: string.utf8Span.span))
  }
}

extension RichBlock {
  /// The text with `…` in place of each spoiler.
  fileprivate var textWithoutSpoilers: String {
    let hidden = marks.filter { $0.kind == .spoiler }
    if hidden.isEmpty { return text }
    var shown: [UInt8] = []
    var place = 0
    let bytes = Array(text.utf8)
    for mark in hidden where Int(mark.start) >= place && Int(mark.end) <= bytes.count {
      // A spoiler that is split by other marks is hidden as one.
      if Int(mark.start) > place || place == 0 {
        shown += bytes[place..<Int(mark.start)]
        shown += "…".utf8
      }
      place = Int(mark.end)
    }
    return String(decoding: shown + bytes[place...], as: UTF8.self)
  }
}
