import ChatModel
import Foundation
import ICU
import Testing

@testable import AssistantFormats
@testable import ChatImport
@testable import ImportKit
@testable import MessengerFormats
@testable import TranscriptFormats

@Suite struct IRCFormatTests {
  /// One message in words: `2017-01-05-12 2024-01-15T09:12:03.000Z ann: hello`.
  private func words(_ reading: Reading) -> [String] {
    reading.messages.map { message in
      let time = message.instant.map(timeText) ?? "-"
      let sender = message.sender.map { reading.participants[$0].name } ?? "-"
      let content =
        switch message.content {
        case .text(let text): "\(sender): \(text.string)"
        case .system(let event):
          "\(sender) \(event.event)\(event.targets.map { " " + reading.participants[$0].name }.joined()) "
            + (event.text ?? "nil")
        case .part(let part as Unsupported): "\(part.name): \(part.text ?? "")"
        default: "other"
        }
      return "\(message.id) \(time) \(content)"
    }
  }

  private func timeText(_ instant: Instant) -> String {
    let second = ((instant.seconds % 86_400) + 86_400) % 86_400
    func two(_ n: Int64) -> String { n < 10 ? "0\(n)" : "\(n)" }
    return CivilDate(wallClock: instant.seconds).isoText
      + "T\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))"
  }

  private func read(_ text: String, path: String, timeZone: String? = "UTC", me: String? = nil) throws
    -> Reading
  {
    try ChatImportTests.read(text, path: path, as: .irc, options: ImportOptions(timeZone: timeZone, me: me))
  }

  private func folder(_ name: String) throws -> ImportInput {
    try ImportInput(path: TestData.fixtures.appending(path: "irc/\(name)/input").path)
  }

  @Test("A bouncer's folder gives a conversation for each window, and clocks that go back an hour go on")
  func znc() throws {
    var log = DiagnosticLog()
    let input = try folder("znc")
    #expect(try ImportFormat.recognise(input) == .irc)
    let sources = try ImportFormat.irc.open(
      input, options: ImportOptions(timeZone: "Europe/Lisbon", me: "ann"), log: &log)
    #expect(sources.map(\.info.title) == ["#tea", "bea"])
    #expect(sources.map(\.info.id) == ["#tea", "bea"])
    #expect(sources.allSatisfy { $0.info.order == .asGiven })
    #expect(log.counts == ["not-a-log": 1])
    let tea = try Reading(sources[0])
    #expect(
      words(tea) == [
        "2024-10-26-1 2024-10-26T08:12:00 ann join nil",
        "2024-10-26-2 2024-10-26T08:12:03 ann: Good morning, is the kettle on?",
        "2024-10-26-3 2024-10-26T08:12:40 bea: it is :)", "2024-10-26-4 2024-10-26T08:13:01 bea: waves",
        "2024-10-26-5 2024-10-26T08:13:05 kettle: boiling now",
        "2024-10-26-6 2024-10-26T08:14:00 op mode +o bea",
        "2024-10-26-7 2024-10-26T08:14:30 bea topic Tea and cake",
        "2024-10-26-8 2024-10-26T22:59:59 ann quit Quit: good night",
        "2024-10-27-1 2024-10-26T23:30:00 bea: still up",
        "2024-10-27-2 2024-10-27T00:20:00 bea: clocks go back soon",
        "2024-10-27-3 2024-10-27T00:50:00 cy: not yet",
        "2024-10-27-4 2024-10-27T01:10:00 cy: now they went back",
        "2024-10-27-5 2024-10-27T01:50:00 bea: so it is ten to two again",
        "2024-10-27-6 2024-10-27T02:05:00 bea: bed",
        "2024-10-27-7 2024-10-27T09:00:00 bea nick bea_away",
        "2024-10-27-8 2024-10-27T09:00:05 op kick cy enough tea",
        "2024-10-27-9 2024-10-27T09:00:06 bea_away part nil",
      ])
    #expect(tea.participants.participants.filter(\.isMe).map(\.name) == ["ann"])
    for index in tea.positions.indices {
      let part = try Reading(sources[0], from: tea.positions[index], participants: tea.participants)
      #expect(part.messages == Array(tea.messages[index...]))
    }
  }

  @Test("Names tell channel, day and hour; derived files are left out and named")
  func mixed() throws {
    var log = DiagnosticLog()
    let sources = try ImportFormat.irc.open(
      try folder("mixed"), options: ImportOptions(timeZone: "UTC"), log: &log)
    #expect(sources.map(\.info.title) == ["#cake", "#tea"])
    #expect(log.counts == ["not-a-log": 2, "twelve-hour-clock": 1])
    let others = log.kept.filter { $0.code == "not-a-log" }
    #expect(others.allSatisfy { $0.message.hasPrefix("#tea-2024-03-02.a") })
    let cake = try Reading(sources[0])
    #expect(
      words(cake) == [
        "2023-12-31-1 2023-12-31T23:40:00 ann: late", "2023-12-31-2 2024-01-01T00:01:00 bea: a new year",
        "2023-12-31-3 2024-01-01T00:02:00 ann: indeed",
        "2024-01-15_12-1 2024-01-15T11:58:00 ann: before noon",
        "2024-01-15_12-2 2024-01-15T12:10:00 bea: noon",
        "2024-01-15_12-3 2024-01-15T12:59:00 ann: nearly one",
        "2024-01-15_12-4 2024-01-15T13:00:00 bea: one",
      ])
    let tea = try Reading(sources[1])
    #expect(
      words(tea) == [
        "2024-03-02-1 2024-03-01T23:59:00 ann: a straggler of the day before",
        "2024-03-02-2 2024-03-02T00:00:00 bea: first", "2024-03-02-3 2024-03-02T12:00:00 ann: second",
      ])
  }

  @Test("irssi: opened, a new day, opened again after days, and a date in another language")
  func irssi() throws {
    let reading = try read(
      """
      --- Log opened Mon Jan 15 23:50:00 2024
      23:50 -!- ann [~ann@tea.example] has joined #tea
      23:58 <@ann> late
      --- Day changed Tue Jan 16 2024
      00:01 < bea>  early
      --- Log closed Tue Jan 16 00:05:00 2024
      --- Log opened Sat Jan 20 08:00:00 2024
      08:01  * ann is back
      08:02 -!- mode/#tea [+o bea] by ann
      --- Day changed dom ene 21 2024
      07:00 <bea> hola
      """, path: "logs/#tea.log")
    #expect(
      words(reading) == [
        "2024-01-15-2 2024-01-15T23:50:00 ann join nil", "2024-01-15-3 2024-01-15T23:58:00 ann: late",
        "2024-01-16-5 2024-01-16T00:01:00 bea:  early", "2024-01-20-8 2024-01-20T08:01:00 ann: is back",
        "2024-01-20-9 2024-01-20T08:02:00 ann mode +o bea", "2024-01-21-11 2024-01-21T07:00:00 bea: hola",
      ])
    #expect(reading.log.counts == ["unreadable-date": 1])
    #expect(reading.log.kept.first?.origin?.line == 10)
  }

  @Test("WeeChat: one file goes on from local times to UTC with microseconds")
  func weechat() throws {
    let reading = try read(
      """
      2025-11-29 10:00:00\t-->\tann (~ann@tea.example) has joined #tea
      2025-11-29 10:00:05\t@ann\thello
      2025-11-29 10:00:06\t *\tann waves
      2025-11-30 09:00:05.123456Z\tbea\tnew times
      2025-11-30 09:00:06.000001Z\t--\tMode #tea [+v bea] by ann
      """, path: "irc.teanet.#tea.weechatlog", timeZone: "America/New_York")
    #expect(
      words(reading) == [
        "2025-11-29-1 2025-11-29T15:00:00 ann join nil", "2025-11-29-2 2025-11-29T15:00:05 ann: hello",
        "2025-11-29-3 2025-11-29T15:00:06 ann: waves", "2025-11-30-4 2025-11-30T09:00:05 bea: new times",
        "2025-11-30-5 2025-11-30T09:00:06 ann mode +v bea",
      ])
    #expect(reading.messages[3].instant?.milliseconds == 1_764_493_205_123)
  }

  @Test("XChat and dircproxy: dates without a year take it from the log's opening or the file's name")
  func datesWithoutYear() throws {
    let xchat = try read(
      """
      **** BEGIN LOGGING AT Sun Dec 31 23:58:00 2023

      Dec 31 23:58:10 *\tNow talking on #tea
      Dec 31 23:59:00 <ann>\tsoon
      Jan 01 00:00:01 <bea>\thappy new year
      Jan 01 00:00:09 *\tann dances
      """, path: "TeaNet-#tea.log")
    #expect(
      words(xchat) == [
        "2023-12-31-3 2023-12-31T23:58:10 - info Now talking on #tea",
        "2023-12-31-4 2023-12-31T23:59:00 ann: soon",
        "2024-01-01-5 2024-01-01T00:00:01 bea: happy new year",
        "2024-01-01-6 2024-01-01T00:00:09 ann: dances",
      ])
    let dircproxy = try read(
      """
      [31 Dec 23:58] *** You connected
      [31 Dec 23:59] <ann!n=ann@tea.example> +hello
      [01 Jan 00:10] <bea!n=bea@tea.example> -hi
      [01 Jan 00:11] <own!n=own@tea.example> no sign here
      """, path: "2024-01-01-tea.log")
    #expect(
      words(dircproxy) == [
        "2024-01-01-1 2023-12-31T23:58:00 - info You connected",
        "2024-01-01-2 2023-12-31T23:59:00 ann: hello",
        "2024-01-01-3 2024-01-01T00:10:00 bea: hi", "2024-01-01-4 2024-01-01T00:11:00 own: no sign here",
      ])
    let votes = try read(
      """
      [14 Jan 10:00] <ann!n=ann@tea.example> who is for tea?
      [14 Jan 10:01] <bea!n=bea@tea.example> +1
      [14 Jan 10:02] <cy!n=cy@tea.example> me too
      [14 Jan 10:03] <ann!n=ann@tea.example> and cake?
      [14 Jan 10:04] <ann!n=ann@tea.example> I will bake
      """, path: "2024-01-14-tea.log")
    #expect(words(votes)[1].hasSuffix("bea: +1"))
  }

  @Test("mIRC: session lines, control codes as styles, colours dropped")
  func mirc() throws {
    let reading = try read(
      "Session Start: Mon Jan 15 10:00:00 2024\r\nSession Ident: #tea\r\n"
        + "\u{03}03[10:00] * ann (~ann@tea.example) has joined #tea\r\n"
        + "[10:01] <ann> \u{02}bold \u{1D}both\u{02} italic\u{0F} plain \u{03}04,12red\u{03} \u{04}FF0000hex\r\n"
        + "[10:02] <\u{03}07bea\u{03}> \u{1F}\u{1E}x\u{1E}\u{1F}\u{11}code\u{16}\u{07}\t.\r\n"
        + "[10:03] <bea> \u{01}ACTION \u{02}waves\u{02} back\u{01}\r\n[10:04] <bea> \u{03},5 \u{04}12\r\n"
        + "Session Close: Mon Jan 15 11:00:00 2024\r\n", path: "#tea.log")
    let texts = reading.messages.compactMap { message -> MessageText? in
      if case .text(let text) = message.content { text } else { nil }
    }
    #expect(texts.map(\.string) == ["bold both italic plain red hex", "xcode\t.", "waves back", ",5 12"])
    func spans(_ text: MessageText) -> [String] {
      guard case .spans(let spans) = text.markup else { return [] }
      return spans.map { "\($0.kind) \($0.start)-\($0.end)" }
    }
    #expect(spans(texts[0]) == ["bold 0-9", "italic 5-9", "italic 9-16"])
    #expect(Set(spans(texts[1])) == ["underline 0-1", "strikethrough 0-1", "code 1-7"])
    #expect(spans(texts[2]) == ["italic 0-10", "bold 0-5"])
    #expect(spans(texts[3]).isEmpty)
    #expect(reading.messages.count == 5)
    #expect(reading.participants.participants.map(\.name) == ["ann", "bea"])
  }

  @Test("A line that is not UTF-8 is windows-1252, the next one not")
  func encodings() throws {
    let bytes =
      Array("[10:00] <zo".utf8) + [0xEB] + Array("> caf".utf8) + [0xE9, 0x20, 0x93] + Array("tea".utf8) + [
        0x94, 0x81,
      ]
      + Array("\n[10:01] <zoë> café\n".utf8)
    var log = DiagnosticLog()
    let input = ImportInput(path: "2024-01-15.log", bytes: bytes)
    let source = try ImportFormat.irc.open(input, options: ImportOptions(timeZone: "UTC"), log: &log)[0]
    let reading = try Reading(source)
    #expect(
      words(reading) == [
        "2024-01-15-1 2024-01-15T10:00:00 zoë: café “tea”\u{FFFD}",
        "2024-01-15-2 2024-01-15T10:01:00 zoë: café",
      ])
    #expect(reading.participants.participants.count == 1)
    #expect(log.counts == ["line-encoding": 1])
  }

  @Test("A line in no known shape is shown as it stands, and counted as a loss")
  func unknownLines() throws {
    let reading = try read(
      "[10:00] <ann> hello\n\nsome prose\r\n[10:01] odd one\n=== bea [~b@tea.example]  has joined #tea\n[10:02] <ann> cut o",
      path: "2024-01-15.log")
    #expect(
      words(reading) == [
        "2024-01-15-1 2024-01-15T10:00:00 ann: hello",
        "2024-01-15-3 2024-01-15T10:00:00 irc line: some prose",
        "2024-01-15-4 2024-01-15T10:01:00 irc line: [10:01] odd one",
        "2024-01-15-5 2024-01-15T10:01:00 bea join nil",
        "2024-01-15-6 2024-01-15T10:02:00 ann: cut o",
      ])
    #expect(reading.log.lossCount == 2)
    #expect(reading.log.kept.map(\.origin?.line) == [3, 4])
  }

  @Test("Lines above the first time have its time")
  func untimedStart() throws {
    let reading = try read("=== ann has joined #tea\n[10:00] <ann> hi\n", path: "2024-01-15.log")
    #expect(words(reading)[0] == "2024-01-15-1 2024-01-15T10:00:00 ann join nil")
  }

  @Test("Without any date the messages are kept without a time, and the remedy is told once")
  func undated() throws {
    let reading = try read("[10:00] <ann> hi\n[10:01] <bea> hello\n", path: "tea log.txt")
    #expect(words(reading) == ["tea log.txt-1 - ann: hi", "tea log.txt-2 - bea: hello"])
    #expect(reading.log.counts == ["no-date": 1])
    #expect(reading.log.lossCount == 1)
  }

  @Test("A log without dates runs on through midnight and quiet nights")
  func midnights() throws {
    let reading = try read(
      "--- Log opened Mon Jan 15 22:00:00 2024\n22:00 <a> 1\n21:59 <a> 2\n00:10 <a> 3\n20:00 <a> 4\n08:00 <a> 5\n",
      path: "#tea.log")
    #expect(
      reading.messages.compactMap { $0.instant.map(timeText) } == [
        "2024-01-15T22:00:00", "2024-01-15T21:59:00", "2024-01-16T00:10:00", "2024-01-16T20:00:00",
        "2024-01-17T08:00:00",
      ])
  }

  @Test("The zone is assumed only where none is given and one is needed")
  func assumedZone() throws {
    #expect(
      try read("[10:00] <a> x\n", path: "2024-01-15.log", timeZone: nil).log.counts == [
        "assumed-time-zone": 1
      ])
    #expect(
      try read("2025-12-01 10:00:00.000000Z\ta\tx\n", path: "x.weechatlog", timeZone: nil).log.counts == [:])
    #expect(throws: ImportError.unknownTimeZone("Mars/Base", at: nil)) {
      try read("[10:00] <a> x\n", path: "2024-01-15.log", timeZone: "Mars/Base")
    }
  }

  @Test("A long file can be read from anywhere")
  func longFile() throws {
    var text = "--- Log opened Mon Jan 15 00:00:00 2024\n"
    for day in 0..<40 {
      if day % 2 == 1 { text += "--- Day changed \(CivilDate(daysSince1970: 19_737 + day).isoText)\n" }
      for minute in stride(from: 0, to: 1440, by: 4) {
        text +=
          "\(minute / 60 < 10 ? "0" : "")\(minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60) <nick\(minute)> "
        text += "a line of some length, so that the file grows\n"
      }
    }
    let input = ImportInput(path: "#tea.log", bytes: Array(text.utf8))
    var log = DiagnosticLog()
    let source = try ImportFormat.irc.open(input, options: ImportOptions(timeZone: "UTC"), log: &log)[0]
    let all = try Reading(source)
    #expect(all.messages.count == 40 * 360)
    #expect(all.messages.last?.instant.map(timeText) == "2024-02-23T23:56:00")
    for index in stride(from: 0, to: all.messages.count, by: 701) {
      let part = try Reading(source, from: all.positions[index], limit: 5, participants: all.participants)
      #expect(part.messages == Array(all.messages[index..<min(index + 5, all.messages.count)]))
    }
  }

  @Test("Damaged logs are read to their end, each line once, and the same again from the middle")
  func damaged() throws {
    let lines = [
      "[10:00] <ann> hello", "[14 Jan 10:36] <ann!n=a@h> +x",
      "2024-01-15 10:00:00\t-->\tann (a@h) has joined #c",
      "--- Log opened Mon Jan 15 10:00:00 2024", "--- Day changed Tue Jan 16 2024",
      "10:00 -!- mode/#c [+o b] by ann",
      "[23:59] * ann \u{02}waves\u{0F}", "[00:00] *** ann was kicked by op (no)",
      "=== ann left the room (quit: x).",
      "Jan 15 10:00:00 <ann>\thi", "2025-11-30 09:00:05.123456Z\tbea\tx", "[01:00 PM] -ann- \u{03}4,5x",
    ]
    var state: UInt64 = 42
    func random(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    for _ in 0..<1500 {
      var bytes = (0..<8).flatMap { _ in Array((lines[random(lines.count)] + "\n").utf8) }
      for _ in 0..<random(12) {
        let offset = random(bytes.count)
        switch random(3) {
        case 0: bytes[offset] = UInt8(random(256))
        case 1: bytes.remove(at: offset)
        default:
          bytes.insert(
            contentsOf: bytes[offset..<min(bytes.count, offset + random(9))], at: random(bytes.count))
        }
      }
      var log = DiagnosticLog()
      let input = ImportInput(path: "2024-01-15_1\(random(9)).log", bytes: bytes)
      let source = try ImportFormat.irc.open(
        input, options: ImportOptions(timeZone: "Europe/Lisbon"), log: &log)[0]
      let all = try Reading(source)
      #expect(all.messages.count <= bytes.count { $0 == 10 } + 1)
      #expect(Set(all.positions).count == all.positions.count)
      for message in all.messages {
        guard case .text(let text) = message.content, case .spans(let spans) = text.markup else { continue }
        #expect(spans.allSatisfy { 0 <= $0.start && $0.start < $0.end && $0.end <= text.string.utf8.count })
      }
      guard !all.positions.isEmpty else { continue }
      let index = random(all.positions.count)
      let part = try Reading(source, from: all.positions[index], participants: all.participants)
      #expect(part.messages == Array(all.messages[index...]))
    }
  }

  @Test(
    "Other text is not taken for a log",
    arguments: [
      "", "\n\n", "prose about IRC\nand <nick> more\n", "<s> a , b </s>\n<s> c </s>\n",
      "[15/01/2024, 10:00:00] Ann: hi\n[15/01/2024, 10:01:00] Bea: hello\n", "{\"messages\":[]}",
      "10 12 -\n12 13 -\n",
      "[10:00] something else\n[10:01] <ann> hi\n[10:02] more\n[10:03] and more\n",
    ])
  func otherText(text: String) {
    #expect(!IRCFormat.recognises(ImportInput(path: "2024-01-15.log", bytes: Array(text.utf8))))
  }

  @Test(
    "What paths say",
    arguments: [
      ("logs/moarvm/2017/2017-01-05", "moarvm 2017-01-05"), ("u/net/#tea/2024-01-15.log", "#tea 2024-01-15"),
      ("#tea_20240115.log", "#tea 2024-01-15"), ("irc.net.#tea.weechatlog", "#tea -"),
      ("dev/2011-11-13_02.raw.txt", "dev 2011-11-13_2"), ("tea/2024/01/15.log", "tea 2024-01-15"),
      ("tea/2024/2024-01.log", "tea - in 2024"), ("2005-01-08-test1.log", "test1 2005-01-08"),
      ("2024-02-30.log", "2024-02-30 - in 2024"), ("x/12345678901.log", "12345678901 -"),
      ("TeaNet-##tea.log", "##tea -"),
      ("a/..log", "a -"), ("", " -"), ("//", " -"),
    ])
  func names(path: String, meaning: String) {
    let name = LogFileName(path: path)
    let date =
      (name.date?.isoText ?? "-") + (name.hour.map { "_\($0)" } ?? "") + (name.year.map { " in \($0)" } ?? "")
    #expect("\(name.channel) \(date)" == meaning)
  }
}
