import ChatModel
import ImportKit

/// Messages about events, by their subtype.
enum SlackEvent {
  /// Reads an event, a huddle or a deletion into the draft; false for other messages.
  static func read(
    _ value: JSONValue, _ draft: inout MessageDraft, _ people: SlackPeople, _ builder: ConversationBuilder,
    _ text: SlackText
  ) -> Bool {
    guard let subtype = value["subtype"]?.text else { return false }
    let words = { text.message(value["text"]?.text ?? "").string }
    let actor = draft.sender
    switch subtype {
    case "tombstone": draft.part = Deletion()
    case "huddle_thread", "sh_room_created", "sh_room_shared":
      readHuddle(value, &draft, people, builder, text)
    case "channel_join", "group_join", "mpim_join":
      let inviter = value["inviter"]?.identifier.map { people.person($0, in: builder) }
      if let inviter, inviter != actor {
        draft.event = SystemEvent(event: "memberAdded", actor: inviter, targets: actor.map { [$0] } ?? [])
      } else {
        draft.event = SystemEvent(event: "joined", actor: actor)
      }
    case "channel_leave", "group_leave", "mpim_leave": draft.event = SystemEvent(event: "left", actor: actor)
    case "channel_topic", "group_topic", "mpim_topic", "channel_purpose", "group_purpose", "mpim_purpose":
      let isTopic = subtype.hasSuffix("topic")
      let words = words()
      let new =
        value[isTopic ? "topic" : "purpose"]?.text
        ?? words.range(of: ": ").map { String(words[$0.upperBound...]) }
      draft.event =
        isTopic && new?.isEmpty == false
        ? SystemEvent(event: "topic", actor: actor, text: new) : sentence(words, actor, people, value)
    case "channel_name", "group_name", "mpim_name":
      draft.event = SystemEvent(event: "titleChanged", actor: actor, text: value["name"]?.text ?? words())
    case "pinned_item": draft.event = SystemEvent(event: "pinned", actor: actor)
    case "bot_message", "me_message", "thread_broadcast", "file_share", "file_comment", "file_mention",
      "reply_broadcast",
      "ekm_access_denied", "document_mention", "assistant_app_thread", "bot_reply", "slackbot_response",
      "document_comment_root":
      return false
    default:
      // Among unknown subtypes, those with more than a sentence are messages.
      guard value["blocks"]?[0] == nil, value["files"]?[0] == nil, value["attachments"]?[0] == nil else {
        return false
      }
      let words = words()
      guard !words.isEmpty else { return false }
      draft.event = sentence(words, actor, people, value)
    }
    return true
  }

  /// An event in the export's own words, which may begin with a mention of the actor.
  private static func sentence(
    _ words: String, _ actor: ParticipantIndex?, _ people: SlackPeople, _ value: JSONValue
  ) -> SystemEvent {
    var words = words
    if let id = value["user"]?.identifier, let name = people.name(ofUser: id), words.hasPrefix("@\(name) ") {
      words.removeFirst(name.count + 2)
    }
    return SystemEvent(event: words, actor: actor)
  }

  private static func readHuddle(
    _ value: JSONValue, _ draft: inout MessageDraft, _ people: SlackPeople, _ builder: ConversationBuilder,
    _ text: SlackText
  ) {
    let room = value["room"] ?? .null
    if let creator = room["created_by"]?.identifier, !creator.isEmpty {
      draft.sender = people.person(creator, in: builder)
    }
    var call = Call(medium: "audio")
    if let start = room["date_start"]?.integer, let end = room["date_end"]?.integer, start > 0, end >= start {
      call.duration = Double(end &- start)
    }
    if room["was_missed"]?.flag == true { call.outcome = "missed" }
    if room["was_rejected"]?.flag == true { call.outcome = "declined" }
    draft.part = call
    draft.text = participants(of: room, text)
  }

  /// Returns all who took part in a huddle, by name; nil if it does not list them.
  private static func participants(of room: JSONValue, _ text: SlackText) -> MessageText? {
    let all = [room["participant_history"], room["participants"]].lazy.compactMap(\.self).first {
      $0[0] != nil
    }
    let ids = (all?.elements ?? []).compactMap(\.identifier)
    guard !ids.isEmpty else { return nil }
    var names = StyledText()
    for id in ids {
      if !names.isEmpty { names.append(", ") }
      text.append(user: id, to: &names)
    }
    return names.messageText
  }
}
