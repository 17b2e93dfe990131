import ChatModel

/// The data package that Discord sends on request: everything that its owner wrote, and nothing of others.
///
/// The names of its folders depend on the owner's language, so that it is recognised by what is in them: docs/formats/discord.md.
enum DiscordPackageFormat: ConvertedFormat {
  static let name = "Discord data package"

  static let capabilities: [FormatCapability] = [
    .partly("messages", "the owner's own only; the package has no others"),
    .full("text with its styles, spoilers, quotes, code"),
    .partly("mentions, emoji of a server", "by number and by name"),
    .none("files", "their names only"),
    .none("replies, reactions, edits, embeds", "the package has none"),
    .full("servers, direct messages, groups", "one conversation each"),
  ]

  /// A channel's folder, with the names of its files in the package.
  private struct PackageChannel {
    var folder: String
    var messages: String
  }

  static func recognises(_ input: ImportInput) -> Bool {
    guard input.bytes == nil, let channel = channels(in: input).first,
      let file = try? input.file(named: channel.folder + "/channel.json"), let json = JSONFile(file),
      let header = try? json.document()
    else { return false }
    return header["id"]?.identifier == channelID(channel.folder) && header["type"] != nil
  }

  /// The channels' folders: `…/c<id>`, in older packages `…/<id>`, with `channel.json` and messages.
  private static func channels(in input: ImportInput) -> [PackageChannel] {
    let names = Set(input.files.filter { $0.hasSuffix("/channel.json") })
    return input.files.compactMap { path in
      guard path.hasSuffix("/messages.json") || path.hasSuffix("/messages.csv"),
        let slash = path.lastIndex(of: "/"), names.contains("\(path[..<slash])/channel.json"),
        channelID(String(path[..<slash])) != nil
      else { return nil }
      return PackageChannel(folder: String(path[..<slash]), messages: path)
    }
  }

  private static func channelID(_ folder: String) -> String? {
    let name = folder.split(separator: "/").last ?? ""
    let id = name.hasPrefix("c") ? name.dropFirst() : name
    return (15...20).contains(id.utf8.count) && id.utf8.allSatisfy { $0 &- 0x30 <= 9 } ? String(id) : nil
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    let channels = channels(in: input)
    let titles = document(
      input.files.first { $0.hasSuffix("/index.json") && $0.split(separator: "/").count == 2 }, input)
    let owner = document(
      input.files.first { $0.hasSuffix("/user.json") && $0.split(separator: "/").count == 2 }, input)
    var count = 0
    for channel in channels {
      let id = channelID(channel.folder) ?? channel.folder
      let header = document(channel.folder + "/channel.json", input)
      let title = title(id, header, titles)
      do throws(ImportError) {
        let file = try input.file(named: channel.messages)
        let builder = conversion.conversation(
          "discordpackage/\(id)", id: "\(title.prefix(60)) \(id)", title: title, order: .byTimeNewestFirst,
          root: input.folder)
        var reader = DiscordPackageReader(builder, owner, file)
        try reader.read(&log)
        count += builder.count
      } catch {
        log.append(
          Diagnostic(
            .loss, "unreadable-channel", "\(error.message); its messages are missing",
            at: Origin(file: input.folder.path(of: channel.messages))))
      }
    }
    log.append(
      Diagnostic(
        .note, "own-messages-only",
        "Discord's data package has only the messages of its owner; use DiscordChatExporter for whole conversations",
        at: Origin(file: input.path)))
  }

  private static func title(_ id: String, _ header: JSONValue, _ titles: JSONValue) -> String {
    let name = header["name"]?.text.flatMap { $0.isEmpty ? nil : $0 }
    if let title = titles[id]?.text, !title.isEmpty, name == nil || title != "Unknown channel" {
      // People have no numbers behind their names since 2023.
      return title.hasSuffix("#0") ? String(title.dropLast(2)) : title
    }
    guard let name else { return "Channel \(id)" }
    return header["guild"]?["name"]?.text.map { "\(name) in \($0)" } ?? name
  }

  /// Returns a small file's value; null if there is none, or it is broken.
  private static func document(_ path: String?, _ input: ImportInput) -> JSONValue {
    guard let path, let file = try? input.file(named: path), let json = JSONFile(file) else { return .null }
    return (try? json.document()) ?? .null
  }
}
