/// The layout plan that `inspect --json` prints and that browser tests compare pages with. Property names are its keys.
///
/// Lengths are CSS px of the layout; text offsets are UTF-8 bytes.
public struct FramePlan: Sendable, Codable {
  /// One row of a page.
  public struct PlannedRow: Sendable, Codable {
    /// `message`, `day`, `notice` or `run`.
    public var kind: String
    /// Anchor name of the message, nil for a day separator.
    public var id: String?
    /// Index of the message in the conversation.
    public var index: Int
    /// Number of the page, from 1.
    public var page: Int
    /// Top of the row, from the top of its page.
    public var y: Double
    /// Height of the row.
    public var height: Double
    /// `incoming` or `outgoing`, nil unless it is a message.
    public var side: String?
    /// `YYYY-MM-DD` of a day separator.
    public var date: String?
    /// Height that a run of notices adds to the page when open.
    public var opens: Double?
    /// The row's items, back to front.
    public var items: [PlannedItem]
  }
  /// One item of a row.
  public struct PlannedItem: Sendable, Codable {
    /// The item's id in the row, as in `data-box`.
    public var box: String
    /// The kind of drawing: `text`, `image`, `box` …
    public var what: String
    /// Left edge, from the row's left edge.
    public var x: Double
    /// Top edge, from the row's top edge.
    public var y: Double
    /// Width of the item.
    public var width: Double
    /// Height of the item.
    public var height: Double
    /// The radii of a bubble's, picture's or film's corners: top left, top right, bottom right, bottom left.
    public var radii: [Double]?
    /// The distance that a bubble's tail reaches beyond its box, 0 without one.
    public var tail: Double?
    /// Text role, box style, icon or state, depending on `what`.
    public var role: String?
    /// `ltr` or `rtl`, of a text.
    public var direction: String?
    /// The text, or the name of a fold.
    public var text: String?
    /// The lines of a text.
    public var lines: [PlannedLine]?
    /// The font runs of a text.
    public var runs: [PlannedRun]?
    /// The marks of a text that has some.
    public var marks: [PlannedMark]?
    /// Height that a fold adds to its row when open.
    public var opens: Double?
    /// Items of a fold, relative to its block.
    public var folded: [PlannedItem]?
  }
  /// One line of a text.
  public struct PlannedLine: Sendable, Codable {
    /// Offset of the first byte.
    public var start: Int
    /// Offset after the last byte.
    public var end: Int
    /// Width without trailing spaces.
    public var width: Double
    /// The reason for the end of the line, a case of `LineEnding`.
    public var ending: String
    /// The line's characters.
    public var text: String
  }
  /// One run of a text.
  public struct PlannedRun: Sendable, Codable {
    /// Offset of the first byte.
    public var start: Int
    /// Offset after the last byte.
    public var end: Int
    /// Index of the face, `emoji` or `browser`.
    public var face: String
  }
  /// A part of a text with a meaning, such as emphasis.
  public struct PlannedMark: Sendable, Codable {
    /// Offset of the first byte.
    public var start: Int
    /// Offset after the last byte.
    public var end: Int
    /// The meaning, and the address of a link.
    public var kind: String
  }

  /// Width of the column.
  public var width: Double
  /// The rows added so far.
  public var rows: [PlannedRow] = []

  /// A plan without rows for a column of this width.
  public init(columnWidth: LayoutUnit) { width = columnWidth.px }

  /// Adds a row whose top is `y` px under the top of its page.
  public mutating func add(_ row: Row, page: Int, y: Int) {
    var planned = PlannedRow(
      kind: "message", index: 0, page: page, y: Double(y), height: row.frame.size.height.px,
      items: Self.items(of: row.frame))
    switch row.kind {
    case .message(let index, let anchor, let side, _):
      planned.index = Int(index)
      planned.id = anchor
      planned.side = side == .incoming ? "incoming" : "outgoing"
    case .day(let date, let before):
      planned.kind = "day"
      planned.index = Int(before)
      planned.date = date
    case .notice(let index, let anchor):
      planned.kind = "notice"
      planned.index = Int(index)
      planned.id = anchor
    case .run(let notices):
      planned.kind = "run"
      planned.index = notices.first.map { Int($0.kind.messageIndex) } ?? 0
      planned.opens = notices.reduce(0) { $0 + $1.frame.size.height.px }
    }
    rows.append(planned)
  }

  private static func items(of frame: Frame) -> [PlannedItem] { frame.items.compactMap(item) }

  /// Returns an item of the plan, or nil if it is not drawn.
  private static func item(_ item: FrameItem) -> PlannedItem? {
    var planned = PlannedItem(
      box: item.id.description, what: "box", x: item.rect.minX.px, y: item.rect.minY.px,
      width: item.rect.width.px, height: item.rect.height.px)
    switch item.content {
    case .bubble(let shape):
      planned.what = "bubble"
      planned.radii = radii(shape.radii)
      planned.tail = shape.tail.px
    case .text(let block):
      planned.what = "text"
      fill(&planned, from: block)
    case .time(let block, _):
      planned.what = "time"
      fill(&planned, from: block)
    case .image(let image), .emoji(let image):
      planned.what = "image"
      planned.radii = radii(image.radii)
    case .avatar: planned.what = "avatar"
    case .reaction: planned.role = "reaction"
    case .box(let style, _): planned.role = style.rawValue
    case .jump: planned.what = "jump"
    case .file: planned.what = "file"
    case .link: planned.what = "link"
    case .icon(let icon):
      planned.what = "icon"
      planned.role = icon.rawValue
    case .player(let player):
      planned.what = "player"
      planned.role = player.kind.rawValue
      planned.radii = radii(player.radii)
    case .waveform: planned.what = "waveform"
    case .status(let status):
      planned.what = "status"
      planned.role = status.kind.rawValue
    case .copy: planned.what = "copy"
    case .emptyCell: return nil
    case .fold(let fold):
      planned.what = "fold"
      planned.text = fold.name
      planned.opens = fold.body.size.height.px
      planned.folded = items(of: fold.body)
    }
    return planned
  }

  private static func radii(_ radii: CornerRadii) -> [Double] {
    [radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft].map(\.px)
  }

  private static func fill(_ planned: inout PlannedItem, from block: TextBlock) {
    planned.role = "\(block.role)"
    planned.direction = block.direction == .rightToLeft ? "rtl" : "ltr"
    planned.text = block.text
    planned.lines = block.lines.map {
      PlannedLine(
        start: Int($0.start), end: Int($0.end), width: $0.width.px, ending: "\($0.ending)",
        text: block.slice($0.start, $0.end))
    }
    if !block.marks.isEmpty {
      planned.marks = block.marks.map {
        PlannedMark(start: Int($0.start), end: Int($0.end), kind: FrameDump.describe($0.kind))
      }
    }
    planned.runs = block.runs.map {
      PlannedRun(
        start: Int($0.start), end: Int($0.end),
        face: $0.emoji != nil
          ? "emoji" : $0.tab != nil ? "tab" : $0.face == .browser ? "browser" : "\($0.face.index)")
    }
  }
}
