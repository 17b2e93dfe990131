public import ChatModel
public import Phrases
import RichText

/// A message in one line, for the quote above a reply.
public struct QuoteLine: Sendable {
  /// How many characters are kept; the line is cut to its width later.
  static let limit = 160
  private let rich = RichTextParser()
  private let sentences: SystemSentence
  private let wording: Wording

  /// Lines of a conversation of these participants.
  public init(people: ParticipantTable, phrases: Phrases) {
    sentences = SystemSentence(
      people: people.participants.map { Person($0, avatar: nil, colours: 1) }, phrases: phrases)
    wording = Wording(phrases: phrases)
  }

  /// Shown for a message that is not part of the export.
  public var missing: String { wording.phrases(.missingQuote) }

  public func line(ofPlain text: String) -> String {
    rich.plainLine(MessageText(text, markup: .plain), limit: Self.limit)
  }

  /// What the message says, or what it is.
  public func line(of message: Message) -> String {
    switch message.content {
    case .text(let text): return rich.plainLine(text, limit: Self.limit)
    case .media(let attachments, let caption):
      if !caption.string.isEmpty { return rich.plainLine(caption, limit: Self.limit) }
      return attachments.first.map { wording.kind($0.kind) } ?? ""
    case .contact(let contact):
      return line(ofPlain: wording.phrases(.quotedContact, .name(Wording.isolated(contact.name))))
    case .location(let location): return line(ofPlain: location.name ?? wording.phrases(.location))
    case .poll(let poll):
      return line(ofPlain: wording.phrases(.quotedPoll, .text(Wording.isolated(poll.question))))
    case .call(let call): return line(ofPlain: wording.callLabel(call))
    case .linkPreview(let preview, let text):
      return text.string.isEmpty
        ? line(ofPlain: preview.title ?? preview.url) : rich.plainLine(text, limit: Self.limit)
    case .code(let snippet): return line(ofPlain: snippet.code)
    case .system(let event): return line(ofPlain: sentences.sentence(for: event))
    case .deleted(let deletion): return wording.deleted(deletion.reason)
    case .turnPart(let part):
      return line(
        ofPlain: wording.phrases(.named, .label(wording.turn(part)), .name(Wording.isolated(part.text))))
    case .unsupported(let unsupported): return line(ofPlain: unsupported.text ?? unsupported.kind)
    }
  }
}
