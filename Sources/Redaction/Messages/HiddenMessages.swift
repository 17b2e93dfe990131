import ChatModel

/// The messages that are redacted as a whole, to find quotations of them in other messages.
struct HiddenMessages: Sendable {
  /// Hashes of ids, and of the first letters of texts.
  private var ids: Set<Int> = []
  private var texts: Set<Int> = []

  /// The letters of a text by which a quotation is recognised: apps cut quotations.
  private static let letters = 40

  /// Enters a message.
  mutating func insert(_ message: Message) {
    if !message.id.isEmpty { ids.insert(message.id.hashValue) }
    switch message.content {
    case .text(let text), .media(_, let text): if let key = Self.key(text.string) { texts.insert(key) }
    case .system, .part: break
    }
  }

  /// Returns a message without the words that it quotes of a redacted one.
  func withoutQuotes(_ message: Message, original: Message, replacement: String) -> Message {
    guard !ids.isEmpty || !texts.isEmpty, let reply = original.reply, let quoted = reply.quotedText,
      reply.target.map({ ids.contains($0.hashValue) }) ?? false
        || Self.key(quoted).map(texts.contains) ?? false
    else { return message }
    var changed = message.reply
    changed?.quotedText = replacement
    return Message(
      id: message.id, sender: message.sender, instant: message.instant, content: message.content,
      reply: changed, reactions: message.reactions, extras: message.extras)
  }

  private static func key(_ text: String) -> Int? {
    let letters = ComparedText(String(text.prefix(4 * Self.letters))).letters.prefix(Self.letters)
    return letters.isEmpty ? nil : Array(letters).hashValue
  }
}
