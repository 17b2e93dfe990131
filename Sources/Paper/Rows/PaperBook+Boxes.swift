import Frames
import PDF
import SiteWriter

extension PaperBook {
  /// Draws the outline of a bubble, with the line around it outside of its box.
  mutating func drawBubble(_ shape: BubbleShape, _ rect: Rect, _ scope: FrameScope) {
    let outline = BubblePath(shape, size: rect.size)
    let area = scope.area.moved(x: rect.minX.px, y: rect.minY.px)
    var path = PDFPath()
    path.move(to: area.point(outline.start))
    for segment in outline.segments {
      switch segment {
      case .line(let end): path.line(to: area.point(end))
      case .arc(let end, let radius, let isClockwise):
        let side = radius.px * area.scale
        path.arc(to: area.point(end), radii: PDFPoint(x: side, y: side), isClockwise: isClockwise)
      case .curve(let a, let b, let end): path.curve(area.point(a), area.point(b), to: area.point(end))
      }
    }
    path.close()
    if style.bubbleOutline > .zero {
      sheet.content.stroke(path, scope.colours.bubbleLine, width: style.bubbleOutline.px * 2 * area.scale)
    }
    sheet.content.fill(path, scope.colours.bubble)
  }

  /// Draws a plain box.
  mutating func drawBox(_ box: BoxStyle, _ radius: LayoutUnit, _ item: FrameItem, _ scope: FrameScope) throws
  {
    let rect = scope.area.rectangle(item.rect)
    let colours = scope.colours
    var path = PDFPath()
    path.roundedRectangle(rect, radius: min(radius.px * scope.area.scale, rect.width / 2, rect.height / 2))
    switch box {
    case .card, .quote, .codeGround: sheet.content.fill(path, colours.tint)
    case .quoteBar: sheet.content.fill(path, colours.bar(of: item.person))
    case .rule: sheet.content.fill(path, colours.faint(0.22))
    case .track: sheet.content.fill(path, colours.faint(0.16))
    case .bar: sheet.content.fill(path, colours.link)
    case .unread: sheet.content.fill(path, colours.faint(.accent, 0.14))
    case .foldGround:
      sheet.content.stroke(path, colours.bubbleLine, width: style.bubbleOutline.px * 2 * scope.area.scale)
      sheet.content.fill(path, colours.bubble)
    case .pill where scope.hasPicture, .badge: try fillOverlay(path)
    case .pill:
      sheet.content.stroke(path, colours.colour(.pillLine), width: 2 * scope.area.scale)
      sheet.content.fill(path, colours.colour(.pill))
    }
  }

  /// Fills a ground over a picture.
  mutating func fillOverlay(_ path: PDFPath) throws {
    let colour = style.palette.colour(.overlay, in: .print) ?? Colour(red: 0, green: 0, blue: 0)
    if overlay == nil { overlay = try sheet.document.addState(opacity: Double(colour.alpha) / 255) }
    guard let overlay else { return }
    sheet.content.save()
    sheet.content.use(state: overlay)
    sheet.content.fill(path, PDFColour(colour))
    sheet.content.restore()
  }

  /// Draws the chip under a reaction, whose line is inside its box.
  mutating func drawChip(_ reaction: FrameReaction, _ item: FrameItem, _ scope: FrameScope) {
    let width = (reaction.isOwn ? 1.5 : 1) * scope.area.scale
    let rect = scope.area.rectangle(item.rect).grown(by: -width / 2)
    var path = PDFPath()
    path.roundedRectangle(rect, radius: rect.height / 2)
    sheet.content.fill(path, scope.colours.colour(.reaction))
    sheet.content.stroke(path, scope.colours.colour(reaction.isOwn ? .accent : .reactionLine), width: width)
  }

  /// Draws an icon on its ground.
  mutating func drawIcon(_ icon: FrameIcon, _ item: FrameItem, _ scope: FrameScope) {
    let rect = scope.area.rectangle(item.rect)
    var ground = PDFPath()
    ground.roundedRectangle(rect, radius: min(8 * scope.area.scale, rect.height / 2))
    sheet.content.fill(ground, scope.colours.link)
    let drawing = IconPath.path(icon.drawing, size: (24, 24), in: rect.grown(by: -rect.width * 0.21))
    sheet.content.fill(drawing, scope.colours.bubble, evenOdd: true)
  }

  /// Draws the loudness of a recording.
  mutating func drawWaveform(_ waveform: FrameWaveform, _ item: FrameItem, _ scope: FrameScope) {
    let middle = item.rect.minY.px + item.rect.height.px / 2
    var path = PDFPath()
    for bar in waveform.bars {
      let x = (item.rect.minX + bar.x).px
      path.move(to: scope.area.point(x, middle - bar.reach.px))
      path.line(to: scope.area.point(x, middle + bar.reach.px))
    }
    guard !path.isEmpty else { return }
    sheet.content.stroke(
      path, scope.colours.link, width: waveform.thickness.px * scope.area.scale, isRound: true)
  }

  /// Draws the mark of a message's delivery.
  mutating func drawStatus(_ status: FrameStatus, _ item: FrameItem, _ scope: FrameScope) {
    let rect = scope.area.rectangle(item.rect)
    if status.kind == .failed {
      let path = IconPath.path(status.kind.drawing, size: (24, 24), in: rect)
      return sheet.content.fill(path, scope.colours.colour(.failed), evenOdd: true)
    }
    let path = IconPath.path(status.kind.drawing, size: (30, 20), in: rect)
    let colour =
      scope.hasPicture && scope.isAfterPill
      ? scope.colours.colour(.overlayInk) : status.kind == .read ? scope.colours.link : scope.colours.soft
    sheet.content.stroke(path, colour, width: 2.6 * rect.height / 20, isRound: true)
  }

  // MARK: Pictures

  /// Draws a person's picture, or the ground of initials.
  mutating func draw(_ avatar: FrameAvatar, _ item: FrameItem, _ scope: FrameScope) throws {
    let rect = scope.area.rectangle(item.rect)
    var path = PDFPath()
    path.roundedRectangle(rect, radius: min(style.avatarRadius.px * scope.area.scale, rect.width / 2))
    if let file = avatar.path, let picture = try pictures.picture(at: file, in: &sheet.document) {
      return draw(picture, in: rect, clippedTo: path, covering: true)
    }
    sheet.content.fill(path, scope.colours.avatar(of: item.person))
  }

  /// Draws a picture of a message, or the tile of one that is missing.
  mutating func draw(_ image: FrameImage, _ item: FrameItem, _ scope: FrameScope) throws {
    let rect = scope.area.rectangle(item.rect)
    let path = outline(item.rect, image.radii, scope)
    guard let file = image.path else { return drawHatching(rect, clippedTo: path, scope) }
    let isSticker = scope.colours.ground == .bare
    if let picture = try pictures.picture(at: file, in: &sheet.document) {
      if !isSticker { sheet.content.fill(path, scope.colours.tint) }
      return draw(picture, in: rect, clippedTo: path, covering: !isSticker)
    }
    drawHatching(rect, clippedTo: path, scope)
    let side = min(36 * scope.area.scale, rect.width / 2)
    let (x, y) = ((rect.left + rect.right) / 2, (rect.bottom + rect.top) / 2)
    let box = PDFRectangle(left: x - side / 2, bottom: y - side / 2, right: x + side / 2, top: y + side / 2)
    sheet.content.fill(
      IconPath.path(FrameIcon.picture.drawing, size: (24, 24), in: box), scope.colours.soft, evenOdd: true)
  }

  /// Draws a recording: a film as its picture, a sound as a line; both with the sign for playing.
  mutating func draw(_ player: FramePlayer, _ item: FrameItem, _ scope: FrameScope) throws {
    let rect = scope.area.rectangle(item.rect)
    let middle = PDFPoint(x: (rect.left + rect.right) / 2, y: (rect.bottom + rect.top) / 2)
    guard player.kind == .film else {
      let radius = min(20 * scope.area.scale, rect.height / 2)
      drawPlay(
        at: PDFPoint(x: rect.left + radius, y: middle.y), radius, scope.colours.link, scope.colours.bubble)
      guard !scope.hasWaveform else { return }
      var path = PDFPath()
      path.roundedRectangle(
        PDFRectangle(
          left: rect.left + radius * 2.6, bottom: middle.y - 2 * scope.area.scale,
          right: rect.right - radius * 0.4,
          top: middle.y + 2 * scope.area.scale), radius: 2 * scope.area.scale)
      return sheet.content.fill(path, scope.colours.faint(0.16))
    }
    let path = player.isRound ? disc(rect) : outline(item.rect, player.radii, scope)
    if let poster = player.poster, let picture = try pictures.picture(at: poster, in: &sheet.document) {
      draw(picture, in: rect, clippedTo: path, covering: true)
    } else {
      sheet.content.fill(path, scope.colours.tint)
    }
    let radius = min(24 * scope.area.scale, rect.height / 3)
    try fillOverlay(
      disc(
        PDFRectangle(
          left: middle.x - radius, bottom: middle.y - radius, right: middle.x + radius, top: middle.y + radius
        )))
    drawPlay(at: middle, radius, nil, scope.colours.colour(.overlayInk))
  }

  private mutating func drawPlay(
    at centre: PDFPoint, _ radius: Double, _ ground: PDFColour?, _ colour: PDFColour
  ) {
    if let ground {
      sheet.content.fill(
        disc(
          PDFRectangle(
            left: centre.x - radius, bottom: centre.y - radius, right: centre.x + radius,
            top: centre.y + radius)),
        ground)
    }
    var path = PDFPath()
    path.move(to: PDFPoint(x: centre.x - radius * 0.28, y: centre.y + radius * 0.42))
    path.line(to: PDFPoint(x: centre.x + radius * 0.46, y: centre.y))
    path.line(to: PDFPoint(x: centre.x - radius * 0.28, y: centre.y - radius * 0.42))
    path.close()
    sheet.content.fill(path, colour)
  }

  private func disc(_ rect: PDFRectangle) -> PDFPath {
    var path = PDFPath()
    path.roundedRectangle(rect, radius: min(rect.width, rect.height) / 2)
    return path
  }

  private func outline(_ rect: Rect, _ radii: CornerRadii, _ scope: FrameScope) -> PDFPath {
    let fitted = radii.fitted(to: rect.size)
    var path = PDFPath()
    path.roundedRectangle(
      scope.area.rectangle(rect), topLeft: fitted.topLeft.px * scope.area.scale,
      topRight: fitted.topRight.px * scope.area.scale, bottomRight: fitted.bottomRight.px * scope.area.scale,
      bottomLeft: fitted.bottomLeft.px * scope.area.scale)
    return path
  }

  private mutating func draw(
    _ picture: PictureStore.Picture, in rect: PDFRectangle, clippedTo path: PDFPath, covering: Bool
  ) {
    sheet.content.save()
    sheet.content.clip(to: path)
    sheet.content.draw(picture, in: rect.box(of: picture, covering: covering))
    sheet.content.restore()
  }

  /// Fills the tile of a missing picture with slanted stripes.
  private mutating func drawHatching(_ rect: PDFRectangle, clippedTo path: PDFPath, _ scope: FrameScope) {
    sheet.content.fill(path, scope.colours.tint)
    sheet.content.save()
    sheet.content.clip(to: path)
    let step = 16 * 1.414 * scope.area.scale
    var stripes = PDFPath()
    var x = rect.left - rect.height
    while x < rect.right, rect.width < 2_000 {
      stripes.move(to: PDFPoint(x: x, y: rect.bottom))
      stripes.line(to: PDFPoint(x: x + rect.height, y: rect.top))
      x += step
    }
    if !stripes.isEmpty { sheet.content.stroke(stripes, scope.colours.faint(0.05), width: step * 0.35) }
    sheet.content.restore()
  }
}
