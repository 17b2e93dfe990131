import ChatModel
import Frames
import ICU
import TextLayout

extension RowLayouter {
  /// A labelled card: what kind of thing it is, and what is known of it.
  func cardPart(
    label: String, lines: [String], number: Int = -1, link: String? = nil, stack: PartStack
  ) -> Part {
    let insets = theme.bubbleInsets
    let padding = theme.codePadding
    let available = stack.maxWidth - insets.left - insets.right - padding * 2
    let head = line(Wording.oneLine(label), role: .cardLabel, maxWidth: available)
    var y = padding
    var width = head.width
    var items: [(item: FrameItem, fit: Part.Fit)] = [
      (
        FrameItem(
          StaticBox(.label, number), Rect(x: padding, y: y, width: head.width, height: head.height),
          .text(head.block)), .fixed
      )
    ]
    y = y + head.height
    let body = lines.filter { !$0.isEmpty }.joined(separator: "\n")
    if !body.isEmpty {
      let detail = text.layOut(
        body, marks: [], role: .cardText, style: theme.style(.cardText), maxWidth: available)
      y = y + 2
      items.append(
        (
          FrameItem(
            StaticBox(.detail, number), Rect(x: padding, y: y, width: detail.width, height: detail.height),
            .text(detail.block)), .stretch
        ))
      width = max(width, detail.width)
      y = y + detail.height
    }
    let ground = Rect(x: .zero, y: .zero, width: width + padding * 2, height: y + padding)
    items.insert(
      (FrameItem(StaticBox(.card, number), ground, .box(.card, radius: theme.innerRadius)), .stretch), at: 0)
    if let link { items.append((FrameItem(StaticBox(.jump, number), ground, .file(path: link)), .stretch)) }
    return Part(size: ground.size, insets: insets, items: items)
  }

  func contactPart(_ contact: Contact, stack: PartStack) -> Part {
    cardPart(label: "Contact", lines: [contact.name] + contact.phones + contact.emails, stack: stack)
  }

  func locationPart(_ location: Location, stack: PartStack) -> Part {
    cardPart(
      label: "Location",
      lines: [location.name ?? "", location.address ?? "", Wording.coordinates(location)], stack: stack)
  }

  func pollPart(_ poll: Poll, stack: PartStack) -> Part {
    let options = poll.options.map { "• \($0.text) — \(dates.integer($0.votes))" }
    return cardPart(
      label: poll.isClosed ? "Poll, closed" : "Poll", lines: [poll.question] + options, stack: stack)
  }

  func callPart(_ call: Call, stack: PartStack) -> Part {
    cardPart(label: Wording.callLabel(call), lines: Wording.callLines(call), stack: stack)
  }

  func linkPreviewPart(_ preview: LinkPreview, stack: PartStack) -> Part {
    cardPart(
      label: "Link", lines: [preview.title ?? "", preview.summary ?? "", preview.url], stack: stack)
  }

  func deletedPart(_ deletion: Deletion, stack: PartStack) -> Part {
    let by = person(deletion.by).map { "by \($0.name)" } ?? ""
    return cardPart(label: "Deleted message", lines: [by], stack: stack)
  }

  func turnPart(_ part: TurnPart, stack: PartStack) -> Part {
    cardPart(label: Wording.turn(part), lines: [part.text], stack: stack)
  }

  func unsupportedPart(_ unsupported: Unsupported, stack: PartStack) -> Part {
    cardPart(
      label: "Not supported: \(unsupported.kind)", lines: [unsupported.text ?? ""], stack: stack)
  }
}
