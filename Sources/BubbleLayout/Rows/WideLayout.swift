import ChatModel
import Frames
import RichText
import TextLayout

/// The second layout of a message, for large screens: the items of the narrow one in a wider column, with other lines.
///
/// A page holds every text once; the style sheet moves items and breaks for large screens. So a row has a wide layout
/// only if it shows and says exactly what the narrow one does. If more room changes the content – for example a longer
/// cut line, or a drawing with more bars – the row keeps its narrow layout everywhere.
///
/// There are three ways, from cheap to expensive:
///
/// | the row | wide layout |
/// |---|---|
/// | nothing in it depends on the room (`mayDifferWhenWider` is false) | none |
/// | parts that stay as they are, and texts whose wide lines are known (``BubblePart/WideVariant``) | `PartStack.widen` positions the parts again |
/// | anything else | `frame(for:unlike:shift:)` lays the message out again, replaying measured texts (``MeasuredTexts``) |
extension RowLayouter {
  /// Returns the message's frame in this layouter's column, or nil if its content differs from the narrow frame's or
  /// nothing in it moves.
  func frame(for input: RowInput, unlike narrow: Frame, shift: LayoutUnit) -> Frame? {
    frames(for: input).frame.inWiderColumn(unlike: narrow, shift: shift)
  }
}

/// The narrow layout of a row, and its wide layout as far as known.
struct RowFrames {
  var frame: Frame
  /// The wide layout, if it is known and differs.
  var wide: Frame?
  /// True if the row has to be laid out again to find out whether it has a wide layout.
  var mayBeWider: Bool
}

extension Frame {
  /// The frames of a row whose wide layout is not known.
  var alone: RowFrames { RowFrames(frame: self, wide: nil, mayBeWider: mayDifferWhenWider) }
}

extension PartStack {
  /// The effect of a large screen's room on the bubble, apart from its time.
  var change: WideChange {
    var change = WideChange.none
    for index in parts.indices {
      switch parts[index].wideVariant {
      case .same: continue
      case .lines: change = .lines
      case .unknown: return .unknown
      }
    }
    return change
  }
  /// The effect of more room: none, other lines in some texts, or unknown before laying the row out again.
  enum WideChange { case none, lines, unknown }

  /// Returns the items, not positioned yet, with the lines of their texts on large screens.
  func itemsInMoreRoom() -> [FrameItem] {
    var wide = items
    wide.reserveCapacity(items.count + 1)
    for part in parts.indices {
      guard case .lines(let laid) = parts[part].wideVariant else { continue }
      let index = parts[part].items.lowerBound
      wide[index].rect.size = Size(width: laid.width, height: laid.height)
      wide[index].content = .text(laid.block)
    }
    return wide
  }

  /// Turns the parts into their wide variants, in a bubble with `gain` more room and these items.
  mutating func widen(by gain: LayoutUnit, items wide: consuming [FrameItem]) {
    maxWidth += gain
    items = wide
    for index in parts.indices {
      guard case .lines(let laid) = parts[index].wideVariant else { continue }
      let indent = parts[index].lastLine?.indent ?? .zero
      parts[index].size = Size(width: indent + laid.width, height: laid.height)
      parts[index].lastLine?.width = laid.lastLineWidth
      parts[index].lastLine?.top = laid.height - laid.lineHeight
    }
  }
}

extension Row.Kind {
  /// Returns the distance from the narrow column's left edge to the wide column's, both as placed on the page: narrow rows
  /// are at the left, right or middle of the wide column, by kind.
  func shift(inWider theme: Theme) -> LayoutUnit {
    switch self {
    case .message(_, _, side: .incoming, _): .zero - theme.nameColumn
    case .message(_, _, side: .outgoing, _): .zero - theme.addedWidth
    case .notice where theme.isLines, .run where theme.isLines: .zero - theme.nameColumn
    case .day, .notice, .run: .zero - theme.addedWidth.half
    }
  }
}

extension Frame {
  /// True if the row may look different in a wider column. False for most short texts, which saves their second
  /// layout.
  var mayDifferWhenWider: Bool {
    var bottom = LayoutUnit.zero
    for index in items.indices {
      switch items[index].content {
      case .bubble, .avatar, .status, .emptyCell: continue
      case .box(let style, _):
        switch style {
        case .quote, .quoteBar, .pill: continue
        case .card, .rule, .codeGround, .badge, .track, .bar, .foldGround, .unread: return true
        }
      case .jump(let target):
        if target.purpose != .quote { return true }
      case .text(let block):
        if block.hasSoftBreaks { return true }
        if block.role != .name { bottom = max(bottom, items[index].rect.maxY) }
      case .time:
        // A time on its own line may fit beside the text.
        if items[index].rect.minY >= bottom { return true }
      case .image, .emoji, .reaction, .file, .link, .icon, .player, .waveform, .fold, .copy: return true
      }
    }
    return false
  }

  /// True if all items have the same positions and lines as in another layout of them.
  func hasPositions(of other: Frame) -> Bool {
    guard size == other.size, items.count == other.items.count else { return false }
    for index in items.indices {
      guard items[index].rect == other.items[index].rect else { return false }
      if case .text(let one) = items[index].content, case .text(let two) = other.items[index].content,
        one !== two, one.lines != two.lines
      {
        return false
      }
    }
    return true
  }

  /// True if another layout of the row has equal content, whatever its lines and positions.
  func shows(sameAs other: Frame) -> Bool {
    guard items.count == other.items.count else { return false }
    for index in items.indices {
      guard items[index].id == other.items[index].id,
        items[index].content.shows(sameAs: other.items[index].content)
      else { return false }
    }
    return true
  }

  /// Returns the frame in a wider column for the page, or nil if it shows anything else than the narrow one, or has the same positions.
  func inWiderColumn(unlike narrow: Frame, shift: LayoutUnit) -> Frame? {
    guard shows(sameAs: narrow) else { return nil }
    var frame = self
    frame.move(by: shift, inColumn: narrow.size.width)
    return frame == narrow ? nil : frame
  }

  /// Moves all items by `shift`, folded ones included, into a column `width` wide.
  fileprivate mutating func move(by shift: LayoutUnit, inColumn width: LayoutUnit) {
    size.width = width
    for index in items.indices {
      items[index].rect = items[index].rect.offset(x: shift, y: .zero)
      if case .fold(var fold) = items[index].content {
        fold.body.move(by: shift, inColumn: width)
        items[index].content = .fold(fold)
      }
    }
  }
}

extension FrameContent {
  fileprivate func shows(sameAs other: FrameContent) -> Bool {
    switch (self, other) {
    case (.text(let one), .text(let other)): one === other || one.says(sameAs: other)
    case (.fold(let one), .fold(let other)): one.name == other.name && one.body.shows(sameAs: other.body)
    // A radius limited by the box's height is limited by CSS too, so it may differ.
    case (.box(let one, _), .box(let other, _)): one == other
    default: self == other
    }
  }
}

extension TextBlock {
  /// True if two blocks differ at most in their lines.
  fileprivate func says(sameAs other: TextBlock) -> Bool {
    text == other.text && role == other.role && direction == other.direction
      && runs.elementsEqual(other.runs, by: { $0.says(sameAs: $1) })
      && marks == other.marks && lineHeight == other.lineHeight
  }
}

extension TextRun {
  /// True if two runs differ at most in the width of a tab, which depends on its line.
  fileprivate func says(sameAs other: TextRun) -> Bool {
    start == other.start && end == other.end && face == other.face && emoji == other.emoji
      && (tab == nil) == (other.tab == nil) && isUnkerned == other.isUnkerned && isBar == other.isBar
  }
}
