import ChatModel
public import Frames
import ICU
import Phrases
import TextLayout

/// Runs of neighbouring notices, for example the joins and parts of an IRC log. A page shows them as one line that opens
/// them.
///
/// A run ends at the page's end, so that a page depends on its own messages alone, and at a day's end, because of the
/// separator.
extension RowLayouter {
  /// The number of notices from which one line takes less room.
  private static let leastInRun = 3
  /// The number of people named in the line.
  private static let namesInLine = 2

  /// Appends the rows of the message at `index` of a page, or of the run of notices that starts there. Returns the index
  /// after them.
  public func appendRows(of inputs: [RowInput], at index: Int, to rows: inout [Row]) -> Int {
    let steps = Self.endOfSteps(in: inputs, at: index)
    if steps > index {
      if let day = dayRow(for: inputs[index]) { rows.append(day) }
      // The prompt may be on the page before; then the time since it is unknown.
      let prompt = index > 0 ? inputs[index - 1].message : nil
      appendSteps(inputs[index..<steps], since: prompt?.isPrompt == true ? prompt?.instant : nil, to: &rows)
      return steps
    }
    let end = Self.endOfRun(in: inputs, at: index)
    guard end - index >= Self.leastInRun else {
      appendRows(for: inputs[index], to: &rows)
      return index + 1
    }
    if let day = dayRow(for: inputs[index]) { rows.append(day) }
    rows.append(runRow(inputs[index..<end]))
    return end
  }

  /// Returns the index after the consecutive notices that start at `index`; `index` itself if no notice is there.
  private static func endOfRun(in inputs: [RowInput], at index: Int) -> Int {
    var end = index
    while end < inputs.count, case .system = inputs[end].message.content {
      let isApart = inputs[end].decoration.newDay != nil || inputs[end].message.extras?.isFirstUnread == true
      if isApart, end > index { break }
      end += 1
    }
    return end
  }

  private func runRow(_ inputs: ArraySlice<RowInput>) -> Row {
    let padding = theme.pillPadding
    let room = noticeWidth - theme.foldMark
    let events = inputs.compactMap { input in
      if case .system(let event) = input.message.content { event } else { nil }
    }
    measured.begin()
    let line = self.line(ofRun: events, maxWidth: room)
    let gap = inputs.first.map { self.gap(above: $0.decoration) } ?? theme.rowGap
    let width = line.width.ceilingPx + padding.left + padding.right + theme.foldMark
    let ground = Rect(
      x: theme.isLines ? theme.incomingLeft - padding.left : noticeLeft(width: width), y: gap, width: width,
      height: padding.top + line.height + padding.bottom)
    let text = Rect(
      x: ground.minX + padding.left, y: gap + padding.top, width: line.width, height: line.height)
    let frame = Frame(
      size: Size(width: theme.columnWidth, height: ground.maxY.ceilingPx),
      items: [
        FrameItem(ItemID(.pill), ground, .box(.pill, radius: min(ground.height.half, theme.pillRadius))),
        FrameItem(ItemID(.notice), text, .text(line.block)),
      ])
    return Row(kind: .run(inputs.map { messageRow(for: $0) }), frame: frame)
  }

  /// Returns the line of a run, with as many names as fit.
  private func line(ofRun events: [SystemEvent], maxWidth: LayoutUnit) -> LaidOutText {
    for names in (1...Self.namesInLine).reversed() {
      let words = sentence(ofRun: events, names: names)
      let line = self.line(words, role: .notice, maxWidth: maxWidth)
      if line.isWhole(words) { return line }
    }
    return line(sentence(ofRun: events, names: 0), role: .notice, maxWidth: maxWidth)
  }

  /// Returns the words for a run: the first people, the kind of event, and the number of events.
  private func sentence(ofRun events: [SystemEvent], names count: Int) -> String {
    var people: [Int32] = []
    var known: Set<Int32> = []
    var (hasCome, hasGone, hasOther) = (false, false, false)
    for event in events {
      switch event.movement {
      case .in: hasCome = true
      case .out: hasGone = true
      case nil: hasOther = true
      }
      let concerned =
        event.movement != nil && !event.targets.isEmpty ? event.targets : [event.actor].compactMap(\.self)
      for person in concerned where known.insert(person.value).inserted { people.append(person.value) }
    }
    let phrases = wording.phrases
    let counted = phrases(.countedEvents, count: events.count, shown: dates.integer(events.count))
    let names = people.prefix(count).compactMap { spokenName(of: ParticipantIndex($0)) }
    guard !names.isEmpty else { return counted }
    let list = wording.list(names, of: people.count, shown: dates.integer)
    // If there are other kinds of events, the names of the people are enough.
    let phrase: Phrase? =
      switch (hasCome, hasGone, hasOther) {
      case (true, true, _): .peopleCameAndWent
      case (true, false, false): .peopleJoined
      case (false, true, false): .peopleLeft
      default: nil
      }
    let sentence = phrase.map { phrases($0, count: people.count, shown: "", .names(list)) } ?? list
    return "\(sentence) · \(counted)"
  }
}

extension SystemEvent {
  /// The direction in which an event moves people: into the conversation or out of it.
  fileprivate enum Movement { case `in`, out }

  /// The direction in which the event moves people; nil if it moves nobody.
  fileprivate var movement: Movement? {
    switch event {
    case "join", "joined", "memberJoined", "memberAdded", "invite_members", "join_group_by_link",
      "join_group_by_request":
      .in
    case "part", "left", "quit", "kick", "memberLeft", "memberRemoved", "remove_members": .out
    default: nil
    }
  }
}
