import ChatModel
import Testing

@testable import AssistantFormats
@testable import ChatImport
@testable import ImportKit
@testable import TeamFormats
@testable import TranscriptFormats

@Suite struct KakaoTalkTests {
  private func read(_ text: String, path: String = "talk.txt") throws -> Reading {
    let input = ImportInput(path: path, bytes: Array(text.utf8))
    #expect(ImportFormat.formats(recognising: input) == [.kakaotalk])
    return try ChatImportTests.read(text, path: path, as: .kakaotalk, options: ImportOptions(timeZone: "UTC"))
  }

  @Test(
    "Heads are read in the forms of all apps",
    arguments: [
      ("김 님과 카카오톡 대화\n저장한 날짜 : x\n\n2024년 2월 10일 오전 12:33, 김 : 네", "2024-02-10T00:33:00"),
      (
        "KakaoTalk Chats with 김\nDate Saved : x\n\nFebruary 10, 2024, 4:11 PM, 김 : yes", "2024-02-10T16:11:00"
      ),
      ("KakaoTalk Chats with 김\nDate Saved : x\n\nFeb 10, 2024 at 16:11, 김 : yes", "2024-02-10T16:11:00"),
      ("김 님과 카카오톡 대화\n저장한 날짜 : x\n\n2025. 10. 23. 오후 11:44, 김 : 네", "2025-10-23T23:44:00"),
      ("김님과 카카오톡 대화.txt\n저장한 날짜 : x\n\n2014. 2. 6. 오후 1:05, 김 : 네", "2014-02-06T13:05:00"),
      (
        "KakaoTalk Chats Hiking club (27)\nDate Saved : x\n\n9:46AM, March 8, 2013, Mo : hi",
        "2013-03-08T09:46:00"
      ),
      ("김 님과 카카오톡 대화\n저장한 날짜 : x\n\n2025. 10. 23. 오후 11:44: 김님이 나갔습니다.", "2025-10-23T23:44:00"),
      ("김 님과 카카오톡 대화\n저장한 날짜 : x\n\n2025. 10. 23. 23:44, 김 : 네", "2025-10-23T23:44:00"),
      ("김 님과 카카오톡 대화\n저장한 날짜 : x\n\n----- 2020년 6월 28일 일요일 -----\n[김] [오전 1:01] 네", "2020-06-28T01:01:00"),
      (
        "김 님과 카카오톡 대화\n저장한 날짜 : x\n\n----- Sunday, June 28, 2020 -----\n[김] [1:01 AM] yes",
        "2020-06-28T01:01:00"
      ),
    ])
  func heads(text: String, time: String) throws {
    let reading = try read(text)
    #expect(reading.messages.map { $0.instant.map(ReadingText.time) } == [time])
  }

  @Test("A line with a day is none of the message above it")
  func days() throws {
    let android = """
      김 님과 카카오톡 대화
      저장한 날짜 : x

      2024년 1월 5일 오후 12:21, 김 : 네
      2024년 1월 9일 오전 12:21
      2024년 1월 6일 오전 12:21
      2024년 1월 6일 오전 12:21, 김 : 자?
      """
    #expect(try read(android).messages.map(\.said) == ["네\n2024년 1월 9일 오전 12:21", "자?"])
    let phone = """
      KakaoTalk Chats with Kim
      Date Saved : x


      Friday, January 5, 2024
      Jan 5, 2024 at 9:07 AM, Kim : hi

      Saturday, January 6, 2024
      Jan 6, 2024 at 9:07 AM, Kim : Friday, January 6, 2024
      """
    let reading = try read(phone)
    #expect(reading.messages.map(\.said) == ["hi", "Friday, January 6, 2024"])
    #expect(reading.log.kept.allSatisfy { $0.severity != .loss })
  }

  @Test("Times of 2014 stand before their days, and a group's number of people is not of its title")
  func timesFirst() throws {
    let text = """
      KakaoTalk Chats Hiking (2014) (27)
      Date Saved : 9:55AM, February 20, 2014


      11:36AM, March 8, 2013
      11:36AM, March 8, 2013, Robin invited Mo.
      11:40PM, March 8, 2013, Mo : see you
      at 9:46AM, February 20, 2014, or so
      """
    #expect(
      try read(text).messages.map(\.said) == [
        "Robin invited Mo.", "see you\nat 9:46AM, February 20, 2014, or so",
      ])
    for (line, title) in [
      ("KakaoTalk Chats Hiking (2014) (27)", "Hiking (2014)"), ("가나다 (11명)과 카카오톡 대화.txt", "가나다"),
      ("가나다 (x) 님과 카카오톡 대화", "가나다 (x)"),
    ] {
      let head = "\(line)\n저장한 날짜 : x\n\n2014. 2. 6. 오후 1:05, 김 : 네"
      #expect(KakaoTalkHeader(InputBytes(Array(head.utf8)))?.title == title)
    }
  }

  @Test("Emoticons and photos that were not opened are files, whatever signs are around")
  func signs() throws {
    func files(_ text: String) throws -> [ChatModel.Attachment.Kind] {
      let head = "김 님과 카카오톡 대화\n저장한 날짜 : x\n\n2014. 2. 6. 오후 1:05, 김 : "
      guard case .media(let files, _) = try read(head + text).messages[0].content else { return [] }
      return files.map(\.kind)
    }
    #expect(try files("(이모티콘)") == [.sticker])
    #expect(try files("(이모티콘_Muzi and Friends)") == [.sticker])
    #expect(try files("‹사진 읽지 않음>") == [.image])
    for other in ["(사진)", "(이모티콘) 안녕", "(a)", "<읽지 않음>", "()", "<"] { #expect(try files(other) == []) }
  }

  @Test("The owner is marked on Android, and known in a talk of two")
  func owner() throws {
    let text =
      "KakaoTalk Chats with 김\nDate Saved : x\n\nFeb 10, 2024, 4:11 PM, 김 : a\nFeb 10, 2024, 4:12 PM, you : b"
    #expect(try read(text).participants.participants.map(\.isMe) == [false, true])
    let table = "Date,User,Message\n2024-02-10 11:33:09,\"레나\",\"a\"\n2024-02-10 11:34:09,\"김\",\"b\"\n"
    #expect(
      try read(table, path: "KakaoTalk_Chat_김_2024-08-01-11-29-00.csv").participants.participants.map(\.isMe)
        == [true, false])
  }

  @Test("Windows has notices of open chats as lines below a message")
  func openChat() throws {
    let text = """
      모임 님과 카카오톡 대화
      저장한 날짜 : x

      --------------- 2024년 7월 30일 화요일 ---------------
      가님이 들어왔습니다.
      나님이 나갔습니다.
      [김] [오전 9:01] 네
      둘째 줄
      이영희님이 들어왔습니다.운영정책을 위반한 메시지로 신고 접수 시 카카오톡 이용에 제한이 있을 수 있습니다.\u{20}
      관리자가 메시지를 가렸습니다.
      박님이 부방장이 되었습니다.
      [박] [오전 9:02] 관리자가 메시지를 가렸습니다. 왜?
      """
    #expect(
      try read(text).messages.map(\.said) == [
        "가님이 들어왔습니다.", "나님이 나갔습니다.", "네\n둘째 줄", "이영희님이 들어왔습니다.운영정책을 위반한 메시지로 신고 접수 시 카카오톡 이용에 제한이 있을 수 있습니다.",
        "관리자가 메시지를 가렸습니다.", "박님이 부방장이 되었습니다.", "관리자가 메시지를 가렸습니다. 왜?",
      ])
  }

  @Test(
    "Other texts and tables are not taken for chats",
    arguments: [
      "Date,User\n2024-02-10,x", "Date;Sender;Message\nx;y;z", "카카오톡 대화",
      "KakaoTalk Chats with friends are fun\nI think",
      "[a] [b] c\n[d] [e] f",
    ])
  func otherTexts(text: String) {
    #expect(!KakaoTalkFormat.recognises(ImportInput(path: "x", bytes: Array(text.utf8))))
  }
}

extension Message {
  fileprivate var said: String {
    switch content {
    case .text(let text): text.string
    case .system(let event): event.text ?? ""
    case .media, .part: ""
    }
  }
}
