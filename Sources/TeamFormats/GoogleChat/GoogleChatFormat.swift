import ChatModel
import ImportKit

/// Google Chat in Google Takeout: a folder for each conversation, with `messages.json`, `group_info.json` and the files.
///
/// Facts: public readers of such folders; docs/formats/googlechat.md.
enum GoogleChatFormat: ConvertedFormat {
  static let key = "googlechat"
  static let name = "Google Chat (Takeout)"

  static let capabilities: [FormatCapability] = [
    .full("text with its styles and mentions"),
    .full("photos, films, files, stickers"),
    .full("threads, reactions, edits with the earlier texts"),
    .full("deleted messages"),
    .partly("replies", "by their quotation; the export has no ids of them"),
    .partly("previews of links, tasks and other cards", "without pictures"),
    .full("spaces, groups and direct messages", "one conversation each"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    guard input.bytes == nil else { return isMessages(input) }
    return groups(in: input).lazy.prefix(8).contains { path in
      (try? input.file(named: path)).map(isMessages) ?? false
    }
  }

  private static func isMessages(_ input: ImportInput) -> Bool {
    input.shape.has(".messages[].creator", ".messages[].created_date")
      && (input.shape.has(".messages[].topic_id") || input.shape.has(".messages[].message_id"))
  }

  /// The lists of messages in the folder of the product: `Groups/DM …/messages.json`, with their facts beside them. Names of folders are
  /// in the owner's language.
  private static func groups(in input: ImportInput) -> [String] {
    let files = Set(input.files)
    return input.files.filter { path in
      path.hasSuffix("/messages.json") && path.utf8.count(where: { $0 == UInt8(ascii: "/") }) == 2
        && files.contains(path.dropLast("messages.json".count) + "group_info.json")
    }
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    guard input.bytes == nil else {
      return try GoogleChatReader(input, owner: nil, conversion).read(&log)
    }
    var owner: String?
    for path in input.files where path.hasSuffix("/user_info.json") {
      guard let json = (try? input.file(named: path)).flatMap({ JSONFile($0) }),
        let info = try? json.document()
      else { continue }
      info["membership_info"]?.leaveOut(.surroundings)
      owner = owner ?? GoogleChatReader.key(info["user"])
      _ = info["user"]?["name"]?.text
    }
    for path in groups(in: input) {
      do throws(ImportError) {
        try GoogleChatReader(input.file(named: path), owner: owner, conversion).read(&log)
      } catch {
        log.append(error.loss)
      }
    }
  }
}
