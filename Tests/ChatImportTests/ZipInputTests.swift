import ChatImport
import ChatModel
import Foundation
import ImportKit
import Testing

/// Whole exports in zips are tested with the program; here stands what such an input is and what it is called.
@Suite struct ZipInputTests {
  @Test("An export is found in the folders around it, and what is beside it is told")
  func search() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "search-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let chat = #"{"format":"chatexport/1","messages":[]}"#
    for (name, text) in [
      ("README.txt", "read me"), ("a/b/one.json", chat), ("a/b/two.json", chat), ("a/b/notes.txt", "notes"),
      ("a/b/picture.png", "\u{0}"), ("c/result.json", #"{"about":"","chats":{"list":[]}}"#), ("d/x.txt", "x"),
    ] {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    var log = DiagnosticLog()
    let found = try ImportFormat.exports(in: ImportInput(path: folder.path), log: &log)
    #expect(found.map(\.format) == [.chatexport, .chatexport, .telegram])
    #expect(
      found.map { String($0.input.path.dropFirst(folder.path.count)) } == [
        "/a/b/one.json", "/a/b/two.json", "/c",
      ])
    #expect(found[0].input.folder.path == folder.path + "/a/b")
    #expect(log.counts == ["not-a-chat": 3])
  }

  @Test("A zip is a folder of its files, opened from the paths in it")
  func zip() throws {
    let zips = TestData.package.appending(path: "Tests/ZipTests/Fixtures")
    let input = try ImportInput(path: zips.appending(path: "tree.zip").path)
    #expect(input.bytes == nil && !input.isFolderOfDisk && input.files.count == 7)
    #expect(input.path.hasSuffix("Fixtures/tree.zip") && input.warnings == [])
    let file = try input.file(named: "sub/a/c.txt")
    #expect(file.bytes?.string(in: 0..<5) == "delta")
    #expect(file.path.hasSuffix("tree.zip/sub/a/c.txt") && file.stem == "c")
    #expect(file.folder.path.hasSuffix("tree.zip/sub/a"))
    #expect(try input.file(named: "sub/a0.txt").bytes?.count == 0)
    let hostile = try ImportInput(path: zips.appending(path: "hostile.zip").path)
    #expect(hostile.warnings.count == 12 && hostile.warnings.allSatisfy { $0.severity == .warning })
  }

  @Test(
    "A zip that is none, or has nothing in it, cannot be read",
    arguments: [
      ("truncated", "truncated or damaged"), ("cut-short", "truncated or damaged"),
      ("empty", "archive is empty"),
    ])
  func unreadable(name: String, words: String) throws {
    let path = TestData.package.appending(path: "Tests/ZipTests/Fixtures/\(name).zip").path
    let error = #expect(throws: ImportError.self) { try ImportInput(path: path) }
    #expect(error?.message.hasPrefix("\(path) cannot be read: ") == true)
    #expect(error?.message.contains(words) == true)
  }

  @Test("A file in a zip that cannot be unpacked is named in the error")
  func unreadableMember() throws {
    let path = TestData.package.appending(path: "Tests/ZipTests/Fixtures/encrypted.zip").path
    var log = DiagnosticLog()
    let input = try ImportInput(path: path)
    let error = #expect(throws: ImportError.self) { try ImportFormat.exports(in: input, log: &log) }
    #expect(error?.message.hasPrefix("\(path)/a.txt cannot be read: it is encrypted; ") == true)
  }
}
