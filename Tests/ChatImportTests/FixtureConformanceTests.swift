import ChatModel
import Digests
import Foundation
import TestSupport
import Testing

@testable import ChatImport
@testable import ImportKit
@testable import TranscriptFormats

/// The properties that every format has, tested on all fixtures of all formats.
@Suite struct FixtureConformanceTests {
  private func sources(
    _ fixture: Fixture, log: inout DiagnosticLog
  ) throws -> [any ConversationSource] {
    try fixture.format.open(fixture.input(), options: ImportOptions(), log: &log)
  }

  private func sources(_ fixture: Fixture) throws -> [any ConversationSource] {
    var log = DiagnosticLog()
    return try sources(fixture, log: &log)
  }

  @Test("Every format has a fixture, and every fixture's folder is a format's")
  func fixturesOfFormats() throws {
    for format in ImportFormat.allCases {
      #expect(Fixture.described.contains { $0.format == format }, "no fixture for \(format)")
    }
    let folders = try FileManager.default.contentsOfDirectory(atPath: TestData.fixtures.path)
      .filter { !$0.contains(".") }
    #expect(Set(folders) == Set(ImportFormat.allCases.map(\.rawValue)))
  }

  @Test("An input is recognised by its own format and by no other", arguments: Fixture.all)
  func recognition(fixture: Fixture) throws {
    #expect(ImportFormat.formats(recognising: try fixture.input()) == [fixture.format])
  }

  @Test("An input is read as its expected text says", arguments: Fixture.described)
  func expectation(fixture: Fixture) throws {
    var (text, log) = (ReadingText(), DiagnosticLog())
    for source in try sources(fixture, log: &log) {
      let reading = try Reading(source)
      text.add(source.info, reading)
      log.merge(reading.log)
    }
    text.add(log)
    expectText(text.text, atPath: try #require(fixture.expectation).path)
  }

  @Test("A damaged input gives messages, diagnostics or an ImportError", arguments: Fixture.all)
  func damage(fixture: Fixture) throws {
    let input = try fixture.input()
    guard let bytes = try input.bytes ?? input.files.first.map({ try input.file(named: $0) })?.bytes else {
      Issue.record("the input has no file")
      return
    }
    var random = SplitMix64(seed: UInt64(bytes.count))
    for turn in 0..<60 {
      var damaged = bytes.array(in: 0..<bytes.count)
      if turn % 3 == 0 {
        damaged.removeLast(Int(random.next() % UInt64(damaged.count)))
      } else {
        for _ in 0..<(1 << (turn % 6)) {
          damaged[Int(random.next() % UInt64(damaged.count))] = UInt8(truncatingIfNeeded: random.next())
        }
      }
      do {
        var log = DiagnosticLog()
        let sources = try fixture.format.open(
          ImportInput(path: input.name, bytes: damaged), options: ImportOptions(), log: &log)
        for source in sources {
          let first = try Reading(source)
          #expect(try Reading(source, participants: first.participants).messages == first.messages)
        }
      } catch is ImportError {
        continue
      }
    }
  }

  @Test(
    "A second reading with the first one's table gives the same messages and indexes", arguments: Fixture.all)
  func twoPasses(fixture: Fixture) throws {
    for source in try sources(fixture) {
      let first = try Reading(source)
      let second = try Reading(source, participants: first.participants)
      #expect(first.messages == second.messages)
      #expect(first.positions == second.positions)
      #expect(first.participants == second.participants)
    }
  }

  @Test("A survey meets the same messages in the same places", arguments: Fixture.all)
  func survey(fixture: Fixture) throws {
    for source in try sources(fixture) {
      let all = try Reading(source)
      var (table, log) = (source.info.participants, DiagnosticLog())
      var (messages, entries) = ([Message](), [SourceEntry]())
      try source.survey(from: nil, participants: &table, log: &log, digests: true) { message, entry in
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
    "A message has the same digest wherever reading begins, and no other message has it",
    arguments: Fixture.all)
  func digests(fixture: Fixture) throws {
    for source in try sources(fixture) {
      var (table, log) = (source.info.participants, DiagnosticLog())
      var (messages, entries) = ([Message](), [SourceEntry]())
      try source.survey(from: nil, participants: &table, log: &log, digests: true) { message, entry in
        messages.append(message.message)
        entries.append(entry)
        return true
      }
      var byDigest: [ShortDigest: Message] = [:]
      for (message, entry) in zip(messages, entries) {
        #expect(byDigest.updateValue(message, forKey: entry.digest).map { $0 == message } ?? true)
        try source.survey(from: entry.position, participants: &table, log: &log, digests: true) { _, again in
          #expect(again.digest == entry.digest)
          return false
        }
      }
    }
  }

  @Test("Positions grow, and reading from one gives the message that was there", arguments: Fixture.all)
  func positions(fixture: Fixture) throws {
    for source in try sources(fixture) {
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

  @Test("What the receiver of messages throws comes out unchanged", arguments: Fixture.all)
  func errorsPassThrough(fixture: Fixture) throws {
    struct Stop: Error {}
    let source = try #require(try sources(fixture).first)
    var (table, log) = (source.info.participants, DiagnosticLog())
    #expect(throws: Stop.self) {
      try source.read(from: nil, participants: &table, log: &log) { _, _ in throw Stop() }
    }
  }
}
