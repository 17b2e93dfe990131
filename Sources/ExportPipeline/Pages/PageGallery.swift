import BubbleLayout
import ChatModel
import Frames
import Reuse
import SiteWriter
import Storage

/// The pictures, films, files, recordings and links of a page's messages.
///
/// Attachments that could be viewed once only, or that are hidden in their message, are left out, and so are links in texts
/// with hidden parts.
struct PageGallery: Sendable {
  /// The maximum number of characters of a text beside a picture: the list of pictures is read by the page's script.
  private static let longestCaption = 400

  /// An entry: a file or a link of a message.
  struct StoredItem: Sendable {
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
    /// The index of the sender; −1 for none.
    var sender: Int32
    var kind = Attachment.Kind.file
    var isFilm = false
    /// The width of a picture or film in percent of its height; 0 if unknown.
    var shape = 0
    /// The length of a film, as its player shows it; nil if unknown.
    var length: String?
    /// The number of reactions to the message.
    var reactions: Int32 = 0
  }

  /// The entries, in the order of their messages.
  private(set) var items: [StoredItem] = []

  /// A gallery without items.
  init() {}

  /// Adds the items of a message and its rows.
  mutating func add(_ input: RowInput, rows: Span<Row>) {
    var texts = RowTexts(of: input.message)
    for index in rows.indices { texts.add(rows[index].frame.items.span) }
    // Most messages have neither files nor links.
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
        item.shape = Self.shape(input.media[number], attachment)
        if item.isFilm { item.length = texts.facts[Int16(clamping: number)] }
        item.poster = input.media[number].poster
        item.note = texts.caption.isEmpty ? nil : String(texts.caption.prefix(Self.longestCaption))
      } else {
        item.title = attachment.name ?? attachment.alt
        item.note = texts.facts[Int16(clamping: number)]
      }
      items.append(item)
    }
  }

  /// Returns a picture's width in percent of its height, at most ten times either way; 0 if unknown.
  private static func shape(_ file: MediaPlacement, _ attachment: Attachment) -> Int {
    guard let width = file.width ?? attachment.width, let height = file.height ?? attachment.height,
      width > 0, height > 0
    else { return 0 }
    return Int(min(max(Double(width) / Double(height) * 100, 10), 1000).rounded())
  }

  private func item(_ section: GallerySection, _ path: String, of input: RowInput, title: String?)
    -> StoredItem
  {
    var item = StoredItem(
      section: section, path: path, title: title, anchor: input.anchor, message: input.index,
      seconds: input.message.instant?.seconds, sender: input.message.sender?.value ?? -1)
    item.reactions = Int32(clamping: input.message.reactions.reduce(0) { $0 &+ $1.count })
    return item
  }
}

/// The texts of a message's rows that the gallery shows.
private struct RowTexts {
  /// True if the message has files, whose captions and facts are wanted.
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
      // Parts that all rows have are no links.
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
  /// True if the text is another message's.
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

extension PageGallery {
  /// Items in canonical form, for the conversation's gallery and the next export.
  struct EncodedItems: Sendable {
    let bytes: [UInt8]
    /// The numbers of the items.
    let tally: GalleryTally

    fileprivate init(_ bytes: [UInt8], of items: [StoredItem]) {
      self.bytes = bytes
      tally = items.reduce(into: GalleryTally()) { $0.add($1.section, of: $1.sender) }
    }

    /// Decodes the items of a page's record; nil if the bytes are not valid.
    init?(_ bytes: [UInt8]) {
      guard let items = PageGallery(bytes[...])?.items else { return nil }
      self.init(bytes, of: items)
    }
  }

  /// The items in canonical form.
  var encoded: EncodedItems {
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
      encoder.add(item.shape)
      encoder.add(item.length)
      encoder.add(item.reactions)
    }
    return EncodedItems(encoder.bytes, of: items)
  }

  /// Decodes items; nil if the bytes are not valid.
  init?(_ bytes: ArraySlice<UInt8>) {
    var decoder = StableDecoder(bytes)
    let items = decoder.list { decoder -> StoredItem? in
      guard let section = decoder.text().flatMap(GallerySection.init), let path = decoder.text(),
        let poster = decoder.optional({ $0.text() }), let title = decoder.optional({ $0.text() }),
        let note = decoder.optional({ $0.text() }), let anchor = decoder.text(),
        let message = decoder.integer(as: Int32.self),
        message >= 0, let seconds = decoder.optional({ $0.integer(as: Int64.self) }),
        let sender = decoder.integer(as: Int32.self),
        let kind = decoder.text().flatMap(Attachment.Kind.init), let isFilm = decoder.flag(),
        let shape = decoder.integer(), let length = decoder.optional({ $0.text() }),
        let reactions = decoder.integer(as: Int32.self)
      else { return nil }
      return StoredItem(
        section: section, path: path, poster: poster, title: title, note: note, anchor: anchor,
        message: message, seconds: seconds, sender: sender, kind: kind, isFilm: isFilm, shape: shape,
        length: length, reactions: reactions)
    }
    guard let items, decoder.isAtEnd else { return nil }
    self.items = items
  }
}

/// The numbers of a gallery's entries.
struct GalleryTally: Sendable {
  /// By section; empty sections are missing.
  private(set) var bySection: [GallerySection: Int] = [:]
  /// By the sender's index, in the order of the sections.
  private(set) var bySender: [Int32: [Int]] = [:]

  /// The sections that are not empty.
  var sections: [GallerySection] { GallerySection.allCases.filter { bySection[$0] != nil } }

  /// Counts an entry of a sender; −1 means no sender.
  mutating func add(_ section: GallerySection, of sender: Int32) {
    bySection[section, default: 0] += 1
    guard sender >= 0, let index = GallerySection.allCases.firstIndex(of: section) else { return }
    bySender[sender, default: GallerySection.allCases.map { _ in 0 }][index] += 1
  }

  /// Adds the numbers of another gallery.
  mutating func add(_ other: GalleryTally) {
    bySection.merge(other.bySection, uniquingKeysWith: +)
    bySender.merge(other.bySender) { zip($0, $1).map(+) }
  }
}
