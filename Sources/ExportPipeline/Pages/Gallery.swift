import BubbleLayout
import ChatModel
import Frames
import ICU
import Phrases
internal import Reuse
import SiteWriter

/// The pictures, films, files, recordings and links of a conversation, collected while its pages are made.
///
/// Attachments that could be viewed once only, or that are hidden in their message, are left out, and so are links in texts
/// with hidden parts.
struct Gallery: Sendable {
  /// The number of entries on a page of the gallery.
  static let pageSize = 200

  /// The maximum number of characters of a text beside a picture: the list of pictures is read by the page's script.
  private static let longestCaption = 400

  /// An entry: some 150 bytes, as paths are the media store's own and most anchors are short.
  private struct StoredItem: Sendable {
    var section: GallerySection
    /// Path of the file from the site's root; the address of a link.
    var path: String
    var poster: String?
    /// The name or description; the words of a link.
    var title: String?
    /// The text beside a picture, the facts of a file.
    var note: String?
    var anchor: String
    /// The index of the message in the conversation.
    var message: Int32
    /// Seconds since 1970; nil when the message has no time.
    var seconds: Int64?
    /// The index of the sender; −1 for nobody.
    var sender: Int32
    var kind = Attachment.Kind.file
    var isFilm = false
  }

  private var items: [StoredItem] = []

  /// A gallery without items.
  init() {}

  var isEmpty: Bool { items.isEmpty }

  /// Adds those of the page behind.
  mutating func append(_ other: Gallery) { items += other.items }

  /// Adds those of a message and its rows.
  mutating func add(_ input: RowInput, rows: Span<Row>) {
    var texts = RowTexts(of: input.message)
    for index in rows.indices { texts.add(rows[index].frame.items.span) }
    // Most messages have neither.
    guard texts.hasFiles || !texts.links.isEmpty, input.message.extras?.isViewOnce != true else { return }
    addFiles(of: input, texts)
    var seen: Set<String> = []
    for link in texts.links where seen.insert(link.address).inserted {
      items.append(item(.links, link.address, of: input, title: link.text))
    }
  }

  private mutating func addFiles(of input: RowInput, _ texts: RowTexts) {
    guard case .media(let attachments, _) = input.message.content else { return }
    for (number, attachment) in attachments.enumerated() where !attachment.isSpoiler {
      guard number < input.media.count, let path = input.media[number].path,
        let section = attachment.gallerySection(input.media[number])
      else { continue }
      var item = item(section, path, of: input, title: attachment.alt ?? attachment.name)
      item.kind = attachment.kind
      if section == .media {
        item.isFilm = !input.media[number].isInlineImage
        item.poster = input.media[number].poster
        item.note = texts.caption.isEmpty ? nil : String(texts.caption.prefix(Self.longestCaption))
      } else {
        item.title = attachment.name ?? attachment.alt
        item.note = texts.facts[Int16(clamping: number)]
      }
      items.append(item)
    }
  }

  private func item(_ section: GallerySection, _ path: String, of input: RowInput, title: String?)
    -> StoredItem
  {
    StoredItem(
      section: section, path: path, title: title, anchor: input.anchor, message: input.index,
      seconds: input.message.instant?.seconds, sender: input.message.sender?.value ?? -1)
  }
}

/// The texts of a message's rows that the gallery shows.
private struct RowTexts {
  /// Indicates whether the message has files, whose captions and facts are wanted.
  let hasFiles: Bool
  /// The text beside pictures; empty if parts of it are hidden.
  private(set) var caption = ""
  /// The facts of each file, by its number.
  private(set) var facts: [Int16: String] = [:]
  /// Addresses on the web, each with its words.
  private(set) var links: [(address: String, text: String)] = []

  init(of message: Message) {
    if case .media = message.content { hasFiles = true } else { hasFiles = false }
  }

  mutating func add(_ items: Span<FrameItem>) {
    for index in items.indices {
      // The parts that all rows have lead nowhere.
      switch items[index].id.role {
      case .bubble, .time, .name, .avatar: continue
      default: break
      }
      switch items[index].content {
      case .text(let block) where items[index].id.role == .fact: facts[items[index].id.number] = block.text
      case .text(let block) where hasFiles || !block.marks.isEmpty: add(block)
      case .link(let link): addLink(link.href, link.name)
      case .fold(let fold) where fold.isRest: add(fold.body.items.span)
      default: break
      }
    }
  }

  private mutating func add(_ block: TextBlock) {
    guard !block.role.isQuoted, !block.marks.contains(where: { $0.kind == .spoiler }) else { return }
    if block.role == .body { caption += caption.isEmpty ? block.text : "\n" + block.text }
    for mark in block.marks {
      guard case .link(let address) = mark.kind else { continue }
      let bytes = block.text.utf8
      let start = bytes.index(bytes.startIndex, offsetBy: Int(mark.start), limitedBy: bytes.endIndex)
      let end = bytes.index(bytes.startIndex, offsetBy: Int(mark.end), limitedBy: bytes.endIndex)
      guard let start, let end, start <= end else { continue }
      addLink(address, String(block.text[start..<end]))
    }
  }

  private mutating func addLink(_ address: String, _ text: String) {
    guard ["http://", "https://"].contains(where: address.lowercased().hasPrefix) else { return }
    links.append((address, text))
  }
}

extension TextRole {
  /// Indicates whether the text is another message's.
  fileprivate var isQuoted: Bool { self == .quote || self == .quoteName }
}

extension Attachment {
  /// Returns the part of the gallery that shows the attachment; nil for stickers.
  fileprivate func gallerySection(_ placement: MediaPlacement) -> GallerySection? {
    switch kind {
    case .image, .gif, .video:
      placement.isInlineImage || placement.playback == .film ? .media : .files
    case .audio, .voice: .voice
    case .file: .files
    case .sticker: nil
    }
  }
}

extension Gallery {
  /// Calls `body` with each page of the gallery, in order.
  func forEachPage(of outline: ConversationOutline, _ body: (GalleryModel) throws -> Void) rethrows {
    let sections = self.sections
    var words = ItemWords(outline: outline)
    for section in sections {
      let items = self.items.filter { $0.section == section }
      let count = (items.count + Self.pageSize - 1) / Self.pageSize
      for number in 0..<count {
        let start = number * Self.pageSize
        let months = words.months(of: items[start..<min(items.count, start + Self.pageSize)])
        var page = GalleryModel(
          title: outline.survey.info.title, section: section, number: number + 1, count: count,
          language: outline.language)
        (page.sections, page.first, page.months) = (sections, start, months)
        try body(page)
      }
    }
  }

  /// The sections that are not empty.
  var sections: [GallerySection] {
    let used = items.reduce(into: Set<GallerySection>()) { $0.insert($1.section) }
    return GallerySection.allCases.filter(used.contains)
  }

  /// The number of entries of each sender in each section, by the sender's index.
  var countsBySender: [Int32: [Int]] {
    var counts: [Int32: [Int]] = [:]
    let none = GallerySection.allCases.map { _ in 0 }
    for item in items where item.sender >= 0 {
      guard let section = GallerySection.allCases.firstIndex(of: item.section) else { continue }
      counts[item.sender, default: none][section] += 1
    }
    return counts
  }

  /// Returns the list of pictures and films that the page's script shows large.
  func mediaList(of outline: ConversationOutline) -> MediaList {
    var words = ItemWords(outline: outline)
    return MediaList(entries: items.filter { $0.section == .media }.map { words.mediaEntry(of: $0) })
  }

  /// The words that the gallery has for its items.
  private struct ItemWords {
    let outline: ConversationOutline
    private var clock: DisplayClock
    private let people: [Participant]
    /// The date of the latest item and its text: most items have the date of the one before.
    private var shownDate: (date: CivilDate, text: String)?

    init(outline: ConversationOutline) {
      self.outline = outline
      clock = outline.survey.clock
      people = outline.survey.participants.participants
    }

    mutating func months(of items: ArraySlice<StoredItem>) -> [GalleryMonth] {
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

    private mutating func tile(of item: StoredItem, on date: CivilDate?) -> GalleryTile {
      var tile = GalleryTile(
        path: item.path, alt: title(of: item), page: page(of: item), anchor: item.anchor)
      (tile.picture, tile.isFilm) = (item.isFilm ? item.poster : item.path, item.isFilm)
      tile.date = date.map { shortDate($0) } ?? ""
      tile.sender = sender(of: item)?.name ?? ""
      tile.note = item.section == .media ? "" : item.note ?? ""
      return tile
    }

    mutating func mediaEntry(of item: StoredItem) -> MediaList.MediaEntry {
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

    private func title(of item: StoredItem) -> String {
      if let title = item.title, !title.isEmpty { return title }
      return item.section == .links ? item.path : outline.phrases(item.kind.phrase)
    }

    private func page(of item: StoredItem) -> Int { Int(item.message) / outline.pageSize + 1 }

    private func sender(of item: StoredItem) -> Participant? {
      people.indices.contains(Int(item.sender)) ? people[Int(item.sender)] : nil
    }

    private mutating func local(_ item: StoredItem) -> (date: CivilDate, minute: Int16)? {
      guard let seconds = item.seconds else { return nil }
      let (milliseconds, isTooLarge) = seconds.multipliedReportingOverflow(by: 1000)
      guard !isTooLarge else { return nil }
      let (day, minute) = clock.local(Instant(milliseconds: milliseconds))
      return (CivilDate(daysSince1970: Int(day)), minute)
    }
  }
}

extension Gallery {
  /// The items of one page in canonical form, for the next export.
  var encoded: [UInt8] {
    var encoder = StableEncoder()
    encoder.add(items.count)
    for item in items {
      encoder.add(item.section.rawValue)
      encoder.add(item.path)
      encoder.add(item.poster)
      encoder.add(item.title)
      encoder.add(item.note)
      encoder.add(item.anchor)
      encoder.add(Int(item.message))
      encoder.add(item.seconds)
      encoder.add(Int(item.sender))
      encoder.add(item.kind.rawValue)
      encoder.add(item.isFilm)
    }
    return encoder.bytes
  }

  /// Decodes the items of a page; nil if the bytes are not such.
  init?(_ bytes: [UInt8]) {
    var decoder = StableDecoder(bytes[...])
    let items = decoder.list { decoder -> StoredItem? in
      guard let section = decoder.text().flatMap(GallerySection.init), let path = decoder.text(),
        let poster = decoder.optional({ $0.text() }), let title = decoder.optional({ $0.text() }),
        let note = decoder.optional({ $0.text() }), let anchor = decoder.text(),
        let message = decoder.integer(as: Int32.self),
        message >= 0, let seconds = decoder.optional({ $0.integer(as: Int64.self) }),
        let sender = decoder.integer(as: Int32.self),
        let kind = decoder.text().flatMap(Attachment.Kind.init), let isFilm = decoder.flag()
      else { return nil }
      return StoredItem(
        section: section, path: path, poster: poster, title: title, note: note, anchor: anchor,
        message: message, seconds: seconds, sender: sender, kind: kind, isFilm: isFilm)
    }
    guard let items, decoder.isAtEnd else { return nil }
    self.items = items
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
