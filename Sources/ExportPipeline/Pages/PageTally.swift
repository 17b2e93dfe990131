import BubbleLayout
import ChatModel
import Frames
import ICU
import Storage

/// A page's counts for the overview of its conversation: who wrote how much in which month, who spoke first after a silence, how
/// soon answers came, and which messages have a text.
///
/// Like the rest of a page, they depend on its own messages, on the message before it, and on the messages that its messages answer.
struct PageTally: Sendable, Equatable {
  /// A person in a month.
  struct PersonMonth: Sendable, Hashable {
    /// The month, counted from January of the year 0.
    var month: Int32
    /// The sender's index.
    var sender: Int32
  }

  /// A silence is at least as long, in seconds: a night.
  static let silence: Int64 = 6 * 3600
  /// A message answers the one just before it if it comes at most as late, in seconds.
  private static let conversing: Int64 = 30 * 60

  /// The messages of each person in each month.
  private(set) var months: [PersonMonth: Int] = [:]
  /// The number of times that each person wrote first after a silence, by the sender's index.
  private(set) var openers: [Int32: Int] = [:]
  /// The number of answers by the time they took (``AnswerTimes``).
  private(set) var answers: [Int32: Int] = [:]
  /// The indexes of the first and the last message with a text; nil if there is none.
  private(set) var firstText: Int32?
  private(set) var lastText: Int32?
  /// True if a time is not at a full minute.
  private(set) var hasSeconds = false

  /// The message before the next one.
  private var before: GroupKey?
  /// True if the conversation begins with the next message.
  private var isAtStart = false
  /// The day met last, with its month.
  private var known: (day: Int32, month: Int32)?

  /// A tally without messages.
  init() {}

  /// Begins after the message before the page; nil if the page is the conversation's first.
  init(after before: GroupKey?) {
    self.before = before
    isAtStart = before == nil
  }

  /// Adds the next message; `quote` is the one that it answers.
  mutating func add(_ message: Message, _ key: GroupKey, at index: Int, answering quote: QuotedMessage?) {
    defer {
      before = key
      isAtStart = false
    }
    guard !key.isNotice else { return }
    if message.hasText {
      let index = Int32(truncatingIfNeeded: index)
      firstText = firstText ?? index
      lastText = index
    }
    guard let seconds = key.seconds, let day = key.day else { return }
    if seconds % 60 != 0 { hasSeconds = true }
    guard key.sender >= 0 else { return }
    months[PersonMonth(month: month(of: day), sender: key.sender), default: 0] += 1
    addPause(before: key, seconds, answering: quote)
  }

  private mutating func addPause(before key: GroupKey, _ seconds: Int64, answering quote: QuotedMessage?) {
    let pause = before?.seconds.map { seconds &- $0 }
    if isAtStart || pause.map({ $0 >= Self.silence }) ?? false { openers[key.sender, default: 0] += 1 }
    var answer: Int64?
    if let quote, quote.page != nil {
      guard let sender = quote.sender?.value, sender != key.sender else { return }
      answer = quote.instant.map { seconds &- $0.seconds }
    } else if let before, let pause, !before.isNotice, before.sender >= 0, before.sender != key.sender,
      pause <= Self.conversing
    {
      answer = pause
    }
    if let answer, let bucket = AnswerTimes.bucket(of: answer) { answers[bucket, default: 0] += 1 }
  }

  private mutating func month(of day: Int32) -> Int32 {
    if let known, known.day == day { return known.month }
    let date = CivilDate(daysSince1970: Int(day))
    let month = Int32(truncatingIfNeeded: date.year * 12 + date.month - 1)
    known = (day, month)
    return month
  }

  static func == (one: PageTally, other: PageTally) -> Bool { one.encoded == other.encoded }
}

/// The times that answers took, in buckets: of a second each below ten minutes, then of the nearest minute each up to a day.
enum AnswerTimes {
  private static let exact: Int64 = 600
  private static let longest: Int64 = 24 * 3600

  /// The bucket of an answer after some seconds; nil for later answers, and for those before the message.
  static func bucket(of seconds: Int64) -> Int32? {
    guard (0...longest).contains(seconds) else { return nil }
    return Int32(seconds < exact ? seconds : exact + (seconds - exact + 30) / 60)
  }

  /// The time of a bucket in seconds.
  static func seconds(of bucket: Int32) -> Int {
    bucket < Int32(exact) ? Int(bucket) : Int(exact) + (Int(bucket) - Int(exact)) * 60
  }
}

extension Message {
  /// True if its sender wrote a text that stays to be seen.
  fileprivate var hasText: Bool {
    if extras?.isViewOnce == true { return false }
    switch content {
    case .text(let text): return !text.string.isEmpty
    case .media(_, let caption): return !caption.string.isEmpty
    case .system, .part: return false
    }
  }
}

extension PageTally {
  /// The counts in canonical form, for the next export and for other processes.
  var encoded: [UInt8] {
    var encoder = StableEncoder()
    encoder.add(months.count)
    for (key, count) in months.sorted(by: { ($0.key.month, $0.key.sender) < ($1.key.month, $1.key.sender) }) {
      encoder.add(key.month)
      encoder.add(key.sender)
      encoder.add(count)
    }
    for counts in [openers, answers] {
      encoder.add(counts.count)
      for (key, count) in counts.sorted(by: { $0.key < $1.key }) {
        encoder.add(key)
        encoder.add(count)
      }
    }
    encoder.add(firstText)
    encoder.add(lastText)
    encoder.add(hasSeconds)
    return encoder.bytes
  }

  /// Decodes counts; nil if the bytes are not valid.
  init?(_ bytes: ArraySlice<UInt8>) {
    // A page has fewer messages.
    let plausible = 1...1 << 32
    func pair(_ decoder: inout StableDecoder) -> (Int32, Int)? {
      guard let key = decoder.integer(as: Int32.self), let count = decoder.integer(), plausible ~= count
      else { return nil }
      return (key, count)
    }
    var decoder = StableDecoder(bytes)
    let months = decoder.list { decoder -> (PersonMonth, Int)? in
      guard let month = decoder.integer(as: Int32.self), let (sender, count) = pair(&decoder) else {
        return nil
      }
      return (PersonMonth(month: month, sender: sender), count)
    }
    guard let months, let openers = decoder.list(pair), let answers = decoder.list(pair),
      let firstText = decoder.optional({ $0.integer(as: Int32.self) }),
      let lastText = decoder.optional({ $0.integer(as: Int32.self) }), let hasSeconds = decoder.flag(),
      decoder.isAtEnd
    else { return nil }
    self.months = Dictionary(months) { $0 + $1 }
    self.openers = Dictionary(openers) { $0 + $1 }
    self.answers = Dictionary(answers) { $0 + $1 }
    (self.firstText, self.lastText, self.hasSeconds) = (firstText, lastText, hasSeconds)
  }
}
