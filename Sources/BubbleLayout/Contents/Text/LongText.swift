import ChatModel
import Frames
import Phrases
import RichText
import TextLayout

/// The point where a long text is folded: after the blocks before `block` and the first `offset` bytes of that block.
private struct TextCut {
  var block = -1
  var offset = 0
}

extension RowLayouter {
  /// The most and the fewest lines shown of a long text, and the fewest lines folded away. A phone of 390 × 844 px fits 36
  /// lines beside the page's header and controls.
  private static let (mostLines, leastLines, leastFolded) = (20, 12, 10)
  /// The number of bytes of a paragraph that are laid out to find the fold: more than the shown lines and the fewest folded
  /// lines hold, at four bytes a character.
  private static let bytesLaidOut = 12_000

  /// Adds the beginning of a long text, and a line that opens the rest in a block under the row, as wide as the bubble.
  ///
  /// The beginning ends with a source line or a sentence where possible, at one offset in both layouts, because its lines
  /// are the narrow layout's. Returns false and adds nothing if too little is left to fold.
  func addFolded(_ blocks: [RichBlock], to stack: inout PartStack) -> Bool {
    // A line's offset in a text with bars is no offset in its source, so such a text is shown whole.
    if blocks.contains(where: { HiddenTexts.hasReserved($0.text) }) { return false }
    var cut = measured.isReplaying ? TextCut() : self.cut(blocks, in: stack)
    cut.block = displayedNumber(cut.block)
    cut.offset = displayedNumber(cut.offset)
    guard blocks.indices.contains(cut.block) else { return false }
    stack.recordsTexts = true
    var (head, rest, gap) = (Array(blocks[..<cut.block]), Array(blocks[cut.block...]), "\n")
    if cut.offset > 0 {
      let parts = blocks[cut.block].split(at: cut.offset)
      head.append(parts.before)
      rest[0] = parts.behind
      gap = parts.gap
    }
    addBlocks(head, to: &stack)
    // The first word of the rest must not change its direction.
    let direction = cut.offset > 0 ? stack.parts.last?.lastLine?.direction : nil
    let width = stack.measured().size.width
    let insets = theme.bubbleInsets
    let less = wording.phrases(.readLess)
    let body = foldedBlock(stack.side, maxWidth: stack.maxWidth, minWidth: width) { block in
      addBlocks(rest, from: head.count, direction: direction, to: &block)
      addFoldLine(FoldLine(less, roles: (.less, .unfold), style: .quoteName), to: &block)
    }
    let words = wording.phrases(.readMore)
    let ground = body.items.first?.rect.width ?? .zero
    addFoldLine(
      FoldLine(
        words, FrameFold(name: words, body: body, gap: gap), roles: (.more, .unfold), style: .quoteName,
        leastWidth: ground - insets.left - insets.right), to: &stack)
    return true
  }

  /// Returns the point where these blocks are folded.
  private func cut(_ blocks: [RichBlock], in stack: borrowing PartStack) -> TextCut {
    let room = stack.maxWidth - theme.bubbleInsets.left - theme.bubbleInsets.right
    var (cut, shown, folded) = (TextCut(), 0, 0)
    for (number, block) in blocks.enumerated() {
      if cut.block >= 0 {
        folded += lines(of: block, maxWidth: room).count
      } else {
        let lines = lines(of: block, maxWidth: room)
        if shown + lines.count <= Self.mostLines {
          shown += lines.count
          continue
        }
        let most = Self.mostLines - shown
        if shown < Self.leastLines, let offset = lines.text?.beginning(Self.leastLines - shown...most) {
          cut = TextCut(block: number, offset: offset)
          folded = lines.count - most
        } else if number > 0, shown >= Self.leastLines {
          // A heading stays with the block under it.
          let isUnderHeading = number > 1 && blocks[number - 1].isHeading
          cut = TextCut(block: isUnderHeading ? number - 1 : number)
          folded = lines.count
        } else {
          shown += lines.count
        }
      }
      if cut.block >= 0, folded >= Self.leastFolded { return cut }
    }
    return TextCut()
  }

  /// Returns the number of a block's lines, and its text if it can be cut. A very long text may have more lines.
  private func lines(of block: RichBlock, maxWidth: LayoutUnit) -> (count: Int, text: TextBlock?) {
    switch block.leaf {
    case .paragraph, .heading:
      let role = block.isHeading ? TextRole.heading : .body
      let beginning = block.prefix(bytes: Self.bytesLaidOut)
      let laid = text.layOut(
        beginning.text, marks: beginning.marks, role: role, style: theme.style(role), maxWidth: maxWidth,
        options: lineOptions)
      return (laid.block.lines.count, block.isHeading ? nil : laid.block)
    // Long code has a fold of its own.
    case .code:
      return (block.text.utf8.prefix(Self.bytesLaidOut).count { $0 == UInt8(ascii: "\n") } + 1, nil)
    case .rule: return (1, nil)
    case .table(let table): return (table.rows.count, nil)
    }
  }
}

extension MessageText {
  /// The number of characters of a text that may be folded: about two screens of a phone.
  private static let longLength = 2_000

  /// True if only the text's beginning is shown until the reader asks for the rest.
  var isLong: Bool { string.utf8.count > Self.longLength && string.count > Self.longLength }
}

extension RichBlock {
  fileprivate var isHeading: Bool { if case .heading = leaf { true } else { false } }

  /// Returns the block before `offset`, the block after it, and the white space between them, which is in neither.
  fileprivate func split(at offset: Int) -> (before: RichBlock, behind: RichBlock, gap: String) {
    let bytes = Array(text.utf8)
    let end = bytes[..<offset].lastIndex { !$0.isWhiteSpace }.map { $0 + 1 } ?? offset
    let start = bytes[offset...].firstIndex { !$0.isWhiteSpace } ?? offset
    var second = part(start..<bytes.count, of: bytes)
    for case (let depth, .item(_, let widest)) in containers.enumerated() {
      second.containers[depth] = .item(marker: nil, widest: widest)
    }
    return (part(0..<end, of: bytes), second, String(decoding: bytes[end..<start], as: UTF8.self))
  }

  /// Returns the beginning of the block, at most `limit` bytes.
  fileprivate func prefix(bytes limit: Int) -> RichBlock {
    if text.utf8.count <= limit { return self }
    let bytes = Array(text.utf8.prefix(limit + 1))
    // The cut must not be inside a character.
    let end = bytes.lastIndex { $0 & 0xC0 != 0x80 } ?? limit
    return part(0..<end, of: bytes)
  }

  /// Returns the block with these bytes of its text and their marks.
  private func part(_ range: Range<Int>, of bytes: [UInt8]) -> RichBlock {
    var part = self
    part.text = String(decoding: bytes[range], as: UTF8.self)
    part.marks = marks.compactMap { mark in
      let start = max(Int(mark.start), range.lowerBound) - range.lowerBound
      let end = min(Int(mark.end), range.upperBound) - range.lowerBound
      return start < end ? TextMark(start: Int32(start), end: Int32(end), kind: mark.kind) : nil
    }
    return part
  }
}

extension TextBlock {
  /// Returns the offset at which a beginning of this many lines ends: after its last newline, else after its last sentence, else
  /// after its last word, even if that leaves fewer lines. Nil inside a single long word: a cut word could not be searched for.
  fileprivate func beginning(_ range: ClosedRange<Int>) -> Int? {
    for index in range.reversed() where lines[index - 1].ending == .newline {
      return Int(lines[index - 1].end)
    }
    let bytes = Array(text.utf8.prefix(Int(lines[range.upperBound - 1].end)))
    let links = marks.filter(\.isIsolate)
    let ends = stride(from: bytes.count, to: 0, by: -1).lazy.filter { offset in
      !links.contains { $0.start < offset && offset < $0.end }
    }
    let first = Int(lines[range.lowerBound - 1].end)
    return ends.prefix { $0 > first }.first { bytes[..<$0].endSentence }
      ?? ends.first { bytes[..<$0].endWord }
  }
}

extension UInt8 {
  /// True if this is a space, a tab or a line break.
  fileprivate var isWhiteSpace: Bool { self == 0x20 || 0x09...0x0D ~= self }
}

extension ArraySlice<UInt8> {
  /// The last characters of sentences (UAX #29: STerm) followed by a space, of sentences without a space, and of clauses of the
  /// latter.
  private static let (spacedEnds, closeEnds, partEnds) = (
    bytes(".!?…؟۔।"), bytes("。！？"), bytes("，；、")
  )

  private static func bytes(_ characters: String) -> [[UInt8]] { characters.map { Array($0.utf8) } }

  /// True if the bytes end a sentence, including the white space after it.
  fileprivate var endSentence: Bool {
    last?.isWhiteSpace == true ? dropLast().end(with: Self.spacedEnds) : end(with: Self.closeEnds)
  }

  /// True if the bytes end a word, including the character after it.
  fileprivate var endWord: Bool { last?.isWhiteSpace == true || end(with: Self.partEnds) }

  private func end(with ends: [[UInt8]]) -> Bool { ends.contains { suffix($0.count).elementsEqual($0) } }
}
