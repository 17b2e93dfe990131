import ChatModel
import Frames
import RichText

/// Replaces what rules redact in texts, and counts the matches of each rule.
struct TextRedactor {
  private let matcher: TextMatcher
  /// The words shown instead.
  let words: RedactionWords
  /// Matches by rule.
  private(set) var counts: [Int: Int] = [:]
  /// The number of texts that were replaced as a whole, because a pattern took too many steps.
  private(set) var givenUp = 0
  /// True if any text was changed since it was last set to false.
  var hasChanged = false

  private static let parser = RichTextParser(options: .init(detectsLinks: false))

  init(_ matcher: TextMatcher, words: RedactionWords) {
    (self.matcher, self.words) = (matcher, words)
  }

  /// Counts a match of a rule that is not about texts.
  mutating func count(_ rule: Int) {
    counts[rule, default: 0] += 1
    hasChanged = true
  }

  /// True if a text has anything to redact. Nothing is counted.
  func matches(_ text: String) -> Bool {
    let found = matcher.matches(in: text)
    return found.isGivenUp || !found.matches.isEmpty
  }

  /// Returns a text without markup, redacted.
  mutating func redacted(_ text: String) -> String {
    let text = withoutMarks(text)
    return edited(text, isMarkdown: false)?.text ?? text
  }

  /// Returns a text that may be missing, redacted.
  mutating func redacted(_ text: String?) -> String? { text.map { redacted($0) } }

  /// Returns a text with its markup, redacted.
  mutating func redacted(_ text: MessageText) -> MessageText {
    let text = MessageText(withoutMarks(text.string), markup: text.markup)
    switch text.markup {
    case .plain: return MessageText(redacted(text.string), markup: .plain)
    case .markdown: return markdown(text)
    case .spans(let spans): return self.spans(text, spans)
    }
  }

  /// Returns a text without the characters that only marks of hidden words may have.
  private mutating func withoutMarks(_ text: String) -> String {
    guard words.hidden != nil, HiddenTexts.hasReserved(text) else { return text }
    hasChanged = true
    // As long in UTF-8, so that spans stay where they are.
    return String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { HiddenTexts.isReserved($0) ? "\u{FFFD}" : $0 }))
  }

  // MARK: Edits

  /// A text with some ranges replaced.
  private struct Edited {
    var text: String
    var edits = TextEdits()
  }

  /// Returns the text with its matches replaced, or nil if there are none.
  private mutating func edited(_ text: String, isMarkdown: Bool) -> Edited? {
    let found = matcher.matches(in: text)
    for match in found.matches { if let rule = match.target.rule { counts[rule, default: 0] += 1 } }
    if found.isGivenUp {
      (givenUp, hasChanged) = (givenUp + 1, true)
      let shown = words.hidden?.mark(for: text, showing: words.replacement) ?? words.replacement
      var edited = Edited(text: shown)
      edited.edits.append(0..<text.utf8.count, replacedBy: 0..<shown.utf8.count)
      return edited
    }
    guard !found.matches.isEmpty else { return nil }
    hasChanged = true
    var text = text
    text.makeContiguousUTF8()
    let bytes = text.utf8Span.span
    var edited = Edited(text: "")
    var result: [UInt8] = []
    var end = 0
    for match in found.matches.joined(in: bytes) {
      for offset in end..<match.bytes.lowerBound { result.append(bytes[offset]) }
      end = match.bytes.upperBound
      let word =
        words.hidden.map { mark(over: match.bytes, of: bytes, isMarkdown, in: $0) }
        ?? words.text(match.replacement)
      let shown =
        isMarkdown ? Self.markdown(word, before: match.bytes.upperBound, in: bytes) : Array(word.utf8)
      edited.edits.append(match.bytes, replacedBy: result.count..<result.count + shown.count)
      result += shown
    }
    for offset in end..<bytes.count { result.append(bytes[offset]) }
    edited.text = String(decoding: result, as: UTF8.self)
    return edited
  }

  /// Returns the mark for the bytes of a text, as it shows them.
  private func mark(
    over range: Range<Int>, of bytes: Span<UInt8>, _ isMarkdown: Bool, in hidden: HiddenTexts
  ) -> String {
    var text = String(decoding: range.map { bytes[$0] }, as: UTF8.self)
    if isMarkdown, text.utf8.contains(where: { Array("&\\".utf8).contains($0) }) {
      text = Self.parser.parse(MessageText(text, markup: .markdown)).blocks.map(\.text).joined(
        separator: "\n")
    }
    return hidden.mark(for: text, showing: words.replacement)
  }

  /// Returns a replacement in Markdown that is no reference or link. `end` is the offset of the text after it.
  private static func markdown(_ word: String, before end: Int, in text: Span<UInt8>) -> [UInt8] {
    var shown: [UInt8] = []
    for byte in word.utf8 {
      if byte == UInt8(ascii: "["), mayBeLink(text, after: end) {
        shown.append(UInt8(ascii: "\\"))
      }
      shown.append(byte)
    }
    return shown
  }

  /// True if replaced words have marks of Markdown inside, which would lose their partners, or tell how the words were written.
  private func hasMarksInside(_ text: String) -> Bool {
    guard text.utf8.contains(where: { Self.marks.contains($0) }) else { return false }
    let bytes = text.utf8Span.span
    return matcher.matches(in: text).matches.contains { match in
      match.bytes.contains { Self.marks.contains(bytes[$0]) }
    }
  }

  private static let marks = Array("*_~`".utf8)

  /// True if a word in brackets before `offset` could be a link.
  private static func mayBeLink(_ text: Span<UInt8>, after offset: Int) -> Bool {
    offset < text.count && Array("([:".utf8).contains(text[offset])
  }

  // MARK: Markup

  private mutating func spans(_ text: MessageText, _ spans: [SourceSpan]) -> MessageText {
    var (kept, isChanged) = ([SourceSpan](), false)
    for span in spans {
      var changed: SourceSpan? = span
      switch span.kind {
      case .link(let target):
        // A link to elsewhere would be a false one.
        if redacted(target) != target { changed = nil }
      case .codeBlock(let language): changed?.kind = .codeBlock(language: redacted(language))
      case .item(let marker, let depth): changed?.kind = .item(marker: redacted(marker), depth: depth)
      default: break
      }
      if changed != span { isChanged = true }
      if let changed { kept.append(changed) }
    }
    guard let edited = edited(text.string, isMarkdown: false) else {
      return isChanged ? MessageText(text.string, markup: .spans(kept)) : text
    }
    for index in kept.indices {
      kept[index].start = edited.edits.offset(of: kept[index].start, isEnd: false)
      kept[index].end = edited.edits.offset(of: kept[index].end, isEnd: true)
    }
    return MessageText(edited.text, markup: .spans(kept.filter { $0.start < $0.end }))
  }

  private mutating func markdown(_ text: MessageText) -> MessageText {
    if hasMarksInside(text.string) { return plain(Self.parser.parse(text).blocks.map(\.text)) }
    let edited = edited(text.string, isMarkdown: true)
    let result = edited.map { MessageText($0.text, markup: .markdown) } ?? text
    // A word may also be divided by a link or by a named character, which only the displayed text shows.
    guard result.string.utf8.contains(where: { Self.dividers.contains($0) }) else { return result }
    let shown = Self.parser.parse(result).blocks.map(\.text)
    guard shown.contains(where: { matches($0) }) else { return result }
    return plain(shown)
  }

  /// Returns a text without markup, of the texts that its blocks show.
  private mutating func plain(_ blocks: [String]) -> MessageText {
    hasChanged = true
    return MessageText(blocks.map { redacted($0) }.joined(separator: "\n"), markup: .plain)
  }

  private static let dividers = Array("[&<".utf8)
}
