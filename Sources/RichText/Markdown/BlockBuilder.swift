import Frames

/// Collects text and marks of one block after the other, and knows what the next block stands in.
struct BlockBuilder {
  private(set) var blocks: [RichBlock] = []

  private let detector: LinkDetector?
  private var text: [UInt8] = []
  private var marks: [TextMark] = []
  /// What is open of each kind, by `Inline`.
  private var opened = InlineArray<4, OpenMark>(repeating: OpenMark())
  /// Lengths of `text` where the links that are open started.
  private var linkStarts: [Int] = []
  private var containers: [RichBlock.Container] = []
  /// How deep containers are nested, also beyond those kept.
  private var depth = 0
  private var lists: [List] = []

  init(detector: LinkDetector?) { self.detector = detector }

  /// The kinds of inline markup, which may stand inside themselves: only the outermost one is a mark.
  enum Inline: Int { case strong, emphasis, code, link }

  private struct OpenMark {
    /// How often the kind is open.
    var count = 0
    /// The place of its mark in `marks`, −1 without one.
    var place = -1
  }

  private struct List {
    /// The next item's number; nil for bullets.
    var number: Int?
    var suffix: String
    var isTight: Bool
    /// The container depth of its items.
    var itemDepth: Int
  }

  // MARK: Containers

  mutating func enterQuote() { enter(.quote) }

  mutating func enterList(first: Int?, suffix: String, isTight: Bool) {
    lists.append(List(number: first, suffix: suffix, isTight: isTight, itemDepth: depth + 1))
  }

  mutating func leaveList() { _ = lists.popLast() }

  mutating func enterItem() {
    guard let list = lists.last else { return enter(.item(marker: "•")) }
    if let number = list.number {
      enter(.item(marker: String(number) + list.suffix))
      lists[lists.count - 1].number = number &+ 1
    } else {
      enter(.item(marker: "•"))
    }
  }

  mutating func leaveItem() {
    // An empty item shows its marker all the same.
    if depth == containers.count, case .item(.some) = containers.last {
      finish(.paragraph, allowsEmpty: true)
    }
    leaveContainer()
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

  /// A link, or an image, which is a link with its text alternative.
  ///
  /// Where `address` is not allowed, the text stays and no mark is made.
  mutating func openLink(to address: String) {
    linkStarts.append(text.count)
    open(.link, LinkPolicy.href(address).map(TextMark.Kind.link))
  }

  mutating func closeLink(to address: String) {
    // A link that shows nothing shows where it leads.
    if linkStarts.popLast() == text.count { append(address.utf8Span.span) }
    close(.link)
  }

  mutating func close(_ inline: Inline) {
    opened[inline.rawValue].count -= 1
    let mark = opened[inline.rawValue]
    guard mark.count == 0, mark.place >= 0 else { return }
    marks[mark.place].end = Int32(clamping: text.count)
    opened[inline.rawValue].place = -1
  }

  private mutating func open(_ inline: Inline, _ kind: TextMark.Kind?) {
    opened[inline.rawValue].count += 1
    guard opened[inline.rawValue].count == 1, let kind else { return }
    opened[inline.rawValue].place = marks.count
    marks.append(TextMark(start: Int32(clamping: text.count), end: -1, kind: kind))
  }

  // MARK: Blocks

  /// Ends the block: its text and marks are all that came since the last one.
  mutating func finish(_ leaf: RichBlock.Leaf, allowsEmpty: Bool = false) {
    if text.last == 0x0A { text.removeLast() }
    let end = Int32(clamping: text.count)
    for index in marks.indices { marks[index].end = min(marks[index].end, end) }
    marks.removeAll { $0.start >= $0.end }
    if let detector, looksForLinks(in: leaf) { detectLinks(detector) }
    let isTight = lists.last.map { $0.isTight && $0.itemDepth == depth } ?? false
    if !text.isEmpty || allowsEmpty || leaf != .paragraph {
      blocks.append(
        RichBlock(
          containers: containers, leaf: leaf, text: String(decoding: text, as: UTF8.self), marks: marks,
          isTight: isTight))
      for index in containers.indices {
        if case .item(.some) = containers[index] { containers[index] = .item(marker: nil) }
      }
    }
    text.removeAll(keepingCapacity: true)
    marks.removeAll(keepingCapacity: true)
  }

  /// Adds a table whose cells are read already.
  mutating func add(_ table: RichTable) {
    text = Array(table.text.utf8)
    finish(.table(table))
  }

  /// Adds a paragraph that is read already.
  mutating func add(_ paragraph: RichBlock) {
    (text, marks) = (Array(paragraph.text.utf8), paragraph.marks)
    finish(paragraph.leaf)
  }

  /// How deep quotes are nested here.
  var quoteDepth: Int { containers.count { $0 == .quote } }

  private func looksForLinks(in leaf: RichBlock.Leaf) -> Bool {
    switch leaf {
    case .code, .table: false
    case .paragraph, .heading, .rule: true
    }
  }

  private mutating func detectLinks(_ detector: LinkDetector) {
    guard MarkupByteClass.union(of: text.span).contains(.link) else { return }
    let found = detector.marks(in: text.span, outside: MarkNesting.closedRanges(of: marks))
    guard !found.isEmpty else { return }
    marks = marks.isEmpty ? found : MarkNesting.nested(marks + found)
  }
}
