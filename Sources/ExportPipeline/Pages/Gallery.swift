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

  /// Returns the photos that stand for the whole conversation on its front, and the month with most of them.
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

/// The photos of a conversation as its front shows them.
struct GalleryPhotos {
  /// The number of photos.
  private(set) var count = 0
  /// Photos from the whole conversation.
  fileprivate(set) var cover: [OverviewModel.CoverPicture] = []
  private var months: [Int: (count: Int, address: MessageAddress)] = [:]

  fileprivate mutating func add(_ item: PageGallery.StoredItem, _ date: (year: Int, month: Int)?, page: Int) {
    count += 1
    guard let date else { return }
    let address = MessageAddress(page: page, anchor: item.anchor)
    months[date.year * 12 + date.month - 1, default: (0, address)].count += 1
  }

  /// The month with most photos, the first of several, and its first photo.
  var bestMonth: (year: Int, month: Int, count: Int, address: MessageAddress)? {
    guard let best = months.max(by: { ($0.value.count, $1.key) < ($1.value.count, $0.key) }) else {
      return nil
    }
    let year = best.key >= 0 ? best.key / 12 : (best.key - 11) / 12
    return (year, best.key - year * 12 + 1, best.value.count, best.value.address)
  }

  /// Chooses photos from all of a conversation: from each of as many parts of equal size the one with most reactions.
  fileprivate struct Picks {
    /// Large windows show 13; fewer than 13 photos make a row of as many, or two rows of 8.
    private static let (most, fewer) = (13, 8)

    private let (total, parts): (Int, Int)
    private var index = 0
    private(set) var items: [PageGallery.StoredItem] = []

    init(of total: Int) {
      self.total = total
      parts = total >= Self.most ? Self.most : min(total, Self.fewer)
    }

    mutating func add(_ item: PageGallery.StoredItem) {
      let part = index * parts / total
      index += 1
      if part == items.count {
        items.append(item)
      } else if items[part].reactions < item.reactions {
        items[part] = item
      }
    }
  }
}

extension PageGallery.StoredItem {
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
