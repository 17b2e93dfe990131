import ChatModel

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
    let images = [embed["image"]] + (embed["images"]?.elements ?? []) + [embed["thumbnail"]]
    for image in images {
      guard let image, let path = DiscordReader.path(image["url"]) else { continue }
      var file = Attachment(kind: .image, path: path)
      (file.width, file.height) = (size(image["width"]), size(image["height"]))
      return file
    }
    return nil
  }

  private static func size(_ value: JSONValue?) -> Int? {
    value?.integer.flatMap { Int(exactly: $0) }.flatMap { (1...100_000).contains($0) ? $0 : nil }
  }
}
