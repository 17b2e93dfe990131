import ChatModel

/// The prompts that were typed while Claude worked, until an entry has their words.
///
/// A prompt that is sent stands again in an entry of its own, except where Claude took it up in the middle of a turn.
struct ClaudeCodeQueue {
  /// A prompt that no entry has.
  struct QueuedPrompt {
    var content: JSONValue
    var line: JSONValue
    var origin: Origin
    /// True if it was sent.
    var isSent = false
    fileprivate var key: UInt64
    fileprivate var text: String
  }

  private(set) var waiting: [QueuedPrompt] = []
  /// The hashes of all words that were queued.
  private var known: Set<UInt64> = []

  /// The most prompts that are looked for within longer ones.
  private static let searchLimit = 64

  /// Reads a record of the queue.
  mutating func read(_ line: JSONValue, at origin: Origin) {
    let operation = line["operation"]?.text ?? ""
    let isSent = operation == "dequeue" || line["reason"]?.text?.hasPrefix("absorbed") == true
    guard let content = line["content"] ?? line["prompt"] else {
      // Without words it means the first one.
      if isSent, let first = waiting.firstIndex(where: { !$0.isSent }) { waiting[first].isSent = true }
      return
    }
    let text = Self.text(of: content)
    let key = text.wordsHash
    if operation != "enqueue" {
      if let index = waiting.firstIndex(where: { $0.key == key }) {
        waiting[index].isSent = waiting[index].isSent || isSent
        return
      }
      guard !known.contains(key) else { return }
    }
    guard !text.isBlank else { return }
    known.insert(key)
    waiting.append(
      QueuedPrompt(content: content, line: line, origin: origin, isSent: isSent, key: key, text: text))
  }

  /// Removes the prompts whose words an entry has, each once.
  mutating func settle(_ texts: [String]) {
    guard !waiting.isEmpty else { return }
    for text in texts {
      let key = text.wordsHash
      if let index = waiting.firstIndex(where: { $0.key == key }) {
        waiting.remove(at: index)
      } else if waiting.count <= Self.searchLimit {
        waiting.removeAll { text.utf8.count > $0.text.utf8.count && text.range(of: $0.text) != nil }
      }
    }
  }

  private static func text(of content: JSONValue) -> String {
    let text =
      content.text ?? content.elements.compactMap { $0.text ?? $0["text"]?.text }.joined(separator: "\n\n")
    return text.trimmingSpaces
  }
}
