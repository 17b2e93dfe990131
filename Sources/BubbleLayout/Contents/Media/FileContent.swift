import ChatModel
import Frames
import Phrases
import TextLayout

extension RowLayouter {
  /// Adds a file that is not a picture: a player if browsers can play it, otherwise a card that links to it.
  func addFile(
    _ attachment: Attachment, _ placement: MediaPlacement, number: Int, to stack: inout PartStack
  ) {
    var card = IconCard(
      icon: attachment.kind.icon, title: wording.title(of: attachment), isFileName: attachment.name != nil,
      facts: Wording.facts(of: attachment, stored: placement.path, shown: inLocalDigits),
      note: attachment.alt ?? "")
    guard let path = placement.path else {
      return addMissing(attachment, number: number, to: &stack)
    }
    card.link = .file(FrameFile(path: path, name: card.title))
    switch (attachment.kind, placement.playback) {
    case (.video, .film?), (.gif, .film?), (.sticker, .film?):
      return addVideo(attachment, placement, number: number, to: &stack)
    case (.audio, .some), (.voice, .some):
      card.player = FramePlayer(
        kind: .sound, path: path, name: wording.spoken(attachment), radii: .zero,
        duration: attachment.duration)
    default: break
    }
    card.waveform = attachment.waveform
    addCard(card, number: number, to: &stack)
  }

  /// Adds a card for a missing file, with the reason.
  func addMissing(_ attachment: Attachment, number: Int = -1, to stack: inout PartStack) {
    // A missing recording still has a waveform.
    let note = [attachment.alt ?? "", wording.absence(of: attachment)].filter { !$0.isEmpty }
    addCard(
      IconCard(
        icon: attachment.kind.icon, title: wording.title(of: attachment), isFileName: attachment.name != nil,
        facts: Wording.facts(of: attachment, stored: nil, shown: inLocalDigits),
        note: note.joined(separator: "\n"),
        waveform: attachment.waveform),
      number: number, to: &stack)
  }

  /// Adds a film as one part.
  private func addVideo(
    _ attachment: Attachment, _ placement: MediaPlacement, number: Int, to stack: inout PartStack
  ) {
    let limit = Size(width: stack.maxWidth, height: theme.mediaHeight)
    var size = Size(width: limit.width, height: min(limit.height, limit.width.share(9 / 16)))
    if let width = placement.width, let height = placement.height, width > 0, height > 0 {
      let fitted = Self.fit(width: width, height: height, into: limit)
      // A film too small for the controls gets the default size of films.
      if fitted.width >= theme.playerHeight * 3, fitted.height >= theme.playerHeight * 2 { size = fitted }
    }
    let rect = Rect(x: .zero, y: .zero, width: size.width, height: size.height)
    drawFilm(attachment, placement, number: number, rect, to: &stack)
    stack.endPart(size: size, insets: .zero)
  }

  /// Draws a film with the browser's controls, and its duration in a corner.
  func drawFilm(
    _ attachment: Attachment, _ placement: MediaPlacement, number: Int, _ rect: Rect,
    to stack: inout PartStack
  ) {
    guard let path = placement.path else { return }
    var player = FramePlayer(
      kind: .film, path: path, name: wording.spoken(attachment), radii: .zero,
      poster: attachment.isSpoiler ? nil : placement.poster)
    player.isLoop = attachment.kind != .video && !attachment.isSpoiler
    stack.draw(.player, number: number, rect, .player(player))
    let words = inLocalDigits(wording.badge(attachment))
    guard !words.isEmpty else { return }
    let label = line(words, role: .time, maxWidth: rect.width.half)
    let ground = Rect(
      x: rect.minX + theme.overlayInset, y: rect.minY + theme.overlayInset,
      width: label.width.ceilingPx + theme.overlayPadding * 2, height: label.height + theme.overlayRise * 2)
    stack.draw(.badge, number: number, ground, .box(.badge, radius: ground.height.half))
    stack.draw(
      .fact, number: number,
      Rect(
        x: ground.minX + theme.overlayPadding, y: ground.minY + theme.overlayRise, width: label.width,
        height: label.height), .text(label.block))
  }
}

extension Attachment.Kind {
  /// The icon on its card.
  var icon: FrameIcon {
    switch self {
    case .image, .sticker: .picture
    case .video, .gif: .film
    case .audio, .voice: .sound
    case .file: .document
    }
  }
}
