import ChatModel
import ImportKit

/// The text of a message: Zulip's own HTML, in which files are links.
final class ZulipText {
  private let path: String
  private let vocabulary = HTMLVocabulary()

  init(path: String) { self.path = path }

  /// The words and the files of a message.
  struct Content {
    var text: MessageText
    /// The addresses of files with the words of their links.
    var files: [(address: String, name: String)] = []
    /// The names of own emoji.
    var emoji: [String] = []
  }

  func content(_ html: String) -> Content {
    if let plain = MessageHTML.plain(html) { return Content(text: MessageText(plain, markup: .plain)) }
    guard let message = MessageHTML(html, path: path, vocabulary) else {
      return Content(text: MessageText(html, markup: .plain))
    }
    var content = Content(text: .empty)
    for link in message.element.descendants(where: { $0.name == "a" || $0.name == "img" }) {
      guard let address = link["href"] ?? link["src"] ?? link["data-original-src"], Self.isFile(address)
      else { continue }
      let name = link.name == "a" ? link.text : link["alt"] ?? ""
      if let known = content.files.firstIndex(where: { $0.address == address }) {
        if content.files[known].name.isEmpty { content.files[known].name = name }
      } else if !address.hasPrefix("/user_uploads/thumbnail/") {
        content.files.append((address, name))
      }
    }
    for picture in message.element.descendants(where: { $0.name == "img" && $0.isA("emoji") }) {
      if let name = picture["title"] ?? picture["alt"] { content.emoji.append(name.filter { $0 != ":" }) }
    }
    content.text = message.text(style: Self.style, words: Self.words)
    return content
  }

  private static func isFile(_ address: String) -> Bool {
    address.hasPrefix("/user_uploads/") || address.hasPrefix("user_uploads/")
  }

  private static func style(_ element: HTMLElement) -> SourceSpan.Kind? {
    if element.isA("user-mention") || element.isA("user-group-mention") || element.isA("stream") {
      return .mention
    }
    return element.isA("spoiler-content") ? .spoiler : nil
  }

  /// The words in place of an element: an emoji's character, a formula's source; nothing for a file.
  private static func words(_ element: HTMLElement) -> String? {
    switch element.name {
    case "span" where element.isA("emoji"): emoji(element)
    case "img" where element.isA("emoji"): element["alt"] ?? ""
    case "span" where element.isA("katex"): element.first(named: "annotation")?.text
    case "a" where element["href"].map(isFile) ?? false: ""
    case "div" where element.isA("message_inline_image") || element.isA("message_embed"): ""
    case "img": element["alt"] ?? ""
    default: nil
    }
  }

  /// Returns the emoji of `emoji-1f389`, or of several scalars, `emoji-1f1f5-1f1f9`.
  private static func emoji(_ element: HTMLElement) -> String? {
    guard let name = element.classes.first(where: { $0.hasPrefix("emoji-") }) else { return nil }
    return emoji(ofCode: String(name.dropFirst("emoji-".count)))
  }

  /// Returns the characters of numbers in hexadecimal with hyphens.
  static func emoji(ofCode code: String) -> String? {
    var text = ""
    for part in code.split(separator: "-") {
      guard let number = UInt32(part, radix: 16), let scalar = Unicode.Scalar(number) else { return nil }
      text.unicodeScalars.append(scalar)
    }
    return text.isEmpty ? nil : text
  }
}
