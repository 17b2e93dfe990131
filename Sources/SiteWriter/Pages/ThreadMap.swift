import HTML

/// The files `map/t0.js`, `map/t1.js`, … that the thread view reads, for 8,192 messages each.
///
/// Pages have no threads, because a later answer can join two. Each message has links to the previous and the next one of its
/// thread, so the view reads only the files of the messages that it shows, and a long thread makes no file larger.
///
/// A file calls `chatexport("t0", […])` with five numbers for each message that is in a thread:
/// 1. the difference of its index from the index of the message before it in the list, or from the file's first index
/// 2. the difference of its index from the previous message's of the thread; 0 for none
/// 3. the difference to the next message's; 0 for none
/// 4. its number in the thread, from 0
/// 5. the number of messages in the thread
public struct ThreadMap {
  /// The number of messages of a file.
  static let messagesPerFile = 8_192

  private let messages: [UInt32]
  private let firsts: [UInt32]

  /// Creates the map of threads. `messages` are indices of messages in ascending order; `firsts` are, for each of them, the index
  /// in `messages` of the first message of its thread.
  public init(messages: [UInt32], firsts: [UInt32]) { (self.messages, self.firsts) = (messages, firsts) }

  /// The number of files up to the last message in a thread.
  public var files: Int { messages.last.map { Int($0) / Self.messagesPerFile + 1 } ?? 0 }

  /// Calls `file` with the name and the bytes of each file.
  public func write(_ file: (String, [UInt8]) throws -> Void) rethrows {
    let (numbers, counts, before, behind) = linked()
    var position = 0
    for number in 0..<files {
      var script = HTMLWriter(capacity: 4096)
      script.raw("[")
      var known = number * Self.messagesPerFile
      let (start, end) = (position, known + Self.messagesPerFile)
      while position < messages.count, Int(messages[position]) < end {
        let message = Int(messages[position])
        if position > start { script.raw(",") }
        script.integer(message - known)
        for value in [before[position], behind[position], numbers[position], counts[Int(firsts[position])]] {
          script.raw(",")
          script.integer(Int(value))
        }
        known = message
        position += 1
      }
      script.raw("]")
      try file("t\(number).js", DataScript.bytes(named: "t\(number)", content: script.bytes))
    }
  }

  /// Returns the numbers of the messages in their threads and the differences to the previous and the next ones. `counts` holds
  /// the number of messages of a thread at its first message.
  private func linked() -> (numbers: [UInt32], counts: [UInt32], before: [UInt32], behind: [UInt32]) {
    var numbers = [UInt32](repeating: 0, count: messages.count)
    var (counts, before, behind, latest) = (numbers, numbers, numbers, numbers)
    for position in messages.indices {
      let first = Int(firsts[position])
      numbers[position] = counts[first]
      if counts[first] > 0 {
        let other = Int(latest[first])
        before[position] = messages[position] - messages[other]
        behind[other] = before[position]
      }
      counts[first] += 1
      latest[first] = UInt32(truncatingIfNeeded: position)
    }
    return (numbers, counts, before, behind)
  }
}
