import Foundation
import TestSupport
import Testing

@testable import ChatImport

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
    let database = try SQLiteDatabase(copyOf: try Self.input("unmerged/Messages/chat.db"))
    let rows = try database.statement("SELECT text FROM message ORDER BY ROWID")
    var texts: [String?] = []
    while try rows.step() { texts.append(rows.text(0)) }
    #expect(texts == ["merged", "not merged yet"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == before)
  }

  @Test("The private copy is gone as soon as the database is open")
  func copyIsRemoved() throws {
    let folder = try PrivateFolder()
    let path = folder.path
    try folder.write(InputBytes([1, 2, 3]), to: "x")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o700)
    _ = consume folder
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("A damaged page costs the rows on it")
  func damage() throws {
    let database = try SQLiteDatabase(copyOf: try Self.input("damaged/chat.db"))
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
    let error = #expect(throws: ImportError.self) {
      try SQLiteDatabase(
        copyOf: ImportInput(
          path: "x.db", bytes: Array("SQLite format 3\0".utf8) + Array(repeating: 7, count: 4096)))
    }
    #expect(error?.message.contains("it is not a database, or it is encrypted") == true)
  }

  @Test("Views and virtual tables are no tables")
  func views() throws {
    let database = try SQLiteDatabase(copyOf: try Self.input("oldest/chat.db"))
    #expect(try database.columns(of: "message").contains("guid"))
    #expect(try database.columns(of: "sqlite_master").isEmpty)
  }
}
