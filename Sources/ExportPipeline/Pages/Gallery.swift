import BubbleLayout
import ChatModel
import ICU
import Phrases
internal import Reuse
import SiteWriter

/// The pictures and films of a conversation, collected while its pages are read.
///
/// Attachments that could be viewed once only, or that are hidden in their message, are left out.
struct Gallery: Sendable {
  /// The number of pictures on a page of the gallery.
  static let pageSize = 200

  /// A picture or film: some 80 bytes, as its paths are the media store's own and most anchors are
  /// short.
  private struct StoredItem: Sendable {
    var path: String
    var poster: String?
    var alt: String?
    var anchor: String
    var page: Int32
    /// Days since 1970; nil when the message has no time.
    var day: Int32?
    var kind: Attachment.Kind
    var isFilm: Bool
  }

  private var items: [StoredItem] = []
  private var clock: DisplayClock

  init(clock: DisplayClock) { self.clock = clock }

  var isEmpty: Bool { items.isEmpty }

  /// Those of one page.
  init(of job: PageJob, clock: DisplayClock) {
    self.clock = clock
    for index in job.inputs.indices where !job.inputs[index].media.isEmpty {
      add(job.inputs[index], page: job.number)
    }
  }

  /// Adds those of the page behind.
  mutating func append(_ other: Gallery) { items += other.items }

  private mutating func add(_ input: RowInput, page: Int) {
    guard case .media(let attachments, _) = input.message.content, input.message.extras?.isViewOnce != true
    else { return }
    let day = input.message.instant.map { clock.local($0).day }
    for (attachment, placement) in zip(attachments, input.media) where !attachment.isSpoiler {
      guard let path = placement.path, let isFilm = Self.isFilm(attachment.kind, placement) else { continue }
      items.append(
        StoredItem(
          path: path, poster: placement.poster, alt: attachment.alt ?? attachment.name, anchor: input.anchor,
          page: Int32(truncatingIfNeeded: page), day: day, kind: attachment.kind, isFilm: isFilm))
    }
  }

  /// Returns true for a film and false for a picture; nil for anything else, stickers included.
  private static func isFilm(_ kind: Attachment.Kind, _ placement: MediaPlacement) -> Bool? {
    switch kind {
    case .image, .gif, .video:
      if placement.isInlineImage { return false }
      return placement.playback == .film ? true : nil
    case .sticker, .audio, .voice, .file: return nil
    }
  }

  /// Calls `body` with each page of the gallery, in order.
  func forEachPage(
    of outline: ConversationOutline, _ body: (GalleryModel) throws -> Void
  ) rethrows {
    let count = (items.count + Self.pageSize - 1) / Self.pageSize
    for number in 0..<count {
      let part = items[(number * Self.pageSize)..<min(items.count, (number + 1) * Self.pageSize)]
      try body(
        GalleryModel(
          title: outline.survey.info.title, number: number + 1, count: count,
          months: Self.months(of: part, outline: outline), language: outline.locale,
          direction: outline.direction, phrases: outline.phrases))
    }
  }

  private static func months(of items: ArraySlice<StoredItem>, outline: ConversationOutline) -> [GalleryMonth]
  {
    var months: [GalleryMonth] = []
    var current: (year: Int, month: Int)?
    for item in items {
      let date = item.day.map { CivilDate(daysSince1970: Int($0)) }
      let month = date.map { ($0.year, $0.month) }
      if months.isEmpty || month?.0 != current?.year || month?.1 != current?.month {
        current = month
        months.append(
          GalleryMonth(title: month.map { outline.dates.month(year: $0.0, month: $0.1) } ?? "", tiles: []))
      }
      months[months.count - 1].tiles.append(
        GalleryTile(
          path: item.path, picture: item.isFilm ? item.poster : item.path, isFilm: item.isFilm,
          alt: item.alt ?? outline.phrases(item.kind.phrase), page: Int(item.page), anchor: item.anchor,
          date: date.map(outline.dates.shortDate) ?? ""))
    }
    return months
  }
}

extension Gallery {
  /// The items of one page in canonical form, for the next export.
  var encoded: [UInt8] {
    var encoder = StableEncoder()
    encoder.add(items.count)
    for item in items {
      encoder.add(item.path)
      encoder.add(item.poster)
      encoder.add(item.alt)
      encoder.add(item.anchor)
      encoder.add(item.day)
      encoder.add(item.kind.rawValue)
      encoder.add(item.isFilm)
    }
    return encoder.bytes
  }

  /// Decodes the items of the page with this number; nil if the bytes are not such.
  init?(_ bytes: [UInt8], page: Int, clock: DisplayClock) {
    var decoder = StableDecoder(bytes[...])
    let items = decoder.list { decoder -> StoredItem? in
      guard let path = decoder.text(), let poster = decoder.optional({ $0.text() }),
        let alt = decoder.optional({ $0.text() }), let anchor = decoder.text(),
        let day = decoder.optional({ $0.integer(as: Int32.self) }),
        let kind = decoder.text().flatMap(Attachment.Kind.init), let isFilm = decoder.flag()
      else { return nil }
      return StoredItem(
        path: path, poster: poster, alt: alt, anchor: anchor, page: Int32(truncatingIfNeeded: page), day: day,
        kind: kind, isFilm: isFilm)
    }
    guard let items, decoder.isAtEnd else { return nil }
    self.init(clock: clock)
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
