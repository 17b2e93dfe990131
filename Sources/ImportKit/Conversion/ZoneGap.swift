/// The difference between the clocks of two exports of a chat from two time zones, neither of which is named.
///
/// Texts that occur once in each export are compared. Two zones differ by a multiple of a quarter of an hour, which changes for some
/// weeks if summer time begins and ends on different days.
struct ZoneGap {
  /// The seconds by which the second export's clock is slow, each with the time on it from which they hold.
  let offsets: [(from: Int64, seconds: Int64)]
  /// The number of texts that show it.
  let count: Int

  /// The step in which zones differ, in seconds.
  static let step: Int64 = 900
  /// The most seconds by which two zones differ: from UTC−12 to UTC+14.
  private static let limit: Int64 = 26 * 3600
  /// The least number of texts that show a difference.
  static let leastTexts = 4

  /// Compares the messages of two exports; nil if their clocks do not differ, or too few texts show it.
  init?(of other: [ComparedMessage], from base: [ComparedMessage]) {
    let (known, own) = (Self.timesOfTexts(base), Self.timesOfTexts(other))
    var pairs: [(time: Int64, seconds: Int64)] = []
    var counts: [Int64: Int] = [:]
    var common = 0
    for (text, time) in own {
      guard let time, case let found?? = known[text] else { continue }
      common += 1
      let seconds = found - time
      guard abs(seconds) <= Self.limit else { continue }
      let steps = Int64((Double(seconds) / Double(Self.step)).rounded())
      guard abs(seconds - steps * Self.step) <= ComparedMessage.tolerance else { continue }
      pairs.append((time, steps * Self.step))
      counts[steps * Self.step, default: 0] += 1
    }
    // An offset with few pairs comes from equal texts of different messages.
    let usual = counts.filter { $0.value * 20 >= pairs.count }
    let shown = usual.values.reduce(0, +)
    guard usual[0] == nil, shown >= Self.leastTexts, shown * 2 >= common,
      let least = usual.keys.min(), let most = usual.keys.max(), most - least <= 2 * 3600
    else { return nil }
    var offsets: [(from: Int64, seconds: Int64)] = []
    for pair in pairs.sorted(by: { ($0.time, $0.seconds) < ($1.time, $1.seconds) })
    where usual[pair.seconds] != nil && offsets.last?.seconds != pair.seconds {
      offsets.append((offsets.isEmpty ? .min : pair.time, pair.seconds))
    }
    (self.offsets, count) = (offsets, shown)
  }

  /// Returns messages of the second export at the times of the first one's clock.
  func closed(_ messages: [ComparedMessage]) -> [ComparedMessage] {
    messages.map { message in
      let next = offsets.partitioningIndex { $0.from > message.seconds }
      return message.later(by: offsets[max(0, next - 1)].seconds)
    }
  }

  /// The difference in words: `6 hours`, `5 hours 30 minutes`.
  var words: String {
    let minutes = abs(offsets[0].seconds) / 60
    let parts = [(minutes / 60, "hour"), (minutes % 60, "minute")].filter { $0.0 > 0 }
    return parts.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }.joined(separator: " ")
  }

  /// Returns the times of the longer texts in seconds; nil for a text that occurs more than once.
  private static func timesOfTexts(_ messages: [ComparedMessage]) -> [UInt64: Int64?] {
    var times: [UInt64: Int64?] = [:]
    for message in messages where message.isDistinct && message.hasTime {
      times.updateValue(times[message.text] == nil ? message.seconds : nil, forKey: message.text)
    }
    return times
  }
}

/// A sample of the texts of each chat without their times, to find two exports whose clocks may differ.
struct TextSketches {
  private var chats: [UInt64: [Int]] = [:]
  /// The most texts of a chat, the most chats of a text, and the most chats that are compared with one.
  private static let (textLimit, chatLimit, resultLimit) = (1024, 16, 4)

  /// The checksums of texts that are lowest: mostly the same texts in two exports of one chat, and always the same in every run.
  private static func sketch(_ messages: [ComparedMessage]) -> ArraySlice<UInt64> {
    Set(messages.lazy.filter(\.isDistinct).map(\.checksum)).sorted().prefix(textLimit)
  }

  /// Adds a chat.
  mutating func add(_ messages: [ComparedMessage], of chat: Int) {
    for text in Self.sketch(messages) where chats[text, default: []].count < Self.chatLimit {
      chats[text, default: []].append(chat)
    }
  }

  /// Returns the chats that have the most texts in common with another one.
  func alike(_ messages: [ComparedMessage]) -> [Int] {
    guard !chats.isEmpty else { return [] }
    var counts: [Int: Int] = [:]
    for text in Self.sketch(messages) { for chat in chats[text] ?? [] { counts[chat, default: 0] += 1 } }
    let enough = counts.filter { $0.value >= ZoneGap.leastTexts }
    return enough.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Self.resultLimit).map(\.key)
  }
}
