import ChatModel
import Frames
import RichText
import TextLayout

extension RowLayouter {
  /// Adds the blocks of a text, indented by the lists and quotes they are in.
  func addText(_ source: MessageText, to stack: inout PartStack) {
    if stack.foldsLongTexts, source.isLong, addFolded(blocks(of: source), to: &stack) { return }
    if let paragraph = paragraph(of: source) {
      return addParagraph(paragraph.text, paragraph.marks, to: &stack)
    }
    let blocks = self.blocks(of: source)
    if blocks.count == 1, blocks[0].containers.isEmpty, case .paragraph = blocks[0].leaf {
      return addParagraph(blocks[0].text, blocks[0].marks, to: &stack)
    }
    if blocks.isEmpty { return addParagraph("", [], to: &stack) }
    stack.recordsTexts = true
    addBlocks(blocks, to: &stack)
  }

  /// Adds blocks, each as one part. `direction` applies to the first block if its own letters do not decide.
  func addBlocks(
    _ blocks: [RichBlock], from number: Int = 0, direction: TextDirection? = nil, to stack: inout PartStack
  ) {
    let first = stack.parts.count
    for (offset, block) in blocks.enumerated() {
      lineOptions.direction = offset == 0 ? direction : nil
      add(block, number: number + offset, to: &stack)
      lineOptions.direction = nil
      guard offset > 0 else { continue }
      let index = stack.parts.count - 1
      stack.parts[index].insets.top = gap(between: blocks[offset - 1], and: block)
      stack.parts[index - 1].insets.bottom = .zero
    }
    joinQuoteBars(of: blocks, from: first, in: &stack)
  }

  /// Returns the gap between two blocks, which is smaller between items of a tight list.
  private func gap(between a: RichBlock, and b: RichBlock) -> LayoutUnit {
    a.isTight && b.isTight ? theme.itemGap : theme.blockGap
  }

  /// Adds a block as one part.
  private func add(_ block: RichBlock, number: Int, to stack: inout PartStack) {
    let available = stack.maxWidth - theme.bubbleInsets.left - theme.bubbleInsets.right
    let indents = block.containers.map { self.indent(of: $0, available: available) }
    let indent = indents.reduce(LayoutUnit.zero) { $0 + $1 }
    // Deeply nested lists must not leave a column without width.
    let capped = min(indent, available.half)
    switch block.leaf {
    case .paragraph:
      addParagraph(block.text, block.marks, id: ItemID(.text, number), indent: capped, to: &stack)
    case .heading:
      addParagraph(
        block.text, block.marks, role: .heading, id: ItemID(.text, number), indent: capped, to: &stack)
    case .code(let language):
      addCode(block.text, language: language, number: number, indent: capped, to: &stack)
    case .rule: addRule(number: number, indent: capped, to: &stack)
    case .table(let table): addTable(table, number: number, indent: capped, to: &stack)
    }
    if capped != indent { stack.parts[stack.parts.count - 1].wideVariant = .unknown }
    if !block.containers.isEmpty {
      addContainers(of: block, indents, total: capped, number: number, to: &stack)
    }
  }

  /// Returns the room before the text of a container. Items of a list have the room of its widest marker.
  private func indent(of container: RichBlock.Container, available: LayoutUnit) -> LayoutUnit {
    switch container {
    case .quote: theme.quoteIndent
    case .item(_, let widest):
      max(theme.listIndent, line(widest, role: .body, maxWidth: available.half).width + theme.markerGap)
    }
  }

  /// Adds list markers and quote bars to the last part: at the left of a text from left to right, else at the right.
  ///
  /// `indents` are the containers' indents. `total` is the room before the text, less than their sum in a deeply nested list, which
  /// has only its innermost marker drawn.
  private func addContainers(
    of block: RichBlock, _ indents: [LayoutUnit], total: LayoutUnit, number: Int, to stack: inout PartStack
  ) {
    guard let part = stack.parts.last else { return }
    let isRightToLeft = part.lastLine?.direction == .rightToLeft
    var end = total - indents.reduce(LayoutUnit.zero) { $0 + $1 }
    var markers: [FrameItem] = []
    for (depth, container) in block.containers.enumerated() {
      let start = end
      end = start + indents[depth]
      guard start >= .zero || end == total else { continue }
      switch container {
      case .quote:
        let x = max(.zero, start)
        let bar = Rect(
          x: isRightToLeft ? part.size.width - x - theme.quoteBar : x, y: .zero, width: theme.quoteBar,
          height: part.size.height)
        stack.drawInLastPart(
          FrameItem(
            ItemID(.quoteBar, number * 32 + depth), bar, .box(.quoteBar, radius: theme.quoteBar.half)),
          first: false)
      case .item(let marker?, _):
        // A number between right-to-left texts has its full stop at its left.
        let label = line(
          isRightToLeft ? "\u{200F}\(marker)" : marker, role: .body, maxWidth: max(indents[depth], total))
        let x =
          isRightToLeft
          ? part.size.width - end + theme.markerGap : max(.zero, end - label.width - theme.markerGap)
        stack.growLastPart(to: label.height)
        markers.append(
          FrameItem(
            // Bullets and numbers have different names, because only numbers and boxes are announced.
            ItemID(
              marker.utf8.first.map { 0x30...0x39 ~= $0 } == true || marker == RichBlock.taskOpen
                || marker == RichBlock.taskDone ? .ordinal : .marker, number * 32 + depth),
            Rect(x: x, y: .zero, width: label.width, height: label.height), .text(label.block)))
      case .item(nil, _): break
      }
    }
    // An item that begins with a list has two markers; the outer one is read first.
    for marker in markers.reversed() { stack.drawInLastPart(marker, first: true) }
  }

  /// Extends the bars of a quote through the gaps between its blocks.
  private func joinQuoteBars(of blocks: [RichBlock], from first: Int, in stack: inout PartStack) {
    for index in blocks.indices.dropLast() {
      let shared = zip(blocks[index].containers, blocks[index + 1].containers).prefix { $0.0 == $0.1 }
        .filter { $0.0 == .quote }.count
      guard shared > 0 else { continue }
      var drawn = 0
      let (part, next) = (stack.parts[first + index], stack.parts[first + index + 1])
      guard part.lastLine?.direction == next.lastLine?.direction else { continue }
      for item in part.items {
        guard case .box(.quoteBar, _) = stack.items[item].content, drawn < shared else { continue }
        stack.items[item].rect.size.height = part.size.height + next.insets.top
        drawn += 1
      }
    }
  }

  private func addParagraph(
    _ text: String, _ marks: [TextMark], role: TextRole = .body, id: ItemID = ItemID(.text),
    indent: LayoutUnit = .zero, to stack: inout PartStack
  ) {
    let insets = theme.bubbleInsets
    let (laid, wideVariant) = layOutPart(
      text, marks: marks, role: role, maxWidth: stack.maxWidth - insets.left - insets.right - indent,
      isRecorded: stack.recordsTexts)
    // Right-to-left text is indented on its right.
    let isRightToLeft = laid.block.direction == .rightToLeft
    let rect = Rect(x: isRightToLeft ? .zero : indent, y: .zero, width: laid.width, height: laid.height)
    stack.draw(id.role, number: Int(id.number), rect, .text(laid.block))
    stack.endPart(
      size: Size(width: indent + rect.width, height: rect.height), insets: insets,
      lastLine: BubblePart.LastLine(
        width: laid.lastLineWidth, top: laid.height - laid.lineHeight, indent: indent,
        ascent: ascent(of: role, lineHeight: laid.lineHeight), direction: laid.block.direction),
      wideVariant: wideVariant)
  }

  private func addRule(number: Int, indent: LayoutUnit, to stack: inout PartStack) {
    // A deep indent or a long rule must not exceed the bubble's maximum width.
    let available = stack.maxWidth - theme.bubbleInsets.left - theme.bubbleInsets.right - indent
    let rule = Rect(
      x: indent, y: theme.ruleMargin, width: min(theme.ruleLength, available), height: theme.ruleThickness)
    stack.draw(.rule, number: number, rule, .box(.rule, radius: .zero))
    stack.endPart(
      size: Size(width: rule.maxX, height: rule.maxY + theme.ruleMargin), insets: theme.bubbleInsets,
      wideVariant: theme.ruleLength <= available ? .same : .unknown)
  }
}

extension RichBlock.Container {
  /// True if this is a list item.
  var isItem: Bool { if case .item = self { true } else { false } }
}
