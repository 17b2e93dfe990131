import ChatModel
import Testing

@testable import AssistantFormats
@testable import ChatImport
@testable import ImportKit
@testable import MessengerFormats
@testable import TranscriptFormats

@Suite struct WhatsAppTests {
  private func read(
    _ text: String, path: String = "WhatsApp Chat with Bo.txt", timeZone: String? = "UTC",
    dateOrder: DateOrder? = nil
  ) throws -> Reading {
    try ChatImportTests.read(
      text, path: path, as: .whatsapp, options: ImportOptions(timeZone: timeZone, dateOrder: dateOrder))
  }

  /// The days of the messages, as `2024-03-05`.
  private func days(_ text: String, dateOrder: DateOrder? = nil) throws -> [String] {
    try read(text, dateOrder: dateOrder).messages.map {
      String(ReadingText.time($0.instant ?? Instant(milliseconds: 0)).prefix(10))
    }
  }

  @Test(
    "The order of day and month follows from all dates of the file",
    arguments: [
      // A number above twelve.
      ("03/04/24, 09:00 - A: x\n13/04/24, 09:00 - A: y", "2024-04-03"),
      ("03/04/24, 09:00 - A: x\n03/14/24, 09:00 - A: y", "2024-03-04"),
      ("24/03/04, 09:00 - A: x\n24/03/14, 09:00 - A: y", "2024-03-04"),
      ("2024/03/04, 09:00 - A: x\n2024/03/05, 09:00 - A: y", "2024-03-04"),
      // The name of a file.
      ("03/04/24, 09:00 - A: x\n03/04/24, 09:01 - A: IMG-20240304-WA0001.jpg (file attached)", "2024-03-04"),
      // Months that would run backwards.
      ("03/04/24, 09:00 - A: x\n05/04/24, 09:00 - A: y\n01/05/24, 09:00 - A: z", "2024-04-03"),
      ("04/03/24, 09:00 - A: x\n04/05/24, 09:00 - A: y\n05/01/24, 09:00 - A: z", "2024-04-03"),
      // The number that changes is the day.
      ("03/04/24, 09:00 - A: x\n04/04/24, 09:00 - A: y\n05/04/24, 09:00 - A: z", "2024-04-03"),
      ("04/03/24, 09:00 - A: x\n04/04/24, 09:00 - A: y\n04/05/24, 09:00 - A: z", "2024-04-03"),
      // The usual shapes.
      ("3/4/24, 9:00 AM - A: x\n3/4/24, 9:01 AM - A: y", "2024-03-04"),
      ("3/4/24, 9:00 a. m. - A: x\n3/4/24, 9:01 a. m. - A: y", "2024-04-03"),
      ("03.04.24, 09:00 - A: x\n03.04.24, 09:01 - A: y", "2024-04-03"),
    ])
  func dateOrder(text: String, first: String) throws { #expect(try days(text).first == first) }

  @Test("An order that is given overrules what the dates tell, and a guess is told")
  func givenOrder() throws {
    let text = "03/04/24, 09:00 - A: x\n04/04/24, 09:00 - A: y"
    #expect(try days(text, dateOrder: .mdy) == ["2024-03-04", "2024-04-04"])
    #expect(
      try read(text).diagnostics.contains { $0.hasPrefix("note assumed-date-order: nothing in the file") })
    let guess = try read("03/04/24, 09:00 - A: x\n03/04/24, 09:01 - A: y")
    #expect(guess.diagnostics.contains { $0.contains("read as day, month, year, set --date-order") })
  }

  @Test(
    "Times are read in the shapes of many languages",
    arguments: [
      ("[20.6.2024 klo 9.12.05] A: x\n[20.6.2024 klo 9.13.05] A: y", "2024-06-20T09:12:05"),
      ("20/06/24 9:12 p. m. - A: x\n21/06/24 9:12 p. m. - A: x", "2024-06-20T21:12:00"),
      ("20.06.24 г., 9:12 ч. pm - A: x\n21.06.24 г., 9:12 ч. pm - A: x", "2024-06-20T21:12:00"),
      ("[2024-06-20 21 h 12 min 05 s] A: x\n[2024-06-21 9 h 12 min 05 s] A: x", "2024-06-20T21:12:05"),
      ("Jun 20, 2014, 9:12 PM - A: x\nJun 21, 2014, 9:12 PM - A: x", "2014-06-20T21:12:00"),
      ("20 de jun. de 2014, 21:12 - A: x\n21 de jun. de 2014, 9:12 - A: x", "2014-06-20T21:12:00"),
      ("[R6/6/20 9:12:05] A: x\n[R6/6/21 9:12:05] A: x", "2024-06-20T09:12:05"),
      ("[6/20/R6, 09:12:05] A: x\n[6/21/R6, 09:12:05] A: x", "2024-06-20T09:12:05"),
      ("113/6/20 晚上9:12 - A: x\n113/6/21 中午12:12 - A: x", "2024-06-20T21:12:00"),
      ("20/6/24, பிற்பகல் 9:12 - A: x\n21/6/24, முற்பகல் 9:12 - A: x", "2024-06-20T21:12:00"),
      ("20.6.2024, 9:12 אחה״צ - A: x\n21.6.2024, 9:12 לפנה״צ - A: x", "2024-06-20T21:12:00"),
      ("24/6/20 (21:12) - A: x\n24/6/21 (09:12) - A: x", "2024-06-20T21:12:00"),
      ("6/20/14, 9:12:05 PM: A: x\n6/21/14, 9:12:05 AM: A: x", "2014-06-20T21:12:05"),
      ("٢٠‏/٦‏/٢٠٢٤، ١٢:٠٥ ص - A: x\n٢٠‏/٦‏/٢٠٢٤، ١:٠٥ م - A: x", "2024-06-20T00:05:00"),
      ("[2024/6/20 下午12:30:01] A: x\n[2024/6/20 下午1:30:01] A: x", "2024-06-20T12:30:01"),
      ("2024. 6. 20. 오후 9:12, A : x\n", ""),
      ("2024. 6. 20. 오후 9:12 - A: x\n2024. 6. 20. 오후 9:13 - A: x", "2024-06-20T21:12:00"),
      ("20-06-2024 09:12 - A: x\n20-06-2024 09:13 - A: x", "2024-06-20T09:12:00"),
      ("20/6/2567 09:12 - A: x\n20/6/2567 09:13 - A: x", "2024-06-20T09:12:00"),
      ("[20/06/24, 9:12:05\u{202F}PM] A: x\n[20/06/24, 9:13:05\u{202F}PM] A: x", "2024-06-20T21:12:05"),
      ("21:12, 20/6/2024 - A: x\n21:13, 20/6/2024 - A: x", "2024-06-20T21:12:00"),
      ("2024년 6월 20일 오후 9:12 - A: x\n2024년 6월 20일 오후 9:13 - A: x", "2024-06-20T21:12:00"),
      ("۱۴۰۳/۳/۳۱، ۲۱:۱۲ - A: x\n۱۴۰۳/۳/۳۱، ۲۱:۱۳ - A: x", "2024-06-20T21:12:00"),
      ("20/06/24 21.12 - A: x\n20/06/24 21.13 - A: x", "2024-06-20T21:12:00"),
      ("20.06.24 г., 21:12 - A: x\n20.06.24 г., 21:13 - A: x", "2024-06-20T21:12:00"),
      ("[20-06-24 21:12:05] A: x\n[20-06-24 21:13:05] A: x", "2024-06-20T21:12:05"),
    ])
  func times(text: String, first: String) throws {
    let input = ImportInput(path: "x.txt", bytes: Array(text.utf8))
    #expect(WhatsAppFormat.recognises(input) == !first.isEmpty)
    guard !first.isEmpty else { return }
    #expect(try read(text).messages.first?.instant.map(ReadingText.time) == first)
  }

  @Test("A piece of a chat and a chat that begins with notices alone are recognised, other texts are not")
  func pieces() throws {
    func isRecognised(_ text: String) -> Bool {
      WhatsAppFormat.recognises(ImportInput(path: "x.txt", bytes: Array(text.utf8)))
    }
    let messages = (10...14).map { "20/06/24, 09:\($0) - A: x" }.joined(separator: "\n")
    #expect(isRecognised("the rest of a message\n" + messages))
    #expect(try read("the rest of a message\n" + messages).messages.count >= 5)
    #expect(!isRecognised("a letter\nof two lines\n20/06/24, 09:10 - A: x\nand more\n20/06/24, 09:11 - A: x"))
    let joins = (10...90).map { "20/06/24, 09:1\($0 % 10) - +1 555 01\($0) joined" }.joined(separator: "\n")
    #expect(isRecognised("20/06/24, 09:10 - Messages are end-to-end encrypted.\n" + joins))
    #expect(!isRecognised(joins))
  }

  @Test("In the hour that the clocks show twice, the order of the lines tells which it is")
  func autumn() throws {
    let text = """
      [27.10.24, 02:50:00] A: first
      [27.10.24, 02:10:00] A: second
      [27.10.24, 02:30:00] A: third
      [27.10.24, 03:10:00] A: fourth
      """
    let reading = try read(text, timeZone: "Europe/Berlin")
    #expect(
      reading.messages.map { $0.instant.map(ReadingText.time) } == [
        "2024-10-27T00:50:00", "2024-10-27T01:10:00", "2024-10-27T01:30:00", "2024-10-27T02:10:00",
      ])
  }

  @Test("Lines out of order are sorted")
  func disorder() throws {
    let text = "01/02/24, 09:05 - A: two\n01/02/24, 09:01 - B: one\n13/02/24, 09:00 - A: three"
    #expect(try read(text).messages.map(\.words) == ["one", "two", "three"])
  }

  @Test("A pasted line with a head of another shape is text")
  func pasted() throws {
    let text = """
      [1/5/24, 9:00:00 AM] A: see
      03/12/24, 14:05 - B: boots
      [1/5/24, 9:00:00] C: map
      [1/15/24, 9:01:00 AM] B: ok
      [1/15/24, 9:02:00 AM] B: bye
      [1/15/24, 9:03:00 AM] A: bye
      """
    let reading = try read(text)
    #expect(reading.messages.count == 4)
    #expect(reading.messages[0].words == "see\n03/12/24, 14:05 - B: boots\n[1/5/24, 9:00:00] C: map")
  }

  @Test("A name may have a colon and a space in it if the other lines say so")
  func longNames() throws {
    let text = """
      01/02/24, 09:00 - Store: Hall 3: hello
      01/02/24, 09:01 - Ann: note: bring it
      01/02/24, 09:02 - Ann added Store: Hall 3
      01/02/24, 09:03 - Store: Hall 3: Ann: yes
      01/02/24, 09:04 - Ann changed the subject from “A: b” to “C”
      14/02/24, 09:05 - Store: Hall 3: bye
      14/02/24, 09:06 - Ann: bye
      """
    let reading = try read(text)
    #expect(reading.participants.participants.map(\.name) == ["Store: Hall 3", "Ann"])
    #expect(
      reading.messages.map(\.words) == [
        "hello", "note: bring it", "notice: Ann added Store: Hall 3", "Ann: yes",
        "notice: Ann changed the subject from “A: b” to “C”", "bye", "bye",
      ])
  }

  @Test("A notice about somebody with such a name is none of their messages")
  func noticesOfLongNames() throws {
    let text = """
      01/02/24, 09:00 - Store: Hall 3: a
      01/02/24, 09:01 - Store: Hall 3: b
      01/02/24, 09:02 - Store: Hall 3 left
      01/02/24, 09:03 - Store: Hall 3 changed the subject from “A: b” to “C”
      14/02/24, 09:04 - Store: Hall 3: c
      """
    #expect(
      try read(text).messages.map(\.words) == [
        "a", "b", "notice: Store: Hall 3 left",
        "notice: Store: Hall 3 changed the subject from “A: b” to “C”", "c",
      ])
  }

  @Test("Words of a language that is not known are learnt from their being the same in many messages")
  func learntWords() throws {
    var text = ""
    for hour in 10..<14 {
      text += """
        20/02/24, \(hour):00 - A: <zzä qqq>
        20/02/24, \(hour):01 - A: text \(hour) <ttä wwww>
        20/02/24, \(hour):02 - A: plan \(hour).pdf (zzä ff)
        20/02/24, \(hour):03 - A: see <a b=c>

        """
    }
    let reading = try read(text)
    #expect(
      reading.messages.prefix(4).map(\.words) == ["[]", "text 10", "[plan 10.pdf]", "see <a b=c>"])
    #expect(reading.messages[1].extras?.editedAt != nil)
    let few = String(text.prefix(90))
    #expect(try read(few).messages[0].words == "<zzä qqq>")
  }

  @Test(
    "All of the app's phrases are looked up",
    arguments: [
      "This message was deleted", "this message was deleted.", "You deleted this message", "null",
      "Сообщение удалено",
      "Αυτό το μήνυμα διαγράφηκε", "Это сообщение удалено", "このメッセージは削除されました。", "यह मैसेज डिलीट किया गया।",
      "Missed voice call",
      "This message was deleted by admin Bo", "Данное сообщение удалено", "تم حذف هذه الرسالة",
      "Ce message a été supprimé",
    ])
  func phrases(text: String) { #expect(WhatsAppPhrases.mayBeAny(text)) }

  @Test(
    "Units of time in several languages",
    arguments: [
      ("Voice call, \u{200E}5 min", 300), ("Voice call, \u{200E}1 hr 2 min", 3720),
      ("Sesli arama, \u{200E}5 dk.", 300),
      ("Sesli arama, \u{200E}1 sa. 5 dk.", 3900), ("Sesli arama, \u{200E}12 sn.", 12),
      ("Аудиозвонок, \u{200E}7 с", 7),
      ("Połączenie głosowe, \u{200E}2 godz. 1 min", 7260),
    ])
  func durations(text: String, seconds: Double) {
    #expect(WhatsAppPhrases.call(text, isMarked: true)?.duration == seconds)
  }

  @Test("Calls that were missed, in the words of Brazil")
  func missedCalls() {
    #expect(WhatsAppPhrases.call("Ligação de voz perdida", isMarked: false)?.outcome == "missed")
    #expect(WhatsAppPhrases.call("Ligação de vídeo perdida", isMarked: false)?.medium == "video")
  }

  @Test("A line of signs that open and never close costs no more than its length")
  func hostileMarkup() {
    let text = String(repeating: "*a _b ~c ", count: 100_000)
    let clock = ContinuousClock()
    let time = clock.measure { #expect(WhatsAppMarkup.text(text).markup == .plain) }
    #expect(time < .seconds(5))
  }

  @Test("Who deleted a message as the owner is the owner, unless there are two")
  func owner() throws {
    let one = "01/02/24, 09:00 - A: You deleted this message\n14/02/24, 09:01 - B: hi"
    #expect(try read(one).participants.participants.map(\.isMe) == [true, false])
    let two = one + "\n14/02/24, 09:02 - B: You deleted this message"
    #expect(try read(two).participants.participants.map(\.isMe) == [false, false])
  }

  @Test("Next month's export continues last month's, without messages twice")
  func merging() throws {
    let old = """
      01/02/24, 09:00 - Ann created group “Trip”
      01/02/24, 09:01 - Ann: hi
      01/02/24, 09:01 - Ann: hi
      14/02/24, 10:00 - Bo: IMG-20240214-WA0001.jpg (file attached)
      """
    let new = """
      01/02/24, 09:01 - Ann: hi
      01/02/24, 09:01 - Ann: hi
      14/02/24, 10:00 - Bo: <Media omitted>
      15/02/24, 10:00 - Bo: new
      """
    let options = ImportOptions(timeZone: "UTC")
    for names in [
      ["WhatsApp Chat with Trip", "WhatsApp Chat with Trip"],
      ["WhatsApp Chat with Trip", "WhatsApp Chat with Trip (1)"],
    ] {
      for texts in [[old, new], [new, old]] {
        let inputs = zip(names, texts).enumerated().map { index, pair in
          ImportInput(path: "\(index)/\(pair.0).txt", bytes: Array(pair.1.utf8))
        }
        var log = DiagnosticLog()
        let sources = try WhatsAppFormat.open(inputs, options: options, log: &log)
        let reading = try Reading(try #require(sources.first))
        #expect(sources.count == 1)
        #expect(
          reading.messages.map(\.words) == [
            "notice: Ann created group “Trip”", "hi", "hi", "[IMG-20240214-WA0001.jpg]", "new",
          ])
        #expect(log.lines.contains { $0.contains("'Trip' is in 2 exports: 1 messages are new") })
      }
    }
  }

  @Test("A chat from the phones of two people is one, under the names of the first")
  func twoPhones() throws {
    let ann = """
      01/02/2024, 09:00 - Messages and calls are end-to-end encrypted. Tap to learn more.
      01/02/2024, 09:01 - Ann Prym: Good morning, are you up?
      01/02/2024, 09:02 - Bob: just about
      01/02/2024, 09:05 - Ann Prym: ok
      01/02/2024, 09:05 - Ann Prym: ok
      01/02/2024, 09:06 - Ann Prym: You deleted this message
      13/02/2024, 10:00 - Bob: see you at the station at ten
      14/02/2024, 10:00 - Ann Prym: thank you for the flowers
      14/02/2024, 10:09 - Ann Prym: only Ann has this
      """
    let bob = """
      [01/02/2024, 09:00:01] Ann: \u{200E}Messages and calls are end-to-end encrypted.
      [01/02/2024, 09:01:05] Ann: Good morning, are you up?
      [01/02/2024, 09:03:02] Robert Z: just about
      [01/02/2024, 09:05:20] Ann: ok
      [01/02/2024, 09:05:50] Ann: ok
      [01/02/2024, 09:06:50] Ann: \u{200E}This message was deleted.
      [13/02/2024, 10:00:50] Robert Z: see you at the station at ten
      [14/02/2024, 10:01:00] Ann: thank you for the flowers
      [15/02/2024, 10:01:00] Robert Z: only Bob has this
      """
    let inputs = [("WhatsApp Chat with Bob.txt", ann), ("b/_chat.txt", bob)].map {
      ImportInput(path: $0.0, bytes: Array($0.1.utf8))
    }
    for inputs in [inputs, inputs.reversed()] {
      var log = DiagnosticLog()
      let sources = try WhatsAppFormat.open(inputs, options: ImportOptions(timeZone: "UTC"), log: &log)
      let reading = try Reading(try #require(sources.first))
      let names = inputs[0].path.hasPrefix("b") ? ["Ann", "Robert Z"] : ["Ann Prym", "Bob"]
      #expect(sources.count == 1)
      #expect(Set(reading.participants.participants.map(\.name)) == Set(names))
      #expect(
        reading.messages.map(\.words).filter { !$0.hasPrefix("notice") } == [
          "Good morning, are you up?", "just about", "ok", "ok", "deleted", "see you at the station at ten",
          "thank you for the flowers", "only Ann has this", "only Bob has this",
        ])
      #expect(reading.messages.count == 10)
      #expect(
        log.lines.contains { $0.contains("8 messages are in both") && $0.contains("1 more") }, "\(log.lines)")
    }
  }

  @Test("People of a group who have other names on another phone are the same people")
  func twoPhonesOfAGroup() throws {
    let first = """
      13/02/2024, 09:00 - You created group “Trip”
      13/02/2024, 09:01 - Ann P: who is in for the trip?
      13/02/2024, 09:02 - Bob: I am, of course
      13/02/2024, 09:03 - Cy: me too, if it rains not
      13/02/2024, 09:05 - Cy: hello @\u{2068}Bob\u{2069}
      13/02/2024, 09:09 - Bob: <Media omitted>
      """
    let second = """
      13/02/2024, 09:00 - Ann created group “Trip”
      13/02/2024, 09:01 - Ann: who is in for the trip?
      13/02/2024, 09:02 - Bobby B: I am, of course
      13/02/2024, 09:03 - Cy Own: me too, if it rains not
      13/02/2024, 09:05 - Cy Own: hello @\u{2068}Bobby B\u{2069}
      13/02/2024, 09:09 - Bobby B: <Media omitted>
      14/02/2024, 09:09 - Dee: I came later
      """
    let inputs = [first, second].enumerated().map { index, text in
      ImportInput(path: "\(index)/WhatsApp Chat with Trip.txt", bytes: Array(text.utf8))
    }
    var log = DiagnosticLog()
    let options = ImportOptions(timeZone: "UTC", me: "Cy Own")
    let sources = try WhatsAppFormat.open(inputs, options: options, log: &log)
    let reading = try Reading(try #require(sources.first))
    #expect(sources.count == 1 && reading.messages.count == 7)
    #expect(Set(reading.participants.participants.map(\.name)) == ["Ann P", "Bob", "Cy", "Dee"])
    #expect(reading.participants.participants.filter(\.isMe).map(\.name) == ["Cy"])
  }

  @Test("Chats with other people stay apart, however many greetings they share")
  func otherChats() throws {
    let chats = ["Bob", "Cy"].map { name in
      (1...9).map {
        "0\($0)/02/2024, 09:0\($0) - Ann: \($0 % 2 == 0 ? "Good morning to everyone" : "words for \(name) \($0)")"
      }
      .joined(separator: "\n") + "\n14/02/2024, 09:00 - \(name): hi"
    }
    let inputs = zip(["Bob", "Cy"], chats).map {
      ImportInput(path: "WhatsApp Chat with \($0).txt", bytes: Array($1.utf8))
    }
    var log = DiagnosticLog()
    let sources = try WhatsAppFormat.open(inputs, options: ImportOptions(timeZone: "UTC"), log: &log)
    #expect(sources.count == 2)
  }

  @Test("A number's notices are nobody's words, whatever spaces it has")
  func numbers() throws {
    let number = "+51\u{A0}999\u{A0}111"
    let text = """
      [13/10/22, 10:05:00] Bo: hi
      [13/10/22, 10:05:01] \(number): hello
      [13/10/22, 10:05:02] \(number): \u{200E}\(number) left
      """
    #expect(try read(text).messages.map { $0.sender != nil } == [true, true, false])
  }

  @Test("Somebody in the owner's contacts and a stranger of the same name are two people")
  func strangers() throws {
    let lines = [
      "[26/11/23, 18:43:54] ~\u{202F}Robin: I am not in your contacts",
      "[26/11/23, 18:44:00] Robin: and I am", "[26/11/23, 18:45:00] ~\u{202F}Kim: nor am I",
    ]
    func names(_ lines: some Sequence<String>) throws -> [String?] {
      let reading = try read(lines.joined(separator: "\n"))
      return reading.messages.indices.map { reading.sender($0)?.name }
    }
    #expect(try names(lines) == ["~ Robin", "Robin", "Kim"])
    // Another export may have been made when Robin was among the contacts.
    #expect(try names(lines.prefix(1)) == ["Robin"])
  }

  @Test(
    "On iOS, words behind a marked head are of a file, in whatever language, and a name in the file's is the title"
  )
  func unknownLanguage() throws {
    let text = """
      [13/02/2024, 09:07:33] Nok: abc
      \u{200E}[13/02/2024, 21:07:44] Somchai: \u{200E}xyz rewq
      [13/02/2024, 21:08:44] Somchai: \u{200E}Este mensaje lo eliminó el admin. Nok
      """
    let input = ImportInput(path: "Qwx WhatsApp mit-Nok zzz.txt", bytes: Array(text.utf8))
    var log = DiagnosticLog()
    let source = try #require(
      try WhatsAppFormat.open([input], options: ImportOptions(timeZone: "UTC"), log: &log).first)
    let reading = try Reading(source)
    #expect(source.info.title == "Nok")
    #expect(reading.messages.map(\.words) == ["abc", "[]", "deleted"])
  }

  @Test(
    "The title is in the file's name",
    arguments: [
      ("WhatsApp Chat - Book Club: Spring", "Book Club: Spring"), ("Chat de WhatsApp con Íñigo", "Íñigo"),
      ("WhatsApp Chat with Bo (2)", "Bo"), ("WhatsApp_Chat_with_Bo", "Bo"), ("与李明的 WhatsApp 聊天", "李明"),
      ("佐藤 花子とのWhatsAppチャット", "佐藤 花子"), ("WhatsApp-Chat mit Jörg", "Jörg"),
    ])
  func titles(name: String, title: String) { #expect(WhatsAppTitle.title(name) == title) }

  @Test("Other names give no title", arguments: ["notes", "WhatsApp", "chat - x", "WhatsApp Chat with "])
  func noTitles(name: String) { #expect(WhatsAppTitle.title(name) == nil) }

  @Test(
    "Other texts are not taken for chats",
    arguments: [
      "2024-01-15 10:00:00\tann\thi\n2024-01-15 10:00:01\tbo\thi", "[10:00] <ann> hi\n[10:01] <bo> hi",
      "[2024-01-15, 10:00] Ann: hi\n[2024-01-15, 10:01] Bo: b",
      "[2024-01-15 10:00:00] <ann> hi: there\n[2024-01-15 10:01:00] <bo> a: b",
      "15.01.2024 10:00 Minutes\n- all: agree",
      "2024-01-15 10:00:00 - INFO - started", "1/2/2024 shopping\n- milk: two",
    ])
  func otherTexts(text: String) {
    #expect(!WhatsAppFormat.recognises(ImportInput(path: "x.txt", bytes: Array(text.utf8))))
  }

  @Test("Styles keep their signs, and signs inside words are none")
  func markup() {
    #expect(
      WhatsAppMarkup.text("*b _i_* 2*3*4 snake_case_x `c*d*` @491701234567").markup
        == .spans([
          SourceSpan(start: 1, end: 6, kind: .bold), SourceSpan(start: 4, end: 5, kind: .italic),
          SourceSpan(start: 28, end: 32, kind: .code), SourceSpan(start: 34, end: 47, kind: .mention),
        ]))
    #expect(WhatsAppMarkup.text("* a * b_").markup == .plain)
  }

  @Test("Contacts are read from the vCards that phones write")
  func vCards() {
    let text = """
      BEGIN:VCARD\r
      VERSION:2.1\r
      FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=B6rg =\r
      Wei=C3=9F\r
      TEL;CELL:+49 170 1\r
      PHOTO;ENCODING=BASE64:AAAA\r
       BBBB\r
      END:VCARD\r
      BEGIN:VCARD\r
      N:Vale;Robin\\;R;;;\r
      item1.TEL;type=CELL:tel:+1-555\r
      EMAIL:r@example.org\r
      END:VCARD\r
      """
    let cards = VCard.cards(in: text)
    #expect(cards.map(\.name) == ["Jörg Weiß", "Robin;R Vale"])
    #expect(cards.map(\.phones) == [["+49 170 1"], ["+1-555"]])
    #expect(cards.map(\.emails) == [[], ["r@example.org"]])
  }
}

extension Message {
  /// The text, the file's name in brackets, or the notice.
  fileprivate var words: String {
    switch content {
    case .text(let text): text.string
    case .media(let attachments, _): "[\(attachments.first?.path.map { RootedPath.split($0).path } ?? "")]"
    case .system(let event): "\(event.event): \(event.text ?? "")"
    case .part(let part): type(of: part).kind
    }
  }
}
