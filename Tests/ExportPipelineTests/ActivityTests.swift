import Testing

@testable import ExportPipeline

/// The counts of the statistics, against the plainest way of counting.
@Suite struct ActivityTests {
  /// A generator of equal numbers in every run.
  private struct Dice: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  private static func activity(_ days: [Int32]) -> Activity {
    var tally = ActivityTally()
    for day in days { tally.add(day: day, minute: 600) }
    return tally.finish()
  }

  @Test(
    "Every message is counted on its day and in its hour of the week, in any order", arguments: [1, 2, 3])
  func counts(seed: UInt64) {
    var dice = Dice(state: seed)
    var tally = ActivityTally()
    var days: [Int: Int] = [:]
    var hours = [Int32](repeating: 0, count: 168)
    for _ in 0..<20_000 {
      let (day, minute) = (
        Int.random(in: -3_000...3_000, using: &dice), Int.random(in: 0..<1440, using: &dice)
      )
      tally.add(day: Int32(day), minute: Int16(minute))
      days[day, default: 0] += 1
      // 1969-12-29 was a Monday.
      hours[((day + 3) % 7 + 7) % 7 * 24 + minute / 60] += 1
    }
    let activity = tally.finish()
    #expect(
      activity.days
        == days.sorted { $0.key < $1.key }.map { Activity.ActiveDay(day: $0.key, messages: $0.value) })
    #expect(activity.hours == hours)
    #expect(activity.messages == 20_000)
  }

  @Test("The busiest day, the longest run of days and the longest silence are the first of several alike")
  func figures() {
    let activity = Self.activity([3, 3, 4, 5, 10, 11, 11, 12, 20, 21, 29])
    #expect(activity.busiest == Activity.ActiveDay(day: 3, messages: 2))
    #expect(activity.longestStreak == 3...5)
    #expect(activity.longestSilence == 13...19)
    #expect(activity.span == 27)
  }

  @Test("Without messages, or with those of one day, nothing is made up")
  func few() {
    let none = Self.activity([])
    #expect(none.busiest == nil && none.longestStreak == nil && none.longestSilence == nil && none.span == 0)
    #expect(ActivitySeries(none).counts == [])
    let one = Self.activity([7, 7])
    #expect(one.longestStreak == 7...7 && one.longestSilence == nil && one.span == 1)
    #expect(ActivitySeries(one).counts == [2])
  }

  @Test("Months without messages are stretches, too")
  func gaps() {
    // 1970-01-31, 1970-04-01, 1970-04-02.
    let series = ActivitySeries(Self.activity([30, 90, 91]))
    #expect(series.counts == [1, 0, 0, 2] && series.months == 1)
    #expect(series.start(of: 3) == (1970, 4))
  }

  @Test("However far apart the days are, there are few stretches, and every message is in its own")
  func far() {
    for far: Int32 in [7_000, 7_400, 80_000, 900_000, 2_900_000] {
      for start: Int32 in [-690_000, 0] {
        let series = ActivitySeries(Self.activity([start, start, start + far]))
        #expect(series.counts.count <= ActivitySeries.mostStretches)
        #expect(series.counts.first == 2 && series.counts.last == 1)
        #expect(series.counts.reduce(0, +) == 3)
      }
    }
    let decades = ActivitySeries(Self.activity([0, 365 * 300]))
    #expect(decades.months == 120)
    #expect(decades.start(of: 0) == (1970, 1) && decades.lastYear(of: 0) == 1979)
  }
}
