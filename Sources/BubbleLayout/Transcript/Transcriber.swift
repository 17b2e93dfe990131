public import ChatModel
import ICU
import Phrases

/// Puts messages into words: everything that their rows show, in the order of the rows, as sentences, texts and files.
public struct Transcriber: Sendable {
  let wording: Wording
  let dates: LayoutLanguage
  private let people: [Person]
  /// The names for use inside of sentences.
  private let spokenNames: [String]

  /// The facts of a message that its conversation adds.
  public struct Context: Sendable {
    /// The local day of the message, in days since 1970; nil for a message without a time.
    public var day: Int32?
    /// The local times of the instants in ``ChatModel/Message/otherInstants``.
    public var moments: [Instant: LocalTime] = [:]
    /// The branches and threads of the message; nil for most.
    public var relations: Relations?
    /// The sender's name and the line of the answered message; nil if it answers none.
    public var answered: (name: String, line: String)?

    /// Creates the context of a message that has nothing but its day.
    public init(day: Int32? = nil) { self.day = day }
  }

  /// Creates a transcriber for the messages of `people` in a language.
  public init(people: [Participant], language: LayoutLanguage) {
    wording = Wording(phrases: language.phrases)
    dates = language
    self.people = people.map { Person($0, avatar: nil) }
    spokenNames = people.map { Wording.isolated($0.name) }
  }

  /// Returns a participant's name on one line; empty for nobody.
  public func name(of index: ParticipantIndex?) -> String {
    guard let index, people.indices.contains(Int(index.value)) else { return "" }
    return Wording.oneLine(people[Int(index.value)].name)
  }

  /// Returns the message in words. Only a message without anything to show has no parts.
  public func parts(of message: Message, _ context: Context) -> [TranscriptPart] {
    if message.isContentAlone, case .text(let text) = message.content, !text.isBlank { return [.text(text)] }
    var transcript = Transcript(self, context)
    addHead(of: message, to: &transcript)
    addContent(of: message, to: &transcript)
    addTail(of: message, to: &transcript)
    return transcript.parts
  }

  // MARK: Sections

  private func addHead(of message: Message, to transcript: inout Transcript) {
    let context = transcript.context
    if let relations = context.relations {
      if relations.isOffBranch {
        transcript.add(note: wording.otherBranch(relations.branch, sender: "", shown: number))
      } else if let branch = relations.branch {
        transcript.add(note: wording.branch(branch, shown: number))
      }
    }
    if let extras = message.extras {
      let isStep = if case .part(let part) = message.content { part is TurnPart } else { false }
      transcript.add(
        note: wording.header(
          extras, sender: name(of: message.sender),
          forwarded: extras.forwardedAt.flatMap { time($0, context) }, isTurnPart: isStep,
          isGone: message.content.isGone, longest: .max))
      if extras.isFirstUnread { transcript.add(note: wording.phrases(.unreadMessages)) }
    }
    if message.reply != nil, let answered = context.answered {
      transcript.add(.quote(name: Wording.oneLine(answered.name), text: answered.line))
    }
    for step in message.extras?.steps ?? [] { step.describe(in: &transcript, of: message) }
    if let deletion = message.extras?.deletion { deletion.describe(in: &transcript, of: message) }
  }

  private func addContent(of message: Message, to transcript: inout Transcript) {
    let hasSteps = message.extras?.steps.isEmpty == false
    switch message.content {
    case .text(let text) where text.isBlank:
      if !hasSteps { transcript.add(note: wording.phrases(.noText)) }
    case .text(let text): transcript.add(.text(text))
    case .media(let attachments, let caption):
      if !caption.string.isEmpty { transcript.add(.text(caption)) }
      for file in attachments { transcript.add(file: file) }
    case .system(let event):
      let sentences = SystemSentence(
        people: people, phrases: wording.phrases, dates: dates.dates, moments: transcript.context.moments)
      let sentence = Wording.oneLine(sentences.sentence(for: event))
      transcript.add(note: sentence)
      for text in [event.text ?? "", event.facts?.name ?? ""]
      where !sentence.contains(Wording.isolated(text)) {
        transcript.add(line: text)
      }
    case .part(let part): part.contentLayout.describe(in: &transcript, of: message)
    }
    if let text = message.extras?.text, !text.string.isEmpty { transcript.add(.text(text)) }
  }

  private func addTail(of message: Message, to transcript: inout Transcript) {
    let context = transcript.context
    if let extras = message.extras {
      for (index, edit) in extras.edits.enumerated() {
        let heading = wording.version(
          index + 1, until: edit.instant.flatMap { time($0, context) }, shown: number)
        transcript.add(.version(heading, text: edit.text))
      }
      transcript.add(note: marks(of: extras, isGone: message.content.isGone, context))
    }
    if let answers = context.relations?.answers, answers > 0 {
      transcript.add(note: wording.phrases(.answers, count: answers, shown: number(answers)))
    }
    if !message.reactions.isEmpty {
      transcript.add(.reactions(message.reactions.map { words(of: $0, context) }))
    }
  }

  // MARK: Words

  /// Returns the marks beside a message's time: edited, pinned, expiry, and a status other than delivery.
  private func marks(of extras: MessageExtras, isGone: Bool, _ context: Context) -> String {
    var time = ""
    if !extras.edits.isEmpty || extras.editedAt != nil {
      let instant = extras.editedAt ?? extras.edits.last?.instant
      time = instant.flatMap { self.time($0, context) } ?? ""
    }
    let line = wording.timeLine(time, extras: extras, isGone: isGone, shown: number)
    var parts = line.split(separator: " · ").map(String.init)
    switch extras.status {
    case "failed"?: parts.append(wording.phrases(.notSent))
    case "sending"?: parts.append(wording.phrases(.sending))
    default: break
    }
    return parts.map { $0.split(separator: " ").joined(separator: " ") }.filter { !$0.isEmpty }
      .joined(separator: " · ")
  }

  /// Returns a reaction with the names of the people who reacted, and their times if known.
  private func words(of reaction: Reaction, _ context: Context) -> String {
    let names = reaction.by.enumerated().compactMap { index, person -> String? in
      guard let name = spokenName(of: person) else { return nil }
      guard index < reaction.times.count, let instant = reaction.times[index],
        let time = time(instant, context)
      else { return name }
      return "\(name) · \(time)"
    }
    let words = Wording.reaction(reaction) { $0 }
    let list = wording.list(names, of: max(reaction.count, reaction.by.count), shown: number)
    return list.isEmpty ? words : "\(words) (\(list))"
  }

  /// Returns the kind, name and facts of a file.
  func description(of file: Attachment) -> TranscriptFile {
    let kind = wording.kind(file.kind)
    let title = wording.title(of: file)
    let facts = Wording.facts(of: file, stored: nil) { $0 }
    let label =
      title == kind ? kind : wording.phrases(.named, .label(kind), .name(Wording.isolated(title)))
    return TranscriptFile(
      label: facts.isEmpty ? label : "\(label) · \(facts)",
      alt: file.alt.flatMap { $0.isEmpty || $0 == file.name ? nil : $0 }, absence: wording.absence(of: file))
  }

  /// Returns the name for use inside a sentence; nil for an unknown person.
  func spokenName(of person: ParticipantIndex) -> String? {
    let index = Int(person.value)
    return spokenNames.indices.contains(index) ? spokenNames[index] : nil
  }

  /// True if the person is the owner of the conversation.
  func isMe(_ person: ParticipantIndex) -> Bool {
    people.indices.contains(Int(person.value)) && people[Int(person.value)].isMe
  }

  /// Returns a local time, with the date if it is on another day than the message; nil if unknown.
  func time(_ instant: Instant, _ context: Context) -> String? {
    guard let local = context.moments[instant] else { return nil }
    let minute = min(max(Int(local.minute), 0), 1_439)
    let words =
      local.day == context.day
      ? dates.dates.timeOfDay[minute]
      : dates.dates.dateAndTime(CivilDate(daysSince1970: Int(local.day)), minuteOfDay: minute)
    return Wording.time(words, offset: local.offset)
  }

  func number(_ number: Int) -> String { dates.dates.integer(number) }
}
