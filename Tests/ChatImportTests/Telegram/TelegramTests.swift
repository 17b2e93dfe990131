import ChatImport
import ChatModel
import Foundation
import ImportKit
import Testing

/// A chat's export with `messages`, the members of its array as JSON.
func telegram(_ messages: String, type: String = "private_group", id: Int = 77) -> String {
  """
  {"name": "Trip", "type": "\(type)", "id": \(id), "messages": [\(messages)]}
  """
}

@Suite struct TelegramTests {
  @Test(
    "Exports of other projects are recognised and read without a loss",
    arguments: [
      ("tg-parser/personal_chat.json", 5), ("tg-parser/supergroup_with_topics.json", 7),
      ("langchain/telegram_chat_json/result.json", 4), ("chat-miner/test_single_export.json", 2),
      ("chat-miner/test_batch_export.json", 2),
    ])
  func shared(file: String, count: Int) throws {
    guard let folder = TestData.shared("chats/telegram", for: "Telegram exports") else { return }
    let input = try ImportInput(path: folder.appending(path: file).path)
    #expect(try ImportFormat.recognise(input) == .telegram)
    var log = DiagnosticLog()
    let sources = try ImportFormat.telegram.open(input, options: ImportOptions(), log: &log)
    #expect(sources.count == 1)
    let reading = try Reading(try #require(sources.first))
    #expect(reading.messages.count == count)
    #expect(reading.diagnostics == [])
    #expect(log.lines == [])
    #expect(reading.messages.allSatisfy { $0.instant != nil && $0.sender != nil })
  }

  /// The chats of the account's export among the fixtures.
  private func account() throws -> [any ConversationSource] {
    var log = DiagnosticLog()
    return try account(&log)
  }

  private func account(_ log: inout DiagnosticLog) throws -> [any ConversationSource] {
    let input = try ImportInput(path: TestData.fixtures.appending(path: "telegram/every-kind/input").path)
    return try ImportFormat.telegram.open(input, options: ImportOptions(), log: &log)
  }

  @Test("A whole account is one conversation a chat, titled also where the export gives no name")
  func chats() throws {
    let sources = try account()
    #expect(sources.map(\.info.title) == ["Trip", "Saved Messages", "Deleted Account"])
    #expect(sources.map(\.info.id) == ["77", "100", "9"])
    #expect(sources.allSatisfy { $0.mediaRoot.path.hasSuffix("Fixtures/telegram/every-kind/input") })
    let saved = try Reading(sources[1])
    #expect(saved.participants.participants.map(\.isMe) == [true])
    #expect(try Reading(sources[2]).messages == [])
  }

  @Test("Texts are their segments put together, with spans in UTF-8 bytes")
  func text() throws {
    let message = try Reading(account()[0]).messages[1]
    #expect(
      message.content
        == .text(
          MessageText(
            "a bold link\nlet a = 1🎉",
            markup: .spans([
              SourceSpan(start: 2, end: 6, kind: .bold),
              SourceSpan(start: 7, end: 11, kind: .link(target: "https://example.org/é")),
              SourceSpan(start: 12, end: 21, kind: .codeBlock(language: "swift")),
            ]))))
    #expect(message.extras?.editedAt == Instant(milliseconds: 1_777_626_060_000))
  }

  @Test(
    "Each type of segment has the meaning it has in Telegram",
    arguments: [
      ("italic", "x", SourceSpan.Kind.italic), ("underline", "x", .underline),
      ("strikethrough", "x", .strikethrough),
      ("spoiler", "x", .spoiler), ("code", "x", .code), ("blockquote", "x", .blockquote),
      ("mention", "@x", .mention),
      ("mention_name", "X", .mention), ("hashtag", "#x", .hashtag), ("cashtag", "$X", .hashtag),
      ("link", "example.org", .link(target: "http://example.org")),
      ("link", "https://example.org", .link(target: "https://example.org")),
      ("email", "a@example.org", .link(target: "mailto:a@example.org")),
      ("phone", "+351 (210) 1", .link(target: "tel:+3512101")), ("plain", "x", nil),
      ("bot_command", "/x", nil),
      ("type_of_tomorrow", "x", nil),
    ])
  func segments(type: String, text: String, kind: SourceSpan.Kind?) throws {
    let reading = try read(
      telegram(
        #"{"id": 1, "type": "message", "from": "A", "from_id": "user1", "text": [{"type": "\#(type)", "text": "\#(text)"}]}"#
      ),
      as: .telegram)
    let markup = kind.map { MessageText.Markup.spans([SourceSpan(start: 0, end: text.utf8.count, kind: $0)]) }
    #expect(reading.messages[0].content == .text(MessageText(text, markup: markup ?? .plain)))
  }

  @Test("Photos and files are attachments; a sentence in a path's place says why there is none")
  func media() throws {
    let messages = try Reading(account()[0]).messages
    func attachment(_ index: Int) -> ChatModel.Attachment? {
      if case .media(let attachments, _) = messages[index].content { attachments.first } else { nil }
    }
    let photo = attachment(2)
    #expect(photo?.kind == .image)
    #expect(photo?.path == "photos/photo_1@01-05-2026_10-00-20.jpg")
    #expect(photo?.width == 1280 && photo?.height == 853 && photo?.byteCount == 5000)
    let video = attachment(3)
    #expect(video?.kind == .video)
    #expect(video?.path == nil)
    #expect(video?.absence == nil)
    #expect(video?.name == "v.mp4")
    #expect(video?.duration == 12)
    #expect(attachment(4)?.kind == .voice)
    #expect(attachment(5)?.kind == .sticker)
    #expect(attachment(5)?.alt == "😀")
    #expect(attachment(6)?.kind == .audio)
    #expect(attachment(6)?.name == "Di – Song")
  }

  @Test("Polls, contacts, places, games, invoices and calls are what they are")
  func parts() throws {
    let messages = try Reading(account()[0]).messages
    #expect(
      messages[7].content
        == .part(
          Poll(
            question: "Dinner?",
            options: [.init(text: "20:00", votes: 2, isChosen: true), .init(text: "21:00", votes: 0)],
            voters: 2)))
    #expect(messages[8].content == .part(Contact(name: "Marta Reis", phones: ["+351 1"])))
    #expect(
      messages[9].content
        == .part(Location(latitude: 38.6916, longitude: -9.216, name: "Torre", address: "Belém")))
    #expect(messages[10].content == .part(Call(medium: "audio", outcome: "missed")))
    #expect(
      messages[14].content
        == .part(
          LinkPreview(
            url: "https://t.example/g?game=c", title: "Chess", summary: "play",
            text: MessageText("control \u{0C} here", markup: .plain))))
    #expect(messages[14].extras?.forwardedFrom == "News")
    #expect(
      messages[15].content
        == .part(
          Unsupported(
            kind: "invoice",
            facts: PartFacts([
              .init(name: "title", value: "Ticket"), .init(name: "description", value: "Tram"),
              .init(name: "amount", value: "€3.00"),
            ]))))
    #expect(messages[15].reply == Reply(target: nil, quotedText: "a message in another chat"))
    #expect(messages[15].extras == nil)
    #expect(messages[14].extras?.via == "@gif")
  }

  @Test("Service messages keep everything they say, known or not")
  func service() throws {
    let reading = try Reading(account()[0])
    let ana = reading.messages[0].sender
    #expect(
      reading.messages[0].content
        == .system(SystemEvent(event: "create_group", actor: ana, text: "Trip; Ana, Bo, Deleted Account")))
    #expect(reading.messages[11].content == .system(SystemEvent(event: "pin_message", actor: ana)))
    #expect(reading.messages[11].reply == Reply(target: "3"))
    var facts = EventFacts()
    facts.count = 4
    #expect(
      reading.messages[12].content
        == .system(SystemEvent(event: "boost_apply", actor: ana, text: "is new: yes", facts: facts)))
  }

  @Test("What cannot be shown is a card or is counted")
  func losses() throws {
    var log = DiagnosticLog()
    let reading = try Reading(account(&log)[0])
    #expect(reading.messages[13].content == .part(Unsupported(kind: "unsupported")))
    #expect(
      log.lines == [
        "loss unknown-kind messages[13].type: Telegram Desktop could not export this message; it is shown as a card",
        "note invalid-escape: unescaped control character in a string; it was accepted",
        "note assumed-time-zone: times have no time zone; UTC is assumed, set --time-zone to change it",
      ])
  }

  @Test("A film brings its picture, and says when it was to destroy itself")
  func film() throws {
    let message = try Reading(account()[0]).messages[3]
    guard case .media(let files, _) = message.content else {
      Issue.record("no film")
      return
    }
    #expect(files.map(\.poster) == ["video_files/v.mp4_thumb.jpg"])
    #expect(message.extras?.expiresAfter == 60)
  }

  @Test(
    "Only what is the path of a picture is taken for one",
    arguments: [
      "5301", "x.webp", "(File not included. Change data exporting settings to download.)", "a/b.tgs", "",
    ])
  func noPicture(stated: String) throws {
    let json = telegram(
      """
      { "id": 1, "type": "message", "date_unixtime": "1", "from": "Bo", "from_id": "user2", "text": "x",
        "reactions": [{ "type": "custom_emoji", "count": 1, "document_id": "\(stated)" }] }
      """)
    #expect(try read(json, as: .telegram).messages.first?.reactions.map(\.image) == [nil])
  }

  @Test(
    "A sticker in Telegram's own moving format shows its still picture, keeps its emoji, and is told as a loss"
  )
  func movingSticker() throws {
    func sticker(_ members: String) throws -> (ChatModel.Attachment?, DiagnosticLog) {
      let reading = try read(
        telegram(
          #"{ "id": 1, "type": "message", "date_unixtime": "1", "from": "Bo", "from_id": "user2", "text": "", "#
            + #""media_type": "sticker", "sticker_emoji": "🎉", \#(members) }"#), as: .telegram)
      guard case .media(let files, _)? = reading.messages.first?.content else { return (nil, reading.log) }
      return (files.first, reading.log)
    }
    let (still, log) = try sticker(#""file": "stickers/a.tgs", "thumbnail": "stickers/a.tgs_thumb.jpg""#)
    #expect(still?.path == "stickers/a.tgs_thumb.jpg" && still?.alt == "🎉" && still?.kind == .sticker)
    #expect(log.lossCount == 1 && log.lines.contains { $0.hasPrefix("loss animated-sticker") })
    let (bare, bareLog) = try sticker(#""file": "stickers/a.tgs""#)
    #expect(bare?.path == "stickers/a.tgs" && bare?.alt == "🎉" && bareLog.lossCount == 1)
    let (picture, pictureLog) = try sticker(#""file": "stickers/a.webp", "thumbnail": "stickers/b.jpg""#)
    #expect(picture?.path == "stickers/a.webp" && pictureLog.lossCount == 0)
  }

  @Test("Reactions name whom they can and count the rest")
  func reactions() throws {
    let reading = try Reading(account()[0])
    let bo = try #require(reading.messages[1].sender)
    var thumb = Reaction(emoji: "👍", by: [bo], count: 3)
    thumb.times = [Instant(milliseconds: 1_777_629_630_000)]
    #expect(
      reading.messages[2].reactions == [
        thumb,
        Reaction(emoji: "custom emoji", by: [], count: 1),
        Reaction(emoji: "custom emoji", by: [], count: 1, image: "stickers/tart.webp"),
        Reaction(emoji: "⭐", by: [], count: 2),
      ])
  }

  @Test("People are known by their ids; those without an account have a name all the same")
  func people() throws {
    let reading = try Reading(account()[0])
    #expect(reading.participants.participants.map(\.key) == ["user100", "user200", "user300"])
    #expect(reading.participants.participants.map(\.name) == ["Ana", "Bo", "Deleted Account"])
    // The account's own part of the export says who "me" is.
    #expect(reading.participants.participants.map(\.isMe) == [true, false, false])
  }

  @Test("In a personal chat the one who is not the other side is oneself, unless --me says otherwise")
  func personalChat() throws {
    let text = telegram(
      """
      {"id": 1, "type": "message", "from": "Me", "from_id": "user5", "text": "a"},
      {"id": 2, "type": "message", "from": "Bo", "from_id": "user77", "text": "b"}
      """, type: "personal_chat")
    #expect(try read(text, as: .telegram).participants.participants.map(\.isMe) == [true, false])
    let other = try read(text, as: .telegram, options: ImportOptions(me: "Bo"))
    #expect(other.participants.participants.map(\.isMe) == [false, true])
    let changedIDs = telegram(
      #"{"id": 1, "type": "message", "from": "A", "from_id": "user5", "text": "a"}"#, type: "personal_chat")
    #expect(try read(changedIDs, as: .telegram).participants.participants.map(\.isMe) == [false])
  }

  @Test("Old exports without exact times are read in the zone given")
  func oldTimes() throws {
    let text = telegram(
      #"{"id": 1, "type": "message", "date": "2019-07-01T12:00:00", "from": "A", "from_id": 4, "text": "a"}"#)
    let reading = try read(text, as: .telegram, options: ImportOptions(timeZone: "Europe/Lisbon"))
    #expect(reading.messages[0].instant == Instant(milliseconds: 1_561_978_800_000))
    #expect(reading.diagnostics == [])
    #expect(reading.participants.participants.map(\.key) == ["4"])
  }

  @Test("A message of an unknown type is a card with its text")
  func unknownType() throws {
    let reading = try read(telegram(#"{"id": 1, "type": "hologram", "text": "a"}, "b""#), as: .telegram)
    #expect(reading.messages[0].content == .part(Unsupported(kind: "hologram", text: "a")))
    #expect(reading.messages[1].content == .part(Unsupported(kind: "text", text: "b")))
    #expect(reading.log.lossCount == 2)
  }

  @Test("Who invites or removes only themselves joins or leaves")
  func comingAndGoing() throws {
    let reading = try read(
      telegram(
        #"{"id": 1, "type": "service", "actor": "Bo", "actor_id": "user2", "action": "invite_members", "members": ["Bo"]}, "#
          + #"{"id": 2, "type": "service", "actor": "Bo", "actor_id": "user2", "action": "remove_members", "members": ["Bo"]}"#
      ),
      as: .telegram)
    let events = reading.messages.map { if case .system(let event) = $0.content { event.event } else { "" } }
    #expect(events == ["joined", "left"])
  }

  @Test("An export without chats, and one that is cut off, say what to do")
  func failures() {
    let none = #expect(throws: ImportError.self) {
      try read(#"{"chats": {"list": []}}"#, path: "r.json", as: .telegram)
    }
    #expect(
      none?.message == "r.json: expected `messages`, or `chats` with a `list`; "
        + "choose at least one kind of chat when exporting")
    let cut = #expect(throws: ImportError.self) {
      try read(#"{"name": "x", "type": "personal_chat", "mess"#, path: "r.json", as: .telegram)
    }
    #expect(
      cut?.message == "r.json:1:45 (byte 44): expected the closing '\"' of the string, but the file ends; "
        + "the file looks cut off: copy or export it again")
  }

  @Test("Of an export that was cut off, the messages before the end are read")
  func cut() throws {
    let one = try read(
      #"{"name": "x", "type": "personal_chat", "messages": [{"id": 1, "type": "message", "text": "a"}, {"id""#,
      path: "r.json", as: .telegram)
    #expect(one.messages.map(\.id) == ["1"])
    #expect(one.log.lossCount == 1)
  }

  @Test("Two chats with one id in an export stay two, and each is joined to its copy")
  func equalIDs() throws {
    func export(_ name: String, _ text: String) -> ImportInput {
      let message =
        #"{"id": 1, "type": "message", "date_unixtime": "\#(text.utf8.count)", "from": "A", "text": "\#(text)"}"#
      let chats = [("Ann", "personal_chat", message), ("Club", "private_group", message)].map {
        #"{"name": "\#($0.0)", "type": "\#($0.1)", "id": 7, "messages": [\#($0.2)]}"#
      }
      let json = #"{"chats": {"list": [\#(chats.joined(separator: ","))]}}"#
      return ImportInput(path: "\(name)/result.json", bytes: Array(json.utf8))
    }
    var log = DiagnosticLog()
    let inputs = [export("one", "short"), export("two", "longer words")]
    let opened = try ImportFormat.open(
      inputs.map { (.telegram, $0) }, options: ImportOptions(), log: &log)
    #expect(opened.map(\.source.info.title) == ["Ann", "Club"])
    #expect(log.counts == ["merged": 2])
  }

  @Test("Messages that are not in the order of their times are sorted, with a note")
  func reordered() throws {
    let messages = [(1, 200), (2, 100)].map {
      #"{"id": \#($0.0), "type": "message", "date_unixtime": "\#($0.1)", "from": "A", "text": "x"}"#
    }
    let json = telegram(messages.joined(separator: ","))
    let sorted = try read(json, as: .telegram)
    #expect(sorted.messages.map(\.id) == ["2", "1"])
    #expect(sorted.log.counts == ["reordered": 1])
    var options = ImportOptions()
    options.keepsOrder = true
    let kept = try read(json, as: .telegram, options: options)
    #expect(kept.messages.map(\.id) == ["1", "2"])
    #expect(kept.log.counts == [:])
  }
}
