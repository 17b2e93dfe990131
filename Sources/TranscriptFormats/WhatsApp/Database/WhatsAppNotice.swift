import ChatModel

/// An event of a chat in a database, before it becomes a sentence of the page.
struct WhatsAppNotice {
  var actor: ParticipantIndex?
  var targets: [ParticipantIndex] = []
  var text: String?
  /// The seconds of a timer, if known.
  var duration: Double?
  /// The old and the new number of a person.
  var numbers: [String] = []
  var isBlocked = true

  /// The event of a number in `message_system.action_type`.
  func event(android number: Int64) -> SystemEvent {
    switch number {
    case 1: event("titleChanged", text)
    case 4, 12, 20, 52, 79: added(byLink: number != 4 && number != 12)
    case 5, 13: SystemEvent(event: "left", actor: targets.first ?? actor)
    case 6: event("photoChanged")
    case 7, 14: event("memberRemoved")
    case 10, 28:
      SystemEvent(
        event: "numberChanged", actor: targets.first ?? actor,
        text: numbers.isEmpty ? nil : numbers.joined(separator: " → "))
    case 11: event("created", text)
    case 15: event("adminAdded")
    case 16: event("adminRemoved")
    case 18: SystemEvent(event: "safetyNumberChanged", actor: targets.first ?? actor)
    case 21: event("linkReset")
    case 27: event("descriptionChanged", text)
    case 29...33, 91, 92: event("permissionsChanged", text)
    case 56, 59: timer
    case 58: SystemEvent(event: isBlocked ? "blocked" : "unblocked", actor: targets.first ?? actor)
    case 118: event("pinned")
    default:
      SystemEvent(event: Self.words[number] ?? "notice_\(number)", actor: actor, targets: targets, text: text)
    }
  }

  /// The event of numbers in `ZWAMESSAGE.ZGROUPEVENTTYPE`: of a group, or (`isOther`) of any chat.
  func event(iOS number: Int64, isOther: Bool) -> SystemEvent {
    switch (isOther, number) {
    case (true, 2): SystemEvent(event: Self.encrypted)
    case (true, 3): SystemEvent(event: "safetyNumberChanged", actor: targets.first ?? actor)
    case (true, 26): SystemEvent(event: Self.business)
    case (true, 34): SystemEvent(event: "blocked", actor: targets.first ?? actor)
    case (true, 35): SystemEvent(event: "unblocked", actor: targets.first ?? actor)
    case (true, 40), (true, 41): event("group_call")
    case (false, 1): event("titleChanged", text)
    case (false, 2), (false, 50): added(byLink: false)
    case (false, 3): SystemEvent(event: "left", actor: targets.first ?? actor)
    case (false, 4): event("photoChanged")
    case (false, 5): event("photoRemoved")
    case (false, 7): event("memberRemoved")
    case (false, 10): event("adminAdded")
    case (false, 12): event("created", text)
    default: SystemEvent(event: "notice_\(number)", actor: actor, targets: targets, text: text)
    }
  }

  /// True if a number is of an event that has words here.
  static func isKnown(android number: Int64) -> Bool {
    switch number {
    case 1, 4...7, 10...16, 18, 20, 21, 27...33, 52, 56, 58, 59, 79, 91, 92, 118: true
    default: words[number] != nil
    }
  }

  private static let encrypted = "messages_are_end-to-end_encrypted"
  private static let business = "this_is_a_business_account"

  /// The words of events for which pages have no sentence.
  private static let words: [Int64: String] = {
    var words: [Int64: String] = [
      19: encrypted, 46: business, 47: business, 50: business, 57: "a_device_was_added",
      67: "note_on_privacy", 69: "note_on_privacy", 68: "default_timer_of_messages", 80: "a_message_was_kept",
      129: "is_a_contact", 132: "channel_changed", 134: "channel_changed", 158: "began_from_an_advertisement",
    ]
    for number: Int64 in [75, 78, 81, 87, 88, 89, 90, 107, 108, 109, 110, 115, 123, 124, 125, 131] {
      words[number] = "the_community_changed"
    }
    return words
  }()

  private func event(_ word: String, _ text: String? = nil) -> SystemEvent {
    SystemEvent(event: word, actor: actor, targets: targets, text: text)
  }

  /// Somebody was added or came by themselves.
  private func added(byLink: Bool) -> SystemEvent {
    let person = targets.first ?? actor
    if byLink || targets.isEmpty || targets == [actor] { return SystemEvent(event: "joined", actor: person) }
    return SystemEvent(event: "memberAdded", actor: actor, targets: targets)
  }

  private var timer: SystemEvent {
    guard let duration else { return SystemEvent(event: "timer_of_messages_changed", actor: actor) }
    var facts = EventFacts()
    facts.duration = duration
    return SystemEvent(event: "set_messages_ttl", actor: actor, facts: facts)
  }
}
