import ChatModel
import Frames
import ICU
import Phrases
import RichText
import TextLayout

extension RowLayouter {
  /// Lays a text out as one block. On cards and in tables, names of the chat's own emoji become their pictures.
  func layOut(
    _ string: String, marks: [TextMark] = [], role: TextRole, maxWidth: LayoutUnit
  ) -> LaidOutText {
    let style = theme.style(role)
    var marks = marks
    if role.isOfCard { OwnEmojiMarks.add(measured.emoji, to: &marks, in: string) }
    if let cached = measured.take(string, role) {
      // Without soft breaks more room changes nothing.
      if cached.maxWidth <= maxWidth, !cached.laid.block.hasSoftBreaks { return cached.laid }
      if let wider = cached.wider, cached.maxWidth + textGain == maxWidth { return wider }
      return text.layOut(
        string, marks: marks, role: role, style: style, maxWidth: maxWidth, options: lineOptions)
    }
    let (laid, wider) = text.layOut(
      string, marks: marks, role: role, style: style, maxWidth: maxWidth, andWider: maxWidth + textGain,
      options: lineOptions)
    measured.add(string, role, maxWidth, laid, wider: wider)
    return laid
  }

  /// Lays out a text that is the only item of its part, and returns its wide variant with it.
  ///
  /// `isRecorded`: whether the wide layout may ask for the text (``PartStack/recordsTexts``).
  func layOutPart(
    _ string: String, marks: [TextMark] = [], role: TextRole, maxWidth: LayoutUnit, isRecorded: Bool
  ) -> (laid: LaidOutText, wideVariant: BubblePart.WideVariant) {
    guard wider != nil else {
      return (layOut(string, marks: marks, role: role, maxWidth: maxWidth), .unknown)
    }
    let (laid, wider) = text.layOut(
      string, marks: marks, role: role, style: theme.style(role), maxWidth: maxWidth,
      andWider: maxWidth + textGain, options: lineOptions)
    if isRecorded { measured.add(string, role, maxWidth, laid, wider: wider) }
    if let wider { return (laid, .lines(wider)) }
    return (laid, laid.block.hasSoftBreaks ? .unknown : .same)
  }

  /// Returns a text cut to one line. The wide layout gets the narrow one's line, because both show one text.
  ///
  /// A cut line keeps the whole text in a mark, except in quotes, which are excerpts and link to the whole text. The names of a
  /// chat's own emoji stay names, so that they can be read where the line is cut.
  func line(_ string: String, role: TextRole, maxWidth: LayoutUnit) -> LaidOutText {
    if let cached = measured.take(string, role) { return cached.laid }
    // Labels are cached, so the texts around must not affect them.
    let nearby = text.nearbyLanguage
    if nearby != nil, role != .quote { text.nearbyLanguage = nil }
    defer { if nearby != nil { text.nearbyLanguage = nearby } }
    var line = text.layOutLine(string, role: role, style: theme.style(role), maxWidth: maxWidth)
    if role != .quote, line.block.text.utf8.last == 0xA6 { line.noteCut(from: string) }
    measured.add(string, role, maxWidth, line)
    return line
  }

  /// Returns ``line(_:role:maxWidth:)`` from a cache, for texts that take few different values in a conversation.
  func cachedLine(_ string: String, role: TextRole, maxWidth: LayoutUnit) -> LaidOutText {
    let key = ShortLine(text: string, role: role, maxWidth: maxWidth)
    if let cached = measured.take(string, role) { return cached.laid }
    if let cached = caches.shortLines[key] {
      measured.add(string, role, maxWidth, cached)
      return cached
    }
    let line = line(string, role: role, maxWidth: maxWidth)
    if caches.shortLines.count < 1024 { caches.shortLines[key] = line }
    return line
  }

  /// Returns a text that is one paragraph without markup, as most are, or nil. Parsing it is as fast as a cache.
  func paragraph(of source: MessageText) -> RichTextParser.Paragraph? {
    guard var paragraph = tools.rich.paragraph(of: source) else { return nil }
    OwnEmojiMarks.add(measured.emoji, to: &paragraph.marks, in: paragraph.text)
    return paragraph
  }

  /// Returns the blocks of a text; the wide layout gets the narrow one's.
  func blocks(of source: MessageText) -> [RichBlock] {
    if let cached = measured.takeBlocks(of: source) { return cached }
    var blocks = tools.rich.parse(source).blocks
    OwnEmojiMarks.add(measured.emoji, to: &blocks)
    measured.add(source, blocks)
    return blocks
  }

  /// Returns a number that depends on the layout and is shown in a text; the wide layout gets the narrow one's,
  /// because both show one text.
  func displayedNumber(_ number: Int) -> Int { measured.displayedNumber(number) }

  /// Returns a text with ASCII digits replaced by the locale's.
  func inLocalDigits(_ text: String) -> String {
    guard !tools.digits.isEmpty else { return text }
    return text.unicodeScalars.reduce(into: "") { shown, scalar in
      let digit = Int(scalar.value) - 0x30
      if tools.digits.indices.contains(digit) {
        shown += tools.digits[digit]
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
  }

  /// Returns the distance from the top to the baseline of a role's line of this height.
  func ascent(of role: TextRole, lineHeight: LayoutUnit) -> LayoutUnit {
    var style = theme.style(role)
    if lineHeight == style.lineHeight { return ascents[Int(role.rawValue)] }
    style.lineHeight = lineHeight
    return TimeLabel.ascent(style)
  }

  /// Returns the label of an edit history with `count` earlier versions.
  func words(ofVersions count: Int) -> String {
    if let cached = caches.versions[count] { return cached }
    let words = wording.phrases(.earlierVersions, count: count, shown: dates.integer(count))
    if caches.versions.count < 1024 { caches.versions[count] = words }
    return words
  }

  /// Appends the time of a message (with its edit mark) to `items`, not positioned yet. With its icon it is at most `maxWidth`
  /// wide.
  ///
  /// Returns nil if the message has no time.
  func addTime(of input: RowInput, maxWidth: LayoutUnit, to items: inout [FrameItem]) -> TimeLabel? {
    guard let instant = input.message.instant, input.decoration.minute >= 0 else { return nil }
    let text: LaidOutText
    var status: FrameStatus.Kind?
    let minute = Int(input.decoration.minute) % 1_440
    if input.message.hasExtras || input.decoration.offset != nil {
      let words = wording.timeLine(
        Wording.time(dates.timeOfDay[minute], offset: input.decoration.offset), extras: input.message.extras,
        isGone: input.message.content.isGone, shown: dates.integer)
      status = FrameStatus.Kind(ofMessage: input.message.extras?.status)
      let icon = status == nil ? LayoutUnit.zero : theme.statusGap + theme.statusIcon.width
      text = line(words, role: .time, maxWidth: maxWidth - icon - 1)
    } else {
      text = time(ofDay: minute)
    }
    items.append(
      FrameItem(ItemID(.time), Rect.zero, .time(text.block, UTCTime(seconds: instant.seconds))))
    let iconWidth = status == nil ? LayoutUnit.zero : theme.statusGap + theme.statusIcon.width
    return TimeLabel(
      item: items.count - 1, size: Size(width: text.width, height: text.height), status: status,
      width: text.width.ceilingPx + iconWidth)
  }

  private func time(ofDay minute: Int) -> LaidOutText {
    if let cached = caches.times[minute] { return cached }
    let line = line(dates.timeOfDay[minute], role: .time, maxWidth: .unlimited)
    caches.times[minute] = line
    return line
  }
}

extension TextRole {
  /// True for the words of a message on a card, in a table or in an earlier version.
  fileprivate var isOfCard: Bool { self == .cardText || self == .cardTitle }
}

extension LaidOutText {
  /// Marks the text as cut from `whole`, unless it is whole and ends with an ellipsis of its own.
  mutating func noteCut(from whole: String) {
    guard block.text.contains("…"), block.text != whole else { return }
    let mark = TextMark(start: 0, end: Int32(clamping: block.text.utf8.count), kind: .cut(whole: whole))
    block = TextBlock(
      text: block.text, role: block.role, direction: block.direction, lines: block.lines, runs: block.runs,
      marks: [mark], lineHeight: block.lineHeight)
  }
}
