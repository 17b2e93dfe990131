import Frames
import SiteFiles
import SiteWriter
import TestSupport
import Testing
import Themes

extension SampleChat {
  /// A short chat that shows every kind of part.
  static var tour: SampleChat {
    var chat = SampleChat()
    func extras(_ change: (inout Extras) -> Void) -> Extras {
      var extras = Extras()
      extras.gutter = true
      change(&extras)
      return extras
    }
    chat.day("Friday, 1 May 2026", "2026-05-01")
    chat.notice("Ana created the group “Lisbon trip”")
    chat.message(
      "Flights booked: https://example.org/trip?a=1&b=2 – we land at noon", .incoming, sender: "Bo Lindqvist",
      extras {
        $0.name = "Bo Lindqvist"
        $0.isLast = false
        $0.marks = [
          TextMark(start: 8, end: 14, kind: .strong),
          TextMark(start: 16, end: 48, kind: .link(href: "https://example.org/trip?a=1&b=2")),
        ]
        $0.runs = [
          TextRun(start: 0, end: 8, face: FaceID(index: 0)),
          TextRun(start: 8, end: 14, face: FaceID(index: 2)),
          TextRun(start: 14, end: 70, face: FaceID(index: 0)),
        ]
      })
    chat.message(
      "Shall I get tickets for the tram as well?", .incoming, sender: "Bo Lindqvist",
      extras {
        $0.isFirst = false
        $0.avatar = "BL"
        $0.reaction = "+1 2"
      })
    chat.message("Yes please!", .outgoing, sender: "Ana Sousa", extras { $0.isLast = false })
    chat.message(
      "And a table for four at eight, somewhere by the river if they still have one. Otherwise the place with the blue tiles.",
      .outgoing, sender: "Ana Sousa",
      extras {
        $0.isFirst = false; $0.isLast = false
      })
    chat.message("ok", .outgoing, sender: "Ana Sousa", extras { $0.isFirst = false })
    chat.message(
      "This is the view from the pier this morning", .incoming, sender: "Cy",
      extras {
        $0.name = "Cy Young"
        $0.avatar = "CY"
        $0.image = Size(width: 257, height: 190)
      })
    chat.message(
      "Lovely. Did you walk all the way?", .outgoing, sender: "Ana Sousa",
      extras { $0.quote = ("Cy Young", "This is the view from the pier this morning") })
    chat.message(
      "I did, and found this on the way", .incoming, sender: "Cy",
      extras {
        $0.avatar = "CY"
        $0.quote = ("You", "Lovely. Did you walk all the way?")
        $0.isLast = true
      })
    chat.day("Saturday, 2 May 2026", "2026-05-02")
    chat.message(
      "", .incoming, sender: "Bo Lindqvist",
      extras {
        $0.name = "Bo Lindqvist"
        $0.avatar = "BL"
        $0.card = ("Poll", "Dinner at eight?")
      })
    chat.message("", .outgoing, sender: "Ana Sousa", extras { $0.card = ("Location", "Cais do Sodré") })
    chat.message(
      "שלום, מה שלומך היום?", .incoming, sender: "Noa",
      extras {
        $0.name = "Noa"
        $0.avatar = "N"
        $0.direction = .rightToLeft
        $0.runs = [TextRun(start: 0, end: 36, face: .browser)]
      })
    chat.bigEmoji("🎉", .outgoing, sender: "Ana Sousa")
    for number in 1...24 {
      let isMine = number % 3 == 0
      chat.message(
        "Message number \(number) of a quiet afternoon"
          + (number % 4 == 0 ? ", with a little more to say so that it wraps" : ""),
        isMine ? .outgoing : .incoming, sender: isMine ? "Ana Sousa" : "Bo Lindqvist",
        extras {
          $0.isFirst = number % 3 != 2
          $0.isLast = number % 3 != 1
          if !isMine, $0.isLast { $0.avatar = "BL" }
        })
    }
    chat.notice("Cy left the group")
    return chat
  }
}

@Suite struct SampleSiteTests {
  @Test(
    "Writes the sample site to the folder named by SAMPLE_SITE",
    .enabled(if: environment("SAMPLE_SITE") != nil))
  func writeSample() throws {
    let output = try OutputFolder(at: environment("SAMPLE_SITE") ?? "")
    let assets = try SiteAssets()
    for path in assets.published { try output.write("assets/" + path, assets.published(path)) }
    var style = SampleChat.style
    style.palette = try ThemeLibrary(assets: assets) { _ in [] }.look("standard").palette
    try output.write("assets/theme.css", style.sheet())
    try output.write("assets/flow.css", style.flowSheet())
    for (index, name) in SampleChat.fontFiles.enumerated() {
      try output.write("assets/fonts/f\(index).woff2", WOFF2File.woff2(assets.font(named: name)))
    }
    let months = [
      MonthLink(title: "April 2026", page: 1, anchor: "1", count: "412"),
      MonthLink(title: "May 2026", page: 2, anchor: "3", count: "88"),
    ]
    var model = PageModel(
      title: "Lisbon trip", number: 2, hasNext: true, months: months, language: SampleChat.language)
    (model.dates, model.messages) = ("1–2 May 2026", "501–538")
    let pages = try PageWriter(assets: assets, style: SampleChat.style)
    try output.write("lisbon/2.html", pages.page(model, rows: SampleChat.tour.rows))
    let fronts = try FrontWriter(assets: assets)
    let wrote =
      [("Ana Sousa", "AS", "ana", "640", 0.53), ("Bo Lindqvist", "BL", "bo", "390", 0.32)]
      + [("Cy Young", "CY", "cy", "174", 0.15)]
    let people = wrote.map { name, initials, key, messages, share in
      var person = FrontPerson(name: name, initials: initials, id: PersonID(key: key))
      (person.messages, person.share) = (messages, share)
      return person
    }
    var front = FrontModel(
      title: "Lisbon trip", dates: "12 April – 2 May 2026", people: people, language: SampleChat.language)
    front.overview = .sample(saying: "Lisbon")
    front.years = [FrontYear(title: "2026", months: months)]
    front.pages = (1...3).map { FrontPageLink(number: $0, dates: "1–2 May 2026") }
    front.isOneOfSeveral = true
    try output.write("lisbon/index.html", fronts.front(front))
    var (lisbon, noa) = (
      IndexEntry(title: "Lisbon trip", folder: "lisbon", pages: 3),
      IndexEntry(title: "Noa", folder: "noa", pages: 1)
    )
    (lisbon.detail, lisbon.initials, lisbon.colour) = ("1,204 messages · 12 April – 2 May 2026", "LT", 5)
    (noa.detail, noa.initials) = ("88 messages · 2025", "N")
    try output.write(
      "index.html",
      fronts.index(
        IndexModel(
          title: "Chats",
          conversations: [lisbon, noa], language: SampleChat.language)))
    try output.write("export.json", Array("{\(OutputFolder.mark)}".utf8))
    try output.commit()
  }
}

extension OverviewModel {
  /// An overview with one of each of its parts, in which all words are `text`.
  static func sample(saying text: String) -> OverviewModel {
    let address = MessageAddress(page: 1, anchor: text)
    var person = FrontPerson(name: text, initials: text, id: PersonID(key: text), picture: text)
    person.messages = text
    var overview = OverviewModel()
    (overview.sentence, overview.media, overview.quotesTitle) = ((text, text, text), text, text)
    overview.cover = [CoverPicture(path: text, label: text, address: address)]
    var calendar = DayCalendar(key: (text, text))
    (calendar.isFolded, calendar.hasWideNames) = (true, true)
    var year = DayCalendar.CalendarYear(title: text, detail: text)
    year.weeks = [0, 4]
    var month = DayCalendar.CalendarMonth(name: text, start: 0, end: 40)
    (month.title, month.address) = (text, address)
    var day = DayCalendar.Square(column: 0, row: 3, tint: 4)
    (day.title, day.address, day.isTop) = (text, address, true)
    month.squares = [DayCalendar.Square(column: 0, row: 2, tint: 0), day]
    year.months = [month, DayCalendar.CalendarMonth(name: text, start: 45, end: 85)]
    calendar.years = [year]
    calendar.tops = [OverviewFact(title: text, detail: text, address: address)]
    overview.calendar = calendar
    overview.band = PersonBand(
      detail: text, people: [person], others: text, counts: [[5, 1, 9], [1, 1, 1]],
      steps: (0..<3).map { _ in OverviewFact(title: text, detail: text, address: address) },
      ticks: [BarChart.Tick(bar: 0, label: text)])
    overview.quotes = [false, true].map {
      QuotedBubble(title: text, person: person, isMine: $0, text: text, time: text, address: address)
    }
    overview.facts = [
      OverviewFact(title: text, detail: text, address: address), OverviewFact(title: text, detail: text),
    ]
    return overview
  }
}
