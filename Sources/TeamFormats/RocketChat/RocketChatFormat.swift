import ChatModel
import ImportKit

/// Rocket.Chat: "Download my data", a file of lines for each room, and collections that mongoexport writes.
///
/// Facts: RocketChat/Rocket.Chat, `exportRoomMessagesToFile.ts`; docs/formats/rocketchat.md.
enum RocketChatFormat: ConvertedFormat {
  static let key = "rocketchat"
  static let name = "Rocket.Chat (my data, mongoexport)"

  static let capabilities: [FormatCapability] = [
    .full("text with its styles, code, emoji"),
    .full("files", "if they were exported"),
    .full("events of rooms", "in Rocket.Chat's words"),
    .partly(
      "replies, threads, reactions, edits", "mongoexport has them; \"my data\" has quotations without a text"),
    .partly("names of other people", "\"my data\" hides them as User_1, User_2 …"),
    .full("channels, groups, direct messages", "one conversation each"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    guard input.bytes == nil else { return isRoom(input) }
    return !rooms(in: input).isEmpty
  }

  /// True if the first lines are messages of the owner's data, or of the collection `rocketchat_message`.
  private static func isRoom(_ input: ImportInput) -> Bool {
    guard let first = input.firstRecords.first else { return false }
    return first.has("msg", "username", "ts") || first.has("_id", "rid", "msg", "ts", "u")
  }

  /// The rooms in the folder of somebody's data, which has `user.json` or `user.html` and `assets`.
  private static func rooms(in input: ImportInput) -> [String] {
    let isData = input.files.contains { $0 == "user.json" || $0 == "user.html" || $0.hasPrefix("assets/") }
    guard isData else { return [] }
    return input.files.filter { path in
      path.hasSuffix(".json") && !path.contains("/") && path != "user.json"
        && ((try? input.file(named: path)).map(isRoom) ?? false)
    }
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    if input.bytes != nil {
      return try RocketChatReader(input, in: input.folder, conversion).read(&log)
    }
    for path in rooms(in: input) {
      do throws(ImportError) {
        try RocketChatReader(input.file(named: path), in: input.folder, conversion).read(&log)
      } catch {
        log.append(error.loss)
      }
    }
  }
}
