import ChatModel

/// The counts of all pages for the overview. Its size grows with the months, not with people or messages.
struct OverviewTally: Sendable {
  /// The people who are told apart over time; the others are counted together.
  static let peopleApart = 7

  /// The people who are told apart, those with most messages first.
  let ranked: [Int]
  /// The messages by month, counted from January of the year 0: of each ranked person, then of all others.
  private(set) var months: [Int32: [Int]] = [:]
  private var rank: [Int32: Int] = [:]
  private var openers: [Int32: Int] = [:]
  private var answers: [Int32: Int] = [:]
  /// The indexes of the first and the last message with a text; nil if there is none.
  private(set) var firstText: Int32?
  private(set) var lastText: Int32?
  /// True if a time is not at a full minute.
  private(set) var hasSeconds = false

  init(of survey: ConversationSurvey) {
    ranked = survey.byMessages.prefix(Self.peopleApart).filter { survey.facts.senders[$0].messages > 0 }
    for (number, index) in ranked.enumerated() { rank[Int32(truncatingIfNeeded: index)] = number }
  }

  /// Adds the counts of the next page.
  mutating func add(_ page: PageTally) {
    for (key, count) in page.months {
      months[key.month, default: Array(repeating: 0, count: ranked.count + 1)][
        rank[key.sender] ?? ranked.count] += count
    }
    openers.merge(page.openers, uniquingKeysWith: +)
    answers.merge(page.answers, uniquingKeysWith: +)
    firstText = firstText ?? page.firstText
    lastText = page.lastText ?? lastText
    hasSeconds = hasSeconds || page.hasSeconds
  }

  /// The number of silences, and the person who most often wrote first after one, the first of several; nil if fewer than two did.
  var opener: (person: Int, times: Int, silences: Int)? {
    guard openers.count > 1,
      let first = openers.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })
    else { return nil }
    return (Int(first.key), first.value, openers.values.reduce(0, +))
  }

  /// The median of the answer times in seconds, and the number of answers; nil without answers.
  var answerTime: (seconds: Int, answers: Int)? {
    let count = answers.values.reduce(0, +)
    guard count > 0 else { return nil }
    let sorted = answers.sorted { $0.key < $1.key }
    func seconds(of index: Int) -> Int {
      var left = index
      for (bucket, count) in sorted {
        if left < count { return AnswerTimes.seconds(of: bucket) }
        left -= count
      }
      return 0
    }
    return ((seconds(of: (count - 1) / 2) + seconds(of: count / 2)) / 2, count)
  }
}

/// The tints of days or weeks by their messages.
///
/// The limits follow from the 95th percentile of those with messages, so that one huge day does not make all others pale.
struct DayTints: Sendable {
  private let high: Int

  /// The tints for these numbers of messages, in any order; zeros do not count.
  init(_ counts: some Sequence<Int>) {
    let sorted = counts.filter { $0 > 0 }.sorted()
    high = max(4, sorted.isEmpty ? 0 : sorted[(sorted.count * 95 + 99) / 100 - 1])
  }

  /// The tint of a number of messages, 0 to 4: up to an eighth, three eighths and three quarters of the percentile, and above.
  func tint(of count: Int) -> UInt8 {
    if count <= 0 { return 0 }
    return 1 + (count * 8 > high ? 1 : 0) + (count * 8 > high * 3 ? 1 : 0) + (count * 4 > high * 3 ? 1 : 0)
  }

  /// The smallest number of the last tint.
  var last: Int { high * 3 / 4 + 1 }
}
