import ChatModel
import ImportKit

/// Reads Discord's dialect of Markdown: styles, spoilers, quotes, headings, lists, code, links and the codes of mentions and times.
///
/// A missing closing sign is looked for once in a piece of text for each kind, and nesting has a limit, so that time grows with
/// the text. Rules: the client's regular expressions, as its parsers quote them.
struct ChatMarkdown {
  /// The people and channels that a message mentions, for names and codes.
  struct Mentions {
    /// Names by id, for `<@id>`.
    var names: [(id: String, name: String)] = []
    /// Names from the rest of the export.
    var others = ChatNames()
    /// The server's own emoji in the message, by their names, with their pictures if the export has them.
    var emoji: [String: String?] = [:]

    func name(of id: String) -> String? { names.first { $0.id == id }?.name ?? others.people[id] }
  }

  private static let depthLimit = 12
  /// The longest text that is read; Discord allows 4,000 characters.
  private static let byteLimit = 1 << 18

  /// The meaning of signs that dialects read differently.
  enum Dialect {
    /// `__text__` is underlined, `||text||` is a spoiler.
    case discord
    /// `__text__` is bold, `||` is text, as in Slack's Markdown blocks and in Mattermost.
    case common

    var pairs: [(sign: String, kind: SourceSpan.Kind)] {
      switch self {
      case .discord: [("**", .bold), ("__", .underline), ("~~", .strikethrough), ("||", .spoiler)]
      case .common: [("**", .bold), ("__", .bold), ("~~", .strikethrough)]
      }
    }
  }

  /// Returns the text of a message with its styles.
  static func text(_ content: String, _ mentions: Mentions = Mentions()) -> MessageText {
    guard hasSigns(content) else { return MessageText(content, markup: .plain) }
    return styled(content, mentions).messageText
  }

  static func styled(
    _ content: String, _ mentions: Mentions = Mentions(), dialect: Dialect = .discord
  ) -> StyledText {
    var text = StyledText()
    guard content.utf8.count <= byteLimit else {
      text.append(content)
      return text
    }
    let parser = ChatMarkdown(bytes: Array(content.utf8), mentions: mentions, dialect: dialect)
    parser.read(0..<parser.bytes.count, blocks: true, depth: 0, into: &text)
    return text
  }

  /// True if there may be markup.
  private static func hasSigns(_ content: String) -> Bool {
    var isLineStart = true
    for byte in content.utf8 {
      switch byte {
      case UInt8(ascii: "\\"), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "|"),
        UInt8(ascii: "`"), UInt8(ascii: "<"), UInt8(ascii: "["), UInt8(ascii: "@"), UInt8(ascii: "#"):
        return true
      case UInt8(ascii: ">"), UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        if isLineStart { return true }
      default: break
      }
      isLineStart = byte == 0x0A || isLineStart && byte == 0x20
    }
    return false
  }

  private let bytes: [UInt8]
  private let mentions: Mentions
  private let dialect: Dialect

  private init(bytes: [UInt8], mentions: Mentions, dialect: Dialect) {
    (self.bytes, self.mentions, self.dialect) = (bytes, mentions, dialect)
  }

  // MARK: Walking

  private func read(_ range: Range<Int>, blocks: Bool, depth: Int, into text: inout StyledText) {
    var (offset, plain, isLineStart) = (range.lowerBound, range.lowerBound, blocks)
    var missing: Set<String> = []
    while offset < range.upperBound {
      if isLineStart {
        isLineStart = false
        text.append(bytes[plain..<offset])
        plain = offset
        if let end = readBlock(offset..<range.upperBound, depth, &text) {
          (offset, plain, isLineStart) = (end, end, true)
          continue
        }
      }
      let byte = bytes[offset]
      if byte == 0x0A { isLineStart = blocks }
      guard Self.isSign(byte) else {
        offset += 1
        continue
      }
      var more = StyledText()
      guard let end = readInline(offset..<range.upperBound, range.lowerBound, depth, &missing, &more) else {
        offset += 1
        continue
      }
      text.append(bytes[plain..<offset])
      text.append(more)
      (offset, plain) = (end, end)
    }
    text.append(bytes[plain..<range.upperBound])
  }

  private static func isSign(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\\"), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "|"),
      UInt8(ascii: "`"), UInt8(ascii: "<"), UInt8(ascii: "["), UInt8(ascii: "@"), UInt8(ascii: "#"),
      UInt8(ascii: "h"), UInt8(ascii: ":"):
      true
    default: false
    }
  }

  // MARK: Lines

  /// Reads a line, or several, of a kind of their own; returns the offset after them, or nil for an ordinary line.
  private func readBlock(_ range: Range<Int>, _ depth: Int, _ text: inout StyledText) -> Int? {
    let start = range.lowerBound
    guard depth < Self.depthLimit else { return nil }
    if has(">>> ", at: start, range.upperBound) {
      text.style(.blockquote) {
        read(start + 4..<range.upperBound, blocks: true, depth: depth + 1, into: &$0)
      }
      return range.upperBound
    }
    if has("> ", at: start, range.upperBound) { return readQuote(range, depth, &text) }
    let end = endOfLine(range)
    let behind = min(end + 1, range.upperBound)
    func finish(_ content: Int, _ body: (inout StyledText) -> Void) -> Int? {
      guard content < end else { return nil }
      body(&text)
      if behind > end { text.append("\n") }
      return behind
    }
    for sign in ["# ", "## ", "### "] where has(sign, at: start, end) {
      let content = start + sign.utf8.count
      return finish(content) {
        $0.style(.heading(level: sign.utf8.count - 1)) {
          read(content..<end, blocks: false, depth: depth + 1, into: &$0)
        }
      }
    }
    if has("-# ", at: start, end) {
      return finish(start + 3) { read(start + 3..<end, blocks: false, depth: depth + 1, into: &$0) }
    }
    guard let item = ListMarker(bytes, start..<end, bullets: ["-", "*"]) else { return nil }
    return finish(item.textStart) {
      $0.style(.item(marker: item.marker, depth: min(item.indent / 2, 8))) {
        read(item.textStart..<end, blocks: false, depth: depth + 1, into: &$0)
      }
    }
  }

  /// Reads lines that begin with `> `.
  private func readQuote(_ range: Range<Int>, _ depth: Int, _ text: inout StyledText) -> Int {
    var (offset, content) = (range.lowerBound, [UInt8]())
    while has("> ", at: offset, range.upperBound) {
      let end = endOfLine(offset..<range.upperBound)
      if !content.isEmpty { content.append(0x0A) }
      content += bytes[offset + 2..<end]
      offset = min(end + 1, range.upperBound)
    }
    let inner = ChatMarkdown(bytes: content, mentions: mentions, dialect: dialect)
    text.style(.blockquote) { inner.read(0..<content.count, blocks: true, depth: depth + 1, into: &$0) }
    if bytes[offset - 1] == 0x0A { text.append("\n") }
    return offset
  }

  private func endOfLine(_ range: Range<Int>) -> Int {
    bytes[range].firstIndex(of: 0x0A) ?? range.upperBound
  }

  // MARK: In a line

  /// Reads the markup that begins with a sign; returns the offset after it, or nil if there is none. `missing` are closing signs not in
  /// the rest of the text.
  private func readInline(
    _ range: Range<Int>, _ textStart: Int, _ depth: Int, _ missing: inout Set<String>,
    _ text: inout StyledText
  ) -> Int? {
    let (start, limit) = (range.lowerBound, range.upperBound)
    switch bytes[start] {
    case UInt8(ascii: "\\"):
      guard start + 1 < limit, Self.isPunctuation(bytes[start + 1]) else { return nil }
      text.append(bytes[start + 1..<start + 2])
      return start + 2
    case UInt8(ascii: "`"): return readCode(range, &missing, &text)
    case UInt8(ascii: "<"): return readCodeInAngles(range, &text)
    case UInt8(ascii: "["): return depth < Self.depthLimit ? readLink(range, depth, &text) : nil
    case UInt8(ascii: "@"): return readMention(range, &text)
    case UInt8(ascii: "#"): return readChannel(range, textStart, &text)
    case UInt8(ascii: "h"): return readAddress(range, &text)
    case UInt8(ascii: ":"): return readEmoji(range, &text)
    default: break
    }
    // More than three signs in a row begin nothing, and are not examined one by one.
    let run = bytes[range].prefix(16).prefix { $0 == bytes[start] }.count
    if run > 3 {
      text.append(bytes[start..<start + run])
      return start + run
    }
    guard depth < Self.depthLimit else { return nil }
    func styled(_ sign: String, _ kind: SourceSpan.Kind) -> Int? {
      let count = sign.utf8.count
      guard !missing.contains(sign) else { return nil }
      guard let end = closing(sign, start + count, limit, textStart) else {
        // Text that begins at a later underscore may still end; it was not searched.
        if sign != "_" { missing.insert(sign) }
        return nil
      }
      guard end > start + count else { return nil }
      text.style(kind) { read(start + count..<end, blocks: false, depth: depth + 1, into: &$0) }
      return end + count
    }
    for (sign, kind) in dialect.pairs where has(sign, at: start, limit) {
      if let end = styled(sign, kind) { return end }
    }
    switch bytes[start] {
    case UInt8(ascii: "*") where start + 1 < limit && !Self.isSpace(bytes[start + 1]):
      return styled("*", .italic)
    case UInt8(ascii: "_") where start == textStart || !Self.isWord(bytes[start - 1]):
      return styled("_", .italic)
    default: return nil
    }
  }

  /// Returns the offset of the sign that closes a style, or nil.
  private func closing(_ sign: String, _ start: Int, _ limit: Int, _ textStart: Int) -> Int? {
    let (byte, count) = (sign.utf8.first ?? 0, sign.utf8.count)
    var offset = start
    while offset < limit {
      guard bytes[offset] == byte else {
        offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
        continue
      }
      var run = 1
      while offset + run < limit, bytes[offset + run] == byte { run += 1 }
      if offset > start {
        if count == 2, run >= 2 { return offset + (byte == UInt8(ascii: "|") ? 0 : run - 2) }
        if count == 1, run != 2 {
          let end = offset + run - 1
          let isClosed =
            byte == UInt8(ascii: "*")
            ? !Self.isSpace(bytes[offset - 1]) : end + 1 >= limit || !Self.isWord(bytes[end + 1])
          if isClosed { return end }
          // A single underscore inside a word ends nothing, and nothing continues after it.
          if byte == UInt8(ascii: "_") { return nil }
        }
      }
      offset += run
    }
    return nil
  }

  private func readCode(_ range: Range<Int>, _ missing: inout Set<String>, _ text: inout StyledText) -> Int? {
    let (start, limit) = (range.lowerBound, range.upperBound)
    if has("```", at: start, limit), !missing.contains("```") {
      if let end = firstIndex(of: "```", in: start + 3..<limit) {
        if end > start + 3 {
          readFence(start + 3..<end, &text)
          return end + 3
        }
      } else {
        missing.insert("```")
      }
    }
    let count = bytes[start..<limit].prefix { $0 == UInt8(ascii: "`") }.count
    guard count < 3 else { return nil }
    let sign = String(repeating: "`", count: count)
    guard !missing.contains(sign) else { return nil }
    var offset = start + count
    while offset < limit {
      guard bytes[offset] == UInt8(ascii: "`") else {
        offset += 1
        continue
      }
      let run = bytes[offset..<limit].prefix { $0 == UInt8(ascii: "`") }.count
      if run == count {
        text.style(.code) { $0.append(bytes[start + count..<offset]) }
        return offset + count
      }
      offset += run
    }
    missing.insert(sign)
    return nil
  }

  private func readFence(_ range: Range<Int>, _ text: inout StyledText) {
    var (start, end) = (range.lowerBound, range.upperBound)
    var language = ""
    let word = bytes[range].prefix { Self.isWord($0) || "+-.#".utf8.contains($0) }
    if word.endIndex < end, bytes[word.endIndex] == 0x0A {
      language = String(decoding: word, as: UTF8.self)
      start = word.endIndex + 1
    }
    while end > start, bytes[end - 1] == 0x0A { end -= 1 }
    guard start < end else { return text.append(bytes[range]) }
    text.beginLine()
    text.style(.codeBlock(language: language)) { $0.append(bytes[start..<end]) }
  }

  private func readLink(_ range: Range<Int>, _ depth: Int, _ text: inout StyledText) -> Int? {
    let (start, limit) = (range.lowerBound, range.upperBound)
    // Labels and addresses of messages are short.
    let near = min(limit, start + 4096)
    guard let middle = firstIndex(of: "](", in: start + 1..<near), middle > start + 1,
      let end = closingParenthesis(middle + 2..<near)
    else { return nil }
    var target = bytes[middle + 2..<end].prefix { !Self.isSpace($0) }
    if target.first == UInt8(ascii: "<"), target.last == UInt8(ascii: ">") {
      target = target.dropFirst().dropLast()
    }
    guard target.starts(with: "http://".utf8) || target.starts(with: "https://".utf8) else { return nil }
    text.style(.link(target: String(decoding: target, as: UTF8.self))) {
      read(start + 1..<middle, blocks: false, depth: depth + 1, into: &$0)
    }
    return end + 1
  }

  /// Returns the offset of the parenthesis that ends an address, which may contain pairs of them; nil if there is none.
  private func closingParenthesis(_ range: Range<Int>) -> Int? {
    var (depth, first): (Int, Int?) = (0, nil)
    for offset in range {
      switch bytes[offset] {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        if depth == 0 { return offset }
        first = first ?? offset
        depth -= 1
      case 0x0A: return first
      default: break
      }
    }
    return first
  }

  /// Reads an address, whose signs are not styles.
  private func readAddress(_ range: Range<Int>, _ text: inout StyledText) -> Int? {
    let (start, limit) = (range.lowerBound, range.upperBound)
    guard has("http://", at: start, limit) || has("https://", at: start, limit) else { return nil }
    var end = bytes[range].firstIndex { Self.isSpace($0) || $0 == UInt8(ascii: "<") } ?? limit
    while end > start, ".,:;\"')]*_~|".utf8.contains(bytes[end - 1]) { end -= 1 }
    text.append(bytes[start..<end])
    return end
  }

  /// Reads the name of an emoji of the message, whose underscores are not signs.
  private func readEmoji(_ range: Range<Int>, _ text: inout StyledText) -> Int? {
    guard !mentions.emoji.isEmpty else { return nil }
    let rest = bytes[range].dropFirst().prefix(100)
    guard let end = rest.firstIndex(of: UInt8(ascii: ":")),
      mentions.emoji[String(decoding: rest[..<end], as: UTF8.self)] != nil
    else { return nil }
    text.append(bytes[range.lowerBound...end])
    return end + 1
  }

  /// Reads a mention written as a name: of a mentioned person, or of everyone.
  private func readMention(_ range: Range<Int>, _ text: inout StyledText) -> Int? {
    let start = range.lowerBound + 1
    var longest = 0
    for name in mentions.names.map(\.name) + ["everyone", "here"] {
      let count = name.utf8.count
      if count > longest, start + count <= range.upperBound,
        bytes[start..<start + count].elementsEqual(name.utf8)
      {
        longest = count
      }
    }
    guard longest > 0 else { return nil }
    text.style(.mention) { $0.append(bytes[start - 1..<start + longest]) }
    return start + longest
  }

  /// Reads the name of a channel, as DiscordChatExporter writes its code. Unlike a hashtag it continues over hyphens.
  private func readChannel(_ range: Range<Int>, _ textStart: Int, _ text: inout StyledText) -> Int? {
    let start = range.lowerBound
    guard dialect == .discord, start == textStart || Self.isSpace(bytes[start - 1]) else { return nil }
    let name = bytes[start + 1..<range.upperBound].prefix { Self.isWord($0) || $0 == UInt8(ascii: "-") }
    // `#1` is a number.
    guard name.contains(where: { Self.isWord($0) && $0 &- 0x30 > 9 }) else { return nil }
    text.style(.mention) { $0.append(bytes[start..<name.endIndex]) }
    return name.endIndex
  }

  /// Reads `<@id>`, `<#id>`, `<:name:id>`, `<t:seconds:style>`, `</command:id>` or `<https://…>`.
  private func readCodeInAngles(_ range: Range<Int>, _ text: inout StyledText) -> Int? {
    let start = range.lowerBound + 1
    let near = min(range.upperBound, start + 2048)
    guard start < near, let end = bytes[start..<near].firstIndex(of: UInt8(ascii: ">")), end > start else {
      return nil
    }
    let code = String(decoding: bytes[start..<end], as: UTF8.self)
    let parts = code.split(separator: ":", omittingEmptySubsequences: false)
    if code.hasPrefix("http://") || code.hasPrefix("https://") {
      guard !code.contains(where: \.isWhitespace) else { return nil }
      text.append(code)
    } else if code.hasPrefix("@") {
      let id = code.dropFirst().drop { $0 == "!" || $0 == "&" }
      guard Self.isID(id) else { return nil }
      let name = code.hasPrefix("@&") ? mentions.others.roles[String(id)] : mentions.name(of: String(id))
      text.style(.mention) { $0.append("@" + (name ?? String(id))) }
    } else if code.hasPrefix("#"), Self.isID(code.dropFirst()) {
      let name = mentions.others.channels[String(code.dropFirst())]
      text.style(.mention) { $0.append(name.map { "#\($0)" } ?? code) }
    } else if parts.count == 3, parts[0].isEmpty || parts[0] == "a", Self.isID(parts[2]), !parts[1].isEmpty {
      text.append(":\(parts[1]):")
    } else if parts.count == 2 || parts.count == 3, parts[0] == "t", let seconds = Int64(parts[1]),
      let time = ChatTime.words(seconds)
    {
      text.append(time)
    } else if parts.count == 2, code.hasPrefix("/"), Self.isID(parts[1]) {
      text.style(.mention) { $0.append(parts[0]) }
    } else {
      return nil
    }
    return end + 1
  }

  // MARK: Bytes

  private static func isID(_ text: some StringProtocol) -> Bool {
    (1...20).contains(text.utf8.count) && text.utf8.allSatisfy { $0 &- 0x30 <= 9 }
  }

  private func has(_ text: String, at offset: Int, _ limit: Int) -> Bool {
    offset + text.utf8.count <= limit && bytes[offset..<offset + text.utf8.count].elementsEqual(text.utf8)
  }

  private func firstIndex(of text: String, in range: Range<Int>) -> Int? {
    guard range.lowerBound < range.upperBound, let first = text.utf8.first else { return nil }
    var offset = range.lowerBound
    while let found = bytes[offset..<range.upperBound].firstIndex(of: first) {
      if has(text, at: found, range.upperBound) { return found }
      offset = found + 1
    }
    return nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 9 < 5 }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte &- 0x30 <= 9 || (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  private static func isPunctuation(_ byte: UInt8) -> Bool {
    0x21...0x7E ~= byte && !isWord(byte) || byte == UInt8(ascii: "_")
  }
}
