import ICU
import Testing

@testable import AssistantFormats
@testable import ChatImport
@testable import ImportKit
@testable import MessengerFormats
@testable import TranscriptFormats

@Suite struct LogLineTests {
  /// The reading of a line, in words: `message ann: hello @36000000`.
  private func reading(_ line: String) -> String {
    let bytes = InputBytes(Array(line.utf8))
    let parsed = LogLine(bytes, from: 0, to: bytes.count)
    func text(_ range: Range<Int>?) -> String { range.map { bytes.repairedString(in: $0) } ?? "nil" }
    let shape =
      switch parsed.shape {
      case .blank: "blank"
      case .message(let nick, let said): "message \(text(nick)): \(text(said))"
      case .unmarkedMessage(let nick, let said): "unmarked \(text(nick)): \(text(said))"
      case .action(let nick, let done): "action \(text(nick)): \(text(done))"
      case .event(let event):
        "\(event.kind) \(text(event.actor))\(event.target.map { " of \(text($0))" } ?? ""): \(text(event.text))"
      case .marker(.date(let date, let clock)): "date \(date.isoText) \(clock / 60_000)"
      case .marker(.unreadableDay(let day)): "day \(day.map(String.init) ?? "?")"
      case .marker(.other): "marker"
      case .unknown: "unknown"
      }
    let time =
      switch parsed.time {
      case .none: "none"
      case .clock(let clock): "clock \(clock)"
      case .monthDay(let month, let day, let clock): "\(month)/\(day) \(clock)"
      case .wallClock(let wallClock): "wall \(wallClock)"
      case .instant(let instant): "instant \(instant)"
      }
    return "\(shape) @ \(time)"
  }

  @Test(
    "Times in the shapes clients write",
    arguments: [
      ("[10:00] <a> x", "clock 36000000"), ("[1:05] <a> x", "clock 3900000"),
      ("10:00 <a> x", "clock 36000000"),
      ("10:00:01 <a> x", "clock 36001000"), ("[10:00:01] <a> x", "clock 36001000"),
      ("[01:15 PM] <a> x", "clock 47700000"), ("[12:00:00 am] <a> x", "clock 0"),
      ("[12:00 PM] <a> x", "clock 43200000"),
      ("2024-01-15 10:00:00\ta\tx", "wall 1705312800000"),
      ("2024-01-15T10:00:00  <a> x", "wall 1705312800000"),
      ("[2024-01-15 10:00:00] <a> x", "wall 1705312800000"),
      ("2024-01-15T10:00:00+0100 <a> x", "instant 1705309200000"),
      ("2024-01-15T10:00:00-05:30 <a> x", "instant 1705332600000"),
      ("2024-01-15 10:00:00.123456Z\ta\tx", "instant 1705312800123"),
      ("[14 Jan 10:36] <a> x", "1/14 38160000"),
      ("Jan 15 10:00:00 <a> x", "1/15 36000000"), ("Feb 29 10:00:00 <a> x", "2/29 36000000"),
      ("2024-01-15 10:00:00 PM <a> x", "wall 1705356000000"),
      ("2024/01/15 10:00:00 <a> x", "wall 1705312800000"), ("2024-01-15 10:00 <a> x", "wall 1705312800000"),
      ("15-Jan-2024 10:00:00 <a> x", "wall 1705312800000"), ("[23:59:60] <a> x", "clock 86399000"),
    ])
  func times(line: String, time: String) { #expect(reading(line) == "message a: x @ \(time)") }

  @Test(
    "What is no time is no time",
    arguments: [
      "[24:00] <a> x", "[10:60] <a> x", "[2024-02-30 10:00:00] <a> x", "[10:00 <a> x", "10:00x <a> x",
      "[ab:cd] <a> x",
      "Feb 30 10:00:00 <a> x", "[13:00 PM] <a> x",
    ])
  func noTimes(line: String) { #expect(reading(line) == "unknown @ none") }

  @Test(
    "Messages, actions and notices",
    arguments: [
      ("[10:00] <ann> hello", "message ann: hello"), ("[10:00] <@ann> hello", "message ann: hello"),
      ("[10:00] <  ann> hello", "message ann: hello"), ("[10:00] <+%ann> hello", "message ann: hello"),
      ("[10:00] <|ann|> a <b> c> d", "message |ann|: a <b> c> d"), ("[10:00] <[x]>", "message [x]: "),
      ("[10:00] <ann>   indented", "message ann:   indented"), ("[10:00] <ann> crlf\r", "message ann: crlf"),
      ("[10:00] <Jan Novak> hi", "message Jan Novak: hi"),
      ("[10:00] <ann!n=a@host> +yes", "message ann: +yes"),
      ("[10:00] <ann>tight", "unknown"), ("[10:00] <> x", "unknown"), ("[10:00] <ann hello", "unknown"),
      ("[10:00] * ann waves", "action ann: waves"), ("[10:00]  * ann waves", "action ann: waves"),
      ("[10:00] * ann", "action ann: "), ("[10:00] * [x] waves", "action [x]: waves"),
      ("[10:00] * ann has left the building", "action ann: has left the building"),
      ("[10:00] * ann quit smoking", "action ann: quit smoking"),
      ("[10:00] * ann joined the fun", "action ann: joined the fun"),
      ("[10:00] * ann is now known as a genius", "action ann: is now known as a genius"),
      ("[10:00] -ann- heads up", "message ann: heads up"),
      ("[10:00] -ann(~a@host)- heads up", "message ann: heads up"),
      ("[10:00] -ann:#c- heads up", "message ann: heads up"), ("[10:00] - ann", "unknown"),
      ("[10:00] said nothing we know", "unknown"), ("[10:00]", "blank"), ("[10:00] ", "blank"),
    ])
  func speech(line: String, meaning: String) { #expect(reading(line) == "\(meaning) @ clock 36000000") }

  @Test(
    "Events as the clients word them",
    arguments: [
      // ZNC
      ("*** Joins: ann (~a@host)", "join ann: nil"), ("*** Parts: ann (~a@host) (bye)", "part ann: bye"),
      ("*** Parts: ann (~a@host) ()", "part ann: nil"),
      ("*** Quits: ann (~a@host) (Quit: (o))", "quit ann: Quit: (o)"),
      ("*** ann is now known as bea", "nick ann: bea"), ("*** op sets mode: +o ann", "mode op: +o ann"),
      ("*** ann was kicked by op (enough)", "kick op of ann: enough"),
      ("*** ann changes topic to 'Tea'", "topic ann: Tea"), ("*** ann changes topic to ''", "topic ann: nil"),
      // Others with three stars
      ("*** ann joined", "join ann: nil"), ("*** ann left", "part ann: nil"),
      ("*** ann has quit IRC", "quit ann: nil"),
      ("*** ann has joined #tea", "join ann: nil"), ("*** ann changes topic to: Tea", "topic ann: Tea"),
      ("*** You disconnected", "info nil: You disconnected"),
      ("*** You are now known as ann", "info nil: You are now known as ann"), ("***", "info nil: nil"),
      // dircproxy
      ("--> ann (n=a@host) joined the channel", "join ann: nil"),
      ("<-- ann (n=a@host) left the channel", "part ann: nil"),
      ("<-- ann (n=a@host) quit (gone)", "quit ann: gone"),
      // irssi
      ("-!- ann [~a@host] has joined #tea", "join ann: nil"),
      ("-!- ann [~a@host] has left #tea [bye]", "part ann: bye"),
      ("-!- ann [~a@host] has quit [Ping timeout]", "quit ann: Ping timeout"),
      ("-!- mode/#tea [+o ann] by op", "mode op: +o ann"),
      ("-!- ann was kicked from #tea by op [enough]", "kick op of ann: enough"),
      ("-!- op changed the topic of #tea to: More tea", "topic op: More tea"),
      ("-!- Irssi: #tea: Total of 3 nicks", "info nil: Irssi: #tea: Total of 3 nicks"),
      // XChat, HexChat, mIRC
      ("*\tann (~a@host) has joined", "join ann: nil"), ("* ann (~a@host) has joined #tea", "join ann: nil"),
      ("* ann has quit (Leaving)", "quit ann: Leaving"),
      ("* ann (~a@host) Quit (Leaving)", "quit ann: Leaving"),
      ("* ann is now known as bea", "nick ann: bea"), ("* op sets mode: +o ann", "mode op: +o ann"),
      ("* op gives channel operator status to ann", "mode op: gives channel operator status to ann"),
      ("* op has changed the topic to: Tea", "topic op: Tea"), ("* ann has left #tea (bye)", "part ann: bye"),
      ("* op has kicked ann from #tea (enough)", "kick op of ann: enough"),
    ])
  func events(line: String, meaning: String) {
    #expect(reading("[10:00] \(line)") == "\(meaning) @ clock 36000000")
  }

  @Test(
    "WeeChat's columns",
    arguments: [
      ("@ann\thello\tyou", "message ann: hello\tyou"), ("ann\t", "message ann: "),
      (" *\tann waves", "action ann: waves"),
      ("-->\tann (~a@host) has joined #tea", "join ann: nil"),
      ("<--\tann (~a@host) has quit (bye)", "quit ann: bye"),
      ("<--\tann (~a@host) has left #tea (\"bye\")", "part ann: \"bye\""),
      ("--\tann is now known as bea", "nick ann: bea"),
      ("--\tMode #tea [+o ann] by op", "mode op: +o ann"), ("=!=\tno such nick", "info nil: no such nick"),
      ("--\top has changed topic for #tea from \"a\" to \"b\"", "topic op: b"),
      ("\tplain", "info nil: plain"),
      ("no second tab", "unknown"), ("17\t3.5", "unmarked 17: 3.5"),
      ("INFO\tstarted", "unmarked INFO: started"),
    ])
  func columns(line: String, meaning: String) {
    #expect(reading("2024-01-15 10:00:00\t\(line)") == "\(meaning) @ wall 1705312800000")
  }

  @Test("findings C2: a time without a date, a word and a text in columns may be a table of anything")
  func undatedColumns() {
    #expect(reading("09:12\tann\thello") == "unmarked ann: hello @ clock 33120000")
    #expect(reading("09:12\t*\tann waves") == "action ann: waves @ clock 33120000")
  }

  @Test(
    "Lines without a time",
    arguments: [
      ("", "blank"), ("  \t", "blank"), ("\r", "blank"),
      ("=== ann [~a@host]  has joined #tea", "join ann: nil"),
      ("=== ann [~a@host]  has left #tea []", "part ann: nil"),
      ("=== ann entered the room.", "join ann: nil"),
      ("=== ann left the room (quit: \"Leaving.\").", "quit ann: \"Leaving.\""),
      ("=== ann left the room (quit: ).", "quit ann: nil"), ("=== ann left the room.", "part ann: nil"),
      ("=== ann left the room (requested by op).", "part ann: requested by op"),
      ("=== mode/##tea mode (+o ann ) by op", "mode op: +o ann"),
      ("=== ann waves at bea", "info nil: ann waves at bea"),
      ("--- Log opened Mon Jan 15 10:00:00 2024", "date 2024-01-15 600"),
      ("--- Day changed Tue Jan 16 2024", "date 2024-01-16 0"),
      ("--- Day changed Di 16. Jan 2024", "date 2024-01-16 0"),
      ("--- Day changed mar ene 16 2024", "day 16"), ("--- Day changed soon", "day ?"),
      ("--- Log closed Mon Jan 15 11:00:00 2024", "marker"), ("Session Ident: #tea", "marker"),
      ("**** BEGIN LOGGING AT Mon Jan 15 10:00:00 2024", "date 2024-01-15 600"),
      ("Session Start: Mon Jan 15 10:00:00 2024", "date 2024-01-15 600"),
      ("Day changed to 2024-01-16", "date 2024-01-16 0"), ("a line of prose", "unknown"),
      ("* ann waves", "unknown"),
    ])
  func untimed(line: String, meaning: String) { #expect(reading(line) == "\(meaning) @ none") }

  @Test("Any cut of any line is read without a crash")
  func cuts() {
    let lines = [
      "2024-01-15 10:00:00.123456Z\t-->\tann (~a@host) has joined #tea", "[14 Jan 10:36] <ann!n=a@host> +x",
      "[10:00] *** ann was kicked by op (enough)", "--- Log opened Mon Jan 15 10:00:00 2024",
      "-!- mode/#tea [+o ann] by op", "[10:00] -ann(~a@host)- heads up", "=== ann left the room (quit: x).",
    ]
    for line in lines {
      let all = Array(line.utf8)
      for start in all.indices {
        for end in start...all.count { _ = reading(String(decoding: all[start..<end], as: UTF8.self)) }
      }
    }
  }
}
