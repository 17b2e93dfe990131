import ChatModel

/// Writes the members of a message other than the ones that most messages have.
struct ChatExportContentWriter {
  /// The message so far.
  var json: JSONWriter
  let people: ChatExportPeople
  /// The files of the message.
  let files: [String: OutputPath]

  /// Adds the members of the content other than its text.
  mutating func add(_ message: Message) {
    switch message.content {
    case .text: break
    case .media(let attachments, _):
      if attachments.isEmpty { json.member("kind", "text") } else { add(attachments) }
    case .system(let event): add(event, sender: message.sender)
    case .part(let part): add(part)
    }
  }

  // MARK: Files

  private mutating func add(_ attachments: [Attachment]) {
    let files = files
    json.list("attachments", attachments) { json, attachment in
      json.object { Self.add(attachment, files, to: &$0) }
    }
  }

  private static func add(_ file: Attachment, _ files: [String: OutputPath], to json: inout JSONWriter) {
    json.member("kind", file.kind.rawValue)
    json.member("path", file.path.map { files[$0]?.path ?? $0 })
    json.member("name", file.name ?? shownName(of: file, files))
    switch file.absence {
    case nil: break
    case .tooLarge: json.member("missing", "tooLarge")
    case .unavailable: json.member("missing", "unavailable")
    case .other(let words): json.member("absence", words)
    }
    json.member("width", file.width)
    json.member("height", file.height)
    json.member("byteCount", file.byteCount)
    json.member("duration", file.duration)
    json.member("alt", file.alt)
    json.member("type", file.type)
    if !file.waveform.isEmpty { json.list("waveform", file.waveform) { $0.number(Int64($1)) } }
    json.member("poster", file.poster.map { files[$0]?.path ?? $0 })
    json.member("spoiler", ifTrue: file.isSpoiler)
    json.member("round", ifTrue: file.isRound)
  }

  /// Returns the name of a file that is shown by its name in the source and has another name here; nil for most.
  private static func shownName(of file: Attachment, _ files: [String: OutputPath]) -> String? {
    guard file.kind == .file, let path = file.path, let stored = files[path] else { return nil }
    let name = file.fileName
    return Attachment(kind: .file, path: stored.path).fileName == name ? nil : name
  }

  // MARK: Events

  private mutating func add(_ event: SystemEvent, sender: ParticipantIndex?) {
    json.member("event", event.event)
    // `by` names the sender as well.
    if let actor = event.actor {
      if sender == nil {
        people.member("actor", actor, to: &json)
      } else if actor != sender {
        people.member("by", actor, to: &json)
      }
    } else {
      json.member("impersonal", ifTrue: sender != nil)
    }
    people.member("targets", event.targets, to: &json)
    if let facts = event.facts { json.object("details") { Self.add(facts, to: &$0) } }
  }

  private static func add(_ facts: EventFacts, to json: inout JSONWriter) {
    json.member("at", facts.instant)
    json.member("duration", facts.duration)
    json.member("months", facts.months)
    json.member("count", facts.count)
    json.member("otherCount", facts.otherCount)
    if let amount = facts.amount {
      json.object("amount") { json in
        json.member("units", amount.units)
        json.member("currency", amount.currency)
        json.member("digits", amount.digits)
      }
    }
    if let day = facts.day {
      json.object("day") { json in
        json.member("year", day.year)
        json.member("month", day.month)
        json.member("day", day.day)
      }
    }
    json.member("name", facts.name)
    if !facts.marks.isEmpty { json.list("marks", facts.marks) { $0.text($1.word) } }
  }

  // MARK: Parts

  private mutating func add(_ part: any MessagePart) {
    switch part {
    case let part as Contact: add(part)
    case let part as Location: add(part)
    case let part as Poll: add(part)
    case let part as Call: add(part)
    case let part as LinkPreview: add(part)
    case let part as CodeSnippet:
      json.member("kind", "code")
      json.member("language", part.language)
    case let part as Deletion:
      json.member("kind", part.reason.rawValue)
      people.member("by", part.by, to: &json)
      json.member("deletedAt", part.instant)
    case let part as TurnPart:
      json.member("kind", part.kind.rawValue)
      json.member("name", part.name)
      json.member("failed", ifTrue: part.hasFailed)
    case let part as Unsupported:
      json.member("kind", "unsupported")
      json.member("name", part.name)
      add(part.facts)
    case let part as any NamedPart:
      json.member("kind", type(of: part).kind)
      add(part.facts)
    default:
      json.member("kind", "unsupported")
      json.member("name", type(of: part).kind)
    }
  }

  private mutating func add(_ contact: Contact) {
    json.object("contact") { json in
      json.member("name", contact.name)
      for (name, list) in [
        ("phones" as StaticString, contact.phones), ("emails", contact.emails), ("lines", contact.lines),
      ] where !list.isEmpty {
        json.list(name, list) { $0.text($1) }
      }
    }
  }

  private mutating func add(_ location: Location) {
    json.object("location") { json in
      json.member("latitude", location.latitude)
      json.member("longitude", location.longitude)
      json.member("name", location.name)
      json.member("address", location.address)
    }
  }

  private mutating func add(_ poll: Poll) {
    let people = people
    json.object("poll") { json in
      json.member("question", poll.question)
      json.list("options", poll.options) { json, option in
        json.object { json in
          json.member("text", option.text)
          if option.votes != option.by.count { json.member("votes", option.votes) }
          people.member("by", option.by, to: &json)
          json.member("correct", ifTrue: option.isCorrect)
          json.member("chosen", ifTrue: option.isChosen)
        }
      }
      json.member("closed", ifTrue: poll.isClosed)
      json.member("votesUnknown", ifTrue: poll.hasUnknownVotes)
      json.member("voters", poll.voters)
    }
  }

  private mutating func add(_ call: Call) {
    json.object("call") { json in
      json.member("medium", call.medium)
      json.member("duration", call.duration)
      json.member("outcome", call.outcome)
    }
  }

  private mutating func add(_ preview: LinkPreview) {
    let files = files
    json.object("linkPreview") { json in
      json.member("url", preview.url)
      json.member("title", preview.title)
      json.member("summary", preview.summary)
      if let image = preview.image { json.object("image") { Self.add(image, files, to: &$0) } }
    }
  }

  /// Adds facts as an object; as a list if a name occurs twice.
  private mutating func add(_ facts: PartFacts) {
    let facts = facts.facts
    guard !facts.isEmpty else { return }
    if Set(facts.map(\.name)).count == facts.count {
      json.object("facts") { json in for fact in facts { json.member(named: fact.name, fact.value) } }
    } else {
      json.list("facts", facts) { json, fact in
        json.object { json in
          json.member("name", fact.name)
          json.member("value", fact.value)
        }
      }
    }
  }
}

extension EventFacts.EventMark {
  /// The word in files.
  var word: String {
    switch self {
    case .recurring: "recurring"
    case .limited: "limited"
    case .anonymous: "anonymous"
    case .unclaimed: "unclaimed"
    }
  }
}
