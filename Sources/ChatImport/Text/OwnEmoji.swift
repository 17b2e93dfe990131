import ChatModel

extension MessageDraft {
  /// Adds the chat's own emoji whose names, between colons, are in the texts: those of which `picture` returns a path.
  mutating func addOwnEmoji(_ picture: (_ name: String) -> String?) {
    var found: [MessageExtras.OwnEmoji] = []
    for text in [text, (part as? LinkPreview)?.text].compactMap(\.self) {
      Self.forEachEmojiName(in: text.string) { name in
        guard !found.contains(where: { $0.name == ":\(name):" }), let image = picture(name) else { return }
        found.append(MessageExtras.OwnEmoji(name: ":\(name):", image: image))
      }
    }
    guard !found.isEmpty else { return }
    var more = extras ?? MessageExtras()
    more.emoji = found
    extras = more
  }

  /// The most bytes of an emoji's name, and the most emoji of a text that are looked for.
  private static let (nameLimit, countLimit) = (100, 1000)

  /// Calls `body` with each text between two colons that may be an emoji's name.
  private static func forEachEmojiName(in text: String, _ body: (String) -> Void) {
    let bytes = text.utf8
    var (start, count) = (String.Index?.none, 0)
    for index in bytes.indices where bytes[index] == UInt8(ascii: ":") && count < countLimit {
      if let start, case let name = bytes[start..<index], 1...nameLimit ~= name.count,
        !name.contains(where: { $0 <= 0x20 }), let name = String(name)
      {
        body(name)
        count += 1
      }
      start = bytes.index(after: index)
    }
  }
}
