import Frames

/// Builds blocks from the enter and leave events of a Markdown document.
///
/// The builder holds one block's text and marks at a time. Inline events append text and open or close marks; `finish`
/// turns them into a block with the containers that are open, and starts the next one. List items have their marker on
/// the first block alone, so finishing a block clears it in the open containers.
///
/// Nesting needs no recursion: containers are a stack, cut at ``RichBlock/containerLimit`` (deeper ones only count in
/// `depth`), and of nested marks of one kind only the outermost counts.
struct BlockBuilder {
  private(set) var blocks: [RichBlock] = []
  /// The addresses of links without a mark, unless they are the text of the link.
  private(set) var refusedLinks: [String] = []

  private let detector: LinkDetector?
  /// True if pairs of tildes strike text through.
  private let strikesThrough: Bool
  private var text: [UInt8] = []
  private var marks: [TextMark] = []
  /// The open marks, by the raw value of `Inline`.
  private var opened = InlineArray<4, OpenInline>(repeating: OpenInline())
  /// Lengths of `text` at the starts of the open links, and whether each may be a link.
  private var openLinks: [(start: Int, isAllowed: Bool)] = []
  private var containers: [RichBlock.Container] = []
  /// Depth of the open containers, including those beyond the limit.
  private var depth = 0
  private var lists: [List] = []

  /// A builder that looks for links in text with `detector`, if given.
  init(detector: LinkDetector?, strikesThrough: Bool) {
    (self.detector, self.strikesThrough) = (detector, strikesThrough)
  }

  /// The kinds of inline markup. If marks of one kind are nested, only the outermost is kept.
  enum Inline: Int { case strong, emphasis, code, link }

  private struct OpenInline {
    /// Number of open levels of the kind.
    var count = 0
    /// Index of its mark in `marks`, −1 without one.
    var mark = -1
  }

  private struct List {
    /// The number of the next item; nil for bullets.
    var number: Int?
    var suffix: String
    /// The longest marker, with zeros for digits.
    var widest: String
    var isTight: Bool
    /// The container depth of its items.
    var itemDepth: Int
    /// The index of its first block.
    var firstBlock: Int
    /// True if an item has a box instead of a bullet.
    var hasTasks = false
  }

  // MARK: Containers

  mutating func enterQuote() { enter(.quote) }

  /// Enters a list of `count` items; `first` is the number of the first one, nil for bullets.
  mutating func enterList(first: Int?, count: Int, suffix: String, isTight: Bool) {
    let last = first.map { String($0 &+ max(0, count - 1)) }
    let widest = last.map { String(repeating: "0", count: $0.utf8.count) + suffix } ?? Self.bullet
    lists.append(
      List(
        number: first, suffix: suffix, widest: widest, isTight: isTight, itemDepth: depth + 1,
        firstBlock: blocks.count))
  }

  private static let bullet = "•"

  mutating func leaveList() {
    guard let list = lists.popLast(), list.hasTasks else { return }
    // All items are indented alike.
    for index in list.firstBlock..<blocks.count where list.itemDepth <= blocks[index].containers.count {
      guard case .item(let marker, _) = blocks[index].containers[list.itemDepth - 1] else { continue }
      blocks[index].containers[list.itemDepth - 1] = .item(marker: marker, widest: RichBlock.taskDone)
    }
  }

  mutating func enterItem() {
    guard let list = lists.last, let number = list.number else { return enter(.item(marker: Self.bullet)) }
    enter(.item(marker: String(number) + list.suffix, widest: list.widest))
    lists[lists.count - 1].number = number &+ 1
  }

  /// Leaves an item. `mark`: the typed marker, if this is the only item of its list and is empty.
  mutating func leaveItem(mark: String? = nil) {
    if let mark, depth == containers.count, case .item(.some, _) = containers.last {
      leaveContainer()
      return addMark(mark)
    }
    // An empty item still shows its marker.
    if depth == containers.count, case .item(.some, _) = containers.last {
      finish(.paragraph, allowsEmpty: true)
    }
    leaveContainer()
  }

  /// Adds the mark of an empty block as a paragraph, because it was typed as text.
  mutating func addMark(_ mark: String) {
    append(mark.utf8Span.span)
    finish(.paragraph)
  }

  mutating func leaveContainer() {
    if depth == containers.count { _ = containers.popLast() }
    depth -= 1
  }

  private mutating func enter(_ container: RichBlock.Container) {
    depth += 1
    if depth <= RichBlock.containerLimit { containers.append(container) }
  }

  // MARK: Inline

  mutating func append(_ bytes: Span<UInt8>) {
    text.append(addingCapacity: bytes.count) { text in
      for index in bytes.indices { text.append(bytes[index]) }
    }
  }

  mutating func openStrong() { open(.strong, .strong) }
  mutating func openEmphasis() { open(.emphasis, .emphasis) }
  mutating func openCode() { open(.code, .code) }

  /// Opens a link, or an image, which becomes a link with its text alternative.
  ///
  /// If `address` may not be a link (``LinkPolicy``), the text stays without a mark.
  mutating func openLink(to address: String) {
    let href = LinkPolicy.href(address)
    openLinks.append((text.count, href != nil))
    open(.link, href.map(TextMark.Kind.link))
  }

  mutating func closeLink(to address: String) {
    guard let (start, isAllowed) = openLinks.popLast() else { return }
    // A link without text shows its address.
    if start == text.count { append(address.utf8Span.span) }
    if !isAllowed, !text[start...].elementsEqual(address.utf8) { refusedLinks.append(address) }
    close(.link)
  }

  /// Adds the addresses of links without a mark in a table or paragraph that was parsed by itself.
  mutating func add(refusedLinks: [String]) { self.refusedLinks += refusedLinks }

  mutating func close(_ inline: Inline) {
    opened[inline.rawValue].count -= 1
    let mark = opened[inline.rawValue]
    guard mark.count == 0, mark.mark >= 0 else { return }
    marks[mark.mark].end = Int32(clamping: text.count)
    opened[inline.rawValue].mark = -1
  }

  private mutating func open(_ inline: Inline, _ kind: TextMark.Kind?) {
    opened[inline.rawValue].count += 1
    guard opened[inline.rawValue].count == 1, let kind else { return }
    opened[inline.rawValue].mark = marks.count
    marks.append(TextMark(start: Int32(clamping: text.count), end: -1, kind: kind))
  }

  // MARK: Blocks

  /// Ends the current block. An empty paragraph is dropped unless `allowsEmpty`.
  mutating func finish(_ leaf: RichBlock.Leaf, allowsEmpty: Bool = false) {
    if text.last == 0x0A { text.removeLast() }
    let end = Int32(clamping: text.count)
    for index in marks.indices { marks[index].end = min(marks[index].end, end) }
    marks.removeAll { $0.start >= $0.end }
    if leaf == .paragraph { readTask() }
    if strikesThrough, looksForLinks(in: leaf) { strikeThrough() }
    if let detector, looksForLinks(in: leaf) { detectLinks(detector) }
    let isTight = lists.last.map { $0.isTight && $0.itemDepth == depth } ?? false
    if !text.isEmpty || allowsEmpty || leaf != .paragraph {
      blocks.append(
        RichBlock(
          containers: containers, leaf: leaf, text: String(decoding: text, as: UTF8.self), marks: marks,
          isTight: isTight))
      for index in containers.indices {
        if case .item(.some, let widest) = containers[index] {
          containers[index] = .item(marker: nil, widest: widest)
        }
      }
    }
    text.removeAll(keepingCapacity: true)
    marks.removeAll(keepingCapacity: true)
  }

  /// Adds a table with parsed cells.
  mutating func add(_ table: RichTable) {
    text = Array(table.text.utf8)
    finish(.table(table))
  }

  /// Adds a parsed paragraph.
  mutating func add(_ paragraph: RichBlock) {
    (text, marks) = (Array(paragraph.text.utf8), paragraph.marks)
    finish(paragraph.leaf)
  }

  /// Number of open quotes.
  var quoteDepth: Int { containers.count { $0 == .quote } }

  private func looksForLinks(in leaf: RichBlock.Leaf) -> Bool {
    switch leaf {
    case .code, .table: false
    case .paragraph, .heading, .rule: true
    }
  }

  /// Makes a box of `[ ]` or `[x]` at the start of a list's item (GFM §5.3): in place of its bullet, or before its text.
  private mutating func readTask() {
    guard depth == containers.count, case .item(let marker?, let widest)? = containers.last, text.count > 4,
      text[0] == UInt8(ascii: "["), text[2] == UInt8(ascii: "]"), ASCII.isWhitespace(text[3]),
      marks.allSatisfy({ $0.start >= 3 || $0.end > 4 && ![.code].contains($0.kind) && !$0.isIsolate })
    else { return }
    let sign: String
    switch text[1] {
    case 0x20: sign = RichBlock.taskOpen
    case UInt8(ascii: "x"), UInt8(ascii: "X"): sign = RichBlock.taskDone
    default: return
    }
    let isBullet = marker == Self.bullet
    let shown = isBullet ? [] : Array(sign.utf8) + [0x20]
    text.replaceSubrange(0..<4, with: shown)
    let shift = Int32(shown.count) - 4
    for index in marks.indices {
      marks[index].start = max(0, marks[index].start + shift)
      marks[index].end += shift
    }
    guard isBullet else { return }
    containers[containers.count - 1] = .item(marker: sign, widest: widest)
    if !lists.isEmpty { lists[lists.count - 1].hasTasks = true }
  }

  private mutating func strikeThrough() {
    guard Strikethrough.mayBe(in: text.span) else { return }
    var closed = MarkNesting.closedRanges(of: marks.filter { $0.kind == .code })
    if let detector, MarkupByteClass.union(of: text.span).contains(.link) {
      closed = MarkNesting.closedRanges(
        of: MarkNesting.nested(marks.filter { $0.kind == .code } + detector.marks(in: text.span)))
    }
    Strikethrough(text.span, closed: closed)?.apply(to: &text, &marks)
  }

  private mutating func detectLinks(_ detector: LinkDetector) {
    guard MarkupByteClass.union(of: text.span).contains(.link) else { return }
    let found = detector.marks(in: text.span, outside: MarkNesting.closedRanges(of: marks))
    guard !found.isEmpty else { return }
    marks = marks.isEmpty ? found : MarkNesting.nested(marks + found)
  }
}
