public import ChatModel
public import Phrases
import RichText

/// Makes one-line excerpts of messages, for the quotes above replies.
public struct QuoteLine: Sendable {
  /// Maximum number of characters. The line is cut to the quote's width later.
  static let limit = 160
  private let rich = RichTextParser()
  private let sentences: SystemSentence
  let wording: Wording

  /// Excerpts from a conversation of these participants, in the language of `phrases`.
  public init(people: ParticipantTable, phrases: Phrases) {
    sentences = SystemSentence(
      people: people.participants.map { Person($0, avatar: nil) }, phrases: phrases)
    wording = Wording(phrases: phrases)
  }

  /// The text for a message that is not part of the export.
  public var missing: String { wording.phrases(.missingQuote) }

  /// Returns plain text in one line.
  public func line(ofPlain text: String) -> String {
    rich.plainLine(MessageText(text, markup: .plain), limit: Self.limit)
  }

  /// Returns the text that a source quotes in one line.
  public func line(ofQuoted text: String) -> String {
    KnownWords.phrase(ofQuote: text).map { wording.phrases($0) } ?? line(ofPlain: text)
  }

  /// Returns a text without its markup in one line.
  func line(of text: MessageText) -> String { rich.plainLine(text, limit: Self.limit) }

  /// Returns the text of a message in one line, or else the name of its kind.
  public func line(of message: Message) -> String {
    switch message.content {
    case .text(let text): return line(of: text)
    case .media(let attachments, let caption):
      if !caption.string.isEmpty { return line(of: caption) }
      return attachments.first.map { wording.kind($0.kind) } ?? ""
    case .system(let event): return line(ofPlain: sentences.sentence(for: event))
    case .part(let part): return part.contentLayout.line(self)
    }
  }
}
