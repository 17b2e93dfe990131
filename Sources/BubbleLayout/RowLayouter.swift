import ChatModel
public import Fonts
public import Frames
import ICU
import Phrases
import RichText
import Storage
import TextLayout

/// Lays messages out as rows.
///
/// A row depends on its ``RowInput``, the theme, the fonts and the language alone, never on the rows laid out before.
/// A layouter belongs to one task: it owns the text engine's buffers and caches of times, names, initials and short
/// lines.
///
/// Every message has up to two layouts: one in the narrow column of phones, and one in the wide column of large screens,
/// by a second layouter (``wide``) that shares this one's tools. `WideLayout.swift` explains when the second is needed.
public final class RowLayouter {
  let theme: Theme
  let tools: LayoutTools
  /// The layouter for large screens; nil in that layouter itself.
  let wider: RowLayouter?
  /// The width that a bubble of text gains on large screens.
  let usualGain: LayoutUnit
  /// True if large screens have group names in a column of their own.
  let movesNames: Bool
  /// The width that the text of the current message gains there.
  var textGain: LayoutUnit
  /// The maximum widths of a bubble of text and of a bubble of pictures.
  let (textWidth, mediaWidth): (LayoutUnit, LayoutUnit)
  /// Distance from a line's top to its baseline, by the raw value of its role.
  let ascents: [LayoutUnit]
  /// The rules of line breaking for the current message. Lines are balanced only in a bubble that shrinks to its text.
  var lineOptions = LineOptions.default
  var caches: Caches
  /// The storage of the last bubble's parts, reused by the next.
  private var recycledParts: [BubblePart] = []

  var text: TextLayouter { tools.text }
  var dates: DateTexts { tools.dates }
  var wording: Wording { tools.wording }
  var people: [Person] { tools.people }
  /// The texts measured by the narrow layout of the current message.
  var measured: MeasuredTexts { tools.measured }
  /// True if incoming messages have names and a gutter for avatars: where more than one person sends them.
  var hasGutter: Bool { tools.namesSenders || theme.isLines }

  /// Laid-out lines that many rows use.
  struct Caches {
    /// By minute of the day.
    var times: [LaidOutText?]
    /// By participant.
    var names: [LaidOutText?]
    /// By participant.
    var avatars: [FrameContent?]
    /// Lines that take few different values in a conversation: names above quotes, reactions.
    var shortLines: [ShortLine: LaidOutText] = [:]
    /// Labels of edit histories, by number of versions.
    var versions: [Int: String] = [:]

    /// Empty caches for a conversation of `people` participants, except for the times.
    init(people: Int, times: [LaidOutText?]?) {
      self.times = times ?? Array(repeating: nil, count: 1_440)
      names = Array(repeating: nil, count: people)
      avatars = Array(repeating: nil, count: people)
    }
  }

  /// The key of a cached line. Compares UTF-8 bytes, so that canonically equivalent spellings stay apart and none has to
  /// be normalised.
  struct ShortLine: Hashable {
    var text: String
    var role: TextRole
    var maxWidth: LayoutUnit

    static func == (one: ShortLine, other: ShortLine) -> Bool {
      one.role == other.role && one.maxWidth == other.maxWidth && one.text.utf8.elementsEqual(other.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(text.utf8.span)
      hasher.combine(role.rawValue)
      hasher.combine(maxWidth.raw)
    }
  }

  /// Creates a layouter for the messages of `people`.
  ///
  /// `namesSenders`: incoming messages show their sender, because more than one person sends them. `foldsLongContent`: of long texts and
  /// code only the beginning is shown until the reader asks for the rest. `earlier` is a layouter that is no
  /// longer used; its caches of texts serve this one if they are of the same fonts and language. `hidden` has the words with bars over
  /// them.
  public convenience init(
    theme: Theme, fonts: FontSet, language: LayoutLanguage, people: [Person], namesSenders: Bool,
    foldsLongContent: Bool = true, hidden: HiddenTexts? = nil, after earlier: RowLayouter? = nil
  ) {
    let known = earlier.flatMap { $0.text.isMade(of: fonts, locale: language.locale) ? $0.text : nil }
    known?.nearbyLanguage = nil
    let tools = LayoutTools(
      text: known ?? TextLayouter(fonts: fonts, locale: language.locale, hidden: hidden),
      dates: language.dates,
      wording: Wording(phrases: language.phrases), people: people, namesSenders: namesSenders,
      foldsLongContent: foldsLongContent)
    let alike = earlier.flatMap { earlier in
      known != nil && earlier.dates.locale == language.dates.locale && earlier.theme == theme ? earlier : nil
    }
    let wider = RowLayouter(
      theme: theme.wide, tools: tools, wider: nil, times: alike?.wider?.caches.times)
    self.init(theme: theme, tools: tools, wider: wider, times: alike?.caches.times)
  }

  private init(theme: Theme, tools: LayoutTools, wider: RowLayouter?, times: [LaidOutText?]?) {
    self.theme = theme
    self.tools = tools
    self.wider = wider
    let narrow = theme.columnWidth - theme.addedWidth
    let nameColumn = wider?.theme.nameColumn ?? .zero
    movesNames = nameColumn > .zero
    usualGain =
      theme.isLines
      ? Theme.extraWidth - nameColumn
      : (narrow + Theme.extraWidth).share(theme.textShare) - narrow.share(theme.textShare)
    textGain = usualGain
    // A line reaches to the column's end.
    textWidth =
      theme.isLines
      ? theme.columnWidth - theme.incomingLeft - theme.sideMargin : theme.columnWidth.share(theme.textShare)
    mediaWidth = theme.columnWidth.share(theme.mediaShare)
    ascents = TextRole.allCases.map { TimeLabel.ascent(theme.style($0)) }
    caches = Caches(people: tools.people.count, times: times)
  }

  /// The layouter for large screens, for `inspect --wide`.
  public var wide: RowLayouter { wider ?? self }

  /// Appends the rows of a message: a day separator if it is the first of its day, then the message.
  public func appendRows(for input: RowInput, to rows: inout [Row]) {
    if let day = dayRow(for: input) { rows.append(day) }
    rows.append(messageRow(for: input))
  }

  /// Returns the day separator above a message, or nil if it does not start a day.
  public func dayRow(for input: RowInput) -> Row? {
    input.decoration.newDay.map { dayRow($0, before: input.index) }
  }

  /// Returns the name of a message's sender, empty if unknown, or nil for a notice.
  public func sender(of input: RowInput) -> String? {
    if case .system = input.message.content { return nil }
    return name(of: input.message.sender)
  }

  /// Returns the row of the message itself, with both layouts.
  public func messageRow(for input: RowInput) -> Row {
    let inAlbum = input.album.flatMap { albumFrames($0, of: input) }
    let frames = inAlbum ?? bothFrames(for: input)
    return Row(kind: kind(of: input), frame: frames.frame, wide: frames.wide)
  }

  func bothFrames(for input: RowInput) -> RowFrames {
    measured.begin(emoji: input.emoji)
    if input.nearbyLanguage != text.nearbyLanguage { text.nearbyLanguage = input.nearbyLanguage }
    var frames = frames(for: input)
    let isFirstUnread = input.message.extras?.isFirstUnread == true
    guard let wider else { return frames }
    if movesNames, frames.frame.items.first?.id.role == .name { frames.mayBeWider = true }
    guard frames.mayBeWider || isFirstUnread else { return frames }
    return completed(frames, of: input, isFirstUnread: isFirstUnread, by: wider)
  }

  /// Returns the frames with the wide layout, made now if not known yet, and with the marker of unread messages.
  private func completed(
    _ narrow: RowFrames, of input: RowInput, isFirstUnread: Bool, by wider: RowLayouter
  ) -> RowFrames {
    var frames = narrow
    let shift = kind(of: input).shift(inWider: wider.theme)
    if frames.mayBeWider {
      measured.isReplaying = true
      frames.wide = wider.frame(for: input, unlike: frames.frame, shift: shift)
      measured.isReplaying = false
    }
    if isFirstUnread { addUnreadMarker(to: &frames, wide: wider, shift: shift) }
    return frames
  }

  private func kind(of input: RowInput) -> Row.Kind {
    if case .system = input.message.content { return .notice(index: input.index, anchor: input.anchor) }
    return .message(
      index: input.index, anchor: input.anchor, side: input.decoration.side,
      sender: name(of: input.message.sender))
  }

  /// Lays out the row of the message itself in this layouter's column.
  func frames(for input: RowInput) -> RowFrames {
    let gap = gap(above: input.decoration)
    if case .system(let event) = input.message.content {
      let sentence = SystemSentence(
        people: people, phrases: wording.phrases, dates: dates, moments: input.moments
      )
      .sentence(for: event)
      return noticeFrame(sentence, input: input, gap: gap).alone
    }
    if input.relations?.isOffBranch == true { return offBranchFrame(input, gap: gap).alone }
    return messageFrames(input, gap: gap)
  }

  /// Lays out a message that is not a notice: big emoji, a lone sticker or a bubble.
  func messageFrames(_ input: RowInput, gap: LayoutUnit) -> RowFrames {
    if input.quote == nil, let emoji = input.message.bigEmoji(emoji: input.emoji) {
      return bigEmojiFrame(emoji, input: input, gap: gap).alone
    }
    if let placement = input.media.first, input.quote == nil, let sticker = input.message.loneSticker,
      sticker.isBare(placement)
    {
      return stickerFrame(sticker, placement, input: input, gap: gap).alone
    }
    return bubbleFrames(input, gap: gap)
  }

  /// Returns the space above a row, which is small inside a group.
  func gap(above decoration: Decoration) -> LayoutUnit {
    let isApart = decoration.newDay != nil || decoration.isFirst || decoration.startsGroup
    return isApart ? theme.rowGap : theme.groupGap
  }

  /// Returns an empty array with the storage of the last bubble's parts, which saves an allocation per message.
  func takeRecycledParts() -> [BubblePart] {
    var parts: [BubblePart] = []
    swap(&parts, &recycledParts)
    return parts
  }

  /// Takes back the storage of a bubble's parts.
  func recycleParts(of stack: inout PartStack) {
    while stack.parts.popLast() != nil {}
    swap(&stack.parts, &recycledParts)
  }
}

/// The tools and facts that the layouters of both columns share.
struct LayoutTools {
  let text: TextLayouter
  let rich = RichTextParser()
  let dates: DateTexts
  let wording: Wording
  let people: [Person]
  /// True if incoming messages show their sender.
  let namesSenders: Bool
  /// True if the rest of long texts and code is folded away.
  let foldsLongContent: Bool
  /// The names of `people` as parts of sentences.
  let spokenNames: [String]
  /// The locale's digits; empty if they are ASCII.
  let digits: [String]
  let measured = MeasuredTexts()

  init(
    text: TextLayouter, dates: DateTexts, wording: Wording, people: [Person], namesSenders: Bool,
    foldsLongContent: Bool
  ) {
    self.foldsLongContent = foldsLongContent
    self.text = text
    self.dates = dates
    self.wording = wording
    self.people = people
    self.namesSenders = namesSenders
    spokenNames = people.map { Wording.isolated($0.name) }
    let digits = (0...9).map(dates.integer)
    self.digits = digits[0] == "0" ? [] : digits
  }
}
