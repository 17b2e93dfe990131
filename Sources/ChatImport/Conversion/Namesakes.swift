import ChatModel

/// Conversations of one name, each of an export without ids, and which of them are the same chat.
///
/// Two are one chat if they have messages in common: where their periods overlap, at least half of what one of them has there. Without
/// an overlap they are one if nothing contradicts: a chat has one beginning, its numbers of messages ascend, and somebody speaks in both
/// parts. What could belong to either of two chats is left alone. Exports are compared in the order of their first messages, so the
/// result does not depend on the order in which they are given.
struct Namesakes {
  /// An export with what it is compared by.
  private struct Copy {
    var index: Int
    var messages: [ComparedMessage]
    var people: Set<String>
    var isOnlyOfExport: Bool
    var input: Int
    var beginning: Int64?
    /// Seconds since 1970.
    var first = Int64.max
    var last = Int64.min
    var numbers: ClosedRange<Int64>?
  }

  /// The exports of a chat.
  private struct Chat {
    var copies: [Int] = []
    var people: Set<String> = []
    var inputs: Set<Int> = []
    var beginning: Int64?
    var first = Int64.max
    var last = Int64.min
    var lastNumber: Int64?
    /// The times of all messages, export by export, each in order.
    var times: [[Int64]] = []
  }

  /// What shows that two conversations are two chats.
  enum Contradiction: String, Comparable {
    case numbers = "messages of one number differ"
    case period = "in one period they have nothing in common"
    case beginning = "each has a beginning of its own"
    case people = "nobody speaks in both"
    case export = "one export has both"
    case ambiguity = "more than one of them may go on in another"

    static func < (one: Contradiction, other: Contradiction) -> Bool { one.rawValue < other.rawValue }
  }

  private var copies: [Copy] = []

  /// Seconds by which clocks differ: 60 of one with minutes, and 30.
  private static let tolerance: Int64 = 90
  /// The most chats of one name among which a chat's continuation is looked for.
  private static let chatLimit = 64

  /// Adds an export's messages.
  mutating func add(_ messages: [ComparedMessage], of builder: ConversationBuilder) {
    let people = builder.participants.participants
    var copy = Copy(
      index: copies.count, messages: messages,
      people: Set(messages.lazy.compactMap(\.sender).map { people[$0].name }),
      isOnlyOfExport: builder.isOnlyOfExport, input: builder.input,
      beginning: builder.beginning.map { $0 / 1000 })
    for message in messages {
      if message.hasTime {
        copy.first = min(copy.first, message.seconds)
        copy.last = max(copy.last, message.seconds)
      }
      if let number = message.number, number > 0 {
        let known = copy.numbers ?? number...number
        copy.numbers = min(known.lowerBound, number)...max(known.upperBound, number)
      }
    }
    copies.append(copy)
    found = nil
  }

  private var found: (chats: [[Int]], reasons: Set<Contradiction>)?

  /// The exports of each chat that has more than one, by their numbers, in the order in which they were added.
  var chats: [[Int]] { mutating get { result().chats.filter { $0.count > 1 } } }

  /// Returns the note that the exports are of several chats, or nil if they are of one.
  mutating func note(on builders: [ConversationBuilder]) -> Diagnostic? {
    let (chats, reasons) = result()
    guard chats.count > 1, let title = builders.first?.title, !reasons.isEmpty, reasons != [.export] else {
      return nil
    }
    let files = chats.compactMap { $0.first.map { builders[$0].source } }
    let names = files.count == 2 ? "\(title)=\(title)" : "\(files[0])=\(files[1])"
    return Diagnostic(
      .note, "namesakes",
      "\(chats.count) conversations are called '\(title)' and stay apart: \(reasons.sorted().map(\.rawValue).joined(separator: "; ")); if they are one, give --join '\(names)'",
      at: Origin(file: title))
  }

  // MARK: Comparison

  private mutating func result() -> (chats: [[Int]], reasons: Set<Contradiction>) {
    if let found { return found }
    let made = compared()
    found = made
    return made
  }

  private func compared() -> (chats: [[Int]], reasons: Set<Contradiction>) {
    let order = copies.indices.sorted {
      let (one, other) = (copies[$0], copies[$1])
      return (one.first, one.last, one.messages.count, $0)
        < (other.first, other.last, other.messages.count, $1)
    }
    var chats: [Chat] = []
    var texts = MessageIndex()
    var ids: [UInt64: [(chat: Int, message: ComparedMessage)]] = [:]
    var reasons: Set<Contradiction> = []
    for index in order {
      let copy = copies[index]
      let common = texts.common(copy.messages)
      let numbered = Self.numbered(copy.messages, ids)
      var joined: Int?
      var possible: [Int] = []
      // Those with most in common first.
      let likely = Set(common.keys).union(numbered.keys).sorted {
        (common[$1] ?? 0, $0) < (common[$0] ?? 0, $1)
      }
      for chat in likely.prefix(Self.chatLimit) {
        if copy.isOnlyOfExport, chats[chat].inputs.contains(copy.input) {
          reasons.insert(.export)
          continue
        }
        if let numbers = numbered[chat] {
          if numbers.equal * 2 >= numbers.all {
            joined = chat
            break
          }
          reasons.insert(.numbers)
          continue
        }
        if let count = common[chat], Self.isHalf(count, copy, chats[chat]) {
          joined = chat
          break
        }
      }
      if joined == nil {
        for chat in chats.indices.suffix(Self.chatLimit) where numbered[chat] == nil {
          if let reason = Self.contradiction(copy, chats[chat]) {
            reasons.insert(reason)
          } else {
            possible.append(chat)
          }
        }
        if possible.count == 1 { joined = possible[0] }
        if possible.count > 1 { reasons.insert(.ambiguity) }
      }
      let chat = joined ?? chats.count
      if joined == nil { chats.append(Chat()) }
      texts.add(copy.messages, of: chat)
      for message in copy.messages {
        guard let id = message.id else { continue }
        let known = ids[id] ?? []
        if known.count < Self.chatLimit, !known.contains(where: { $0.chat == chat }) {
          ids[id, default: []].append((chat, message))
        }
      }
      Self.add(copy, to: &chats[chat])
    }
    return (chats.map { $0.copies.sorted() }.sorted { $0[0] < $1[0] }, reasons)
  }

  private static func add(_ copy: Copy, to chat: inout Chat) {
    chat.copies.append(copy.index)
    chat.people.formUnion(copy.people)
    chat.inputs.insert(copy.input)
    chat.beginning = chat.beginning ?? copy.beginning
    chat.first = min(chat.first, copy.first)
    chat.last = max(chat.last, copy.last)
    if let numbers = copy.numbers { chat.lastNumber = max(chat.lastNumber ?? .min, numbers.upperBound) }
    chat.times.append(copy.messages.filter(\.hasTime).map(\.seconds).sorted())
  }

  /// Returns, for each chat with messages of the same numbers, how many there are and how many of them agree.
  private static func numbered(
    _ messages: [ComparedMessage], _ ids: [UInt64: [(chat: Int, message: ComparedMessage)]]
  ) -> [Int: (all: Int, equal: Int)] {
    guard !ids.isEmpty else { return [:] }
    var counts: [Int: (all: Int, equal: Int)] = [:]
    for message in messages {
      guard let id = message.id else { continue }
      for (chat, other) in (ids[id] ?? []).prefix(chatLimit) {
        // Notices have the time of the message before them.
        let isEqual =
          message.text == other.text && message.kind == other.kind
          || !message.isNotice && abs(message.seconds - other.seconds) <= 1
        let count = counts[chat] ?? (0, 0)
        counts[chat] = (count.all + 1, count.equal + (isEqual ? 1 : 0))
      }
    }
    return counts
  }

  /// True if `count` messages in common are half of what the export, or the chat, has in the period of both.
  private static func isHalf(_ count: Int, _ copy: Copy, _ chat: Chat) -> Bool {
    let start = max(copy.first, chat.first)
    let end = max(start, min(copy.last, chat.last))
    guard start < .max else { return false }
    let period = start - tolerance...end + tolerance
    if count * 2 >= copy.messages.count(where: { $0.hasTime && period.contains($0.seconds) }) { return true }
    let others = chat.times.map { times in
      times.partitioningIndex { $0 > period.upperBound } - times.partitioningIndex { $0 >= period.lowerBound }
    }
    return count * 2 >= others.reduce(0, +)
  }

  /// Returns what shows that an export that begins no earlier than a chat, and has too little in common with it, is not of that chat.
  private static func contradiction(_ copy: Copy, _ chat: Chat) -> Contradiction? {
    if copy.isOnlyOfExport, chat.inputs.contains(copy.input) { return .export }
    if chat.last > .min, copy.first < chat.last - tolerance { return .period }
    if copy.beginning != nil { return .beginning }
    if let numbers = copy.numbers, let last = chat.lastNumber, numbers.lowerBound <= last { return .numbers }
    if !copy.people.isEmpty, !chat.people.isEmpty, copy.people.isDisjoint(with: chat.people) {
      return .people
    }
    return nil
  }

  /// The chats that have a text at a minute.
  private struct MessageIndex {
    private var chats: [TextAndMinute: [Int]] = [:]

    /// Returns the numbers of messages that chats have in common with an export.
    func common(_ messages: [ComparedMessage]) -> [Int: Int] {
      guard !chats.isEmpty else { return [:] }
      var counts: [Int: Int] = [:]
      for message in messages where message.hasTime {
        guard let found = message.keys.lazy.compactMap({ chats[$0] }).first else { continue }
        for chat in found { counts[chat, default: 0] += 1 }
      }
      return counts
    }

    mutating func add(_ messages: [ComparedMessage], of chat: Int) {
      for message in messages where message.hasTime {
        let key = message.key
        guard let known = chats[key] else {
          chats[key] = [chat]
          continue
        }
        if known.count < Namesakes.chatLimit, !known.contains(chat) { chats[key, default: []].append(chat) }
      }
    }
  }
}

extension Array {
  /// Returns the index of the first element for which `isLater` is true, in a list where it is true for all after that one.
  func partitioningIndex(where isLater: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isLater(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
