import ChatModel

/// The records of contents with types of their own.
///
/// Any other kind is written with its name and facts, and created again by ``PartKinds``.
enum PartRecord {
  private enum Kind: Int {
    case contact, location, poll, call, linkPreview, code, deletion, turn, unsupported
  }

  static func write(_ part: any MessagePart, to record: inout RecordWriter) {
    switch part {
    case let contact as Contact:
      record.add(Kind.contact.rawValue)
      record.add(contact.name)
      record.add(each: contact.phones) { $0.add($1) }
      record.add(each: contact.emails) { $0.add($1) }
      record.add(each: contact.lines) { $0.add($1) }
    case let location as Location:
      record.add(Kind.location.rawValue)
      record.add(location.latitude)
      record.add(location.longitude)
      record.add(location.name)
      record.add(location.address)
    case let poll as Poll:
      record.add(Kind.poll.rawValue)
      record.add(poll.question)
      record.add(each: poll.options) { record, option in
        record.add(option.text)
        record.add(option.votes)
        record.add(each: option.by) { $0.add($1) }
        record.add(option.isCorrect)
        record.add(option.isChosen)
      }
      record.add(poll.isClosed)
      record.add(poll.hasUnknownVotes)
      record.add(poll.voters) { $0.add($1) }
    case let call as Call:
      record.add(Kind.call.rawValue)
      record.add(call.medium)
      record.add(call.duration) { $0.add($1) }
      record.add(call.outcome)
    case let preview as LinkPreview:
      record.add(Kind.linkPreview.rawValue)
      record.add(preview.url)
      record.add(preview.title)
      record.add(preview.summary)
      record.add(preview.image) { $0.add($1) }
      record.add(preview.text)
    case let snippet as CodeSnippet:
      record.add(Kind.code.rawValue)
      record.add(snippet.code)
      record.add(snippet.language)
    case let deletion as Deletion:
      record.add(Kind.deletion.rawValue)
      record.add(deletion)
    case let turn as TurnPart:
      record.add(Kind.turn.rawValue)
      record.add(turn)
    case let other as Unsupported:
      record.add(Kind.unsupported.rawValue)
      record.add(other.name)
      record.add(other.text)
      record.add(other.facts)
    case let named as any NamedPart:
      record.add(Kind.unsupported.rawValue)
      record.add(type(of: named).kind)
      record.add(String?.none)
      record.add(named.facts)
    default:
      preconditionFailure(
        "a converted message has a part of a kind without a record; use Unsupported with its facts")
    }
  }

  static func part(_ record: inout RecordReader, _ kinds: PartKinds) -> any MessagePart {
    switch Kind(rawValue: record.integer()) {
    case .contact:
      let name = record.text()
      let (phones, emails) = (record.list { $0.text() }, record.list { $0.text() })
      return Contact(name: name, phones: phones, emails: emails, lines: record.list { $0.text() })
    case .location:
      let (latitude, longitude) = (record.real(), record.real())
      let name = record.optionalText()
      return Location(latitude: latitude, longitude: longitude, name: name, address: record.optionalText())
    case .poll: return poll(&record)
    case .call:
      let medium = record.text()
      let duration = record.optional { $0.real() }
      return Call(medium: medium, duration: duration, outcome: record.optionalText())
    case .linkPreview:
      let url = record.text()
      let (title, summary) = (record.optionalText(), record.optionalText())
      let image = record.optional { $0.attachment() }
      return LinkPreview(url: url, title: title, summary: summary, image: image, text: record.messageText())
    case .code:
      let code = record.text()
      return CodeSnippet(code: code, language: record.optionalText())
    case .deletion: return record.deletion()
    case .turn: return record.turnPart()
    case .unsupported, nil:
      let name = record.text()
      let text = record.optionalText()
      let facts = PartFacts(
        record.list { record in
          let name = record.text()
          return PartFacts.Fact(name: name, value: record.text())
        })
      return kinds.part(name, facts) ?? Unsupported(kind: name, text: text, facts: facts)
    }
  }

  private static func poll(_ record: inout RecordReader) -> Poll {
    let question = record.text()
    let options = record.list { record in
      let text = record.text()
      let votes = record.integer()
      let by = record.list { $0.participant() }
      let isCorrect = record.flag()
      return Poll.Option(text: text, votes: votes, by: by, isCorrect: isCorrect, isChosen: record.flag())
    }
    let isClosed = record.flag()
    let hasUnknownVotes = record.flag()
    var poll = Poll(
      question: question, options: options, isClosed: isClosed, voters: record.optional { $0.integer() })
    poll.hasUnknownVotes = hasUnknownVotes
    return poll
  }
}

extension RecordWriter {
  fileprivate mutating func add(_ facts: PartFacts) {
    add(each: facts.facts) { record, fact in
      record.add(fact.name)
      record.add(fact.value)
    }
  }

  mutating func add(_ deletion: Deletion) {
    add(deletion.by) { $0.add($1) }
    add(deletion.instant) { $0.addSigned($1.milliseconds) }
    add(deletion.reason == .expired)
  }

  mutating func add(_ turn: TurnPart) {
    add(turn.kind.rawValue)
    add(turn.name)
    add(turn.text)
    add(turn.hasFailed)
  }
}

extension RecordReader {
  mutating func deletion() -> Deletion {
    let by = optional { $0.participant() }
    let instant = optional { $0.instant() }
    return Deletion(by: by, instant: instant, reason: flag() ? .expired : .deleted)
  }

  mutating func turnPart() -> TurnPart {
    let kind = TurnPart.Kind(rawValue: text()) ?? .thinking
    let (name, text) = (optionalText(), text())
    return TurnPart(kind: kind, name: name, text: text, hasFailed: flag())
  }
}
