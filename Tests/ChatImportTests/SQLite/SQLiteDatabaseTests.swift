import ChatModel
import Foundation
import TestSupport
import Testing

@testable import AssistantFormats
@testable import ChatImport
@testable import ImportKit
@testable import MessengerFormats

@Suite struct SQLiteDatabaseTests {
  private static let fixtures = TestData.fixtures.appending(path: "imessage").path

  private static func input(_ path: String) throws -> ImportInput {
    try ImportInput(path: "\(fixtures)/\(path)")
  }

  @Test("The names of tables are read from the file's bytes")
  func tables() throws {
    let bytes = try #require(try Self.input("mac/Messages/chat.db").bytes)
    let tables = try #require(SQLiteTables(bytes))
    #expect(tables.has("message", "handle", "chat_message_join", "sqlite_sequence"))
    #expect(!tables.has("message", "no_such_table"))
    #expect(SQLiteTables(InputBytes(Array("SQLite format 3".utf8))) == nil)
  }

  @Test("Changes that are not merged yet are read, and the export stays as it was")
  func unmerged() throws {
    let folder = "\(Self.fixtures)/unmerged/Messages"
    let before = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    var log = DiagnosticLog()
    let database = try SQLiteDatabase(try Self.input("unmerged/Messages/chat.db"), log: &log)
    let rows = try database.statement("SELECT text FROM message ORDER BY ROWID")
    var texts: [String?] = []
    while try rows.step() { texts.append(rows.text(0)) }
    #expect(texts == ["merged", "not merged yet"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == before)
  }

  @Test("A rollback journal is no part of a database, and a loss")
  func journal() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "journal-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = folder + "/chat.db"
    try FileManager.default.copyItem(atPath: "\(Self.fixtures)/oldest/chat.db", toPath: file)
    #expect(FileManager.default.createFile(atPath: file + "-journal", contents: Data("a journal".utf8)))
    var log = DiagnosticLog()
    let database = try SQLiteDatabase(try ImportInput(path: file), log: &log)
    #expect(try database.columns(of: "message").contains("guid"))
    #expect(log.kept.map(\.code) == ["unfinished-changes"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 2)
  }

  @Test("A damaged page costs the rows on it")
  func damage() throws {
    var log = DiagnosticLog()
    let database = try SQLiteDatabase(try Self.input("damaged/chat.db"), log: &log)
    var scan = try SQLiteScan(
      database, "SELECT ROWID, text FROM message WHERE ROWID >= ?1 ORDER BY ROWID")
    var found: [Int64] = []
    while try scan.next() { found.append(scan.row.integer(0)) }
    #expect(found.first == 1 && found.last == 40)
    let (lostCount, isEndLost) = (scan.lostCount, scan.isEndLost)
    #expect(found.count + lostCount == 40 && lostCount < 10 && !found.contains(13))
    #expect(!isEndLost)
  }

  @Test("What is no database says so")
  func others() throws {
    var log = DiagnosticLog()
    let error = #expect(throws: ImportError.self) {
      try SQLiteDatabase(
        ImportInput(
          path: "x.db", bytes: Array("SQLite format 3\0".utf8) + Array(repeating: 7, count: 4096)),
        log: &log)
    }
    #expect(error?.message.contains("it is not a database, or it is encrypted") == true)
  }

  @Test("Views and virtual tables are no tables")
  func views() throws {
    var log = DiagnosticLog()
    let database = try SQLiteDatabase(try Self.input("oldest/chat.db"), log: &log)
    #expect(try database.columns(of: "message").contains("guid"))
    #expect(try database.columns(of: "sqlite_master").isEmpty)
  }
}
