import ChatModel
import Frames
import RichText
import TextLayout

/// The second layout of a message, for large screens: the same items in a wider column, with lines of their own.
///
/// There is one text for both, so what says something else in more room — a line that is cut later, a drawing with more
/// bars — keeps the whole row as it is in the narrow column.
///
/// Most bubbles hold nothing but texts whose other lines are known, and what stays as it is: their parts are placed again
/// (`PartStack.widen`). All others are laid out afresh.
extension RowLayouter {
  /// The message's row in this layouter's column, as far as it is unlike the narrow one.
  func frame(for input: RowInput, unlike narrow: Frame, shift: LayoutUnit) -> Frame? {
    var frame = frames(for: input).frame
    guard frame.shows(sameAs: narrow) else { return nil }
    frame.move(by: shift, inColumn: narrow.size.width)
    return frame == narrow ? nil : frame
  }
}

/// What a row shows in the narrow column, and what is known of it on large screens.
///
/// The same on large screens is there where that is another; it may have to be laid out again to know that. A tuple, as
/// what is taken out of one is not copied.
typealias RowFrames = (frame: Frame, wide: Frame?, mayBeWider: Bool)

extension Frame {
  /// What is known of a row that shows these finished items.
  var alone: RowFrames { (self, nil, mayDifferWhenWider) }
}

extension PartStack {
  /// How the bubble changes with as much more room as large screens give it, whatever becomes of its time.
  var change: Change {
    var change = Change.none
    for place in parts.indices {
      switch parts[place].widening {
      case .same: continue
      case .lines: change = .lines
      case .unknown: return .unknown
      }
    }
    return change
  }
  enum Change { case none, lines, unknown }

  /// The items, not placed yet, with the lines that their texts have in a bubble with more room.
  func itemsInMoreRoom() -> [FrameItem] {
    var wide = items
    wide.reserveCapacity(items.count + 1)
    for part in parts.indices {
      guard case .lines(let laid) = parts[part].widening else { continue }
      let place = parts[part].items.lowerBound
      wide[place].rect.size = Size(width: laid.width, height: laid.height)
      wide[place].content = .text(laid.block)
    }
    return wide
  }

  /// Makes the parts what they are in a bubble with `gain` more room, where they have these items.
  mutating func widen(by gain: LayoutUnit, items wide: consuming [FrameItem]) {
    maxWidth += gain
    items = wide
    for place in parts.indices {
      guard case .lines(let laid) = parts[place].widening else { continue }
      let indent = items[parts[place].items.lowerBound].rect.minX
      parts[place].size = Size(width: indent + laid.width, height: laid.height)
      parts[place].lastLine?.width = laid.lastLineWidth
      parts[place].lastLine?.top = laid.height - laid.lineHeight
    }
  }
}

/// The texts of one message as the narrow layout measured them, in that order: the wide one asks for the same.
final class MeasuredTexts {
  struct Text {
    /// What was asked for; the block may show it with pictures for its control characters, or cut.
    var string: String
    var role: TextRole
    var maxWidth: LayoutUnit
    var laid: LaidOutText
    /// The same in as much more room as a bubble of text has, if that is known.
    var wider: LaidOutText?
  }
  /// Whether the wide layout is being made, which takes what the narrow one added.
  var isTaken = false
  private var notes = Notes()

  /// All that is noted, as one property: every question to one asks the runtime whether somebody is changing it.
  private struct Notes {
    var texts: [Text] = []
    var next = 0
    var numbers: [Int] = []
    var nextNumber = 0
    var parsed: [(source: MessageText, blocks: [RichBlock])] = []
    var nextParsed = 0

    mutating func begin() {
      if !texts.isEmpty { texts.removeAll(keepingCapacity: true) }
      if !numbers.isEmpty { numbers.removeAll(keepingCapacity: true) }
      if !parsed.isEmpty { parsed.removeAll(keepingCapacity: true) }
      (next, nextNumber, nextParsed) = (0, 0, 0)
    }
  }

  /// Starts a message.
  func begin() { notes.begin() }

  /// The number that the narrow layout says in the same place.
  func said(_ number: Int) -> Int {
    guard isTaken else {
      notes.numbers.append(number)
      return number
    }
    guard notes.nextNumber < notes.numbers.count else { return number }
    notes.nextNumber += 1
    return notes.numbers[notes.nextNumber - 1]
  }

  func add(
    _ string: String, _ role: TextRole, _ maxWidth: LayoutUnit, _ laid: LaidOutText, wider: LaidOutText? = nil
  ) {
    guard !isTaken else { return }
    notes.texts.append(Text(string: string, role: role, maxWidth: maxWidth, laid: laid, wider: wider))
  }

  /// Notes the blocks that a text was taken apart into.
  func add(_ source: MessageText, _ blocks: [RichBlock]) {
    if !isTaken { notes.parsed.append((source, blocks)) }
  }

  /// The next blocks, if they are of this text.
  func takeBlocks(of source: MessageText) -> [RichBlock]? {
    guard isTaken, notes.nextParsed < notes.parsed.count, notes.parsed[notes.nextParsed].source == source
    else { return nil }
    notes.nextParsed += 1
    return notes.parsed[notes.nextParsed - 1].blocks
  }

  /// The next text, if it is this one.
  func take(_ string: String, _ role: TextRole) -> Text? {
    guard isTaken, notes.next < notes.texts.count, notes.texts[notes.next].role == role,
      notes.texts[notes.next].string == string
    else { return nil }
    notes.next += 1
    return notes.texts[notes.next - 1]
  }
}

extension Row.Kind {
  /// How far the row's own column lies left of the wide one's items: what is at the right edge of both stands at the same
  /// place in its row, and so does what is in the middle.
  func shift(inWider theme: Theme) -> LayoutUnit {
    switch self {
    case .message(_, _, side: .incoming, _): .zero
    case .message(_, _, side: .outgoing, _): .zero - theme.addedWidth
    case .day, .notice: .zero - theme.addedWidth.half
    }
  }
}

extension Frame {
  /// Whether the row may look otherwise in a wider column; false for most short texts, which need no second look.
  var mayDifferWhenWider: Bool {
    var bottom = LayoutUnit.zero
    for place in items.indices {
      switch items[place].content {
      case .bubble, .avatar, .status: continue
      case .box(let style, _):
        switch style {
        case .quote, .quoteBar, .pill: continue
        case .card, .rule, .codeGround, .badge, .track, .bar, .foldGround, .unread: return true
        }
      case .jump(let target):
        if target.purpose != .quote { return true }
      case .text(let block):
        if block.hasSoftBreaks { return true }
        if block.role != .name { bottom = max(bottom, items[place].rect.maxY) }
      case .time:
        // A time on a line of its own may find room beside the text.
        if items[place].rect.minY >= bottom { return true }
      case .image, .emoji, .reaction, .file, .link, .icon, .player, .waveform, .fold: return true
      }
    }
    return false
  }

  /// Whether everything stands where it does in another layout of the same items, with the same lines.
  func stands(like other: Frame) -> Bool {
    guard size == other.size, items.count == other.items.count else { return false }
    for place in items.indices {
      guard items[place].rect == other.items[place].rect else { return false }
      if case .text(let one) = items[place].content, case .text(let two) = other.items[place].content,
        one !== two, one.lines != two.lines
      {
        return false
      }
    }
    return true
  }

  /// Whether another layout of the row shows and says the same, whatever its lines and places.
  fileprivate func shows(sameAs other: Frame) -> Bool {
    guard items.count == other.items.count else { return false }
    for place in items.indices {
      guard items[place].box == other.items[place].box,
        items[place].content.shows(sameAs: other.items[place].content)
      else { return false }
    }
    return true
  }

  /// Moves all items, also those of what is folded away, into a column `width` wide.
  fileprivate mutating func move(by shift: LayoutUnit, inColumn width: LayoutUnit) {
    size.width = width
    for place in items.indices {
      items[place].rect = items[place].rect.offset(x: shift, y: .zero)
      if case .fold(var fold) = items[place].content {
        fold.body.move(by: shift, inColumn: width)
        items[place].content = .fold(fold)
      }
    }
  }
}

extension FrameContent {
  fileprivate func shows(sameAs other: FrameContent) -> Bool {
    switch (self, other) {
    case (.text(let one), .text(let other)): one === other || one.says(sameAs: other)
    case (.fold(let one), .fold(let other)): one.name == other.name && one.body.shows(sameAs: other.body)
    // A ground's radius shrinks with its height by itself, as it does here.
    case (.box(let one, _), .box(let other, _)): one == other
    default: self == other
    }
  }
}

extension TextBlock {
  /// Whether two blocks differ in their lines alone.
  fileprivate func says(sameAs other: TextBlock) -> Bool {
    text == other.text && role == other.role && direction == other.direction && runs == other.runs
      && marks == other.marks && lineHeight == other.lineHeight
  }
}
