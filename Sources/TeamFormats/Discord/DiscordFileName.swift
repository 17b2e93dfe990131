import ImportKit

/// The name that DiscordChatExporter gives a file: `Server - Category - channel [id] (after 2024-01-01) [part 2].html`.
struct DiscordFileName {
  /// The channel's name, as far as the file's name contains it.
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
    // Dates follow the id.
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

  /// Begins or continues the conversation of a file, identified by the channel's id in the file's name, or else by
  /// `words`.
  func conversation(
    _ layout: String, named words: String, title: String, of file: ImportInput, _ conversion: Conversion
  ) -> ConversationBuilder {
    let parts = Self.export(of: file)
    guard let id else {
      return conversion.conversation(
        named: "\(layout)/\(words)", title: title, root: file.folder, parts: parts)
    }
    return conversion.conversation(
      "\(layout)/\(id)", id: "\(title) \(id)", title: title, root: file.folder, parts: parts)
  }

  /// Returns the common name of an export's files: the exporter divides a long channel into `NAME.json`, `NAME [part 2].json` or,
  /// in a folder of the channel's name, `1.csv`, `2.csv`.
  static func export(of file: ImportInput) -> String {
    let (stem, isNumber) = split(file)
    return isNumber ? file.folder.path : file.folder.path(of: stem)
  }

  /// Returns the number of a file among the parts of an export, from 1.
  static func part(of file: ImportInput) -> Int {
    let (stem, isNumber) = split(file)
    if isNumber { return Int(stem) ?? 1 }
    guard let open = file.name.ranges(of: "[part ").last else { return 1 }
    return Int(file.name[open.upperBound...].prefix { $0.isASCII && $0.isNumber }) ?? 1
  }

  /// Splits a file's name into the name of its export and whether it is only a number.
  private static func split(_ file: ImportInput) -> (stem: String, isNumber: Bool) {
    var name = file.name[...]
    for end in [".json", ".html", ".csv", ".txt"] where name.lowercased().hasSuffix(end) {
      name = name.dropLast(end.utf8.count)
    }
    let stem = String(withoutEnd(name, "[part ", "]"))
    return (stem, !stem.isEmpty && stem.utf8.count < 10 && stem.utf8.allSatisfy { $0 &- 0x30 <= 9 })
  }

  /// Returns a name without the last words, if they are between `open` and `close`.
  private static func withoutEnd(_ name: Substring, _ open: String, _ close: String) -> Substring {
    guard name.hasSuffix(close), let start = name.lastIndex(where: { open.first == $0 }),
      name[start...].hasPrefix(open)
    else { return name }
    var rest = name[..<start]
    while rest.last == " " { rest.removeLast() }
    return rest
  }
}
