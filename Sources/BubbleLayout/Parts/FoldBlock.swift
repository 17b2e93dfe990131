import Frames
import ICU
import TextLayout

extension RowLayouter {
  /// Returns a folded block under a row of this side, on its own background, with the parts that `build` stacks.
  ///
  /// `maxWidth`: nil for the whole width of the column.
  func foldedBlock(
    _ side: Side, maxWidth: LayoutUnit? = nil, minWidth: LayoutUnit = .zero,
    _ build: (inout PartStack) -> Void
  ) -> Frame {
    let left = bubbleLeft(side)
    var stack = PartStack(
      maxWidth: maxWidth ?? theme.columnWidth - left - theme.sideMargin,
      behind: [FrameItem(ItemID(.card), Rect.zero, .box(.foldGround, radius: theme.innerRadius))])
    stack.side = side
    build(&stack)
    var size = stack.measured().size
    size.width = max(size.width, minWidth)
    let ground = placed(
      Rect(x: left, y: theme.groupGap.ceilingPx, width: size.width.ceilingPx, height: size.height.ceilingPx),
      side)
    stack.items[0].rect = ground
    stack.position(at: ground.origin, width: ground.width)
    return Frame(size: Size(width: theme.columnWidth, height: ground.maxY.ceilingPx), items: stack.items)
  }

  /// Adds a plain text as a part of its own; the time may go after it.
  ///
  /// `top`: distance to the part above, instead of the insets.
  func addLabel(
    _ words: String, role: TextRole, id: ItemID = ItemID(.detail), top: LayoutUnit? = nil,
    to stack: inout PartStack
  ) {
    var insets = theme.bubbleInsets
    let laid = layOut(words, role: role, maxWidth: stack.maxWidth - insets.left - insets.right)
    if let top {
      stack.bringLastPartNearer()
      insets.top = top
    }
    stack.draw(
      id.role, number: Int(id.number), Rect(x: .zero, y: .zero, width: laid.width, height: laid.height),
      .text(laid.block))
    stack.endPart(
      size: Size(width: laid.width, height: laid.height), insets: insets,
      lastLine: BubblePart.LastLine(
        width: laid.lastLineWidth, top: laid.height - laid.lineHeight, indent: .zero,
        ascent: ascent(of: role, lineHeight: laid.lineHeight), direction: laid.block.direction),
      wideVariant: laid.block.hasSoftBreaks ? .unknown : .same)
  }

  /// Adds a small line that opens its fold, if it has one; the time may go after it.
  func addFoldLine(_ fold: FoldLine, to stack: inout PartStack) {
    let insets = theme.bubbleInsets
    let mark = fold.style == .cardFact ? theme.foldMark : .zero
    let line = self.line(
      fold.words, role: fold.style, maxWidth: stack.maxWidth - insets.left - insets.right - mark)
    let area = Rect(x: .zero, y: .zero, width: line.width.ceilingPx + mark, height: line.height)
    stack.draw(
      fold.roles.words, Rect(x: .zero, y: .zero, width: line.width, height: line.height), .text(line.block))
    if let body = fold.fold { stack.draw(fold.roles.area, area, .fold(body)) }
    stack.endPart(
      size: Size(width: max(area.width, fold.leastWidth), height: area.height),
      insets: Insets(top: theme.headerGap, left: insets.left, bottom: insets.bottom, right: insets.right),
      lastLine: BubblePart.LastLine(
        width: area.width, top: .zero, indent: .zero,
        ascent: ascent(of: fold.style, lineHeight: theme.style(fold.style).lineHeight),
        direction: .leftToRight))
  }

  /// Returns a time in words, with its date unless it is on `day`, the message's own.
  func words(of moment: LocalTime, on day: Int32?) -> String {
    let minute = Int(moment.minute)
    guard moment.day != day, dates.timeOfDay.indices.contains(minute) else {
      return Wording.time(dates.timeOfDay[min(max(minute, 0), 1_439)], offset: moment.offset)
    }
    return Wording.time(
      dates.dateAndTime(CivilDate(daysSince1970: Int(moment.day)), minuteOfDay: minute),
      offset: moment.offset)
  }
}

/// A line that opens folded content.
struct FoldLine {
  var words: String
  /// The folded block; nil for a line that opens nothing.
  var fold: FrameFold?
  /// The roles of the words and of the area that opens the fold.
  var roles: (words: ItemID.Role, area: ItemID.Role)
  /// The style of the words. Words in the style of facts are followed by a mark.
  var style = TextRole.cardFact
  /// The least width of the bubble's content.
  var leastWidth = LayoutUnit.zero

  init(
    _ words: String, _ fold: FrameFold? = nil, roles: (words: ItemID.Role, area: ItemID.Role),
    style: TextRole = .cardFact, leastWidth: LayoutUnit = .zero
  ) {
    (self.words, self.fold, self.roles) = (words, fold, roles)
    (self.style, self.leastWidth) = (style, leastWidth)
  }
}

extension Frame {
  /// Number of lines of text.
  var lineCount: Int {
    items.reduce(0) { sum, item in
      if case .text(let block) = item.content { sum + block.lines.count } else { sum }
    }
  }
}
