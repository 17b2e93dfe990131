import Frames
import TextLayout

/// A card with an icon: what it is, what is known of it, and under both what more there is to say or to hear.
struct IconCard {
  var icon: FrameIcon
  var title: String
  /// Whether the title is a file's name: on one line, with its ending.
  var isFileName = false
  /// Facts in one line: size, duration.
  var facts = ""
  /// Words under both, as many lines as they need.
  var note = ""
  /// Links in the note.
  var noteMarks: [TextMark] = []
  /// Where a click leads.
  var link: FrameContent?
  /// What a click opens.
  var fold: FrameFold?
  /// A recording to be played in place.
  var player: FramePlayer?
  /// How loud it is, 0…100 from start to end.
  var waveform: [UInt8] = []
}

extension RowLayouter {
  /// Adds the card as one part.
  func addCard(_ card: IconCard, number: Int = -1, to stack: inout PartStack) {
    let padding = theme.cardPadding
    let insets = theme.bubbleInsets
    let available = stack.maxWidth - insets.left - insets.right - padding * 2
    let indent = theme.icon + theme.iconGap
    // The mark of what can be opened stands at the card's end.
    let mark = card.fold == nil ? LayoutUnit.zero : theme.foldMark
    let beside = available - indent - mark
    let title =
      card.isFileName
      ? fileNameLine(card.title, role: .cardTitle, maxWidth: beside)
      : layOut(card.title, role: .cardTitle, maxWidth: beside)
    let facts = card.facts.isEmpty ? nil : line(card.facts, role: .cardFact, maxWidth: beside)
    let textHeight = title.height + (facts?.height ?? .zero)
    let icon = Rect(x: padding, y: padding, width: theme.icon, height: theme.icon)
    let text = Slot(side: .trailing, alignment: .centre, gap: theme.iconGap).place(
      Size(width: max(title.width, facts?.width ?? .zero), height: textHeight), beside: icon)
    let titleRect = Rect(x: text.minX, y: text.minY, width: title.width, height: title.height)
    let headBottom = padding + max(theme.icon, textHeight)
    var width = indent + text.width + mark
    var bottom = headBottom
    let note =
      card.note.isEmpty
      ? nil
      : layOut(card.note, marks: card.noteMarks, role: .cardText, maxWidth: available)
    let noteRect = note.map {
      Rect(x: padding, y: bottom + padding.half, width: $0.width, height: $0.height)
    }
    if let noteRect { (width, bottom) = (max(width, noteRect.width), noteRect.maxY) }
    let waveRect = Rect(x: padding, y: bottom + padding, width: available, height: theme.waveHeight)
    if !card.waveform.isEmpty { (width, bottom) = (available, waveRect.maxY) }
    let playerRect = Rect(x: padding, y: bottom + padding, width: available, height: theme.playerHeight)
    if card.player != nil { (width, bottom) = (available, playerRect.maxY) }
    let ground = Rect(x: .zero, y: .zero, width: width + padding * 2, height: bottom + padding)

    stack.draw(.card, number: number, ground, .box(.card, radius: theme.innerRadius))
    stack.draw(.icon, number: number, icon, .icon(card.icon))
    stack.draw(.label, number: number, titleRect, .text(title.block))
    if let facts {
      stack.draw(
        .fact, number: number,
        Rect(x: titleRect.minX, y: titleRect.maxY, width: facts.width, height: facts.height),
        .text(facts.block))
    }
    if let note, let noteRect { stack.draw(.detail, number: number, noteRect, .text(note.block)) }
    if !card.waveform.isEmpty {
      stack.draw(.waveform, number: number, waveRect, .waveform(waveform(card.waveform, in: waveRect.size)))
    }
    if let player = card.player { stack.draw(.player, number: number, playerRect, .player(player)) }
    if let link = card.link {
      // Nothing may lie over a player's own buttons.
      let height = card.player == nil ? ground.height : headBottom
      stack.draw(
        .jump, number: max(0, number), Rect(x: .zero, y: .zero, width: ground.width, height: height), link)
    }
    if let fold = card.fold { stack.draw(.fold, number: number, ground, .fold(fold)) }
    stack.endPart(size: ground.size, insets: insets)
  }

  /// A file's name on one line. One that is too long loses its middle, so that its ending stays.
  func fileNameLine(_ name: String, role: TextRole, maxWidth: LayoutUnit) -> LaidOutText {
    let name = Wording.oneLine(name)
    let whole = line(name, role: role, maxWidth: maxWidth)
    guard whole.block.text != name else { return whole }
    let end = name.suffix(Wording.fileEnding(of: name).count + 5)
    let room = maxWidth - line(String(end), role: role, maxWidth: .unlimited).width - 1
    guard end.endIndex > end.startIndex, end.startIndex > name.startIndex, room > maxWidth.half else {
      return whole
    }
    let start = line(String(name[..<end.startIndex]), role: role, maxWidth: room)
    return line(start.block.text + end, role: role, maxWidth: maxWidth)
  }
}
