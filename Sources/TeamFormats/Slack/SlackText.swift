import ChatModel
import ImportKit

/// Reads Slack's "mrkdwn": styles by signs, codes of mentions and links in angle brackets, `&amp;` `&lt;` `&gt;`, and emoji by name.
struct SlackText {
  let people: SlackPeople
  let emoji: SlackEmoji

  private static let depthLimit = 8
  /// The signs that the client writes for items of a list, by depth.
  private static let bullets = ["•", "◦", "▪︎", "▪"]
  private static let byteLimit = 1 << 20

  func message(_ content: String) -> MessageText { styled(content).messageText }

  func plain(_ content: String?) -> String { content.map { styled($0).string } ?? "" }

  func styled(_ content: String) -> StyledText {
    var text = StyledText()
    let bytes = Array(content.utf8)
    guard bytes.count <= Self.byteLimit else {
      text.append(content)
      return text
    }
    read(bytes, 0..<bytes.count, isLineStart: true, depth: 0, into: &text)
    return text
  }

  /// Returns Markdown with names in place of the codes of people and channels, such as `<@U1>`.
  func withNames(inMarkdown markdown: String) -> String {
    var (result, rest) = ("", markdown[...])
    while let open = rest.utf8.firstIndex(of: UInt8(ascii: "<")) {
      result += rest[..<open]
      rest = rest[open...].droppingBytes(1)
      let code = Substring(
        rest.utf8.prefix(64).prefix { $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "|") })
      let name: String? =
        switch code.first {
        case "@": people.name(ofUser: String(code.dropFirst())).map { "@\($0)" }
        case "#": people.name(ofChannel: String(code.dropFirst())).map { "#\($0)" }
        default: nil
        }
      if let name, let close = rest.utf8.prefix(1_024).firstIndex(of: UInt8(ascii: ">")) {
        result += name
        rest = rest[close...].droppingBytes(1)
      } else {
        result += "<"
      }
    }
    return result + rest
  }

  // MARK: Signs

  private func read(
    _ bytes: [UInt8], _ range: Range<Int>, isLineStart: Bool, depth: Int, into text: inout StyledText
  ) {
    var (offset, plain, isLineStart) = (range.lowerBound, range.lowerBound, isLineStart)
    var stretch = Stretch(start: range.lowerBound, depth: depth)
    while offset < range.upperBound {
      if isLineStart, let quote = quoteSign(bytes, offset..<range.upperBound) {
        append(bytes[plain..<offset], to: &text)
        offset = readQuote(bytes, offset..<range.upperBound, quote, depth, &text)
        plain = offset
        continue
      }
      if isLineStart, depth == 0,
        let item = ListMarker(bytes, offset..<range.upperBound, bullets: Self.bullets)
      {
        append(bytes[plain..<offset], to: &text)
        offset = bytes[item.textStart..<range.upperBound].firstIndex(of: 0x0A) ?? range.upperBound
        plain = offset
        text.style(.item(marker: item.marker, depth: min(item.indent / 4, 8))) {
          read(bytes, item.textStart..<offset, isLineStart: false, depth: depth + 1, into: &$0)
        }
        continue
      }
      isLineStart = bytes[offset] == 0x0A && depth < Self.depthLimit
      var more = StyledText()
      guard let end = readSign(bytes, offset..<range.upperBound, &stretch, &more)
      else {
        offset += 1
        continue
      }
      append(bytes[plain..<offset], to: &text)
      text.append(more)
      (offset, plain) = (end, end)
    }
    append(bytes[plain..<range.upperBound], to: &text)
  }

  /// A stretch of text that is read in one pass.
  private struct Stretch {
    /// The offset of its first byte.
    let start: Int
    /// The number of styles around it.
    let depth: Int
    /// The signs known to have no end in the rest of it.
    var missing: Set<String> = []
  }

  /// Reads the markup that a sign begins, or returns nil if there is none.
  private func readSign(
    _ bytes: [UInt8], _ range: Range<Int>, _ stretch: inout Stretch, _ text: inout StyledText
  ) -> Int? {
    let start = range.lowerBound
    switch bytes[start] {
    case UInt8(ascii: "<"): return readAngles(bytes, range, stretch.depth, &text)
    case UInt8(ascii: "`"):
      if let end = readCode(bytes, range, "```", &stretch, &text) { return end }
      return readCode(bytes, range, "`", &stretch, &text)
    case UInt8(ascii: ":"): return readEmoji(bytes, range, &text)
    case UInt8(ascii: "*"): return readStyle(bytes, range, .bold, &stretch, &text)
    case UInt8(ascii: "_"): return readStyle(bytes, range, .italic, &stretch, &text)
    case UInt8(ascii: "~"): return readStyle(bytes, range, .strikethrough, &stretch, &text)
    default: return nil
    }
  }

  /// Reads a style within a line, with its signs touching words inside and none outside.
  private func readStyle(
    _ bytes: [UInt8], _ range: Range<Int>, _ kind: SourceSpan.Kind, _ stretch: inout Stretch,
    _ text: inout StyledText
  ) -> Int? {
    let (start, sign) = (range.lowerBound, bytes[range.lowerBound])
    let name = String(UnicodeScalar(sign))
    let depth = stretch.depth
    guard depth < Self.depthLimit, !stretch.missing.contains(name),
      start == stretch.start || !Self.isWord(bytes[start - 1]),
      start + 1 < range.upperBound, !Self.isSpace(bytes[start + 1]), bytes[start + 1] != sign
    else { return nil }
    var end = start + 2
    while end < range.upperBound, bytes[end] != 0x0A {
      if bytes[end] == sign, !Self.isSpace(bytes[end - 1]),
        end + 1 >= range.upperBound || !Self.isWord(bytes[end + 1])
      {
        text.style(kind) { read(bytes, start + 1..<end, isLineStart: false, depth: depth + 1, into: &$0) }
        return end + 1
      }
      end += 1
    }
    // The search ends with the line, so that a later line may still have one.
    if end >= range.upperBound { stretch.missing.insert(name) }
    return nil
  }

  /// Reads the name of an emoji that has a picture, whose underscores are not signs.
  private func readEmoji(_ bytes: [UInt8], _ range: Range<Int>, _ text: inout StyledText) -> Int? {
    guard emoji.hasPictures else { return nil }
    let rest = bytes[range].dropFirst().prefix(100)
    guard let end = rest.firstIndex(of: UInt8(ascii: ":")), end > range.lowerBound + 1,
      emoji.picture(String(decoding: rest[..<end], as: UTF8.self)) != nil
    else { return nil }
    text.append(bytes[range.lowerBound...end])
    return end + 1
  }

  private func readCode(
    _ bytes: [UInt8], _ range: Range<Int>, _ sign: String, _ stretch: inout Stretch,
    _ text: inout StyledText
  ) -> Int? {
    let (start, count) = (range.lowerBound, sign.utf8.count)
    guard !stretch.missing.contains(sign), bytes[range].starts(with: sign.utf8) else { return nil }
    var end = start + count
    while end + count <= range.upperBound {
      if count == 1, bytes[end] == 0x0A { return nil }
      if bytes[end] == UInt8(ascii: "`"), bytes[end..<end + count].elementsEqual(sign.utf8) {
        guard end > start + count else { return nil }
        var code = bytes[start + count..<end]
        if count == 3 {
          while code.first == 0x0A { code.removeFirst() }
          while code.last == 0x0A { code.removeLast() }
          text.style(.codeBlock(language: "")) { appendCode(code, to: &$0) }
        } else {
          text.style(.code) { appendCode(code, to: &$0) }
        }
        return end + count
      }
      end += 1
    }
    stretch.missing.insert(sign)
    return nil
  }

  private func quoteSign(_ bytes: [UInt8], _ range: Range<Int>) -> String? {
    ["&gt;&gt;&gt;", "&gt;", ">>>", ">"].first { bytes[range].starts(with: $0.utf8) }
  }

  /// Reads the lines of a quotation, or everything after its threefold sign.
  private func readQuote(
    _ bytes: [UInt8], _ range: Range<Int>, _ sign: String, _ depth: Int, _ text: inout StyledText
  ) -> Int {
    var offset = range.lowerBound
    let isRest = sign.hasSuffix("&gt;&gt;") || sign == ">>>"
    text.style(.blockquote) { quote in
      var isFirst = true
      while offset < range.upperBound, isFirst || !isRest, bytes[offset...].starts(with: sign.utf8) {
        var start = offset + sign.utf8.count
        if start < range.upperBound, bytes[start] == 0x20 { start += 1 }
        let line = bytes[start..<range.upperBound].firstIndex(of: 0x0A) ?? range.upperBound
        let end = isRest ? range.upperBound : line
        if !isFirst { quote.append("\n") }
        isFirst = false
        read(bytes, start..<max(start, end), isLineStart: false, depth: depth + 1, into: &quote)
        offset = min(end + 1, range.upperBound)
      }
    }
    if offset > range.lowerBound, bytes[offset - 1] == 0x0A { text.append("\n") }
    return offset
  }

  // MARK: Angles

  /// Reads `<@U1|name>`, `<#C1|name>`, `<!here>`, `<!date^…|words>`, `<mailto:…>` or `<url|label>`.
  private func readAngles(_ bytes: [UInt8], _ range: Range<Int>, _ depth: Int, _ text: inout StyledText)
    -> Int?
  {
    let start = range.lowerBound + 1
    let near = min(range.upperBound, start + 2048)
    guard start < near, let end = bytes[start..<near].firstIndex(of: UInt8(ascii: ">")), end > start else {
      return nil
    }
    let content = bytes[start..<end]
    guard !content.contains(0x0A) else { return nil }
    let bar = content.firstIndex(of: UInt8(ascii: "|"))
    let code = Self.unescaped(content[..<(bar ?? end)])
    let label = bar.map { emoji.replaced(in: Self.unescaped(content[($0 + 1)...])) }.flatMap {
      $0.isEmpty ? nil : $0
    }
    switch code.utf8.first {
    case UInt8(ascii: "@"):
      append(user: String(code.dropFirst()), label: label, to: &text)
    case UInt8(ascii: "#"):
      append(channel: String(code.dropFirst()), label: label, to: &text)
    case UInt8(ascii: "!"):
      append(command: String(code.dropFirst()), label: label, to: &text)
    default:
      guard code.contains(":") || label != nil else { return nil }
      if code.hasPrefix("mailto:") || code.hasPrefix("tel:") {
        let address = String(code.drop { $0 != ":" }.dropFirst())
        text.append(link: code, label: label ?? address)
      } else {
        text.append(link: code, label: label ?? code)
      }
    }
    return end + 1
  }

  func append(user id: String, label: String? = nil, to text: inout StyledText) {
    let name = people.name(ofUser: id) ?? label ?? id
    text.style(.mention) { $0.append(name.hasPrefix("@") ? name : "@\(name)") }
  }

  func append(channel id: String, label: String? = nil, to text: inout StyledText) {
    let name = label ?? people.name(ofChannel: id) ?? id
    text.style(.mention) { $0.append("#\(name)") }
  }

  private func append(command: String, label: String?, to text: inout StyledText) {
    if command.hasPrefix("date^") {
      text.append(label ?? command.split(separator: "^").dropFirst(2).first.map(String.init) ?? command)
    } else {
      let word = label ?? command.split(separator: "^").last.map(String.init) ?? command
      text.style(.mention) { $0.append(word.hasPrefix("@") ? word : "@\(word)") }
    }
  }

  // MARK: Plain text

  private func append(_ bytes: ArraySlice<UInt8>, to text: inout StyledText) {
    guard !bytes.isEmpty else { return }
    text.append(emoji.replaced(in: Self.unescaped(bytes)))
  }

  private func appendCode(_ bytes: ArraySlice<UInt8>, to text: inout StyledText) {
    // Links that the client found in code are in angle brackets.
    var (offset, plain) = (bytes.startIndex, bytes.startIndex)
    while let open = bytes[offset...].firstIndex(of: UInt8(ascii: "<")) {
      let near = min(bytes.endIndex, open + 2048)
      guard let end = bytes[open..<near].firstIndex(of: UInt8(ascii: ">")),
        bytes[open + 1..<end].starts(with: "http".utf8) || bytes[open + 1..<end].starts(with: "mailto:".utf8)
      else {
        offset = open + 1
        continue
      }
      text.append(Self.unescaped(bytes[plain..<open]))
      let link = bytes[open + 1..<end]
      let bar = link.firstIndex(of: UInt8(ascii: "|")).map { link.index(after: $0) } ?? link.startIndex
      text.append(Self.unescaped(link[bar...]))
      (offset, plain) = (end + 1, end + 1)
    }
    text.append(Self.unescaped(bytes[plain...]))
  }

  /// Returns a text with its three escapes resolved.
  static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
    var result: [UInt8] = []
    var rest = bytes
    while let byte = rest.first {
      let escape = byte == UInt8(ascii: "&") ? escapes.first { rest.starts(with: $0.escape.utf8) } : nil
      if let escape {
        result.append(escape.byte)
        rest = rest.dropFirst(escape.escape.utf8.count)
      } else {
        result.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static let escapes: [(escape: String, byte: UInt8)] = [
    ("&amp;", UInt8(ascii: "&")), ("&lt;", UInt8(ascii: "<")), ("&gt;", UInt8(ascii: ">")),
  ]

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 9 < 5 }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte &- 0x30 <= 9 || (byte | 0x20) &- 0x61 < 26 || byte >= 0x80
  }

  // MARK: Attachments

  /// Reads a preview of a link, a shared message or a bot's words.
  func read(attachment value: JSONValue, into card: inout MessageCard) {
    let title = plain(value["title"]?.text)
    let author = plain(value["author_name"]?.text ?? value["author_subname"]?.text)
    var lines = [plain(value["pretext"]?.text), author]
    var blocks = SlackBlocks(text: self)
    if let found = value["blocks"], found[0] != nil {
      blocks.read(found.elements)
    } else {
      for message in value["message_blocks"]?.elements ?? [] {
        blocks.read(message["message"]?["blocks"]?.elements ?? [])
      }
    }
    lines.append(blocks.styled.isEmpty ? plain(value["text"]?.text) : blocks.styled.string)
    for field in value["fields"]?.elements ?? [] {
      let (name, words) = (plain(field["title"]?.text), plain(field["value"]?.text))
      lines.append(name.isEmpty || words.isEmpty ? name + words : "\(name): \(words)")
    }
    for action in value["actions"]?.elements ?? [] {
      if let label = action["text"]?.text, !label.isEmpty { lines.append("[\(plain(label))]") }
      for choice in action["options"]?.elements ?? [] { lines.append("• \(plain(choice["text"]?.text))") }
    }
    for file in value["files"]?.elements ?? [] {
      lines.append(file["name"]?.text ?? file["title"]?.text ?? "")
    }
    lines.append(plain(value["footer"]?.text))
    let url = ["title_link", "from_url", "original_url", "image_url", "author_link", "thumb_url"].lazy
      .compactMap { value[$0]?.text }.first { !$0.isEmpty }
    if title.isEmpty, lines.allSatisfy(\.isEmpty) { lines = [plain(value["fallback"]?.text)] }
    card.add(title: title, url: url, lines: lines, image: nil)
  }
}
