import ChatModel
public import Frames
public import ICU
public import Phrases
import RichText
import Storage
public import TextLayout

/// Lays messages out as rows.
///
/// One per task: it owns the text engine's buffers and keeps finished times, names and initials. Rows depend
/// on the input alone, never on what was laid out before.
public final class RowLayouter {
  let theme: Theme
  let text: TextLayouter
  private let rich: RichTextParser
  let dates: DateTexts
  let wording: Wording
  let people: [Person]
  private let spokenNames: [String]
  /// Whether incoming messages leave a gutter for avatars: in chats of more than two.
  let hasGutter: Bool
  private var times: [LaidOutText?]
  private var names: [LaidOutText?]
  private var avatars: [FrameContent?]
  private var shortLines: [ShortLine: LaidOutText] = [:]
  /// What numbers of earlier texts are called.
  private var versions: [Int: String] = [:]
  /// What was measured of the message in the making, for its second layout.
  let measured: MeasuredTexts
  /// Lays the same messages out for large screens; nil in the one that does.
  let wider: RowLayouter?
  /// How much more room a bubble of text has there.
  let textGain: LayoutUnit
  /// The widest a bubble of text, and one of pictures, may be.
  let (textWidth, mediaWidth): (LayoutUnit, LayoutUnit)
  /// How far the baseline of each role's lines lies under their top, by the role's raw value.
  private let ascents: [LayoutUnit]
  /// The memory of the parts of the bubble made last.
  private var partMemory: [Part] = []

  /// A text that comes again and again: a name above a quote, a reaction.
  private struct ShortLine: Hashable {
    var text: String
    var role: TextRole
    var maxWidth: LayoutUnit

    /// By the very bytes: spellings that mean the same are texts of their own, and none has to be normalised.
    static func == (one: ShortLine, other: ShortLine) -> Bool {
      one.role == other.role && one.maxWidth == other.maxWidth && one.text.utf8.elementsEqual(other.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(text.utf8.span)
      hasher.combine(role.rawValue)
      hasher.combine(maxWidth.raw)
    }
  }

  public convenience init(
    theme: Theme, fonts: FontSet, locale: String, dates: DateTexts, phrases: Phrases, people: [Person]
  ) {
    let (text, rich, measured) = (
      TextLayouter(fonts: fonts, locale: locale), RichTextParser(), MeasuredTexts()
    )
    let wording = Wording(phrases: phrases)
    let wide = RowLayouter(
      theme: theme.wide, text: text, rich: rich, dates: dates, wording: wording, people: people,
      measured: measured, wide: nil)
    self.init(
      theme: theme, text: text, rich: rich, dates: dates, wording: wording, people: people,
      measured: measured,
      wide: wide)
  }

  private init(
    theme: Theme, text: TextLayouter, rich: RichTextParser, dates: DateTexts, wording: Wording,
    people: [Person], measured: MeasuredTexts, wide: RowLayouter?
  ) {
    self.theme = theme
    self.text = text
    self.rich = rich
    self.dates = dates
    self.wording = wording
    self.people = people
    self.measured = measured
    wider = wide
    let small = theme.columnWidth - theme.addedWidth
    textGain = (small + Theme.extraWidth).share(theme.textShare) - small.share(theme.textShare)
    textWidth = theme.columnWidth.share(theme.textShare)
    mediaWidth = theme.columnWidth.share(theme.mediaShare)
    ascents = TextRole.allCases.map { TimeLabel.ascent(theme.style($0)) }
    spokenNames = people.map { Wording.isolated($0.name) }
    hasGutter = people.count > 2
    times = Array(repeating: nil, count: 1_440)
    names = Array(repeating: nil, count: people.count)
    avatars = Array(repeating: nil, count: people.count)
  }

  /// The layouter of large screens, to be asked why its rows are as they are.
  public var wide: RowLayouter { wider ?? self }

  /// Appends the rows of one message: a day separator where a day begins, then the message itself.
  public func appendRows(for input: RowInput, to rows: inout [Row]) {
    if let day = dayRow(for: input) { rows.append(day) }
    rows.append(messageRow(for: input))
  }

  /// The separator above a message with which a day begins.
  public func dayRow(for input: RowInput) -> Row? {
    input.decoration.newDay.map { dayRow($0, before: input.index) }
  }

  /// Who a message's row says that it is from; nil for a notice.
  public func sender(of input: RowInput) -> String? {
    if case .system = input.message.content { return nil }
    return name(of: input.message.sender)
  }

  /// The row of the message itself.
  public func messageRow(for input: RowInput) -> Row {
    let (frame, wide, _) = bothFrames(for: input)
    return Row(kind: kind(of: input), frame: frame, wide: wide)
  }

  /// What the row of the message itself shows, on large screens too.
  private func bothFrames(for input: RowInput) -> RowFrames {
    measured.begin()
    let made = frames(for: input)
    let isFirstUnread = input.message.extras?.isFirstUnread == true
    guard let wider, made.mayBeWider || isFirstUnread else { return made }
    return secondLook(at: made, of: input, isFirstUnread: isFirstUnread, by: wider)
  }

  /// Lays the row out for large screens where only that tells how it is there, and puts the marker of unread messages on it.
  private func secondLook(
    at made: RowFrames, of input: RowInput, isFirstUnread: Bool, by wider: RowLayouter
  ) -> RowFrames {
    var made = made
    let shift = kind(of: input).shift(inWider: wider.theme)
    if made.mayBeWider {
      measured.isTaken = true
      made.wide = wider.frame(for: input, unlike: made.frame, shift: shift)
      measured.isTaken = false
    }
    if isFirstUnread { addUnreadMarker(to: &made, wide: wider, shift: shift) }
    return made
  }

  private func kind(of input: RowInput) -> Row.Kind {
    if case .system = input.message.content { return .notice(index: input.index, anchor: input.anchor) }
    return .message(
      index: input.index, anchor: input.anchor, side: input.decoration.side,
      sender: name(of: input.message.sender))
  }

  /// What the row of the message itself shows.
  func frames(for input: RowInput) -> RowFrames {
    let gap = gap(above: input.decoration)
    if case .system(let event) = input.message.content {
      let words = SystemSentence(people: people, phrases: wording.phrases).sentence(for: event)
      return noticeFrame(words, input: input, gap: gap).alone
    }
    if input.relations?.isOffBranch == true { return otherBranchFrame(input, gap: gap).alone }
    return messageFrames(input, gap: gap)
  }

  /// What the row of a message shows that is no notice.
  func messageFrames(_ input: RowInput, gap: LayoutUnit) -> RowFrames {
    if let emoji = input.message.bigEmoji, input.quote == nil {
      return bigEmojiFrame(emoji, input: input, gap: gap).alone
    }
    if let placement = input.media.first, placement.isInlineImage, input.quote == nil,
      let sticker = input.message.lonelySticker
    {
      return stickerFrame(sticker, placement, input: input, gap: gap).alone
    }
    return bubbleFrames(input, gap: gap)
  }

  /// The space above a row: small inside a group.
  func gap(above decoration: Decoration) -> LayoutUnit {
    let standsApart = decoration.newDay != nil || decoration.isFirst || decoration.startsGroup
    return standsApart ? theme.rowGap : theme.groupGap
  }

  /// A text of a role, in one block.
  func layOut(
    _ string: String, marks: [TextMark] = [], role: TextRole, maxWidth: LayoutUnit
  ) -> LaidOutText {
    let style = theme.style(role)
    if let known = measured.take(string, role) {
      // Lines that were not full are the same in more room.
      if known.maxWidth <= maxWidth, !known.laid.block.hasSoftBreaks { return known.laid }
      if let wider = known.wider, known.maxWidth + textGain == maxWidth { return wider }
      return text.layOut(string, marks: marks, role: role, style: style, maxWidth: maxWidth)
    }
    let (laid, wider) = text.layOut(
      string, marks: marks, role: role, style: style, maxWidth: maxWidth, andWider: maxWidth + textGain)
    measured.add(string, role, maxWidth, laid, wider: wider)
    return laid
  }

  /// A text in one block that is all there is of a part, and what it is in more room.
  func layOutPart(
    _ string: String, marks: [TextMark] = [], role: TextRole, maxWidth: LayoutUnit, isNoted: Bool
  ) -> (laid: LaidOutText, widening: Part.WideVariant) {
    guard wider != nil else {
      return (layOut(string, marks: marks, role: role, maxWidth: maxWidth), .unknown)
    }
    let (laid, wider) = text.layOut(
      string, marks: marks, role: role, style: theme.style(role), maxWidth: maxWidth,
      andWider: maxWidth + textGain)
    if isNoted { measured.add(string, role, maxWidth, laid, wider: wider) }
    if let wider { return (laid, .lines(wider)) }
    return (laid, laid.block.hasSoftBreaks ? .unknown : .same)
  }

  /// How far the baseline of a role's line of this height lies under its top.
  func ascent(of role: TextRole, lineHeight: LayoutUnit) -> LayoutUnit {
    var style = theme.style(role)
    if lineHeight == style.lineHeight { return ascents[Int(role.rawValue)] }
    style.lineHeight = lineHeight
    return TimeLabel.ascent(style)
  }

  /// The memory of parts, without any.
  func takePartMemory() -> [Part] {
    var parts: [Part] = []
    swap(&parts, &partMemory)
    return parts
  }

  /// Takes parts that are no longer needed, for their memory.
  func keep(memoryOf stack: inout PartStack) {
    while stack.parts.popLast() != nil {}
    swap(&stack.parts, &partMemory)
  }

  /// A text that is one paragraph without markup, as most are: its words and its links. Read as fast as found again.
  func paragraph(of source: MessageText) -> RichTextParser.Paragraph? { rich.paragraph(of: source) }

  /// The blocks of a text, which are the same in both layouts.
  func blocks(of source: MessageText) -> [RichBlock] {
    if let known = measured.takeBlocks(of: source) { return known }
    let blocks = rich.parse(source).blocks
    measured.add(source, blocks)
    return blocks
  }

  /// A number of the layout that a text says: on large screens as on small ones, because there is one text for both.
  func said(_ number: Int) -> Int { measured.said(number) }

  /// A text cut to one line: in the wide layout where it is cut in the narrow one, because there is one text for both.
  func line(_ string: String, role: TextRole, maxWidth: LayoutUnit) -> LaidOutText {
    if let known = measured.take(string, role) { return known.laid }
    let laid = text.layOutLine(string, role: role, style: theme.style(role), maxWidth: maxWidth)
    measured.add(string, role, maxWidth, laid)
    return laid
  }

  /// The same for texts of which a conversation has few different ones; they are laid out once.
  func knownLine(_ string: String, role: TextRole, maxWidth: LayoutUnit) -> LaidOutText {
    let key = ShortLine(text: string, role: role, maxWidth: maxWidth)
    if let known = measured.take(string, role) { return known.laid }
    if let known = shortLines[key] {
      measured.add(string, role, maxWidth, known)
      return known
    }
    let made = line(string, role: role, maxWidth: maxWidth)
    if shortLines.count < 1024 { shortLines[key] = made }
    return made
  }

  /// A person's name as it is; empty for nobody.
  func name(of index: ParticipantIndex?) -> String {
    guard let index, people.indices.contains(Int(index.value)) else { return "" }
    return people[Int(index.value)].name
  }

  /// How many earlier texts there are, in words.
  func words(ofVersions count: Int) -> String {
    if let known = versions[count] { return known }
    let made = wording.phrases(.earlierVersions, count: count, shown: dates.integer(count))
    if versions.count < 1024 { versions[count] = made }
    return made
  }

  func isMe(_ index: ParticipantIndex) -> Bool {
    let place = Int(index.value)
    return people.indices.contains(place) && people[place].isMe
  }

  /// A person's name as part of a sentence.
  func spokenName(of index: ParticipantIndex) -> String? {
    let place = Int(index.value)
    return spokenNames.indices.contains(place) ? spokenNames[place] : nil
  }

  /// Adds the time of a message with its edit mark to `items`, without a place; nil for a message without a time.
  func addTime(of input: RowInput, to items: inout [FrameItem]) -> TimeLabel? {
    guard let instant = input.message.instant, input.decoration.minute >= 0 else { return nil }
    let text: LaidOutText
    var status: FrameStatus.Kind?
    if input.message.hasExtras {
      let words = wording.timeLine(
        dates.timeOfDay[Int(input.decoration.minute) % 1_440], extras: input.message.extras,
        isGone: input.message.content.isGone, shown: dates.integer)
      text = line(words, role: .time, maxWidth: .unlimited)
      status = FrameStatus.Kind(ofMessage: input.message.extras?.status)
    } else {
      text = time(ofDay: Int(input.decoration.minute) % 1_440)
    }
    items.append(
      FrameItem(ItemID(.time), Rect.zero, .time(text.block, UTCTime(seconds: instant.seconds))))
    let iconWidth = status == nil ? LayoutUnit.zero : theme.statusGap + theme.statusIcon.width
    return TimeLabel(
      item: items.count - 1, size: Size(width: text.width, height: text.height), status: status,
      width: text.width.ceilingPx + iconWidth)
  }

  /// A minute of the day in words.
  private func time(ofDay minute: Int) -> LaidOutText {
    if let known = times[minute] { return known }
    let made = line(dates.timeOfDay[minute], role: .time, maxWidth: .unlimited)
    times[minute] = made
    return made
  }

  func nameLine(of index: ParticipantIndex) -> LaidOutText? {
    let place = Int(index.value)
    guard people.indices.contains(place) else { return nil }
    if let known = names[place] { return known }
    let made = line(
      Wording.oneLine(people[place].name), role: .name, maxWidth: theme.nameWidth)
    names[place] = made
    return made
  }

  /// A person's picture or initials.
  func avatar(of index: ParticipantIndex) -> FrameContent? {
    let place = Int(index.value)
    guard people.indices.contains(place) else { return nil }
    if let known = avatars[place] { return known }
    let initials = line(people[place].initials, role: .initials, maxWidth: .unlimited)
    let made = FrameContent.avatar(
      FrameAvatar(path: people[place].avatar, initials: initials.block, colour: people[place].colour))
    avatars[place] = made
    return made
  }
}
