/// The position of a message in its conversation, for links to it.
public struct MessageAddress: Hashable, Sendable {
  /// The page, counted from 1.
  public var page: Int
  /// The anchor name on it, without `m-`.
  public var anchor: String

  /// Creates the address of a message.
  public init(page: Int, anchor: String) { (self.page, self.anchor) = (page, anchor) }
}

/// The pictures of a conversation's front: its days, its people over time, its first and last messages. Texts are complete.
public struct OverviewModel: Sendable {
  /// The counts in a sentence, in three parts, of which the middle one is strong.
  public var sentence = (before: "", strong: "", after: "")
  /// The numbers of photos, videos and recordings; empty if there are none.
  public var media = ""
  /// Photos from the whole conversation, in order; empty for none.
  public var cover: [CoverPicture] = []
  /// The days; nil if fewer than two have messages.
  public var calendar: DayCalendar?
  /// The people over time; nil if the conversation is too short.
  public var band: PersonBand?
  /// The heading of the first and the last message.
  public var quotesTitle = ""
  /// The first and the last message with a text, or the only one.
  public var quotes: [QuotedBubble] = []
  /// Remarkable facts.
  public var facts: [OverviewFact] = []

  /// An overview without anything.
  public init() {}

  /// A photo that leads to its message.
  public struct CoverPicture: Hashable, Sendable {
    /// Path of the file from the site's root.
    public var path: String
    /// The text alternative.
    public var label: String
    /// Its message.
    public var address: MessageAddress

    /// Creates a picture.
    public init(path: String, label: String, address: MessageAddress) {
      (self.path, self.label, self.address) = (path, label, address)
    }
  }

  /// A message in its bubble.
  public struct QuotedBubble: Hashable, Sendable {
    /// The words above it, such as `The first message · 1 May 2026`.
    public var title: String
    /// The sender.
    public var person: FrontPerson
    /// True if the sender is the owner of the conversation.
    public var isMine: Bool
    /// The text in one line.
    public var text: String
    /// The time of day; empty if unknown.
    public var time: String
    /// The message.
    public var address: MessageAddress

    /// Creates a bubble.
    public init(
      title: String, person: FrontPerson, isMine: Bool, text: String, time: String, address: MessageAddress
    ) {
      (self.title, self.person, self.isMine) = (title, person, isMine)
      (self.text, self.time, self.address) = (text, time, address)
    }
  }
}

/// A fact with its circumstances: `Busiest day: 104 messages`, `21 June 2025`.
public struct OverviewFact: Hashable, Sendable {
  /// The fact.
  public var title: String
  /// Its dates or its share.
  public var detail: String
  /// The message that it leads to; nil for none.
  public var address: MessageAddress?

  /// Creates a fact.
  public init(title: String, detail: String, address: MessageAddress? = nil) {
    (self.title, self.detail, self.address) = (title, detail, address)
  }
}

/// The days of a conversation as squares: a column a week, a row a weekday, tinted by the number of messages.
public struct DayCalendar: Sendable {
  /// The words before the first tint, and after the last one: `0`, `19+ a day`.
  public var key: (zero: String, last: String)
  /// The number of columns of the widest year: 53 or 54.
  public var columns = 53
  /// True if each year is a row of weeks on small screens, with its days folded.
  public var isFolded = false
  /// True if the names of months leave too little space on small screens for all twelve.
  public var hasWideNames = false
  /// The years, in order.
  public var years: [CalendarYear] = []
  /// The days with most messages, each with its date.
  public var tops: [OverviewFact] = []

  /// A calendar without years.
  public init(key: (zero: String, last: String)) { self.key = key }

  /// A year.
  public struct CalendarYear: Sendable {
    /// The year in words.
    public var title: String
    /// Its number of messages, with or without its number of days.
    public var detail: String
    /// The months of the year.
    public var months: [CalendarMonth] = []
    /// The tints of its weeks, nil before and after the conversation; empty unless the calendar is folded, and without messages.
    public var weeks: [UInt8?] = []

    /// Creates a year.
    public init(title: String, detail: String) { (self.title, self.detail) = (title, detail) }
  }

  /// A month.
  public struct CalendarMonth: Sendable {
    /// Its short name.
    public var name: String
    /// Its name and number of messages, for readers of its link.
    public var title = ""
    /// Its first message; nil if it has none.
    public var address: MessageAddress?
    /// The horizontal range of its days.
    public var start: Int
    /// The end of that range.
    public var end: Int
    /// Its days from the first to the last of the conversation.
    public var squares: [Square] = []

    /// Creates a month without messages.
    public init(name: String, start: Int, end: Int) { (self.name, self.start, self.end) = (name, start, end) }
  }

  /// A day.
  public struct Square: Sendable {
    /// The week of the year.
    public var column: Int
    /// The day of the week, 0 for the language's first.
    public var row: Int
    /// The tint, 0 (no messages) to 4.
    public var tint: UInt8
    /// True if the day is one of those with most messages.
    public var isTop = false
    /// The date with the number of messages; empty without a link.
    public var title = ""
    /// The day's first message; nil without a link of its own.
    public var address: MessageAddress?

    /// Creates a day.
    public init(column: Int, row: Int, tint: UInt8) {
      (self.column, self.row, self.tint) = (column, row, tint)
    }
  }

  /// From one square to the next.
  public static let step = 10
}

/// The messages of people over time, as bands on top of each other.
public struct PersonBand: Sendable {
  /// The length of a step in words: `a month`; empty for others.
  public var detail: String
  /// The people, the one with most messages first.
  public var people: [FrontPerson]
  /// The words for everybody else; nil if all are shown.
  public var others: String?
  /// The messages of each person in each step, then of everybody else if there is anybody.
  public var counts: [[Int]]
  /// The steps: each with its name and number of messages, and its first message if there is any.
  public var steps: [OverviewFact]
  /// Years at their first steps.
  public var ticks: [BarChart.Tick]

  /// Creates the bands of some people.
  public init(
    detail: String, people: [FrontPerson], others: String?, counts: [[Int]], steps: [OverviewFact],
    ticks: [BarChart.Tick]
  ) {
    (self.detail, self.people, self.others) = (detail, people, others)
    (self.counts, self.steps, self.ticks) = (counts, steps, ticks)
  }
}

extension OverviewModel {
  /// The values of `front.mustache`; `base` and `root` are the addresses of the conversation's folder and of the site's.
  func values(base: String, root: String) -> TemplateValues {
    var values: TemplateValues = [
      "sentenceStart": .text(sentence.before), "sentenceCount": .text(sentence.strong),
      "sentenceEnd": .text(sentence.after), "media": .text(media),
      "hasCover": .flag(!cover.isEmpty), "coverSize": .number(cover.count),
      "cover": .list(
        cover.map {
          [
            "src": .text(root + PageAddress.file($0.path)), "label": .text($0.label),
            "href": .text($0.address.href(base)),
          ]
        }),
      "hasQuotes": .flag(!quotes.isEmpty), "quotesTitle": .text(quotesTitle),
      "quotes": .list(quotes.map { $0.values(base: base, root: root) }),
      "hasNotes": .flag(!facts.isEmpty), "notes": .list(facts.map { $0.values(base: base) }),
    ]
    if let calendar {
      values["calendar"] = .members([
        "zero": .text(calendar.key.zero), "key": .text(calendar.key.last),
        "isFolded": .flag(calendar.isFolded),
        "hasWideNames": .flag(calendar.hasWideNames),
        "tops": .list(calendar.tops.map { $0.values(base: base) }),
        "drawing": .mark(OverviewDrawing.calendar.mark),
      ])
    }
    if let band {
      values["band"] = .members([
        "detail": .text(band.detail), "drawing": .mark(OverviewDrawing.band.mark),
        "ticks": .list(
          band.ticks.map {
            ["at": .number($0.bar * 100 / max(1, band.steps.count)), "label": .text($0.label)]
          }),
        "legend": .list(band.people.map { $0.values(root: root) }), "others": .text(band.others ?? ""),
      ])
    }
    return values
  }
}

extension MessageAddress {
  /// The address from a page with the conversation's folder at `base`.
  func href(_ base: String) -> String { base + PageAddress.message(anchor, page: page) }
}

extension OverviewFact {
  fileprivate func values(base: String) -> TemplateValues {
    var values: TemplateValues = ["title": .text(title), "detail": .text(detail)]
    if let address { values["href"] = .text(address.href(base)) }
    return values
  }
}

extension OverviewModel.QuotedBubble {
  fileprivate func values(base: String, root: String) -> TemplateValues {
    person.values(root: root).merging([
      "title": .text(title), "isMine": .flag(isMine), "text": .text(text), "time": .text(time),
      "href": .text(address.href(base)),
    ]) { $1 }
  }
}
