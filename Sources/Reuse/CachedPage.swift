public import Digests
public import Storage

/// All results of laying out a page except its bytes: the next export uses them instead of the layout.
public struct CachedPage: Sendable, Equatable {
  /// The digest of everything that the first pass knows of the page: ``PageLookup``s are valid for this content alone.
  public var content = ShortDigest.zero
  /// The page's key: its content and the answers to its lookups.
  public var key = ShortDigest.zero
  /// The facts outside its own messages that the page depends on, in the order in which they were looked up.
  public var lookups: [PageLookup] = []
  /// The size in bytes, checksum and SHA-256 of the page's file.
  public var size = 0
  /// The checksum of the page's file.
  public var checksum = Checksum(low: 0, high: 0)
  /// The SHA-256 of the page's file in hexadecimal.
  public var sha256 = ""
  /// The height of its rows in whole CSS px, then in 1/64 px for both layouts.
  public var height = 0
  /// The height of its rows in 1/64 px.
  public var exactHeight = 0
  /// The height of its rows on large screens in 1/64 px.
  public var wideHeight = 0
  /// The height that opening its runs of notices adds, in 1/64 px.
  public var opened = 0
  /// The height that it adds on large screens.
  public var wideOpened = 0
  /// The number of its rows.
  public var rows = 0
  /// The days of its messages, in words; empty if they have no time.
  public var dates = ""
  /// The days that begin on it: days since 1970, each with the index and the anchor of its first message.
  public var days: [CachedDay] = []
  /// The hashes of its messages' ids, in order.
  public var ids: [UInt32] = []
  /// Its pictures and films, as the gallery encodes them.
  public var gallery: [UInt8] = []
  /// Its terms, as the search's index encodes them.
  public var terms: [UInt8] = []
  /// Its counts for the overview, as the tally encodes them.
  public var tally: [UInt8] = []

  /// A day and the index of its first message.
  public struct CachedDay: Sendable, Equatable {
    /// Days since 1970-01-01.
    public var day: Int32
    /// The index of the day's first message in the conversation.
    public var firstIndex: Int32
    /// That message's anchor name.
    public var anchor: String

    /// Creates a day.
    public init(day: Int32, firstIndex: Int32, anchor: String = "") {
      (self.day, self.firstIndex, self.anchor) = (day, firstIndex, anchor)
    }
  }

  /// Creates a page without rows.
  public init() {}

  /// Decodes a page; nil if the bytes are not a page's.
  public init?(_ bytes: ArraySlice<UInt8>) {
    var decoder = StableDecoder(bytes)
    guard let content = decoder.shortDigest(), let key = decoder.shortDigest(),
      let lookups = decoder.list(PageLookup.init), let size = decoder.integer(), size >= 0,
      let checksum = decoder.checksum(), let sha256 = decoder.text(), let height = decoder.integer(),
      let exactHeight = decoder.integer(), let wideHeight = decoder.integer(),
      let opened = decoder.integer(), let wideOpened = decoder.integer(),
      // Rows are summed up over all pages.
      let rows = decoder.integer(), (0...1 << 32).contains(rows),
      let dates = decoder.text(), let days = decoder.list(CachedDay.init), let ids = decoder.numbers(),
      let gallery = decoder.raw(), let terms = decoder.raw(), let tally = decoder.raw(), decoder.isAtEnd
    else { return nil }
    (self.content, self.key, self.lookups) = (content, key, lookups)
    (self.size, self.checksum, self.sha256) = (size, checksum, sha256)
    (self.height, self.exactHeight, self.wideHeight, self.rows) = (height, exactHeight, wideHeight, rows)
    (self.opened, self.wideOpened) = (opened, wideOpened)
    (self.dates, self.days, self.ids) = (dates, days, ids)
    (self.gallery, self.terms, self.tally) = (Array(gallery), Array(terms), Array(tally))
  }

  /// The encoded page.
  public var bytes: [UInt8] {
    var encoder = StableEncoder()
    encoder.add(content)
    encoder.add(key)
    encoder.add(lookups.count)
    for lookup in lookups { lookup.encode(to: &encoder) }
    encoder.add(size)
    encoder.add(checksum)
    encoder.add(sha256)
    for number in [height, exactHeight, wideHeight, opened, wideOpened, rows] { encoder.add(number) }
    encoder.add(dates)
    encoder.add(days.count)
    for day in days {
      encoder.add(day.day)
      encoder.add(day.firstIndex)
      encoder.add(day.anchor)
    }
    encoder.add(numbers: ids)
    encoder.add(gallery)
    encoder.add(terms)
    encoder.add(tally)
    return encoder.bytes
  }
}

/// A fact looked up while a page was made that is not in its own messages.
///
/// The names follow from the page's content, the answers do not. So a page with unchanged content makes the same lookups
/// again, and is unchanged if the answers are: no message has to be read for that.
public enum PageLookup: Sendable, Hashable {
  /// A file, by its path in the source.
  case file(String)
  /// A message on another page, by its id.
  case message(String)
  /// The months to offer beside the page, from the first to the last of these years.
  case months(first: Int, last: Int)
}

extension PageLookup {
  fileprivate init?(_ decoder: inout StableDecoder) {
    switch decoder.number() {
    case 0:
      guard let path = decoder.text() else { return nil }
      self = .file(path)
    case 1:
      guard let id = decoder.text() else { return nil }
      self = .message(id)
    case 2:
      guard let first = decoder.integer(), let last = decoder.integer(), first <= last else { return nil }
      self = .months(first: first, last: last)
    default: return nil
    }
  }

  /// Adds the lookup in canonical form.
  public func encode(to encoder: inout StableEncoder) {
    switch self {
    case .file(let path):
      encoder.add(0 as UInt)
      encoder.add(path)
    case .message(let id):
      encoder.add(1 as UInt)
      encoder.add(id)
    case .months(let first, let last):
      encoder.add(2 as UInt)
      encoder.add(first)
      encoder.add(last)
    }
  }
}

extension CachedPage.CachedDay {
  fileprivate init?(_ decoder: inout StableDecoder) {
    guard let day = decoder.integer(as: Int32.self), let firstIndex = decoder.integer(as: Int32.self),
      let anchor = decoder.text()
    else { return nil }
    self.init(day: day, firstIndex: firstIndex, anchor: anchor)
  }
}
