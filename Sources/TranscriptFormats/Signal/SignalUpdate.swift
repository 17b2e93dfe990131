import ChatModel
import ImportKit

extension SignalItemReader {
  /// Sets the call or event that an update reports. Returns further events of that time: several changes of a group at once.
  func setUpdate(_ update: JSONValue, _ draft: inout MessageDraft) -> [SystemEvent] {
    if let call = update["individualCall"] {
      draft.part = self.call(call)
      if call["direction"]?.text == "OUTGOING" { draft.sender = people.participant(ownID) ?? draft.sender }
    } else if let call = update["groupCall"] {
      draft.part = Call(medium: "video", outcome: call["state"]?.text == "MISSED" ? "missed" : nil)
    } else {
      var events = events(update, draft.sender)
      draft.event = events.removeFirst()
      draft.sender = nil
      return events
    }
    return []
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

  /// At least one event.
  private func events(_ update: JSONValue, _ actor: ParticipantIndex?) -> [SystemEvent] {
    let changes = update["groupChange"]?["updates"]?.elements.compactMap(\.members.first) ?? []
    return changes.isEmpty
      ? [event(update, actor)] : changes.map { groupEvent($0.name, $0.value, actor) }
  }

  private func event(_ update: JSONValue, _ actor: ParticipantIndex?) -> SystemEvent {
    if let change = update["profileChange"] {
      return .renamed(actor, from: change["previousName"]?.text, to: change["newName"]?.text)
    }
    if let timer = update["expirationTimerChange"] {
      return .timer((timer["expiresInMs"]?.integer ?? 0) / 1000, actor: actor)
    }
    if let simple = update["simpleUpdate"]?["type"]?.text {
      return SystemEvent(event: simple.lowercased(), actor: actor)
    }
    guard let found = update.members.first else { return SystemEvent(event: "unknownEvent", actor: actor) }
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
    case "groupAdminStatusUpdate":
      let isGranted = value["wasAdminStatusGranted"]?.flag == true
      return SystemEvent(
        event: isGranted ? "adminAdded" : "adminRemoved", actor: actor, targets: target("memberAci"))
    case "groupExpirationTimerUpdate":
      return .timer((value["expiresInMs"]?.integer ?? 0) / 1000, actor: actor)
    case "selfInvitedToGroupUpdate":
      return SystemEvent(
        event: "invited", actor: people.participant(account: value["inviterAci"]?.text),
        targets: people.participant(ownID).map { [$0] } ?? [])
    case "selfInvitedOtherUserToGroupUpdate":
      return SystemEvent(
        event: "invited", actor: people.participant(ownID) ?? actor, targets: target("inviteeServiceId"))
    case "groupJoinRequestApprovalUpdate":
      let isApproved = value["wasApproved"]?.flag == true
      return SystemEvent(event: isApproved ? "joinApproved" : "joinRefused", actor: actor)
    case "groupMemberLeftUpdate": return SystemEvent(event: "left", actor: target("aci").first ?? actor)
    case "groupMemberJoinedUpdate", "groupMemberJoinedByLinkUpdate":
      return SystemEvent(event: "joined", actor: target("newMemberAci").first ?? actor)
    default:
      return SystemEvent(
        event: Self.words(of: name, JSONValue.null), actor: actor, text: Self.text(of: value))
    }
  }

  /// Returns the words of a name such as `groupDescriptionUpdate`, and of the value.
  static func words(of name: String, _ value: JSONValue) -> String {
    var words = ""
    for character in name.hasSuffix("Update") ? name.dropLast(6) : name[...] {
      if character.isUppercase { words += " " + character.lowercased() } else { words.append(character) }
    }
    return [words, text(of: value)].compactMap(\.self).joined(separator: ": ")
  }

  /// Returns the texts that are not ids.
  private static func text(of value: JSONValue) -> String? {
    let texts = value.members.filter { !isID($0.name) }.compactMap(\.value.text)
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }

  /// True if a member identifies somebody or something, or is a time used as an id.
  static func isID(_ name: String) -> Bool {
    ["Aci", "Id", "Timestamp"].contains { name.hasSuffix($0) }
  }
}

extension SystemEvent {
  /// Somebody changed their name.
  static func renamed(_ actor: ParticipantIndex?, from old: String?, to new: String?) -> SystemEvent {
    var event = SystemEvent(event: "nick", actor: actor, text: new)
    if let old, !old.isBlank {
      var facts = EventFacts()
      facts.name = old
      event.facts = facts
    }
    return event
  }

  /// Somebody set the seconds after which messages disappear; 0 if they stay.
  static func timer(_ seconds: Int64, actor: ParticipantIndex?) -> SystemEvent {
    var facts = EventFacts()
    facts.duration = Double(max(0, seconds))
    return SystemEvent(event: "set_messages_ttl", actor: actor, facts: facts)
  }
}
