import ChatModel
import ImportKit

/// The files of an export by their ids, and the facts in the names and beginnings of its JSON files.
struct SlackFiles {
  /// Paths relative to the export by the id of the file.
  private var paths: [String: String] = [:]
  let emoji: SlackEmoji
  /// Pictures of people by their ids.
  private(set) var avatars: [String: String] = [:]

  /// Finds the files that slackdump and similar programs put next to the messages: `CHANNEL/attachments/ID-NAME`,
  /// `CHANNEL/ID-NAME`, `__uploads/ID/NAME`; `__avatars/USER/NAME`, and the workspace's emoji. `folder` limits the search to a dump's folder.
  init(in root: InputFolder, names: [String], limitedTo folder: String? = nil) {
    emoji = SlackEmoji(in: root, names: names)
    for name in names {
      let steps = name.split(separator: "/")
      guard steps.count >= 2, let last = steps.last, folder == nil || steps[0] == folder ?? "" else {
        continue
      }
      let parent = steps[steps.count - 2]
      if steps.count >= 3, steps[steps.count - 3] == "__avatars" {
        avatars[String(parent)] = name
      } else if Self.isFileID(parent) {
        paths[String(parent)] = name
      } else if let dash = last.firstIndex(of: "-"), Self.isFileID(last[..<dash]) {
        paths[String(last[..<dash])] = name
      }
    }
  }

  private static func isFileID(_ text: Substring) -> Bool {
    text.utf8.first == UInt8(ascii: "F") && text.utf8.count >= 8
      && text.utf8.allSatisfy { $0 &- 0x30 <= 9 || $0 &- 0x41 < 26 }
  }

  func attachment(_ value: JSONValue, folder: String) -> Attachment {
    // Documents written in Slack or another program have a title, which becomes the file name.
    let isDocument = ["quip", "external", "post", "email", "space", "list"].contains(
      value["mode"]?.text ?? "")
    let title = value["title"]?.text.flatMap { $0.isEmpty ? nil : $0 }
    let name = (isDocument ? title : nil) ?? value["name"]?.text ?? title
    var file = Attachment(kind: .file)
    file.name = name
    switch value["mode"]?.text {
    case "tombstone", "hidden_by_limit":
      file.absence = .unavailable
      return file
    default: break
    }
    let type = value["mimetype"]?.text
    file.kind = .init(ofFileNamed: name ?? "", type: type)
    if value["subtype"]?.text == "slack_audio" { file.kind = .voice }
    // A canvas or a document of another program is not a picture, whatever its name.
    if value["mode"]?.text == "quip" || value["mode"]?.text == "external" && type?.hasPrefix("image/") != true
    {
      file.kind = .file
    }
    file.type = type
    file.byteCount = value["size"]?.integer.flatMap { Int(exactly: $0) }.flatMap { $0 > 0 ? $0 : nil }
    file.width = Self.size(value["original_w"])
    file.height = Self.size(value["original_h"])
    file.duration = value["duration_ms"]?.number.map { $0 / 1000 }
    file.alt = value["alt_txt"]?.text
    file.path = path(value, folder)
    if file.path == nil, let address = Self.address(value) { file.absence = .other(address) }
    return file
  }

  /// Returns the words of a file that is text itself, as far as the export has them: a snippet, an old post, a mail, the words of
  /// a recording. Nil for other files.
  static func words(of value: JSONValue) -> String? {
    let words =
      switch value["mode"]?.text {
      case "snippet", "post", "space": value["plain_text"] ?? value["preview"]
      case "email": value["plain_text"] ?? value["preview_plain_text"]
      default: value["transcription"]?["preview"]?["content"]
      }
    return words?.text.flatMap { $0.isBlank ? nil : $0 }
  }

  private func path(_ value: JSONValue, _ folder: String) -> String? {
    if let id = value["id"]?.identifier, let path = paths[id] { return path }
    for name in ["url_private_download", "url_private"] {
      if let url = value[name]?.text, !url.isEmpty, url.range(of: "://") == nil {
        return folder.isEmpty ? url : "\(folder)/\(url)"
      }
    }
    return nil
  }

  /// Returns the address of a file that is not in the export, without the export's token.
  private static func address(_ value: JSONValue) -> String? {
    guard let url = value["url_private"]?.text ?? value["permalink"]?.text, url.hasPrefix("https://") else {
      return nil
    }
    return String(url.dropFirst("https://".count).prefix { $0 != "?" && $0 != "#" })
  }

  static func size(_ value: JSONValue?) -> Int? {
    value?.integer.flatMap { Int(exactly: $0) }.flatMap { (1...100_000).contains($0) ? $0 : nil }
  }

  // MARK: Detection

  /// True if a name belongs to a day's messages: `2025-01-31.json`.
  static func isDay(_ name: some StringProtocol) -> Bool {
    let name = name.utf8
    guard name.count == 15,
      name.elementsEqual("0000-00-00.json".utf8, by: { $0 == $1 || $1 == 0x30 && $0 &- 0x30 <= 9 })
    else { return false }
    return true
  }

  /// True if the bytes begin like an array of messages.
  static func isMessages(_ bytes: InputBytes) -> Bool {
    guard let first = try? firstFacts(of: bytes), first.type == "message" else { return false }
    return SlackReader.time(first.time) != nil
  }

  /// Returns the type and time of a list's first message. Its other members may be damaged or too deep.
  private static func firstFacts(of bytes: InputBytes) throws(JSONError) -> (type: String?, time: String?) {
    var reader = JSONReader(bytes, in: nil, isLenient: true)
    var facts: (type: String?, time: String?)
    guard try reader.peek() == .array else { return facts }
    try reader.beginArray()
    guard try reader.nextElement(), try reader.peek() == .object else { return facts }
    try reader.beginObject()
    while facts.type == nil || facts.time == nil, try reader.nextName() {
      switch reader.name {
      case "type": facts.type = try reader.readValue().text
      case "ts": facts.time = try reader.readValue().text
      default: try reader.skipStructure()
      }
    }
    return facts
  }

  /// True if a file is the output of slackdump's `dump` for a channel or thread.
  static func isDump(_ input: ImportInput) -> Bool {
    guard let probe = input.probe, probe.has("channel_id") || probe.has("name") else { return false }
    return probe.firstElementText(of: "type") == "message"
      && SlackReader.time(probe.firstElementText(of: "ts")) != nil
  }
}
