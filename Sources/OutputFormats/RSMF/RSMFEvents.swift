import BubbleLayout
import ChatModel
import Frames
import ICU

/// Writes messages as events of a manifest.
struct RSMFEvents {
  var omissions = OutputOmissions()
  private let conversation: OutputConversation
  private var transcripts: MessageTranscripts
  /// True if the source says who its owner is, so that messages have a direction.
  private let hasOwner: Bool

  init(_ conversation: OutputConversation) {
    self.conversation = conversation
    transcripts = MessageTranscripts(conversation)
    hasOwner = conversation.participants.contains(where: \.isMe)
  }

  /// Returns the local time of a message, or nil if it has none.
  mutating func time(of message: Message) -> OutputTime? { transcripts.time(of: message) }

  /// Returns the event of a message, and adds its people to `people`.
  ///
  /// `namesParent` says that the answered message is an event of this file.
  mutating func json(
    of output: borrowing OutputMessage, attachments: RSMFAttachments, namesParent: Bool,
    _ people: inout Set<Int32>
  ) -> [UInt8] {
    let message = output.message
    let words = EventWords(transcripts.parts(of: output), of: output)
    let parent = namesParent ? output.answered?.anchor : nil
    let edits = edits(of: message, newest: words.body)
    let time = timestamp(message.instant)
    if message.instant == nil { omissions.add(Self.times) }
    omissions.add(Self.reactionTimes, message.reactions.reduce(0) { $0 + $1.times.count { $0 != nil } })
    if let sender = message.sender { people.insert(sender.value) }
    var used: [ParticipantIndex] = []
    var json = JSONWriter()
    json.object { json in
      json.member("id", output.anchor)
      json.member("type", Self.type(of: message))
      json.member("conversation", "C1")
      if let sender = message.sender { json.member("participant", RSMFPeople.id(sender.value)) }
      json.member("timestamp", time)
      json.member("parent", parent)
      json.member("body", words.body)
      if Self.isDeleted(message) { json.member("deleted", true) }
      if hasOwner, let sender = message.sender, conversation.participants.indices.contains(Int(sender.value))
      {
        let isMe = conversation.participants[Int(sender.value)].isMe
        json.member("direction", isMe ? "outgoing" : "incoming")
      }
      if !message.reactions.isEmpty {
        json.list("reactions") { list in
          for reaction in message.reactions { list.object { Self.add(reaction, &used, to: &$0) } }
        }
      }
      let files = message.content.files.filter { output.stored($0.path) != nil }
      if !files.isEmpty {
        json.list("attachments") { list in
          for file in files { list.object { Self.add(file, output, attachments, to: &$0) } }
        }
      }
      if !edits.isEmpty {
        json.list("edits") { list in for edit in edits { list.object { edit.add(to: &$0) } } }
      }
      add(receiptsOf: message, &used, to: &json)
      let custom = custom(of: output, words, hasParent: parent != nil)
      if !custom.isEmpty {
        json.list("custom") { list in
          for (name, value) in custom {
            list.object {
              $0.member("name", name)
              $0.member("value", value)
            }
          }
        }
      }
    }
    for person in used { people.insert(person.value) }
    return json.bytes
  }

  // MARK: Members

  private static func type(of message: Message) -> String {
    guard case .system(let event) = message.content else { return "message" }
    switch event.event {
    case "join", "joined", "memberJoined", "join_group_by_link", "join_group_by_request":
      return message.sender == nil ? "unknown" : "join"
    case "part", "left", "memberLeft", "quit": return message.sender == nil ? "unknown" : "leave"
    default: return "unknown"
    }
  }

  private static func isDeleted(_ message: Message) -> Bool {
    if message.extras?.deletion != nil { return true }
    if case .part(let part) = message.content { return part is Deletion }
    return false
  }

  private static func add(_ reaction: Reaction, _ used: inout [ParticipantIndex], to json: inout JSONWriter) {
    json.member("value", reaction.emoji.isEmpty ? "?" : reaction.emoji)
    json.member("count", max(reaction.count, reaction.by.count, 0))
    json.list("participants") { list in for person in reaction.by { list.text(RSMFPeople.id(person.value)) } }
    used += reaction.by
  }

  private static func add(
    _ file: Attachment, _ output: borrowing OutputMessage, _ attachments: RSMFAttachments,
    to json: inout JSONWriter
  ) {
    guard let name = output.stored(file.path) else { return }
    json.member("id", name)
    json.member("display", file.name.flatMap { $0.isEmpty ? nil : TranscriptText.line($0) } ?? name)
    if let size = attachments.sizes[name] { json.member("size", size) }
  }

  /// Returns the local time with its offset (RFC 3339), or nil for a year that it cannot express.
  private mutating func timestamp(_ instant: Instant?) -> String? {
    guard let instant else { return nil }
    var clock = transcripts.clock
    let time = clock.local(instant)
    guard 0...9_999 ~= time.date.year, abs(time.secondsEast) < 86_400 else {
      omissions.add(Self.times)
      return nil
    }
    let digits = String(1_000 + time.millisecond).dropFirst()
    let fraction = time.millisecond == 0 ? "" : ".\(digits)"
    // An offset has whole minutes; local mean times have seconds.
    guard time.secondsEast % 60 == 0 else { return UTCTime(seconds: instant.seconds).text }
    return "\(time.date.isoText)T\(time.clockText)\(fraction)\(time.offsetText)"
  }

  /// An edit of a message.
  private struct EventEdit {
    var participant: String
    var timestamp: String?
    var previous: String?
    var new: String?

    func add(to json: inout JSONWriter) {
      json.member("participant", participant)
      json.member("timestamp", timestamp)
      json.member("previous", previous)
      json.member("new", new)
    }
  }

  /// Returns the edits. Sources do not say who edited a message; it is taken to be its sender.
  private mutating func edits(of message: Message, newest: String) -> [EventEdit] {
    guard let extras = message.extras, let sender = message.sender else { return [] }
    let participant = RSMFPeople.id(sender.value)
    if extras.edits.isEmpty {
      guard let instant = extras.editedAt else { return [] }
      return [EventEdit(participant: participant, timestamp: timestamp(instant))]
    }
    return extras.edits.indices.map { index in
      let edit = extras.edits[index]
      let next = index + 1 < extras.edits.count ? extras.edits[index + 1].text : newest
      return EventEdit(
        participant: participant, timestamp: timestamp(edit.instant), previous: edit.text, new: next)
    }
  }

  /// Adds the receipt of the other person in a conversation of two.
  private func add(
    receiptsOf message: Message, _ used: inout [ParticipantIndex], to json: inout JSONWriter
  ) {
    guard let action = Self.receipt(message.extras?.status), let reader = reader(of: message) else { return }
    used.append(reader)
    json.list("read_receipts") { list in
      list.object {
        $0.member("participant", RSMFPeople.id(reader.value))
        $0.member("action", action)
      }
    }
  }

  private static func receipt(_ status: String?) -> String? {
    status == "read" || status == "delivered" ? status : nil
  }

  private func reader(of message: Message) -> ParticipantIndex? {
    guard conversation.participants.count == 2, let sender = message.sender, 0...1 ~= sender.value else {
      return nil
    }
    return ParticipantIndex(1 - sender.value)
  }

  /// Returns the facts that no other member holds.
  private func custom(
    of output: borrowing OutputMessage, _ words: EventWords, hasParent: Bool
  ) -> [(String, String)] {
    let message = output.message
    var custom = words.notes.map { ("note", $0) }
    if let answered = words.answered, !hasParent { custom.append(("in reply to", answered)) }
    custom += words.files.map { ("attachment", $0) }
    if let extras = message.extras {
      if let thread = extras.thread { custom.append(("thread", thread)) }
      let isReceipt = Self.receipt(extras.status) != nil && reader(of: message) != nil
      if let status = extras.status, !isReceipt { custom.append(("status", status)) }
      if let role = extras.role { custom.append(("role", role)) }
      if let model = extras.model { custom.append(("model", model)) }
    }
    if case .system(let event) = message.content { custom.append(("event", event.event)) }
    return custom.filter { !$0.1.isEmpty }
  }

  private static let times = OutputOmissions.Omission(
    "no-event-time", "times of events that have none, or one outside the years 0 to 9999")
  private static let reactionTimes = OutputOmissions.Omission("no-reaction-time", "times of reactions")
}

/// The words of an event: its body, and everything besides it.
private struct EventWords {
  private(set) var body = ""
  private(set) var notes: [String] = []
  private(set) var answered: String?
  /// The descriptions of files that are missing, and of others that have a text alternative.
  private(set) var files: [String] = []

  init(_ parts: [TranscriptPart], of output: borrowing OutputMessage) {
    let isText =
      switch output.message.content {
      case .text, .media: true
      case .system, .part: false
      }
    var lines: [String] = []
    for part in parts {
      switch part {
      case .note(let note): if isText { notes.append(note) } else { lines.append(note) }
      case .quote(let name, let text): answered = name.isEmpty ? text : "\(name): \(text)"
      case .text(let text): lines.append(SpanText.plain(text))
      case .code(let code, _): lines.append(code)
      case .titled(let title, let text, _): lines += [title, text]
      case .version: break
      case .line(let line, _): lines.append(line)
      case .file(let file, let words):
        if output.stored(file.path) == nil || words.alt != nil {
          files.append(TranscriptText.words(of: file, words, in: output))
        }
      case .reactions: break
      }
    }
    body = lines.joined(separator: "\n")
  }
}
