import ChatImport
import ChatModel
import Digests
import Foundation
import Testing

/// What every source has to keep, tried on one input of each format and form.
@Suite struct SourceConformanceTests {
  static let inputs: [(path: String, format: ImportFormat)] = [
    ("Tests/ChatImportTests/Fixtures/chatexport/every-kind.json", .chatexport),
    ("docs/examples/lisbon.json", .chatexport), ("docs/examples/support.jsonl", .chatexport),
    ("Tests/ChatImportTests/Fixtures/telegram/result.json", .telegram),
    ("Tests/ChatImportTests/Fixtures/IRC/znc", .irc), ("Tests/ChatImportTests/Fixtures/IRC/mixed", .irc),
  ]

  private func sources(_ path: String, _ format: ImportFormat) throws -> [any ConversationSource] {
    var log = DiagnosticLog()
    let input = try ImportInput(path: TestData.package.appending(path: path).path)
    return try format.open(input, options: ImportOptions(), log: &log)
  }

  @Test("A second reading with the first one's table gives the same messages and indexes", arguments: inputs)
  func twoPasses(path: String, format: ImportFormat) throws {
    for source in try sources(path, format) {
      let first = try Reading(source)
      let second = try Reading(source, participants: first.participants)
      #expect(first.messages == second.messages)
      #expect(first.positions == second.positions)
      #expect(first.participants == second.participants)
    }
  }

  @Test("A survey meets the same messages in the same places", arguments: inputs)
  func survey(path: String, format: ImportFormat) throws {
    for source in try sources(path, format) {
      let all = try Reading(source)
      var (table, log) = (source.info.participants, DiagnosticLog())
      var (messages, entries) = ([Message](), [SourceEntry]())
      try source.survey(from: nil, participants: &table, log: &log) { message, entry in
        #expect(message.sender == message.message.sender && message.instant == message.message.instant)
        messages.append(message.message)
        entries.append(entry)
        return true
      }
      #expect(messages == all.messages)
      #expect(entries.map(\.position) == all.positions)
      for (message, entry) in zip(messages, entries) {
        if let sender = message.sender { #expect(Int(sender.value) < entry.participantEnd) }
      }
      #expect(table == all.participants)
      #expect(log == all.log)
    }
  }

  @Test(
    "A message has the same digest wherever reading begins, and no other message has it", arguments: inputs)
  func digests(path: String, format: ImportFormat) throws {
    for source in try sources(path, format) {
      var (table, log) = (source.info.participants, DiagnosticLog())
      var (messages, entries) = ([Message](), [SourceEntry]())
      try source.survey(from: nil, participants: &table, log: &log) { message, entry in
        messages.append(message.message)
        entries.append(entry)
        return true
      }
      var byDigest: [ShortDigest: Message] = [:]
      for (message, entry) in zip(messages, entries) {
        #expect(byDigest.updateValue(message, forKey: entry.digest).map { $0 == message } ?? true)
        try source.survey(from: entry.position, participants: &table, log: &log) { _, again in
          #expect(again.digest == entry.digest)
          return false
        }
      }
    }
  }

  @Test("Positions grow, and reading from one gives the message that was there", arguments: inputs)
  func positions(path: String, format: ImportFormat) throws {
    for source in try sources(path, format) {
      let all = try Reading(source)
      #expect(zip(all.positions, all.positions.dropFirst()).allSatisfy(<))
      for (index, position) in all.positions.enumerated() {
        let one = try Reading(source, from: position, limit: 1, participants: all.participants)
        #expect(one.messages == [all.messages[index]])
        #expect(one.positions == [position])
      }
      if let middle = all.positions.dropFirst(2).first {
        let rest = try Reading(source, from: middle, participants: all.participants)
        #expect(rest.messages == Array(all.messages.dropFirst(2)))
      }
    }
  }

  @Test("What the receiver of messages throws comes out unchanged", arguments: inputs)
  func errorsPassThrough(path: String, format: ImportFormat) throws {
    struct Stop: Error {}
    let source = try #require(try sources(path, format).first)
    var (table, log) = (source.info.participants, DiagnosticLog())
    #expect(throws: Stop.self) {
      try source.read(from: nil, participants: &table, log: &log) { _, _ in throw Stop() }
    }
  }
}
