import ChatModel
import ImportKit

/// Files on a page: attachments and stickers.
enum DiscordPageFiles {
  /// Returns the files that a block of attachments shows or links to.
  static func attachments(in block: HTMLElement) -> [Attachment] {
    let isSpoiler =
      block.isA("chatlog__attachment--hidden") || block.first("spoiler") != nil
      || block.first("chatlog__attachment-spoiler-caption") != nil
    var files: [Attachment] = []
    var next = block.index + 1
    while next < block.end {
      let element = HTMLElement(block.tree, next)
      guard block.tree.nodes[next].name >= 0, let file = attachment(element) else {
        next += 1
        continue
      }
      files.append(file)
      next = element.end
    }
    for index in files.indices where isSpoiler || files[index].name?.hasPrefix("SPOILER_") == true {
      files[index].isSpoiler = true
    }
    return files
  }

  /// Returns the file of a picture, a player or a link; nil for anything else.
  private static func attachment(_ element: HTMLElement) -> Attachment? {
    switch element.name {
    case "img": return attachment(element, address: element["src"], .image)
    case "video":
      let source = element.first(named: "source") ?? element
      return attachment(source, address: source["src"], .video)
    case "audio":
      let source = element.first(named: "source") ?? element
      return attachment(source, address: source["src"], .audio)
    case "a" where element.first(named: "img") == nil:
      let text = element.text
      // Until 2021: `Attachment: notes.pdf (1 KB)`.
      let name = text.hasPrefix("Attachment: ") ? self.name(ofTitle: text) : text
      return file(named: name, address: element["href"], nil)
    default: return nil
    }
  }

  private static func attachment(
    _ element: HTMLElement, address: String?, _ kind: Attachment.Kind
  ) -> Attachment {
    var file = file(named: name(ofTitle: element["title"] ?? ""), address: address, kind)
    let alt = element["alt"] ?? ""
    // Skips the exporter's own words, which it adds if the author wrote none.
    if !alt.isEmpty, !alt.hasSuffix("ttachment") { file.alt = alt }
    return file
  }

  private static func file(named name: String, address: String?, _ kind: Attachment.Kind?) -> Attachment {
    let name = name.isEmpty ? Self.name(ofAddress: address ?? "") : name
    var file = Attachment(kind: kind ?? .init(ofFileNamed: name), path: address?.pathBesidePage, name: name)
    if kind == .image, name.lowercased().hasSuffix(".gif") { file.kind = .gif }
    if name == "voice-message.ogg" { file.kind = .voice }
    return file
  }

  /// Returns the name in `Image: name.png (12 KB)`.
  private static func name(ofTitle title: String) -> String {
    guard let colon = title.range(of: ": ") else { return "" }
    var name = title[colon.upperBound...]
    if name.hasSuffix(")"), let open = name.lastIndex(of: "(") { name = name[..<open] }
    return String(name).trimmingSpaces
  }

  static func name(ofAddress address: String) -> String {
    let plain = address.prefix { $0 != "?" && $0 != "#" }
    return plain.split { $0 == "/" || $0 == "\\" }.last.map(String.init)?.pathBesidePage ?? "file"
  }

  static func sticker(_ element: HTMLElement) -> Attachment {
    let picture = element.first(named: "img")
    var file = Attachment(kind: .sticker, path: picture?["src"]?.pathBesidePage)
    file.alt = element["title"] ?? picture?["alt"] ?? "sticker"
    if picture == nil { file.absence = .other("Lottie") }
    return file
  }
}
