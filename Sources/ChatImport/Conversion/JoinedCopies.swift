import ChatModel
import Storage

/// The messages of two exports of one conversation, each message once.
///
/// Messages are equal if sender and text are, at times no more than ``tolerance`` apart. Of two equal messages the first export's is
/// kept, unless the other export alone has its file.
struct JoinedCopies {
  /// The participants of the first export by those of the other one.
  let senders: [Int: Int]
  /// The number of the first export, which the joined messages get.
  let input: Int
  /// All messages; `isOther` is true for those with participants of the other export.
  private(set) var messages: [(message: ComparedMessage, isOther: Bool)] = []
  /// The number of messages that both exports have.
  private(set) var known = 0
  /// The number of messages that only the other export has.
  private(set) var new = 0

  /// The most seconds between the times of one message: 60 of a clock with minutes, and 30 of difference.
  private static let tolerance: Int64 = 90
  /// The step in which zones differ, in seconds.
  private static let zoneStep: Int64 = 900
  /// The most seconds by which two zones differ: from UTC−12 to UTC+14.
  private static let zoneLimit: Int64 = 26 * 3600

  /// The sender and text by which messages are compared. Phones word notices for their owner, so all notices are equal.
  private struct Speech: Hashable {
    var sender: Int
    var text: UInt64
    var isNotice: Bool

    init(_ message: ComparedMessage, sender: Int?) {
      isNotice = message.isNotice
      self.sender = isNotice ? -1 : sender ?? -1
      text = message.isText ? message.text : 0
    }
  }

  /// Joins two exports. `files` has the folders that their attachments' paths are relative to. With `hasLocalTimes` the other export's
  /// times are local ones, which equal texts turn into exact ones.
  init(
    base: [ComparedMessage], other: [ComparedMessage], senders: [Int: Int],
    files: (base: InputFolder, other: InputFolder), hasLocalTimes: Bool = false
  ) {
    func isThere(_ path: String?, in folder: InputFolder) -> Bool {
      path.map { (try? folder.beginning(of: $0)) != nil } ?? false
    }
    self.senders = senders
    input = base.first?.entry.input ?? 0
    messages = base.map { ($0, false) }
    let byTime = base.indices.sorted { (base[$0].seconds, $0) < (base[$1].seconds, $1) }
    let positions = Dictionary(grouping: byTime) { Speech(base[$0], sender: base[$0].sender) }
    var free = positions.mapValues { UnpairedMessages($0) { base[$0].seconds } }
    let offsets = hasLocalTimes ? Self.offsets(other, senders, base, positions) : []
    var offset = offsets.first?.seconds ?? 0
    var isPaired = [Bool](repeating: false, count: base.count)
    var unknown: [(message: ComparedMessage, sender: Int?)] = []
    for index in other.indices.sorted(by: { (other[$0].seconds, $0) < (other[$1].seconds, $1) }) {
      if let latest = offsets.last(where: { $0.from <= other[index].seconds }) { offset = latest.seconds }
      let message = other[index].later(by: offset)
      // Negative: a person whom the first export lacks.
      let sender = message.sender.map { senders[$0] ?? -2 - $0 }
      let speech = Speech(message, sender: sender)
      guard let position = free[speech]?.takeNearest(to: message.seconds, within: Self.tolerance) else {
        unknown.append((message, sender))
        continue
      }
      isPaired[position] = true
      known += 1
      if isThere(message.file, in: files.other), !isThere(base[position].file, in: files.base) {
        messages[position] = (ComparedMessage(message, time: base[position].entry.time), true)
      }
    }
    guard hasLocalTimes else {
      new = unknown.count
      messages += unknown.map { ($0.message, true) }
      return
    }
    // Links, calls and events have different words in HTML and in JSON; they are paired by sender and time alone.
    let rest = byTime.filter { !isPaired[$0] }
    var notices = UnpairedMessages(rest.filter { base[$0].isNotice }) { base[$0].seconds }
    var ofSender = Dictionary(grouping: rest.filter { !base[$0].isNotice }) { base[$0].sender }
      .mapValues { UnpairedMessages($0) { base[$0].seconds } }
    for (message, sender) in unknown {
      let position =
        ofSender[sender]?.takeNearest(to: message.seconds, within: Self.tolerance)
        ?? notices.takeNearest(to: message.seconds, within: Self.tolerance)
      if position != nil {
        known += 1
      } else {
        new += 1
        messages.append((message, true))
      }
    }
  }

  // MARK: Local times

  /// Returns the seconds that local times lag behind exact ones, each with the local time (seconds) from which it holds: a zone's offset
  /// changes with summer time. The pairs are messages whose text occurs once in the first export.
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
    // A zone has two offsets, a traveller more; one that few pairs have comes from equal texts of different messages.
    let usual = Set(counts.filter { $0.value * 20 >= pairs.count }.keys)
    for pair in pairs where usual.contains(pair.seconds) && offsets.last?.seconds != pair.seconds {
      offsets.append((offsets.isEmpty ? .min : pair.time, pair.seconds))
    }
    return offsets
  }
}

extension ComparedMessage {
  /// Returns the message at a later time; one before the first time of its export has none, and stays.
  fileprivate func later(by seconds: Int64) -> ComparedMessage {
    let (time, isBeyond) = entry.time.addingReportingOverflow(seconds * 1000)
    return isBeyond ? self : ComparedMessage(self, time: time)
  }
}
