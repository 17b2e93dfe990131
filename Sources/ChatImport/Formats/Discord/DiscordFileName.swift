/// The name that DiscordChatExporter gives a file: `Server - Category - channel [id] (after 2024-01-01) [part 2].html`.
struct DiscordFileName {
  /// The channel's name as far as the file's name tells it.
  let channel: String
  /// The channel's id; nil if the file was given another name.
  let id: String?

  /// Reads a file's name with or without its folders and its extension.
  init(_ path: String) {
    var name = path[...]
    if let slash = name.lastIndex(of: "/") { name = name[name.index(after: slash)...] }
    for end in [".json", ".html", ".csv", ".txt"] where name.lowercased().hasSuffix(end) {
      name = name.dropLast(end.utf8.count)
    }
    name = Self.withoutEnd(name, "[part ", "]")
    // Dates stand behind the id.
    let undated = Self.withoutEnd(name, "(", ")")
    if undated.hasSuffix("]") { name = undated }
    guard name.hasSuffix("]"), let bracket = name.lastIndex(of: "[") else {
      (channel, id) = (String(name), nil)
      return
    }
    let number = name[name.index(after: bracket)...].dropLast()
    guard (15...20).contains(number.utf8.count), number.utf8.allSatisfy({ $0 &- 0x30 <= 9 }) else {
      (channel, id) = (String(name), nil)
      return
    }
    id = String(number)
    let names = name[..<bracket].split(separator: "-").map { String($0).trimmingSpaces }
    let own = names.dropFirst(names.count > 2 ? 2 : 1).joined(separator: "-")
    channel = own.isEmpty ? String(name) : own
  }

  /// Returns a name without the last words, if they are between `open` and `close`.
  private static func withoutEnd(_ name: Substring, _ open: String, _ close: String) -> Substring {
    guard name.hasSuffix(close), let start = name.lastIndex(of: Character(String(open.prefix(1)))),
      name[start...].hasPrefix(open)
    else { return name }
    var rest = name[..<start]
    while rest.last == " " { rest.removeLast() }
    return rest
  }
}
