/// The content of a message: one of the three shapes that most messages have, or a part of a type of its own.
///
/// Indirect except for text, so that looking at it costs one reference, not one for each string inside.
public enum MessageContent: Sendable, Equatable {
  case text(MessageText)
  /// One or more attachments with a caption: image, album, video, audio, voice note, file, sticker, GIF.
  indirect case media([Attachment], caption: MessageText)
  indirect case system(SystemEvent)
  /// Any other content, each kind with a type of its own.
  indirect case part(any MessagePart)

  /// True if the content shows no text of the message, which is then in the message's `extras.text`.
  public var hasNoText: Bool { if case .part(let part) = self { part.hasNoText } else { false } }

  /// The files that came with the message: attachments, and the files of a part.
  public var files: [Attachment] {
    switch self {
    case .media(let attachments, _): attachments
    case .part(let part): part.files
    case .text, .system: []
    }
  }

  /// Compares kinds and contents.
  public static func == (a: MessageContent, b: MessageContent) -> Bool {
    switch (a, b) {
    case (.text(let a), .text(let b)): a == b
    case (.media(let a, let captionA), .media(let b, let captionB)): a == b && captionA == captionB
    case (.system(let a), .system(let b)): a == b
    case (.part(let a), .part(let b)): a.isEqual(to: b)
    case (.text, _), (.media, _), (.system, _), (.part, _): false
    }
  }
}

/// A file that came with a message.
public struct Attachment: Sendable, Hashable {
  /// The kind of an attachment, which decides how it is shown.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case image, video, audio, voice, file, sticker, gif
  }
  /// The reasons that a file is missing.
  public enum Absence: Sendable, Hashable {
    /// It was larger than the export's limit.
    case tooLarge
    /// It was not available when exported.
    case unavailable
    /// In the source's own words.
    case other(String)
  }
  /// The kind, which decides how the file is shown.
  public var kind: Kind
  /// Path relative to the input's folder, as the source gives it (not trusted); nil if not included.
  public var path: String?
  /// The name to show.
  public var name: String?
  /// The reason that the file is missing, if the source gives one.
  public var absence: Absence?
  /// Pixels, if given by the source.
  public var width: Int?
  /// Pixels, if given by the source.
  public var height: Int?
  /// Bytes, if given by the source.
  public var byteCount: Int?
  /// Seconds.
  public var duration: Double?
  /// Text alternative.
  public var alt: String?
  /// MIME type the source claims.
  public var type: String?
  /// The loudness of a recording from start to end, 0…100.
  public var waveform: [UInt8] = []
  /// Path of the still picture shown until a film is played; as little trusted as `path`.
  public var poster: String?
  /// True if a picture or film is hidden until clicked.
  public var isSpoiler = false
  /// True if a film is shown as a disc, like messages filmed in the app.
  public var isRound = false

  /// The last part of the path, after a `/` or the `\` of Windows; nil without a path.
  public var fileName: String? {
    guard let path else { return nil }
    let slash = path.utf8.lastIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
    return slash.map { String(path[path.utf8.index(after: $0)...]) } ?? path
  }

  /// Creates an attachment; size, length and the rest are set afterwards.
  public init(kind: Kind, path: String? = nil, name: String? = nil) {
    (self.kind, self.path, self.name) = (kind, path, name)
  }
}

/// A card with the name and addresses of a person.
public struct Contact: MessagePart, Hashable {
  /// The kind's name.
  public static let kind = "contact"
  /// The name on the card.
  public var name: String
  /// Phone numbers, as the source writes them.
  public var phones: [String]
  /// Email addresses, as the source writes them.
  public var emails: [String]
  /// Whatever else the card says, such as an address or a note.
  public var lines: [String]
  /// Creates a contact.
  public init(name: String, phones: [String] = [], emails: [String] = [], lines: [String] = []) {
    (self.name, self.phones, self.emails, self.lines) = (name, phones, emails, lines)
  }
  /// The name, or for a contact without one the first number or address; empty if there is none either.
  public var title: String { ([name] + phones + emails).first { !$0.isEmpty } ?? "" }

  /// Reads the fields.
  public init(reading fields: inout some FieldVisitor) {
    self.init(name: "")
    visitFields(&fields)
  }

  /// Goes through the fields.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.visit(&name)
    visitor.visit(&phones)
    visitor.visit(&emails)
    visitor.visit(&lines)
  }
}

/// A point on the map.
public struct Location: MessagePart, Hashable {
  /// The kind's name.
  public static let kind = "location"
  /// Degrees north and east (WGS 84).
  public var latitude: Double
  /// Degrees east; west is negative.
  public var longitude: Double
  /// The name of the venue, or nil for a bare point.
  public var name: String?
  /// The postal address, or nil if the source gives none.
  public var address: String?
  /// Creates a location.
  public init(latitude: Double, longitude: Double, name: String? = nil, address: String? = nil) {
    (self.latitude, self.longitude, self.name, self.address) = (latitude, longitude, name, address)
  }

  /// Reads the fields.
  public init(reading fields: inout some FieldVisitor) {
    self.init(latitude: 0, longitude: 0)
    visitFields(&fields)
  }

  /// Goes through the fields.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.visit(&latitude)
    visitor.visit(&longitude)
    visitor.visit(&name)
    visitor.visit(&address)
  }
}

/// A poll or quiz with its votes.
public struct Poll: MessagePart, Hashable {
  /// The kind's name.
  public static let kind = "poll"
  /// An answer to choose.
  public struct Option: Sendable, Hashable {
    /// The answer.
    public var text: String
    /// The number of votes.
    public var votes: Int
    /// The people who voted for it. May be fewer than `votes`.
    public var by: [ParticipantIndex]
    /// True if the option is the answer of a quiz.
    public var isCorrect: Bool
    /// True if the owner of the conversation voted for it.
    public var isChosen: Bool
    /// Creates an option.
    public init(
      text: String, votes: Int, by: [ParticipantIndex] = [], isCorrect: Bool = false, isChosen: Bool = false
    ) {
      (self.text, self.votes, self.by, self.isCorrect) = (text, votes, by, isCorrect)
      self.isChosen = isChosen
    }
  }
  /// The question.
  public var question: String
  /// The options, in the order in which they are shown.
  public var options: [Option]
  /// True if voting is over.
  public var isClosed: Bool
  /// True if the source does not give the number of votes of each option.
  public var hasUnknownVotes = false
  /// The number of people who voted, if the source gives it; less than the votes if one may choose several options.
  public var voters: Int?
  /// Creates a poll.
  public init(question: String, options: [Option], isClosed: Bool = false, voters: Int? = nil) {
    (self.question, self.options, self.isClosed) = (question, options, isClosed)
    self.voters = voters
  }

  /// Reads the fields.
  public init(reading fields: inout some FieldVisitor) {
    self.init(question: "", options: [])
    visitFields(&fields)
  }

  /// Goes through the fields.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.visit(&question)
    visitor.visit(each: &options, blank: Option(text: "", votes: 0)) { visitor, option in
      visitor.visit(&option.text)
      visitor.visit(&option.votes)
      visitor.visit(&option.by)
      visitor.visit(&option.isCorrect)
      visitor.visit(&option.isChosen)
    }
    visitor.visit(&isClosed)
    visitor.visit(&hasUnknownVotes)
    visitor.visit(&voters)
  }
}

/// A call, answered or not.
public struct Call: MessagePart, Hashable {
  /// The kind's name.
  public static let kind = "call"
  /// `audio` or `video`, or the source's word.
  public var medium: String
  /// Seconds, nil if it was not answered or is unknown.
  public var duration: Double?
  /// `missed`, `declined`, `busy` …; nil for an answered call.
  public var outcome: String?
  /// Creates a call.
  public init(medium: String, duration: Double? = nil, outcome: String? = nil) {
    (self.medium, self.duration, self.outcome) = (medium, duration, outcome)
  }

  /// Reads the fields.
  public init(reading fields: inout some FieldVisitor) {
    self.init(medium: "")
    visitFields(&fields)
  }

  /// Goes through the fields.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.visit(&medium)
    visitor.visit(&duration)
    visitor.visit(&outcome)
  }
}

/// The preview of a page that a message links to.
public struct LinkPreview: MessagePart, Hashable {
  /// The kind's name.
  public static let kind = "linkPreview"
  /// The page's address, as the source gives it; not trusted.
  public var url: String
  /// The page's title.
  public var title: String?
  /// The page's description.
  public var summary: String?
  /// The page's picture.
  public var image: Attachment?
  /// The text that was written with the link.
  public var text: MessageText
  /// Always false: the text is part of the content.
  public var hasNoText: Bool { false }
  /// The picture, if there is one.
  public var files: [Attachment] { image.map { [$0] } ?? [] }
  /// Creates a preview.
  public init(
    url: String, title: String? = nil, summary: String? = nil, image: Attachment? = nil,
    text: MessageText = .empty
  ) {
    (self.url, self.title, self.summary, self.image) = (url, title, summary, image)
    self.text = text
  }

  /// Reads the fields.
  public init(reading fields: inout some FieldVisitor) {
    self.init(url: "")
    visitFields(&fields)
  }

  /// Goes through the fields.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.visit(&url)
    visitor.visit(&title)
    visitor.visit(&summary)
    visitor.visit(&image)
    visitor.visit(&text)
  }
}

/// A block of program text.
public struct CodeSnippet: MessagePart, Hashable {
  /// The kind's name.
  public static let kind = "code"
  /// The program text.
  public var code: String
  /// The name of the programming language, or nil if the source gives none.
  public var language: String?
  /// Always false: the code is the text.
  public var hasNoText: Bool { false }
  /// Control sequences of terminals are left out.
  public init(code: String, language: String? = nil) {
    (self.code, self.language) = (TerminalText.plain(code, overwrites: true), language)
  }

  /// Reads the fields.
  public init(reading fields: inout some FieldVisitor) {
    self.init(code: "")
    visitFields(&fields)
  }

  /// Goes through the fields.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.visit(&code)
    visitor.visit(&language)
  }
}

/// An event of the conversation.
public struct SystemEvent: Sendable, Hashable {
  /// The source's word: `memberAdded`, `join`, `topic` …
  public var event: String
  /// The person who did it, or nil if the source names nobody.
  public var actor: ParticipantIndex?
  /// The people it was done to, in the source's order.
  public var targets: [ParticipantIndex]
  /// Free text of the event: a new title, a reason, a mode; or the whole sentence if the source has nothing else.
  public var text: String?
  /// Facts for sentences in the page's language, for example dates and amounts of money; nil if there are none.
  public var facts: EventFacts?
  /// Creates an event.
  public init(
    event: String, actor: ParticipantIndex? = nil, targets: [ParticipantIndex] = [], text: String? = nil,
    facts: EventFacts? = nil
  ) {
    (self.event, self.actor, self.targets, self.text) = (event, actor, targets, text)
    self.facts = facts
  }
}

/// The trace of a deleted message.
public struct Deletion: MessagePart, Hashable {
  /// The kind's name.
  public static let kind = "deleted"
  /// The cause of a deletion.
  public enum Reason: String, Sendable, Hashable {
    /// It was taken back.
    case deleted
    /// Its time was over, or it could be viewed only once and was.
    case expired
  }
  /// The cause.
  public var reason: Reason
  /// The person who deleted it, or nil if the source names nobody.
  public var by: ParticipantIndex?
  /// The time of the deletion, or nil if the source gives none.
  public var instant: Instant?
  /// The time of the deletion, if there is one.
  public var instants: [Instant] { instant.map { [$0] } ?? [] }
  /// Creates the trace of a deleted message.
  public init(by: ParticipantIndex? = nil, instant: Instant? = nil, reason: Reason = .deleted) {
    (self.by, self.instant, self.reason) = (by, instant, reason)
  }

  /// Reads the fields.
  public init(reading fields: inout some FieldVisitor) {
    self.init()
    visitFields(&fields)
  }

  /// Goes through the fields.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.visit(&by)
    visitor.visit(&instant)
    visitor.visit(word: &reason)
  }
}

/// A part of an LLM turn that is not the answer: a thought, a call of a tool or its result.
public struct TurnPart: MessagePart, Hashable {
  /// The kind's name.
  public static let kind = "turnPart"
  /// The kinds of parts.
  public enum Kind: String, Sendable, Hashable, CaseIterable { case thinking, toolCall, toolResult }
  /// The role of the part in its turn.
  public var kind: Kind
  /// The tool's name.
  public var name: String?
  /// The thought, the arguments of the call, or its result.
  public var text: String
  /// True if the tool failed: the text is an error.
  public var hasFailed: Bool
  /// Always false: the text is part of the content.
  public var hasNoText: Bool { false }
  /// Control sequences of terminals are left out.
  public init(kind: Kind, name: String? = nil, text: String, hasFailed: Bool = false) {
    (self.kind, self.name, self.hasFailed) = (kind, name, hasFailed)
    self.text = TerminalText.plain(text, overwrites: kind != .thinking)
  }

  /// Reads the fields.
  public init(reading fields: inout some FieldVisitor) {
    self.init(kind: .thinking, text: "")
    visitFields(&fields)
  }

  /// Goes through the fields.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.visit(word: &kind)
    visitor.visit(&name)
    visitor.visit(&text)
    visitor.visit(&hasFailed)
  }
}

/// A message of a kind we cannot draw: shown as a card, counted in the report.
public struct Unsupported: MessagePart, Hashable {
  /// The kind's name.
  public static let kind = "unsupported"
  /// The source's name for it.
  public var name: String
  /// All of its text.
  public var text: String?
  /// All other facts that the source gives of it.
  public var facts: PartFacts
  /// Always false: the text is part of the content.
  public var hasNoText: Bool { false }
  /// Creates a card for a message of the kind called `name` in the source.
  public init(kind name: String, text: String? = nil, facts: PartFacts = PartFacts()) {
    (self.name, self.text, self.facts) = (name, text, facts)
  }

  /// Reads the fields.
  public init(reading fields: inout some FieldVisitor) {
    self.init(kind: "")
    visitFields(&fields)
  }

  /// Goes through the fields.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.visit(&name)
    visitor.visit(&text)
    visitor.visit(&facts)
  }
}
