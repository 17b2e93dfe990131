import ChatModel
import Testing

@testable import AssistantFormats
@testable import ChatImport
@testable import ImportKit
@testable import TranscriptFormats

/// Messages whose members are found by one look say what they say when each member is read by itself.
@Suite struct PlainMembersTests {
  /// A chat of one message with these members.
  private func chat(_ members: String) -> String {
    #"{"format":"chatexport/1","participants":[{"id":"a","name":"Ana"}],"messages":[{\#(members)}]}"#
  }

  @Test(
    "The same messages and warnings, whatever stands in front",
    arguments: [
      #""id":"1","from":"a","at":"2026-05-01T09:12:03Z","text":"hello""#,
      #""text":"hello","replyTo":"7","at":"2026-05-01T09:12:03.25","from":"a","id":"1""#,
      #""id": "1", "from": "a" ,\#n  "text": "hello"\#n"#, #""id" : "1","text":"hello""#,
      #""id":1,"text":"hello""#, #""id":"1","text":null"#, #""id":"1","text":"a\nb\"","from":"a""#,
      #""id":"1","text":"na\#u{EF}ve \#u{1F525}""#, #""id":"\#u{EF}","replyTo":"\#u{EF}","text":"x""#,
      #""id":"1","text":"\#u{7F}""#, #""id":"1","text":"a","text":"b","id":"2""#,
      #""id":"1","from":"b","text":"x""#,
      #""id":"1","at":"yesterday","text":"x""#, #""id":"1","from":"a""#, #""text":"""#,
      #""id":"1","text":"x","reactions":[{"emoji":"+","by":["a"]}],"from":"a""#,
      #""id":"1","text":"x","unknown":{"text":"y"}"#,
      #""id":"1","text":"\#(String(repeating: "long ", count: 40))","from":"a""#,
    ])
  func sameMessage(members: String) throws {
    let plain = try read(chat(members))
    // A kind comes first, so that all members are read by themselves.
    let whole = try read(chat(#""kind":"text",\#(members)"#))
    #expect(plain.messages == whole.messages)
    #expect(plain.participants == whole.participants)
    #expect(plain.diagnostics == whole.diagnostics)
  }

  @Test(
    "What is not JSON is refused where it stops being it",
    arguments: [
      #""id":"1","text":"x","#, #""id":"1""text":"x""#, #""id":"1","text":"x"]"#, #""id":"1","text":"x"#,
      #""id":"1","text":"x\#n""#, #""id":"1",,"text":"x""#, #""id":"1"."#,
    ])
  func errors(members: String) throws {
    func errorOffset(_ text: String, behind shift: Int = 0) -> Int? {
      do {
        _ = try read(text)
      } catch ImportError.malformed(let origin, _, _) {
        return origin.offset.map { $0 - shift }
      } catch {
        return nil
      }
      return nil
    }
    let kind = #""kind":"text","#
    let found = errorOffset(chat(members))
    #expect(found != nil && found == errorOffset(chat(kind + members), behind: kind.utf8.count))
  }

  @Test("Bytes that are not UTF-8 are repaired and told of")
  func invalidUTF8() throws {
    let text = chat(#""id":"1","text":"a?b""#)
    let bytes = Array(text.utf8).map { $0 == UInt8(ascii: "?") ? 0xFF : $0 }
    var log = DiagnosticLog()
    let input = ImportInput(path: "chat.json", bytes: bytes)
    let source = try #require(
      try ImportFormat.chatexport.open(input, options: ImportOptions(), log: &log).first)
    let reading = try Reading(source)
    #expect(reading.messages.map(\.content) == [.text(MessageText("a\u{FFFD}b", markup: .markdown))])
    #expect(reading.diagnostics.count == 1)
  }

  @Test("A run of bytes ends at the first that does not stand for itself, wherever that is")
  func runs() {
    for length in 0..<70 {
      for end in [UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x1F, 0] {
        for other in [UInt8(ascii: "~"), 0x7F, 0x80, 0xFF, 0x20] {
          for offset in stride(from: 0, to: length, by: 7) {
            var text = [UInt8](repeating: UInt8(ascii: "x"), count: length)
            text[offset] = other
            let bytes = InputBytes(text + [end, 0xFF])
            let run = bytes.plainRun(from: 0, limit: length + 2)
            #expect(run.end == length)
            #expect(run.isASCII == (other == 0x20 || other == UInt8(ascii: "~")))
            #expect(bytes.run(0..<length).isASCII == run.isASCII)
            #expect(bytes.plainRun(from: 0, limit: offset).end == offset)
          }
        }
      }
    }
  }
}
