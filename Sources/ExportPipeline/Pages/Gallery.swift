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
  /// The number of entries on a page of the gallery.
  static let pageSize = 200

  /// The items of pages that have some (``PageGallery/EncodedItems``).
  private var pages = SpillingRecords()
  /// The numbers of all items.
  private(set) var tally = GalleryTally()

  /// A gallery without items.
  init() {}

  /// Appends the items of the next page.
  mutating func append(_ page: PageGallery.EncodedItems) {
    guard !page.tally.sections.isEmpty else { return }
    pages.append(page.bytes.span)
    tally.add(page.tally)
  }

  private func forEachItem(_ body: (PageGallery.StoredItem) throws -> Void) throws {
    var pages = SpillingRecords.Reader(pages)
    while let page = try pages.next() {
      guard let items = PageGallery(page)?.items else { throw StorageError(words: "it was changed") }
      for item in items { try body(item) }
    }
  }
}

extension Gallery {
  /// Calls `body` with each page of the gallery, in order.
  ///
  /// - Throws: ``StorageError`` if the temporary file cannot be read, and what `body` throws.
  func forEachPage(of outline: ConversationOutline, _ body: (GalleryModel) throws -> Void) throws {
    var words = ItemWords(outline: outline)
    for section in tally.sections {
      let total = tally.bySection[section] ?? 0
      var (first, items): (Int, [PageGallery.StoredItem]) = (0, [])
      try forEachItem { item in
        guard item.section == section else { return }
        items.append(item)
        guard items.count == Self.pageSize || first + items.count == total else { return }
        var page = GalleryModel(
          title: outline.survey.info.title, section: section, number: first / Self.pageSize + 1,
          count: (total + Self.pageSize - 1) / Self.pageSize, language: outline.language)
        (page.sections, page.first, page.months) = (tally.sections, first, words.months(of: items))
        try body(page)
        first += items.count
        items.removeAll(keepingCapacity: true)
      }
    }
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
  private struct ItemWords {
    let outline: ConversationOutline
    private var clock: DisplayClock
    private let people: [Participant]
    /// The date of the latest item with its text, because most items have the date of the one before.
    private var shownDate: (date: CivilDate, text: String)?

    init(outline: ConversationOutline) {
      self.outline = outline
      clock = outline.survey.clock
      people = outline.survey.participants.participants
    }

    mutating func months(of items: [PageGallery.StoredItem]) -> [GalleryMonth] {
      var months: [GalleryMonth] = []
      var current: (year: Int, month: Int)?
      for item in items {
        let date = local(item)?.date
        let month = date.map { ($0.year, $0.month) }
        if months.isEmpty || month?.0 != current?.year || month?.1 != current?.month {
          current = month
          months.append(
            GalleryMonth(title: month.map { outline.dates.month(year: $0.0, month: $0.1) } ?? ""))
        }
        months[months.count - 1].tiles.append(tile(of: item, on: date))
      }
      return months
    }

    private mutating func shortDate(_ date: CivilDate) -> String {
      if let shownDate, shownDate.date == date { return shownDate.text }
      let text = outline.dates.shortDate(date)
      shownDate = (date, text)
      return text
    }

    private mutating func tile(of item: PageGallery.StoredItem, on date: CivilDate?) -> GalleryTile {
      var tile = GalleryTile(
        path: item.path, alt: title(of: item), page: page(of: item), anchor: item.anchor)
      (tile.picture, tile.isFilm) = (item.isFilm ? item.poster : item.path, item.isFilm)
      tile.date = date.map { shortDate($0) } ?? ""
      tile.sender = sender(of: item)?.name ?? ""
      tile.note = item.section == .media ? "" : item.note ?? ""
      return tile
    }

    mutating func mediaEntry(of item: PageGallery.StoredItem) -> MediaList.MediaEntry {
      let sender = sender(of: item)
      let time = local(item)
      var entry = MediaList.MediaEntry(
        path: item.path, message: Int(item.message), page: page(of: item), anchor: item.anchor)
      (entry.isFilm, entry.poster) = (item.isFilm, item.poster)
      (entry.alt, entry.caption) = (title(of: item), item.note ?? "")
      entry.sender = sender?.name ?? ""
      entry.person = sender.map { PersonID(key: $0.key) } ?? .nobody
      entry.date = time.map { outline.dates.dateAndTime($0.date, minuteOfDay: Int($0.minute)) } ?? ""
      return entry
    }

    private func title(of item: PageGallery.StoredItem) -> String {
      if let title = item.title, !title.isEmpty { return title }
      return item.section == .links ? item.path : outline.phrases(item.kind.phrase)
    }

    private func page(of item: PageGallery.StoredItem) -> Int { Int(item.message) / outline.pageSize + 1 }

    private func sender(of item: PageGallery.StoredItem) -> Participant? {
      people.indices.contains(Int(item.sender)) ? people[Int(item.sender)] : nil
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
