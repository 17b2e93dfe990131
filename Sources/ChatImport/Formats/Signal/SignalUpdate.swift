import ChatModel

extension SignalItemReader {
  /// Sets what happened to a chat: a call, or an event.
  func setUpdate(_ update: JSONValue, _ draft: inout MessageDraft) {
    if let call = update["individualCall"] {
      draft.part = self.call(call)
      if call["direction"]?.text == "OUTGOING" { draft.sender = people.participant(ownID) ?? draft.sender }
    } else if let call = update["groupCall"] {
      draft.part = Call(medium: "video", outcome: call["state"]?.text == "MISSED" ? "missed" : nil)
    } else {
      draft.event = event(update, draft.sender)
      draft.sender = nil
    }
  }

  private var ownID: String? { people.recipients.first { $0.value.isSelf }?.key }

  private func call(_ value: JSONValue) -> Call {
    let medium = value["type"]?.text == "VIDEO_CALL" ? "video" : "audio"
    let outcome: String? =
      switch value["state"]?.text {
      case "MISSED", "MISSED_NOTIFICATION_PROFILE": "missed"
      case "NOT_ACCEPTED": value["direction"]?.text == "OUTGOING" ? nil : "declined"
      default: nil
      }
    return Call(medium: medium, outcome: outcome)
  }

  private func event(_ update: JSONValue, _ actor: ParticipantIndex?) -> SystemEvent {
    if let changes = update["groupChange"]?["updates"]?.elements, let first = changes.first?.members.first {
      // Several changes at a time are rare; the first one is named, and the others by their words.
      let event = groupEvent(first.name, first.value, actor)
      guard changes.count > 1 else { return event }
      let others = changes.dropFirst().compactMap(\.members.first).map { Self.words(of: $0.name, $0.value) }
      return SystemEvent(
        event: event.event, actor: event.actor, targets: event.targets,
        text: ([event.text] + others).compactMap(\.self).joined(separator: "; "))
    }
    if let change = update["profileChange"] {
      return SystemEvent(event: "nick", actor: actor, text: change["newName"]?.text)
    }
    if let timer = update["expirationTimerChange"] {
      let seconds = (timer["expiresInMs"]?.integer ?? 0) / 1000
      return SystemEvent(event: "disappearing messages", actor: actor, text: Self.duration(seconds))
    }
    if let simple = update["simpleUpdate"]?["type"]?.text {
      return SystemEvent(event: simple.lowercased(), actor: actor)
    }
    guard let found = update.members.first else { return SystemEvent(event: "update", actor: actor) }
    return SystemEvent(
      event: Self.words(of: found.name, JSONValue.null), actor: actor, text: Self.text(of: found.value))
  }

  private func groupEvent(_ name: String, _ value: JSONValue, _ actor: ParticipantIndex?) -> SystemEvent {
    let actor = people.participant(account: value["updaterAci"]?.text) ?? actor
    func target(_ member: String) -> [ParticipantIndex] {
      people.participant(account: value[member]?.text).map { [$0] } ?? []
    }
    switch name {
    case "groupCreationUpdate": return SystemEvent(event: "created", actor: actor)
    case "groupNameUpdate":
      return SystemEvent(event: "titleChanged", actor: actor, text: value["newGroupName"]?.text)
    case "groupAvatarUpdate": return SystemEvent(event: "photoChanged", actor: actor)
    case "groupMemberAddedUpdate":
      return SystemEvent(event: "memberAdded", actor: actor, targets: target("newMemberAci"))
    case "groupMemberRemovedUpdate":
      return SystemEvent(
        event: "memberRemoved", actor: people.participant(account: value["removerAci"]?.text),
        targets: target("removedAci"))
    case "groupMemberLeftUpdate": return SystemEvent(event: "left", actor: target("aci").first ?? actor)
    case "groupMemberJoinedUpdate", "groupMemberJoinedByLinkUpdate":
      return SystemEvent(event: "joined", actor: target("newMemberAci").first ?? actor)
    default:
      return SystemEvent(
        event: Self.words(of: name, JSONValue.null), actor: actor, text: Self.text(of: value))
    }
  }

  /// Returns the words of a name such as `groupDescriptionUpdate`, and what the value says.
  static func words(of name: String, _ value: JSONValue) -> String {
    var words = ""
    for character in name.hasSuffix("Update") ? name.dropLast(6) : name[...] {
      if character.isUppercase { words += " " + character.lowercased() } else { words.append(character) }
    }
    return [words, text(of: value)].compactMap(\.self).joined(separator: ": ")
  }

  /// Returns the texts that are no ids.
  private static func text(of value: JSONValue) -> String? {
    let texts = value.members.filter { !isID($0.name) }.compactMap(\.value.text)
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }

  /// Indicates whether a member names somebody or something, or a time by which it is found.
  static func isID(_ name: String) -> Bool {
    ["Aci", "Id", "Timestamp"].contains { name.hasSuffix($0) }
  }

  static func duration(_ seconds: Int64) -> String {
    switch seconds {
    case 0: "–"
    case let seconds where seconds % 604_800 == 0: "\(seconds / 604_800) w"
    case let seconds where seconds % 86_400 == 0: "\(seconds / 86_400) d"
    case let seconds where seconds % 3600 == 0: "\(seconds / 3600) h"
    case let seconds where seconds % 60 == 0: "\(seconds / 60) min"
    default: "\(seconds) s"
    }
  }
}
