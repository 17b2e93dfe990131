import Foundation
import Testing

@testable import ChatImport
@testable import ImportKit

@Suite struct RecognitionTests {
  @Test(
    "Formats are told apart by content, whatever the file is called",
    arguments: [
      (#"{"format":"chatexport/1","messages":[]}"#, ImportFormat.chatexport),
      ("\u{FEFF}\n {\"title\":\"x\",\"format\":\"chatexport/1\"}\n{\"text\":\"a\"}", .chatexport),
      (#"{"format":"chatexport/9"}"#, .chatexport),
      (#"{"name":"Bo","type":"personal_chat","id":1,"messages":[]}"#, .telegram),
      (#"{"type":"saved_messages","id":1,"messages":[{"id":1}]}"#, .telegram),
      (#"{"about":"…","chats":{"about":"","list":[]}}"#, .telegram),
      (#"{"messages":[{"type":"message","date_unixtime":"1","from":"A","text":""}]}"#, .telegram),
    ])
  func known(text: String, format: ImportFormat) throws {
    #expect(try ImportFormat.recognise(ImportInput(path: "export.txt", bytes: Array(text.utf8))) == format)
  }

  @Test(
    "Other files are in no known format, and are called what they are",
    arguments: [
      ("[{}]", "cannot be read: it is a JSON array, but not in a known chat format"),
      ("{}", "cannot be read: it is JSON, but not in a known chat format"), ("null", "has an unknown format"),
      (#"{"messages":[]}"#, "cannot be read: it has `messages`, but its format is unknown"),
      ("{\"format\":\"other\",\"messages\":[]}", "cannot be read: it has `messages`"),
      ("<smses></smses>", "has an unknown format"),
      ("\0\u{1}", "cannot be read: it is a program or other binary data"),
    ])
  func unknown(text: String, words: String) {
    let error = #expect(throws: ImportError.self) {
      try ImportFormat.recognise(ImportInput(path: "x.json", bytes: Array(text.utf8)))
    }
    #expect(error?.message.hasPrefix("x.json \(words)") == true)
  }

  @Test("An empty file is said to be empty")
  func empty() {
    let error = #expect(throws: ImportError.self) {
      try ImportFormat.recognise(ImportInput(path: "x.json", bytes: []))
    }
    #expect(error?.message.hasPrefix("x.json cannot be read: it is empty; ") == true)
  }

  @Test("A header behind more messages than are looked at is still found")
  func farHeader() throws {
    let message = #"{"text":"\#(String(repeating: "x", count: 1000))"}"#
    let messages = Array(repeating: message, count: 200).joined(separator: ",")
    let text = #"{"messages":[\#(messages)],"format":"chatexport/1"}"#
    #expect(try ImportFormat.recognise(ImportInput(path: "f", bytes: Array(text.utf8))) == .chatexport)
  }

  @Test("A folder is recognised by what is in it, and what is not there is said to be missing")
  func folders() throws {
    let folder = try ImportInput(path: TestData.fixtures.appending(path: "telegram/every-kind/input").path)
    #expect(try ImportFormat.recognise(folder) == .telegram)
    let error = #expect(throws: ImportError.self) { try ImportInput(path: "no/such/file") }
    #expect(error?.message == "no/such/file cannot be read: no such file or folder")
  }

  @Test(
    "Names, folders and stems are taken from the path",
    arguments: [
      ("a/b/chat.json", "chat.json", "a/b", "chat"), ("chat", "chat", ".", "chat"),
      ("/chat.tar.gz", "chat.tar.gz", "/", "chat.tar"),
      (".hidden", ".hidden", ".", ".hidden"),
    ])
  func paths(path: String, name: String, folder: String, stem: String) {
    let input = ImportInput(path: path, bytes: [])
    #expect(input.name == name)
    #expect(input.folder.path == folder)
    #expect(input.stem == stem)
  }

  @Test("Every format has a name of its own and says what of it is represented")
  func registry() {
    #expect(Set(ImportFormat.allCases.map(\.name)).count == ImportFormat.allCases.count)
    for format in ImportFormat.allCases {
      #expect(format.capabilities.count > 3)
      #expect(format.reader.key == format.rawValue)
    }
    #expect(ImportFormat.readers.count == ImportFormat.allCases.count)
  }
}
