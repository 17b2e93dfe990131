public import ChatModel
public import ICU
public import Phrases

/// Makes the sentences of notices for system events.
public struct SystemSentence: Sendable {
  let people: [Person]
  let phrases: Phrases
  /// The words of dates, numbers and amounts; if nil, numbers are in plain digits and dates are left out.
  let dates: DateTexts?
  /// The local times of the instants in the event.
  let moments: [Instant: LocalTime]

  /// Sentences about these people, in the language of `phrases`.
  public init(
    people: [Person], phrases: Phrases, dates: DateTexts? = nil, moments: [Instant: LocalTime] = [:]
  ) {
    (self.people, self.phrases, self.dates, self.moments) = (people, phrases, dates, moments)
  }

  /// Phrases that only notices of system events use: a conversation without such notices needs no characters for them.
  public static let ownPhrases = KnownWords.plainEvents.subtracting([.canceled]).union([
    .boostedToLevel, .wentBack, .waited,
    .photoRemoved, .becameSupergroup, .cameFromGroup, .historyCleared, .scored, .paid, .paidBy, .refunded,
    .recurring, .screenshot, .botAddedToMenu, .botAllowed, .passportSent, .joinedTelegram, .cameNear,
    .phoneAsked, .videoChat, .videoChatStarted, .videoChatInvited, .videoChatScheduled, .timerSet, .timerOff,
    .themeChanged, .themeReset, .dataSent, .premiumGiven, .topicCreated, .topicRenamed, .topicIconChanged,
    .photoSuggested, .sharedWithBot, .giftCode, .giveawayStarted, .giveawayEnded, .unclaimed, .isUnclaimed,
    .wallpaperChanged, .boosted, .gave, .giftSent, .anonymous, .limited, .starsWon, .messagesRefunded,
    .messagePriceSet, .messagesFree, .tasksDone, .tasksReopened, .tasksAdded, .postApproved, .postRejected,
    .postPaid, .postRefunded, .birthdaySuggested, .locationShared, .locationStopped, .voiceMessageKept,
    .messagePartUnsent,
  ])

  /// Returns a sentence for the event. An event without a phrase is named by the source's own word.
  public func sentence(for event: SystemEvent) -> String {
    let parts = SentenceParts(event, in: self)
    return conversationSentence(event, parts) ?? featureSentence(event, parts) ?? giftSentence(event, parts)
      ?? plainSentence(event, parts) ?? generic(event, parts)
  }

  /// The words that a sentence is made of.
  private struct SentenceParts {
    let actor: String
    let targets: String
    let text: String
    let facts: EventFacts
    /// The targets, or the source's words for them, or "someone".
    var whom: String { targets.isEmpty ? text.isEmpty ? someone : text : targets }
    private let someone: String
    /// A person who is no participant, or the actor.
    let name: String

    init(_ event: SystemEvent, in sentences: SystemSentence) {
      actor = sentences.name(event.actor)
      targets = event.targets.map { sentences.name($0) }.joined(separator: ", ")
      text = event.text.map(Wording.isolated) ?? ""
      someone = sentences.phrases(.someone)
      facts = event.facts ?? EventFacts()
      name = facts.name.map(Wording.isolated) ?? actor
    }
  }

  // MARK: Sentences

  /// Returns a sentence for an event about the conversation or its people, or nil for other events.
  private func conversationSentence(_ event: SystemEvent, _ parts: SentenceParts) -> String? {
    let (actor, text) = (parts.actor, parts.text)
    switch event.event {
    case "join_group_by_link" where parts.facts.name != nil:
      return with(phrases(.joinedBy, .actor(actor), .name(parts.name)), text)
    case "join", "joined", "memberJoined", "join_group_by_link", "join_group_by_request":
      return with(phrases(.joined, .actor(actor)), text)
    case "part", "left", "memberLeft": return with(phrases(.left, .actor(actor)), text)
    case "quit": return with(phrases(.quit, .actor(actor)), text)
    case "nick": return phrases(.renamed, .actor(parts.name), .name(parts.whom))
    case "kick": return with(phrases(.removed, .actor(actor), .targets(parts.targets)), text)
    case "mode": return phrases(.modeSet, .actor(actor), .text(text))
    case "topic": return phrases(.topicChanged, .actor(actor), .text(text))
    case "memberAdded", "invite_members":
      return phrases(.added, .actor(actor), .targets(parts.whom))
    case "memberRemoved", "remove_members":
      return phrases(.removed, .actor(actor), .targets(parts.whom))
    case "titleChanged" where text.isEmpty: return phrases(.titleEdited, .actor(actor))
    case "titleChanged", "edit_group_title": return phrases(.titleChanged, .actor(actor), .text(text))
    case "photoChanged", "edit_group_photo": return phrases(.photoChanged, .actor(actor))
    case "photoRemoved", "delete_group_photo": return phrases(.photoRemoved, .actor(actor))
    case "created", "create_group", "create_channel":
      return with(phrases(.created, .actor(actor)), text)
    case "pinned", "pin_message": return with(phrases(.pinnedMessage, .actor(actor)), text)
    case "backgroundChanged": return phrases(.wallpaperChanged, .actor(actor))
    case "locationShared": return phrases(.locationShared, .actor(actor))
    case "locationStopped": return phrases(.locationStopped, .actor(actor))
    case "voiceMessageKept": return phrases(.voiceMessageKept, .actor(actor))
    case "messagePartUnsent": return phrases(.messagePartUnsent, .actor(actor))
    case "migrate_to_supergroup": return phrases(.becameSupergroup)
    case "migrate_from_group" where !text.isEmpty: return phrases(.cameFromGroup, .text(text))
    case "clear_history": return phrases(.historyCleared, .actor(actor))
    case "topic_created": return phrases(.topicCreated, .actor(actor), .text(text))
    case "topic_edit":
      return text.isEmpty
        ? phrases(.topicIconChanged, .actor(actor)) : phrases(.topicRenamed, .actor(actor), .text(text))
    default: return nil
    }
  }

  /// Returns a sentence for things that people do besides talking, or nil for other events.
  private func featureSentence(_ event: SystemEvent, _ parts: SentenceParts) -> String? {
    let (actor, text, facts) = (parts.actor, parts.text, parts.facts)
    switch event.event {
    case "screenshot", "take_screenshot": return phrases(.screenshot, .actor(actor))
    case "joined_telegram": return phrases(.joinedTelegram, .actor(actor))
    case "requested_phone_number": return phrases(.phoneAsked, .actor(actor))
    case "score_in_game": return phrases(.scored, .actor(actor), .number(number(facts.count ?? 0)))
    case "proximity_reached":
      return phrases(
        .cameNear, .actor(actor), .number(number(facts.count ?? 0)), .targets(parts.targets))
    case "group_call":
      guard let duration = facts.duration else { return phrases(.videoChatStarted, .actor(actor)) }
      return with(phrases(.videoChat), withLocalDigits(Wording.clock(duration)))
    case "group_call_scheduled":
      guard let time = time(facts.instant) else { return phrases(.videoChat) }
      return phrases(.videoChatScheduled, .time(time))
    case "invite_to_group_call":
      return phrases(.videoChatInvited, .actor(actor), .targets(parts.whom))
    case "set_messages_ttl":
      guard let seconds = facts.duration, seconds > 0 else { return phrases(.timerOff, .actor(actor)) }
      return with(phrases(.timerSet, .actor(actor), .time(span(seconds))), text)
    case "edit_chat_theme":
      return text.isEmpty
        ? phrases(.themeReset, .actor(actor)) : phrases(.themeChanged, .actor(actor), .text(text))
    case "set_chat_wallpaper", "set_same_chat_wallpaper": return phrases(.wallpaperChanged, .actor(actor))
    case "suggest_profile_photo": return phrases(.photoSuggested, .actor(actor))
    case "suggest_birthday": return phrases(.birthdaySuggested, .actor(actor), .time(day(facts.day)))
    case "attach_menu_bot_allowed", "web_app_bot_allowed": return with(phrases(.botAddedToMenu), text)
    case "allow_sending_messages": return with(phrases(.botAllowed), text)
    case "send_webview_data": return with(phrases(.dataSent), text)
    case "send_passport_values": return with(phrases(.passportSent), text)
    case "requested_peer": return phrases(.sharedWithBot, .actor(actor))
    case "todo_append_tasks": return with(phrases(.tasksAdded, .actor(actor)), text)
    case "todo_completions": return todo(parts)
    default: return nil
    }
  }

  /// Returns a sentence for payments, gifts and prizes, or nil for other events.
  private func giftSentence(_ event: SystemEvent, _ parts: SentenceParts) -> String? {
    let (actor, facts) = (parts.actor, parts.facts)
    let remarks = remarks(parts)
    let amount = amount(facts.amount)
    switch event.event {
    case "send_payment":
      let sentence =
        event.actor == nil
        ? phrases(.paid, .number(amount)) : phrases(.paidBy, .actor(actor), .number(amount))
      return with(sentence, remarks)
    case "refunded_payment":
      return with(phrases(.refunded, .name(parts.name), .number(amount)), remarks)
    case "send_premium_gift":
      return with(phrases(.premiumGiven, .actor(actor), .time(period(facts))), remarks)
    case "gift_code_prize": return with(phrases(.giftCode, .time(period(facts))), remarks)
    case "send_stars_gift", "send_ton_gift":
      return with(phrases(.gave, .actor(actor), .number(amount)), remarks)
    case "send_star_gift": return with(phrases(.giftSent, .actor(actor), .number(amount)), remarks)
    case "stars_prize": return with(phrases(.starsWon, .number(amount), .name(parts.name)), remarks)
    case "giveaway_launch": return with(phrases(.giveawayStarted), remarks)
    case "giveaway_results":
      let winners = facts.count ?? 0
      return with(phrases(.giveawayEnded, count: winners, shown: number(winners)), remarks)
    case "boosted" where facts.otherCount != nil:
      return phrases(.boostedToLevel, .actor(actor), .number(number(facts.otherCount ?? 0)))
    case "boosted":
      let boosts = facts.count ?? 1
      return phrases(.boosted, count: boosts, shown: number(boosts), .actor(actor))
    case "boost_apply":
      let boosts = facts.count ?? 1
      return with(phrases(.boosted, count: boosts, shown: number(boosts), .actor(actor)), remarks)
    case "paid_messages_refund":
      let messages = facts.count.map { phrases(.countedMessages, count: $0, shown: number($0)) } ?? ""
      return with(phrases(.messagesRefunded, .actor(actor), .number(amount)), messages)
    case "paid_messages_price_change":
      if facts.amount?.units ?? 0 == 0 { return phrases(.messagesFree, .actor(actor)) }
      return phrases(.messagePriceSet, .actor(actor), .number(amount))
    case "post_approved":
      let details = [amount, time(facts.instant) ?? "", remarks].filter { !$0.isEmpty }
      return with(phrases(.postApproved, .actor(actor)), details.joined(separator: "; "))
    case "post_rejected": return with(phrases(.postRejected, .actor(actor)), remarks)
    case "suggested_post_success": return phrases(.postPaid, .number(amount))
    case "suggested_post_refund": return phrases(.postRefunded)
    default: return nil
    }
  }

  /// Returns a sentence for an event with an actor, targets and perhaps a text; nil for other events.
  private func plainSentence(_ event: SystemEvent, _ parts: SentenceParts) -> String? {
    switch event.event {
    case "wentBack":
      let turns = parts.facts.count ?? 1
      return with(phrases(.wentBack, count: turns, shown: number(turns)), parts.text)
    case "waited": return with(phrases(.waited, .time(period(parts.facts))), parts.text)
    default: break
    }
    guard let phrase = KnownWords.phrase(ofEvent: event.event) else { return nil }
    let sentence = phrases(
      phrase, .actor(parts.actor), .targets(parts.whom), .name(parts.name), .text(parts.text))
    let isSaid = parts.targets.isEmpty && sentence.contains(parts.text)
    return isSaid ? sentence : with(sentence, parts.text)
  }

  private func todo(_ parts: SentenceParts) -> String {
    let (done, reopened) = (parts.facts.count ?? 0, parts.facts.otherCount ?? 0)
    var sentences: [String] = []
    if done > 0 || reopened == 0 {
      sentences.append(phrases(.tasksDone, count: done, shown: number(done), .actor(parts.actor)))
    }
    if reopened > 0 {
      sentences.append(
        phrases(.tasksReopened, count: reopened, shown: number(reopened), .actor(parts.actor)))
    }
    return with(sentences.joined(separator: "; "), parts.text)
  }

  private func generic(_ event: SystemEvent, _ parts: SentenceParts) -> String {
    if event.actor == nil, event.targets.isEmpty, !parts.text.isEmpty { return parts.text }
    if KnownWords.areWordless(event.event) {
      let words = parts.text.isEmpty ? phrases(.unknownEvent) : parts.text
      return with(event.actor == nil ? words : "\(parts.actor): \(words)", parts.targets)
    }
    let word = Wording.isolated(event.event).replacingUnderscores
    let head = event.actor == nil ? word : "\(parts.actor): \(word)"
    return with(parts.targets.isEmpty ? head : "\(head) \(parts.targets)", parts.text)
  }

  // MARK: Words

  private func with(_ sentence: String, _ text: String) -> String {
    text.isEmpty ? sentence : phrases(.withText, .sentence(sentence), .text(text))
  }

  /// Returns the remarks of an event, the source's own words last; empty if there are none.
  private func remarks(_ parts: SentenceParts) -> String {
    var remarks = parts.facts.marks.map { mark in
      switch mark {
      case .recurring: phrases(.recurring)
      case .limited: phrases(.limited)
      case .anonymous: phrases(.anonymous)
      case .unclaimed: phrases(.isUnclaimed)
      }
    }
    if let count = parts.facts.otherCount, count > 0 {
      remarks.append(phrases(.unclaimed, .number(number(count))))
    }
    if !parts.text.isEmpty { remarks.append(parts.text) }
    return remarks.joined(separator: "; ")
  }

  private func number(_ number: Int) -> String { dates?.integer(number) ?? String(number) }

  /// Returns a text with ASCII digits replaced by the locale's.
  private func withLocalDigits(_ text: String) -> String {
    text.utf8.map { 0x30...0x39 ~= $0 ? number(Int($0) - 0x30) : String(Unicode.Scalar($0)) }.joined()
  }

  private func amount(_ amount: EventFacts.Amount?) -> String {
    guard let amount else { return "" }
    if amount.currency == EventFacts.Amount.stars {
      let stars = Int(clamping: amount.units)
      return phrases(.stars, count: stars, shown: number(stars))
    }
    return DateTexts.money(
      amount.units, currency: Wording.oneLine(amount.currency), digits: amount.digits,
      locale: dates?.locale ?? phrases.language)
  }

  private func day(_ day: EventFacts.EventDay?) -> String {
    guard let day else { return "" }
    return dates?.day(month: day.month, day: day.day, year: day.year) ?? "\(day.day)/\(day.month)"
  }

  /// Returns an instant's local date and time, or nil if unknown.
  private func time(_ instant: Instant?) -> String? {
    guard let dates, let instant, let local = moments[instant] else { return nil }
    return Wording.time(
      dates.dateAndTime(CivilDate(daysSince1970: Int(local.day)), minuteOfDay: Int(local.minute)),
      offset: local.offset)
  }

  /// Returns the span of time of months, or of seconds.
  private func period(_ facts: EventFacts) -> String {
    guard let months = facts.months else { return span(facts.duration ?? 0) }
    return phrases(.spanMonths, count: months, shown: number(months))
  }

  /// Returns a span of seconds in the largest unit that divides it.
  private func span(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds >= 0, seconds < 1e12 else { return "" }
    let total = Int(seconds.rounded())
    let units: [(size: Int, phrase: Phrase)] = [
      (31_536_000, .spanYears), (86_400, .spanDays), (3_600, .spanHours), (60, .spanMinutes),
    ]
    let unit = units.first { total >= $0.size && total % $0.size == 0 } ?? (1, .spanSeconds)
    return phrases(unit.phrase, count: total / unit.size, shown: number(total / unit.size))
  }

  private func name(_ index: ParticipantIndex?) -> String {
    guard let index, people.indices.contains(Int(index.value)) else {
      return phrases(.someone)
    }
    let person = people[Int(index.value)]
    // "Me" cannot be the subject of a sentence in the third person.
    return person.isUnnamedOwner ? phrases(.owner) : Wording.isolated(person.name)
  }
}

extension String {
  /// The string with spaces instead of underscores, for the raw words of formats.
  fileprivate var replacingUnderscores: String { String(map { $0 == "_" ? " " : $0 }) }
}
