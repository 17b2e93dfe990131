import Frames

/// A row on paper: its frames one below the other, because what is folded on the site is open here.
struct PlacedRow {
  /// A frame with its distance from the row's top.
  struct Part {
    var frame: Frame
    var y: Double
    /// True for content that was folded.
    var isFolded: Bool
    /// The items that are not shown: what only opens and closes the rest of a text.
    var hidden: Set<Int> = []
  }

  let row: Row
  let parts: [Part]
  /// The height in px.
  let height: Double
  /// Its own frame.
  var frame: Frame { parts[0].frame }

  init(_ row: Row) {
    self.row = row
    var parts: [Part] = []
    var y = 0.0
    Self.add(row.wide ?? row.frame, isFolded: false, at: &y, to: &parts)
    (self.parts, height) = (parts, y)
  }

  private static func add(
    _ frame: Frame, isFolded: Bool, isRest: Bool = false, at y: inout Double, to parts: inout [Part]
  ) {
    var part = Part(frame: frame, y: y, isFolded: isFolded)
    y += frame.size.height.px
    let index = parts.count
    parts.append(part)
    for (number, item) in frame.items.enumerated() {
      if isRest, item.id.role == .less { part.hidden.insert(number) }
      guard case .fold(let fold) = item.content else { continue }
      if fold.isRest, number > 0 { part.hidden.insert(number - 1) }
      add(fold.body, isFolded: true, isRest: fold.isRest, at: &y, to: &parts)
    }
    parts[index] = part
  }

  /// True if the message has no bubble.
  var isBare: Bool {
    !frame.items.contains { if case .bubble = $0.content { true } else { false } }
  }

  /// Returns the heights at which nothing is cut, for a row that is taller than a sheet: the ends of its parts on sheets with room for
  /// `first` px and then `height` px each.
  func cuts(first: Double, height: Double) -> [Double] {
    var pieces: [(top: Double, bottom: Double)] = []
    for part in parts {
      for item in part.frame.items { Self.add(item, in: part, to: &pieces) }
    }
    pieces.sort { ($0.top, $0.bottom) < ($1.top, $1.bottom) }
    var (ends, start, index) = ([Double](), 0.0, 0)
    while self.height - start > (ends.isEmpty ? first : height) + 1e-6 {
      let limit = start + (ends.isEmpty ? first : height)
      while index < pieces.count, pieces[index].top < start { index += 1 }
      var (cut, at) = (limit, index)
      while at < pieces.count, pieces[at].top < limit { at += 1 }
      // From below, because what a cut moves up may be cut again by something that begins higher.
      for piece in pieces[index..<at].reversed()
      where piece.top < cut && piece.bottom > cut + 1e-6 && piece.top > start {
        cut = piece.top
      }
      ends.append(cut)
      start = cut
    }
    return ends
  }

  /// Adds the stretches of an item that are not to be cut.
  private static func add(_ item: FrameItem, in part: Part, to pieces: inout [(top: Double, bottom: Double)])
  {
    let (top, bottom) = (part.y + item.rect.minY.px, part.y + item.rect.maxY.px)
    switch item.content {
    case .text(let block), .time(let block, _):
      let height = item.rect.height.px / Double(max(1, block.lines.count))
      guard height > 0 else { return }
      for line in 0..<block.lines.count {
        pieces.append((top + Double(line) * height, top + Double(line + 1) * height))
      }
    case .box(let style, _):
      switch style {
      case .pill, .badge, .quote, .quoteBar, .track, .bar: pieces.append((top, bottom))
      case .card, .rule, .codeGround, .foldGround, .unread: return
      }
    case .image, .emoji, .avatar, .reaction, .icon, .player, .waveform, .status: pieces.append((top, bottom))
    case .bubble, .jump, .file, .link, .copy, .emptyCell, .fold: return
    }
  }
}
