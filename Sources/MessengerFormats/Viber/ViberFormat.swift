import ChatModel
import ImportKit

/// Viber's databases: `viber.db` of the program for computers, before it was encrypted, and `viber_messages` of Android.
///
/// Facts: programs that read them; docs/formats/viber.md.
enum ViberFormat: ConvertedFormat {
  static let key = "viber"
  static let name = "Viber (database)"

  static let capabilities: [FormatCapability] = [
    .full("text, links"),
    .partly("photos, films, voice messages, files", "if they lie beside the database"),
    .partly("stickers", "that there was one"),
    .full("names of people, groups"),
    .full("the owner"),
    .none("reactions, replies, edits, calls", "not known how Viber keeps them"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    guard let bytes = input.bytes, let tables = SQLiteTables(bytes) else { return false }
    return tables.has("events", "messages", "chatinfo", "contact")
      || tables.has("messages", "participants", "participants_info", "conversations")
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    let database = try SQLiteDatabase(input, log: &log)
    var failure: ImportError?
    do throws(SQLiteError) {
      let isDesktop = try !database.columns(of: "events").isEmpty
      var reader = ViberReader(database, conversion, input)
      failure = try isDesktop ? reader.readDesktop(&log) : reader.readPhone(&log)
    } catch {
      throw .unreadable(path: input.path, reason: error.words)
    }
    if let failure { throw failure }
  }
}
