import BubbleLayout
import ChatModel
import Frames
import ICU
import Phrases
import SiteWriter
import Storage

/// The pictures, films, files, recordings and links of a conversation, collected while its pages are made.
///
/// Their number is unlimited, so they are kept in a temporary file and read again for each section.
struct Gallery: Sendable {
  /// The number of entries on a page of files, links or recordings.
  static let pageSize = 200
  /// The most pictures on a page: some 340 kB of markup.
  static let mostPictures = 1500

  /// The items of pages that have some (``PageGallery/EncodedItems``).
  private var pages = SpillingRecords()
  /// The offset of each page's items.
  private var starts: [Int] = []
  /// The numbers of all items.
  private(set) var tally = GalleryTally()

  /// A gallery without items.
  init() {}

  /// Appends the items of the next page.
  mutating func append(_ page: PageGallery.EncodedItems) {
    guard !page.tally.sections.isEmpty else { return }
    starts.append(pages.end)
    pages.append(page.bytes.span)
    tally.add(page.tally)
  }

  private func forEachItem(_ body: (PageGallery.StoredItem) throws -> Void) throws {
    var pages = SpillingRecords.Reader(pages)
    while let page = try pages.next() {
      for item in try Self.items(of: page) { try body(item) }
    }
  }

  /// The number of pages that are read at a time where the order is reversed.
  private static let pagesAtATime = 32

  /// Calls `body` with the items, the newest first.
  private func forEachNewestItem(_ body: (PageGallery.StoredItem) throws -> Void) throws {
    var end = starts.count
    while end > 0 {
      let begin = max(0, end - Self.pagesAtATime)
      var reader = SpillingRecords.Reader(pages, at: starts[begin])
      var lists: [[PageGallery.StoredItem]] = []
      while lists.count < end - begin, let page = try reader.next() { lists.append(try Self.items(of: page)) }
      for items in lists.reversed() {
        for item in items.reversed() { try body(item) }
      }
      end = begin
    }
  }

  private static func items(of page: ArraySlice<UInt8>) throws(StorageError) -> [PageGallery.StoredItem] {
    guard let items = PageGallery(page)?.items else { throw StorageError(words: "it was changed") }
    return items
  }
}

extension Gallery {
  /// Calls `body` with each page of the gallery, in order.
  ///
  /// - Throws: ``StorageError`` if the temporary file cannot be read, and what `body` throws.
  func forEachPage(
    of outline: ConversationOutline, people: [Person], _ body: (GalleryModel) throws -> Void
  ) throws {
    var words = ItemWords(outline: outline, people: people)
    for section in tally.sections {
      let total = tally.bySection[section] ?? 0
      let overview = section == .media ? try pictures(&words) : nil
      let sizes =
        overview?.pages.map(GalleryPages.count)
        ?? stride(from: 0, to: total, by: Self.pageSize).map { min(Self.pageSize, total - $0) }
      var (number, first, items): (Int, Int, [PageGallery.StoredItem]) = (0, 0, [])
      try forEachNewestItem { item in
        guard item.section == section, number < sizes.count else { return }
        items.append(item)
        guard items.count == sizes[number] else { return }
        var page = GalleryModel(
          title: outline.survey.info.title, section: section, number: number + 1, count: sizes.count,
          language: outline.language)
        page.first = first
        page.sections = tally.sections.map { ($0, outline.dates.integer(tally.bySection[$0] ?? 0)) }
        if let overview {
          words.fill(&page, with: items, of: overview)
        } else {
          page.months = words.months(of: items)
        }
        try body(page)
        first += items.count
        number += 1
        items.removeAll(keepingCapacity: true)
      }
    }
  }

  /// The facts that pages of pictures need to know of one another.
  fileprivate struct Pictures {
    /// The months of each page.
    var pages: [[PictureMonth]]
    /// The newest pictures' day in other years; nil if no other year has it.
    var day: GalleryDay?
  }

  /// The most pictures of one day that are shown together.
  private static let mostOfDay = 24

  private func pictures(_ words: inout ItemWords) throws -> Pictures {
    var months: [PictureMonth] = []
    var newest: CivilDate?
    var ofDay: [(number: Int, tile: GalleryTile)] = []
    var years: [(year: Int, count: Int)] = []
    var number = 0
    try forEachNewestItem { item in
      guard item.section == .media else { return }
      defer { number += 1 }
      let date = words.date(of: item)
      let month = date.map { (year: $0.year, month: $0.month) }
      if let last = months.last, last.month?.year == month?.year, last.month?.month == month?.month {
        months[months.count - 1].count += 1
      } else {
        months.append(PictureMonth(month: month, count: 1))
      }
      guard let date else { return }
      if newest == nil { newest = date }
      guard let newest, date.month == newest.month, date.day == newest.day, date.year != newest.year else {
        return
      }
      if let last = years.last, last.year == date.year {
        years[years.count - 1].count += 1
      } else {
        years.append((date.year, 1))
      }
      if ofDay.count < Self.mostOfDay { ofDay.append((number, words.tile(of: item))) }
    }
    let pages = GalleryPages.pages(of: months, most: Self.mostPictures)
    guard let newest, !years.isEmpty else { return Pictures(pages: pages) }
    return Pictures(pages: pages, day: words.day(newest, years: years, ofDay))
  }

  /// Returns the photos that represent the whole conversation on its front, and the month with most photos.
  ///
  /// - Throws: ``StorageError`` if the temporary file cannot be read.
  func photos(of outline: ConversationOutline) throws -> GalleryPhotos {
    var photos = GalleryPhotos()
    guard tally.bySection[.media] != nil else { return photos }
    var words = ItemWords(outline: outline)
    try forEachItem { item in
      if item.isPhoto {
        photos.add(item, words.month(of: item), page: Int(item.message) / outline.pageSize + 1)
      }
    }
    var picks = GalleryPhotos.Picks(of: photos.count)
    try forEachItem { item in if item.isPhoto { picks.add(item) } }
    photos.cover = picks.items.map { words.coverPicture(of: $0) }
    return photos
  }

  /// Calls `file` with the name and content of each file of the list of pictures and films that the page's script
  /// enlarges.
  ///
  /// - Throws: ``StorageError`` if the temporary file cannot be read, and what `file` throws.
  func writeMediaList(
    of outline: ConversationOutline, _ file: (_ name: String, _ content: [UInt8]) throws -> Void
  ) throws {
    guard tally.bySection[.media] != nil else { return }
    var words = ItemWords(outline: outline)
    var list = MediaList()
    try forEachItem { item in
      if item.section == .media { try list.add(words.mediaEntry(of: item), file) }
    }
    try list.finish(file)
  }

  /// Writes the gallery's texts for its items.
  fileprivate struct ItemWords {
    let outline: ConversationOutline
    private var clock: DisplayClock
    private let participants: [Participant]
    /// The participants with their pictures.
    private let people: [Person]
    /// The date of the latest item with its text, because most items have the date of the one before.
    private var shownDate: (date: CivilDate, text: String)?
    /// The indices of people who are offered on the page.
    private var offered: [Int32: Int] = [:]

    init(outline: ConversationOutline, people: [Person] = []) {
      (self.outline, self.people) = (outline, people)
      clock = outline.survey.clock
      participants = outline.survey.participants.participants
    }

    mutating func months(of items: [PageGallery.StoredItem]) -> [GalleryMonth] {
      var months: [GalleryMonth] = []
      var current: (year: Int, month: Int)?
      for item in items {
        let month = date(of: item).map { ($0.year, $0.month) }
        if months.isEmpty || month?.0 != current?.year || month?.1 != current?.month {
          current = month
          months.append(
            GalleryMonth(title: month.map { outline.dates.month(year: $0.0, month: $0.1) } ?? ""))
        }
        months[months.count - 1].tiles.append(tile(of: item))
      }
      return months
    }

    private mutating func shortDate(_ date: CivilDate) -> String {
      if let shownDate, shownDate.date == date { return shownDate.text }
      let text = outline.dates.shortDate(date)
      shownDate = (date, text)
      return text
    }

    mutating func tile(of item: PageGallery.StoredItem) -> GalleryTile {
      let date = date(of: item)
      var tile = GalleryTile(
        path: item.path, alt: title(of: item), page: page(of: item), anchor: item.anchor)
      (tile.picture, tile.isFilm) = (item.isFilm ? item.poster : item.path, item.isFilm)
      (tile.kind, tile.shape, tile.length) = (item.pictureKind, item.shape, item.length ?? "")
      tile.date = date.map { shortDate($0) } ?? ""
      tile.day = date?.isoText ?? ""
      tile.sender = sender(of: item)?.name ?? ""
      tile.person = offered[item.sender]
      tile.note = item.section == .media ? "" : item.note ?? ""
      return tile
    }

    /// The local day of an item's message; nil without a time.
    mutating func date(of item: PageGallery.StoredItem) -> CivilDate? { local(item)?.date }

    mutating func mediaEntry(of item: PageGallery.StoredItem) -> MediaList.MediaEntry {
      let sender = sender(of: item)
      let time = local(item)
      var entry = MediaList.MediaEntry(
        path: item.path, message: Int(item.message), page: page(of: item), anchor: item.anchor)
      (entry.isFilm, entry.isLoop, entry.poster) = (item.isFilm, item.kind != .video, item.poster)
      (entry.alt, entry.caption) = (title(of: item), item.note ?? "")
      entry.sender = sender?.name ?? ""
      entry.person = sender.map { PersonID(key: $0.key) } ?? .nobody
      entry.date = time.map { outline.dates.dateAndTime($0.date, minuteOfDay: Int($0.minute)) } ?? ""
      return entry
    }

    /// The local month of an item, nil without a time.
    mutating func month(of item: PageGallery.StoredItem) -> (year: Int, month: Int)? {
      local(item).map { ($0.date.year, $0.date.month) }
    }

    mutating func coverPicture(of item: PageGallery.StoredItem) -> OverviewModel.CoverPicture {
      let parts = [
        outline.phrases(.photo), sender(of: item)?.name, local(item).map { shortDate($0.date) },
      ]
      return OverviewModel.CoverPicture(
        path: item.path, label: parts.compactMap(\.self).joined(separator: " · "),
        address: MessageAddress(page: page(of: item), anchor: item.anchor))
    }

    private func title(of item: PageGallery.StoredItem) -> String {
      if let title = item.title, !title.isEmpty { return title }
      return item.section == .links ? item.path : outline.phrases(item.kind.phrase)
    }

    private func page(of item: PageGallery.StoredItem) -> Int { Int(item.message) / outline.pageSize + 1 }

    private func sender(of item: PageGallery.StoredItem) -> Participant? {
      participants.indices.contains(Int(item.sender)) ? participants[Int(item.sender)] : nil
    }

    private mutating func local(_ item: PageGallery.StoredItem) -> (date: CivilDate, minute: Int16)? {
      guard let seconds = item.seconds else { return nil }
      let (milliseconds, isTooLarge) = seconds.multipliedReportingOverflow(by: 1000)
      guard !isTooLarge else { return nil }
      let (day, minute) = clock.local(Instant(milliseconds: milliseconds))
      return (CivilDate(daysSince1970: Int(day)), minute)
    }
  }
}

// A page of pictures.
extension Gallery.ItemWords {
  /// The most people who are offered on a page; the overview has all.
  private static let mostPeople = 24

  /// Adds the pictures of a page, and what readers choose among.
  fileprivate mutating func fill(
    _ page: inout GalleryModel, with items: [PageGallery.StoredItem], of overview: Gallery.Pictures
  ) {
    let dates = outline.dates
    page.kinds = PictureKind.allCases.compactMap { kind in
      let count = items.count { $0.pictureKind == kind }
      return count > 0 ? (kind: kind, count: dates.integer(count)) : nil
    }
    offer(items, on: &page)
    let sections = GalleryPages.sections(of: overview.pages[page.number - 1])
    var start = 0
    var lastYear: Int?
    for months in sections {
      let count = GalleryPages.count(of: months)
      var section = GalleryMonth(title: title(of: months))
      section.count = dates.integer(count)
      section.id = Self.id(of: months)
      if let year = months.compactMap(\.month?.year).last, year != lastYear {
        (section.yearID, lastYear) = ("y\(year)", year)
      }
      for item in items[start..<start + count] { section.tiles.append(tile(of: item)) }
      page.months.append(section)
      start += count
    }
    page.years = years(of: overview.pages, around: page.number, sections)
    if page.number == 1 { page.day = overview.day }
  }

  /// Offers the people with most pictures.
  private mutating func offer(_ items: [PageGallery.StoredItem], on page: inout GalleryModel) {
    var counts: [Int32: Int] = [:]
    for item in items where people.indices.contains(Int(item.sender)) { counts[item.sender, default: 0] += 1 }
    let most = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Self.mostPeople)
    offered = [:]
    page.people = most.enumerated().map { index, entry in
      offered[entry.key] = index
      let person = people[Int(entry.key)]
      return GalleryPerson(
        name: person.name, initials: person.initials, picture: person.avatar, id: person.id,
        count: outline.dates.integer(entry.value))
    }
  }

  private static func id(of months: [PictureMonth]) -> String {
    months.first?.month.map { "g\($0.year)-\($0.month)" } ?? ""
  }

  /// The first and the last of months that share a section; empty for pictures without a time.
  private func title(of months: [PictureMonth]) -> String {
    guard let newest = months.first?.month, let oldest = months.last?.month else { return "" }
    let title = outline.dates.month(year: newest.year, month: newest.month)
    return months.count == 1
      ? title : "\(outline.dates.month(year: oldest.year, month: oldest.month)) – \(title)"
  }

  /// Returns the years of all pages, the page's own with the months of its sections.
  private func years(
    of pages: [[PictureMonth]], around number: Int, _ sections: [[PictureMonth]]
  ) -> [GalleryYear] {
    let most = max(1, sections.map(GalleryPages.count).max() ?? 1)
    var years: [GalleryYear] = []
    /// The year that was added last: a year on two pages is there once, as the page's own if it is on that.
    var last: (year: Int, isShown: Bool)?
    func add(_ year: Int, isShown: Bool, href: String) {
      if let last, last.year == year {
        guard isShown, !last.isShown else { return }
        years.removeLast()
      }
      last = (year, isShown)
      years.append(GalleryYear(title: outline.dates.year(year), href: href))
    }
    for (index, months) in pages.enumerated() {
      guard index + 1 == number else {
        let file = GalleryModel.file(index + 1, of: .media)
        for year in months.compactMap(\.month?.year) {
          add(year, isShown: false, href: "\(file)#y\(year)")
        }
        continue
      }
      for section in sections {
        guard let month = section.first?.month, let oldest = section.last?.month else { continue }
        let (id, count) = (Self.id(of: section), GalleryPages.count(of: section))
        add(month.year, isShown: true, href: "#\(id)")
        let names = (section.count == 1 ? [month] : [oldest, month]).map { outline.monthNames[$0.month - 1] }
        years[years.count - 1].months.append(
          GalleryYear.RailMonth(
            title: names.joined(separator: " – "), href: "#\(id)", count: outline.dates.integer(count),
            share: count * 100 / most))
      }
    }
    return years
  }

  /// Returns a day's pictures in other years.
  fileprivate func day(
    _ date: CivilDate, years: [(year: Int, count: Int)], _ tiles: [(number: Int, tile: GalleryTile)]
  ) -> GalleryDay {
    let dates = outline.dates
    return GalleryDay(
      title: outline.phrases(
        .inOtherYears, .time(dates.day(month: date.month, day: date.day, year: nil))),
      years: years.map { "\(dates.year($0.year)): \(dates.integer($0.count))" }.joined(separator: " · "),
      tiles: tiles)
  }
}

extension PageGallery.StoredItem {
  /// The kind of a picture.
  fileprivate var pictureKind: PictureKind {
    kind == .gif ? .animation : isFilm ? .film : .photo
  }

  /// True for a picture that somebody took or made, and that pages can show.
  fileprivate var isPhoto: Bool { section == .media && !isFilm && kind == .image }
}

extension Attachment.Kind {
  /// The phrase for an attachment without a name.
  fileprivate var phrase: Phrase {
    switch self {
    case .image: .photo
    case .video: .video
    case .gif: .gif
    case .audio: .audio
    case .voice: .voiceMessage
    case .file: .file
    case .sticker: .sticker
    }
  }
}
