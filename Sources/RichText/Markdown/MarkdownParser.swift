// Boundary to libcmark (`CCMark`), whose tree of nodes is walked through pointers.

import CCMark
import Frames

/// Parses CommonMark with libcmark into rich text blocks.
///
/// Raw HTML becomes text. The document is walked with libcmark's iterator, without recursion, so deep nesting uses no
/// stack. GFM's additions, which libcmark lacks, are found in the lines of paragraphs (``MarkdownTable``) and in the
/// texts of blocks (``Strikethrough``, task boxes). Stars and underscores in addresses are hidden from libcmark
/// (``URLEscaping``), and boundaries help it with stars beside punctuation of Chinese, Japanese and Korean
/// (``EmphasisBoundaries``).
struct MarkdownParser: Sendable {
  /// Finds links in text without markup; nil to leave them as text.
  var detector: LinkDetector?

  /// Returns the blocks of a document.
  ///
  /// Empty if nothing of it is visible (white space, link reference definitions), or if libcmark would need too long
  /// (`isReadable`).
  func blocks(of source: String) -> [RichBlock] { parse(source)?.blocks ?? [] }

  /// Returns the addresses of links that pages do not follow (``LinkPolicy``), unless they are the text of the link.
  func refusedLinks(in source: String) -> [String] { parse(source)?.refusedLinks ?? [] }

  private func parse(_ source: String) -> BlockBuilder? {
    let bytes = source.utf8Span.span
    guard Self.isReadable(bytes) else { return nil }
    if let detector, let shield = URLEscaping(bytes, detector: detector) {
      return parse(shield.source.span, isShielded: true)
    }
    return parse(bytes, isShielded: false)
  }

  /// True if pairs of tildes strike text through. libcmark does not report escaped ones, so a text with any has none.
  private static func strikesThrough(_ source: Span<UInt8>) -> Bool {
    guard Strikethrough.mayBe(in: source) else { return false }
    for index in source.indices where source[index] == UInt8(ascii: "\\") {
      if source.byte(index + 1) == UInt8(ascii: "~") { return false }
    }
    return true
  }

  private func parse(_ source: Span<UInt8>, isShielded: Bool) -> BlockBuilder? {
    let boundaries = EmphasisBoundaries(source)
    let parsed: OpaquePointer?
    if let boundaries {
      unsafe parsed = Self.document(of: boundaries.source.span)
    } else {
      unsafe parsed = Self.document(of: source)
    }
    guard let document = unsafe parsed else { return nil }
    defer { unsafe cmark_node_free(document) }
    guard let walk = unsafe cmark_iter_new(document) else { return nil }
    defer { unsafe cmark_iter_free(walk) }

    let reader = NodeReader(isShielded: isShielded, hasBoundaries: boundaries != nil)
    var builder = BlockBuilder(detector: detector, strikesThrough: Self.strikesThrough(source))
    let lines = MarkdownTable.mayBe(in: source) ? Self.lines(of: source) : []
    while true {
      let event = unsafe cmark_iter_next(walk)
      guard event != CMARK_EVENT_DONE, let node = unsafe cmark_iter_get_node(walk) else { break }
      if event == CMARK_EVENT_ENTER {
        if !lines.isEmpty, unsafe reader.isParagraph(node),
          addTable(
            in: unsafe reader.lines(of: node, in: lines, quotes: builder.quoteDepth), isShielded, &builder)
        {
          // The table has been parsed: skip the paragraph's children.
          unsafe cmark_iter_reset(walk, node, CMARK_EVENT_EXIT)
          continue
        }
        unsafe reader.enter(node, &builder)
      } else {
        unsafe reader.leave(node, source, &builder)
      }
    }
    return builder
  }

  @unsafe private static func document(of source: Span<UInt8>) -> OpaquePointer? {
    unsafe source.withUnsafeBufferPointer { buffer -> OpaquePointer? in
      unsafe buffer.withMemoryRebound(to: CChar.self) {
        unsafe cmark_parse_document($0.baseAddress, $0.count, CMARK_OPT_DEFAULT)
      }
    }
  }

  /// Adds the table in a paragraph's lines and the text before it. Returns false if there is no table.
  private func addTable(in lines: [[UInt8]], _ isShielded: Bool, _ builder: inout BlockBuilder) -> Bool {
    guard let found = MarkdownTable(lines: lines),
      let cells = parse(found.cellDocument.span, isShielded: isShielded),
      let table = found.table(of: cells.blocks)
    else { return false }
    let before = Array(found.before.joined(separator: [0x0A]))
    if let parsed = parse(before.span, isShielded: isShielded) {
      for paragraph in parsed.blocks { builder.add(paragraph) }
      builder.add(refusedLinks: parsed.refusedLinks)
    }
    builder.add(table)
    builder.add(refusedLinks: cells.refusedLinks)
    return true
  }

  private static func lines(of source: Span<UInt8>) -> [[UInt8]] {
    var lines: [[UInt8]] = [[]]
    for index in source.indices {
      switch source[index] {
      case 0x0A: lines.append([])
      case 0x0D: if source.byte(index + 1) != 0x0A { lines.append([]) }
      default: lines[lines.count - 1].append(source[index])
      }
    }
    return lines
  }

  /// True if libcmark parses the source in time proportional to its length.
  ///
  /// Every blank line costs it a step for each open list, so text that opens hundreds of lists is not parsed.
  private static func isReadable(_ text: Span<UInt8>) -> Bool {
    var (markers, columns, inPrefix) = (0, 0, true)
    for index in text.indices {
      switch text[index] {
      case 0x0A, 0x0D: (markers, columns, inPrefix) = (0, 0, true)
      case _ where !inPrefix: continue
      case 0x20: columns += 1
      case 0x09: columns += 4
      case UInt8(ascii: ">"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"), UInt8(ascii: "."),
        UInt8(ascii: ")"):
        // A rule of dashes or stars is one marker, however long.
        if text.byte(index - 1) != text[index] { markers += 1 }
      case 0x30...0x39: continue
      default: inPrefix = false
      }
      if markers > 100 || (columns > 400 && markers > 0) || columns > 2000 { return false }
    }
    return true
  }
}

/// Translates libcmark's nodes into calls of the builder.
private struct NodeReader {
  /// True if addresses in the source are shielded (``URLEscaping``) and have to be restored.
  private let isShielded: Bool
  /// True if the source has boundaries (``EmphasisBoundaries``), which have to be removed.
  private let hasBoundaries: Bool
  private let cursor = LineCursor()

  init(isShielded: Bool, hasBoundaries: Bool) {
    (self.isShielded, self.hasBoundaries) = (isShielded, hasBoundaries)
  }

  @unsafe func isParagraph(_ node: OpaquePointer) -> Bool {
    unsafe cmark_node_get_type(node) == CMARK_NODE_PARAGRAPH
  }

  /// Returns the source lines of a paragraph, without the markers of the quotes and lists around it.
  @unsafe func lines(of node: OpaquePointer, in all: [[UInt8]], quotes: Int) -> [[UInt8]] {
    let first = unsafe Int(cmark_node_get_start_line(node)) - 1
    let last = unsafe Int(cmark_node_get_end_line(node)) - 1
    guard first >= 0, first <= last, last < all.count else { return [] }
    var lines = [Array(all[first].dropFirst(unsafe max(0, Int(cmark_node_get_start_column(node)) - 1)))]
    for line in all[first...last].dropFirst() {
      var rest = line[...]
      for _ in 0..<quotes {
        let unquoted = rest.drop { $0 == 0x20 || $0 == 0x09 }
        guard unquoted.first == UInt8(ascii: ">") else { break }
        rest = unquoted.dropFirst()
      }
      lines.append(Array(rest))
    }
    return lines
  }

  @unsafe func enter(_ node: OpaquePointer, _ builder: inout BlockBuilder) {
    switch unsafe cmark_node_get_type(node) {
    case CMARK_NODE_BLOCK_QUOTE: builder.enterQuote()
    case CMARK_NODE_LIST:
      let ordered = unsafe cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
      builder.enterList(
        first: unsafe ordered ? Int(cmark_node_get_list_start(node)) : nil,
        count: unsafe ordered ? childCount(of: node) : 0,
        suffix: unsafe cmark_node_get_list_delim(node) == CMARK_PAREN_DELIM ? ")" : ".",
        isTight: unsafe cmark_node_get_list_tight(node) != 0)
    case CMARK_NODE_ITEM: builder.enterItem()
    case CMARK_NODE_CODE_BLOCK:
      unsafe appendLiteral(of: node, to: &builder)
      builder.finish(.code(language: unsafe language(of: node)))
    case CMARK_NODE_HTML_BLOCK:
      unsafe appendLiteral(of: node, to: &builder)
      builder.finish(.paragraph)
    case CMARK_NODE_THEMATIC_BREAK: builder.finish(.rule)
    case CMARK_NODE_TEXT, CMARK_NODE_HTML_INLINE: unsafe appendLiteral(of: node, to: &builder)
    case CMARK_NODE_CODE:
      builder.openCode()
      unsafe appendLiteral(of: node, to: &builder)
      builder.close(.code)
    case CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK: builder.append("\n".utf8Span.span)
    case CMARK_NODE_EMPH: builder.openEmphasis()
    case CMARK_NODE_STRONG: builder.openStrong()
    case CMARK_NODE_LINK, CMARK_NODE_IMAGE:
      unsafe builder.openLink(to: string(cmark_node_get_url(node)))
    default: break
    }
  }

  @unsafe func leave(_ node: OpaquePointer, _ source: Span<UInt8>, _ builder: inout BlockBuilder) {
    switch unsafe cmark_node_get_type(node) {
    case CMARK_NODE_BLOCK_QUOTE:
      builder.leaveContainer()
      if unsafe cmark_node_first_child(node) == nil { builder.addMark(">") }
    case CMARK_NODE_LIST: builder.leaveList()
    case CMARK_NODE_ITEM: builder.leaveItem(mark: unsafe loneMark(of: node, in: source))
    case CMARK_NODE_PARAGRAPH: builder.finish(.paragraph)
    case CMARK_NODE_HEADING:
      if unsafe cmark_node_first_child(node) == nil {
        return builder.addMark(String(repeating: "#", count: unsafe Int(cmark_node_get_heading_level(node))))
      }
      if let line = unsafe loneUnderline(of: node, in: source) {
        builder.append("\n\(line)".utf8Span.span)
        return builder.finish(.paragraph)
      }
      builder.finish(.heading(level: unsafe Int(cmark_node_get_heading_level(node))))
    case CMARK_NODE_EMPH: builder.close(.emphasis)
    case CMARK_NODE_STRONG: builder.close(.strong)
    case CMARK_NODE_LINK, CMARK_NODE_IMAGE:
      unsafe builder.closeLink(to: string(cmark_node_get_url(node)))
    default: break
    }
  }

  /// Returns the number of a node's children.
  @unsafe private func childCount(of node: OpaquePointer) -> Int {
    var (count, child) = (0, unsafe cmark_node_first_child(node))
    while let next = unsafe child {
      count += 1
      unsafe child = cmark_node_next(next)
    }
    return count
  }

  /// Returns the bullet of a list of one empty item, as it was typed; nil for other items.
  @unsafe private func loneMark(of node: OpaquePointer, in source: Span<UInt8>) -> String? {
    guard unsafe cmark_node_first_child(node) == nil, unsafe cmark_node_next(node) == nil,
      unsafe cmark_node_previous(node) == nil, let list = unsafe cmark_node_parent(node),
      unsafe cmark_node_get_list_type(list) == CMARK_BULLET_LIST
    else { return nil }
    return line(unsafe Int(cmark_node_get_start_line(node)), of: source).first { "+-*".contains($0) }.map {
      String($0)
    }
  }

  /// Returns the underline of a heading if it is a single character, which was more likely typed as text.
  @unsafe private func loneUnderline(of node: OpaquePointer, in source: Span<UInt8>) -> Character? {
    guard unsafe cmark_node_get_end_line(node) > cmark_node_get_start_line(node) else { return nil }
    let line = line(unsafe Int(cmark_node_get_end_line(node)), of: source)
    let marks = line.drop { "> \t".contains($0) }.filter { $0 != " " && $0 != "\t" }
    return marks.count == 1 && "-=".contains(marks) ? marks.first : nil
  }

  /// Returns a line of the source, counted from 1.
  private func line(_ number: Int, of source: Span<UInt8>) -> String {
    cursor.line(number, of: source)
  }

  @unsafe private func appendLiteral(of node: OpaquePointer, to builder: inout BlockBuilder) {
    unsafe withBytes(of: cmark_node_get_literal(node)) { bytes in
      if isShielded || hasBoundaries {
        builder.append(restored(bytes).span)
      } else {
        builder.append(bytes)
      }
    }
  }

  /// Returns the first word of a fence's info string (CommonMark §4.5).
  @unsafe private func language(of node: OpaquePointer) -> String {
    let info = unsafe string(cmark_node_get_fence_info(node))
    return String(info.prefix { !$0.isWhitespace })
  }

  @unsafe private func string(_ text: UnsafePointer<CChar>?) -> String {
    var result = ""
    unsafe withBytes(of: text) { bytes in
      result = String(decoding: restored(bytes), as: UTF8.self)
    }
    return result
  }

  /// Returns a text as it was in the source.
  private func restored(_ bytes: Span<UInt8>) -> [UInt8] {
    let text = isShielded ? URLEscaping.unshielded(bytes) : bytes.array
    return hasBoundaries ? EmphasisBoundaries.removed(from: text) : text
  }

  /// Calls `body` with the bytes of a null-terminated string; not at all for a null pointer.
  @unsafe private func withBytes(of text: UnsafePointer<CChar>?, _ body: (Span<UInt8>) -> Void) {
    guard let text = unsafe text else { return }
    var count = 0
    while unsafe text[count] != 0 { count += 1 }
    unsafe text.withMemoryRebound(to: UInt8.self, capacity: count) { bytes in
      body(unsafe UnsafeBufferPointer(start: bytes, count: count).span)
    }
  }
}

/// Finds lines of a text that are requested in order, in one pass over the text.
private final class LineCursor {
  private var number = 1
  private var offset = 0

  /// Returns a line, counted from 1, without its end.
  func line(_ wanted: Int, of source: Span<UInt8>) -> String {
    if wanted < number { (number, offset) = (1, 0) }
    while number < wanted, offset < source.count {
      if isLineEnd(source, offset) { number += 1 }
      offset += 1
    }
    var end = offset
    while end < source.count, !isLineEnd(source, end) { end += 1 }
    return String(decoding: source.extracting(offset..<end).array.filter { $0 != 0x0D }, as: UTF8.self)
  }

  private func isLineEnd(_ source: Span<UInt8>, _ index: Int) -> Bool {
    source[index] == 0x0A || source[index] == 0x0D && source.byte(index + 1) != 0x0A
  }
}

extension Span where Element == UInt8 {
  /// A copy of the bytes.
  fileprivate var array: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    for index in indices { bytes.append(self[index]) }
    return bytes
  }
}
