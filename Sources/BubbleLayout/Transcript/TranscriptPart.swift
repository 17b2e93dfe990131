public import ChatModel

/// A part of a message in words, for files that are read as text.
///
/// Texts are as the source gives them: they may have several lines, control characters and markup.
public enum TranscriptPart: Sendable, Hashable {
  /// A sentence of the program on one line: a call, a deletion, a mark such as "pinned".
  case note(String)
  /// The message that is answered, in one line. The sender's name is empty if unknown.
  case quote(name: String, text: String)
  /// A text that somebody wrote.
  case text(MessageText)
  /// Program text with the name of its language, which may be empty.
  case code(String, language: String)
  /// A step of an agent under a heading of the program's own.
  case titled(String, text: String, isCode: Bool)
  /// An earlier version of the text under a heading of the program's own.
  case version(String, text: String)
  /// A line of a card, such as an option of a poll. `href` is an address that has passed the link policy.
  case line(String, href: String?)
  /// A file with its description.
  case file(Attachment, TranscriptFile)
  /// The reactions to the message, each with the people who reacted.
  case reactions([String])
}

/// A file of a message in words.
public struct TranscriptFile: Sendable, Hashable {
  /// The kind and name with length, type and size, as far as known.
  public var label: String
  /// The text alternative; nil if there is none besides the name.
  public var alt: String?
  /// The reason that there is no file, for a file that is missing.
  public var absence: String

  /// Creates a description.
  public init(label: String, alt: String?, absence: String) {
    (self.label, self.alt, self.absence) = (label, alt, absence)
  }
}

/// The parts of a message in words, while a content adds to them.
struct Transcript {
  /// The parts in the order in which they are read.
  private(set) var parts: [TranscriptPart] = []
  let wording: Wording
  let transcriber: Transcriber
  /// The message and the times in it.
  let context: Transcriber.Context

  init(_ transcriber: Transcriber, _ context: Transcriber.Context) {
    (self.transcriber, self.context, wording) = (transcriber, context, transcriber.wording)
  }

  /// Adds a part.
  mutating func add(_ part: TranscriptPart) { parts.append(part) }

  /// Adds a sentence of the program, unless it is empty.
  mutating func add(note: String) { if !note.isEmpty { parts.append(.note(note)) } }

  /// Adds a line of a card, unless it is empty.
  mutating func add(line: String, href: String? = nil) {
    if !line.isEmpty { parts.append(.line(line, href: href)) }
  }

  /// Adds a file.
  mutating func add(file: Attachment) { parts.append(.file(file, transcriber.description(of: file))) }
}
