import BubbleLayout
import ChatImport
import ChatModel
import Frames
import ICU
import SiteWriter

/// What a page is made of, field by field: these values come with every page and message. A test finds each field that
/// is missing here.
extension StableEncoder {
  /// A page's model without what is the same on all pages of a conversation: words and the emoji without a picture.
  mutating func add(_ model: PageModel) {
    add(model.title)
    add(model.number)
    add(model.hasNext)
    add(model.dates)
    add(model.day)
    add(model.messages)
    add(model.months.count)
    for month in model.months {
      add(month.title)
      add(month.page)
      add(month.anchor)
      add(month.count)
    }
    add(model.language)
    add(model.direction == .rightToLeft)
    add(model.isOneOfSeveral)
    add(model.leadsOut)
    add(model.hasSearch)
  }

  /// What the row of the message at a place of a page is made of, on the page with a number.
  ///
  /// Its place in the conversation is none of it: a row is the same wherever messages in front of it have come or gone.
  /// Ways to messages of its own page do not name the page.
  mutating func addRow(_ place: Int, of inputs: Span<RowInput>, onPage number: Int) {
    add(inputs[place].message)
    add(inputs[place].decoration)
    add(inputs[place].isPlain)
    if !inputs[place].isPlain { add(inputs[place].extras, onPage: number) }
  }

  private mutating func add(_ extras: RowInput.Extras, onPage number: Int) {
    add(extras.anchor)
    add(extras.quote != nil)
    if let quote = extras.quote { add(quote, onPage: number) }
    add(extras.media.count)
    for placement in extras.media { add(placement) }
    add(extras.reactionPictures.count)
    for picture in extras.reactionPictures { add(picture) }
    add(extras.relations != nil)
    if var relations = extras.relations {
      for place in relations.ways.indices where Int(relations.ways[place].page) == number {
        relations.ways[place].page = 0
      }
      add(relations)
    }
    add(extras.moments.count)
    for (instant, time) in extras.moments.sorted(by: { $0.key < $1.key }) {
      add(instant.milliseconds)
      add(time.day)
      add(time.minute)
    }
  }

  mutating func add(_ person: Person) {
    add(person.name)
    add(person.avatar)
    add(person.initials)
    add(UInt64(person.colour))
    add(person.isMe)
  }

  mutating func add(_ participant: Participant) {
    add(participant.key)
    add(participant.name)
    add(participant.avatar)
    add(participant.isMe)
  }

  private mutating func add(_ relations: Relations) {
    add(relations.branch != nil)
    if let branch = relations.branch {
      add(branch.number)
      add(branch.count)
    }
    add(relations.isOffBranch)
    add(relations.answers)
    add(relations.ways.count)
    for way in relations.ways {
      add(way.page)
      add(way.anchor)
      add(way.purpose.rawValue)
    }
  }

  mutating func add(_ message: Message) {
    if case .text(let text) = message.content, let tag = text.markup.tag {
      add(
        id: message.id.utf8.span, message.sender, message.instant, text: text.string.utf8.span, markup: tag)
    } else {
      add(id: message.id.utf8.span, message.sender, message.instant)
      add(message.content)
    }
    add(message.isContentAlone)
    if message.isContentAlone { return }
    add(message.reply != nil)
    if let reply = message.reply { add(reply) }
    add(message.reactions.count)
    for reaction in message.reactions { add(reaction) }
    add(message.extras != nil)
    if let extras = message.extras { add(extras) }
  }

  /// The same as for the whole message.
  mutating func add(_ message: TextMessage) {
    message.withText { text in
      add(
        id: message.id.utf8.span, message.sender, message.instant, text: text, markup: message.markup.tag ?? 0
      )
    }
    add(message.replyTo == nil)
    guard let replyTo = message.replyTo else { return }
    add(true)
    add(Reply(target: replyTo))
    add(0)
    add(false)
  }

  private mutating func add(_ reply: Reply) {
    add(reply.target)
    add(reply.quotedName)
    add(reply.quotedText)
  }

  private mutating func add(_ extras: MessageExtras) {
    add(extras.edits.count)
    for edit in extras.edits {
      add(edit.instant)
      add(edit.text)
    }
    add(extras.editedAt)
    add(extras.status)
    add(extras.forwardedFrom)
    add(extras.forwardedAt)
    add(extras.thread)
    add(extras.isViewOnce)
    add(extras.expiresAfter)
    add(extras.isFirstUnread)
    add(extras.isPinned)
    add(extras.role)
    add(extras.model)
    add(extras.parent)
    add(extras.text != nil)
    if let text = extras.text { add(text) }
  }

  private mutating func add(_ content: MessageContent) {
    switch content {
    case .text(let text):
      add(0)
      add(text)
    case .media(let attachments, let caption):
      add(1)
      add(attachments.count)
      for attachment in attachments { add(attachment) }
      add(caption)
    case .system(let event):
      add(2)
      add(event)
    case .part(let part as any KeyedPart):
      add(3)
      add(type(of: part).kind)
      part.add(to: &self)
    case .part(let part):
      add(4)
      add(String(reflecting: type(of: part)))
      add(reflecting: part)
    }
  }

  mutating func add(_ text: MessageText) {
    add(text.string)
    add(text.markup.tag ?? 2)
    guard case .spans(let spans) = text.markup else { return }
    add(spans.count)
    for span in spans { add(span) }
  }

  private mutating func add(_ span: SourceSpan) {
    add(span.start)
    add(span.end)
    switch span.kind {
    case .bold: add(0)
    case .italic: add(1)
    case .underline: add(2)
    case .strikethrough: add(3)
    case .spoiler: add(4)
    case .code: add(5)
    case .mention: add(6)
    case .hashtag: add(7)
    case .blockquote: add(8)
    case .codeBlock(let language):
      add(9)
      add(language)
    case .link(let target):
      add(10)
      add(target)
    }
  }

  private mutating func add(_ event: SystemEvent) {
    add(event.event)
    add(event.actor)
    add(people: event.targets)
    add(event.text)
  }

  mutating func add(_ attachment: Attachment) {
    add(attachment.kind.rawValue)
    add(attachment.path)
    add(attachment.name)
    add(attachment.absence != nil)
    if let absence = attachment.absence { add(absence) }
    add(attachment.width)
    add(attachment.height)
    add(attachment.byteCount)
    add(attachment.duration)
    add(attachment.alt)
    add(attachment.type)
    add(attachment.waveform)
    add(attachment.poster)
    add(attachment.isSpoiler)
  }

  private mutating func add(_ absence: Attachment.Absence) {
    switch absence {
    case .tooLarge: add(0)
    case .unavailable: add(1)
    case .other(let words):
      add(2)
      add(words)
    }
  }

  private mutating func add(_ reaction: Reaction) {
    add(reaction.emoji)
    add(people: reaction.by)
    add(reaction.count)
    add(reaction.image)
  }

  private mutating func add(_ decoration: Decoration) {
    var flags: UInt8 = decoration.side == .outgoing ? 1 : 0
    if decoration.startsGroup { flags |= 2 }
    if decoration.endsGroup { flags |= 4 }
    if decoration.joinsAbove { flags |= 8 }
    if decoration.joinsBelow { flags |= 16 }
    if decoration.isFirst { flags |= 32 }
    if decoration.newDay != nil { flags |= 64 }
    add(flags: flags, day: decoration.newDay?.daysSince1970, minute: decoration.minute)
  }

  mutating func add(_ quote: QuotedMessage, onPage number: Int) {
    add(quote.name)
    add(quote.text)
    add(quote.page.map { Int($0) == number ? 0 : $0 })
    add(quote.anchor)
  }

  private mutating func add(_ placement: MediaPlacement) {
    add(placement.path)
    add(placement.isInlineImage)
    add(placement.playback != nil)
    if let playback = placement.playback { add(playback == .film) }
    add(placement.width)
    add(placement.height)
    add(placement.poster)
  }
}

extension MessageText.Markup {
  /// A number for each markup that is nothing but that.
  fileprivate var tag: UInt8? {
    switch self {
    case .plain: 0
    case .markdown: 1
    case .spans: nil
    }
  }
}
