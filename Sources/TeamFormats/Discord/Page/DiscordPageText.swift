import ChatModel
import ImportKit

/// Texts of a page, whose styles are elements.
enum DiscordPageText {
  /// Returns the text of a block, without the mark of edited messages.
  static func text(of block: HTMLElement) -> MessageText {
    let inner = block.firstDescendant {
      $0.isA("chatlog__markdown-preserve") || $0.isA("preserve-whitespace")
    }
    let text = inner ?? block.firstDescendant { $0.isA("markdown") || $0.isA("chatlog__markdown") } ?? block
    // A block without an inner one has the spaces of the template at both ends.
    return text.spacedText(style, words: words)
  }

  static func plain(_ block: HTMLElement?) -> String {
    block.map { text(of: $0).string.trimmingSpaces } ?? ""
  }

  static func style(_ element: HTMLElement) -> SourceSpan.Kind? {
    for name in element.classes {
      switch name {
      case "mention", "chatlog__markdown-mention": return .mention
      case "spoiler", "chatlog__markdown-spoiler": return .spoiler
      case "quote", "chatlog__markdown-quote": return .blockquote
      case "pre--inline", "chatlog__markdown-pre--inline": return .code
      case "pre--multiline", "chatlog__markdown-pre--multiline":
        return .codeBlock(language: language(element))
      default: break
      }
    }
    switch element.name {
    case "h1": return .heading(level: 1)
    case "h2": return .heading(level: 2)
    case "h3": return .heading(level: 3)
    case "li": return .item(marker: "•", depth: 0)
    case "a":
      // An address that is its own label is recognised as a link later.
      return element["href"] == element.ownText ? nil : element.style
    default: return element.style
    }
  }

  private static func language(_ element: HTMLElement) -> String {
    let name = element.classes.first { $0.hasPrefix("language-") }
    return name.map { String($0.dropFirst("language-".count)) } ?? ""
  }

  /// Returns the words of an emoji, whose picture has the character or the name of a server's own; an empty text for marks.
  static func words(_ element: HTMLElement) -> String? {
    if element.isA("chatlog__edited-timestamp") { return "" }
    guard element.name == "img" else { return nil }
    let name = element["alt"] ?? element["title"] ?? ""
    return isName(name) ? ":\(name):" : name
  }

  /// True if an emoji is a server's own, judging by its name of letters and digits.
  static func isName(_ name: String) -> Bool {
    name.utf8.allSatisfy { $0 < 0x80 } && name.utf8.contains { ($0 | 0x20) &- 0x61 < 26 || $0 == 0x5F }
  }
}
