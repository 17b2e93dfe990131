import ChatModel
import ImportKit

/// The database of a Quassel core, an IRC bouncer: the backlog of all its users.
///
/// Facts: the program's source, quassel/quassel, `SQL/SQLite/setup_*.sql`, `message.h`, `bufferinfo.h`; docs/formats/quassel.md.
enum QuasselFormat: ConvertedFormat {
  static let key = "quassel"
  static let name = "Quassel (IRC, SQLite)"

  static let capabilities: [FormatCapability] = [
    .full("messages and notices"),
    .full("actions (/me)"),
    .full("bold, italic, underline, strikethrough, monospace"),
    .full("joins, parts, quits, nicks, modes, topics, kicks, netsplits"),
    .full("messages of servers", "as a conversation of their own"),
    .full("the owner"),
    .full("several conversations in one export"),
    .none("passwords and settings", "never shown"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    guard let bytes = input.bytes, let tables = SQLiteTables(bytes) else { return false }
    return tables.has("backlog", "buffer", "sender", "network")
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    let database = try SQLiteDatabase(input, log: &log)
    var failure: ImportError?
    do throws(SQLiteError) {
      let reader = try QuasselReader(database, conversion)
      failure = try reader.read(at: Origin(file: input.path), &log)
    } catch {
      throw .unreadable(path: input.path, reason: error.words)
    }
    if let failure { throw failure }
  }
}
