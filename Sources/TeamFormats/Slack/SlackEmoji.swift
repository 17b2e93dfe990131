import ImportKit

/// A workspace's own emoji: their pictures, and aliases of other emoji.
struct SlackEmoji {
  /// Paths by name.
  private var pictures: [String: String] = [:]
  /// The emoji of Unicode by names of the workspace.
  private(set) var characters: [String: String] = [:]

  /// The file with a list of all names: from Slack's interface, and from `slackdump emoji`.
  private static let lists = ["emoji.json", "index.json"]
  private static let folders = ["emojis", "emoji"]
  /// The most aliases that are followed from one name.
  private static let stepLimit = 8

  /// Reads the pictures in `emojis/NAME.png` among `names`, and lists of names in or next to that folder.
  init(in folder: InputFolder, names: [String]) {
    var lists: [String] = []
    for name in names {
      let steps = name.split(separator: "/")
      guard let last = steps.last else { continue }
      let isInside = steps.count > 1 && Self.folders.contains(String(steps[steps.count - 2]))
      if Self.lists.contains(String(last)), isInside || steps.count == 1 {
        lists.append(name)
      } else if isInside {
        pictures[String(last.prefix { $0 != "." })] = name
      }
    }
    for list in lists {
      guard let bytes = try? folder.bytes(of: list) else { continue }
      var reader = JSONReader(bytes, isLenient: true)
      if let value = try? reader.readValue() { read(value) }
    }
  }

  /// Reads a list of names: each with its address or, for an alias, `alias:NAME`; slackdump may write an object with the aliases of a name.
  private mutating func read(_ list: JSONValue) {
    var originals: [String: String] = [:]
    for (name, value) in (list["emoji"] ?? list).members.map({ ($0.name, $0.value) }) {
      let address = value.text ?? value["url"]?.text ?? ""
      if address.hasPrefix("alias:") { originals[name] = String(address.dropFirst("alias:".count)) }
      for alias in value["aliases"]?.elements ?? [] { if let alias = alias.text { originals[alias] = name } }
    }
    for alias in originals.keys where pictures[alias] == nil {
      var (name, steps) = (alias, 0)
      while let next = originals[name], steps < Self.stepLimit { (name, steps) = (next, steps + 1) }
      characters[alias] = EmojiShortName.emoji(name)
      pictures[alias] = pictures[name]
    }
  }

  /// Returns the emoji of Unicode with this name, or nil.
  func character(_ name: String) -> String? { EmojiShortName.emoji(name) ?? characters[name] }

  /// True if there are pictures.
  var hasPictures: Bool { !pictures.isEmpty }

  /// Returns the path of an own emoji's picture, or nil.
  func picture(_ name: String) -> String? { pictures[name] }

  /// Returns a text with emoji in place of the names between colons.
  func replaced(in text: String) -> String { EmojiShortName.replaced(in: text, more: characters) }
}
