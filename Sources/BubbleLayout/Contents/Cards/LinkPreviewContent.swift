import ChatModel
import Frames
import RichText
import TextLayout

extension LinkPreview: ContentLayout {
  func forEachText(_ body: (DisplayedText) -> Void) {
    DisplayedText.forEachText(of: text, body)
    var address = DisplayedText.plain(url)
    // Of an address the card shows the host alone.
    if !url.isEmpty, LinkPolicy.href(url) == nil { address.refusedLinks = [url] }
    body(address)
    if let title { body(.label(title)) }
    if let summary { body(.plain(summary)) }
  }

  func line(_ quoting: QuoteLine) -> String {
    text.string.isEmpty ? quoting.line(ofPlain: title ?? url) : quoting.line(of: text)
  }

  func describe(in transcript: inout Transcript, of message: Message) {
    if !text.string.isEmpty { transcript.add(.text(text)) }
    transcript.add(line: title ?? "")
    transcript.add(line: summary ?? "")
    transcript.add(line: url, href: LinkPolicy.href(url))
    if let image { transcript.add(file: image) }
  }

  func add(to stack: inout PartStack, of input: RowInput, in layouter: RowLayouter) {
    if !text.string.isEmpty { layouter.addText(text, to: &stack) }
    layouter.addLinkPreview(self, image: input.media.first, to: &stack)
  }
}

extension RowLayouter {
  /// Adds a card about a web page: picture, title, summary and host.
  func addLinkPreview(_ preview: LinkPreview, image: MediaPlacement?, to stack: inout PartStack) {
    let padding = theme.cardPadding
    let insets = theme.bubbleInsets
    let available = stack.maxWidth - insets.left - insets.right
    let inner = available - padding * 2
    var bottom = LayoutUnit.zero
    let picture = previewPicture(preview.image, image, width: available)
    if let picture { bottom = picture.rect.maxY }
    var texts: [(role: ItemID.Role, laid: LaidOutText)] = []
    let title = preview.title ?? ""
    if !title.isEmpty { texts.append((.label, layOut(title, role: .cardTitle, maxWidth: inner))) }
    if let summary = preview.summary, !summary.isEmpty {
      texts.append((.detail, layOut(summary, role: .cardText, maxWidth: inner)))
    }
    let host = line(Wording.host(of: preview.url), role: .cardFact, maxWidth: inner)
    texts.append((.fact, host))
    bottom = bottom + padding
    var placed: [(role: ItemID.Role, rect: Rect, block: TextBlock)] = []
    for (role, text) in texts {
      placed.append((role, Rect(x: padding, y: bottom, width: text.width, height: text.height), text.block))
      bottom = bottom + text.height + theme.cardLineGap
    }
    let widest = placed.reduce(LayoutUnit.zero) { max($0, $1.rect.width) } + padding * 2
    let ground = Rect(
      x: .zero, y: .zero, width: picture == nil ? widest : available,
      height: bottom - theme.cardLineGap + padding)
    stack.draw(.card, ground, .box(.card, radius: theme.innerRadius))
    if let picture { stack.draw(.image, picture.rect, .image(picture.image)) }
    for text in placed { stack.draw(text.role, text.rect, .text(text.block)) }
    if let href = LinkPolicy.href(preview.url) {
      stack.draw(
        .jump, number: 0, ground,
        .link(FrameLink(href: href, name: title.isEmpty ? DisplayURL.text(of: preview.url) : title)))
    }
    stack.endPart(size: ground.size, insets: insets, direction: texts[0].laid.block.direction)
  }

  /// Returns the picture across the top of the card, cropped if it is too tall; nil without a usable file.
  private func previewPicture(
    _ attachment: Attachment?, _ placement: MediaPlacement?, width: LayoutUnit
  ) -> (rect: Rect, image: FrameImage)? {
    guard let attachment, let placement, placement.isInlineImage, placement.path != nil else { return nil }
    var height = theme.previewHeight
    if let wide = placement.width, let high = placement.height, wide > 0, high > 0 {
      height = min(
        height, LayoutUnit(px: max(1, Int(min(1e4, width.px * Double(high) / Double(wide)).rounded()))))
    }
    let radii = CornerRadii(
      topLeft: theme.innerRadius, topRight: theme.innerRadius, bottomLeft: .zero, bottomRight: .zero)
    return (
      Rect(x: .zero, y: .zero, width: width, height: height),
      FrameImage(path: placement.path, alt: wording.alt(of: attachment), radii: radii)
    )
  }
}
