import ChatModel
import ImportKit

/// An event of a room: a state such as its name or a person's membership.
struct MatrixNotice {
  private let event: MatrixEvent
  private let room: MatrixRoom
  private let content: JSONValue
  private let before: JSONValue?

  init(_ event: MatrixEvent, _ room: MatrixRoom) {
    (self.event, self.room, content) = (event, room, event.content)
    before = event.value["unsigned"]?["prev_content"] ?? event.value["prev_content"]
  }

  func event(_ actor: ParticipantIndex?, at origin: Origin, _ log: inout DiagnosticLog) -> SystemEvent {
    switch event.type {
    case "m.room.member": return membership(actor)
    case "m.room.name":
      let title = content["name"]?.text ?? ""
      before?.leaveOut(.superseded)
      room.setTitle(title, at: event.instant)
      return SystemEvent(event: title.isEmpty ? "titleRemoved" : "titleChanged", actor: actor, text: title)
    case "m.room.topic":
      before?.leaveOut(.superseded)
      content["m.topic"]?.leaveOut(.duplicate)
      return SystemEvent(event: "topic", actor: actor, text: content["topic"]?.text ?? "")
    case "m.room.avatar": return SystemEvent(event: "photoChanged", actor: actor)
    case "m.room.create": return SystemEvent(event: "created", actor: actor)
    case "m.room.pinned_events": return SystemEvent(event: "pinned", actor: actor)
    case "m.room.power_levels", "m.room.join_rules", "m.room.history_visibility", "m.room.guest_access",
      "m.room.server_acl":
      return SystemEvent(event: "permissionsChanged", actor: actor)
    case "m.room.encryption": return SystemEvent(event: "encryptionOn", actor: actor)
    case "m.room.tombstone":
      return SystemEvent(event: "roomReplaced", actor: actor, text: content["body"]?.text)
    case "m.poll.end", "org.matrix.msc3381.poll.end":
      for name in ["body", "m.text", "org.matrix.msc1767.text"] { content[name]?.leaveOut(.duplicate) }
      return SystemEvent(event: "pollEnded", actor: actor)
    case "":
      log.append(
        Diagnostic(
          .loss, "unknown-event", "the event has no type; a notice says that there was one", at: origin))
      return SystemEvent(event: "unknownEvent", actor: actor)
    default:
      // `m.room.canonical_alias` as `canonical alias`, `m.space.parent` as `space parent`.
      let word =
        ["m.room.", "m."].first(where: event.type.hasPrefix).map { event.type.dropFirst($0.count) }
        ?? event.type[...]
      return SystemEvent(
        event: String(word.prefix(60)).replacing(".", with: "_"), actor: actor, text: content["body"]?.text)
    }
  }

  /// Reads who came, left, was invited or has a new name.
  private func membership(_ actor: ParticipantIndex?) -> SystemEvent {
    let id = event.value["state_key"]?.text ?? event.sender ?? ""
    let (membership, old) = (content["membership"]?.text, before?["membership"]?.text)
    let (name, oldName) = (content["displayname"]?.text, before?["displayname"]?.text)
    content["avatar_url"]?.leaveOut(.bookkeeping)
    room.setName(name ?? oldName, of: id)
    let person = room.person(id)
    let reason = content["reason"]?.text
    switch membership {
    case "join" where old == "join": return profile(person, name, oldName)
    case "join": return SystemEvent(event: "joined", actor: person)
    case "invite": return SystemEvent(event: "invited", actor: actor, targets: [person], text: reason)
    case "knock": return SystemEvent(event: "joinAsked", actor: person)
    case "ban": return SystemEvent(event: "banned", actor: actor, targets: [person], text: reason)
    case "leave" where person == actor:
      return SystemEvent(event: old == "invite" ? "invitationDeclined" : "left", actor: person, text: reason)
    case "leave" where old == "ban": return SystemEvent(event: "unbanned", actor: actor, targets: [person])
    case "leave": return SystemEvent(event: "kick", actor: actor, targets: [person], text: reason)
    default: return SystemEvent(event: membership ?? "unknownEvent", actor: person)
    }
  }

  private func profile(_ person: ParticipantIndex, _ name: String?, _ oldName: String?) -> SystemEvent {
    guard let name, name != oldName else { return SystemEvent(event: "profileChanged", actor: person) }
    var facts = EventFacts()
    facts.name = oldName
    return SystemEvent(event: "nick", actor: person, text: name, facts: facts)
  }
}
