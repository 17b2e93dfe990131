import ChatModel
import Storage

/// A key of a text at a time, for tables of messages.
struct TextAndMinute: Hashable {
  var text: UInt64
  var minute: Int64
}

/// The facts of a message that are compared with another export.
struct ComparedMessage {
  private(set) var entry: ConversationBuilder.MessageEntry
  /// The index of the sender in the export's own table; nil for notices.
  let sender: Int?
  /// A hash of the text without invisible marks and without the names of mentions, which are those of a phone's address book.
  let text: UInt64
  /// Indicates whether it is a text, or a caption, with a sender.
  let isText: Bool
  /// Indicates whether its text has at least eight bytes, so that two people hardly write it by chance.
  let isDistinct: Bool
  let isNotice: Bool
  /// The path of the first file that it names.
  let file: String?

  /// Seconds since 1970.
  var seconds: Int64 { entry.time / 1000 }
  var minute: Int64 { entry.time / 60_000 }
  var key: TextAndMinute { TextAndMinute(text: text, minute: minute) }
  /// The keys of the message on clocks that are a minute ahead, right or a minute behind.
  var keys: [TextAndMinute] { (-1...1).map { TextAndMinute(text: text, minute: minute + $0) } }

  init(_ entry: ConversationBuilder.MessageEntry, _ bytes: InputBytes, _ kinds: PartKinds) {
    let message = MessageRecord.message(at: entry.offset, of: bytes, kinds: kinds)
    let words = Self.comparable(message.content.ownText)
    self.entry = entry
    sender = message.sender.map { Int($0.value) }
    if case .system = message.content { isNotice = true } else { isNotice = false }
    file = message.content.files.lazy.compactMap(\.path).first
    isText = !isNotice && !words.isEmpty && message.sender != nil
    isDistinct = isText && words.utf8.count >= 8
    text = HashSeed.ofProcess.hash(words.utf8Span.span)
  }

  /// Creates a copy of a message at `time`, in milliseconds since 1970.
  init(_ message: ComparedMessage, time: Int64) {
    self = message
    entry.time = time
  }

  private static func comparable(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0xE2 || $0 == 0xC2 }) else { return text.trimmingSpaces }
    var result = String.UnicodeScalarView()
    var isInName = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\u{2068}": isInName = true
      case "\u{2069}": isInName = false
      case "\u{200E}", "\u{200F}", "\u{202A}"..."\u{202E}": break
      case "\u{A0}", "\u{202F}": if !isInName { result.append(" ") }
      default: if !isInName { result.append(scalar) }
      }
    }
    // An isolate without an end encloses no name.
    return isInName ? text.trimmingSpaces : String(result).trimmingSpaces
  }
}

/// A sample of the texts of each chat with their times, which identifies the chat under another name.
struct TextSamples {
  private let limit: Int
  private var chats: [TextAndMinute: Int] = [:]
  /// The minutes of each chat's first and last text, and the bits that are 0 in the hashes of the texts in its sample.
  private var ranges: [Int: (minutes: ClosedRange<Int64>, mask: UInt64)] = [:]

  init(limit: Int) { self.limit = limit }

  /// Adds a sample of at most `limit` texts of `chat`.
  mutating func add(_ messages: [ComparedMessage], of chat: Int) {
    var kept = messages.filter(\.isDistinct).map(\.key)
    guard let first = kept.map(\.minute).min(), let last = kept.map(\.minute).max() else { return }
    var mask: UInt64 = 0
    while kept.count > limit {
      mask = mask << 1 | 1
      kept.removeAll { $0.text & mask != 0 }
    }
    for key in kept where chats[key] == nil { chats[key] = chat }
    ranges[chat] = (first - 1...last + 1, mask)
  }

  /// Returns the chat with the most equal texts: at least `atLeast`, and half of those that its sample could have. Nil if there is none.
  func candidate(
    for messages: [ComparedMessage], atLeast: Int, where isPossible: (Int) -> Bool
  ) -> Int? {
    var counts: [Int: Int] = [:]
    for message in messages where message.isDistinct {
      guard let chat = message.keys.lazy.compactMap({ chats[$0] }).first else { continue }
      counts[chat, default: 0] += 1
    }
    for (chat, equal) in counts.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) where isPossible(chat)
    {
      guard let (minutes, mask) = ranges[chat], equal >= atLeast else { continue }
      let possible = messages.count {
        $0.isDistinct && $0.text & mask == 0 && minutes.contains($0.minute)
      }
      if equal * 2 >= possible { return chat }
    }
    return nil
  }
}
