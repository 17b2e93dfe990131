import Frames
import TextLayout

/// The content of a card with an icon: title and facts beside it; note, waveform and player below.
struct IconCard {
  var icon: FrameIcon
  var title: String
  /// True if the title is a file name: shown on one line, with its extension.
  var isFileName = false
  /// Facts in one line: size, duration.
  var facts = ""
  /// Text below, in as many lines as it needs.
  var note = ""
  /// Links in the note.
  var noteMarks: [TextMark] = []
  /// The target of a click.
  var link: FrameContent?
  /// Another target, of a click on the icon and the space around it.
  var iconLink: FrameLink?
  /// The content that a click opens.
  var fold: FrameFold?
  /// A recording to play in the card.
  var player: FramePlayer?
  /// Loudness of the recording, 0…100 from start to end.
  var waveform: [UInt8] = []
}

extension RowLayouter {
  /// Adds the card as one part.
  func addCard(_ card: IconCard, number: Int = -1, to stack: inout PartStack) {
    let padding = theme.cardPadding
    let insets = theme.bubbleInsets
    let available = stack.maxWidth - insets.left - insets.right - padding * 2
    let indent = theme.icon + theme.iconGap
    // Room for the mark of a fold at the card's end.
    let mark = card.fold == nil ? LayoutUnit.zero : theme.foldMark
    let beside = available - indent - mark
    let title =
      card.isFileName
      ? fileNameLine(card.title, role: .cardTitle, maxWidth: beside)
      : layOut(card.title, role: .cardTitle, maxWidth: beside)
    let facts = card.facts.isEmpty ? nil : line(card.facts, role: .cardFact, maxWidth: beside)
    let textHeight = title.height + (facts?.height ?? .zero)
    let icon = Rect(x: padding, y: padding, width: theme.icon, height: theme.icon)
    let text = SidePlacement(edge: .trailing, alignment: .centre, gap: theme.iconGap).rect(
      of:
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
    let playerRect = Rect(x: padding, y: bottom + padding, width: available, height: theme.playerHeight)
    let waveRect =
      card.player == nil
      ? Rect(x: padding, y: bottom + padding, width: available, height: theme.waveHeight)
      : waveform(in: playerRect)
    if card.player != nil {
      (width, bottom) = (available, playerRect.maxY)
    } else if !card.waveform.isEmpty {
      (width, bottom) = (available, waveRect.maxY)
    }
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
      // A link must not cover the player's controls.
      let height = card.player == nil ? ground.height : headBottom
      stack.draw(
        .jump, number: max(0, number), Rect(x: .zero, y: .zero, width: ground.width, height: height), link)
    }
    if let link = card.iconLink {
      // Branches and threads use the lower numbers.
      let side = theme.icon + padding
      stack.draw(
        .link, number: 4, Rect(x: padding.half, y: padding.half, width: side, height: side), .link(link))
    }
    if let fold = card.fold { stack.draw(.fold, number: number, ground, .fold(fold)) }
    // The mark of a fold is at the right.
    let direction = card.fold == nil ? title.block.direction : .leftToRight
    stack.endPart(size: ground.size, insets: insets, direction: direction)
  }

  /// Returns the box of a waveform in a player's row: between the play button and the time with the speed. It is visible only if
  /// a script adds these; otherwise the browser's controls fill the row.
  private func waveform(in player: Rect) -> Rect {
    let left = theme.playerHeight + theme.iconGap
    let right = theme.playerHeight * 2
    return Rect(
      x: player.minX + left, y: player.minY + (player.height - theme.waveHeight).half.ceilingPx,
      width: max(theme.playerHeight, player.width - left - right), height: theme.waveHeight)
  }

  /// Returns a file name on one line. A name that is too long loses its middle, so that the extension stays visible.
  func fileNameLine(_ name: String, role: TextRole, maxWidth: LayoutUnit) -> LaidOutText {
    let name = Wording.oneLine(name)
    let whole = line(name, role: role, maxWidth: maxWidth)
    // A name with hidden words is cut at its end.
    guard !whole.isWhole(name), !HiddenTexts.hasReserved(name) else { return whole }
    let end = name.suffix(Wording.fileEnding(of: name).count + 5)
    let room = maxWidth - line(String(end), role: role, maxWidth: .unlimited).width - 1
    guard end.endIndex > end.startIndex, end.startIndex > name.startIndex, room > maxWidth.half else {
      return whole
    }
    let start = line(String(name[..<end.startIndex]), role: role, maxWidth: room)
    var cut = line(start.block.text + end, role: role, maxWidth: maxWidth)
    cut.noteCut(from: name)
    return cut
  }
}
