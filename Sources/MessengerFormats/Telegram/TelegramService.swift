import ChatModel
import ImportKit

/// A service message of an export: the facts in its members other than its action and actor.
///
/// The actions and their members are from telegramdesktop/tdesktop, `export_output_json.cpp`. An action that is not among them
/// is shown in its own words, with all its members.
struct TelegramService {
  /// A member whose meaning depends on the action.
  struct Detail {
    var name: String
    var value: JSONValue
    /// The offset of the name.
    var offset: Int
  }

  private let action: String
  private var details: [Detail]
  private var facts = EventFacts()
  private var texts: [String] = []

  init(_ action: String, _ details: [Detail]) {
    (self.action, self.details) = (action, details)
  }

  /// Returns the event. `texts` come from members that messages of all kinds have.
  mutating func event(
    actor: ParticipantIndex?, target: ParticipantIndex?, texts: [String]
  ) -> SystemEvent {
    self.texts = texts
    var word = action
    switch action {
    case "set_messages_ttl": facts.duration = number("period")
    case "group_call": facts.duration = number("duration")
    case "group_call_scheduled": facts.instant = instant("schedule_date")
    case "score_in_game":
      facts.count = integer("score")
      drop("game_message_id")
    case "join_group_by_link": facts.name = text("inviter")
    case "edit_chat_theme": say(text("emoticon"))
    case "topic_edit":
      say(text("new_title"))
      drop("new_icon_emoji_id")
    case "proximity_reached":
      facts.count = integer("distance")
      drop("to", "to_id")
    case "requested_peer": drop("button_id", "peer_id", "peers")
    case "allow_sending_messages", "attach_menu_bot_allowed", "web_app_bot_allowed":
      drop("reason_app_id")
      say(text("reason_app_name"))
      say(text("reason_domain"))
    case "send_passport_values":
      say(take("values")?.elements.compactMap { $0.text?.spaced }.joined(separator: ", "))
    case "suggest_birthday":
      if let month = integer("month"), let day = integer("day") {
        facts.day = EventFacts.EventDay(year: integer("year"), month: month, day: day)
      }
    case "todo_completions":
      facts.count = take("completed")?.elements.count
      facts.otherCount = take("incompleted")?.elements.count
    case "todo_append_tasks": say(take("items")?.words)
    case "process_suggested_post":
      let isRejected = take("rejected").map { $0.flag == true || $0.text == "true" } ?? false
      word = isRejected ? "post_rejected" : "post_approved"
      takePrice()
      facts.instant = instant("scheduled_date")
      say(text("comment"))
    case "suggested_post_success": takePrice()
    case "suggested_post_refund": drop("user_initiated")
    default: takeGift()
    }
    return SystemEvent(
      event: word, actor: actor, targets: target.map { [$0] } ?? [], text: remainder,
      facts: facts == EventFacts() ? nil : facts)
  }

  /// Takes the members of payments, gifts and prizes.
  private mutating func takeGift() {
    switch action {
    case "send_payment":
      takeMoney()
      if take("recurring") != nil { facts.marks.append(.recurring) }
      drop("invoice_message_id")
    case "refunded_payment":
      takeMoney()
      facts.name = text("peer_name")
      drop("peer_id", "charge_id")
    case "send_premium_gift", "gift_code_prize":
      facts.months = integer("months")
      facts.duration = number("days").map { $0 * 86_400 }
      mark("unclaimed", .unclaimed)
      drop("boost_peer_id", "via_giveaway")
      say(text("gift_code"))
      say(text("cost"))
    case "send_stars_gift", "send_ton_gift":
      if let stars = integer("stars") {
        facts.amount = EventFacts.Amount(units: Int64(stars), currency: EventFacts.Amount.stars)
      } else {
        takeAmount("amount", currency: action == "send_ton_gift" ? "TON" : nil)
      }
      say(text("cost"))
    case "send_star_gift":
      takeStars("stars")
      mark("is_limited", .limited)
      mark("is_anonymous", .anonymous)
      drop("gift_id")
      say(take("gift_text")?.words)
    case "stars_prize":
      takeStars("stars")
      facts.name = text("boost_peer_name")
      mark("is_unclaimed", .unclaimed)
      drop("boost_peer_id", "giveaway_msg_id", "transaction_id")
    case "giveaway_results":
      facts.count = integer("winners")
      facts.otherCount = integer("unclaimed")
      if let stars = integer("stars"), stars > 0 { say("\(stars) ⭐") }
    case "boost_apply": facts.count = integer("boosts")
    case "paid_messages_refund":
      facts.count = integer("messages_count")
      takeStars("stars_count")
    case "paid_messages_price_change":
      takeStars("price_stars")
      drop("is_broadcast_messages_allowed")
    default: break
    }
  }

  // MARK: Members

  private mutating func take(_ name: String) -> JSONValue? {
    guard let index = details.firstIndex(where: { $0.name == name }) else { return nil }
    let value = details.remove(at: index).value
    return value == .null ? nil : value
  }

  /// Leaves out members that mean nothing to people, such as ids.
  private mutating func drop(_ names: String...) { details.removeAll { names.contains($0.name) } }

  private mutating func text(_ name: String) -> String? {
    take(name).flatMap(\.words).flatMap { $0.isEmpty ? nil : $0 }
  }

  private mutating func integer(_ name: String) -> Int? { take(name)?.integer.map { Int(clamping: $0) } }

  private mutating func number(_ name: String) -> Double? {
    take(name).flatMap { $0.number ?? $0.integer.map(Double.init) }.flatMap {
      (0...DocumentReader.longestDuration).contains($0) ? $0 : nil
    }
  }

  /// Takes a time in seconds since 1970.
  private mutating func instant(_ name: String) -> Instant? {
    guard let seconds = take(name)?.integer, seconds > 0, seconds < 1 << 40 else { return nil }
    return Instant(milliseconds: seconds * 1000)
  }

  private mutating func mark(_ name: String, _ mark: EventFacts.EventMark) {
    if let value = take(name), value.flag == true || value.integer == 1 || value.text == "true" {
      facts.marks.append(mark)
    }
  }

  private mutating func takeMoney() {
    guard let units = take("amount")?.integer else { return }
    facts.amount = EventFacts.Amount(units: units, currency: text("currency") ?? "")
  }

  private mutating func takeStars(_ name: String) {
    guard let stars = take(name)?.integer else { return }
    facts.amount = EventFacts.Amount(units: stars, currency: EventFacts.Amount.stars)
  }

  /// Takes an amount of whole coins and billionths of one.
  private mutating func takeAmount(_ name: String, currency: String?) {
    let (whole, nano) = (take("\(name)_whole")?.integer, take("\(name)_nano")?.integer ?? 0)
    guard let whole else { return }
    if let currency, currency != "Stars" {
      facts.amount = EventFacts.Amount(
        units: whole &* 1_000_000_000 &+ nano, currency: currency, digits: 9)
    } else {
      facts.amount = EventFacts.Amount(units: whole, currency: EventFacts.Amount.stars)
    }
  }

  private mutating func takePrice() { takeAmount("price_amount", currency: text("price_currency")) }

  private mutating func say(_ text: String?) {
    if let text, !text.isEmpty { texts.append(text) }
  }

  /// The texts, and any remaining members; nil if there are none.
  private var remainder: String? {
    let others = PartFacts(readable: details.map { ($0.name, $0.value) }).facts.map {
      "\($0.name): \($0.value)"
    }
    let parts = texts + others
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}
