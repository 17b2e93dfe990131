public import ChatModel
import RichText

/// A text a message shows, with the faces it may be set in: what the font survey needs to know.
public struct DisplayedText: Sendable {
  public var string: String
  public var mayBeBold: Bool
  public var mayBeItalic: Bool
  public var mayBeCode: Bool
}

extension Message {
  /// Calls `body` with every text of the input that the message's rows may show.
  ///
  /// May name a text or a face too many, never one too few: the fonts are cut to what is named here.
  public func forEachDisplayedText(_ body: (DisplayedText) -> Void) {
    func plain(_ text: String?) { if let text { body(.init(text, bold: false)) } }
    func label(_ text: String?) { if let text { body(.init(text, bold: true)) } }
    func rich(_ text: MessageText) {
      let slots = RichTextParser.possibleSlots(of: text)
      body(
        DisplayedText(
          string: text.string, mayBeBold: slots.bold, mayBeItalic: slots.italic, mayBeCode: slots.code))
    }
    switch content {
    case .text(let text): rich(text)
    case .media(let attachments, let caption):
      rich(caption)
      for file in attachments {
        label(file.name)
        label(file.path)
        plain(file.alt)
        if case .other(let words)? = file.absence { plain(words) }
      }
    case .contact(let contact):
      label(contact.name)
      contact.phones.forEach(plain)
      contact.emails.forEach(plain)
    case .location(let location):
      label(location.name)
      plain(location.address)
    case .poll(let poll):
      label(poll.question)
      poll.options.forEach { plain($0.text) }
    case .call(let call):
      label(call.medium)
      label(call.outcome)
    case .linkPreview(let preview, let text):
      rich(text)
      plain(preview.url)
      label(preview.title)
      plain(preview.summary)
    case .code(let snippet):
      body(DisplayedText(string: snippet.code, mayBeBold: false, mayBeItalic: false, mayBeCode: true))
    case .system(let event):
      plain(event.text)
      plain(event.event)
    case .deleted: break
    case .turnPart(let part):
      label(part.name)
      body(DisplayedText(string: part.text, mayBeBold: false, mayBeItalic: false, mayBeCode: true))
    case .unsupported(let unsupported):
      label(unsupported.kind)
      plain(unsupported.text)
    }
    label(reply?.quotedName)
    plain(reply?.quotedText)
    for reaction in reactions { plain(reaction.emoji) }
    if let extras {
      if let text = extras.text { rich(text) }
      for edit in extras.edits { plain(edit.text) }
      plain(extras.status)
      label(extras.forwardedFrom)
      label(extras.role)
      label(extras.model)
    }
  }
}

extension DisplayedText {
  fileprivate init(_ string: String, bold: Bool) {
    self.init(string: string, mayBeBold: bold, mayBeItalic: false, mayBeCode: false)
  }
}
