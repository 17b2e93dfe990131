public import ChatModel

/// The sentence that tells a system event.
public struct SystemSentence: Sendable {
  let people: [Person]

  public init(people: [Person]) { self.people = people }

  /// A sentence for the event; events without a phrase of their own are named by their word.
  public func sentence(for event: SystemEvent) -> String {
    let actor = name(event.actor)
    let targets = event.targets.map { name($0) }.joined(separator: ", ")
    let text = event.text.map(Wording.isolated) ?? ""
    switch event.event {
    case "join", "joined": return with("\(actor) joined", text)
    case "part", "left": return with("\(actor) left", text)
    case "quit": return with("\(actor) quit", text)
    case "nick": return "\(actor) is now known as \(targets.isEmpty ? text : targets)"
    case "kick": return with("\(actor) removed \(targets)", text)
    case "mode": return "\(actor) set mode \(text)"
    case "topic": return "\(actor) changed the topic to “\(text)”"
    case "memberAdded", "invite_members": return "\(actor) added \(targets.isEmpty ? text : targets)"
    case "memberRemoved", "remove_members": return "\(actor) removed \(targets.isEmpty ? text : targets)"
    case "memberJoined", "join_group_by_link", "join_group_by_request": return with("\(actor) joined", text)
    case "memberLeft": return with("\(actor) left", text)
    case "titleChanged", "edit_group_title": return "\(actor) changed the title to “\(text)”"
    case "photoChanged", "edit_group_photo": return "\(actor) changed the photo"
    case "created", "create_group", "create_channel": return with("\(actor) created the conversation", text)
    case "pinned", "pin_message": return with("\(actor) pinned a message", text)
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
    text.isEmpty ? sentence : "\(sentence) (\(text))"
  }

  private func name(_ index: ParticipantIndex?) -> String {
    guard let index, people.indices.contains(Int(index.value)) else { return "Someone" }
    return Wording.isolated(people[Int(index.value)].name)
  }
}

extension String {
  /// Underscores as blanks, for the raw words of formats.
  fileprivate var replacingUnderscores: String { String(map { $0 == "_" ? " " : $0 }) }
}
