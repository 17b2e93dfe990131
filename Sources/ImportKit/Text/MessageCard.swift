package import ChatModel

/// A card beside a message's own words: the preview of a link, or a bot's box with title and fields.
///
/// It becomes one card below the text or, if the message shows files, a quotation in their caption.
package struct MessageCard {
  private var url: String?
  private var title: String?
  private var lines: [String] = []
  private var image: Attachment?

  package init() {}

  package var isEmpty: Bool { url == nil && title == nil && lines.isEmpty && image == nil }

  /// Adds a box. The first one's title and address are the card's; the others' become lines.
  package mutating func add(title: String, url: String?, lines: [String], image: Attachment?) {
    let lines = lines.filter { !$0.isEmpty }
    let url = url.flatMap { $0.isEmpty ? nil : $0 }
    self.image = self.image ?? image
    if self.title == nil, self.url == nil, self.lines.isEmpty {
      (self.title, self.url, self.lines) = (title.isEmpty ? nil : title, url, lines)
      return
    }
    var more = title.isEmpty ? lines : [title] + lines
    if let url, url != self.url { more.append(url) }
    if !more.isEmpty { self.lines += [""] + more }
  }

  package mutating func add(line: String) { if !line.isEmpty { lines.append(line) } }

  /// Adds a button. The first one with an address is the card's title, if it has none.
  package mutating func add(button label: String, url: String?) {
    if title == nil, self.url == nil, let url {
      (title, self.url) = (label, url)
    } else {
      lines.append(url.map { "\(label) \($0)" } ?? "[\(label)]")
    }
  }

  /// Returns the card below a text, or nil if there is none.
  package func preview(with text: MessageText) -> LinkPreview? {
    guard !isEmpty else { return nil }
    return LinkPreview(
      url: url ?? "", title: title, summary: lines.isEmpty ? nil : lines.joined(separator: "\n"),
      image: image,
      text: text)
  }

  /// Returns a text with the card's words quoted below it.
  func appended(to text: MessageText) -> MessageText {
    guard !isEmpty else { return text }
    var styled = StyledText()
    styled.append(text)
    styled.beginLine()
    styled.style(.blockquote) { quote in
      if let title, let url {
        quote.append(link: url, label: title)
      } else if let title {
        quote.style(.bold) { $0.append(title) }
      } else if let url {
        quote.append(url)
      }
      for line in lines {
        quote.beginLine()
        quote.append(line)
      }
    }
    return styled.messageText
  }

  /// Sets the draft's content: `text` with the card, or with files. False if there is nothing to show.
  package func setContent(of draft: inout MessageDraft, _ text: MessageText) -> Bool {
    if draft.part != nil {
      if !text.string.isEmpty { draft.text = text }
    } else if draft.attachments.isEmpty, let preview = preview(with: text) {
      draft.part = preview
    } else if !text.string.isEmpty || !isEmpty {
      draft.text = appended(to: text)
    } else {
      return !draft.attachments.isEmpty
    }
    return true
  }
}
