import ChatModel

/// Folder names of conversations: safe on every file system, stable and unique.
struct FolderNames {
  private var given: Set<String> = ["assets", "media"]
  /// The last number given with a name, because thousands of conversations may have one title.
  private var numbers: [String: Int] = [:]
  /// True if names are numbers, which tell nothing.
  private let isNumbered: Bool

  init(isNumbered: Bool = false) { self.isNumbered = isNumbered }

  /// A name made from the source's id, or from the title if the id is unsuitable.
  mutating func name(for info: ConversationInfo) -> String {
    if isNumbered {
      let number = given.count - 1
      given.insert("\(number)")
      return "\(number)"
    }
    var base = Self.plain(info.id)
    if base.isEmpty { base = Self.plain(info.title) }
    if base.isEmpty { base = "conversation" }
    if Self.devices.contains(base) || Self.isOfShards(base) { base += "-chat" }
    var name = base
    while !given.insert(name).inserted {
      let number = numbers[base, default: 1] + 1
      numbers[base] = number
      name = "\(base)-\(number)"
    }
    return name
  }

  /// True if a name can be a conversation's.
  static func isOne(_ name: String) -> Bool {
    !name.isEmpty && name != "assets" && name != "media" && name.utf8.count <= longestPlain + 20
      && !devices.contains(name)
      && name.utf8.allSatisfy { byte in
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
          || byte == UInt8(ascii: "-")
      }
  }

  /// True for the names of files beside the conversations while a site is written in shards.
  private static func isOfShards(_ name: String) -> Bool { name.hasPrefix("shard-") }

  /// The most letters of a name, before a number that makes it unique.
  private static let longestPlain = 60

  /// Device names, which Windows allows for no file or folder (Microsoft, "Naming Files, Paths, and Namespaces").
  private static let devices = Set(
    ["con", "prn", "aux", "nul"] + (0...9).flatMap { ["com\($0)", "lpt\($0)"] })

  /// Letters, digits and hyphens of ASCII in lower case, at most ``longestPlain``.
  static func plain(_ text: String) -> String {
    var plain = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "a"..."z", "0"..."9": plain.unicodeScalars.append(scalar)
      case "A"..."Z": plain += String(scalar).lowercased()
      default: if !plain.isEmpty, !plain.hasSuffix("-") { plain += "-" }
      }
      if plain.utf8.count >= longestPlain { break }
    }
    while plain.hasSuffix("-") { plain.removeLast() }
    return plain
  }
}
