import ChatModel
import Testing

@testable import AssistantFormats
@testable import ImportKit
@testable import MessengerFormats
@testable import TranscriptFormats

@Suite struct ConversationBuilderTests {
  /// A message of an invented export: sender, time in milliseconds, text, id.
  private struct Line {
    var (sender, time, text, id): (String, Int64?, String, String)

    init(_ sender: String, _ time: Int64?, _ text: String, id: String = "") {
      (self.sender, self.time, self.text, self.id) = (sender, time, text, id)
    }
  }

  /// Converts exports, each a list of lines, and returns the conversation's texts with its source.
  private func convert(
    _ exports: [[Line]], order: ConversationBuilder.MessageOrdering = .byTime, log: inout DiagnosticLog,
    change: (ConversationBuilder) -> Void = { _ in }
  ) throws -> (texts: [String], reading: Reading) {
    let conversion = try Conversion(ImportOptions())
    for (index, lines) in exports.enumerated() {
      conversion.begin(ImportInput(path: "folder\(index)/export", bytes: []))
      let builder = conversion.conversation("chat", title: "Chat", order: order)
      for line in lines {
        try builder.add(
          Message(
            id: line.id, sender: builder.participant(line.sender), instant: line.time.map(Instant.init),
            content: .text(MessageText(line.text, markup: .plain))))
      }
      change(builder)
    }
    let source = try #require(try conversion.finish(&log).first)
    let reading = try Reading(source)
    for (index, position) in reading.positions.enumerated() {
      #expect(try Reading(source, from: position, limit: 1).messages == [reading.messages[index]])
    }
    return (reading.messages.map(\.text), reading)
  }

  private func texts(_ exports: [[Line]], order: ConversationBuilder.MessageOrdering = .byTime) throws
    -> [String]
  {
    var log = DiagnosticLog()
    return try convert(exports, order: order, log: &log).texts
  }

  @Test("Conversations have their own messages, with amendments, and share one mapping of all records")
  func several() throws {
    let conversion = try Conversion(ImportOptions())
    conversion.begin(ImportInput(path: "export", bytes: []))
    for chat in 0..<300 {
      let builder = conversion.conversation("chat \(chat)", title: "Chat \(chat)")
      let text = MessageText("text \(chat)", markup: .plain)
      try builder.add(Message(id: "1", instant: Instant(milliseconds: 0), content: .text(text)))
      if chat % 2 == 0 { builder.amend("1", .edit(MessageText("new \(chat)", markup: .plain), at: nil)) }
    }
    var log = DiagnosticLog()
    let sources = try conversion.finish(&log)
    #expect(sources.map(\.info.title) == (0..<300).map { "Chat \($0)" })
    let texts = try sources.map { try Reading($0).messages.map(\.text) }
    #expect(texts == (0..<300).map { [($0 % 2 == 0 ? "new" : "text") + " \($0)"] })
    let mappings = Set(sources.compactMap { ($0 as? ConvertedSource).map { ObjectIdentifier($0.bytes) } })
    #expect(mappings.count == 1)
  }

  @Test("A spool is mapped again only for bytes that the last mapping lacks")
  func mapping() throws {
    let spool = try MessageSpool()
    _ = try spool.append([1, 2, 3])
    let first = try spool.mapped()
    #expect(try spool.mapped() === first)
    _ = try spool.append([4])
    #expect(try spool.mapped(upTo: 3) === first)
    let second = try spool.mapped()
    #expect(second.array(in: 0..<4) == [1, 2, 3, 4] && first.count == 3)
  }

  @Test("Messages are sorted by time; those of the same time and without one keep their order")
  func sorting() throws {
    let lines = [
      Line("a", 2, "two"), Line("a", 1, "one"), Line("a", nil, "behind one"), Line("b", 2, "two again"),
    ]
    #expect(try texts([lines]) == ["one", "behind one", "two", "two again"])
    #expect(try texts([lines], order: .asGiven) == ["two", "one", "behind one", "two again"])
  }

  @Test("An export that begins with the newest message is turned round, also where times are equal")
  func newestFirst() throws {
    #expect(
      try texts(
        [[Line("a", 3, "three"), Line("a", 2, "two b"), Line("a", 2, "two a")]], order: .byTimeNewestFirst)
        == ["two a", "two b", "three"])
  }

  @Test("What two exports have in common is shown once")
  func merging() throws {
    let may = [Line("a", 1, "hi"), Line("b", 2, "ok"), Line("b", 2, "ok"), Line("a", 3, "gone later")]
    let june = [Line("b", 2, "ok"), Line("b", 2, "ok"), Line("b", 2, "ok"), Line("a", 9, "new")]
    let expected = ["hi", "ok", "ok", "ok", "gone later", "new"]
    #expect(try texts([may, june]) == expected)
    #expect(try texts([june, may]) == expected)
    var log = DiagnosticLog()
    _ = try convert([may, june], log: &log)
    #expect(
      log.lines.first?.contains("2 messages are new in a later one, 2 were known") == true, "\(log.lines)")
    #expect(log.lines.first?.contains("2 are in an older one only") == true, "\(log.lines)")
  }

  @Test("Of two versions of a message with one id the newest export's counts")
  func versions() throws {
    let old = [Line("a", 1, "hallo", id: "x"), Line("a", 2, "bye", id: "y")]
    let new = [Line("a", 1, "hello", id: "x"), Line("a", 5, "later", id: "z")]
    #expect(try texts([old, new]) == ["hello", "bye", "later"])
    #expect(try texts([new, old]) == ["hello", "bye", "later"])
  }

  @Test("Reactions, edits and deletions that are told elsewhere change the message")
  func amendments() throws {
    var log = DiagnosticLog()
    let lines = [Line("a", 1, "one", id: "1"), Line("a", 2, "two", id: "2"), Line("a", 3, "three", id: "3")]
    let reading = try convert([lines], log: &log) { builder in
      let (bo, cleo) = (builder.participant("bo"), builder.participant("cleo"))
      builder.amend("1", .reaction(emoji: "👍", by: bo))
      builder.amend("1", .reaction(emoji: "👍", by: cleo))
      builder.amend("1", .reaction(emoji: "👍", by: cleo))
      builder.amend("1", .reaction(emoji: "🎉", by: cleo))
      builder.amend("1", .reactionRemoved(emoji: "🎉", by: cleo))
      builder.amend("2", .edit(MessageText("zwei", markup: .plain), at: Instant(milliseconds: 7)))
      builder.amend("2", .pin)
      builder.amend("3", .deletion(by: bo, at: nil))
      builder.amend("4", .pin)
    }.reading
    let bo = try #require(reading.participants.index(ofKey: "bo"))
    let cleo = try #require(reading.participants.index(ofKey: "cleo"))
    #expect(reading.messages[0].reactions == [Reaction(emoji: "👍", by: [bo, cleo], count: 2)])
    #expect(reading.messages[1].text == "zwei")
    #expect(reading.messages[1].extras?.edits == [MessageExtras.Edit(instant: nil, text: "two")])
    #expect(reading.messages[1].extras?.isPinned == true)
    #expect(reading.messages[2].content == .part(Deletion(by: bo)))
    #expect(
      log.lines.contains { $0.contains("1 reactions, edits or deletions belong to messages that are not") })
  }

  @Test("Of what is told of a message elsewhere, the newest export that has the message counts")
  func amendmentsOfSeveralExports() throws {
    let conversion = try Conversion(ImportOptions())
    var log = DiagnosticLog()
    // The last export lacks the message.
    for (ids, reaction) in [(["1", "3"], "🎉"), (["1", "2"], "👍"), (["4"], "🥳")] {
      conversion.begin(ImportInput(path: "folder/export \(reaction)", bytes: []))
      let builder = conversion.conversation("chat", title: "Chat")
      for id in ids {
        try builder.add(
          Message(
            id: id, sender: builder.participant("ann"), instant: Instant(milliseconds: Int64(id) ?? 0),
            content: .text(MessageText(id, markup: .plain))))
      }
      builder.amend("1", .reaction(emoji: reaction, by: builder.participant("bo")))
    }
    let source = try #require(try conversion.finish(&log).first)
    // The first export has the latest message of those two.
    #expect(try Reading(source).messages.first?.reactions.map(\.emoji) == ["🎉", "🥳"])
  }

  @Test("Digests differ where senders differ, and depend on nothing later")
  func digests() throws {
    func digests(_ lines: [Line]) throws -> [String] {
      let conversion = try Conversion(ImportOptions())
      conversion.begin(ImportInput(path: "folder/export", bytes: []))
      let builder = conversion.conversation("chat", title: "Chat")
      for line in lines {
        try builder.add(
          Message(
            id: line.id, sender: builder.participant(line.sender), instant: line.time.map(Instant.init),
            content: .text(MessageText(line.text, markup: .plain))))
      }
      var log = DiagnosticLog()
      let source = try #require(try conversion.finish(&log).first)
      var (digests, table) = ([String](), source.info.participants)
      try source.survey(from: nil, participants: &table, log: &log, digests: true) { _, entry in
        digests.append("\(entry.digest)")
        return true
      }
      return digests
    }
    let first = try digests([Line("ann", 1, "hi")])
    #expect(try digests([Line("bo", 1, "hi")]) != first)
    #expect(try digests([Line("ann", 1, "hi"), Line("cleo", 2, "hi")]).prefix(1) == first[...])
  }
}

extension Message {
  fileprivate var text: String { if case .text(let text) = content { text.string } else { "" } }
}
