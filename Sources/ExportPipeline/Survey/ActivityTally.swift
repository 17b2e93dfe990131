import ICU
import Storage

/// Counts the messages of each local day and of each hour of the week.
///
/// It keeps no message: its size grows with the days that have messages, and no calendar has many.
struct ActivityTally: Sendable {
  /// Consecutive messages of one day.
  private struct DayRun: Sendable {
    var day: Int32
    var messages: Int32
  }

  private var runs: [DayRun] = []
  /// The current run; nil before the first message.
  private var current: DayRun?
  /// The number of runs at which runs of one day are merged.
  private var room = 4096
  /// Messages by weekday, Monday first, and hour.
  private var hours = [Int32](repeating: 0, count: 7 * 24)
  /// The index in ``hours`` at which the current run's weekday begins.
  private var weekday = 0

  /// Adds a message of a day, counted since 1970, and a minute of it.
  @inline(__always)
  mutating func add(day: Int32, minute: Int16) {
    if current?.day != day { begin(day) }
    current?.messages &+= 1
    hours[weekday + min(max(Int(minute) / 60, 0), 23)] &+= 1
  }

  private mutating func begin(_ day: Int32) {
    if runs.count >= room {
      merge()
      room = max(room, runs.count * 2)
    }
    if let current { runs.append(current) }
    current = DayRun(day: day, messages: 0)
    // 1970-01-01 was a Thursday.
    let sinceMonday = (Int(day) + 3) % 7
    weekday = 24 * (sinceMonday < 0 ? sinceMonday + 7 : sinceMonday)
  }

  /// Merges the runs of each day and sorts them, because messages need not come in order.
  private mutating func merge() {
    runs.sort { $0.day < $1.day }
    var last = 0
    for index in runs.indices.dropFirst() {
      if runs[index].day == runs[last].day {
        runs[last].messages &+= runs[index].messages
      } else {
        last += 1
        runs[last] = runs[index]
      }
    }
    runs.removeLast(max(0, runs.count - last - 1))
  }

  /// Ends the count and returns it.
  consuming func finish() -> Activity {
    if let current { runs.append(current) }
    merge()
    return Activity(
      days: runs.map { Activity.ActiveDay(day: Int($0.day), messages: Int($0.messages)) },
      hours: hours)
  }
}

/// The days and hours at which the messages of a conversation were written.
struct Activity: Sendable, Equatable {
  /// A day with messages.
  struct ActiveDay: Sendable, Equatable {
    /// Days since 1970.
    var day: Int
    var messages: Int
  }

  /// The days with messages, in order.
  var days: [ActiveDay] = []
  /// The hours with messages: most conversations have few.
  private var busyHours: [BusyHour] = []

  fileprivate struct BusyHour: Equatable {
    /// The index in ``hours``.
    var index: UInt8
    var messages: Int32
  }

  /// No messages.
  init() {}

  /// The messages of some days; `hours` as in ``hours``.
  init(days: [ActiveDay], hours: [Int32]) {
    self.days = days
    // Copied without spare capacity, because it stays.
    busyHours = hours.indices.filter { hours[$0] > 0 }.map { BusyHour(index: UInt8($0), messages: hours[$0]) }
  }

  /// Messages by weekday, Monday first, and hour: 7 × 24.
  var hours: [Int32] {
    var hours = [Int32](repeating: 0, count: 7 * 24)
    for hour in busyHours { hours[Int(hour.index)] = hour.messages }
    return hours
  }

  /// The day with most messages, the first of several.
  var busiest: ActiveDay? {
    days.max { $0.messages < $1.messages || $0.messages == $1.messages && $0.day > $1.day }
  }

  /// The number of days from the first to the last.
  var span: Int {
    guard let first = days.first, let last = days.last else { return 0 }
    return last.day - first.day + 1
  }

  /// The messages of all days.
  var messages: Int { days.reduce(0) { $0 + $1.messages } }

  /// The most days in a row with messages, the first of several.
  var longestStreak: ClosedRange<Int>? {
    var longest: ClosedRange<Int>?
    var start = days.first?.day ?? 0
    for index in days.indices {
      if index > 0, days[index].day != days[index - 1].day + 1 { start = days[index].day }
      if days[index].day - start >= longest?.count ?? 0 { longest = start...days[index].day }
    }
    return longest
  }

  /// The most days in a row without a message between two that have some, the first of several.
  var longestSilence: ClosedRange<Int>? {
    var longest: ClosedRange<Int>?
    for (one, next) in zip(days, days.dropFirst()) where next.day - one.day - 1 > longest?.count ?? 0 {
      longest = (one.day + 1)...(next.day - 1)
    }
    return longest
  }
}

/// The messages of a conversation by stretches of equal length: months, or as many years as needed to show the whole at
/// once.
struct ActivitySeries: Sendable, Equatable {
  /// More would be too narrow to see, and a date in the far future would bring millions.
  static let mostStretches = 240

  /// The length of a stretch in months: 1, 12, 120 and so on.
  private(set) var months = 1
  /// The first month of the first stretch, counted from the year 0.
  private(set) var first = 0
  /// The messages of each stretch, also of those without any.
  private(set) var counts: [Int] = []

  /// The series of these days.
  init(_ activity: Activity) {
    func month(_ day: Activity.ActiveDay) -> Int {
      let date = CivilDate(daysSince1970: day.day)
      return date.year * 12 + date.month - 1
    }
    guard let firstDay = activity.days.first, let lastDay = activity.days.last else { return }
    while Self.stretch(of: month(lastDay), months) - Self.stretch(of: month(firstDay), months)
      >= Self.mostStretches
    {
      months *= months == 1 ? 12 : 10
    }
    let start = Self.stretch(of: month(firstDay), months)
    first = start * months
    counts = Array(repeating: 0, count: Self.stretch(of: month(lastDay), months) - start + 1)
    for day in activity.days { counts[Self.stretch(of: month(day), months) - start] += day.messages }
  }

  /// The year and month with which a stretch begins.
  func start(of stretch: Int) -> (year: Int, month: Int) {
    let month = first + stretch * months
    let year = Self.stretch(of: month, 12)
    return (year, month - year * 12 + 1)
  }

  /// The last year of a stretch.
  func lastYear(of stretch: Int) -> Int { Self.stretch(of: first + (stretch + 1) * months - 1, 12) }

  private static func stretch(of month: Int, _ months: Int) -> Int {
    month >= 0 ? month / months : (month - months + 1) / months
  }
}

extension Activity: CodedFields {
  static var blank: Activity { Activity() }

  mutating func codeFields(_ coder: inout some FieldCoder) throws(DamagedRecord) {
    try coder.code(&days)
    try coder.code(&busyHours)
  }
}

extension Activity.BusyHour: CodedFields {
  static var blank: Self { Self(index: 0, messages: 0) }

  mutating func codeFields(_ coder: inout some FieldCoder) throws(DamagedRecord) {
    try coder.code(&index)
    try coder.code(&messages)
    guard index < 7 * 24 else { throw DamagedRecord() }
  }
}

extension Activity.ActiveDay: CodedFields {
  static var blank: Self { Self(day: 0, messages: 0) }

  mutating func codeFields(_ coder: inout some FieldCoder) throws(DamagedRecord) {
    try coder.code(&day)
    try coder.code(&messages)
  }
}
