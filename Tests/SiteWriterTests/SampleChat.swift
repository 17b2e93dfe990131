import Frames
import Phrases
import SiteFiles
import SiteWriter

/// Rows made by hand, roughly as the layout makes them: enough to look at and to measure, never to trust for text.
struct SampleChat {
  var rows: [Row] = []
  let width: LayoutUnit = 390
  private var index: Int32 = 0

  /// The language of pages in English.
  static let language = PageLanguage(phrases: english)

  /// The English phrases.
  static let english: Phrases = {
    do {
      return try SiteAssets().phrases(for: "en")
    } catch {
      preconditionFailure("\(error)")
    }
  }()

  /// The numbers of the default look.
  static let style = SiteStyle(
    roles: [
      .body: TextStyle(fontSize: 16, lineHeight: 20),
      .heading: TextStyle(fontSize: 18, lineHeight: 24, slot: .bold),
      .code: TextStyle(fontSize: 13, lineHeight: 18, slot: .code),
      .name: TextStyle(fontSize: 13, lineHeight: 18, slot: .bold),
      .time: TextStyle(fontSize: 11, lineHeight: 14),
      .quoteName: TextStyle(fontSize: 13, lineHeight: 17, slot: .bold),
      .quote: TextStyle(fontSize: 13, lineHeight: 17),
      .day: TextStyle(fontSize: 12, lineHeight: 16, slot: .bold),
      .notice: TextStyle(fontSize: 13, lineHeight: 18),
      .initials: TextStyle(fontSize: 12, lineHeight: 16, slot: .bold),
      .reaction: TextStyle(fontSize: 13, lineHeight: 16),
      .cardLabel: TextStyle(fontSize: 12, lineHeight: 16),
      .cardText: TextStyle(fontSize: 15, lineHeight: 20, slot: .bold),
      .bigEmoji: TextStyle(fontSize: 40, lineHeight: 48),
    ],
    faces: [
      FaceCSS(name: "f0", file: "fonts/f0.woff2", slot: .regular),
      FaceCSS(name: "f1", file: "fonts/f1.woff2", slot: .italic),
      FaceCSS(name: "f2", file: "fonts/f2.woff2", slot: .bold),
      FaceCSS(name: "f3", file: "fonts/f3.woff2", slot: .boldItalic),
      FaceCSS(name: "f4", file: "fonts/f4.woff2", slot: .code),
    ])

  /// The default faces in the order of `style.faces`.
  static let fontFiles = [
    "Inter-Regular.otf", "Inter-Italic.otf", "Inter-SemiBold.otf", "Inter-SemiBoldItalic.otf",
    "JetBrainsMono-Regular.ttf",
  ]

  /// The parts that a message shows besides its text.
  struct Extras {
    var name: String?
    var avatar: String?
    var quote: (String, String)?
    var image: Size?
    var reaction: String?
    var card: (String, String)?
    var marks: [TextMark] = []
    var runs: [TextRun] = []
    var direction = TextDirection.leftToRight
    var isLast = true
    var isFirst = true
    var showsTime = true
    var gutter = false
  }

  mutating func day(_ title: String, _ date: String) {
    let text = block(title, .day, width: 300)
    let size = self.size(of: text)
    let pill = Rect(x: (width - size.width).half - 12, y: 10, width: size.width + 24, height: 24)
    rows.append(
      Row(
        kind: .day(date: date, before: index),
        frame: Frame(
          size: Size(width: width, height: 42),
          items: [
            FrameItem(ItemID(.pill), pill, .box(.pill, radius: 12)),
            FrameItem(
              ItemID(.day), Rect(x: pill.minX + 12, y: 14, width: size.width, height: 16), .text(text)),
          ])))
  }

  mutating func notice(_ message: String) {
    let text = block(message, .notice, width: 300)
    let size = self.size(of: text)
    rows.append(
      Row(
        kind: .notice(index: index, anchor: "n\(index)"),
        frame: Frame(
          size: Size(width: width, height: size.height + 14),
          items: [
            FrameItem(
              ItemID(.notice),
              Rect(x: (width - size.width).half, y: 7, width: size.width, height: size.height), .text(text))
          ])))
    index += 1
  }

  mutating func message(
    _ text: String, _ side: Side, sender: String, anchor: String? = nil, _ extras: Extras = Extras()
  ) {
    var items: [FrameItem] = []
    var y: LayoutUnit = extras.isFirst ? 10 : 3
    let left: LayoutUnit = extras.gutter ? 47 : 17
    if let name = extras.name {
      let block = block(name, .name, width: 250)
      items.append(
        FrameItem(
          ItemID(.name),
          Rect(x: left + 12, y: y, width: size(of: block).width, height: 18), .text(block)))
      y = y + 20
    }
    let body = block(text, .body, width: 272, extras)
    let bodySize = text.isEmpty ? .zero : size(of: body)
    var content = bodySize.width
    let timeBlock = block("09:\(10 + Int(index) % 50)", .time, width: 100)
    let timeWidth = size(of: timeBlock).width
    let last = body.lines.last?.width ?? .zero
    let fitsInline = last + timeWidth + 8 <= 272 && extras.showsTime && extras.direction == .leftToRight
    if extras.showsTime { content = max(content, fitsInline ? last + timeWidth + 8 : timeWidth) }
    var quoteBlocks: (TextBlock, TextBlock)?
    if let quote = extras.quote {
      let quoted = block(quote.1, .quote, width: 2000)
      quoteBlocks = (block(quote.0, .quoteName, width: 230), quoted)
      content = max(content, min(240, size(of: quoted).width) + 20)
    }
    if let image = extras.image { content = image.width - 24 }
    if extras.card != nil { content = 240 }
    let boxWidth = content + 24
    let x = side == .incoming ? left : width - 17 - boxWidth
    var bubble = Rect(x: x, y: y, width: boxWidth, height: 0)
    let bubbleIndex = items.count
    y = y + 8
    var parts: [FrameItem] = []
    if let (name, quoted) = quoteBlocks {
      let ground = Rect(x: x + 8, y: y, width: boxWidth - 16, height: 42)
      parts.append(FrameItem(ItemID(.quote), ground, .box(.quote, radius: 8)))
      parts.append(
        FrameItem(
          ItemID(.quoteBar), Rect(x: x + 8, y: y, width: 3, height: 42), .box(.quoteBar, radius: 2)))
      parts.append(
        FrameItem(
          ItemID(.quoteName), Rect(x: x + 19, y: y + 4, width: size(of: name).width, height: 17),
          .text(name)))
      parts.append(
        FrameItem(
          ItemID(.quoteText),
          Rect(x: x + 19, y: y + 21, width: min(size(of: quoted).width, boxWidth - 36), height: 17),
          .text(quoted)))
      parts.append(FrameItem(ItemID(.quote, 1), ground, .jump(MessageLink(page: 1, anchor: "2"))))
      y = y + 48
    }
    if let image = extras.image {
      y = y - 8
      parts.append(
        FrameItem(
          ItemID(.image), Rect(x: x, y: y, width: image.width, height: image.height),
          .image(
            FrameImage(
              path: "media/pier.png", alt: "a pier",
              radii: CornerRadii(topLeft: 18, topRight: 18, bottomLeft: 0, bottomRight: 0)))))
      y = y + image.height + 8
    }
    if let card = extras.card {
      parts.append(
        FrameItem(
          ItemID(.card), Rect(x: x + 8, y: y, width: boxWidth - 16, height: 56), .box(.card, radius: 12)))
      let label = block(card.0, .cardLabel, width: 220)
      let detail = block(card.1, .cardText, width: 220)
      parts.append(
        FrameItem(
          ItemID(.label), Rect(x: x + 20, y: y + 9, width: size(of: label).width, height: 16), .text(label)
        ))
      parts.append(
        FrameItem(
          ItemID(.detail), Rect(x: x + 20, y: y + 26, width: size(of: detail).width, height: 20),
          .text(detail)))
      y = y + 62
    }
    if !text.isEmpty {
      let start = extras.direction == .rightToLeft ? x + boxWidth - 12 - bodySize.width : x + 12
      parts.append(
        FrameItem(
          ItemID(.text), Rect(x: start, y: y, width: bodySize.width, height: bodySize.height), .text(body))
      )
      y = y + bodySize.height
    }
    if extras.showsTime {
      if !fitsInline { y = y + 16 }
      parts.append(
        FrameItem(
          ItemID(.time),
          Rect(x: x + boxWidth - 12 - timeWidth, y: y - 15, width: timeWidth, height: 14),
          .time(timeBlock, UTCTime(seconds: 1_777_626_603 + Int64(index % 50) * 60))))
    }
    y = y + 8
    bubble.size.height = y - bubble.minY
    let small: LayoutUnit = 5
    var radii = CornerRadii(
      topLeft: extras.isFirst ? 18 : small, topRight: 18, bottomLeft: extras.isLast ? 18 : small,
      bottomRight: 18)
    if side == .outgoing { radii = radii.mirrored }
    let shape = BubbleShape(radii: radii, tail: extras.isLast ? 6 : 0, side: side)
    items.insert(FrameItem(ItemID(.bubble), bubble, .bubble(shape)), at: bubbleIndex)
    items += parts
    if let reaction = extras.reaction {
      let chip = block(reaction, .reaction, width: 100)
      let chipSize = size(of: chip)
      let chipX = side == .incoming ? x + 12 : bubble.maxX - 12 - chipSize.width - 16
      items.append(
        FrameItem(
          ItemID(.reaction, 0), Rect(x: chipX, y: y - 4, width: chipSize.width + 16, height: 24),
          .reaction(FrameReaction(people: "Ana, Bo", isOwn: false))))
      items.append(
        FrameItem(
          ItemID(.reaction, 1), Rect(x: chipX + 8, y: y, width: chipSize.width, height: 16), .text(chip)))
      y = y + 20
    }
    if let initials = extras.avatar {
      items.insert(
        FrameItem(
          ItemID(.avatar), Rect(x: 7, y: bubble.maxY - 30, width: 30, height: 30),
          .avatar(FrameAvatar(path: nil, initials: block(initials, .initials, width: 30))),
          of: PersonID(key: sender)),
        at: 0)
    }
    rows.append(
      Row(
        kind: .message(index: index, anchor: anchor ?? "\(index + 1)", side: side, sender: sender),
        frame: Frame(size: Size(width: width, height: y.ceilingPx), items: items)))
    index += 1
  }

  /// A bare row of big emoji without a bubble.
  mutating func bigEmoji(_ text: String, _ side: Side, sender: String) {
    let width: LayoutUnit = 50
    let x = side == .incoming ? LayoutUnit(px: 17) : self.width - 17 - width
    let run = TextRun(start: 0, end: Int32(text.utf8.count), face: .base, emoji: .character)
    let block = TextBlock(
      text: text, role: .bigEmoji,
      lines: [TextLine(start: 0, end: Int32(text.utf8.count), width: width, ending: .end)], runs: [run])
    let time = self.block("21:04", .time, width: 60)
    rows.append(
      Row(
        kind: .message(index: index, anchor: "\(index + 1)", side: side, sender: sender),
        frame: Frame(
          size: Size(width: self.width, height: 76),
          items: [
            FrameItem(ItemID(.text), Rect(x: x, y: 10, width: width, height: 48), .text(block)),
            FrameItem(
              ItemID(.time), Rect(x: x, y: 60, width: size(of: time).width, height: 14),
              .time(time, UTCTime(seconds: 1_777_669_440))),
          ])))
    index += 1
  }

  /// Breaks `text` at spaces to fit `width`, by the advances of Inter Regular.
  private func block(_ text: String, _ role: TextRole, width: LayoutUnit, _ extras: Extras = Extras())
    -> TextBlock
  {
    let bytes = Array(text.utf8)
    let factor =
      Self.style.style(of: role).fontSize.px / 1000 * (role == .name || role == .cardText ? 1.04 : 1)
    func advance(_ byte: UInt8) -> Double {
      if byte >= 0x80 { return byte < 0xC0 ? 0 : 560 * factor }
      return byte < 32 ? 0 : Double(Self.advances[Int(byte) - 32]) * factor
    }
    var lines = TextLines()
    var (start, x, breakAt, breakX) = (0, 0.0, 0, 0.0)
    var index = 0
    while index < bytes.count {
      if bytes[index] == 10 {
        lines.append(line(start, index, x, .newline))
        (start, x, breakAt) = (index + 1, 0, index + 1)
        index += 1
        continue
      }
      x += advance(bytes[index])
      if bytes[index] == 32 { (breakAt, breakX) = (index + 1, x - advance(32)) }
      if x > width.px, bytes[index] != 32, breakAt > start {
        lines.append(line(start, breakAt, breakX, .opportunity))
        x -= breakX + advance(32)
        start = breakAt
      }
      index += 1
    }
    lines.append(line(start, bytes.count, x, .end))
    return TextBlock(
      text: text, role: role, direction: extras.direction, lines: lines, runs: extras.runs,
      marks: extras.marks)
  }

  private func line(_ start: Int, _ end: Int, _ width: Double, _ ending: LineEnding) -> TextLine {
    TextLine(start: Int32(start), end: Int32(end), width: LayoutUnit(ceiling: width), ending: ending)
  }

  private func size(of block: TextBlock) -> Size {
    Size(
      width: block.lines.map(\.width).max() ?? .zero,
      height: Self.style.style(of: block.role).lineHeight * block.lines.count)
  }

  /// Advances of Inter Regular for U+0020…U+007E, in 1/1000 em.
  private static let advances: [UInt16] = [
    281, 278, 403, 631, 638, 812, 639, 222, 362, 362, 500, 659, 280, 460, 276, 357, 625, 464, 605, 636, 642,
    608,
    624, 571, 616, 624, 276, 280, 659, 659, 659, 507, 936, 676, 651, 727, 719, 598, 587, 743, 740, 264, 543,
    652,
    562, 889, 753, 761, 635, 761, 639, 638, 642, 741, 676, 949, 642, 665, 625, 362, 357, 362, 469, 452, 497,
    564,
    621, 558, 621, 582, 361, 609, 591, 237, 237, 544, 237, 869, 585, 597, 609, 609, 372, 523, 364, 581, 557,
    812,
    540, 557, 541, 362, 327, 362, 659, 0,
  ]
}
