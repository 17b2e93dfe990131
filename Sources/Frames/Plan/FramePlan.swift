/// Rows as values for JSON: the plan that `inspect --json` prints and browser tests compare pages with.
///
/// Lengths are CSS px of the layout; text offsets are UTF-8 bytes.
public struct FramePlan: Sendable, Encodable {
  public struct PlannedRow: Sendable, Encodable {
    /// `message`, `day` or `notice`.
    public var kind: String
    public var id: String?
    public var index: Int
    public var page: Int
    /// Top of the row under the top of its page.
    public var y: Double
    public var height: Double
    public var side: String?
    public var date: String?
    public var items: [PlannedItem]
  }
  public struct PlannedItem: Sendable, Encodable {
    public var box: String
    public var what: String
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double
    public var role: String?
    public var direction: String?
    public var text: String?
    public var lines: [PlannedLine]?
    public var runs: [PlannedRun]?
    /// Of what is folded away: how much taller the row is when it is open, and the parts, seen from the block.
    public var opens: Double?
    public var folded: [PlannedItem]?
  }
  public struct PlannedLine: Sendable, Encodable {
    public var start: Int
    public var end: Int
    public var width: Double
    /// Why the line ends here.
    public var ending: String
    public var text: String
  }
  public struct PlannedRun: Sendable, Encodable {
    public var start: Int
    public var end: Int
    public var face: String
  }

  public var width: Double
  public var rows: [PlannedRow] = []

  public init(columnWidth: LayoutUnit) { width = columnWidth.px }

  /// Adds a row whose top is `y` px under the top of its page.
  public mutating func add(_ row: Row, page: Int, y: Int) {
    var planned = PlannedRow(
      kind: "message", index: 0, page: page, y: Double(y), height: row.frame.size.height.px,
      items: row.frame.items.map(Self.item))
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
    }
    rows.append(planned)
  }

  private static func item(_ item: FrameItem) -> PlannedItem {
    var planned = PlannedItem(
      box: item.box.description, what: "box", x: item.rect.minX.px, y: item.rect.minY.px,
      width: item.rect.width.px, height: item.rect.height.px)
    switch item.content {
    case .bubble: planned.what = "bubble"
    case .text(let block):
      planned.what = "text"
      fill(&planned, from: block)
    case .time(let block, _):
      planned.what = "time"
      fill(&planned, from: block)
    case .image, .emoji: planned.what = "image"
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
    case .waveform: planned.what = "waveform"
    case .status(let status):
      planned.what = "status"
      planned.role = status.kind.rawValue
    case .fold(let fold):
      planned.what = "fold"
      planned.text = fold.name
      planned.opens = fold.body.size.height.px
      planned.folded = fold.body.items.map(Self.item)
    }
    return planned
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
    planned.runs = block.runs.map {
      PlannedRun(
        start: Int($0.start), end: Int($0.end),
        face: $0.emoji != nil ? "emoji" : $0.face == .browser ? "browser" : "\($0.face.index)")
    }
  }
}
