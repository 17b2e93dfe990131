public import ChatModel
public import Phrases
import RichText

/// A message in one line, for the quote above a reply.
public struct QuoteLine: Sendable {
  /// How many characters are kept; the line is cut to its width later.
  static let limit = 160
  private let rich = RichTextParser()
  private let sentences: SystemSentence
  let wording: Wording

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

  func line(of text: MessageText) -> String { rich.plainLine(text, limit: Self.limit) }

  /// What the message says, or what it is.
  public func line(of message: Message) -> String {
    switch message.content {
    case .text(let text): return line(of: text)
    case .media(let attachments, let caption):
      if !caption.string.isEmpty { return line(of: caption) }
      return attachments.first.map { wording.kind($0.kind) } ?? ""
    case .system(let event): return line(ofPlain: sentences.sentence(for: event))
    case .part(let part): return part.face.line(self)
    }
  }
}
