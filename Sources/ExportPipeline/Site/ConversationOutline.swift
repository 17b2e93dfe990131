import BubbleLayout
import ChatModel
import Frames
import ICU
import ImportKit
import Phrases
import Reuse
import SiteWriter
import Storage

/// Makes the parts of pages and the front around the conversation's messages.
struct ConversationOutline: Sendable {
  let survey: ConversationSurvey
  let dates: DateTexts
  let phrases: Phrases
  let weekTexts: WeekTexts
  let monthNames: [String]
  let shortMonths: ShortMonths
  let pageSize: Int
  /// A page with only the parts common to all pages.
  private let blank: PageModel
  /// A link to each month's first message, with its year and that message's index.
  private let months: [(year: Int, firstIndex: Int, link: MonthLink)]

  init(survey: ConversationSurvey, words: LanguageWords, pageSize: Int) {
    (self.survey, self.pageSize) = (survey, pageSize)
    (dates, phrases) = (words.dates, words.phrases)
    (weekTexts, monthNames, shortMonths) = (words.week, words.monthNames, words.shortMonths)
    var blank = PageModel(
      title: survey.info.title, number: 0, language: words.ofPages)
    blank.zone = survey.clock.zone
    self.blank = blank
    let starts = survey.facts.months
    months = starts.indices.map { index in
      let start = starts[index]
      let end = index + 1 < starts.count ? starts[index + 1].firstIndex : survey.facts.messageCount
      let link = MonthLink(
        title: words.dates.month(year: start.year, month: start.month), page: start.firstIndex / pageSize + 1,
        anchor: survey.anchor(of: start.firstIndex, id: start.id),
        count: words.dates.integer(end - start.firstIndex))
      return (start.year, start.firstIndex, link)
    }
  }

  /// The language of the conversation's pages.
  var language: PageLanguage { blank.language }

  /// First and last local day of a page's messages.
  func days(of job: PageJob) -> (first: CivilDate, last: CivilDate)? {
    var clock = survey.clock
    let instants = job.inputs.lazy.map(\.message.instant)
    guard let first = instants.first(where: { $0 != nil }) ?? nil,
      let last = instants.last(where: { $0 != nil }) ?? nil
    else { return nil }
    return (
      CivilDate(daysSince1970: Int(clock.local(first).day)),
      CivilDate(daysSince1970: Int(clock.local(last).day))
    )
  }

  func page(_ number: Int, of job: PageJob, days: (first: CivilDate, last: CivilDate)?) -> PageModel {
    let end = job.firstIndex + job.inputs.count
    let years = days.map(Self.years)
    var page = blank
    (page.number, page.hasNext) = (number, end < survey.facts.messageCount)
    page.dates = days.map { dates.dateRange($0.first, $0.last) } ?? ""
    page.messages = phrases(
      .messageRange, .first(dates.integer(job.firstIndex + 1)), .last(dates.integer(end)))
    page.months = years.map { self.months(of: $0, before: end) } ?? []
    if let days, job.inputs.first?.message.instant != nil { page.day = dates.day(days.first) }
    return page
  }

  /// The months of some years that begin before the message at `end`.
  ///
  /// The last of them may continue after it by an unknown number of messages, so only the others have a count.
  private func months(of years: ClosedRange<Int>, before end: Int) -> [MonthLink] {
    let begun = months.prefix { $0.firstIndex < end }
    var links = begun.filter { years.contains($0.year) }.map(\.link)
    if let last = begun.last, years.contains(last.year) { links[links.count - 1].count = "" }
    return links
  }

  /// Notes the months that a page offers.
  func noteMonths(of job: inout PageJob) {
    guard let days = days(of: job) else { return }
    noteMonths(of: Self.years(of: days), onPage: job.number, to: &job.answers)
  }

  private static func years(of days: (first: CivilDate, last: CivilDate)) -> ClosedRange<Int> {
    min(days.first.year, days.last.year)...max(days.first.year, days.last.year)
  }

  /// Notes the months of some years that the page with a number offers.
  func noteMonths(of years: ClosedRange<Int>, onPage number: Int, to answers: inout PageAnswers) {
    let end = min(number * pageSize, survey.facts.messageCount)
    answers.note(.months(first: years.lowerBound, last: years.upperBound)) { encoder in
      for month in months(of: years, before: end) {
        encoder.add(month.title)
        encoder.add(month.page)
        encoder.add(month.anchor)
        encoder.add(month.count)
      }
    }
  }

  /// Returns the map of the conversation for the pages' script.
  func map(of pages: [RenderedPage], ids: SpillingArray<UInt32>) -> PageMap {
    var map = PageMap(
      pageSize: pageSize, messages: survey.facts.messageCount,
      months: survey.facts.months.map {
        PageMap.Month(year: $0.year, month: $0.month, firstIndex: $0.firstIndex)
      },
      pages: pages.map(\.map), ids: ids)
    map.pins = survey.facts.pins.count
    map.threadFiles = threads.files
    return map
  }

  /// The threads, for the view of a thread.
  var threads: ThreadMap {
    ThreadMap(messages: survey.replyThreads.messages, firsts: survey.replyThreads.firsts)
  }

  func front(people: [Person], pages: [RenderedPage], isOneOfSeveral: Bool) -> FrontModel {
    var years: [FrontYear] = []
    for (month, (year, _, wholeLink)) in zip(survey.facts.months, months) {
      var link = wholeLink
      if monthNames.indices.contains(month.month - 1) { link.title = monthNames[month.month - 1] }
      let title = dates.year(year)
      if years.last?.title == title {
        years[years.count - 1].months.append(link)
      } else {
        years.append(FrontYear(title: title, months: [link]))
      }
    }
    var front = FrontModel(
      title: survey.info.title, dates: dateRange, people: shares(of: people), language: language)
    (front.years, front.isOneOfSeveral) = (years, isOneOfSeveral)
    front.pages = pages.map { FrontPageLink(number: $0.number, dates: $0.dates) }
    front.otherPeople = otherPeople
    return front
  }

  /// The most people on a list. A public channel can have 300,000, whose entries would make pages of 70 MB.
  private static let peopleListed = 1000

  /// The number of people who are not on a list, with their noun; empty if there is none.
  var otherPeople: String {
    let others = survey.participants.participants.count - Self.peopleListed
    return others > 0 ? phrases(.otherPeople, count: others, shown: dates.integer(others)) : ""
  }

  /// The participants with their counts, those with most messages first, at most 1,000.
  func shares(of people: [Person]) -> [FrontPerson] {
    let total = max(1, survey.facts.messageCount)
    return byMessages.prefix(Self.peopleListed).map { index in
      let person = people[index]
      var shown = FrontPerson(
        name: person.name, initials: person.initials, id: person.id, picture: person.avatar)
      shown.messages = dates.integer(survey.facts.senders[index].messages)
      shown.share = Double(survey.facts.senders[index].messages) / Double(total)
      shown.percent = percent(survey.facts.senders[index].messages, of: total)
      shown.span = span(of: index)
      return shown
    }
  }

  private func percent(_ part: Int, of total: Int) -> String {
    if part > 0, part * 100 < total { return "<" + dates.percent(1) }
    return dates.percent((part * 200 + total) / (total * 2))
  }

  /// Someone who came or left within so many days of the first or last message was there from first to last.
  private static let daysNear: Int32 = 30

  /// The days from a participant's first message to the last one in words, as far as they differ from the conversation's; empty
  /// without times and in conversations of a month.
  private func span(of index: Int) -> String {
    let sender = survey.facts.senders[index]
    guard let first = survey.facts.firstInstant, let last = survey.facts.lastInstant,
      let from = sender.first?.instant, let until = sender.last?.instant
    else { return "" }
    var clock = survey.clock
    let (fromDay, untilDay) = (clock.local(from).day, clock.local(until).day)
    func text(_ day: Int32) -> String { dates.shortDate(CivilDate(daysSince1970: Int(day))) }
    let isLate = fromDay - clock.local(first).day > Self.daysNear
    let isEarly = clock.local(last).day - untilDay > Self.daysNear
    switch (isLate, isEarly) {
    case (false, false):
      let isShort = clock.local(last).day - clock.local(first).day <= Self.daysNear
      return isShort ? "" : phrases(.fromFirstToLast)
    case (true, false): return phrases(.fromDate, .time(text(fromDay)))
    case (false, true): return phrases(.untilDate, .time(text(untilDay)))
    case (true, true):
      return dates.dateRange(
        CivilDate(daysSince1970: Int(fromDay)), CivilDate(daysSince1970: Int(untilDay)))
    }
  }

  /// Returns the people for the page's script, at most 1,000; `counts` are their entries in the gallery.
  func peopleList(_ people: [Person], counts: [Int32: [Int]]) -> PeopleList {
    let total = max(1, survey.facts.messageCount)
    var clock = survey.clock
    func way(_ moment: SenderTally.Moment?) -> PeopleList.Way? {
      guard let moment, let instant = moment.instant else { return nil }
      let (day, minute) = clock.local(instant)
      return PeopleList.Way(
        message: Int(moment.message),
        date: dates.dateAndTime(CivilDate(daysSince1970: Int(day)), minuteOfDay: Int(minute)))
    }
    let entries = byMessages.prefix(Self.peopleListed).map { index in
      let (person, sender) = (people[index], survey.facts.senders[index])
      var entry = PeopleList.Entry(
        id: person.id, name: person.name, initials: person.initials, picture: person.avatar)
      (entry.messages, entry.share) = (sender.messages, Double(sender.messages) / Double(total))
      (entry.first, entry.last) = (way(sender.first), way(sender.last))
      entry.counts = counts[Int32(truncatingIfNeeded: index)] ?? []
      entry.activity = survey.facts.senders.hours(of: index)
      return entry
    }
    let hours = (0..<24).map { dates.timeOfDay[$0 * 60] }
    return PeopleList(hours: hours, people: entries)
  }

  /// Returns the conversation's line in the list.
  func entry(folder: String, pages: Int, people: [Person]) throws -> IndexEntry {
    let person = Person(
      Participant(key: survey.info.id, name: survey.info.title), avatar: nil)
    let shown = dates.integer(survey.facts.messageCount)
    var entry = IndexEntry(title: survey.info.title, folder: folder, pages: pages)
    entry.detail = phrases(.countedMessages, count: survey.facts.messageCount, shown: shown)
    (entry.initials, entry.colour) = (person.initials, PersonColour.index(of: person.id))
    (entry.messages, entry.count) = (survey.facts.messageCount, shown)
    let table = survey.participants
    let others = table.participants.indices.filter { !table.participants[$0].isMe }
    if table.participants.count == 2, others.count == 1 { entry.picture = people[others[0]].avatar }
    entry.last = try lastMessage()
    entry.moment = survey.facts.lastInstant?.milliseconds
    return entry
  }

  /// Returns the pinned messages, each read by itself.
  func pins() throws -> [ConversationPins.Pin] {
    let quoting = QuoteLine(people: survey.participants, phrases: phrases)
    var stream = messages()
    return try survey.facts.pins.compactMap { index in
      stream.go(to: index)
      guard let message = try stream.next(1).messages.first else { return nil }
      return ConversationPins.Pin(
        page: index / pageSize + 1, anchor: survey.anchor(of: index, id: message.id),
        sender: message.sender.map { survey.participants[$0].name } ?? "", text: quoting.line(of: message))
    }
  }

  /// The messages in export order.
  func messages() -> MessageStream {
    MessageStream(
      survey.source, order: survey.order, filter: survey.filter, clock: survey.clock,
      table: survey.participants)
  }

  /// Returns the last message as a line of the list; nil if there is none.
  private func lastMessage() throws -> IndexEntry.LastMessage? {
    guard survey.facts.messageCount > 0 else { return nil }
    var stream = messages()
    stream.go(to: survey.facts.messageCount - 1)
    guard let message = try stream.next(1).messages.first else { return nil }
    var clock = survey.clock
    let line = QuoteLine(people: survey.participants, phrases: phrases).line(of: message)
    let instant = message.instant ?? survey.facts.lastInstant
    return IndexEntry.LastMessage(
      sender: senderWords(of: message), text: line, day: instant.map { Int(clock.local($0).day) })
  }

  /// Returns the sender's name with a colon; empty for notices, and if all messages of others are by one person.
  private func senderWords(of message: Message) -> String {
    guard let sender = message.sender else { return "" }
    if case .system = message.content { return "" }
    let isMine = survey.participants.isMe(sender)
    guard isMine || survey.namesSenders else { return "" }
    let name = isMine ? phrases(.you) : survey.participants[sender].name
    // With the colon in the language's style: some have a space before it.
    var words = phrases(.named, .label(name), .name(""))
    while let last = words.unicodeScalars.last, last == " " { words.removeLast() }
    return words
  }

  /// The people who are named in pages, those with most messages first.
  func ranked(_ people: [Person]) -> [PersonID] { byMessages.map { people[$0].id } }

  /// The participants' indexes, those with most messages first.
  private var byMessages: [Int] { survey.byMessages }

  /// The dates of the whole conversation; empty if none is known.
  var dateRange: String {
    guard let first = survey.facts.firstInstant, let last = survey.facts.lastInstant else { return "" }
    var clock = survey.clock
    return dates.dateRange(
      CivilDate(daysSince1970: Int(clock.local(first).day)),
      CivilDate(daysSince1970: Int(clock.local(last).day)))
  }
}
