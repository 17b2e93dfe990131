import ChatModel

/// Conversations of one name, each from an export without ids, grouped by chat.
///
/// Two are one chat if they have messages in common: in the overlap of their periods, at least half of the longer texts that one of
/// them has there, or both if each has a beginning of its own. Short texts, which two people may send within a minute by chance,
/// count only if they are half of all messages of both. Without an overlap they are one if nothing contradicts: a chat has one
/// beginning, its message numbers ascend, and somebody speaks in both parts. A conversation that could belong to either of two chats is
/// left alone. Exports are compared in the order of their first messages, so the result does not depend on the order of the inputs.
struct Namesakes {
  /// An export with the facts used to compare it.
  private struct Copy {
    var index: Int
    var messages: [ComparedMessage]
    /// The names of all participants, by their indexes.
    var names: [String]
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
    /// The times of all messages and of longer texts, export by export, each in order.
    var times: [[Int64]] = []
    var distinctTimes: [[Int64]] = []
  }

  /// The numbers of messages that an export and a chat have in common, and of longer texts among them.
  private struct Common {
    var all = 0
    var distinct = 0
  }

  /// Evidence that two conversations are two chats.
  enum Contradiction: String, Comparable {
    case numbers = "messages of one number differ"
    case period = "in one period they have little or nothing in common"
    case beginning = "each has a beginning of its own"
    case people = "nobody speaks in both"
    case export = "one export has both"
    case ambiguity = "more than one of them may go on in another"

    static func < (one: Contradiction, other: Contradiction) -> Bool { one.rawValue < other.rawValue }
  }

  private var copies: [Copy] = []

  /// The most chats of one name that are searched for a chat's continuation.
  private static let chatLimit = 64

  /// Adds an export's messages.
  mutating func add(_ messages: [ComparedMessage], of builder: ConversationBuilder) {
    let names = builder.participants.participants.map(\.name)
    var copy = Copy(
      index: copies.count, messages: messages, names: names,
      people: Set(messages.lazy.compactMap(\.sender).map { names[$0] }),
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
      let common = texts.common(copy, chats)
      let numbered = Self.numbered(copy.messages, ids)
      var joined: Int?
      var possible: [Int] = []
      // Chats with most in common first.
      let likely = Set(common.keys).union(numbered.keys).sorted {
        let (one, other) = (common[$0] ?? Common(), common[$1] ?? Common())
        return (other.distinct, other.all, $0) < (one.distinct, one.all, $1)
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
        if let common = common[chat], Self.isProof(common, copy, chats[chat]) {
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
      texts.add(copy, of: chat)
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
    let timed = copy.messages.filter(\.hasTime)
    chat.times.append(timed.map(\.seconds).sorted())
    chat.distinctTimes.append(timed.filter(\.isDistinct).map(\.seconds).sorted())
  }

  /// Returns, for each chat with messages of equal numbers, how many there are and how many of them agree.
  private static func numbered(
    _ messages: [ComparedMessage], _ ids: [UInt64: [(chat: Int, message: ComparedMessage)]]
  ) -> [Int: (all: Int, equal: Int)] {
    guard !ids.isEmpty else { return [:] }
    var counts: [Int: (all: Int, equal: Int)] = [:]
    for message in messages {
      guard let id = message.id else { continue }
      for (chat, other) in (ids[id] ?? []).prefix(chatLimit) {
        // Notices have the time of the preceding message.
        let isEqual =
          message.text == other.text && message.kind == other.kind
          || !message.isNotice && abs(message.seconds - other.seconds) <= 1
        let count = counts[chat] ?? (0, 0)
        counts[chat] = (count.all + 1, count.equal + (isEqual ? 1 : 0))
      }
    }
    return counts
  }

  /// The least number of short texts in common that count as proof.
  private static let leastShort = 2

  /// True if the messages in common prove that the export is of the chat, given each one's messages in the period of both.
  private static func isProof(_ common: Common, _ copy: Copy, _ chat: Chat) -> Bool {
    let start = max(copy.first, chat.first)
    let end = max(start, min(copy.last, chat.last))
    guard start < .max else { return false }
    let period = start - ComparedMessage.tolerance...end + ComparedMessage.tolerance
    func count(_ times: [[Int64]]) -> Int {
      times.reduce(0) { count, times in
        count + times.partitioningIndex { $0 > period.upperBound }
          - times.partitioningIndex { $0 >= period.lowerBound }
      }
    }
    let own = copy.messages.filter { $0.hasTime && period.contains($0.seconds) }
    if common.distinct > 0 {
      let isHalfOfOwn = common.distinct * 2 >= own.count(where: \.isDistinct)
      let isHalfOfChat = common.distinct * 2 >= count(chat.distinctTimes)
      let isEnough =
        haveTwoBeginnings(copy, chat) ? isHalfOfOwn && isHalfOfChat : isHalfOfOwn || isHalfOfChat
      if isEnough { return true }
    }
    let others = count(chat.times)
    guard !haveTwoBeginnings(copy, chat), common.all * 2 >= own.count, common.all * 2 >= others else {
      return false
    }
    return common.all >= min(leastShort, max(own.count, others))
  }

  /// True if both have a beginning, at different times.
  private static func haveTwoBeginnings(_ copy: Copy, _ chat: Chat) -> Bool {
    guard let one = copy.beginning, let other = chat.beginning else { return false }
    return abs(one.subtractingReportingOverflow(other).partialValue / 2) > ComparedMessage.tolerance / 2
  }

  /// Returns the evidence that an export is of another chat, if it begins no earlier than the chat and has too little in common with it.
  private static func contradiction(_ copy: Copy, _ chat: Chat) -> Contradiction? {
    if copy.isOnlyOfExport, chat.inputs.contains(copy.input) { return .export }
    if chat.last > .min, copy.first < chat.last - ComparedMessage.tolerance { return .period }
    if copy.beginning != nil { return .beginning }
    if let numbers = copy.numbers, let last = chat.lastNumber, numbers.lowerBound <= last { return .numbers }
    if !copy.people.isEmpty, !chat.people.isEmpty, copy.people.isDisjoint(with: chat.people) {
      return .people
    }
    return nil
  }

  /// The chats with a text at a minute.
  private struct MessageIndex {
    /// A chat with a text, and its sender there: nil for notices.
    private struct Holder: Equatable {
      var chat: Int
      var sender: String?
    }

    private var holders: [TextAndMinute: [Holder]] = [:]

    /// Returns the numbers of messages that chats have in common with an export.
    func common(_ copy: Copy, _ chats: [Chat]) -> [Int: Common] {
      guard !holders.isEmpty else { return [:] }
      var counts: [Int: Common] = [:]
      for message in copy.messages where message.hasTime {
        let sender = message.sender.map { copy.names[$0] }
        let found = message.keys.flatMap { holders[$0] ?? [] }.filter { holder in
          // It may be one person with two names, but not two people who are in both.
          guard let sender, let other = holder.sender, sender != other else { return true }
          return !chats[holder.chat].people.contains(sender) || !copy.people.contains(other)
        }
        for chat in Set(found.map(\.chat)) {
          counts[chat, default: Common()].all += 1
          if message.isDistinct { counts[chat, default: Common()].distinct += 1 }
        }
      }
      return counts
    }

    mutating func add(_ copy: Copy, of chat: Int) {
      for message in copy.messages where message.hasTime {
        let holder = Holder(chat: chat, sender: message.sender.map { copy.names[$0] })
        let known = holders[message.key] ?? []
        if known.count < Namesakes.chatLimit, !known.contains(holder) {
          holders[message.key, default: []].append(holder)
        }
      }
    }
  }
}

extension Array {
  /// Returns the index of the first element for which `isLater` is true; it must be true for all elements after that one.
  func partitioningIndex(where isLater: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isLater(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
