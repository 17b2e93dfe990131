import ChatModel
import Frames

/// Turns text with the source's own spans into blocks: quotes, code, headings and items become blocks, other spans marks.
///
/// The text is cut at the edges of all these. Each piece is a block; the marks that overlap it are clipped to it and
/// nested (``MarkNesting``). Spans, pieces and marks are walked in order, once.
struct SourceSpanReader: Sendable {
  /// Finds links in text without a span; nil to leave them as text.
  var detector: LinkDetector?

  /// Returns the blocks of `source`. Offsets outside the text or inside a character are moved outwards to the nearest
  /// boundary; spans that cross are split.
  func blocks(of source: String, spans: [SourceSpan]) -> [RichBlock] {
    let text = SourceLines(source)
    var quotes: [Range<Int>] = []
    var codes = Leaves()
    var headings = Leaves()
    var items: [Item] = []
    var marks: [TextMark] = []
    for span in spans.sorted(by: { $0.start < $1.start }) {
      let range = text.range(from: span.start, to: span.end)
      guard !range.isEmpty else { continue }
      switch span.kind {
      case .blockquote:
        if let last = quotes.last, range.lowerBound <= last.upperBound {
          quotes[quotes.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
        } else {
          quotes.append(range)
        }
      case .codeBlock(let language): codes.add(range, .code(language: language))
      case .heading(let level): headings.add(range, .heading(level: min(max(level, 1), 6)))
      case .item(let marker, let depth):
        let start = max(range.lowerBound, items.last?.range.upperBound ?? 0)
        guard start < range.upperBound else { continue }
        items.append(Item(range: start..<range.upperBound, marker: marker, depth: min(max(depth, 0), 8)))
      default:
        guard let kind = markKind(of: span.kind) else { continue }
        marks.append(
          TextMark(
            start: Int32(clamping: range.lowerBound), end: Int32(clamping: range.upperBound), kind: kind))
      }
    }
    return blocks(of: text, quotes: quotes, leaves: [codes, headings], items: items, marks: marks)
  }

  /// Ranges of the text that become blocks of a kind, in order, none overlapping another.
  private struct Leaves {
    private(set) var all: [(range: Range<Int>, leaf: RichBlock.Leaf)] = []
    private var next = 0

    mutating func add(_ range: Range<Int>, _ leaf: RichBlock.Leaf) {
      let start = max(range.lowerBound, all.last?.range.upperBound ?? 0)
      if start < range.upperBound { all.append((start..<range.upperBound, leaf)) }
    }

    /// Returns the kind of block at an offset, which must not be before the previous call's; nil if there is none.
    mutating func leaf(at offset: Int) -> RichBlock.Leaf? {
      while next < all.count, all[next].range.upperBound <= offset { next += 1 }
      return next < all.count && all[next].range.contains(offset) ? all[next].leaf : nil
    }
  }

  /// An item of a list.
  private struct Item {
    var range: Range<Int>
    var marker: String
    var depth: Int

    /// The containers of the item's first block, or of a later one. `widest` is the list's longest marker.
    func containers(isFirst: Bool, widest: String) -> [RichBlock.Container] {
      Array(repeating: .item(marker: nil), count: depth)
        + [.item(marker: isFirst ? marker : nil, widest: widest)]
    }
  }

  private func blocks(
    of text: SourceLines, quotes: [Range<Int>], leaves: [Leaves], items: [Item], marks: [TextMark]
  ) -> [RichBlock] {
    var leaves = leaves
    var cuts = [0, text.bytes.count]
    for range in quotes { cuts += [range.lowerBound, range.upperBound] }
    for leaf in leaves.flatMap(\.all) { cuts += [leaf.range.lowerBound, leaf.range.upperBound] }
    for item in items { cuts += [item.range.lowerBound, item.range.upperBound] }
    // All lists of a text are indented by its longest marker.
    let widest = String(
      (items.map(\.marker).max { $0.count < $1.count } ?? "•").map { $0.isNumber ? "0" : $0 })
    cuts.sort()

    var blocks: [RichBlock] = []
    var (quote, item, mark, markedItem) = (0, 0, 0, -1)
    // Marks that have started and reach beyond the last piece.
    var open: [TextMark] = []
    for (start, end) in zip(cuts, cuts.dropFirst()) where start < end {
      while quote < quotes.count, quotes[quote].upperBound <= start { quote += 1 }
      while item < items.count, items[item].range.upperBound <= start { item += 1 }
      while mark < marks.count, marks[mark].start < end {
        open.append(marks[mark])
        mark += 1
      }
      let piece = text.withoutOuterNewlines(start..<end)
      defer { open.removeAll { $0.end <= end } }
      guard !piece.isEmpty else { continue }
      var block = RichBlock(text: text.string(piece))
      if quote < quotes.count, quotes[quote].contains(start) { block.containers = [.quote] }
      if item < items.count, items[item].range.contains(start) {
        block.containers += items[item].containers(isFirst: item != markedItem, widest: widest)
        (block.isTight, markedItem) = (true, item)
      }
      let found = leaves.indices.compactMap { leaves[$0].leaf(at: start) }
      block.leaf = found.first ?? .paragraph
      if case .code = block.leaf {} else { block.marks = self.marks(open, in: piece, of: text) }
      blocks.append(block)
    }
    return blocks
  }

  /// Returns the marks clipped to `piece` and relative to it, with the links detected between them.
  private func marks(_ marks: [TextMark], in piece: Range<Int>, of text: SourceLines) -> [TextMark] {
    let shift = Int32(clamping: piece.lowerBound)
    let length = Int32(clamping: piece.count)
    let inside = marks.map { mark in
      TextMark(start: max(mark.start - shift, 0), end: min(mark.end - shift, length), kind: mark.kind)
    }
    let nested = MarkNesting.nested(inside)
    let bytes = text.bytes.span.extracting(piece)
    guard let detector, MarkupByteClass.union(of: bytes).contains(.link) else { return nested }
    let found = detector.marks(in: bytes, outside: MarkNesting.closedRanges(of: nested))
    return found.isEmpty ? nested : MarkNesting.nested(nested + found)
  }

  private func markKind(of kind: SourceSpan.Kind) -> TextMark.Kind? {
    switch kind {
    case .bold: .strong
    case .italic: .emphasis
    case .underline: .underline
    case .strikethrough: .strikethrough
    case .spoiler: .spoiler
    case .code: .code
    case .mention: .mention
    case .hashtag: .hashtag
    case .link(let target): Self.href(of: target).map(TextMark.Kind.link)
    case .blockquote, .codeBlock, .heading, .item: nil
    }
  }

  /// Returns the address of a link span, or nil. A host without a scheme counts if it is the whole target.
  private static func href(of target: String) -> String? {
    if let href = LinkPolicy.href(target) { return href }
    let found = LinkDetector(marksNames: false).marks(in: target.utf8Span.span)
    guard found.count == 1, found[0].start == 0, found[0].end == target.utf8.count else { return nil }
    guard case .link(let href) = found[0].kind else { return nil }
    return href
  }
}

extension SourceSpanReader {
  /// Returns the addresses of links that pages do not follow, unless they are the text of the link.
  static func refusedLinks(in source: String, spans: [SourceSpan]) -> [String] {
    var refused: [String] = []
    for span in spans {
      guard case .link(let target) = span.kind, href(of: target) == nil else { continue }
      let end = max(0, min(span.end, source.utf8.count))
      let words = source.utf8.dropFirst(max(0, min(span.start, end))).prefix(
        end - max(0, min(span.start, end)))
      if !words.elementsEqual(target.utf8) { refused.append(target) }
    }
    return refused
  }
}

/// Text with newlines as the only line ends, and the mapping of the source's offsets to it.
struct SourceLines {
  let bytes: [UInt8]
  /// Source offsets of the carriage returns removed before newlines.
  private let removed: [Int]

  init(_ source: String) {
    var bytes = Array(source.utf8)
    var removed: [Int] = []
    if bytes.contains(0x0D) {
      var normalised: [UInt8] = []
      normalised.reserveCapacity(bytes.count)
      for (index, byte) in bytes.enumerated() {
        if byte != 0x0D {
          normalised.append(byte)
        } else if index + 1 < bytes.count, bytes[index + 1] == 0x0A {
          removed.append(index)
        } else {
          normalised.append(0x0A)
        }
      }
      bytes = normalised
    }
    (self.bytes, self.removed) = (bytes, removed)
  }

  /// Returns the range of bytes for offsets of the source, extended to whole characters.
  func range(from start: Int, to end: Int) -> Range<Int> {
    var (low, high) = (mapped(start), mapped(end))
    while low > 0, low < bytes.count, bytes[low] & 0xC0 == 0x80 { low -= 1 }
    while high < bytes.count, bytes[high] & 0xC0 == 0x80 { high += 1 }
    return low < high ? low..<high : low..<low
  }

  /// Returns the range without one newline at an edge inside the text, and without any at the text's own edges.
  func withoutOuterNewlines(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    if start == 0 {
      while start < end, bytes[start] == 0x0A { start += 1 }
    } else if start < end, bytes[start] == 0x0A {
      start += 1
    }
    if end == bytes.count {
      while end > start, bytes[end - 1] == 0x0A { end -= 1 }
    } else if end > start, bytes[end - 1] == 0x0A {
      end -= 1
    }
    return start..<end
  }

  func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Returns the offset in `bytes` for an offset of the source: minus the number of bytes removed before it.
  private func mapped(_ offset: Int) -> Int {
    var (low, high) = (0, removed.count)
    while low < high {
      let middle = (low + high) / 2
      if removed[middle] < offset { low = middle + 1 } else { high = middle }
    }
    return min(max(offset - low, 0), bytes.count)
  }
}
