import ChatModel
import ImportKit

/// A text of an export, assembled from its segments.
///
/// It is a string, or a list of strings and of objects with a `type`: segments follow each other and do not nest.
struct TelegramText: Equatable {
  private(set) var string = ""
  private(set) var spans: [SourceSpan] = []

  enum TextMember: String, JSONMember {
    case type, text, href, language
    case userID = "user_id"
    case documentID = "document_id"
    case collapsed, date, format
  }
  static let members = JSONMemberTable<TextMember>()

  init() {}
  init(_ string: String) { self.string = string }

  var message: MessageText { MessageText(string, markup: spans.isEmpty ? .plain : .spans(spans)) }

  /// Adds a segment of one type; `target` is its address and `language` its programming language, where given.
  mutating func append(_ text: String, type: String, target: String?, language: String?) {
    let start = string.utf8.count
    string += text
    guard !text.isEmpty, let kind = Self.kind(type, text: text, target: target, language: language) else {
      return
    }
    spans.append(SourceSpan(start: start, end: string.utf8.count, kind: kind))
  }

  /// The texts of a bot's buttons, a row on each line. Buttons with an address become links; others lead nowhere.
  init(buttons rows: JSONValue) {
    for row in rows.elements {
      if !string.isEmpty { string += "\n" }
      for (index, button) in row.elements.enumerated() {
        if index > 0 { string += "  " }
        let isLink = button["type"]?.text.map { $0.contains("url") || $0.contains("web_view") } ?? false
        let address = isLink ? button["data"]?.text.flatMap { $0.isEmpty ? nil : $0 } : nil
        let label = button["text"]?.text ?? button["type"]?.text?.spaced ?? ""
        append("[", type: "plain", target: nil, language: nil)
        append(label, type: address == nil ? "plain" : "text_link", target: address, language: nil)
        append("]", type: "plain", target: nil, language: nil)
      }
    }
  }

  /// Returns this text followed by another one on a new line.
  func followed(by other: TelegramText) -> TelegramText {
    if other.string.isEmpty { return self }
    if string.isEmpty { return other }
    var whole = self
    whole.string += "\n\n"
    let shift = whole.string.utf8.count
    whole.string += other.string
    for span in other.spans {
      whole.spans.append(SourceSpan(start: span.start + shift, end: span.end + shift, kind: span.kind))
    }
    return whole
  }

  private static func kind(
    _ type: String, text: String, target: String?, language: String?
  ) -> SourceSpan.Kind? {
    switch type {
    case "bold": return .bold
    case "italic": return .italic
    case "underline": return .underline
    case "strikethrough": return .strikethrough
    case "spoiler": return .spoiler
    case "code": return .code
    case "pre": return .codeBlock(language: language ?? "")
    case "blockquote": return .blockquote
    case "mention", "mention_name": return .mention
    case "hashtag", "cashtag": return .hashtag
    case "text_link": return target.map { .link(target: $0) }
    // Telegram opens addresses without a scheme as http.
    case "link": return .link(target: text.contains(":") ? text : "http://\(text)")
    case "email": return .link(target: "mailto:\(text)")
    case "phone": return .link(target: "tel:\(text.filter { $0 == "+" || $0.isASCII && $0.isNumber })")
    default: return nil
    }
  }
}

extension DocumentReader {
  /// Reads the next value as a text, in either of its forms.
  mutating func telegramText(_ member: StaticString) throws(JSONError) -> TelegramText? {
    guard try json.peek() == .array else { return try text(member).map { TelegramText($0) } }
    var whole = TelegramText()
    guard try beginList(member) else { return nil }
    while try nextElement() {
      if try json.peek() == .string {
        whole.append(try json.readString(), type: "plain", target: nil, language: nil)
      } else {
        try readSegment(into: &whole)
      }
    }
    return whole
  }

  private mutating func readSegment(into whole: inout TelegramText) throws(JSONError) {
    guard try beginObject() else { return }
    var (type, content) = ("plain", "")
    var (target, language) = (String?.none, String?.none)
    while let member = try nextMember(in: TelegramText.members, of: "text segment") {
      switch member {
      case .type: type = try text("type") ?? type
      case .text: content = try text("text") ?? ""
      case .href: target = try text("href")
      case .language: language = try text("language")
      // Ids of people and of emoji's pictures are not shown, because the text shows them.
      case .userID, .documentID, .collapsed, .date, .format: try skipCounted()
      }
    }
    whole.append(content, type: type, target: target, language: language)
  }
}
