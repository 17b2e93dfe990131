import BubbleLayout
import ChatModel
import Foundation
import Frames
import ICU
import Phrases
import TestSupport
import Testing

/// Faults that pages of real chats showed, by the names they were given.
@Suite struct FindingsTests {
  private static let languages = [
    "ar", "de", "en", "es", "fa", "fr", "he", "hi", "id", "it", "ja", "ko", "nl", "pl", "pt", "ru", "tr",
    "uk", "ur", "vi",
    "zh-Hans", "zh-Hant",
  ]
  private static let then = Instant(milliseconds: 1_769_600_000_000)

  /// The actions of Telegram Desktop's exports with what they tell of.
  private static func events() -> [SystemEvent] {
    func event(_ name: String, _ text: String? = nil, _ set: (inout EventFacts) -> Void = { _ in })
      -> SystemEvent
    {
      var facts = EventFacts()
      set(&facts)
      return SystemEvent(
        event: name, actor: ParticipantIndex(0),
        targets: name == "proximity_reached" ? [ParticipantIndex(1)] : [],
        text: text, facts: facts)
    }
    func stars(_ facts: inout EventFacts) {
      facts.amount = EventFacts.Amount(units: 25, currency: EventFacts.Amount.stars)
    }
    let plain = [
      "create_group", "create_channel", "edit_group_photo", "delete_group_photo", "join_group_by_link",
      "join_group_by_request", "migrate_to_supergroup", "pin_message", "clear_history", "take_screenshot",
      "attach_menu_bot_allowed", "allow_sending_messages", "joined_telegram", "requested_phone_number",
      "group_call",
      "edit_chat_theme", "suggest_profile_photo", "requested_peer", "giveaway_launch", "set_chat_wallpaper",
      "set_same_chat_wallpaper", "suggested_post_refund", "post_rejected", "set_messages_ttl",
      "todo_append_tasks",
      "send_webview_data", "send_passport_values", "topic_edit",
    ].map { event($0) }
    let worded = [
      "edit_group_title", "invite_members", "remove_members", "migrate_from_group", "invite_to_group_call",
      "topic_created", "topic_edit", "edit_chat_theme",
    ].map { event($0, "x") }
    return plain + worded + [
      event("score_in_game") { $0.count = 42 }, event("proximity_reached") { $0.count = 50 },
      event("group_call") { $0.duration = 754 }, event("group_call_scheduled") { $0.instant = then },
      event("set_messages_ttl") { $0.duration = 604_800 }, event("join_group_by_link") { $0.name = "Bo" },
      event("send_payment") { $0.amount = EventFacts.Amount(units: 1500, currency: "EUR") },
      event("refunded_payment") { $0.amount = EventFacts.Amount(units: 1500, currency: "JPY") },
      event("send_premium_gift") { $0.months = 3 }, event("gift_code_prize") { $0.months = 6 },
      event("send_stars_gift", nil, stars), event("send_star_gift", nil, stars),
      event("stars_prize", nil, stars), event("paid_messages_refund", nil, stars),
      event("paid_messages_price_change", nil, stars), event("suggested_post_success", nil, stars),
      event("post_approved", nil, stars), event("paid_messages_price_change"),
      event("send_ton_gift") {
        $0.amount = EventFacts.Amount(units: 1_500_000_000, currency: "TON", digits: 9)
      },
      event("giveaway_results") { ($0.count, $0.otherCount) = (3, 1) }, event("boost_apply") { $0.count = 2 },
      event("todo_completions") { ($0.count, $0.otherCount) = (2, 1) },
      event("suggest_birthday") { $0.day = EventFacts.EventDay(year: nil, month: 3, day: 14) },
    ]
  }

  private static func sentences(_ language: String) throws -> [String] {
    let people = ["Ana", "Bo"].map { Person(Participant(key: $0, name: $0), avatar: nil) }
    let sentence = SystemSentence(
      people: people, phrases: try TestLayout.phrases(language), dates: DateTexts(locale: language),
      moments: [then: LocalTime(day: 20481, minute: 693)])
    return events().map(sentence.sentence)
  }

  @Test(
    "findings B2: every action is a sentence in every language, without words of the machine",
    arguments: languages)
  func service(language: String) throws {
    let english = try Self.sentences("en")
    for (index, sentence) in try Self.sentences(language).enumerated() {
      let name = Self.events()[index].event
      #expect(!sentence.contains("_") && !sentence.contains(": \(name)"), "\(name): \(sentence)")
      for raw in ["604800", "1769600000", "1500", "XTR", "754"] {
        #expect(!sentence.contains(raw), "\(name): \(sentence)")
      }
      if language != "en" { #expect(sentence != english[index], "\(name) is in English") }
    }
  }

  @Test("findings B2: dates, spans and money read as people write them")
  func words() throws {
    let english = try Self.sentences("en")
    for sentence in [
      "Ana set messages to disappear after 7 days", "Video chat (12:34)", "Ana took a screenshot",
      "Ana made a payment of €15.00", "Video chat scheduled for January 28, 2026 at 11:33 AM",
      "Ana refunded ¥1,500", "Ana gave 1.5 TON", "Ana gave Telegram Premium for 3 months",
      "Ana marked 2 tasks as done; Ana reopened 1 task", "Ana suggested a birthday: March 14",
      "The giveaway ended with 3 winners (unclaimed: 1)", "Ana joined by a link of Bo",
      "Ana turned off the theme",
    ] {
      #expect(english.contains(sentence), "\(sentence)")
    }
    #expect(try Self.sentences("de").contains("Ana hat 15,00 € gezahlt"))
  }

  @Test(
    "findings A1: incoming messages have names where more than one person sends them, even of two who take part"
  )
  func names() throws {
    for isNamed in [true, false] {
      let layouter = try TestLayout.layouter(names: ["Ana", "Bo"], namesSenders: isNamed)
      let row = try #require(
        TestLayout.row(layouter, TestLayout.input(.text(MessageText("no", markup: .plain)), sender: 1)))
      #expect(row.frame.items.contains { $0.id.role == .name } == isNamed)
      #expect(row.frame.items.contains { $0.id.role == .avatar } == isNamed)
    }
  }

  @Test("findings B4: a poll whose votes are not known shows no counts and no shares")
  func poll() throws {
    let layouter = try TestLayout.layouter(names: ["Ana", "Bo"], me: 0)
    var polls = [
      Poll(
        question: "Day?", options: [.init(text: "Sat", votes: 0), .init(text: "Sun", votes: 0)], voters: 219),
      Poll(question: "Day?", options: [.init(text: "Sat", votes: 0)]),
      Poll(question: "Day?", options: [.init(text: "Sat", votes: 0)], voters: 0),
    ]
    polls[1].hasUnknownVotes = true
    for (poll, isKnown) in zip(polls, [false, false, true]) {
      let row = try #require(TestLayout.row(layouter, TestLayout.input(.part(poll))))
      #expect(row.frame.items.contains { $0.id.role == .share } == isKnown)
    }
  }

  @Test("findings B4: the notice of a pinned message leads to it")
  func pinned() throws {
    let layouter = try TestLayout.layouter(names: ["Ana", "Bo"], me: 0)
    var input = TestLayout.input(.system(SystemEvent(event: "pin_message", actor: ParticipantIndex(0))))
    input.extras.quote = QuotedMessage(name: "Bo", text: "x", page: 3, anchor: "77")
    let row = try #require(TestLayout.row(layouter, input))
    #expect(
      row.frame.items.contains { $0.content == .jump(MessageLink(page: 3, anchor: "77")) })
  }
}
