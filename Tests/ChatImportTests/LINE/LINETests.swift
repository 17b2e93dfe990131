import ChatModel
import Testing

@testable import AssistantFormats
@testable import ChatImport
@testable import ImportKit
@testable import MessengerFormats
@testable import TranscriptFormats

@Suite struct LINETests {
  private func read(_ text: String, path: String = "[LINE] Ann.txt", me: String? = nil) throws -> Reading {
    let input = ImportInput(path: path, bytes: Array(text.utf8))
    #expect(ImportFormat.formats(recognising: input) == [.line])
    return try ChatImportTests.read(
      text, path: path, as: .line, options: ImportOptions(timeZone: "UTC", me: me))
  }

  private func times(_ text: String) throws -> [String] {
    try read(text).messages.map { $0.instant.map(ReadingText.time) ?? "-" }
  }

  @Test(
    "Days and times are read in the forms of several languages",
    arguments: [
      (
        "[LINE] Chat history with Ann\nSaved on: 2026/03/08, 22:10\n\n2026/01/25 Sun\n07:53\tAnn\thi",
        "2026-01-25T07:53:00"
      ),
      (
        "[LINE] Chat history with Ann\nSaved on: 26/04/2026, 04:36PM\n\nSun, 26/04/2026\n04:35PM\tAnn\thi",
        "2026-04-26T16:35:00"
      ),
      (
        "[LINE] Chat history in X\nSaved on: 11/04/2025, 08:00\n\nSun, 11/02/2025\n9:30AM\tAnn\thi",
        "2025-11-02T09:30:00"
      ),
      (
        "Chat history in X\nSaved on: 2024/08/01 10:00\n\nWed, 07/10/2024\n6:20 PM\tAnn\thi",
        "2024-07-10T18:20:00"
      ),
      ("[LINE] 與林小明的聊天記錄\n儲存日期：2024/08/01 10:00\n\n2024/07/11（四）\n下午12:54\t林小明\t好", "2024-07-11T12:54:00"),
      (
        "[LINE] ประวัติการแชทกับ ก\nบันทึกเมื่อ: 2024/08/01 10:00\n\nพฤ. 11/07/2024\n08:20\tก\tได้",
        "2024-07-11T08:20:00"
      ),
      (
        "[LINE] Ann님과의 대화\n저장한 날짜 : 2024/8/1 10:00\n\n2024. 7. 11. 목요일\n오전 12:20\tAnn\t네",
        "2024-07-11T00:20:00"
      ),
      ("[LINE] Annのトーク履歴\n保存日時：R8/04/11 20:01\n\nR6/07/11(木)\n08:20\tAnn\tはい", "2024-07-11T08:20:00"),
      ("[LINE] Annのトーク履歴\n保存日時：x\n\n平成30年7月12日(木)\n08:20\tAnn\tはい", "2018-07-12T08:20:00"),
      ("2024.07.11 木曜日\n08:20\tAnn\tはい\n08:21\tBo\tはい", "2024-07-11T08:20:00"),
    ])
  func times(text: String, first: String) throws { #expect(try times(text).first == first) }

  @Test("The day of the week tells the order of day and month")
  func weekdays() throws {
    let text = "[LINE] Chat history with Ann\nSaved on: x\n\n%\n10:00\tAnn\thi\n"
    // 3 April 2024 was a Wednesday, 4 March a Monday.
    #expect(try times(text.replacing("%", with: "Wed, 03/04/2024")) == ["2024-04-03T10:00:00"])
    #expect(try times(text.replacing("%", with: "Mon, 03/04/2024")) == ["2024-03-04T10:00:00"])
  }

  @Test("Only quotes around several lines are LINE's own")
  func quotes() throws {
    let text = """
      [LINE] Chat history with Ann
      Saved on: 2024/08/01 10:00

      2024/07/11(Thu)
      10:00\tAnn\t"one
      ""two""
      10:30\tBo\tthree"
      10:01\tAnn\t"just quoted"
      10:02\tAnn\t"not closed
      10:03\tAnn\tsay "hi"
      10:04\tAnn\tlines

      2024/07/10(Wed)
      without quotes

      """
    let reading = try read(text, me: "Bo")
    #expect(
      reading.messages.map(\.words) == [
        "one\n\"two\"\n10:30\tBo\tthree", "\"just quoted\"", "\"not closed", "say \"hi\"",
        "lines\n\n2024/07/10(Wed)\nwithout quotes",
      ])
    #expect(reading.participants.participants.map(\.name) == ["Ann"])
  }

  @Test("In a talk of two the chat has the other one's name")
  func owner() throws {
    let text = "[LINE] Chat history with Ann\nSaved on: x\n\n2024/07/11(Thu)\n10:00\tAnn\thi\n10:01\tBo\thi\n"
    #expect(try read(text).participants.participants.map(\.isMe) == [false, true])
    #expect(try read(text, me: "Ann").participants.participants.map(\.isMe) == [true, false])
    let group = text + "10:02\tCleo\thi\n"
    #expect(try read(group).participants.participants.map(\.isMe) == [false, false, false])
  }

  @Test("In the text of computers a notice in English begins with a name and a blank, as messages do")
  func blankNotices() throws {
    let text = """
      2024.07.30 Tuesday
      09:01 Ann good morning
      09:02 Bob Stickers
      09:03 Bob unsent a message.
      09:04 Ann unsent a message? why
      09:05 Bob joined the group.
      09:06 Ann added Cy to the group.
      """
    let messages = try read(text).messages
    #expect(
      messages.map { if case .system(let event) = $0.content { event.text } else { nil } } == [
        nil, nil, "Bob unsent a message.", nil, "Bob joined the group.", "Ann added Cy to the group.",
      ])
    #expect(messages[1].content.files.map(\.kind) == [.sticker])
    #expect(messages[2].content.isDeletion)
    #expect(messages[3].words == "unsent a message? why")
  }

  @Test("LINE's text is no IRC log, and logs are no LINE")
  func otherLogs() throws {
    let weechat = "2024-07-11 10:00:00\tann\thi\n2024-07-11 10:00:01\tbo\thi"
    #expect(ImportFormat.formats(recognising: ImportInput(path: "x", bytes: Array(weechat.utf8))) == [.irc])
    for text in [
      "10:00\tann\thi\n10:01\tbo\thi", "2024/07/11 Thu\nnotes\n10:00 tea\n11:00 cake", "[LINE]\n",
      "[LINE] up",
    ] {
      #expect(!LINEFormat.recognises(ImportInput(path: "x", bytes: Array(text.utf8))), "\(text)")
    }
  }
}

extension Message {
  fileprivate var words: String {
    if case .text(let text) = content { text.string } else { "-" }
  }
}
