import ChatImport
import ChatModel
import ImportKit
import Testing

/// Faults in reading that logs of people showed, by the names they were given.
@Suite struct IRCFindingsTests {
  /// Each message as `sender: text`, `sender event target (text)` or `card: text`.
  private func lines(_ log: String, path: String = "#tea.20240115.log") throws -> [String] {
    try lines(Array(log.utf8), path: path)
  }

  private func lines(
    _ log: [UInt8], path: String = "#tea.20240115.log", options: ImportOptions = ImportOptions()
  ) throws -> [String] {
    var found = DiagnosticLog()
    let input = ImportInput(path: path, bytes: log)
    let source = try #require(
      try ImportFormat.recognise(input).open(input, options: options, log: &found).first)
    let reading = try Reading(source)
    return reading.messages.map { message in
      let name = message.sender.map { reading.participants[$0].name } ?? "-"
      switch message.content {
      case .text(let text): return "\(name): \(text.string)"
      case .system(let event):
        let targets = event.targets.map { " \(reading.participants[$0].name)" }.joined()
        return "\(name) \(event.event)\(targets)\(event.text.map { " (\($0))" } ?? "")"
      case .part(let part): return "card: \((part as? Unsupported)?.text ?? "")"
      case .media: return "file"
      }
    }
  }

  @Test(
    "findings A5: a nick in brackets or colours is the nick, and a sign that can be no nick tells of an event"
  )
  func columns() throws {
    let log = """
      2024-01-15 10:00:10\t<@ann>\thello
      2024-01-15 10:00:20\t< bob>\thi
      2024-01-15 10:00:25\t\u{3}04@\u{3}ann\thi
      2024-01-15 10:00:30\t *\t@ann waves
      2024-01-15 10:01:10\t←\tbob (~bob@host.example) has quit (Ping timeout)
      2024-01-15 10:01:20\t→\tcy (~cy@host.example) has joined #tea
      2024-01-15 10:01:30\t⚡\tsomething else
      2024-01-15 10:01:40\t^_^\tI am a nick
      """
    #expect(
      try lines(log) == [
        "ann: hello", "bob: hi", "ann: hi", "ann: waves", "bob quit (Ping timeout)", "cy join",
        "- info (something else)", "^_^: I am a nick",
      ])
  }

  @Test(
    "findings B5: words behind a verb are the reason, in brackets or not",
    arguments: [
      ("*** cy (~cy@host.example) quit Ping timeout: 256 seconds", "cy quit (Ping timeout: 256 seconds)"),
      ("*** dee (~dee@host.example) has left #q because tea is ready", "dee part (because tea is ready)"),
      ("*** eve has quit: gone fishing", "eve quit (gone fishing)"),
      ("* fay (~fay@host.example) quit Connection reset", "fay quit (Connection reset)"),
      ("*** Parts: gus (~gus@host.example) later", "gus part (later)"),
      ("*** Parts: gus (~gus@host.example) (later)", "gus part (later)"),
      ("*** hal has joined #q from the other side", "hal join (from the other side)"),
      ("*** hal has left #q[Leaving]", "hal part (Leaving)"), ("*** hal has left #q", "hal part"),
      ("*** ann left the room (quit: bye).", "ann quit (bye)"), ("*** ann left the room.", "ann part"),
      ("* bob has kicked cy from #q (spam)", "bob kick cy (spam)"),
      ("* bob has kicked cy from the sofa", "bob: has kicked cy from the sofa"),
      ("* cy was kicked by a horse", "cy: was kicked by a horse"),
      ("-!- cy was kicked from #q by ann [spam]", "ann kick cy (spam)"),
      ("Action: ann fait un test ici", "ann: fait un test ici"),
      ("Nick change: bob -> bobby", "bob nick (bobby)"),
      ("cy (~cy@host.example) left irc: Ping timeout", "cy quit (Ping timeout)"),
      ("#q: mode change '+o ann' by Serv!serv@host.example", "Serv mode (+o ann)"),
      ("Topic changed on #q by ann!~ann@host.example: at five", "ann topic (at five)"),
      ("bob kicked from #q by ann: spam", "ann kick bob (spam)"),
      ("some words", "card: [10:00:02] some words"),
    ])
  func reasons(line: String, expected: String) throws {
    let log = "[10:00:00] <ann> hello\n[10:00:01] <bob> hi\n[10:00:02] \(line)\n[10:00:03] <ann> bye\n"
    #expect(try lines(log) == ["ann: hello", "bob: hi", expected, "ann: bye"])
  }

  @Test(
    "findings B5: a time with nothing behind it is a blank line; a date without a year takes the year that the log names"
  )
  func blankAndYear() throws {
    let log = "[10:00] <ann> hello\n[10:01] \n[10:02]\n[10:03] <bob> hi\n"
    #expect(try lines(log) == ["ann: hello", "bob: hi"])
    let dated = "Jan 14 10:00:00 <ann> hello\n--- Day changed Mon Jan 15 2024\nJan 15 10:00:00 <bob> hi\n"
    let reading = try read(dated, path: "tea.log", as: .irc)
    #expect(reading.messages.map(\.instant?.seconds) == [1_705_226_400, 1_705_312_800])
  }

  @Test(
    "findings C3: times as more clients write them",
    arguments: [
      "16:59:05< bob> hi\n17:01:04<@ann> thanks\n17:03:00-!- bob is now known as bobby\n",
      "[15/01/2024 16:59:05] <bob> hi\n[15/01/2024 17:01:04] <ann> thanks\n[15/01/2024 17:03:00] *** bob is now known as bobby\n",
      "15.01.2024 16:59:05 <bob> hi\n15.01.2024 17:01:04 <ann> thanks\n15.01.2024 17:03:00 * bob is now known as bobby\n",
      "[2024-01-15T16:59:05+0000] <bob> hi\n[2024-01-15T17:01:04+0000] <ann> thanks\n[2024-01-15T17:03:00+0000] * bob is now known as bobby\n",
      "[2024-01-15T16:59:05.000Z] <bob> hi\n[2024-01-15T17:01:04.000Z] <ann> thanks\n[2024-01-15T17:03:00.000Z] *** bob is now known as bobby\n",
    ])
  func times(log: String) throws {
    #expect(try lines(log) == ["bob: hi", "ann: thanks", "bob nick (bobby)"])
    let reading = try read(log, path: "#tea.20240115.log", as: .irc)
    #expect(reading.messages.map(\.instant?.seconds) == [1_705_337_945, 1_705_338_064, 1_705_338_180])
  }

  @Test("findings C3: a log of eggdrop, with its day in a line and in its file's name")
  func eggdrop() throws {
    let log = """
      [00:00] --- Mon Jan 15 2024
      [09:58] ann (~ann@host.example) joined #tea.
      [10:00] <ann> hello
      [00:00] --- Tue Jan 16 2024
      [10:01] Action: ann waves
      """
    let reading = try read(log, path: "tea.log", as: .irc)
    #expect(reading.messages.map(\.instant?.seconds) == [1_705_312_680, 1_705_312_800, 1_705_399_260])
    var found = DiagnosticLog()
    let sources = try open(
      "[10:00] <ann> hello\n[10:01] <bob> hi\n", path: "tea.log.15Jan2024", as: .irc, log: &found)
    #expect(sources.map(\.info.title) == ["tea"])
    #expect(try Reading(sources[0]).messages.first?.instant?.seconds == 1_705_312_800)
  }

  @Test("findings A4: what a bot carries over from another network is said by the name inside, with a mark")
  func bridges() throws {
    var log = ""
    for minute in 10..<40 {
      log += "[10:\(minute)] <ann> hello\n[10:\(minute)] <relay> [discord] <B\u{200B}ob> hi\n"
      log += "[10:\(minute)] <relay2> <\u{3}04Cy\u{3}> yo\n"
    }
    log += "[10:50] <ann> <b> is bold\n[10:51] <relay> I restarted\n"
    let all = try lines(log)
    #expect(Array(all.prefix(3)) == ["ann: hello", "Bob [discord]: hi", "Cy [relay2]: yo"])
    #expect(Array(all.suffix(2)) == ["ann: <b> is bold", "relay: I restarted"])
  }

  @Test("findings C3: Russian lines in two old encodings are readable, and the user's word counts")
  func charsets() throws {
    // "Привет, как дела?" in windows-1251 and KOI8-R.
    let windows: [UInt8] = [
      0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2, 0x2C, 0x20, 0xEA, 0xE0, 0xEA, 0x20, 0xE4, 0xE5, 0xEB, 0xE0, 0x3F,
    ]
    let koi: [UInt8] = [
      0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4, 0x2C, 0x20, 0xCB, 0xC1, 0xCB, 0x20, 0xC4, 0xC5, 0xCC, 0xC1, 0x3F,
    ]
    var log: [UInt8] = []
    for (name, text) in [("ann", windows), ("bob", koi), ("cy", Array("Привет".utf8))] {
      log += Array("[10:00] <\(name)> ".utf8) + text + [0x0A]
    }
    #expect(
      try lines(log, options: ImportOptions(charset: "windows-1251"))
        == ["ann: Привет, как дела?", "bob: Привет, как дела?", "cy: Привет"])
    let greek: [UInt8] = Array("[10:00] <ann> ".utf8) + [0xE3, 0xE5, 0xE9, 0xDC] + [0x0A]
    #expect(
      try lines(greek + Array("[10:01] <bob> x\n".utf8), options: ImportOptions(charset: "windows-1253"))
        .first == "ann: γειά")
  }
}
