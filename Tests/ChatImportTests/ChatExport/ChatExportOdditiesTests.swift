import ChatImport
import ChatModel
import ImportKit
import Testing

@Suite struct ChatExportOdditiesTests {
  @Test(
    "What is odd in a message is said with its path and a remedy, and the message still appears",
    arguments: [
      (
        #"{"from": "ana", "at": true, "text": "x"}"#,
        "warning wrong-type messages[0].at: `at` is true or false where a time is expected; "
          + "write an instant such as 2026-05-01T09:12:03Z, or local time such as 2026-05-01T09:12:03"
      ),
      (
        #"{"from": "ana", "at": "yesterday", "text": "x"}"#,
        "warning wrong-value messages[0].at: `at` is not a time; "
          + "write an instant such as 2026-05-01T09:12:03Z, or local time such as 2026-05-01T09:12:03"
      ),
      (
        #"{"from": "ana", "text": ["x"]}"#,
        "warning wrong-type messages[0].text: `text` is a list where text is expected; write it in double quotes"
      ),
      (
        #"{"from": "zoe", "text": "x"}"#,
        "warning unknown-participant messages[0].from: participant `zoe` is not declared and is shown by id; "
          + "add it to `participants`"
      ),
      (
        #"{"from": "ana", "text": "x", "attachments": [{"kind": "image", "width": "10"}]}"#,
        "warning wrong-type messages[0].attachments[0].width: `width` is text where a whole number is expected; "
          + "write it without quotes"
      ),
      (
        #"{"from": "ana", "text": "x", "attachments": [{"kind": "hologram"}]}"#,
        "warning wrong-value messages[0].attachments[0].kind: `kind` is not one of image, video, audio, voice, file, "
          + "sticker, gif; the attachment is shown as a file"
      ),
      (
        #"{"from": "ana", "location": {"latitude": 91, "longitude": 0}}"#,
        "warning out-of-range messages[0].location.latitude: `latitude` is out of range; it is left out"
      ),
      (
        #"{"from": "ana", "kind": "dance", "text": "x"}"#,
        "loss unknown-kind messages[0].kind: kind `dance` is unknown; the message is shown as a card with its text"
      ),
      (
        #"{"from": "ana", "kind": "poll", "text": "x"}"#,
        "loss missing-member messages[0].poll: a message of kind `poll` needs a complete `poll`; its text is shown"
      ),
      (
        #"{"from": "ana"}"#,
        "warning empty-message messages[0]: the message has neither `text` nor anything else to show"
      ),
      (
        #"17"#, "loss not-a-message messages[0]: a number found where a message is expected; write it in { }"
      ),
      (
        #"{"from": "ana", "text": "x", "mood": "fine"}"#,
        "note unknown-member: member `mood` (message) is unknown and was ignored (once)"
      ),
      (
        #"{"from": "ana", "at": "2026-05-01T09:00:00", "text": "x"}"#,
        "note assumed-time-zone: times have no time zone; UTC is assumed, set --time-zone to change it"
      ),
    ])
  func sentences(message: String, sentence: String) throws {
    let reading = try read(conversation(message))
    #expect(reading.diagnostics.contains(sentence), "\(reading.diagnostics)")
    #expect(reading.messages.count == 1)
  }

  @Test("An unknown kind keeps its name and its text")
  func unknownKind() throws {
    let reading = try read(conversation(#"{"from": "ana", "kind": "d\u0061nce", "text": "x"}"#))
    #expect(reading.messages.map(\.content) == [.part(Unsupported(kind: "dance", text: "x"))])
    #expect(reading.log.lossCount == 1)
  }

  @Test(
    "Words beside a card are kept",
    arguments: [
      #""call": {}"#, #""contact": {"name": "Bo"}"#, #""kind": "deleted""#,
    ])
  func wordsBesideCards(member: String) throws {
    let reading = try read(conversation(#"{"from": "ana", "text": "x", \#(member)}"#))
    #expect(reading.messages.map(\.extras?.text?.string) == ["x"])
    #expect(reading.diagnostics == [])
  }

  @Test("Unknown members are counted by name, wherever they stand")
  func unknownMembers() throws {
    let message = #"{"from": "ana", "text": "x", "mood": 1, "attachments": [{"kind": "file", "mood": [2]}]}"#
    let reading = try read(conversation("\(message), \(message)", header: #""colour": "red","#))
    #expect(
      reading.diagnostics == [
        "note unknown-member: member `colour` (conversation) is unknown and was ignored (once)",
        "note unknown-member: member `mood` (message) is unknown and was ignored (2 times)",
        "note unknown-member: member `mood` (attachment) is unknown and was ignored (2 times)",
      ])
  }

  @Test("Null is the same as leaving the member out")
  func null() throws {
    let names = [
      "id", "at", "kind", "markup", "replyTo", "quote", "reactions", "attachments", "edits", "poll", "event",
      "targets",
    ]
    let members = names.map { "\"\($0)\": null" }.joined(separator: ", ")
    let reading = try read(conversation(#"{"from": "ana", "text": "x", \#(members)}"#))
    #expect(reading.diagnostics == [])
    #expect(
      reading.messages == [
        Message(id: "", sender: ParticipantIndex(0), content: .text(MessageText("x", markup: .markdown)))
      ])
  }

  @Test(
    "A document that breaks JSON fails with file, line, column, what was expected and what to do",
    arguments: [
      (
        "{\"format\": \"chatexport/1\",\n \"messages\": [\n  {\"id\": \"1\" \"text\": \"x\"}\n]}",
        "f.json:3:14: messages[0] (byte 55): expected ',' or '}'; write a comma here"
      ),
      (
        "{\"format\": \"chatexport/1\",\n \"messages\": [\n  {\"id\": \"1\", \"text\": \"x",
        "f.json:3:25 (byte 66): expected the closing '\"' of the string, but the file ends; "
          + "the file looks cut off: copy or export it again"
      ),
      (
        "{\"format\": \"chatexport/1\", \"messages\": {}}",
        "f.json:1:40 (byte 39): expected '['; repair the file here"
      ),
      (
        "{\"format\": \"chatexport/2\", \"messages\": []}",
        "f.json: format: expected \"chatexport/1\"; this version cannot read \"chatexport/2\"; use a newer version of chatexport"
      ),
      (
        "{\"messages\": []}",
        "f.json: format: expected \"chatexport/1\"; name the format with \"format\": \"chatexport/1\""
      ),
      (
        "{\"format\": \"chatexport/1\", \"messages\": [], \"messages\": []}",
        "f.json:1:56: messages (byte 55): expected one `messages` array; join the arrays into one"
      ),
      (
        "{\"format\": \"chatexport/1\", \"timeZone\": \"Mars/Phobos\", \"messages\": []}",
        "f.json: timeZone: 'Mars/Phobos' is not a time zone; give an IANA name such as Europe/Lisbon"
      ),
    ])
  func failures(text: String, sentence: String) {
    let error = #expect(throws: ImportError.self) { try read(text, path: "f.json") }
    #expect(error?.message == sentence)
  }

  @Test("In JSON Lines a bad line becomes a card and the lines after it are read")
  func lines() throws {
    let reading = try read(
      """
      {"format": "chatexport/1", "participants": [{"id": "a", "name": "A"}]}
      {"id": "1", "from": "a", "text": "one"}\r

      {"id": "2", "from": "a", "text": oops}
      {"id": "3", "from": "a", "text": "three"} extra
      {"id": "4", "from": "a", "text": "four
      """)
    #expect(reading.messages.map(\.id) == ["1", "", "", ""])
    #expect(
      reading.messages[1].content
        == .part(Unsupported(kind: "malformed line", text: #"{"id": "2", "from": "a", "text": oops}"#))
    )
    #expect(reading.log.counts == ["malformed-line": 3])
    #expect(reading.log.lossCount == 3)
    #expect(reading.log.kept.map { $0.origin?.location ?? "" }.first == "chat.json:4:34 (byte 146)")
  }

  @Test("In JSON Lines what is odd is said with its line")
  func lineNumbers() throws {
    let reading = try read(
      """
      {"format": "chatexport/1",
       "participants": [{"id": "a", "name": "A"}]}
      {"from": "a", "text": "one"}

      {"from": "a", "text": 2}
      """)
    #expect(reading.log.kept.first?.origin?.line == 5)
    #expect(reading.log.kept.first?.origin?.path == "text")
  }

  @Test("Texts are plain where the conversation or the message says so")
  func markup() throws {
    let messages = #"{"from": "bo", "text": "a"}, {"from": "bo", "text": "b", "markup": "markdown"}"#
    let reading = try read(conversation(messages, header: #""text": "plain","#))
    #expect(
      reading.messages.map(\.content) == [
        .text(MessageText("a", markup: .plain)), .text(MessageText("b", markup: .markdown)),
      ])
  }

  @Test("The file's own zone comes before the one given, and a time within a gap in the clocks is its end")
  func zones() throws {
    let message = #"{"from": "bo", "at": "2026-03-29T02:30:00", "text": "a"}"#
    let berlin = try read(conversation(message), options: ImportOptions(timeZone: "Europe/Berlin"))
    #expect(berlin.messages[0].instant == Instant(milliseconds: 1_774_746_000_000))
    #expect(berlin.log.counts["skipped-time"] == 1)
    let lisbon = try read(
      conversation(message, header: #""timeZone": "Europe/Lisbon","#),
      options: ImportOptions(timeZone: "Europe/Berlin"))
    #expect(lisbon.messages[0].instant == Instant(milliseconds: 1_774_747_800_000))
    #expect(berlin.log.counts["assumed-time-zone"] == nil)
  }

  @Test("--me decides whose messages are one's own, by id or by name", arguments: ["bo", "Bo"])
  func me(_ me: String) throws {
    var log = DiagnosticLog()
    let source = try #require(try open(conversation(""), options: ImportOptions(me: me), log: &log).first)
    #expect(source.info.participants.participants.map(\.isMe) == [false, true])
  }
}
