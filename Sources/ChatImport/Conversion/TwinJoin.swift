import ChatModel
import Storage

/// The messages of two exports of one conversation, each of them once.
///
/// A message is known again by sender and text, at nearly the same time. Of a message that both have, the first export's counts, unless
/// only the other one has its file.
struct TwinJoin {
  /// Who the senders of the other export are in the first one.
  let senders: [Int: Int]
  /// The number under which the other export's messages stand.
  let input: Int
  /// All messages, and for each whether its sender is one of the other export's.
  private(set) var messages: [(message: TwinMessage, isOther: Bool)] = []
  private(set) var known = 0
  private(set) var new = 0

  /// The most seconds by which the clocks of two phones differ, one of which may write minutes.
  private static let tolerance: Int64 = 90
  /// The width of the steps in which zones differ, in seconds.
  private static let zoneStep: Int64 = 900
  /// The most seconds by which two zones differ.
  private static let zoneLimit: Int64 = 26 * 3600

  private struct Speech: Hashable {
    var sender: Int
    var text: UInt64
    var isNotice: Bool
  }

  /// `files` has for each export the folder that paths of its files are relative to.
  init(
    base: [TwinMessage], other: [TwinMessage], senders: [Int: Int],
    files: (base: InputFolder, other: InputFolder), hasOtherClock: Bool = false
  ) {
    func baseHas(_ path: String) -> Bool { (try? files.base.beginning(of: path)) != nil }
    func otherHas(_ path: String) -> Bool { (try? files.other.beginning(of: path)) != nil }
    self.senders = senders
    input = base.first?.entry.input ?? 0
    messages = base.map { ($0, false) }
    // By what was said, the messages of the first export in the order of their times.
    let times = base.indices.sorted { (base[$0].seconds, $0) < (base[$1].seconds, $1) }
    var positions: [Speech: [Int]] = [:]
    for index in times {
      positions[Self.speech(base[index], sender: base[index].sender), default: []].append(index)
    }
    var isTaken = [Bool](repeating: false, count: base.count)
    let offsets = hasOtherClock ? Self.offsets(other, senders, base, positions) : []
    var offset = offsets.first?.seconds ?? 0
    var missing: [(message: TwinMessage, sender: Int?)] = []
    for index in other.indices.sorted(by: { (other[$0].seconds, $0) < (other[$1].seconds, $1) }) {
      // The clocks of a zone are set twice a year: those of the nearest messages tell.
      if let nearest = offsets.last(where: { $0.from <= other[index].seconds }) { offset = nearest.seconds }
      let message = other[index].moved(by: offset)
      let sender = message.sender.map { senders[$0] ?? -2 - $0 }
      let same = positions[Self.speech(message, sender: sender)] ?? []
      guard let position = Self.nearest(message.seconds, same, base, where: { !isTaken[$0] }) else {
        missing.append((message, sender))
        continue
      }
      isTaken[position] = true
      known += 1
      if let file = message.file, otherHas(file), !(base[position].file.map(baseHas) ?? false) {
        messages[position] = (message.moved(to: base[position].entry.time), true)
      }
    }
    for (message, sender) in missing {
      // A page words links, calls and events in another way.
      let position =
        !hasOtherClock
        ? nil
        : Self.nearest(message.seconds, times, base) { position in
          !isTaken[position] && (base[position].sender == sender || base[position].isNotice)
        }
      if let position {
        isTaken[position] = true
        known += 1
      } else {
        new += 1
        messages.append((message, true))
      }
    }
  }

  /// What was said and by whom. Notices are one person's like another's: each phone words them for its owner.
  private static func speech(_ message: TwinMessage, sender: Int?) -> Speech {
    message.isNotice
      ? Speech(sender: -1, text: 0, isNotice: true)
      : Speech(sender: sender ?? -1, text: message.isText ? message.text : 0, isNotice: false)
  }

  /// Returns the one of `positions`, which are in the order of their times, that is nearest to a time.
  private static func nearest(
    _ time: Int64, _ positions: [Int], _ base: [TwinMessage], where isFree: (Int) -> Bool
  ) -> Int? {
    var (low, high) = (0, positions.count)
    while low < high {
      let middle = (low + high) / 2
      if base[positions[middle]].seconds < time - tolerance { low = middle + 1 } else { high = middle }
    }
    var best: Int?
    while low < positions.count, base[positions[low]].seconds <= time + tolerance {
      let position = positions[low]
      low += 1
      guard isFree(position) else { continue }
      if let found = best, abs(base[found].seconds - time) <= abs(base[position].seconds - time) { continue }
      best = position
    }
    return best
  }

  // MARK: Another clock

  /// Returns from which time on the other clock is how many seconds behind the first one.
  private static func offsets(
    _ other: [TwinMessage], _ senders: [Int: Int], _ base: [TwinMessage], _ positions: [Speech: [Int]]
  ) -> [(from: Int64, seconds: Int64)] {
    var offsets: [(from: Int64, seconds: Int64)] = []
    var counts: [Int64: Int] = [:]
    var pairs: [(time: Int64, seconds: Int64)] = []
    for message in other.sorted(by: { $0.seconds < $1.seconds }) where message.isText {
      guard let sender = message.sender.flatMap({ senders[$0] }),
        let found = positions[speech(message, sender: sender)], found.count == 1
      else { continue }
      let seconds = base[found[0]].seconds - message.seconds
      guard abs(seconds) <= zoneLimit else { continue }
      // The other clock may tell minutes only.
      let steps = Int64((Double(seconds - 30) / Double(zoneStep)).rounded())
      guard abs(seconds - 30 - steps * zoneStep) <= 60 else { continue }
      pairs.append((message.seconds, steps * zoneStep))
      counts[steps * zoneStep, default: 0] += 1
    }
    // A zone has two, and one that moved some more.
    let usual = Set(counts.filter { $0.value * 20 >= pairs.count }.keys)
    for pair in pairs where usual.contains(pair.seconds) && offsets.last?.seconds != pair.seconds {
      offsets.append((offsets.isEmpty ? .min : pair.time, pair.seconds))
    }
    return offsets
  }
}

extension TwinMessage {
  fileprivate func moved(by seconds: Int64) -> TwinMessage {
    seconds == 0 ? self : moved(to: entry.time + seconds * 1000)
  }

  fileprivate func moved(to time: Int64) -> TwinMessage { TwinMessage(self, time: time) }
}
