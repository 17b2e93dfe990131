import ChatModel
import ImportKit

/// Files of messages: attachments, stickers, pictures and films of embeds.
enum DiscordFiles {
  static func attachment(_ value: JSONValue) -> Attachment {
    let name = value["fileName"]?.text ?? "file"
    var file = Attachment(kind: .init(ofFileNamed: name), path: DiscordReader.path(value["url"]), name: name)
    // The client gives every recording this name.
    if name == "voice-message.ogg" { file.kind = .voice }
    file.byteCount = value["fileSizeBytes"]?.integer.flatMap { Int(exactly: $0) }
    file.width = size(value["width"])
    file.height = size(value["height"])
    file.alt = value["description"]?.text
    file.isSpoiler = name.hasPrefix("SPOILER_")
    return file
  }

  static func sticker(_ value: JSONValue) -> Attachment {
    let name = value["name"]?.text ?? "sticker"
    var file = Attachment(kind: .sticker, path: DiscordReader.path(value["sourceUrl"]))
    file.alt = name
    if value["format"]?.text == "Lottie" {
      file.path = nil
      file.absence = .other("Lottie")
    }
    return file
  }

  /// Returns the picture or film of an embed that has nothing else and whose file is in the export, or nil.
  static func media(ofEmbed embed: JSONValue) -> Attachment? {
    guard
      ["title", "description", "author", "footer"].allSatisfy({
        (embed[$0]?.text ?? "").isEmpty && embed[$0]?.isObject != true
      }),
      embed["fields"]?[0] == nil
    else { return nil }
    if let video = embed["video"], let path = DiscordReader.path(video["url"]) {
      var file = Attachment(kind: .gif, path: path)
      (file.width, file.height) = (size(video["width"]), size(video["height"]))
      file.poster = DiscordReader.path(embed["thumbnail"]?["url"])
      return file
    }
    return image(ofEmbed: embed)
  }

  /// Returns the first picture of an embed whose file is in the export, or nil.
  static func image(ofEmbed embed: JSONValue) -> Attachment? {
    images(ofEmbed: embed).first ?? embed["thumbnail"].flatMap { image($0) }
  }

  /// Returns the pictures of an embed whose files are in the export, except its small one. `image` repeats the first one of `images`.
  static func images(ofEmbed embed: JSONValue) -> [Attachment] {
    var images: [Attachment] = []
    for value in [embed["image"] ?? .null] + (embed["images"]?.elements ?? []) {
      if let image = image(value), !images.contains(where: { $0.path == image.path }) { images.append(image) }
    }
    return images
  }

  private static func image(_ value: JSONValue) -> Attachment? {
    guard let path = DiscordReader.path(value["url"]) else { return nil }
    var file = Attachment(kind: .image, path: path)
    (file.width, file.height) = (size(value["width"]), size(value["height"]))
    return file
  }

  /// Returns a picture, film or file of a layout of an app, or nil. Its name is the address's last step.
  static func media(ofComponent component: JSONValue) -> Attachment? {
    guard let url = (component["media"] ?? component["file"])?["url"]?.text else { return nil }
    let plain = url.prefix { $0 != "?" && $0 != "#" }
    let name = plain.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? "file"
    var file = Attachment(kind: .init(ofFileNamed: name), path: DiscordReader.path(.string(url)), name: name)
    file.alt = component["description"]?.text
    file.isSpoiler = component["spoiler"]?.flag ?? false
    return file
  }

  private static func size(_ value: JSONValue?) -> Int? {
    value?.integer.flatMap { Int(exactly: $0) }.flatMap { (1...100_000).contains($0) ? $0 : nil }
  }
}
