import ChatModel
import Foundation
import Testing

@testable import AssistantFormats
@testable import ChatImport
@testable import ImportKit
@testable import MessengerFormats
@testable import TranscriptFormats

/// Peculiarities of Meta's downloads.
@Suite struct MetaTests {
  private static let whole = """
    {"participants": [{"name": "Nina"}, {"name": "Otto"}], "messages": [
    {"sender_name": "Nina", "timestamp_ms": 3000, "content": "three"},
    {"sender_name": "Otto", "timestamp_ms": 2000, "content": "two"},
    {"sender_name": "Nina", "timestamp_ms": 1000, "content": "one"}],
    "title": "Nina", "thread_path": "inbox/nina_1", "magic_words": []}
    """

  @Test(
    "A file that was cut off is read up to the cut, which is a loss with its position",
    arguments: [("\"two\"", 1), ("\"one\"", 2), ("}],\n", 3), ("\"thread_path\"", 3), ("magic", 3)])
  func cut(at text: String, count: Int) throws {
    let end = try #require(Self.whole.range(of: text)).lowerBound
    let cut = String(Self.whole[..<end]) + String(text.prefix(2))
    let reading = try read(cut, path: "message_1.json", as: .meta)
    #expect(reading.messages.map(\.text) == ["one", "two", "three"].suffix(count))
    let losses = reading.log.kept.filter { $0.severity == .loss }
    #expect(losses.count == 1, "\(reading.diagnostics)")
    #expect(losses.first?.origin?.offset != nil)
  }

  @Test(
    "Times in the words of many languages",
    arguments: [
      ("Apr 22, 2025 12:28:58 pm", 1_745_324_938), ("Aug 03, 2024 10:40:52pm", 1_722_724_852),
      ("Jan 08, 2026 4:41 am", 1_767_847_260), ("Dec 16, 2019, 10:38 PM", 1_576_535_880),
      ("14 May 2020, 16:32", 1_589_473_920), ("31.12.2023 23:11", 1_704_064_260),
      ("2024년 1월 1일 오후 3:45", 1_704_123_900), ("2024年1月1日 下午3:45", 1_704_123_900),
      ("2024/1/1 15:45", 1_704_123_900), ("1. Dez. 2019, 9:05", 1_575_191_100),
      ("28 févr. 2026, 18:59", 1_772_305_140), ("3 авг. 2024 г., 22:40", 1_722_724_800),
      ("3 de ago. de 2024 22:40", 1_722_724_800), ("3 sie 2024, 22:40", 1_722_724_800),
      ("3 thg 8, 2024 22:40", 1_722_724_800), ("١ يناير ٢٠٢٤ ٣:٤٥ م", 1_704_123_900),
      ("1 ม.ค. 2567 15:45", 1_704_123_900), ("3. elok. 2024 klo 22.40", 1_722_724_800),
      ("8/3/2024, 10:40 PM", 1_722_724_800), ("3/8/2024 22:40", 1_722_724_800),
      ("12:05 a. m., 1 ene 2024", 1_704_067_500),
    ])
  func times(text: String, seconds: Int64) {
    #expect(WrittenTime.milliseconds(text) == seconds * 1000, "\(text)")
  }

  @Test(
    "A text without a whole date and time is none",
    arguments: ["", "sometime", "Jan 2024", "10:40", "99 Jan 2024 10:40"])
  func noTimes(text: String) { #expect(WrittenTime.milliseconds(text) == nil) }

  @Test(
    "Pages before 2018 name the zone of their times",
    arguments: [
      ("Friday, October 4, 2013 at 10:05pm PDT", .named("PDT")),
      ("22 March 2012 at 21:33 UTC+01", .offset(60)),
      ("4. Februar 2018 um 10:05 UTC-03:30", .offset(-210)), ("4 February 2018 at 10:05 UTC", .named("UTC")),
      ("10:05 UTC+99", nil), ("10:05", nil), ("UTC+", nil), ("4 Feb 2018 10:05 AM", nil),
      ("4 Feb 2018 10:05 QQQT", .named("QQQT")),
    ] as [(String, WrittenZone?)])
  func zones(text: String, zone: WrittenZone?) {
    #expect(WrittenZone.split(Array(text.unicodeScalars)).zone == zone)
  }

  @Test("A thread in HTML and in JSON is one, whatever the zone of the page, and JSON's messages count")
  func bothFormats() throws {
    func page(_ times: [String]) -> String {
      "<html><head><title>Nina</title></head><body>"
        + zip(times, ["three", "two", "one", "only here"]).map { time, words in
          "<div class=\"_a6-g\"><div class=\"_a6-h\">Nina</div><div class=\"_a6-p\"><div>\(words)</div></div>"
            + "<div class=\"_a6-o\">\(time)</div></div>"
        }.joined() + "</body></html>"
    }
    let json = """
      {"participants": [{"name": "Nina"}, {"name": "Otto"}], "messages": [
      {"sender_name": "Nina", "timestamp_ms": 1745324938123, "content": "three"},
      {"sender_name": "Otto", "timestamp_ms": 1745324000000, "content": "four"},
      {"sender_name": "Nina", "timestamp_ms": 1743298260123, "content": "two"},
      {"sender_name": "Nina", "timestamp_ms": 1743211860123, "content": "one"}],
      "title": "Nina", "thread_path": "inbox/nina_1", "magic_words": []}
      """
    // Summer time began between two of them.
    let html = page([
      "Apr 22, 2025 2:28:58 pm", "Mar 30, 2025 3:31:00 am", "Mar 29, 2025 2:31:00 am",
      "Mar 29, 2025 2:30:00 am",
    ])
    let inputs = [("html/inbox/nina_1/message_1.html", html), ("inbox/nina_1/message_1.json", json)].map {
      ImportInput(path: $0.0, bytes: Array($0.1.utf8))
    }
    for inputs in [inputs, inputs.reversed()] {
      for zone in ["UTC", "Europe/Paris"] {
        var log = DiagnosticLog()
        let sources = try MetaFormat.open(inputs, options: ImportOptions(timeZone: zone), log: &log)
        let reading = try Reading(try #require(sources.first))
        #expect(sources.count == 1)
        #expect(reading.messages.map(\.text) == ["only here", "one", "two", "four", "three"])
        #expect(reading.messages.first?.instant == Instant(milliseconds: 1_743_211_800_000))
        #expect(
          log.lines.contains { $0.contains("3 messages are in both") && $0.contains("1 more") },
          "\(log.lines)")
      }
    }
    // The newest message of the page has no time that can be read, and none can be told from what stands before.
    let untimed = page([
      "sometime", "Mar 30, 2025 3:31:00 am", "Mar 29, 2025 2:31:00 am", "Mar 29, 2025 2:30:00 am",
    ])
    var log = DiagnosticLog()
    let sources = try MetaFormat.open(
      [ImportInput(path: "html/inbox/nina_1/message_1.html", bytes: Array(untimed.utf8)), inputs[1]],
      options: ImportOptions(), log: &log)
    let texts = try Reading(try #require(sources.first)).messages.map(\.text)
    #expect(sources.count == 1)
    #expect(texts.sorted() == ["four", "one", "only here", "three", "three", "two"])
  }

  /// A file of encrypted chats: people and a title, and messages with names, times and texts.
  private static func encrypted(
    _ people: [String], _ title: String, _ messages: [(String, Int, String)]
  ) -> String {
    let names = people.map { "\"\($0)\"" }.joined(separator: ", ")
    let texts = messages.map {
      "{\"isUnsent\": false, \"media\": [], \"reactions\": [], \"senderName\": \"\($0.0)\", \"text\": \"\($0.2)\", \"timestamp\": \($0.1), \"type\": \"text\"}"
    }
    return
      "{\"participants\": [\(names)], \"threadName\": \"\(title)\", \"messages\": [\(texts.joined(separator: ", "))]}"
  }

  @Test("What was said after a chat was encrypted goes on with what was said before")
  func partsOfConversations() throws {
    let later = Self.encrypted(
      ["Otto", "Nina"], "Nina_4", [("Nina", 3000, "three"), ("Otto", 4000, "four"), ("Nina", 5000, "five")])
    let latest = Self.encrypted(["Otto", "Nina"], "Nina_9", [("Nina", 5000, "five"), ("Otto", 6000, "six")])
    let words = ["one", "two", "three", "four", "five", "six"]
    for (files, texts) in [
      ([Self.whole, later], words[..<5]), ([later, Self.whole], words[..<5]), ([later, latest], words[2...]),
      ([latest, Self.whole, later], words[...]),
    ] {
      let inputs = files.enumerated().map {
        ImportInput(path: "\($0.offset)/messages.json", bytes: Array($0.element.utf8))
      }
      var log = DiagnosticLog()
      let sources = try MetaFormat.open(inputs, options: ImportOptions(), log: &log)
      let reading = try Reading(try #require(sources.first))
      #expect(sources.count == 1)
      #expect(reading.messages.map(\.text) == Array(texts))
      #expect(reading.participants.participants.filter(\.isMe).map(\.name) == ["Otto"])
      #expect(log.counts["merged-parts"] == inputs.count - 1)
    }
    // Friends on Instagram may have the same names.
    let inputs = [
      ImportInput(path: "instagram-otto/inbox/nina_1/message_1.json", bytes: Array(Self.whole.utf8)),
      ImportInput(path: "messages.json", bytes: Array(later.utf8)),
    ]
    var log = DiagnosticLog()
    #expect(try MetaFormat.open(inputs, options: ImportOptions(), log: &log).count == 2)
  }

  @Test(
    "Groups of the same people are told apart by their titles, and namesakes stay apart",
    arguments: [("Tour_3", 1), ("Tour_3 Choir_4", 2), ("Choir_4", 2), ("Tour_3 Tour_4", 3)])
  func partsOfGroups(titles: String, count: Int) throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "chatexport-meta-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let group = Self.whole.replacing("\"title\": \"Nina\"", with: "\"title\": \"Tour\"")
      .replacing("{\"name\": \"Otto\"}", with: "{\"name\": \"Otto\"}, {\"name\": \"Pia\"}")
    // All lie in one folder, as two unpacked downloads may.
    var files = [("messages/inbox/tour_2/message_1.json", group)]
    for title in titles.split(separator: " ") {
      let text = Self.encrypted(["Otto", "Nina", "Pia"], String(title), [("Pia", 7000, "seven")])
      files.append(("messages/\(title).json", text))
    }
    for (path, text) in files {
      let url = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    var log = DiagnosticLog()
    let sources = try MetaFormat.open(
      [try ImportInput(path: folder.path)], options: ImportOptions(), log: &log)
    #expect(sources.count == count, "\(log.lines)")
  }

  @Test("The owner is the one after whom no chat is called, in JSON too")
  func owner() throws {
    let reading = try read(Self.whole, path: "message_1.json", as: .meta)
    #expect(reading.participants.participants.filter(\.isMe).map(\.name) == ["Otto"])
  }

  @Test("The owner's profile in one zip of a download counts for the others")
  func ownerOfOtherZip() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "chatexport-meta-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let group = Self.whole.replacing("inbox/nina_1", with: "archived_threads/tour_2").replacing(
      "\"title\": \"Nina\"", with: "\"title\": \"Tour\"")
    let files = [
      (
        "1/personal_information/profile_information/profile_information.json",
        "{\"profile_v2\": {\"name\": {\"full_name\": \"Otto\"}}}"
      ),
      ("1/messages/inbox/nina_1/message_1.json", Self.whole),
      ("2/messages/archived_threads/tour_2/message_1.json", group),
      ("2/messages/archived_threads/tour_2/message_2.json", "{\"participants\": [{\"na"),
    ]
    for (path, text) in files {
      let url = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    for order in [["1", "2"], ["2", "1"]] {
      let inputs = try order.map { try ImportInput(path: folder.appending(path: $0).path) }
      var log = DiagnosticLog()
      let sources = try MetaFormat.open(inputs, options: ImportOptions(), log: &log)
      for source in sources {
        let reading = try Reading(source)
        #expect(reading.participants.participants.filter(\.isMe).map(\.name) == ["Otto"])
      }
      #expect(sources.count == 2)
      // A file of a thread that has nothing readable is a loss.
      #expect(log.counts["unreadable-file"] == 1)
    }
  }

  @Test("Of texts those are notices that only the app writes")
  func notices() {
    for text in [
      "Jo left the group.", "Jo voted for \"Faro\" in the poll: Where to?", "Jo added Max to the group.",
      "Jo sent an attachment.", "You named the group Tour.", "You are now connected on Messenger",
    ] {
      #expect(MetaNotice.isNotice(text, of: "Jo", isOwner: true), "\(text)")
    }
    for text in [
      "Jo likes it.", "Jo added salt.", "You left the group in a mess.", "You made my day.", "Jo: yes.",
      "Jo voted for Faro", "Joana left the group.", "You left the group.\nJo",
    ] {
      #expect(!MetaNotice.isNotice(text, of: "Jo", isOwner: true), "\(text)")
    }
    #expect(!MetaNotice.isNotice("You left the group.", of: "Jo", isOwner: false))
    #expect(MetaNotice.isNotice("Ana Reis hat das Thema geändert.", of: "Ana Reis", isOwner: false))
    #expect(MetaNotice.isNotice("Ana left the group.", of: "Ana Reis", isOwner: false))
    #expect(!MetaNotice.isNotice("Ana hat das Thema geändert.", of: "Ana Reis", isOwner: false))
  }

  @Test("The order of a date in digits can be given")
  func order() {
    #expect(WrittenTime.milliseconds("8/3/2024 10:40 PM", order: .dmy) == 1_709_937_600_000)
    #expect(WrittenTime.milliseconds("8/3/2024 22:40", order: .mdy) == 1_722_724_800_000)
  }
}

extension Message {
  fileprivate var text: String { if case .text(let text) = content { text.string } else { "" } }
}
