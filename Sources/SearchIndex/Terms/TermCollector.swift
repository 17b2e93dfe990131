public import Frames

/// Finds the terms of pages' rows, one page after the other.
///
/// Rows are only noted as they are added. Their texts are gone through when all of a page are there, so that the tables
/// with all terms are near while they are, and out of the way while rows are laid out.
public struct TermCollector: Sendable {
  /// What a message of the page says or brings, or who wrote it.
  private struct Piece {
    enum Content {
      case writer(bits: UInt16)
      case text(String)
      case kind(ContentKind)
    }
    /// The message's place on the page.
    var row: Int
    var content: Content
  }

  private var pieces: [Piece] = []
  /// The message that is added to.
  private var row = 0
  private var scanner = TermScanner()
  private var found = FoundTerms()
  /// Who wrote the page's messages, each once, with what that is known by.
  private var writers: [(name: String, bits: UInt16)] = []
  /// Which of the writers wrote the row that was added last.
  private var writer = 0

  public init() {}

  /// Gives the terms of the rows that were added since the last time. Pages have up to `size` messages.
  public mutating func take(size: Int) -> PageTerms {
    for place in pieces.indices {
      found.rows.row = pieces[place].row
      switch pieces[place].content {
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

  /// Says that what is added next belongs to this message of the page, counted from 0.
  public mutating func begin(_ place: Int) { row = place }

  /// Adds what a row says, who says it and what it brings.
  public mutating func add(_ row: borrowing Row) {
    switch row.kind {
    case .day: return
    case .notice: break
    case .message(_, _, _, let sender): add(sender: sender)
    }
    add(row.frame.items)
  }

  /// Adds a text.
  mutating func add(_ text: String) { add(.text(text)) }
}

extension TermCollector {
  private mutating func add(_ content: Piece.Content) { pieces.append(Piece(row: row, content: content)) }

  private mutating func find(in text: String) {
    let start = found.rows.count
    scanner.scan(text, to: &found)
    found.rows.join(from: start)
  }

  /// Adds the row's writer, by the name that pages show.
  private mutating func add(sender name: String) {
    if !writers.indices.contains(writer) || writers[writer].name != name {
      writer = writers.firstIndex { $0.name == name } ?? writers.count
      if writer == writers.count { writers.append((name, Self.bits(ofWriter: name))) }
    }
    add(.writer(bits: writers[writer].bits))
  }

  private static func bits(ofWriter name: String) -> UInt16 {
    // No term has a space; and it begins with the name, for people not to be in one part of the notes.
    let term = Array("\(ControlPictures.shown(name)) by".utf8)
    return TermFingerprint.of(term.span)
  }

  private mutating func add(_ items: [FrameItem]) {
    for place in items.indices {
      switch items[place].content {
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
      case .bubble, .time, .emoji, .avatar, .reaction, .box, .jump, .icon, .waveform, .status: continue
      }
    }
  }

  private mutating func add(_ kind: ContentKind) { add(.kind(kind)) }
}

extension TextRole {
  /// Whether it is what a message says, and not who says it, when, or what it answers.
  var isSearched: Bool {
    switch self {
    case .body, .heading, .code, .notice, .cardText, .cardTitle, .bigEmoji: true
    case .name, .time, .quoteName, .quote, .day, .initials, .reaction, .cardLabel, .cardFact: false
    }
  }
}
