public import Frames
internal import KeyedHash

/// The terms of one page's rows, each once: what the index is told of a page.
///
/// Made by whoever lays the page out, so that only merging is left for the one who has the index.
public struct PageTerms: Sendable {
  /// The terms' UTF-8 bytes, one after the other.
  private(set) var bytes: [UInt8] = []
  /// Where each term ends in `bytes`, with its place in tables: no two runs of the program have the same.
  private(set) var terms: [(end: Int, hash: UInt32)] = []
  /// Which messages have which of them, as `RowTermFiles` has it; nil when pages have too many messages for it.
  private(set) var inRows: [UInt8]?
  /// Whether the files of its group are in their place and tell of it; `inRows` does not then.
  private(set) var isInPlace = false
  /// The last bytes of each, while it is at work.
  private var tails: [UInt64] = []
  /// What each is known by in ``rows``, while it is at work.
  private var bits: [UInt16] = []
  /// Who wrote the page's messages, each once, with what that is known by.
  private var writers: [(name: String, bits: UInt16)] = []
  /// What the row that was added last brings besides words.
  public private(set) var kinds: ContentKinds = []
  private var rows = RowTerms()
  /// Which of the writers wrote the row that was added last.
  private var writer = 0

  /// Terms by hash: the place in `terms` plus one, above it the hash; 0 where no term is.
  private var slots = [UInt64](repeating: 0, count: 4096)
  private let hashKey = HashKey.ofProcess
  /// Nil while it is at work, and before.
  private var scanner: TermScanner?

  /// The terms of no row.
  public init() {}

  /// What was found, without the tools that found it; the terms are empty then, and the tools stay. Pages have up to
  /// `size` messages.
  public mutating func take(size: Int) -> PageTerms {
    var found = PageTerms(slots: [])
    found.inRows = rows.written(rows: size)
    swap(&found.bytes, &bytes)
    swap(&found.terms, &terms)
    swap(&found.writers, &writers)
    for place in slots.indices { slots[place] = 0 }
    tails.removeAll(keepingCapacity: true)
    bits.removeAll(keepingCapacity: true)
    rows.clear()
    return found
  }

  /// Who wrote the page's messages, each once.
  public var senders: [String] { writers.map(\.name) }

  private static func bits(ofWriter name: String) -> UInt16 {
    // No term has a space; and it begins with the name, for people not to be in one part of the notes.
    let term = Array("\(ControlPictures.shown(name)) by".utf8)
    return TermBits.of(term.span)
  }

  /// Says that what is added next belongs to this message of the page, counted from 0.
  public mutating func begin(_ place: Int) { rows.row = place }

  private init(slots: [UInt64]) { self.slots = slots }

  /// Terms that are known already, each once.
  init(bytes: [UInt8], terms: [(end: Int, hash: UInt32)]) {
    self.init(slots: [])
    (self.bytes, self.terms) = (bytes, terms)
  }

  /// The same terms in messages of these people, of which `RowTermFiles` was told this, or has files that tell.
  public func written(by senders: [String], inRows: [UInt8]?, isInPlace: Bool = false) -> PageTerms {
    var terms = self
    (terms.inRows, terms.isInPlace) = (inRows, isInPlace)
    terms.writers = senders.map { ($0, Self.bits(ofWriter: $0)) }
    return terms
  }

  /// Adds what a row says, who says it and what it brings.
  public mutating func add(_ row: borrowing Row) {
    kinds = []
    switch row.kind {
    case .day: return
    case .notice: break
    case .message(_, _, _, let sender): add(sender: sender)
    }
    add(row.frame.items)
  }

  /// Adds a row of which this is known: who says it, if somebody does, its texts, and what else it brings.
  public mutating func add(
    sender: String?, texts: some Sequence<(role: TextRole, text: String)>, kinds: ContentKinds
  ) {
    if let sender { add(sender: sender) }
    for (role, text) in texts where role.isSearched { add(text) }
    kinds.each { add($0) }
  }

  /// Adds the row's writer, by the name that pages show.
  private mutating func add(sender name: String) {
    if !writers.indices.contains(writer) || writers[writer].name != name {
      writer = writers.firstIndex { $0.name == name } ?? writers.count
      if writer == writers.count { writers.append((name, Self.bits(ofWriter: name))) }
    }
    rows.note(writers[writer].bits)
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

  private mutating func add(_ kind: ContentKind) {
    kinds.insert(ContentKinds(kind))
    insert(kind.term)
    if kind != .link { insert(ContentKind.attachment) }
  }

  /// Adds the terms of a text.
  mutating func add(_ text: String) {
    let start = rows.count
    var scanner = self.scanner.take() ?? TermScanner()
    scanner.scan(text) { insert($0, key: $1) }
    rows.join(from: start)
    self.scanner = scanner
  }

  private mutating func insert(_ term: [UInt8]) {
    insert(term.span, key: TermKey(of: term.span, hashKey), isUpper: true)
  }

  /// Adds a term if it is new; its letters of ASCII are put in upper case if they are not yet as they shall be.
  private mutating func insert(_ term: borrowing Span<UInt8>, key: TermKey, isUpper: Bool = false) {
    if terms.count * 2 >= slots.count { grow() }
    var slot = Int(key.hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let known = slots[slot]
      let place = Int(known & 0xFFFF_FFFF) - 1
      if known >> 32 == key.hash, equals(place, term, key, isUpper: isUpper) { return rows.note(bits[place]) }
      slot = (slot + 1) & (slots.count - 1)
    }
    let start = bytes.count
    for index in term.indices { bytes.append(isUpper ? term[index] : TermScanner.upper(term[index])) }
    terms.append((bytes.count, key.hash))
    tails.append(key.tail)
    bits.append(TermBits.of(bytes.span.extracting(start..<bytes.count)))
    rows.note(bits[bits.count - 1])
    slots[slot] = Self.slot(key.hash, of: terms.count)
  }

  private func equals(_ place: Int, _ term: borrowing Span<UInt8>, _ key: TermKey, isUpper: Bool) -> Bool {
    let start = place > 0 ? terms[place - 1].end : 0
    guard tails[place] == key.tail, terms[place].end - start == term.count else { return false }
    if term.count <= TermKey.tailLength { return true }
    for index in term.indices {
      if bytes[start + index] != (isUpper ? term[index] : TermScanner.upper(term[index])) { return false }
    }
    return true
  }

  private mutating func grow() {
    slots = [UInt64](repeating: 0, count: slots.count * 2)
    for place in terms.indices {
      var slot = Int(terms[place].hash) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Self.slot(terms[place].hash, of: place + 1)
    }
  }

  /// A page has fewer than 2^32 terms.
  private static func slot(_ hash: UInt32, of number: Int) -> UInt64 {
    UInt64(hash) << 32 | UInt64(UInt32(truncatingIfNeeded: number))
  }
}

/// What a message can bring besides words, as it can be asked for.
///
/// Their terms are in lower case, which no folded text has.
enum ContentKind: String, CaseIterable {
  case link, photo, video, audio, file

  var term: [UInt8] { Array(rawValue.utf8) }
  /// Anything but a link.
  static let attachment = Array("attachment".utf8)
}

/// What a term is found by: its hash and, as most are no longer, its last eight bytes.
struct TermKey: Equatable {
  private var wholeHash: UInt64
  private(set) var tail: UInt64 = 0

  /// How many bytes ``tail`` has room for.
  static let tailLength = 8

  /// That of no bytes.
  init(_ key: HashKey) { wholeHash = key.start }

  init(of term: borrowing Span<UInt8>, _ key: HashKey) {
    self.init(key)
    for index in term.indices { add(term[index], key) }
  }

  @inline(__always)
  mutating func add(_ byte: UInt8, _ key: HashKey) {
    key.add(byte, to: &wholeHash)
    tail = tail &<< 8 | UInt64(byte)
  }

  /// The term's place in tables.
  var hash: UInt32 { UInt32(truncatingIfNeeded: wholeHash >> 32) }
}

extension HashKey {
  /// A term's place in tables.
  func hash(ofTerm term: borrowing Span<UInt8>) -> UInt32 { UInt32(truncatingIfNeeded: hash(term) >> 32) }
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
