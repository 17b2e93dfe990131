internal import HTML

/// The threads of a conversation, for the view of a thread: files `map/t0.js`, `map/t1.js`, … with 8,192 messages each.
///
/// A later answer may join two threads, so no page has them. A message of a thread knows the ones before and behind it, its number in
/// the thread and how many there are: so a file has no more than its messages, however long a thread is, and the view reads those
/// of the messages that it shows. A file calls `chatexport("t0", […])` with five numbers for each message of a thread: the
/// step from the message before it in the list, or from the first that the file may have; the distances to the thread's messages
/// before and behind it, 0 for none; its number, from 0; and the number of messages.
public struct ThreadMap {
  /// The number of messages of a file.
  static let messagesPerFile = 8_192

  private let messages: [UInt32]
  private let firsts: [UInt32]

  /// The threads of `messages`, their indexes in order. `firsts` has for each, by its position there, the first of its thread.
  public init(messages: [UInt32], firsts: [UInt32]) { (self.messages, self.firsts) = (messages, firsts) }

  /// The number of files: one for every message up to the last of a thread.
  public var files: Int { messages.last.map { Int($0) / Self.messagesPerFile + 1 } ?? 0 }

  /// Gives each file's name and bytes.
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

  /// Returns for each message its number in its thread, and the distances to the ones before and behind it; for each first one the
  /// number of messages of its thread.
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
