import ChatModel
import ImportKit

extension ChatNames {
  /// Collects the names in a channel's file and in the channel files next to it. They are only looked for in files that
  /// have codes for them.
  init(_ file: JSONFile, _ header: DiscordHeader, in folder: InputFolder) throws(ImportError) {
    self.init()
    let bytes = file.bytes
    if Self.has("<#", bytes) {
      channels[header.id] = header.name
      for path in (try? folder.files()) ?? [] where path.hasSuffix(".json") || path.hasSuffix(".html") {
        let name = DiscordFileName(path)
        if let id = name.id, id != header.id { channels[id] = name.channel }
      }
    }
    guard Self.has("<@", bytes) else { return }
    // Broken elements are reported when the messages are read.
    var unused = DiagnosticLog()
    var (roles, people) = (roles, people)
    try file.uncounted.forEachElement(of: "messages", log: &unused) { value, _, _, _ throws(ImportError) in
      for person in [value["author"] ?? .null] + (value["mentions"]?.elements ?? []) {
        if let id = person["id"]?.identifier, let name = person["nickname"]?.text ?? person["name"]?.text {
          people[id] = name
        }
        for role in person["roles"]?.elements ?? [] {
          if let id = role["id"]?.identifier, let name = role["name"]?.text { roles[id] = name }
        }
      }
    }
    (self.roles, self.people) = (roles, people)
  }

  /// True if a file has a code that begins with `code`, before a digit or one of the signs of roles and nicknames.
  private static func has(_ code: String, _ bytes: InputBytes) -> Bool {
    var next = 0
    while let found = bytes.firstIndex(of: UInt8(ascii: "<"), in: next..<bytes.count) {
      if bytes.has(code.utf8, at: found) { return true }
      next = found + 1
    }
    return false
  }
}
