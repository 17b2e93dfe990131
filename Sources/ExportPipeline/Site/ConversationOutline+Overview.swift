import BubbleLayout
import ChatModel
import Frames
import ICU
import Phrases
import Reuse
import SiteWriter

extension ConversationOutline {
  /// Links by day up to so many days: above, a drawing of 12 years would have 350 kB.
  private static let daysLinked = 3 * 366
  /// Years that are shown one below the other, with their days at once.
  private static let yearsOpen = 5
  /// The most years in a calendar, the last ones; a date in the far future would bring thousands.
  private static let mostYears = 60
  /// Beyond so many, years without messages are left out.
  private static let yearsWithGaps = 30

  /// Returns the pictures of the conversation's front.
  ///
  /// - Throws: errors of reading the gallery's items and the messages that are quoted.
  func overview(
    people: [Person], pages: [RenderedPage], gallery: Gallery, tally: OverviewTally
  ) throws -> OverviewModel {
    var overview = OverviewModel()
    let photos = try gallery.photos(of: self)
    (overview.sentence, overview.media, overview.cover) = (sentence, media, photos.cover)
    let starts = DayStarts(pages)
    if survey.facts.activity.days.count > 1 {
      overview.calendar = calendar(starts)
      overview.band = band(people: people, tally)
    }
    overview.quotes = try quotes(tally, people)
    overview.quotesTitle = phrases(overview.quotes.count > 1 ? .firstAndLast : .firstMessage)
    overview.facts = facts(tally, people, starts, photos)
    return overview
  }

  // MARK: Sentence

  private var sentence: (before: String, strong: String, after: String) {
    let count = survey.facts.messageCount
    let messages = phrases(.countedMessages, count: count, shown: dates.integer(count))
    let writers = writerCount
    let people =
      writers > 0 ? phrases(.countedPeople, count: writers, shown: dates.integer(writers)) : ""
    guard let days = wholeRange, let span = span(of: days), writers > 0 else {
      let rest = [people, dateRange].filter { !$0.isEmpty }
      return ("", messages, rest.map { " · " + $0 }.joined())
    }
    let whole = phrases(
      .overviewSentence, .messages(messages), .people(people), .span(span), .dates(dateRange))
    guard let range = whole.firstRange(of: messages) else { return (whole, "", "") }
    return (String(whole[..<range.lowerBound]), messages, String(whole[range.upperBound...]))
  }

  /// The number of people who wrote anything.
  private var writerCount: Int {
    survey.participants.participants.indices.filter { survey.facts.senders[$0].messages > 0 }.count
  }

  /// The first and the last day of the conversation.
  private var wholeRange: (first: CivilDate, last: CivilDate)? {
    guard let first = survey.facts.activity.days.first, let last = survey.facts.activity.days.last else {
      return nil
    }
    return (CivilDate(daysSince1970: first.day), CivilDate(daysSince1970: last.day))
  }

  /// The number of months that the conversation fills, the last one begun, in words: `2 years and 7 months`; nil if it is one.
  private func span(of days: (first: CivilDate, last: CivilDate)) -> String? {
    let begun = (days.last.year - days.first.year) * 12 + days.last.month - days.first.month
    let months = begun + (days.last.day < days.first.day ? 0 : 1)
    guard months > 1 else { return nil }
    let (years, rest) = (months / 12, months % 12)
    let inYears = phrases(.spanYears, count: years, shown: dates.integer(years))
    let inMonths = phrases(.spanMonths, count: rest, shown: dates.integer(rest))
    if years == 0 { return inMonths }
    return rest == 0 ? inYears : phrases(.yearsAndMonths, .first(inYears), .last(inMonths))
  }

  /// The numbers of photos, videos and recordings, without zeros.
  private var media: String {
    let files = survey.facts.files
    let counts: [(Phrase, Int)] = [
      (.countedPhotos, files.photos), (.countedVideos, files.videos),
      (.countedVoiceMessages, files.recordings),
    ]
    return counts.filter { $0.1 > 0 }.map { phrases($0, count: $1, shown: dates.integer($1)) }
      .joined(separator: " · ")
  }

  // MARK: Days

  private func calendar(_ starts: DayStarts) -> DayCalendar? {
    let days = survey.facts.activity.days
    guard let range = wholeRange,
      let (first, last) = days.first.flatMap({ first in days.last.map { (first.day, $0.day) } })
    else { return nil }
    let counts = Dictionary(days.map { ($0.day, $0.messages) }) { $0 + $1 }
    let tints = DayTints(counts.values)
    var calendar = DayCalendar(
      key: (dates.integer(0), phrases(.daysWithMore, .number(dates.integer(tints.last)))))
    let tops = days.sorted { ($1.messages, $0.day) < ($0.messages, $1.day) }.prefix(3)
    calendar.tops = tops.map {
      OverviewFact(
        title: dates.shortDate(CivilDate(daysSince1970: $0.day)), detail: dates.integer($0.messages),
        address: starts.address(of: $0.day))
    }
    let years = calendarYears(from: range.first.year, through: range.last.year, days)
    calendar.isFolded = years.count > Self.yearsOpen
    calendar.hasWideNames = shortMonths.isWide
    let monthStarts = monthAddresses
    let sheet = CalendarSheet(
      first: first, last: last, counts: counts, tints: tints, tops: Set(tops.map(\.day)),
      linksDays: last - first < Self.daysLinked)
    calendar.years = years.map { year(of: $0, on: sheet, starts, monthStarts) }
    let weeks = calendar.years.map { $0.months.flatMap(\.squares).map(\.column).max() ?? 0 }
    calendar.columns = max(53, (weeks.max() ?? 0) + 1)
    if calendar.isFolded { addWeeks(to: &calendar, sheet, years) }
    return calendar
  }

  /// The facts that all years of a calendar share.
  private struct CalendarSheet {
    /// The first and the last day with messages, as days since 1970.
    var first: Int
    var last: Int
    /// The messages by day.
    var counts: [Int: Int]
    var tints: DayTints
    var tops: Set<Int>
    /// True if each day is a link; otherwise months are.
    var linksDays: Bool
  }

  private func calendarYears(from first: Int, through last: Int, _ days: [Activity.ActiveDay]) -> [Int] {
    if last - first < Self.yearsWithGaps { return Array(first...last) }
    var years: [Int] = []
    for day in days {
      let year = CivilDate(daysSince1970: day.day).year
      if years.last != year { years.append(year) }
    }
    return years.suffix(Self.mostYears)
  }

  private func year(
    of number: Int, on sheet: CalendarSheet, _ starts: DayStarts, _ monthStarts: [Int: MessageAddress]
  ) -> DayCalendar.CalendarYear {
    var year = DayCalendar.CalendarYear(title: dates.year(number), detail: "")
    var (messages, active) = (0, 0)
    guard let newYear = CivilDate(year: number, month: 1, day: 1)?.daysSince1970 else { return year }
    let offset = column(ofWeekday: newYear)
    var day = newYear
    for month in 1...12 {
      let end = day + CivilDate.dayCount(ofMonth: month, year: number)
      func edge(_ day: Int) -> Int {
        let position = day - newYear + offset
        return position / 7 * DayCalendar.step + (position % 7 == 0 ? 0 : DayCalendar.step / 2)
      }
      var drawn = DayCalendar.CalendarMonth(
        name: shortMonths.names[month - 1], start: edge(day), end: edge(end))
      var inMonth = 0
      for date in day..<end where (sheet.first...sheet.last).contains(date) {
        let count = sheet.counts[date] ?? 0
        let position = date - newYear + offset
        var square = DayCalendar.Square(
          column: position / 7, row: position % 7, tint: sheet.tints.tint(of: count))
        if count > 0 {
          inMonth += count
          active += 1
          square.isTop = sheet.tops.contains(date)
          if sheet.linksDays, let address = starts.address(of: date) {
            square.address = address
            square.title =
              "\(dates.shortDate(CivilDate(daysSince1970: date))): \(dates.integer(count))"
          }
        }
        drawn.squares.append(square)
      }
      if inMonth > 0, let address = monthStarts[number * 12 + month - 1] {
        drawn.address = address
        drawn.title = title(ofMonth: month, year: number, messages: inMonth)
      }
      messages += inMonth
      year.months.append(drawn)
      day = end
    }
    year.detail = messages == 0 ? phrases(.noMessages) : dates.integer(messages)
    if messages > 0, sheet.last - sheet.first < Self.yearsOpen * 366 {
      year.detail =
        phrases(.countedMessages, count: messages, shown: dates.integer(messages)) + " · "
        + phrases(.countedDays, count: active, shown: dates.integer(active))
    }
    return year
  }

  private func title(ofMonth month: Int, year: Int, messages: Int) -> String {
    let counted = phrases(.countedMessages, count: messages, shown: dates.integer(messages))
    return "\(dates.month(year: year, month: month)): \(counted)"
  }

  /// The position of a day, as days since 1970, in the language's week.
  private func column(ofWeekday day: Int) -> Int {
    // 1970-01-01 was a Thursday.
    let sinceMonday = (day + 3) % 7
    return ((sinceMonday < 0 ? sinceMonday + 7 : sinceMonday) - weekTexts.firstDay + 7) % 7
  }

  private func addWeeks(to calendar: inout DayCalendar, _ sheet: CalendarSheet, _ years: [Int]) {
    var counts = years.map { _ in [Int](repeating: 0, count: calendar.columns) }
    let index = Dictionary(years.enumerated().map { ($1, $0) }) { one, _ in one }
    for (day, messages) in sheet.counts {
      let year = CivilDate(daysSince1970: day).year
      guard let row = index[year], let newYear = CivilDate(year: year, month: 1, day: 1)?.daysSince1970
      else { continue }
      counts[row][(day - newYear + column(ofWeekday: newYear)) / 7] += messages
    }
    let tints = DayTints(counts.joined())
    for row in counts.indices where counts[row].contains(where: { $0 > 0 }) {
      let drawn = Set(calendar.years[row].months.flatMap(\.squares).map(\.column))
      calendar.years[row].weeks = counts[row].indices.map {
        drawn.contains($0) ? tints.tint(of: counts[row][$0]) : nil
      }
    }
  }

  // MARK: People over time

  private func band(people: [Person], _ tally: OverviewTally) -> PersonBand? {
    guard let first = tally.months.keys.min(), let last = tally.months.keys.max(), last > first else {
      return nil
    }
    let steps = BandSteps(first: Int(first), last: Int(last))
    var counts = Array(
      repeating: [Int](repeating: 0, count: steps.count), count: tally.ranked.count + 1)
    for (month, row) in tally.months {
      let step = steps.index(of: Int(month))
      for (rank, count) in row.enumerated() { counts[rank][step] += count }
    }
    let others = writerCount - tally.ranked.count
    if others == 0 { counts.removeLast() }
    let totals = counts[0].indices.map { step in counts.reduce(0) { $0 + $1[step] } }
    let addresses = monthAddresses
    let stepFacts = totals.enumerated().map { step, total in
      let start = steps.start(of: step)
      let address = (start..<start + steps.months).lazy.compactMap { addresses[$0] }.first
      return OverviewFact(
        title: "\(steps.title(of: step, in: dates)): \(dates.integer(total))", detail: "",
        address: total > 0 ? address : nil)
    }
    return PersonBand(
      detail: steps.months == 1 ? phrases(.perMonth) : steps.months == 3 ? phrases(.perQuarter) : "",
      people: tally.ranked.map { frontPerson(people[$0]) },
      others: others > 0 ? phrases(.otherPeople, count: others, shown: dates.integer(others)) : nil,
      counts: counts, steps: stepFacts, ticks: steps.ticks(in: dates))
  }

  /// The first message of each month, counted from January of the year 0.
  private var monthAddresses: [Int: MessageAddress] {
    Dictionary(
      survey.facts.months.map {
        (
          $0.year * 12 + $0.month - 1,
          MessageAddress(
            page: $0.firstIndex / pageSize + 1, anchor: survey.anchor(of: $0.firstIndex, id: $0.id))
        )
      }
    ) { first, _ in first }
  }

  private func frontPerson(_ person: Person) -> FrontPerson {
    FrontPerson(name: person.name, initials: person.initials, id: person.id, picture: person.avatar)
  }

  // MARK: First and last

  private func quotes(_ tally: OverviewTally, _ people: [Person]) throws -> [OverviewModel.QuotedBubble] {
    guard let first = tally.firstText, let last = tally.lastText else { return [] }
    let titles: [(Int32, Phrase)] =
      first == last ? [(first, .firstMessage)] : [(first, .firstMessage), (last, .lastMessage)]
    let quoting = QuoteLine(people: survey.participants, phrases: phrases)
    var (stream, clock) = (messages(), survey.clock)
    return try titles.compactMap { index, phrase in
      let index = Int(index)
      stream.go(to: index)
      guard let message = try stream.next(1).messages.first else { return nil }
      let sender = message.sender.map { Int($0.value) }
      let local = message.instant.map { clock.local($0) }
      let title = [
        first == last ? nil : phrases(phrase),
        local.map { dates.shortDate(CivilDate(daysSince1970: Int($0.day))) },
      ]
      return OverviewModel.QuotedBubble(
        title: title.compactMap(\.self).joined(separator: " · "),
        person: sender.flatMap { people.indices.contains($0) ? frontPerson(people[$0]) : nil }
          ?? FrontPerson(name: "", initials: "", id: .nobody),
        isMine: message.sender.map { survey.participants.isMe($0) } ?? false,
        text: quoting.line(of: message),
        time: local.map { dates.timeOfDay[min(max(Int($0.minute), 0), 1439)] } ?? "",
        address: MessageAddress(
          page: index / pageSize + 1, anchor: survey.anchor(of: index, id: message.id)))
    }
  }

  // MARK: Facts

  /// The least number of answers, of silences and of photos in a month that say something.
  private static let (leastAnswers, leastSilences, leastPhotos) = (30, 5, 3)

  private func facts(
    _ tally: OverviewTally, _ people: [Person], _ starts: DayStarts, _ photos: GalleryPhotos
  ) -> [OverviewFact] {
    var facts: [OverviewFact] = []
    let activity = survey.facts.activity
    func add(_ title: String, _ detail: String, _ address: MessageAddress?) {
      facts.append(OverviewFact(title: title, detail: detail, address: address))
    }
    func named(_ label: Phrase, _ value: String) -> String {
      phrases(.named, .label(phrases(label)), .name(value))
    }
    func range(_ days: ClosedRange<Int>) -> String {
      dates.dateRange(
        CivilDate(daysSince1970: days.lowerBound), CivilDate(daysSince1970: days.upperBound))
    }
    func counted(_ days: ClosedRange<Int>) -> String {
      phrases(.countedDays, count: days.count, shown: dates.integer(days.count))
    }
    if activity.days.count > 1, let busiest = activity.busiest {
      let messages = phrases(
        .countedMessages, count: busiest.messages, shown: dates.integer(busiest.messages))
      add(
        named(.busiestDay, messages), dates.day(CivilDate(daysSince1970: busiest.day)),
        starts.address(of: busiest.day))
    }
    if let streak = activity.longestStreak, streak.count > 1 {
      add(named(.longestStreak, counted(streak)), range(streak), starts.address(of: streak.lowerBound))
    }
    if let silence = activity.longestSilence {
      add(
        named(.longestSilence, counted(silence)), range(silence), starts.address(of: silence.upperBound + 1))
    }
    if let opener = tally.opener, opener.silences >= Self.leastSilences,
      people.indices.contains(opener.person)
    {
      add(
        phrases(.speaksFirst, .name(people[opener.person].name)),
        phrases(
          .silencesBroken, .number(dates.integer(opener.times)), .total(dates.integer(opener.silences))), nil)
    }
    if let answer = tally.answerTime, answer.answers >= Self.leastAnswers {
      add(
        named(.answerTime, words(for: answer.seconds, hasSeconds: tally.hasSeconds)),
        phrases(.answersSooner, .total(dates.integer(answer.answers))), nil)
    }
    if let best = photos.bestMonth, best.count >= Self.leastPhotos, best.count < photos.count {
      add(
        named(.mostPhotos, dates.month(year: best.year, month: best.month)),
        phrases(.numberOfTotal, .number(dates.integer(best.count)), .total(dates.integer(photos.count))),
        best.address)
    }
    return facts
  }

  /// A time in seconds below two minutes, in minutes below two hours, else in hours.
  private func words(for seconds: Int, hasSeconds: Bool) -> String {
    if !hasSeconds, seconds < 60 { return phrases(.underMinute) }
    let (phrase, count): (Phrase, Int) =
      seconds < 120
      ? (.spanSeconds, seconds)
      : seconds < 7200 ? (.spanMinutes, (seconds + 30) / 60) : (.spanHours, (seconds + 1800) / 3600)
    return phrases(phrase, count: count, shown: dates.integer(count))
  }
}

/// The first message of each day.
struct DayStarts {
  private var addresses: [Int: MessageAddress] = [:]

  init(_ pages: [RenderedPage]) {
    for page in pages {
      for day in page.days where addresses[Int(day.day)] == nil {
        addresses[Int(day.day)] = MessageAddress(page: page.number, anchor: day.anchor)
      }
    }
  }

  /// The first message of a day, given in days since 1970; nil if the day has none.
  func address(of day: Int) -> MessageAddress? { addresses[day] }
}

/// The steps of time in which people are counted: months, quarters, or as many years as needed.
struct BandSteps {
  /// More steps would be too narrow to point at.
  private static let (mostMonths, mostSteps, mostTicks) = (72, 240, 8)

  /// The length of a step in months: 1, 3, 12, 120 and so on.
  let months: Int
  private let first: Int
  /// The number of steps.
  let count: Int

  /// The steps from one month to another, both counted from January of the year 0.
  init(first: Int, last: Int) {
    var months = last - first < Self.mostMonths ? 1 : 3
    func step(_ month: Int) -> Int { month >= 0 ? month / months : (month - months + 1) / months }
    while step(last) - step(first) >= Self.mostSteps { months *= months == 3 ? 4 : 10 }
    (self.months, self.first, count) = (months, step(first), step(last) - step(first) + 1)
  }

  /// The step of a month.
  func index(of month: Int) -> Int { (month >= 0 ? month / months : (month - months + 1) / months) - first }

  /// The first month of a step.
  func start(of step: Int) -> Int { (first + step) * months }

  private func date(of step: Int) -> (year: Int, month: Int) {
    let month = start(of: step)
    let year = month >= 0 ? month / 12 : (month - 11) / 12
    return (year, month - year * 12 + 1)
  }

  /// The months of a step in words.
  func title(of step: Int, in dates: DateTexts) -> String {
    let (year, month) = date(of: step)
    switch months {
    case 1: return dates.month(year: year, month: month)
    case 3:
      let last = CivilDate.dayCount(ofMonth: month + 2, year: year)
      guard let first = CivilDate(year: year, month: month, day: 1),
        let end = CivilDate(year: year, month: month + 2, day: last)
      else { return dates.year(year) }
      return dates.dateRange(first, end)
    case 12: return dates.year(year)
    default: return "\(dates.year(year))–\(dates.year(year + months / 12 - 1))"
    }
  }

  /// The years at the steps that begin them, not too many, and the first step's.
  func ticks(in dates: DateTexts) -> [BarChart.Tick] {
    var starts = (0..<count).filter { $0 == 0 || months > 12 || date(of: $0).month == 1 }
    // A first year of few months would be under the next one's name.
    if starts.count > 1, (starts[1] - starts[0]) * Self.mostTicks < count { starts.removeFirst() }
    let every = (starts.count + Self.mostTicks - 1) / Self.mostTicks
    return starts.enumerated().compactMap { index, step in
      // Words that begin near the end would not fit.
      guard index % max(1, every) == 0, step * 10 <= count * 9 else { return nil }
      return BarChart.Tick(bar: step, label: dates.year(date(of: step).year))
    }
  }
}
