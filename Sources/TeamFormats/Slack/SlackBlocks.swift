import ChatModel
import ImportKit

/// Reads the blocks of a message: the text from its editor, and the layouts of apps.
struct SlackBlocks {
  let text: SlackText
  private(set) var styled = StyledText()
  /// Unknown kinds of blocks.
  private(set) var unknown: [String] = []

  /// The message's text, whose codes have names that the blocks lack.
  private let labels: String
  /// The names by the codes; nil until one is requested.
  private var names: [String: String]?

  private static let depthLimit = 12

  init(text: SlackText, labels: String = "") { (self.text, self.labels) = (text, labels) }

  mutating func read(_ blocks: [JSONValue]) {
    for block in blocks {
      styled.beginLine()
      read(block)
    }
  }

  /// Adds the text that the message has besides its blocks, unless they have its words.
  mutating func add(otherText content: String) {
    let other = text.styled(content)
    func words(_ text: String) -> String { text.filter { !$0.isWhitespace } }
    guard !other.string.isBlank, !words(styled.string).contains(words(other.string)) else { return }
    styled.beginLine()
    styled.append(other)
  }

  private mutating func read(_ block: JSONValue) {
    let kind = block["type"]?.text ?? ""
    switch kind {
    case "rich_text": readRich(block["elements"]?.elements ?? [], depth: 0)
    case "section":
      readObject(block["text"])
      for field in block["fields"]?.elements ?? [] {
        styled.beginLine()
        readObject(field)
      }
      readElement(block["accessory"])
    case "header": styled.style(.bold) { $0.append(text.plain(block["text"]?["text"]?.text)) }
    case "context", "actions", "context_actions":
      var beginsLine = true
      for element in block["elements"]?.elements ?? [] {
        if beginsLine { styled.beginLine() } else { styled.append(" ") }
        readElement(element)
        beginsLine = Self.hasChoices(element)
      }
    case "image", "video":
      let title = block["title"]?["text"]?.text ?? block["title"]?.text
      readPicture(block, title)
      if let words = block["description"]?["text"]?.text { styled.append("\n" + text.plain(words)) }
    case "markdown":
      // Bold, lists, links and code of Discord's Markdown match CommonMark's.
      styled.append(
        ChatMarkdown.styled(text.withNames(inMarkdown: block["text"]?.text ?? ""), dialect: .common))
    case "table": readTable(block)
    case "call": readCall(block["call"]?["v1"] ?? block["call"] ?? .null)
    case "input":
      readObject(block["label"])
      readElement(block["element"])
    case "divider", "file", "share_shortcut": break
    default: readUnknown(block, kind)
    }
  }

  /// Appends a call of another program, such as Zoom: its name, with the address to join it. Without either, the message's text
  /// mentions it.
  private mutating func readCall(_ call: JSONValue) {
    let name = text.plain(call["name"]?.text)
    guard let url = call["join_url"]?.text, !url.isEmpty else {
      return name.isEmpty ? styled.append(text.styled(labels)) : styled.append(name)
    }
    styled.append(link: url, label: name.isEmpty ? url : name)
  }

  private mutating func readUnknown(_ block: JSONValue, _ kind: String) {
    if !unknown.contains(kind), unknown.count < 20 { unknown.append(kind) }
    readTexts(block, depth: 0)
  }

  /// Appends all texts in a value of unknown structure.
  private mutating func readTexts(_ value: JSONValue, depth: Int) {
    guard depth < Self.depthLimit else { return }
    for name in ["title", "text"] {
      if let words = value[name]?.text {
        styled.beginLine()
        styled.append(text.styled(words))
      }
    }
    for member in value.members {
      guard let words = member.value.text else {
        readTexts(member.value, depth: depth + 1)
        continue
      }
      // A text under another name differs from ids and addresses by having several words.
      guard member.name != "title", member.name != "text", words.hasWords() else { continue }
      styled.beginLine()
      styled.append(text.styled(words))
    }
    for element in value.elements { readTexts(element, depth: depth + 1) }
  }

  /// Appends a text object, `{type, text}`.
  private mutating func readObject(_ object: JSONValue?) {
    guard let words = object?["text"]?.text else { return }
    if object?["type"]?.text == "plain_text" {
      styled.append(text.emoji.replaced(in: words))
    } else {
      styled.append(text.styled(words))
    }
  }

  /// Appends an element of a layout: a text, a picture, a button.
  private mutating func readElement(_ element: JSONValue?) {
    guard let element, let kind = element["type"]?.text else { return }
    switch kind {
    case "mrkdwn", "plain_text": readObject(element)
    case "image": readPicture(element, nil)
    default:
      readControl(element)
      readChoices(element)
    }
  }

  /// Appends the text on a button or in a field.
  private mutating func readControl(_ element: JSONValue) {
    let values = ["initial_value", "initial_date", "initial_time"].lazy.compactMap { element[$0]?.text }
    let label = text.plain(
      element["text"]?["text"]?.text ?? values.first ?? element["placeholder"]?["text"]?.text)
    guard !label.isEmpty else { return }
    if let last = styled.string.utf8.last, last != 0x0A, last != 0x20 { styled.append(" ") }
    if let url = element["url"]?.text, !url.isEmpty {
      styled.append(link: url, label: label)
    } else {
      styled.append("[\(label)]")
    }
  }

  private static func hasChoices(_ element: JSONValue) -> Bool {
    element["options"]?[0] != nil || element["option_groups"]?[0] != nil
  }

  /// Appends the choices of a menu or of boxes, a line each. Preselected ones are bold.
  private mutating func readChoices(_ element: JSONValue) {
    let initial =
      [element["initial_option"]].compactMap(\.self) + (element["initial_options"]?.elements ?? [])
    for group in [element] + (element["option_groups"]?.elements ?? []) {
      if let label = group["label"] {
        styled.beginLine()
        readObject(label)
      }
      for choice in group["options"]?.elements ?? [] {
        styled.beginLine()
        readStyled(.item(marker: "•", depth: 0)) { line in
          let isChosen = initial.contains { $0["value"] == choice["value"] }
          if isChosen {
            line.readStyled(.bold) { $0.readObject(choice["text"]) }
          } else {
            line.readObject(choice["text"])
          }
          if let words = choice["description"]?["text"]?.text {
            line.styled.append(": \(line.text.plain(words))")
          }
        }
      }
    }
  }

  private mutating func readPicture(_ value: JSONValue, _ title: String?) {
    let label = text.plain(title ?? value["alt_text"]?.text)
    let url = value["image_url"]?.text ?? value["title_url"]?.text ?? value["video_url"]?.text
    if let url, !url.isEmpty {
      styled.append(link: url, label: label.isEmpty ? url : label)
    } else {
      styled.append(label)
    }
  }

  private mutating func readTable(_ block: JSONValue) {
    for row in block["rows"]?.elements ?? [] {
      styled.beginLine()
      var isFirst = true
      for cell in row.elements {
        if !isFirst { styled.append(" | ") }
        isFirst = false
        if cell["type"]?.text == "rich_text" {
          readRich(cell["elements"]?.elements ?? [], depth: 1)
        } else {
          styled.append(cell["text"]?.text ?? "")
        }
      }
    }
  }

  // MARK: Rich text

  private mutating func readRich(_ elements: [JSONValue], depth: Int) {
    guard depth < Self.depthLimit else { return }
    var isInLine = true
    for element in elements {
      let kind = element["type"]?.text
      let isSection = kind == "rich_text_section"
      if !isSection || !isInLine { styled.beginLine() }
      isInLine = isSection
      switch kind {
      case "rich_text_section": readInline(element)
      case "rich_text_quote": readStyled(.blockquote) { $0.readInline(element) }
      case "rich_text_preformatted":
        readStyled(.codeBlock(language: element["language"]?.text ?? "")) { $0.readInline(element) }
      case "rich_text_list": readList(element)
      default:
        readInline(.object([JSONValue.Member(name: "elements", value: .array([element]))]))
      }
    }
  }

  private mutating func readList(_ list: JSONValue) {
    let indent = Int(clamping: list["indent"]?.integer ?? 0)
    var number = Int(clamping: list["offset"]?.integer ?? 0) &+ 1
    for item in list["elements"]?.elements ?? [] {
      styled.beginLine()
      let marker = list["style"]?.text == "ordered" ? "\(number)." : "•"
      number &+= 1
      readStyled(.item(marker: marker, depth: max(0, min(indent, 8)))) { $0.readInline(item) }
    }
  }

  /// Appends the text that `body` reads, with a style.
  private mutating func readStyled(_ kind: SourceSpan.Kind, _ body: (inout SlackBlocks) -> Void) {
    var inner = self
    inner.styled = StyledText()
    body(&inner)
    let outer = styled
    let words = inner.styled
    self = inner
    styled = outer
    styled.style(kind) { $0.append(words) }
  }

  private mutating func readInline(_ section: JSONValue) {
    for element in section["elements"]?.elements ?? [] {
      readStyles(element["style"] ?? .null, ["bold", "italic", "strike", "underline", "code"]) {
        $0.readPart(element)
      }
    }
  }

  private mutating func readStyles(
    _ style: JSONValue, _ names: ArraySlice<String>, _ body: (inout SlackBlocks) -> Void
  ) {
    guard let name = names.first else { return body(&self) }
    guard style[name]?.flag == true else { return readStyles(style, names.dropFirst(), body) }
    let kind: SourceSpan.Kind =
      switch name {
      case "bold": .bold
      case "italic": .italic
      case "strike": .strikethrough
      case "underline": .underline
      default: .code
      }
    readStyled(kind) { $0.readStyles(style, names.dropFirst(), body) }
  }

  private mutating func readPart(_ part: JSONValue) {
    switch part["type"]?.text {
    case "text": styled.append(part["text"]?.text ?? "")
    case "link":
      let url = part["url"]?.text ?? ""
      let label = part["text"]?.text.flatMap { $0.isEmpty ? nil : $0 } ?? url
      styled.append(link: url, label: label)
    case "emoji": styled.append(emoji(part))
    case "user": text.append(user: part["user_id"]?.identifier ?? "", to: &styled)
    case "channel":
      let id = part["channel_id"]?.identifier ?? ""
      text.append(channel: id, label: label(of: "#\(id)"), to: &styled)
    case "usergroup":
      let id = part["usergroup_id"]?.identifier
      mention(id.flatMap { label(of: "!subteam^\($0)") } ?? id)
    case "broadcast": mention(part["range"]?.text)
    case "color": styled.append(part["value"]?.text ?? "")
    case "date":
      let seconds = part["timestamp"]?.integer
      styled.append(part["fallback"]?.text ?? seconds.flatMap(ChatTime.words) ?? "")
    default:
      let words = part["text"]?.text ?? part["fallback"]?.text ?? part["name"]?.text ?? ""
      guard words.isEmpty, let kind = part["type"]?.text else { return styled.append(words) }
      readUnknown(part, kind)
    }
  }

  private mutating func mention(_ name: String?) {
    guard let name else { return }
    styled.style(.mention) { $0.append(name.hasPrefix("@") ? name : "@\(name)") }
  }

  /// Returns the name for a code in the message's text, such as `@team` for `<!subteam^S1|@team>`; or nil.
  private mutating func label(of code: String) -> String? {
    let names = self.names ?? Self.names(in: labels)
    self.names = names
    return names[code]
  }

  private static func names(in text: String) -> [String: String] {
    var names: [String: String] = [:]
    for piece in text.utf8.split(separator: UInt8(ascii: "<")).dropFirst(
      text.utf8.first == UInt8(ascii: "<") ? 0 : 1)
    {
      guard let end = piece.firstIndex(of: UInt8(ascii: ">")),
        let bar = piece[..<end].firstIndex(of: UInt8(ascii: "|"))
      else { continue }
      let label = SlackText.unescaped(Array(piece[piece.index(after: bar)..<end])[...])
      if !label.isEmpty { names[String(decoding: piece[..<bar], as: UTF8.self)] = label }
    }
    return names
  }

  private func emoji(_ part: JSONValue) -> String {
    let name = part["name"]?.text ?? ""
    guard let emoji = text.emoji.character(name) else {
      // New emoji with unknown names also have their characters.
      let scalars = (part["unicode"]?.text ?? "").split(separator: "-").map {
        UInt32($0, radix: 16).flatMap(Unicode.Scalar.init)
      }
      guard !scalars.isEmpty, scalars.allSatisfy({ $0.map { $0.value > 0x7F } ?? false }) else {
        return ":\(name):"
      }
      return String(String.UnicodeScalarView(scalars.compactMap(\.self)))
    }
    guard let tone = part["skin_tone"]?.integer, let modifier = EmojiShortName.skinTone(String(tone)) else {
      return emoji
    }
    return EmojiShortName.toned(emoji, modifier)
  }
}
