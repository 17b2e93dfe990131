/// Frames as stable, readable text, for `inspect` and for goldens.
///
/// Lengths are CSS px with at most three decimals, so that 1/64 px differences show.
public struct FrameDump: Sendable {
  private var lines: [String] = []

  /// An empty dump.
  public init() {}

  /// True if there are no rows.
  public var isEmpty: Bool { lines.isEmpty }

  /// The dump so far, one line per row, item and line of text.
  public var text: String { lines.joined(separator: "\n") + (lines.isEmpty ? "" : "\n") }

  /// Adds a row whose top is `y` px under the top of its page.
  public mutating func add(_ row: Row, page: Int, y: Int) {
    let height = Self.px(row.frame.size.height)
    switch row.kind {
    case .message(let index, let anchor, let side, let sender):
      lines.append(
        "message \(index) #\(Self.quoted(anchor)) page \(page) y \(y) height \(height) "
          + "\(side == .incoming ? "incoming" : "outgoing") from \(Self.quoted(sender))")
    case .day(let date, let before):
      lines.append("day \(date) before \(before) page \(page) y \(y) height \(height)")
    case .notice(let index, let anchor):
      lines.append("notice \(index) #\(Self.quoted(anchor)) page \(page) y \(y) height \(height)")
    case .run(let notices):
      let opens = notices.reduce(LayoutUnit.zero) { $0 + $1.frame.size.height }
      lines.append("run of \(notices.count) page \(page) y \(y) height \(height) opens \(Self.px(opens))")
    }
    for item in row.frame.items { add(item) }
  }

  private mutating func add(_ item: FrameItem, indent: String = "  ") {
    let rect = item.rect
    let frame =
      "\(indent)\(item.id.description) (\(Self.px(rect.minX)), \(Self.px(rect.minY))) "
      + "\(Self.px(rect.width))×\(Self.px(rect.height))"
    switch item.content {
    case .bubble(let shape):
      let radii = shape.radii
      lines.append(
        "\(frame) radii \(Self.px(radii.topLeft)) \(Self.px(radii.topRight)) "
          + "\(Self.px(radii.bottomRight)) \(Self.px(radii.bottomLeft)) tail \(Self.px(shape.tail))")
    case .text(let block): add(block, frame, indent: indent)
    case .time(let block, let time): add(block, "\(frame) \(time.text)", indent: indent)
    case .image(let image), .emoji(let image):
      lines.append(
        "\(frame) \(Self.quoted(image.path ?? "")) \(Self.quoted(image.alt))\(image.isSpoiler ? " spoiler" : "")"
      )
    case .avatar(let avatar):
      lines.append("\(frame) \(Self.quoted(avatar.path ?? ""))")
    case .reaction(let reaction):
      lines.append("\(frame) reaction\(reaction.isOwn ? " own" : "") \(Self.quoted(reaction.people))")
    case .box(let style, let radius): lines.append("\(frame) \(style.rawValue) radius \(Self.px(radius))")
    case .jump(let target): lines.append("\(frame) to \(target.page)#\(Self.quoted(target.anchor))")
    case .file(let file): lines.append("\(frame) to \(Self.quoted(file.path)) \(Self.quoted(file.name))")
    case .link(let link): lines.append("\(frame) to \(Self.quoted(link.href)) \(Self.quoted(link.name))")
    case .icon(let icon): lines.append("\(frame) \(icon.rawValue)")
    case .player(let player):
      lines.append("\(frame) \(player.kind.rawValue) \(Self.quoted(player.path)) \(Self.quoted(player.name))")
    case .waveform(let wave): lines.append("\(frame) \(wave.bars.count) bars")
    case .status(let status): lines.append("\(frame) \(status.kind.rawValue) \(Self.quoted(status.name))")
    case .copy: lines.append("\(frame) copy")
    case .emptyCell: break
    case .fold(let fold):
      lines.append("\(frame) \(Self.quoted(fold.name)) opens \(Self.px(fold.body.size.height))")
      for item in fold.body.items { add(item, indent: indent + "  | ") }
    }
  }

  private mutating func add(_ block: TextBlock, _ frame: String, indent: String) {
    let direction = block.direction == .rightToLeft ? " rtl" : ""
    lines.append("\(frame) \(block.role)\(direction)")
    for line in block.lines {
      lines.append(
        "\(indent)  \(Self.px(line.width)) \(line.ending) \(Self.quoted(block.slice(line.start, line.end)))")
    }
    for run in block.runs where run.face != .base || run.emoji != nil {
      let face = run.emoji != nil ? "emoji" : run.face == .browser ? "browser" : "face \(run.face.index)"
      lines.append("\(indent)  run \(run.start)–\(run.end) \(face)")
    }
    for mark in block.marks {
      lines.append("\(indent)  mark \(mark.start)–\(mark.end) \(Self.describe(mark.kind))")
    }
  }

  static func describe(_ kind: TextMark.Kind) -> String {
    switch kind {
    case .link(let href): "link \(quoted(href))"
    case .emoji(let path): "emoji \(quoted(path))"
    case .caution(let destination): "caution \(quoted(destination))"
    case .cut(let whole): "cut from \(quoted(whole))"
    default: "\(kind)"
    }
  }

  /// Returns a length in px with at most three decimals and no trailing zeros.
  public static func px(_ length: LayoutUnit) -> String {
    let thousandths = (Int(length.raw) * 1_000 + (length.raw < 0 ? -32 : 32)) / 64
    let whole = abs(thousandths) / 1_000
    let sign = thousandths < 0 ? "-" : ""
    var digits = String(abs(thousandths) % 1_000)
    guard digits != "0" else { return "\(sign)\(whole)" }
    digits = String(repeating: "0", count: 3 - digits.count) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(sign)\(whole).\(digits)"
  }

  /// Returns a string in quotes on one line: controls, invisible characters and quotes escaped.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      default:
        let isPlain =
          scalar.value >= 32 && scalar.value != 127 && !scalar.properties.isDefaultIgnorableCodePoint
        if isPlain, !(0x80...0x9F).contains(scalar.value) {
          quoted.unicodeScalars.append(scalar)
        } else {
          quoted += "\\u{\(String(scalar.value, radix: 16))}"
        }
      }
    }
    return quoted + "\""
  }
}

extension TextBlock {
  /// Returns the text between two byte offsets, or an empty string if they are outside of it.
  public func slice(_ start: Int32, _ end: Int32) -> String {
    let bytes = text.utf8
    guard start >= 0, start <= end, Int(end) <= bytes.count else { return "" }
    let from = bytes.index(bytes.startIndex, offsetBy: Int(start))
    let to = bytes.index(bytes.startIndex, offsetBy: Int(end))
    return String(text[from..<to])
  }
}
