import ChatModel
import Foundation
import Testing

@testable import AssistantFormats
@testable import ImportKit

@Suite struct InputFolderTests {
  @Test("Looking for a file reads nothing of it and leaves the account as it is")
  func has() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "folder-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("zeros\0\0\0\0\0\0\0\0 in a file".utf8).write(to: URL(filePath: path + "/a.txt"))
    try FileManager.default.createSymbolicLink(
      atPath: path + "/away.txt", withDestinationPath: "/etc/hostname")
    var folder = InputFolder(onDisk: path)
    let account = ImportAccount()
    folder.account = account
    #expect(folder.has("a.txt"))
    for name in ["b.txt", "away.txt", "../a.txt", "", "a.txt/b.txt"] { #expect(!folder.has(name), "\(name)") }
    #expect(account.account.filesRead.isEmpty && folder.notes.diagnostics.isEmpty)
  }

  @Test("The name of an input is what follows its last slash, whatever mark comes before or after it")
  func name() {
    for (path, name) in [
      ("a/b.txt", "b.txt"), ("b.txt", "b.txt"), ("a/\u{301}b.txt", "\u{301}b.txt"),
      ("a\u{600}/b.txt", "b.txt"),
    ] {
      #expect(ImportInput(path: path, bytes: []).name.utf8.elementsEqual(name.utf8), "\(path)")
    }
  }
}
