import ChatModel

extension MessageDraft {
  /// Adds the chat's own emoji whose names are in the texts between colons, if `picture` returns their path.
  package mutating func addOwnEmoji(_ picture: (_ name: String) -> String?) {
    var found: [MessageExtras.OwnEmoji] = []
    for text in textsWithEmoji {
      Self.forEachEmojiName(in: text) { name in
        guard !found.contains(where: { $0.name == ":\(name):" }), let image = picture(name) else { return }
        found.append(MessageExtras.OwnEmoji(name: ":\(name):", image: image))
      }
    }
    guard !found.isEmpty else { return }
    var more = extras ?? MessageExtras()
    more.emoji = found
    extras = more
  }

  /// The texts that show emoji as pictures: the message's own, its earlier versions, and the texts of its card.
  private var textsWithEmoji: [String] {
    var texts: [String] = []
    if let text { texts.append(text.string) }
    switch part {
    case let preview as LinkPreview:
      texts.append(preview.text.string)
      if let title = preview.title { texts.append(title) }
      if let summary = preview.summary { texts.append(summary) }
    case let poll as Poll:
      texts.append(poll.question)
      texts += poll.options.map(\.text)
    default: break
    }
    if let extras { texts += extras.edits.map(\.text) }
    return texts
  }

  /// The most bytes of an emoji's name, and the most emoji of a text that are examined.
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
