import ChatModel
import ImportKit

/// A conversation as a redacted site shows it. Everything after it sees nothing of what rules redact.
struct RedactedSource: ConversationSource {
  let info: ConversationInfo
  let source: any ConversationSource
  /// The people of the source, all of them.
  let people: ParticipantTable
  let rules: ConversationRules
  let ids: NewIDs
  /// Hashes of the beginnings of messages that are redacted as a whole, and their ids.
  let hidden: HiddenMessages
  let aliases: FileAliases
  /// The numbers of messages without ids that rules name, from 1, by their positions.
  let numbers: [SourcePosition: Int]
  /// The messages that stay as they are, so that most are looked through once. A message whose position is not here is looked through
  /// again.
  let unchanged: UnchangedMessages

  var mediaRoot: InputFolder { source.mediaRoot }

  func rest() { source.rest() }

  func read(
    from position: SourcePosition?, participants: inout ParticipantTable, log: inout DiagnosticLog,
    _ sink: (consuming Message, SourcePosition) throws -> Bool
  ) throws {
    var table = people
    var redactor = MessageRedactor(rules, aliases: aliases)
    try source.read(from: position, participants: &table, log: &log) { message, position in
      try sink(redacted(message, position, &redactor), position)
    }
  }

  func survey(
    from position: SourcePosition?, participants: inout ParticipantTable, log: inout DiagnosticLog,
    digests: Bool, _ sink: (borrowing SurveyedMessage, SourceEntry) throws -> Bool
  ) throws {
    var table = people
    var redactor = MessageRedactor(rules, aliases: aliases)
    try source.survey(from: position, participants: &table, log: &log, digests: digests) { message, entry in
      if case .plain(let text) = message, text.replyTo == nil, unchanged.contains(entry.position), ids.isEmpty
      {
        return try sink(message, entry)
      }
      return try sink(.whole(redacted(message.message, entry.position, &redactor)), entry)
    }
  }

  private func redacted(
    _ message: Message, _ position: SourcePosition, _ redactor: inout MessageRedactor
  ) -> Message {
    let changed =
      unchanged.contains(position)
      ? message : redactor.redacted(message, number: numbers[position]) ?? message
    return hidden.withoutQuotes(changed, original: message, replacement: rules.words.replacement).mappingIDs {
      ids.id($0)
    }
  }
}

extension Message {
  /// Returns the message with other ids, of itself and of those that it refers to.
  fileprivate func mappingIDs(_ new: (String) -> String) -> Message {
    let (newID, target, extras) = (new(id), reply?.target, self.extras)
    let references = [target, extras?.thread, extras?.parent].compactMap(\.self)
    guard newID != id || references.contains(where: { new($0) != $0 }) else { return self }
    var (reply, newExtras) = (reply, extras)
    reply?.target = target.map(new)
    newExtras?.thread = extras?.thread.map(new)
    newExtras?.parent = extras?.parent.map(new)
    return Message(
      id: newID, sender: sender, instant: instant, content: content, reply: reply, reactions: reactions,
      extras: newExtras)
  }
}
