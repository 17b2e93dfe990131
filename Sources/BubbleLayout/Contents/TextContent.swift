import ChatModel
import Frames
import RichText
import TextLayout

extension RowLayouter {
  /// The blocks of a text, one under the other, indented by their lists and quotes.
  func textParts(_ source: MessageText, stack: PartStack) -> [Part] {
    let blocks = rich.parse(source).blocks
    if blocks.count == 1, blocks[0].containers.isEmpty, blocks[0].leaf == .paragraph {
      return [paragraph(blocks[0], number: -1, indent: .zero, stack: stack)]
    }
    var parts: [Part] = []
    parts.reserveCapacity(blocks.count)
    var previous: RichBlock?
    for (number, block) in blocks.enumerated() {
      var part = self.part(for: block, number: number, stack: stack)
      if let previous {
        part.insets.top = gap(between: previous, and: block)
        parts[parts.count - 1].insets.bottom = .zero
      }
      parts.append(part)
      previous = block
    }
    joinQuoteBars(in: &parts, blocks: blocks)
    if parts.isEmpty {
      return [
        paragraph(
          RichBlock(containers: [], leaf: .paragraph, text: "", marks: []), number: -1, indent: .zero,
          stack: stack)
      ]
    }
    return parts
  }

  /// Items of one list stand closer than paragraphs.
  private func gap(between a: RichBlock, and b: RichBlock) -> LayoutUnit {
    a.isTight && b.isTight ? theme.itemGap : theme.blockGap
  }

  private func part(for block: RichBlock, number: Int, stack: PartStack) -> Part {
    let indent = block.containers.reduce(LayoutUnit.zero) { $0 + self.indent(of: $1) }
    // A hostile nest of lists must not leave a column of no width.
    let available = stack.maxWidth - theme.bubbleInsets.left - theme.bubbleInsets.right
    let capped = min(indent, available.half)
    var part: Part =
      switch block.leaf {
      case .paragraph, .heading: paragraph(block, number: number, indent: capped, stack: stack)
      case .code: codePart(block.text, number: number, indent: capped, stack: stack)
      case .rule: rulePart(number: number, indent: capped)
      }
    addContainers(of: block, number: number, scale: capped < indent, to: &part)
    return part
  }

  private func indent(of container: RichBlock.Container) -> LayoutUnit {
    switch container {
    case .quote: theme.quoteIndent
    case .item: theme.listIndent
    }
  }

  /// Draws the markers and bars a block stands behind.
  private func addContainers(of block: RichBlock, number: Int, scale: Bool, to part: inout Part) {
    guard !scale else { return }
    var x = LayoutUnit.zero
    for (depth, container) in block.containers.enumerated() {
      switch container {
      case .quote:
        let bar = Rect(x: x, y: .zero, width: theme.quoteBar, height: part.size.height)
        part.items.append(
          (
            FrameItem(
              StaticBox(.quoteBar, number * 32 + depth), bar, .box(.quoteBar, radius: theme.quoteBar.half)),
            .fixed
          ))
      case .item(let marker):
        if let marker {
          let label = line(marker, role: .body, maxWidth: theme.listIndent * 2)
          let left = max(.zero, x + theme.listIndent - label.width - 5)
          part.items.insert(
            (
              FrameItem(
                StaticBox(.marker, number * 32 + depth),
                Rect(x: left, y: .zero, width: label.width, height: label.height), .text(label.block)),
              .fixed
            ), at: 0)
        }
      }
      x = x + indent(of: container)
    }
  }

  /// Makes the bar of a quote run through the gap to the next block of the same quote.
  private func joinQuoteBars(in parts: inout [Part], blocks: [RichBlock]) {
    for place in parts.indices.dropLast() {
      let shared = zip(blocks[place].containers, blocks[place + 1].containers).prefix { $0.0 == $0.1 }
        .filter { $0.0 == .quote }.count
      guard shared > 0 else { continue }
      var drawn = 0
      for item in parts[place].items.indices {
        guard case .box(.quoteBar, _) = parts[place].items[item].item.content, drawn < shared else {
          continue
        }
        parts[place].items[item].item.rect.size.height =
          parts[place].size.height + parts[place + 1].insets.top
        drawn += 1
      }
    }
  }

  private func paragraph(
    _ block: RichBlock, number: Int, indent: LayoutUnit, stack: PartStack
  ) -> Part {
    let insets = theme.bubbleInsets
    let role: TextRole = if case .heading = block.leaf { .heading } else { .body }
    let style = theme.style(role)
    let laid = text.layOut(
      block.text, marks: block.marks, role: role, style: style,
      maxWidth: stack.maxWidth - insets.left - insets.right - indent)
    let rect = Rect(x: indent, y: .zero, width: laid.width, height: laid.height)
    return Part(
      size: Size(width: indent + laid.width, height: laid.height), insets: insets,
      items: [(FrameItem(StaticBox(.text, number), rect, .text(laid.block)), .stretch)],
      lastLine: Part.LastLine(
        width: laid.lastLineWidth, top: laid.height - style.lineHeight, indent: indent, style: style,
        direction: laid.block.direction))
  }

  private func rulePart(number: Int, indent: LayoutUnit) -> Part {
    let width: LayoutUnit = 40
    return Part(
      size: Size(width: indent + width, height: 9), insets: theme.bubbleInsets,
      items: [
        (
          FrameItem(
            StaticBox(.rule, number), Rect(x: indent, y: 4, width: width, height: 1),
            .box(.rule, radius: .zero)), .stretch
        )
      ])
  }
}

extension RichBlock.Container {
  /// Whether this is a list item.
  var isItem: Bool { if case .item = self { true } else { false } }
}
