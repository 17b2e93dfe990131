import ChatModel
import ImportKit

/// An event of a chat: `eventDetail`, whose type says what happened.
struct TeamsEvent {
  private let detail: JSONValue
  private let chat: TeamsChat
  /// The type without its namespace and ending: `membersAdded`.
  private let type: String

  init(_ detail: JSONValue, _ chat: TeamsChat) {
    (self.detail, self.chat) = (detail, chat)
    var type = detail["@odata.type"]?.text ?? ""
    if let dot = type.lastIndex(of: ".") { type = String(type[type.index(after: dot)...]) }
    for ending in ["EventMessageDetail", "MessageDetail"] where type.hasSuffix(ending) {
      type = String(type.dropLast(ending.count))
      break
    }
    self.type = type
  }

  func read(into draft: inout MessageDraft, at origin: Origin, _ log: inout DiagnosticLog) {
    let actor = chat.person(detail["initiator"]) ?? draft.sender
    let members = (detail["members"]?.elements ?? []).compactMap { member in
      chat.person(member) ?? chat.index(member)
    }
    draft.sender = nil
    switch type {
    case "callEnded": readCall(actor, &draft)
    case "membersAdded", "chatMembersAdded":
      draft.event =
        members.isEmpty || members == [actor].compactMap(\.self)
        ? SystemEvent(event: "joined", actor: actor)
        : SystemEvent(event: "memberAdded", actor: actor, targets: members)
    case "membersJoined": draft.event = SystemEvent(event: "joined", actor: members.first ?? actor)
    case "membersLeft": draft.event = SystemEvent(event: "left", actor: members.first ?? actor)
    case "membersDeleted":
      draft.event =
        members == [actor].compactMap(\.self)
        ? SystemEvent(event: "left", actor: actor)
        : SystemEvent(event: "memberRemoved", actor: actor, targets: members)
    case "chatRenamed", "channelRenamed", "teamRenamed":
      let title = names.first ?? ""
      if type != "teamRenamed" { chat.setTitle(title, at: draft.instant) }
      draft.event = SystemEvent(event: "titleChanged", actor: actor, text: title)
    case "messagePinned": draft.event = SystemEvent(event: "pinned", actor: actor)
    case "": readUnknown(&draft, at: origin, &log)
    default:
      draft.event = SystemEvent(
        event: Self.words(type), actor: actor, targets: members,
        text: names.isEmpty ? nil : names.joined(separator: ", "))
    }
  }

  /// The names, descriptions and addresses in the event.
  private var names: [String] {
    detail.members.filter { member in
      ["DisplayName", "Description", "Url", "Subject"].contains { member.name.hasSuffix($0) }
        || member.name == "displayName"
    }.compactMap { $0.value.text }.filter { !$0.isEmpty } + durations
  }

  /// The lengths of recordings, as on a clock.
  private var durations: [String] {
    detail.members.filter { $0.name.hasSuffix("Duration") }.compactMap { member in
      member.value.text.flatMap(ISODuration.seconds).map { seconds in
        let (minutes, rest) = (Int(seconds) / 60, Int(seconds) % 60)
        return "\(minutes):\(rest < 10 ? "0" : "")\(rest)"
      }
    }
  }

  private func readCall(_ actor: ParticipantIndex?, _ draft: inout MessageDraft) {
    draft.sender = actor
    for participant in detail["callParticipants"]?.elements ?? [] {
      _ = chat.person(participant["participant"])
    }
    let duration = detail["callDuration"]?.text.flatMap(ISODuration.seconds)
    let isMissed = detail["callEventType"]?.text == "missed"
    draft.part = Call(medium: "audio", duration: duration, outcome: isMissed ? "missed" : nil)
  }

  private func readUnknown(_ draft: inout MessageDraft, at origin: Origin, _ log: inout DiagnosticLog) {
    log.append(
      Diagnostic(
        .loss, "unknown-event", "the event has no type; a notice says that there was one", at: origin))
    draft.event = SystemEvent(event: "unknownEvent")
  }

  /// Returns `callRecording` as `call_recording`.
  private static func words(_ type: String) -> String {
    var words = ""
    for scalar in type.unicodeScalars {
      if scalar.properties.isUppercase, !words.isEmpty { words += "_" }
      words += String(scalar).lowercased()
    }
    return words
  }
}
