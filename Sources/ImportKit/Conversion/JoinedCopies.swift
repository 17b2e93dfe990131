import ChatModel
import Storage

/// The messages of two exports of one conversation, each message once.
///
/// Messages are equal if sender and text are, at times no more than ``ComparedMessage/tolerance`` apart. A message edited
/// or deleted in one export is matched with the message of its sender and time that only the other export has.
struct JoinedCopies {
  /// The participants of the first export by participants of the other one.
  let senders: [Int: Int]
  /// The number of the first export, which the joined messages get.
  let input: Int
  /// True if the other export has the later message; of equal ones it counts as the newer.
  let isOtherNewer: Bool
  /// All messages; `isOther` is true for messages with participants of the other export. `version` is the other export's copy of a message,
  /// which may have something this one lacks.
  private(set) var messages: [(message: ComparedMessage, isOther: Bool, version: ComparedMessage?)] = []
  /// The number of messages that both exports have.
  private(set) var known = 0
  /// The number of messages that only the other export has.
  private(set) var new = 0

  /// The step in which zones differ, in seconds.
  private static let zoneStep: Int64 = 900
  /// The most seconds by which two zones differ: from UTC−12 to UTC+14.
  private static let zoneLimit: Int64 = 26 * 3600

  /// The sender and text by which messages are compared. Phones word notices for their owner, so all notices count as equal.
  private struct Speech: Hashable {
    var sender: Int
    var text: UInt64
    var isNotice: Bool
    var kind: UInt64
    /// The name of its file, 0 for any.
    var file: UInt64

    init(_ message: ComparedMessage, sender: Int?, file: UInt64 = 0) {
      isNotice = message.isNotice
      self.sender = isNotice ? -1 : sender ?? -1
      text = message.isText ? message.text : 0
      kind = message.kind
      self.file = file
    }
  }

  /// Joins two exports. With `hasLocalTimes` the other export's times are local, and equal texts are used to make them exact. `words`
  /// returns the text of a message.
  init(
    base: [ComparedMessage], other: [ComparedMessage], senders: [Int: Int],
    hasLocalTimes: Bool = false, words: (ComparedMessage) -> String
  ) {
    self.senders = senders
    input = base.first?.entry.input ?? 0
    // An export with exact times is more precise.
    isOtherNewer =
      !hasLocalTimes && (other.map(\.entry.time).max() ?? .min) >= (base.map(\.entry.time).max() ?? .min)
    messages = base.map { ($0, false, nil) }
    let byTime = base.indices.sorted { (base[$0].seconds, $0) < (base[$1].seconds, $1) }
    var isPaired = [Bool](repeating: false, count: base.count)
    // Negative: a person whom the first export lacks.
    func sender(_ message: ComparedMessage) -> Int? { message.sender.map { senders[$0] ?? -2 - $0 } }
    var unknown: [(message: ComparedMessage, sender: Int?)] = []
    do {
      let positions =
        hasLocalTimes ? Dictionary(grouping: byTime) { Speech(base[$0], sender: base[$0].sender) } : [:]
      var offsets = (hasLocalTimes ? Self.offsets(other, senders, base, positions) : [])[...]
      var offset = offsets.first?.seconds ?? 0
      for index in other.indices.sorted(by: { (other[$0].seconds, $0) < (other[$1].seconds, $1) }) {
        // Both are in local time order.
        while let next = offsets.first, next.from <= other[index].seconds {
          offset = next.seconds
          offsets.removeFirst()
        }
        unknown.append((other[index].later(by: offset), sender(other[index])))
      }
    }
    // A file's name is better evidence than the time of a message without words, but another phone has other names.
    for names in [true, false] {
      let rest = byTime.filter { !isPaired[$0] && (!names || base[$0].file != nil) }
      var free = Dictionary(grouping: rest) {
        Speech(base[$0], sender: base[$0].sender, file: names ? base[$0].file ?? 0 : 0)
      }.mapValues { UnpairedMessages($0) { base[$0].seconds } }
      let counts = names ? [:] : Self.counts(of: rest.map { (base[$0], base[$0].sender) })
      let others = names ? [:] : Self.counts(of: unknown)
      unknown = unknown.filter { message, sender in
        guard !names || message.file != nil else { return true }
        let speech = Speech(message, sender: sender, file: names ? message.file ?? 0 : 0)
        // If several files are in one minute, one may be missing on either side: as many must be left on both.
        if !names, message.file != nil, let count = counts[Minute(speech, message)],
          count != others[Minute(speech, message)]
        {
          return true
        }
        guard let position = free[speech]?.takeNearest(to: message.seconds, within: ComparedMessage.tolerance)
        else {
          return true
        }
        pair(message, with: position, &isPaired)
        return false
      }
    }
    if !hasLocalTimes { pairVersions(&unknown, byTime.filter { !isPaired[$0] }, &isPaired, words) }
    guard hasLocalTimes else {
      new = unknown.count
      messages += unknown.map { ($0.message, true, nil) }
      return
    }
    // Links, calls and events have different words in HTML and in JSON; they are paired by sender and time alone.
    let rest = byTime.filter { !isPaired[$0] }
    var notices = UnpairedMessages(rest.filter { base[$0].isNotice }) { base[$0].seconds }
    var ofSender = Dictionary(grouping: rest.filter { !base[$0].isNotice }) { base[$0].sender }
      .mapValues { UnpairedMessages($0) { base[$0].seconds } }
    for (message, sender) in unknown {
      let position =
        ofSender[sender]?.takeNearest(to: message.seconds, within: ComparedMessage.tolerance)
        ?? notices.takeNearest(to: message.seconds, within: ComparedMessage.tolerance)
      if position != nil {
        known += 1
      } else {
        new += 1
        messages.append((message, true, nil))
      }
    }
  }

  /// Notes that `message` of the other export is the first export's message at `position`.
  private mutating func pair(_ message: ComparedMessage, with position: Int, _ isPaired: inout [Bool]) {
    isPaired[position] = true
    known += 1
    let own = messages[position].message
    if own.isRich || message.isRich || own.entry.mark != message.entry.mark {
      messages[position].version = message
    }
  }

  // MARK: Files

  /// A minute's messages by one sender with equal words.
  private struct Minute: Hashable {
    var speech: Speech
    var minute: Int64

    init(_ speech: Speech, _ message: ComparedMessage) { (self.speech, minute) = (speech, message.minute) }
  }

  /// Returns the numbers of messages with files.
  private static func counts(of messages: [(message: ComparedMessage, sender: Int?)]) -> [Minute: Int] {
    var counts: [Minute: Int] = [:]
    for (message, sender) in messages where message.file != nil {
      counts[Minute(Speech(message, sender: sender), message), default: 0] += 1
    }
    return counts
  }

  // MARK: Edited and deleted messages

  /// The most messages of a sender around one time that are compared with an edited or deleted one.
  private static let versionLimit = 32

  /// Pairs a message that is edited or deleted in one export with the message of its sender and time that only the other one has.
  private mutating func pairVersions(
    _ unknown: inout [(message: ComparedMessage, sender: Int?)], _ rest: [Int], _ isPaired: inout [Bool],
    _ words: (ComparedMessage) -> String
  ) {
    let isMarked =
      unknown.contains { $0.message.entry.mark != .none }
      || rest.contains { messages[$0].message.entry.mark != .none }
    guard isMarked, !rest.isEmpty, !unknown.isEmpty else { return }
    let ofSender = Dictionary(grouping: rest.filter { !messages[$0].message.isNotice }) {
      messages[$0].message.sender ?? -1
    }
    for change in [ConversationBuilder.MessageMark.edited, .deleted] {
      unknown = unknown.filter { message, sender in
        guard !message.isNotice, let positions = ofSender[sender ?? -1] else { return true }
        let first = positions.partitioningIndex {
          messages[$0].message.seconds >= message.seconds - ComparedMessage.tolerance
        }
        var best: (position: Int, rank: (Int64, Int))?
        for position in positions[first...].prefix(Self.versionLimit) {
          let own = messages[position].message
          guard own.seconds <= message.seconds + ComparedMessage.tolerance else { break }
          guard !isPaired[position],
            ConversationBuilder.MessageMark.areVersions(message.entry.mark, own.entry.mark, by: change)
          else { continue }
          // The nearest minute, then the most similar words.
          let rank = (abs(own.minute - message.minute), -words(own).likeness(to: words(message)))
          if best.map({ rank < $0.rank }) ?? true { best = (position, rank) }
        }
        guard let best else { return true }
        pair(message, with: best.position, &isPaired)
        return false
      }
    }
  }

  // MARK: Local times

  /// Returns how many seconds local times lag exact ones, each with the local time (seconds) from which it holds, because a zone's
  /// offset changes with summer time. The pairs are messages whose text occurs once in the first export.
  private static func offsets(
    _ other: [ComparedMessage], _ senders: [Int: Int], _ base: [ComparedMessage], _ positions: [Speech: [Int]]
  ) -> [(from: Int64, seconds: Int64)] {
    var offsets: [(from: Int64, seconds: Int64)] = []
    var counts: [Int64: Int] = [:]
    var pairs: [(time: Int64, seconds: Int64)] = []
    for message in other.sorted(by: { $0.seconds < $1.seconds }) where message.isText {
      guard let sender = message.sender.flatMap({ senders[$0] }),
        let found = positions[Speech(message, sender: sender)], found.count == 1
      else { continue }
      let seconds = base[found[0]].seconds - message.seconds
      guard abs(seconds) <= zoneLimit else { continue }
      // Local times may be whole minutes.
      let steps = Int64((Double(seconds - 30) / Double(zoneStep)).rounded())
      guard abs(seconds - 30 - steps * zoneStep) <= 60 else { continue }
      pairs.append((message.seconds, steps * zoneStep))
      counts[steps * zoneStep, default: 0] += 1
    }
    // A zone has two offsets, a traveller more; an offset with few pairs comes from equal texts of different messages.
    let usual = Set(counts.filter { $0.value * 20 >= pairs.count }.keys)
    for pair in pairs where usual.contains(pair.seconds) && offsets.last?.seconds != pair.seconds {
      offsets.append((offsets.isEmpty ? .min : pair.time, pair.seconds))
    }
    return offsets
  }
}
