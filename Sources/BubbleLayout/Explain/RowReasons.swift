public import Fonts
public import Frames
import ICU
import TextLayout

/// An explanation of one decision in the layout of a message, for `inspect`.
public struct LayoutReason: Sendable, Hashable, Encodable {
  /// The explained property: `gap`, `tail`, `line 2`.
  public var about: String
  /// Its value.
  public var value: String
  /// The reason for the value.
  public var because: String

  init(_ about: String, _ value: String, _ because: String) {
    (self.about, self.value, self.because) = (about, value, because)
  }
}

extension RowLayouter {
  /// The grouping keys of a message and of its neighbours.
  public struct GroupContext: Sendable {
    /// The message's key.
    public var key: GroupKey
    /// The key of the message before, nil for the first.
    public var previous: GroupKey?
    /// The key of the message after, nil for the last.
    public var next: GroupKey?

    /// The keys of a message and its neighbours.
    public init(_ key: GroupKey, previous: GroupKey?, next: GroupKey?) {
      (self.key, self.previous, self.next) = (key, previous, next)
    }
  }

  /// Returns explanations of the layout of a message's rows.
  public func reasons(
    for input: RowInput, rows: [Row], group: GroupContext, fonts: FontSet
  ) -> [LayoutReason] {
    let (key, previous, next) = (group.key, group.previous, group.next)
    let decoration = input.decoration
    var reasons: [LayoutReason] = [
      LayoutReason(
        "side", decoration.side == .incoming ? "incoming" : "outgoing",
        decoration.side == .incoming
          ? "its sender is not the one whose conversation this is"
          : "its sender is the one whose conversation this is"),
      LayoutReason(
        "group start", decoration.startsGroup ? "yes" : "no",
        previous.map { words($0.separation(from: key, within: theme.groupSeconds), $0, key) }
          ?? "no message stands before it"),
      LayoutReason(
        "group end", decoration.endsGroup ? "yes" : "no",
        next.map { words(key.separation(from: $0, within: theme.groupSeconds), key, $0) }
          ?? "no message stands behind it"),
      LayoutReason(
        "day separator", decoration.newDay?.isoText ?? "none",
        decoration.newDay == nil
          ? key.day == nil ? "the message has no time" : "the message before it is of the same local day"
          : "it is the first message of its local day"),
      gapReason(decoration),
    ]
    guard let row = rows.last, case .message = row.kind else {
      return reasons + rows.flatMap { lineReasons($0) } + fontReasons(rows, fonts)
    }
    reasons.append(nameReason(row, input))
    reasons.append(avatarReason(row, input))
    reasons.append(tailReason(row, decoration))
    if let reason = widthReason(row) { reasons.append(reason) }
    if let reason = timeReason(row) { reasons.append(reason) }
    return reasons + rows.flatMap { lineReasons($0) } + fontReasons(rows, fonts)
  }

  /// Returns the reason that two messages are in one group or in two.
  private func words(_ separation: GroupSeparation?, _ first: GroupKey, _ second: GroupKey) -> String {
    switch separation {
    case nil:
      guard let a = first.seconds, let b = second.seconds else {
        return "same sender, and neither has a time"
      }
      return "same sender, \(b - a) s between them; a group goes on for \(theme.groupSeconds) s"
    case .notice: return "a notice stands alone"
    case .branch: return "a message on another branch is folded away and stands alone"
    case .marker: return "the marker of unread messages stands between the two"
    case .page: return "a page begins between the two"
    case .sender: return "the two have different senders"
    case .day: return "the two are of different local days"
    case .time(let seconds?) where seconds < 0: return "the later message has the earlier time"
    case .time(let seconds?):
      return "\(seconds) s are between them; a group goes on for \(theme.groupSeconds) s"
    case .time(nil): return "only one of the two has a time"
    }
  }

  private func gapReason(_ decoration: Decoration) -> LayoutReason {
    let because =
      if decoration.newDay != nil {
        "a day separator stands above"
      } else if decoration.isFirst {
        "nothing stands above"
      } else {
        decoration.startsGroup ? "it starts a group (rowGap)" : "it goes on with a group (groupGap)"
      }
    return LayoutReason("gap", Self.px(gap(above: decoration)), because)
  }

  private func nameReason(_ row: Row, _ input: RowInput) -> LayoutReason {
    if row.frame.items.contains(where: { $0.id.role == .name }) {
      return LayoutReason(
        "name", "shown", "it is the first of an incoming group, and more than one person sends such")
    }
    return LayoutReason(
      "name", "none", absence(input, of: input.decoration.startsGroup, "it is not the first of its group"))
  }

  private func avatarReason(_ row: Row, _ input: RowInput) -> LayoutReason {
    if row.frame.items.contains(where: { $0.id.role == .avatar }) {
      return LayoutReason(
        "avatar", "shown",
        theme.isLines
          ? "it is the first of a group of lines"
          : "it is the last of an incoming group, and more than one person sends such")
    }
    if theme.isLines, !theme.hasAvatars {
      return LayoutReason("avatar", "none", "the format knows no pictures of people")
    }
    let isPlaced = theme.isLines ? input.decoration.startsGroup : input.decoration.endsGroup
    return LayoutReason(
      "avatar", "none",
      absence(input, of: isPlaced, "it is not the \(theme.isLines ? "first" : "last") of its group"))
  }

  /// Returns the reason that a message has no name or avatar. `isPlaced`: the message is the one of its group that
  /// shows it.
  private func absence(_ input: RowInput, of isPlaced: Bool, _ otherwise: String) -> String {
    if input.decoration.side == .outgoing { return "it is outgoing" }
    if !hasGutter { return "only one person sends incoming messages" }
    if !isPlaced { return otherwise }
    return "it has no sender"
  }

  private func tailReason(_ row: Row, _ decoration: Decoration) -> LayoutReason {
    for item in row.frame.items {
      guard case .bubble(let shape) = item.content else { continue }
      if shape.tail > .zero {
        return LayoutReason("tail", Self.px(shape.tail), "it ends its group")
      }
      return LayoutReason(
        "tail", "none",
        decoration.joinsBelow
          ? "a bubble of its group stands directly below"
          : decoration.endsGroup
            ? theme.tail > .zero ? "a picture is where it would be" : "the theme's bubbles have none"
            : "its group goes on below")
    }
    return LayoutReason("tail", "none", "it is shown without a bubble")
  }

  private func widthReason(_ row: Row) -> LayoutReason? {
    guard let bubble = row.frame.items.first(where: { $0.id.role == .bubble })?.rect else { return nil }
    let widest = row.frame.items.filter { $0.id.role != .bubble && bubble.contains($0.rect) }
      .max { $0.rect.width < $1.rect.width }
    let because =
      widest.map { "the widest part, \($0.id), takes \(Self.px($0.rect.width))" } ?? "it is empty"
    return LayoutReason("bubble width", Self.px(bubble.width), because)
  }

  private func timeReason(_ row: Row) -> LayoutReason? {
    guard let time = row.frame.items.first(where: { $0.id.role == .time })?.rect else { return nil }
    if row.frame.items.contains(where: { $0.id.role == .pill }) {
      return LayoutReason("time", "over the picture", "the bubble ends with a picture that is large enough")
    }
    guard let bubble = row.frame.items.first(where: { $0.id.role == .bubble })?.rect else {
      return LayoutReason("time", "beside", "there is no bubble")
    }
    let isInline = row.frame.items.contains { item in
      guard case .text = item.content, bubble.contains(item.rect) else { return false }
      return item.rect.minY < time.maxY && time.minY < item.rect.maxY
    }
    return isInline
      ? LayoutReason("time", "on the last line", "the bubble ends with text that leaves room for it")
      : LayoutReason(
        "time", "on a line of its own",
        "behind the last line it would make the bubble too wide, or there is none")
  }

  private func lineReasons(_ row: Row) -> [LayoutReason] {
    row.frame.texts.flatMap { text -> [LayoutReason] in
      guard text.block.lines.count > 1 else { return [] }
      return text.block.lines.enumerated().map { index, line in
        LayoutReason(
          "\(text.name) line \(index + 1)",
          "\(Self.px(line.width)) “\(text.block.slice(line.start, line.end))”", line.ending.words)
      }
    }
  }

  /// Returns the faces of the rows' texts, run by run.
  private func fontReasons(_ rows: [Row], _ fonts: FontSet) -> [LayoutReason] {
    var reasons: [LayoutReason] = []
    for row in rows {
      for (name, block) in row.frame.texts {
        let own = fonts.face(of: theme.style(block.role).slot)
        let whole = TextRun(start: 0, end: Int32(clamping: block.text.utf8.count), face: own)
        for run in block.runs.isEmpty ? [whole] : block.runs where run.start < run.end {
          reasons.append(fontReason(run, of: name, in: block, own: own, fonts))
        }
      }
    }
    return reasons
  }

  private func fontReason(
    _ run: TextRun, of name: String, in block: TextBlock, own: FaceID, _ fonts: FontSet
  ) -> LayoutReason {
    let words = block.slice(run.start, run.end)
    if run.emoji != nil { return LayoutReason("\(name) font", "picture", "“\(words)” is an emoji") }
    guard fonts.faces.indices.contains(Int(run.face.index)) else {
      return LayoutReason("\(name) font", "the browser's own", "no face has “\(words)”")
    }
    let because =
      run.face == own
      ? "the face of its role, \(block.role)" : "emphasis, or characters that the role's own face lacks"
    return LayoutReason(
      "\(name) font", fonts.faces[Int(run.face.index)].postScriptName, "“\(words)”: \(because)")
  }

  private static func px(_ length: LayoutUnit) -> String { "\(FrameDump.px(length)) px" }
}

extension Frame {
  /// All texts with the ids of their items, folded ones included.
  fileprivate var texts: [(name: String, block: TextBlock)] {
    items.flatMap { item -> [(name: String, block: TextBlock)] in
      switch item.content {
      case .text(let block): [(item.id.description, block)]
      case .fold(let fold): fold.body.texts.map { ("folded \($0.name)", $0.block) }
      default: []
      }
    }
  }
}

extension LineEnding {
  /// The reason in words.
  fileprivate var words: String {
    switch self {
    case .end: "the text ends"
    case .newline: "the text has a line break"
    case .opportunity: "the next word does not fit"
    case .hyphen: "the next part of the word does not fit; the text allows a hyphen here"
    case .url: "the rest of the address does not fit; it breaks after its punctuation"
    case .number: "a number stays whole, with its unit or as a date"
    case .emergency: "nothing else allows a break before the line is full"
    case .balance: "the lines are balanced: the same number of them, in a narrower bubble"
    }
  }
}
