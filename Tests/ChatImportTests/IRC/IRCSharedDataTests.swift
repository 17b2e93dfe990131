import ChatModel
import FoundationEssentials
import ICU
import Testing

@testable import AssistantFormats
@testable import ChatImport
@testable import ImportKit
@testable import TranscriptFormats

/// Reads real logs, where they are present, and compares with what a reading in another way gives.
@Suite struct IRCSharedDataTests {
  private struct Line: Equatable {
    var day: String
    var nick: String
    var text: String
  }

  private func folder(_ name: String) -> String? {
    TestData.shared("chats/irc/\(name)", for: "IRC logs of \(name)")?.path
  }

  @Test("Two years of #moarvm: every line, in order, on its day")
  func moarvm() throws {
    guard let path = folder("moarvm") else { return }
    let expected = try moarvmLines(in: path)
    #expect(expected.count == 145_124)
    var log = DiagnosticLog()
    let input = try ImportInput(path: path)
    #expect(try ImportFormat.recognise(input) == .irc)
    let sources = try ImportFormat.irc.open(input, options: ImportOptions(), log: &log)
    #expect(sources.map(\.info.title) == ["#moarvm"])
    let source = try #require(sources.first)
    let reading = try Reading(source)
    var said: [Line] = []
    var events: [String: Int] = [:]
    for message in reading.messages {
      let day = CivilDate(wallClock: try #require(message.instant).seconds).isoText
      #expect(message.id.hasPrefix(day + "-"))
      switch message.content {
      case .text(let text):
        let nick = reading.participants[try #require(message.sender)].name
        let isAction =
          text.markup == .spans([SourceSpan(start: 0, end: text.string.utf8.count, kind: .italic)])
        said.append(Line(day: day, nick: (isAction ? "* " : "") + nick, text: text.string))
      case .system(let event): events[event.event, default: 0] += 1
      default: Issue.record("a line was not understood: \(message)")
      }
    }
    #expect(reading.messages.count == expected.count)
    #expect(Set(reading.messages.map(\.id)).count == expected.count)
    #expect(zip(reading.positions, reading.positions.dropFirst()).allSatisfy { $0 < $1 })
    #expect(said.count == 101_607)
    #expect(said.count { !$0.nick.hasPrefix("* ") } == 100_345)
    #expect(events == ["join": 29003, "part": 8679, "mode": 5608, "nick": 190, "topic": 33, "kick": 4])
    let spoken = expected.filter { !$0.nick.isEmpty }
    let difference = zip(said, spoken).first { $0 != $1 }
    #expect(difference == nil, "\(String(describing: difference))")
    #expect(said.count == spoken.count)
    #expect(log.counts == ["assumed-time-zone": 1, "not-a-log": 1])
    #expect(reading.log.counts == [:])
    try expectSameFromAnywhere(source, reading)
  }

  /// Expects that reading from any message on gives equal messages and people.
  private func expectSameFromAnywhere(_ source: any ConversationSource, _ all: Reading) throws {
    for index in stride(from: 0, to: all.messages.count, by: 9973) {
      let part = try Reading(source, from: all.positions[index], limit: 50, participants: all.participants)
      #expect(part.messages == Array(all.messages[index..<min(index + 50, all.messages.count)]))
      #expect(part.positions == Array(all.positions[index..<min(index + 50, all.messages.count)]))
      #expect(part.participants == all.participants)
    }
  }

  /// The lines of the day files, by splitting strings; an event has no nick.
  private func moarvmLines(in path: String) throws -> [Line] {
    var lines: [Line] = []
    for year in ["2017", "2018"] {
      let folder = "\(path)/moarvm/\(year)"
      for day in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
        let data = try #require(FileManager.default.contents(atPath: "\(folder)/\(day)"))
        for line in String(decoding: data, as: UTF8.self).split(separator: "\n") where line.contains("] ") {
          let rest = line.dropFirst(8)
          if rest.hasPrefix("<") {
            let nick = rest.dropFirst().prefix { $0 != ">" }
            lines.append(
              Line(day: day, nick: String(nick), text: withoutCodes(rest.dropFirst(nick.count + 3))))
          } else if rest.hasPrefix("* ") {
            let nick = rest.dropFirst(2).prefix { $0 != " " }
            lines.append(
              Line(day: day, nick: "* " + nick, text: withoutCodes(rest.dropFirst(nick.count + 3))))
          } else {
            lines.append(Line(day: day, nick: "", text: String(rest)))
          }
        }
      }
    }
    return lines
  }

  /// mIRC's codes taken out with a pattern instead of a state machine.
  private func withoutCodes(_ text: Substring) -> String {
    guard text.unicodeScalars.contains(where: { $0.value < 32 && $0 != "\t" }) else { return String(text) }
    return String(text).replacing(/\x{03}([0-9]{1,2}(,[0-9]{1,2})?)?/, with: "")
      .replacing(/[\x{00}-\x{08}\x{0A}-\x{1F}]/, with: "")
  }

  @Test(
    "Ubuntu's logs: every line is a message, midnights and hours fall where the names say",
    arguments: ["dev", "test"])
  func ubuntu(set: String) throws {
    guard let path = folder("ubuntu/\(set)") else { return }
    var log = DiagnosticLog()
    let sources = try ImportFormat.irc.open(
      try ImportInput(path: path), options: ImportOptions(timeZone: "UTC"), log: &log)
    #expect(sources.count == 1)
    #expect(log.counts == ["not-a-log": 10, "twelve-hour-clock": 2])
    let reading = try Reading(sources[0])
    var counts: [String: Int] = [:]
    var hoursOfNames: Set<String> = []
    var last: (name: String, instant: Instant)?
    for message in reading.messages {
      if case .part(_ as Unsupported) = message.content { Issue.record("\(message)") }
      let instant = try #require(message.instant)
      // 2011-11-13_02-17: the file's name and the line.
      let name = String(message.id.prefix(13))
      counts[name, default: 0] += 1
      let date = CivilDate(wallClock: instant.seconds).isoText
      let hour = (instant.seconds % 86_400) / 3600
      hoursOfNames.insert("\(date)_\(hour < 10 ? "0" : "")\(hour)")
      if let last, last.name == name { #expect(instant >= last.instant, "\(message.id)") }
      last = (name, instant)
    }
    #expect(counts.count == 10)
    #expect(counts.values.allSatisfy { $0 == (set == "dev" ? 1250 : 1500) })
    for name in counts.keys { #expect(hoursOfNames.contains(name), "no line in the hour of \(name)") }
  }

  @Test("Logs of a bouncer and in two encodings: every line is a message")
  func severalClients() throws {
    guard let path = folder("irclog2html") else { return }
    var log = DiagnosticLog()
    let sources = try ImportFormat.irc.open(
      try ImportInput(path: path), options: ImportOptions(timeZone: "UTC"), log: &log)
    #expect(sources.map(\.info.title) == ["#dircproxy", "hybrid-charset", "#test1", "#test2"])
    var texts: [[String]] = []
    for source in sources {
      let reading = try Reading(source)
      log.merge(reading.log)
      var found: [String] = []
      for message in reading.messages {
        let instant = try #require(message.instant)
        #expect(
          message.id.hasPrefix(CivilDate(wallClock: instant.seconds).isoText)
            || message.id.hasPrefix("2011-01-16"))
        let sender = message.sender.map { reading.participants[$0].name } ?? "-"
        switch message.content {
        case .text(let text): found.append("\(sender): \(text.string)")
        case .system(let event): found.append("\(sender) \(event.event) \(event.text ?? "")")
        default: Issue.record("\(message)")
        }
      }
      texts.append(found)
    }
    var lineCounts: [String: Int] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: path) where name.hasSuffix(".log") {
      let data = try #require(FileManager.default.contents(atPath: "\(path)/\(name)"))
      let channel = String(name.dropFirst(11).dropLast(4))
      lineCounts[channel, default: 0] += data.split(separator: 10).count
    }
    #expect(
      texts.map(\.count) == ["dircproxy", "hybrid-charset", "test1", "test2"].map { lineCounts[$0] ?? 0 })
    #expect(texts[1].count == 2)
    #expect(texts[1][0].hasPrefix("kamiccolo: ai"))
    #expect(texts[1][1].hasSuffix("savaitės prasideda nuo pirmadienių"))
    #expect(log.counts == ["not-a-log": 1, "line-encoding": 1])
    #expect(texts[0].contains("jsmith: No clue... there's probably an Eclipse plugin that does it"))
    #expect(texts[0].contains("stickster_work: Oh, then I got it right :-)"))
    #expect(texts[0].contains("jsmith join "))
    #expect(texts[0].contains("- info You disconnected"))
  }
}
