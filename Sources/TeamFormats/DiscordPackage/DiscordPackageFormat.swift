import ChatModel
import ImportKit

/// The data package that Discord sends on request: everything that its owner wrote, and nothing by others.
///
/// The names of its folders depend on the owner's language, so it is recognised by their contents: docs/formats/discord.md.
enum DiscordPackageFormat: ConvertedFormat {
  static let key = "discordpackage"
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
    guard input.bytes == nil else { return false }
    let headers = Set(input.files.filter { $0.hasSuffix("/channel.json") })
    guard let channel = channels(in: input).first(where: { headers.contains($0.folder + "/channel.json") }),
      let file = try? input.file(named: channel.folder + "/channel.json"), let json = JSONFile(file),
      let header = try? json.document()
    else { return false }
    return header["id"]?.identifier == channelID(channel.folder) && header["type"] != nil
  }

  /// The channels' folders: `…/c<id>`, in older packages `…/<id>`, with messages and, unless somebody took it out, `channel.json`.
  private static func channels(in input: ImportInput) -> [PackageChannel] {
    input.files.compactMap { path in
      guard path.hasSuffix("/messages.json") || path.hasSuffix("/messages.csv"),
        let slash = path.lastIndex(of: "/"), channelID(String(path[..<slash])) != nil
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
    var packages: [[Substring]: PackageFacts] = [:]
    for channel in channels(in: input) {
      let parent = Array(channel.folder.split(separator: "/").dropLast())
      let package = packages[parent] ?? PackageFacts(parent, in: input)
      packages[parent] = package
      let id = channelID(channel.folder) ?? channel.folder
      let title = package.title(of: id, document(channel.folder + "/channel.json", input))
      do throws(ImportError) {
        let file = try input.file(named: channel.messages)
        let builder = conversion.conversation(
          "discordpackage/\(id)", id: "\(title.prefix(60)) \(id)", title: title, order: .byTimeNewestFirst,
          root: input.folder)
        var reader = DiscordPackageReader(builder, package.owner, file)
        try reader.read(&log)
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

  /// Returns a small file's value; null if the file is missing or broken.
  private static func document(_ path: String, _ input: ImportInput) -> JSONValue {
    guard let file = try? input.file(named: path), let json = JSONFile(file) else { return .null }
    return (try? json.document()) ?? .null
  }

  /// The facts of a package outside its channels.
  private struct PackageFacts {
    let owner: DiscordPackageOwner
    /// The titles of channels by their ids.
    private let titles: JSONValue

    /// Reads the files of the package whose channels are in the folder `parent`.
    ///
    /// Folders are named in the owner's language, and folders of servers and of activities have an `index.json` and a `user.json`, too:
    /// only the path from the channels leads to the right ones.
    init(_ parent: [Substring], in input: ImportInput) {
      titles = document((parent + ["index.json"]).joined(separator: "/"), input)
      let root = parent.dropLast()
      let path = input.files.first {
        $0.hasSuffix("/user.json") && $0.split(separator: "/").dropLast(2).elementsEqual(root)
      }
      owner = DiscordPackageOwner(path.map { document($0, input) } ?? .null)
    }

    /// Returns a channel's title: the index's, else its own name, the people in it, or its number.
    func title(of id: String, _ header: JSONValue) -> String {
      let title = titles[id]?.text ?? ""
      let name = header["name"]?.text ?? ""
      let server = header["guild"]?["name"]?.text ?? ""
      if title.isEmpty || title == "Unknown channel" || title == name {
        // Before 2023, the index named channels without their servers.
        guard name.isEmpty else { return server.isEmpty ? name : "\(name) in \(server)" }
        let people = (header["recipients"]?.elements ?? []).compactMap(\.identifier).filter { $0 != owner.id }
        let names = people.map { owner.name(of: $0) ?? $0 }
        return names == people ? "Channel \(id)" : names.joined(separator: ", ")
      }
      // People have no numbers after their names since 2023.
      return title.hasSuffix("#0") ? String(title.dropLast(2)) : title
    }
  }
}
