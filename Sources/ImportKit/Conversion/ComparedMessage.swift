import ChatModel
import Digests
import Storage

/// A key of a text at a time, for tables of messages.
struct TextAndMinute: Hashable {
  var text: UInt64
  var minute: Int64
}

/// The facts of a message that are compared with another export.
struct ComparedMessage {
  private(set) var entry: ConversationBuilder.MessageEntry
  /// The milliseconds by which its time is later here than in its export.
  private(set) var delay: Int64 = 0
  /// The index of the sender in the export's own table; nil for notices.
  let sender: Int?
  /// A hash of the text without invisible marks and without the names of mentions, which come from a phone's address book.
  let text: UInt64
  /// A checksum of the text, which is equal in every run, unlike the hashes.
  let checksum: UInt64
  /// True if it is a text, or a caption, with a sender.
  let isText: Bool
  /// True if its text has at least eight bytes, so that two people are unlikely to write it by chance.
  let isDistinct: Bool
  let isNotice: Bool
  /// A hash of the message's id; nil if it has none.
  let id: UInt64?
  /// The id as a number, if it is one.
  let number: Int64?
  /// A hash of the kind of its part; 0 for texts, files and notices.
  let kind: UInt64
  /// True if it has a file, or a part of its own.
  let isRich: Bool
  /// A hash of its first file's name without an export's additions; nil if it has none.
  let file: UInt64?
  /// The most seconds between the times of one message in two exports: 60 for a clock with minutes, plus 30 of difference.
  static let tolerance: Int64 = 90

  /// True if it has a time, its own or the preceding message's.
  var hasTime: Bool { entry.time != .min }

  /// Seconds since 1970.
  var seconds: Int64 { entry.time / 1000 }
  var minute: Int64 { entry.time / 60_000 }
  var key: TextAndMinute { TextAndMinute(text: text, minute: minute) }
  /// The keys of the message on clocks that are a minute fast, right or a minute slow.
  var keys: [TextAndMinute] { (-1...1).map { TextAndMinute(text: text, minute: minute + $0) } }

  init(_ entry: ConversationBuilder.MessageEntry, _ bytes: InputBytes, _ kinds: PartKinds) {
    let message = MessageRecord.message(at: entry.offset, of: bytes, kinds: kinds)
    let words = Self.comparable(message.content.ownText)
    self.entry = entry
    sender = message.sender.map { Int($0.value) }
    if case .system = message.content { isNotice = true } else { isNotice = false }
    id = message.id.isEmpty ? nil : entry.identity
    number = Int64(message.id)
    if case .part(let part) = message.content {
      kind = HashSeed.ofProcess.hash(type(of: part).kind.utf8Span.span)
    } else {
      kind = 0
    }
    if case .text = message.content { isRich = false } else { isRich = !isNotice }
    file = message.content.files.lazy.compactMap(\.path).first.map(Self.fileKey)
    isText = !isNotice && !words.isEmpty && message.sender != nil
    isDistinct = isText && words.utf8.count >= 8
    text = HashSeed.ofProcess.hash(words.utf8Span.span)
    checksum = Checksum(of: words.utf8Span.span).low
  }

  /// Returns the message `seconds` later; unchanged if it has no time, for example before the first time of its export.
  func later(by seconds: Int64) -> ComparedMessage {
    let (time, isBeyond) = entry.time.addingReportingOverflow(seconds * 1000)
    guard !isBeyond, hasTime else { return self }
    var message = self
    message.entry.time = time
    message.delay += seconds * 1000
    return message
  }

  /// Returns a hash of a file's name without its folders and the number that iOS gives it in each export, `00000012-`.
  static func fileKey(_ path: String) -> UInt64 {
    var name = path.utf8[...]
    if let slash = name.lastIndex(of: UInt8(ascii: "/")) { name = name[name.index(after: slash)...] }
    let digits = name.prefix { $0 &- 0x30 <= 9 }
    if digits.count == 8, name.dropFirst(8).first == UInt8(ascii: "-") { name = name.dropFirst(9) }
    return HashSeed.ofProcess.hash(Array(name).span)
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

  /// Returns the chat with the most equal texts: at least `atLeast`, and half of the possible ones in its sample. Nil if there is none.
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
