import ChatModel

/// Folder names of conversations: safe on every file system, stable and unique.
struct FolderNames {
  private var given: Set<String> = ["assets", "media"]
  /// The last number given with a name, because thousands of conversations may have one title.
  private var numbers: [String: Int] = [:]

  /// A name made from the source's id, or from the title if the id is unsuitable.
  mutating func name(for info: ConversationInfo) -> String {
    var base = Self.plain(info.id)
    if base.isEmpty { base = Self.plain(info.title) }
    if base.isEmpty { base = "conversation" }
    if Self.devices.contains(base) { base += "-chat" }
    var name = base
    while !given.insert(name).inserted {
      let number = numbers[base, default: 1] + 1
      numbers[base] = number
      name = "\(base)-\(number)"
    }
    return name
  }

  /// Device names, which Windows allows for no file or folder (Microsoft, "Naming Files, Paths, and Namespaces").
  private static let devices = Set(
    ["con", "prn", "aux", "nul"] + (0...9).flatMap { ["com\($0)", "lpt\($0)"] })

  /// Letters, digits and hyphens of ASCII in lower case, at most 60.
  static func plain(_ text: String) -> String {
    var plain = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "a"..."z", "0"..."9": plain.unicodeScalars.append(scalar)
      case "A"..."Z": plain += String(scalar).lowercased()
      default: if !plain.isEmpty, !plain.hasSuffix("-") { plain += "-" }
      }
      if plain.utf8.count >= 60 { break }
    }
    while plain.hasSuffix("-") { plain.removeLast() }
    return plain
  }
}
