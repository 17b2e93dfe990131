import ChatModel
import Frames
import ICU
import Phrases
import TextLayout

/// Runs of steps of an LLM turn: a page shows them as one line that says what was done and how it ended. Opened, each call of a tool
/// and its result are one row, which opens their texts.
///
/// Each part keeps its row, with its id. A result that is shown with its call has a row without a height, like a picture of an album.
extension RowLayouter {
  /// The least number of steps that are told in one line.
  private static let leastInRun = 2
  /// The height of a line that is pressed.
  private static let rowHeight = LayoutUnit(px: 44)

  /// Returns the index after the consecutive steps that start at `index`, if they are enough for a run; else `index`.
  static func endOfSteps(in inputs: [RowInput], at index: Int) -> Int {
    var end = index
    while end < inputs.count, isPlainStep(inputs[end]),
      inputs[end].message.sender == inputs[index].message.sender
    {
      let isApart = inputs[end].decoration.newDay != nil || inputs[end].message.extras?.isFirstUnread == true
      if isApart, end > index { break }
      end += 1
    }
    return end - index >= leastInRun ? end : index
  }

  /// True for an agent's step that has no row of another kind and nothing but its text.
  private static func isPlainStep(_ input: RowInput) -> Bool {
    input.message.isStep && input.decoration.side == .incoming && input.relations == nil && input.quote == nil
      && input.message.extras?.isFirstUnread != true && input.message.reactions.isEmpty
  }

  /// Appends the rows of neighbouring steps: a run, or a line if they are one step. `start` is the time from which they took, of the
  /// prompt if it is on the page.
  func appendSteps(_ inputs: ArraySlice<RowInput>, since start: Instant?, to rows: inout [Row]) {
    guard let first = inputs.first else { return }
    let parts = inputs.compactMap { input -> TurnPart? in
      if case .part(let part) = input.message.content { part as? TurnPart } else { nil }
    }
    let story = StepStory(parts)
    let words = StepWords(phrases: wording.phrases, number: dates.integer)
    let (sentence, marks) = words.sentence(of: story.steps)
    let line = StepLine(
      sentence: sentence + Self.time(from: start, to: inputs.last?.message.instant), marks: marks,
      ending: story.ending)
    if story.steps.count == 1 {
      let opening = (texts: story.texts(of: 0, in: parts), use: story.steps[0].use)
      rows.append(row(stepKind(first)) { $0.stepsFrame(line, first, opening: opening) })
      for input in inputs.dropFirst() { rows.append(emptyRow(input)) }
      return
    }
    let inner = zip(inputs, parts.indices).map { input, index in
      guard let number = story.stepOfPart[index] else { return emptyRow(input) }
      let step = story.steps[number]
      let (texts, icon) = (story.texts(of: number, in: parts), parts[index].kind)
      let words = words.row(of: step) { wording.phrases(.lines, count: $0, shown: dates.integer($0)) }
      return row(stepKind(input)) { $0.stepFrame(words, texts, of: step.use, icon: icon) }
    }
    rows.append(row(.run(inner)) { $0.stepsFrame(line, first) })
  }

  /// The line of neighbouring steps: what was done, and whether the last step that can fail did.
  private struct StepLine {
    var sentence: String
    var marks: [TextMark]
    var ending: Bool?
  }

  /// Returns the time that steps took, after a dot; empty if it is unknown or a day or more.
  private static func time(from start: Instant?, to end: Instant?) -> String {
    guard let start, let end else { return "" }
    let (seconds, isTooLarge) = end.seconds.subtractingReportingOverflow(start.seconds)
    guard !isTooLarge, (1..<86_400).contains(seconds) else { return "" }
    return " · " + Wording.clock(Double(seconds))
  }

  private func stepKind(_ input: RowInput) -> Row.Kind {
    .message(
      index: input.index, anchor: input.anchor, side: .incoming, sender: name(of: input.message.sender))
  }

  /// The row of a result that is shown with its call.
  private func emptyRow(_ input: RowInput) -> Row {
    Row(kind: stepKind(input), frame: Frame(size: Size(width: theme.columnWidth, height: .zero), items: []))
  }

  /// Returns a row with both layouts, each made anew: their lines are cut at different places.
  private func row(_ kind: Row.Kind, _ makeFrame: (RowLayouter) -> Frame) -> Row {
    measured.begin()
    let frame = makeFrame(self)
    guard let wider else { return Row(kind: kind, frame: frame) }
    measured.begin()
    let wide = makeFrame(wider).inWiderColumn(unlike: frame, shift: kind.shift(inWider: wider.theme))
    return Row(kind: kind, frame: frame, wide: wide)
  }

  /// Lays out the line of a run.
  private func stepsFrame(
    _ step: StepLine, _ input: RowInput, opening texts: (texts: [TurnPart], use: StepUse)? = nil
  ) -> Frame {
    let ending = step.ending
    let insets = theme.bubbleInsets
    let left = bubbleLeft(.incoming)
    var items: [FrameItem] = []
    let top = addName(of: input, left: left, top: gap(above: input.decoration), to: &items)
    let mark = ending == nil ? LayoutUnit.zero : theme.statusIcon.width + theme.iconGap
    let room = fullWidth - insets.left - insets.right - theme.foldMark - mark
    let text = layOut(step.sentence, marks: step.marks, role: .cardText, maxWidth: room)
    let height = max(Self.rowHeight, text.height + insets.top + insets.bottom).ceilingPx
    let ground = Rect(x: left, y: top.ceilingPx, width: fullWidth, height: height)
    items.append(FrameItem(ItemID(.pill), ground, .box(.pill, radius: min(theme.cornerRadius, height.half))))
    items.append(
      FrameItem(
        texts == nil ? ItemID(.notice) : ItemID(.step, 0),
        Rect(
          x: left + insets.left, y: ground.minY + (height - text.height).half, width: text.width,
          height: text.height),
        .text(text.block)))
    if let ending {
      let kind: FrameStatus.Kind = ending ? .sent : .failed
      let size =
        ending ? theme.statusIcon : Size(width: theme.statusIcon.width, height: theme.statusIcon.width)
      let icon = Rect(
        x: ground.maxX - insets.right - theme.foldMark - size.width,
        y: ground.minY + (height - size.height).half.ceilingPx,
        width: size.width, height: size.height)
      items.append(
        FrameItem(
          ItemID(.status), icon,
          .status(
            FrameStatus(kind: kind, name: ending ? wording.phrases(.succeeded) : wording.phrases(.failed)))))
    }
    if let texts, !texts.texts.isEmpty {
      let body = foldedBlock(.incoming, minWidth: fullWidth) { addTexts(texts.texts, of: texts.use, to: &$0) }
      items.append(FrameItem(ItemID(.history, 0), ground, .fold(FrameFold(name: step.sentence, body: body))))
    }
    return Frame(size: Size(width: theme.columnWidth, height: ground.maxY.ceilingPx), items: items)
  }

  /// Lays out a step as a line that opens the texts of its call and result.
  private func stepFrame(
    _ row: StepWords.RowWords, _ texts: [TurnPart], of use: StepUse, icon: TurnPart.Kind
  ) -> Frame {
    let insets = theme.bubbleInsets
    let height = Self.rowHeight
    let ground = Rect(x: bubbleLeft(.incoming), y: .zero, width: fullWidth, height: height)
    let size = theme.style(.cardFact).lineHeight
    let start = ground.minX + insets.left + size + theme.iconGap
    let end = ground.maxX - insets.right - (texts.isEmpty ? .zero : theme.foldMark)
    let failure =
      row.hasFailed ? [TextMark(start: 0, end: Int32(clamping: row.facts.utf8.count), kind: .failed)] : []
    let facts =
      row.facts.isEmpty
      ? nil : layOut(row.facts, marks: failure, role: .cardFact, maxWidth: (end - start).half)
    let room = end - start - (facts.map { $0.width + theme.iconGap } ?? .zero)
    let text = line(row.words, role: .cardText, maxWidth: room)
    func middle(_ height: LayoutUnit) -> LayoutUnit { (ground.height - height).half }
    var items = [
      FrameItem(ItemID(.pill), ground, .box(.pill, radius: .zero)),
      FrameItem(
        ItemID(.icon, 0), Rect(x: ground.minX + insets.left, y: middle(size), width: size, height: size),
        .icon(icon.icon)),
      FrameItem(
        ItemID(.step, 0), Rect(x: start, y: middle(text.height), width: text.width, height: text.height),
        .text(text.block)),
    ]
    if let facts {
      items.append(
        FrameItem(
          ItemID(.fact, 0),
          Rect(x: end - facts.width, y: middle(facts.height), width: facts.width, height: facts.height),
          .text(facts.block)))
    }
    if !texts.isEmpty {
      let body = foldedBlock(.incoming, minWidth: fullWidth) { addTexts(texts, of: use, to: &$0) }
      let name = [row.words, row.facts].filter { !$0.isEmpty }.joined(separator: " · ")
      items.append(FrameItem(ItemID(.history, 0), ground, .fold(FrameFold(name: name, body: body))))
    }
    return Frame(size: Size(width: theme.columnWidth, height: height), items: items)
  }

  /// Adds the texts of a step: a change as its lines, tasks as a list, everything else as code, because its columns matter.
  private func addTexts(_ texts: [TurnPart], of use: StepUse, to block: inout PartStack) {
    // The line says what the tool did; its name is here.
    if let name = texts.first?.name, !name.isEmpty {
      addLabel(name, role: .cardLabel, id: ItemID(.label), to: &block)
    }
    var code = texts
    if use.action == .edit, let call = texts.first, call.kind == .toolCall,
      let change = StepChange(call: call.text, result: texts.count > 1 ? texts[1].text : "")
    {
      let (text, marks) = change.text
      if !change.before.isEmpty { addFoldedCode(change.before, number: 0, to: &block) }
      addFoldedCode(text, marks: marks, number: 1, to: &block)
      if !change.after.isEmpty { addFoldedCode(change.after, number: 2, to: &block) }
      return
    }
    if use.action == .plan, let call = texts.first, call.kind == .toolCall {
      let tasks = StepTasks(call.text)
      if !tasks.tasks.isEmpty {
        addLabel(tasks.text, role: .cardText, to: &block)
        if tasks.isWhole { code.removeFirst() }
      }
    }
    for (number, part) in code.enumerated() {
      if part.kind == .thinking {
        addLabel(part.text, role: .cardText, to: &block)
      } else {
        addFoldedCode(part.text, number: number, to: &block)
      }
    }
  }
}
