import ChatModel
import ImportKit

/// The members of an export before its messages: server and channel.
struct DiscordHeader {
  /// The channel's id.
  let id: String
  let title: String
  /// The channel's name; in direct conversations the other person's.
  let name: String
  /// True if it is a conversation of two people.
  let isDirect: Bool

  /// - Throws: ``ImportError/malformed(at:expected:remedy:)`` if the file is broken before its messages.
  init(_ file: JSONFile) throws(ImportError) {
    if let root = try? file.document(without: ["messages"]) {
      self.init(file, guild: root["guild"] ?? .null, channel: root["channel"] ?? .null)
      return
    }
    // A file that was cut off, but has its whole header.
    var (guild, channel) = (JSONValue.null, JSONValue.null)
    var reader = JSONReader(file.bytes, isLenient: true)
    do throws(JSONError) {
      try reader.beginObject()
      loop: while try reader.nextName() {
        switch reader.name {
        case "guild": guild = try reader.readValue()
        case "channel": channel = try reader.readValue()
        case "messages": break loop
        default: try reader.skipValue()
        }
      }
    } catch {
      throw error.located(in: file.path, file.bytes)
    }
    self.init(file, guild: guild, channel: channel)
  }

  private init(_ file: JSONFile, guild: JSONValue, channel: JSONValue) {
    name = channel["name"]?.text ?? ""
    let stem = file.path.split(separator: "/").last.map(String.init) ?? file.path
    title = name.isEmpty ? guild["name"]?.text ?? stem : name
    id = channel["id"]?.identifier ?? stem
    isDirect = channel["type"]?.text == "DirectTextChat"
  }

  /// The name of the conversation's folder, which no other channel has.
  var folderName: String { "\(title) \(id)" }

  /// The number of messages according to the file's end; nil if the end is missing.
  func messageCount(_ file: JSONFile) -> Int? {
    let end = file.bytes.repairedString(in: max(0, file.bytes.count - 64)..<file.bytes.count)
    guard let name = end.range(of: "\"messageCount\":") else { return nil }
    return Int(end[name.upperBound...].drop { $0 == " " }.prefix { $0.isASCII && $0.isNumber })
  }
}
