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
    default: event(Self.words[number], unknown: number)
    }
  }

  /// The event of numbers in `ZWAMESSAGE.ZGROUPEVENTTYPE`: of a group, or (`isOther`) of any chat.
  func event(iOS number: Int64, isOther: Bool) -> SystemEvent {
    switch (isOther, number) {
    case (true, 2): SystemEvent(event: "endToEndEncrypted")
    case (true, 3): SystemEvent(event: "safetyNumberChanged", actor: targets.first ?? actor)
    case (true, 26): SystemEvent(event: "businessAccount")
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
    default: event(nil, unknown: number)
    }
  }

  /// True if a number is of an event that has words here.
  static func isKnown(android number: Int64) -> Bool {
    switch number {
    case 1, 4...7, 10...16, 18, 20, 21, 27...33, 52, 56, 58, 59, 79, 91, 92, 118: true
    default: words[number] != nil
    }
  }

  /// The words of events that are not read further.
  private static let words: [Int64: String] = {
    var words: [Int64: String] = [
      19: "endToEndEncrypted", 46: "businessAccount", 47: "businessAccount", 50: "businessAccount",
      57: "deviceAdded", 67: "privacyNote", 69: "privacyNote", 68: "timerChanged", 80: "messageKept",
      129: "isContact", 132: "channelChanged", 134: "channelChanged", 158: "beganFromAdvertisement",
    ]
    for number: Int64 in [75, 78, 81, 87, 88, 89, 90, 107, 108, 109, 110, 115, 123, 124, 125, 131] {
      words[number] = "communityChanged"
    }
    return words
  }()

  /// The event of a word, or of a number without one.
  private func event(_ word: String?, unknown number: Int64) -> SystemEvent {
    guard let word else {
      let words = ["\(number)", text].compactMap(\.self).joined(separator: ", ")
      return SystemEvent(event: "unknownEvent", actor: actor, targets: targets, text: words)
    }
    return event(word, text)
  }

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
    guard let duration else { return SystemEvent(event: "timerChanged", actor: actor) }
    var facts = EventFacts()
    facts.duration = duration
    return SystemEvent(event: "set_messages_ttl", actor: actor, facts: facts)
  }
}
