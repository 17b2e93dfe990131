public import Frames

/// Collects the terms of pages' rows, one page after the other.
///
/// Adding a row only records its texts. They are scanned together at the end of a page: then the term tables stay in the
/// processor's cache during the scan, and do not evict layout's data during layout.
public struct TermCollector: Sendable {
  /// A text, kind of content or sender of a message.
  private struct Occurrence {
    enum OccurrenceSource {
      case writer(bits: UInt16)
      case text(String)
      case kind(ContentKind)
    }
    /// Index of the message on the page.
    var row: Int
    var content: OccurrenceSource
  }

  private var pieces: [Occurrence] = []
  /// Index on the page of the current message.
  private var row = 0
  private var scanner = TermScanner()
  private var found = FoundTerms()
  /// The distinct senders of the page, with their fingerprints.
  private var writers: [(name: String, bits: UInt16)] = []
  /// Index in `writers` of the last row's sender.
  private var writer = 0

  /// A collector without rows.
  public init() {}

  /// Returns the terms of the rows added since the last call, and starts the next page. Pages have up to `size` messages.
  public mutating func take(size: Int) -> PageTerms {
    // By index: iterating would copy, and so retain, every text.
    for index in pieces.indices {
      found.rows.row = pieces[index].row
      switch pieces[index].content {
      case .writer(let bits): found.rows.note(writer: bits)
      case .text(let text): find(in: text)
      case .kind(let kind):
        for term in kind.terms { found.note(term.span) }
      }
    }
    found.rows.row = row
    var page = found.take(size: size)
    page.senders = writers.map(\.name)
    pieces.removeAll(keepingCapacity: true)
    writers.removeAll(keepingCapacity: true)
    row = 0
    return page
  }

  /// Makes the message at `index` of the page, from 0, the one that rows are added to.
  public mutating func begin(_ index: Int) { row = index }

  /// Adds the texts, kinds of content and sender of rows.
  public mutating func add(_ rows: Span<Row>) {
    // By index: a row taken out would be copied.
    for index in rows.indices {
      switch rows[index].kind {
      // The rows of a run are added one by one.
      case .day, .run: continue
      case .notice: break
      case .message(_, _, _, let sender): add(sender: sender)
      }
      add(rows[index].frame.items)
    }
  }

  /// Adds a text.
  mutating func add(_ text: String) { add(.text(text)) }
}

extension TermCollector {
  private mutating func add(_ content: Occurrence.OccurrenceSource) {
    pieces.append(Occurrence(row: row, content: content))
  }

  private mutating func find(in text: String) {
    let start = found.rows.count
    scanner.scan(text, to: &found)
    found.rows.join(from: start)
  }

  /// Adds the row's sender, by the displayed name.
  private mutating func add(sender name: String) {
    if !writers.indices.contains(writer) || writers[writer].name != name {
      writer = writers.firstIndex { $0.name == name } ?? writers.count
      if writer == writers.count { writers.append((name, Self.bits(ofWriter: name))) }
    }
    add(.writer(bits: writers[writer].bits))
  }

  private static func bits(ofWriter name: String) -> UInt16 {
    // No term has a space, so it cannot collide with one. It starts with the name, so that senders are in different parts
    // of the notes.
    let term = Array("\(ControlPictures.shown(name)) by".utf8)
    return TermFingerprint.of(term.span)
  }

  private mutating func add(_ items: [FrameItem]) {
    for index in items.indices {
      switch items[index].content {
      case .text(let block):
        guard block.role.isSearched else { continue }
        add(block.text)
        for mark in block.marks {
          if case .link = mark.kind { add(.link) }
        }
      case .image: add(.photo)
      case .player(let player): add(player.kind == .film ? .video : .audio)
      case .file: add(.file)
      case .link: add(.link)
      case .fold(let fold): add(fold.body.items)
      case .copy, .emptyCell, .bubble, .time, .emoji, .avatar, .reaction, .box, .jump, .icon, .waveform,
        .status:
        continue
      }
    }
  }

  private mutating func add(_ kind: ContentKind) { add(.kind(kind)) }
}

extension TextRole {
  /// True if texts of the role are content of the message, not its sender, time or quote.
  var isSearched: Bool {
    switch self {
    case .body, .heading, .code, .notice, .cardText, .cardTitle, .bigEmoji: true
    case .name, .time, .quoteName, .quote, .day, .initials, .reaction, .cardLabel, .cardFact: false
    }
  }
}
