import Frames
import HTML
import PDF
import Phrases
import SiteWriter
import TextLayout

extension PaperBook {
  /// Draws an item of a frame.
  mutating func draw(
    _ item: FrameItem, in frame: Frame, at index: Int, _ scope: inout FrameScope, rowTop: Double,
    _ window: PaperWindow
  ) throws {
    defer {
      if case .box(let style, _) = item.content {
        (scope.isAfterPill, scope.isAfterBadge) = (style == .pill, style == .badge)
        scope.isAfterUnread = style == .unread
      } else if case .time = item.content {
      } else {
        (scope.isAfterBadge, scope.isAfterUnread) = (false, false)
      }
    }
    var item = item
    if item.isUnreadMarker { item.rect = acrossColumn(item.rect, scope) }
    switch item.content {
    case .text(let block), .time(let block, _): return try draw(block, of: item, in: frame, at: index, &scope)
    case .link(let link): return try draw(link, item, scope)
    case .jump(let target): return try draw(target, item, scope)
    case .bubble, .file, .copy, .fold: return
    case .emptyCell: return try scope.structure.skipCell(item, in: frame, at: index, on: &sheet)
    case .image, .emoji, .player, .status: return try drawFigure(item, &scope, rowTop, window)
    case .avatar, .reaction, .box, .icon, .waveform: break
    }
    let (top, bottom) = (item.rect.minY.px, item.rect.maxY.px)
    guard item.content.isDivisible ? scope.window.sees(top, bottom) : scope.window.has(top) else { return }
    sheet.content.beginArtifact()
    beginCut(window, at: rowTop)
    switch item.content {
    case .avatar(let avatar): try draw(avatar, item, scope)
    case .reaction(let reaction): drawChip(reaction, item, scope)
    case .box(let style, let radius): try drawBox(style, radius, item, scope)
    case .icon(let icon): drawIcon(icon, item, scope)
    case .waveform(let waveform): drawWaveform(waveform, item, scope)
    default: break
    }
    endCut(window)
    sheet.content.endContent()
    if case .avatar(let avatar) = item.content, avatar.path == nil, let initials = avatar.initials {
      try drawInitials(initials, item, scope)
    }
  }

  /// Returns a rectangle as wide as the column.
  private func acrossColumn(_ rect: Rect, _ scope: FrameScope) -> Rect {
    Rect(
      x: LayoutUnit(nearest: (geometry.left - scope.area.left) / scope.area.scale), y: rect.minY,
      width: LayoutUnit(nearest: geometry.width), height: rect.height)
  }

  // MARK: Texts

  /// Draws a text with its element of the structure.
  private mutating func draw(
    _ block: TextBlock, of item: FrameItem, in frame: Frame, at index: Int, _ scope: inout FrameScope
  ) throws {
    var colour = scope.colours.text(block.role, of: item.person)
    if case .time = item.content, scope.hasPicture, scope.isAfterPill {
      colour = scope.colours.colour(.overlayInk)
    }
    if scope.isAfterBadge { colour = scope.colours.colour(.overlayInk) }
    if scope.isAfterUnread, block.role == .day { colour = scope.colours.colour(.ink) }
    var request = TextPainter.Request(
      block: block, style: style.style(of: block.role), rect: item.rect, area: scope.area,
      colours: scope.colours,
      colour: colour)
    if block.role == .name, let whole = uncut(block, at: item.rect, in: frame, scope) {
      request.block = whole
    }
    request.isCentred = block.role.isInMiddle || item.isUnreadMarker
    request.leadsOut = style.leadsOut
    let lines = request.lines(in: scope.window)
    guard !lines.isEmpty else { return }
    if scope.isPlain { return try drawText(request, lines: lines) }
    let count = try scope.structure.enter(item, in: frame, at: index, on: &sheet)
    try drawText(request, lines: lines)
    for _ in 0..<count { try sheet.closeElement() }
  }

  /// Returns the line of a whole name, which the site has as a title; nil if the name is not cut, or the line has no room.
  private mutating func uncut(
    _ block: TextBlock, at rect: Rect, in frame: Frame, _ scope: FrameScope
  ) -> TextBlock? {
    guard let whole = block.uncutText else { return nil }
    let laid = layouter.layOutLine(
      whole, role: block.role, style: style.style(of: block.role), maxWidth: .unlimited)
    let end = rect.minX + laid.width
    let right = (geometry.left - scope.area.left) / scope.area.scale + geometry.width
    let isFree = frame.items.allSatisfy {
      $0.rect.minX < rect.maxX || $0.rect.minX > end || $0.rect.minY >= rect.maxY || $0.rect.maxY <= rect.minY
    }
    return isFree && end.px <= right ? laid.block : nil
  }

  /// Draws lines of a text, and the pictures of its emoji.
  mutating func drawText(_ request: TextPainter.Request, lines: Range<Int>? = nil) throws {
    let emoji = try texts.draw(request, lines: lines ?? 0..<request.block.lines.count, on: &sheet)
    guard !emoji.isEmpty else { return }
    sheet.content.beginArtifact()
    for one in emoji {
      let picture =
        try one.path.map { try pictures.picture(at: $0, in: &sheet.document) }
        ?? (one.hasPicture ? pictures.picture(ofEmoji: one.text, in: &sheet.document) : nil)
      if let picture {
        sheet.content.draw(picture, in: one.box.box(of: picture, covering: false))
      } else {
        // As fonts show what they lack.
        var path = PDFPath()
        path.roundedRectangle(one.box.grown(by: -one.box.width * 0.15), radius: one.box.width * 0.1)
        sheet.content.stroke(path, request.colours.soft, width: request.area.scale)
      }
    }
    sheet.content.endContent()
  }

  private mutating func drawInitials(_ initials: TextBlock, _ item: FrameItem, _ scope: FrameScope) throws {
    guard scope.window.has(item.rect.minY.px) else { return }
    let role = style.style(of: .initials)
    let height = initials.lineHeight ?? role.lineHeight
    let rect = Rect(
      x: item.rect.minX, y: item.rect.minY + (item.rect.height - height).half, width: item.rect.width,
      height: height)
    var request = TextPainter.Request(
      block: initials, style: role, rect: rect, area: scope.area, colours: scope.colours,
      colour: scope.colours.colour(.avatarInk))
    (request.isCentred, request.isContent) = (true, false)
    try drawText(request)
  }

  // MARK: Links

  private mutating func draw(_ link: FrameLink, _ item: FrameItem, _ scope: FrameScope) throws {
    guard style.leadsOut, HrefGate.allows(link.href), scope.window.has(item.rect.minY.px) else { return }
    sheet.open(.link)
    try sheet.addLink(scope.area.rectangle(item.rect), to: .address(link.href), name: link.name)
    try sheet.closeElement()
  }

  private mutating func draw(_ target: MessageLink, _ item: FrameItem, _ scope: FrameScope) throws {
    guard scope.window.has(item.rect.minY.px) else { return }
    let destination = try chapter.positions.destination(of: target, in: &sheet)
    sheet.open(.link)
    try sheet.addLink(
      scope.area.rectangle(item.rect), to: .position(destination), name: style.phrases(target.purpose.phrase))
    try sheet.closeElement()
  }

  // MARK: Figures

  private mutating func drawFigure(
    _ item: FrameItem, _ scope: inout FrameScope, _ rowTop: Double, _ window: PaperWindow
  ) throws {
    let (top, bottom) = (item.rect.minY.px, item.rect.maxY.px)
    if case .image = item.content { scope.hasPicture = true }
    if case .player(let player) = item.content, player.kind == .film { scope.hasPicture = true }
    guard scope.window.sees(top, bottom) else { return }
    let isFirst = scope.window.has(top)
    let box = scope.area.rectangle(item.rect)
    if isFirst {
      try scope.structure.leaveTexts(on: &sheet)
      sheet.open(.figure, PDFTags.Attributes(alternative: alternative(of: item), box: box))
      sheet.beginContent()
    } else {
      sheet.content.beginArtifact()
    }
    beginCut(window, at: rowTop)
    switch item.content {
    case .image(let image): try draw(image, item, scope)
    case .emoji(let image):
      if let path = image.path, let picture = try pictures.picture(at: path, in: &sheet.document) {
        sheet.content.draw(picture, in: box.box(of: picture, covering: false))
      }
    case .player(let player): try draw(player, item, scope)
    case .status(let status): drawStatus(status, item, scope)
    default: break
    }
    endCut(window)
    sheet.content.endContent()
    if isFirst { try sheet.closeElement() }
  }

  private func alternative(of item: FrameItem) -> String {
    switch item.content {
    case .image(let image): image.alt.isEmpty ? style.phrases(.picture) : image.alt
    case .emoji(let image): image.alt
    case .player(let player): player.name
    case .status(let status): status.name
    default: ""
    }
  }
}

extension FrameItem {
  /// True for the line above unread messages and its words, which cross the column.
  fileprivate var isUnreadMarker: Bool {
    if case .box(.unread, _) = content { return true }
    return id.role == .unread
  }
}

extension FrameContent {
  /// True for grounds, of which each sheet shows its part.
  fileprivate var isDivisible: Bool {
    guard case .box(let style, _) = self else { return false }
    return switch style {
    case .card, .codeGround, .foldGround, .quoteBar, .unread: true
    case .quote, .pill, .rule, .badge, .track, .bar: false
    }
  }
}

extension TextRole {
  /// True if the lines are in the middle of the box.
  fileprivate var isInMiddle: Bool {
    switch self {
    case .day, .notice, .initials: true
    case .body, .heading, .code, .name, .time, .quoteName, .quote, .reaction, .cardLabel, .cardText,
      .cardTitle,
      .cardFact, .bigEmoji:
      false
    }
  }
}
