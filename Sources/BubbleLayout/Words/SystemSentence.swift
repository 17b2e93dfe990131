public import ChatModel
public import Phrases

/// Makes the sentences of notices for system events.
public struct SystemSentence: Sendable {
  let people: [Person]
  let phrases: Phrases

  /// Sentences about these people, in the language of `phrases`.
  public init(people: [Person], phrases: Phrases) { (self.people, self.phrases) = (people, phrases) }

  /// Returns a sentence for the event. An event without a phrase is named by the source's own word.
  public func sentence(for event: SystemEvent) -> String {
    let actor = name(event.actor)
    let targets = event.targets.map { name($0) }.joined(separator: ", ")
    let text = event.text.map(Wording.isolated) ?? ""
    // The targets, or the source's words for them.
    let whom = targets.isEmpty ? text : targets
    switch event.event {
    case "join", "joined", "memberJoined", "join_group_by_link", "join_group_by_request":
      return with(phrases(.joined, .actor(actor)), text)
    case "part", "left", "memberLeft": return with(phrases(.left, .actor(actor)), text)
    case "quit": return with(phrases(.quit, .actor(actor)), text)
    case "nick": return phrases(.renamed, .actor(actor), .name(whom))
    case "kick": return with(phrases(.removed, .actor(actor), .targets(targets)), text)
    case "mode": return phrases(.modeSet, .actor(actor), .text(text))
    case "topic": return phrases(.topicChanged, .actor(actor), .text(text))
    case "memberAdded", "invite_members": return phrases(.added, .actor(actor), .targets(whom))
    case "memberRemoved", "remove_members": return phrases(.removed, .actor(actor), .targets(whom))
    case "titleChanged", "edit_group_title": return phrases(.titleChanged, .actor(actor), .text(text))
    case "photoChanged", "edit_group_photo": return phrases(.photoChanged, .actor(actor))
    case "created", "create_group", "create_channel": return with(phrases(.created, .actor(actor)), text)
    case "pinned", "pin_message": return with(phrases(.pinnedMessage, .actor(actor)), text)
    default: return generic(event, actor: actor, targets: targets, text: text)
    }
  }

  private func generic(_ event: SystemEvent, actor: String, targets: String, text: String) -> String {
    if event.actor == nil, event.targets.isEmpty, !text.isEmpty { return text }
    let word = Wording.isolated(event.event).replacingUnderscores
    let head = event.actor == nil ? word : "\(actor): \(word)"
    return with(targets.isEmpty ? head : "\(head) \(targets)", text)
  }

  private func with(_ sentence: String, _ text: String) -> String {
    text.isEmpty ? sentence : phrases(.withText, .sentence(sentence), .text(text))
  }

  private func name(_ index: ParticipantIndex?) -> String {
    guard let index, people.indices.contains(Int(index.value)) else {
      return phrases(.someone)
    }
    return Wording.isolated(people[Int(index.value)].name)
  }
}

extension String {
  /// The string with spaces instead of underscores, for the raw words of formats.
  fileprivate var replacingUnderscores: String { String(map { $0 == "_" ? " " : $0 }) }
}
