public import ChatModel
import RichText

/// A displayed text and the faces it may be set in, for the survey of used characters.
public struct DisplayedText: Sendable {
  /// The text.
  public var string: String
  /// True if any part of the text may be bold.
  public var mayBeBold: Bool
  /// True if any part of the text may be italic.
  public var mayBeItalic: Bool
  /// True if any part of the text may be set as code.
  public var mayBeCode: Bool
  /// False for the text of a message as it was written; anything else may be cut, or joined with other texts.
  public var isLabel = true
  /// The addresses of its links that pages do not follow and do not show.
  public var refusedLinks: [String] = []
}

extension Message {
  /// Calls `body` with every text of the input that the message's rows may show.
  ///
  /// May report a text or a face too many, never one too few: fonts are subset to what is reported.
  public func forEachDisplayedText(_ body: (DisplayedText) -> Void) {
    func plain(_ text: String?) { if let text { body(.plain(text)) } }
    func label(_ text: String?) { if let text { body(.label(text)) } }
    func rich(_ text: MessageText) { DisplayedText.forEachText(of: text, body) }
    switch content {
    case .text(let text): rich(text)
    case .media(let attachments, let caption):
      rich(caption)
      for file in attachments {
        label(file.name)
        // Of a path only the file's name is shown, and only of a file without another name.
        if file.name?.isEmpty ?? true { label(file.fileName) }
        plain(file.alt)
        if case .other(let words)? = file.absence { plain(words) }
      }
    case .system(let event):
      plain(event.text)
      plain(event.event)
      plain(event.facts?.name)
      plain(event.facts?.amount?.currency)
    case .part(let part): part.contentLayout.forEachText(body)
    }
    label(reply?.quotedName)
    plain(reply?.quotedText)
    for reaction in reactions { plain(Wording.withEmojiPresentation(reaction.emoji)) }
    if let extras {
      if let text = extras.text { rich(text) }
      for edit in extras.edits { plain(edit.text) }
      for step in extras.steps { step.forEachText(body) }
      plain(extras.status)
      for name in [extras.forwardedFrom, extras.savedFrom, extras.signature, extras.via, extras.topic] {
        label(name)
      }
      label(extras.role)
      label(extras.model)
    }
  }
}

extension DisplayedText {
  /// A text in the regular face.
  static func plain(_ string: String) -> DisplayedText {
    DisplayedText(string: string, mayBeBold: false, mayBeItalic: false, mayBeCode: false)
  }

  /// A title or a name.
  static func label(_ string: String) -> DisplayedText {
    DisplayedText(string: string, mayBeBold: true, mayBeItalic: false, mayBeCode: false)
  }

  /// A text in the face of code.
  static func code(_ string: String) -> DisplayedText {
    DisplayedText(string: string, mayBeBold: false, mayBeItalic: false, mayBeCode: true)
  }

  /// Calls `body` with a text with markup, and with its displayed text if that may differ.
  static func forEachText(of text: MessageText, _ body: (DisplayedText) -> Void) {
    let slots = RichTextParser.possibleSlots(of: text)
    func add(_ string: String, isLabel: Bool, refusedLinks: [String] = []) {
      body(
        DisplayedText(
          string: string, mayBeBold: slots.bold, mayBeItalic: slots.italic, mayBeCode: slots.code,
          isLabel: isLabel, refusedLinks: refusedLinks))
    }
    let mayDiffer = RichTextParser.mayShowOtherText(text.string.utf8Span.span, markup: text.markup)
    add(text.string, isLabel: false, refusedLinks: refusedLinks(of: text, mayDiffer: mayDiffer))
    SourceLabel.forEachName(in: text) { body(.label($0)) }
    guard mayDiffer else { return }
    add(text.string, isLabel: true)
    for block in RichTextParser(options: .init(detectsLinks: false)).parse(text).blocks {
      add(block.text, isLabel: true)
      for case .item(let marker?, _) in block.containers where marker.utf8.count > 1 {
        add(marker, isLabel: true)
      }
    }
  }

  /// Returns the addresses of a text's links that pages do not follow. `mayDiffer`: the displayed text may be another one, as it is
  /// wherever Markdown has a link with words of its own.
  private static func refusedLinks(of text: MessageText, mayDiffer: Bool) -> [String] {
    switch text.markup {
    case .plain: return []
    case .markdown where !mayDiffer: return []
    case .markdown, .spans:
      return RichTextParser(options: .init(detectsLinks: false)).refusedLinks(in: text)
    }
  }
}
