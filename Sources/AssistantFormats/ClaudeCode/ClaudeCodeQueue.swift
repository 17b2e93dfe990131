import ChatModel
import ImportKit

/// The prompts that were typed while Claude worked, until an entry has their words.
///
/// A prompt that is sent is repeated in an entry of its own, unless Claude took it up in the middle of a turn.
struct ClaudeCodeQueue {
  /// A prompt that no entry has.
  struct QueuedPrompt {
    var content: JSONValue
    var line: JSONValue
    var state = QueueState.waiting
    fileprivate var key: UInt64
    fileprivate var text: String
  }

  enum QueueState {
    /// Never sent.
    case waiting
    /// Taken out to be sent; its entry is missing.
    case dequeued
    /// Taken up in the middle of a turn, which makes no entry.
    case absorbed
  }

  /// All prompts in order; nil for those that an entry has.
  private var prompts: [QueuedPrompt?] = []
  /// The indexes of prompts that no entry has, in order, by the hash of their words.
  private var indexes: [UInt64: [Int]] = [:]
  /// The prompts before this index are not waiting.
  private var head = 0
  /// The number of prompts that no entry has.
  private var count = 0
  /// The hashes of all words that were queued.
  private var known: Set<UInt64> = []

  /// The most prompts that are searched for within longer ones.
  private static let searchLimit = 64

  /// The prompts that no entry has, in order.
  var rest: [QueuedPrompt] { prompts.compactMap(\.self) }

  /// Reads a record of the queue.
  mutating func read(_ line: JSONValue) {
    let operation = line["operation"]?.text ?? ""
    let isAbsorbed = line["reason"]?.text?.hasPrefix("absorbed") == true
    let state: QueueState = isAbsorbed ? .absorbed : operation == "dequeue" ? .dequeued : .waiting
    guard let content = line["content"] ?? line["prompt"] else {
      // Without words it means the first one.
      while head < prompts.count, prompts[head]?.state != .waiting { head += 1 }
      if state != .waiting, head < prompts.count { prompts[head]?.state = state }
      return
    }
    let text = Self.text(of: content)
    let key = text.wordsHash
    if operation != "enqueue" {
      if let index = indexes[key]?.first {
        if state != .waiting { prompts[index]?.state = state }
        return
      }
      guard !known.contains(key) else { return }
    }
    guard !text.isBlank else { return }
    known.insert(key)
    indexes[key, default: []].append(prompts.count)
    count += 1
    prompts.append(QueuedPrompt(content: content, line: line, state: state, key: key, text: text))
  }

  /// Removes the prompts whose words an entry has, each once.
  mutating func settle(_ texts: [String]) {
    guard count > 0 else { return }
    var settled: Set<UInt64> = []
    for text in texts {
      let key = text.wordsHash
      guard settled.insert(key).inserted else { continue }
      if let index = indexes[key]?.first {
        remove(index)
      } else if count <= Self.searchLimit {
        // Several prompts may be sent as one.
        let whole = "\n\(text)\n"
        for index in indexes.values.compactMap(\.first) {
          if let prompt = prompts[index], whole.range(of: "\n\(prompt.text)\n") != nil { remove(index) }
        }
      }
    }
  }

  private mutating func remove(_ index: Int) {
    guard let prompt = prompts[index] else { return }
    prompts[index] = nil
    indexes[prompt.key]?.removeFirst()
    if indexes[prompt.key]?.isEmpty == true { indexes[prompt.key] = nil }
    count -= 1
  }

  private static func text(of content: JSONValue) -> String {
    let text =
      content.text ?? content.elements.compactMap { $0.text ?? $0["text"]?.text }.joined(separator: "\n\n")
    return text.trimmingSpaces
  }
}
