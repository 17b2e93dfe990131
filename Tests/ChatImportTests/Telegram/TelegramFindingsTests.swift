import ChatImport
import ChatModel
import Foundation
import ImportKit
import Testing

/// Faults in reading that exports of people showed, by the names they were given.
@Suite struct TelegramFindingsTests {
  private func reading(_ messages: String, type: String = "private_group", id: Int = 77) throws -> Reading {
    try read(telegram(messages, type: type, id: id), as: .telegram)
  }

  private func message(_ id: Int, _ members: String) -> String {
    #"{"id": \#(id), "type": "message", "date_unixtime": "1769508060", "from": "Ann", "from_id": "user1", \#(members)}"#
  }

  private func event(_ members: String) throws -> SystemEvent {
    let json =
      #"{"id": 1, "type": "service", "date_unixtime": "1769508060", "actor": "Ann", "actor_id": "user1", \#(members)}"#
    guard case .system(let event)? = try reading(json).messages.first?.content else {
      throw CocoaError(.coderInvalidValue)
    }
    return event
  }

  @Test("findings A2: in a chat of two whose ids are bare numbers, the other one is not the owner")
  func ownerOfOldExports() throws {
    let messages = """
      {"id": 1, "type": "message", "date": "2019-01-27T10:00:00", "from": "Bo", "from_id": 9, "text": "hello"},
      {"id": 2, "type": "message", "date": "2019-01-27T10:01:00", "from": "Ann", "from_id": 4, "text": "hi"}
      """
    let people = try reading(messages, type: "personal_chat", id: 9).participants.participants
    #expect(people.map(\.name) == ["Bo", "Ann"])
    #expect(people.map(\.isMe) == [false, true])
  }

  @Test(
    "findings A3: the author of a saved message is whom it was forwarded from, not the chat it was saved from"
  )
  func savedFrom() throws {
    let text = #""text": "x", "forwarded_from": "Cy", "saved_from": "Boat club""#
    let extras = try #require(try reading(message(1, text)).messages[0].extras)
    #expect(extras.forwardedFrom == "Cy")
    #expect(extras.savedFrom == "Boat club")
    let alone = try #require(try reading(message(1, #""text": "x", "saved_from": "Cy""#)).messages[0].extras)
    #expect(alone.forwardedFrom == nil && alone.savedFrom == "Cy")
  }

  @Test(
    "findings B1: a message with nothing but an unknown member is a card with its words, and a loss",
    arguments: [
      (#""text": "", "paid_stars_amount": 50"#, "paid stars amount", "paid stars amount: 50"),
      (
        #""text": "", "todo_list": {"title": [{"type": "bold", "text": "Pa"}, "ck"], "others_can_append": true, "answers": [{"text": "boots", "id": 1}, {"text": "map", "id": 2}]}"#,
        "todo list", "title: Pack; others can append: yes; answers: boots, map"
      ),
      (#""text": "", "brand_new": {"deep": {"er": [1, 2]}, "none": null}"#, "brand new", "deep: er: 1, 2"),
    ])
  func unread(members: String, kind: String, facts: String) throws {
    let reading = try reading(message(1, members))
    guard case .part(let part) = reading.messages[0].content, let card = part as? Unsupported else {
      Issue.record("not a card: \(reading.messages[0].content)")
      return
    }
    #expect(card.name == kind)
    #expect(card.facts.facts.map { "\($0.name): \($0.value)" }.joined(separator: "; ") == facts)
    #expect(reading.diagnostics.count == 1)
    #expect(reading.diagnostics.first?.contains("unread-content") == true)
  }

  @Test("findings B1: buttons are lines, those with an address links; signature and bot are told")
  func buttons() throws {
    let members = """
      "text": "Proxy list", "author": "Ines", "via_bot": "@pic", "inline_bot_buttons": [[{"type": "url", "text": "Connect", \
      "data": "https://proxy.example/p"}], [{"type": "callback", "text": "Like", "data": ""}]]
      """
    let reading = try reading(message(1, members))
    #expect(
      reading.messages[0].content
        == .text(
          MessageText(
            "Proxy list\n\n[Connect]\n[Like]",
            markup: .spans([SourceSpan(start: 13, end: 20, kind: .link(target: "https://proxy.example/p"))])))
    )
    #expect(reading.messages[0].extras?.signature == "Ines")
    #expect(reading.messages[0].extras?.via == "@pic")
    #expect(reading.diagnostics == [])
  }

  @Test("findings B2: facts of service messages are values, not words")
  func service() throws {
    #expect(try event(#""action": "set_messages_ttl", "period": 604800"#).facts?.duration == 604_800)
    let scheduled = try event(#""action": "group_call_scheduled", "schedule_date": 1769600000"#)
    #expect(scheduled.facts?.instant == Instant(milliseconds: 1_769_600_000_000))
    #expect(scheduled.text == nil)
    let paid = try event(
      #""action": "send_payment", "amount": 1500, "currency": "EUR", "invoice_message_id": 4"#)
    #expect(paid.facts?.amount == EventFacts.Amount(units: 1500, currency: "EUR"))
    let gift = try event(
      #""action": "send_star_gift", "gift_id": 5170145012310081615, "stars": 25, "is_limited": true, "gift_text": [{"type": "bold", "text": "Thank you"}, " for the map"]"#
    )
    #expect(gift.facts?.amount == EventFacts.Amount(units: 25, currency: "XTR"))
    #expect(gift.facts?.marks == [.limited])
    #expect(gift.text == "Thank you for the map")
    let near = try event(#""action": "proximity_reached", "to": "Bo", "to_id": "user2", "distance": 50"#)
    #expect(near.facts?.count == 50 && near.targets == [ParticipantIndex(1)])
    let unknown = try event(#""action": "fly_to_moon", "with_rocket": true, "crew_names": ["Bo", "Cy"]"#)
    #expect(unknown.text == "with rocket: yes; crew names: Bo, Cy")
  }

  @Test("findings B3: answering the message that began a topic is belonging to it, and the topic is named")
  func topics() throws {
    let messages = """
      {"id": 1, "type": "service", "date_unixtime": "1769508060", "actor": "Ann", "actor_id": "user1", \
      "action": "topic_created", "title": "Routes"},
      \(message(2, #""text": "in it", "reply_to_message_id": 1"#)),
      \(message(3, #""text": "an answer in it", "reply_to_message_id": 2"#)), \(message(4, #""text": "elsewhere""#))
      """
    let read = try reading(messages).messages
    #expect(read.map(\.reply?.target) == [nil, nil, "2", nil])
    #expect(read.map(\.extras?.topic) == [nil, "Routes", "Routes", nil])
    #expect(read.map(\.extras?.thread) == [nil, "1", "1", nil])
  }

  @Test("findings B4: votes that the export does not have are not known, instead of none")
  func poll() throws {
    let poll =
      #""text": "", "poll": {"question": "Day?", "closed": false, "total_voters": null, "answers": [{"text": "Sat", "voters": null}]}"#
    guard case .part(let part) = try reading(message(1, poll)).messages[0].content else { return }
    #expect((part as? Poll)?.hasUnknownVotes == true)
    #expect((part as? Poll)?.options.map(\.votes) == [0])
  }

  @Test(
    "findings C1: a text without quotation marks costs nothing",
    arguments: [
      "video_files/sticker (2).webm", "(unavailable)", "thumbs/a.jpg, b.png", "5373101763846451214",
      "null_island.webm",
    ])
  func bareText(path: String) throws {
    let text = """
      "text": [
        {
          "type": "custom_emoji",
          "text": "😮",
          "document_id": \(path)
        },
        " ok"
      ]
      """
    let reading = try reading("\(message(1, text)), \(message(2, #""text": "after""#))")
    #expect(reading.messages.count == 2)
    guard case .text(let shown) = reading.messages[0].content else { return }
    #expect(shown.string == "😮 ok")
    #expect(reading.diagnostics.allSatisfy { $0.contains("note bare-value") })
  }

  @Test("findings C1: a broken value costs its message, which is a card and a loss with its line and column")
  func brokenValue() throws {
    let broken =
      "\(message(1, #""text": "one""#)),\n{\"id\": 2, \"text\": ~},\n\(message(3, #""text": "three""#))"
    let reading = try reading(broken)
    #expect(reading.messages.count == 3)
    guard case .part(let part) = reading.messages[1].content else { return }
    #expect((part as? Unsupported)?.text == #"{"id": 2, "text": ~}"#)
    #expect(reading.diagnostics.count == 1)
    #expect(reading.diagnostics.first?.contains("malformed-element") == true)
    let origin = try #require(reading.log.kept.first?.origin)
    #expect(origin.line == 2 && origin.column == 19 && origin.path == "messages[1]")
    // Read from the middle, it is the same.
    var log = DiagnosticLog()
    let source = try #require(try open(telegram(broken), as: .telegram, log: &log).first)
    for index in 0..<3 {
      let one = try Reading(source, from: reading.positions[index], limit: 1)
      #expect(one.messages.first?.content == reading.messages[index].content)
    }
  }
}
