import ChatModel
import ImportKit

/// The files of a database's messages: rows of `attachment`, in older databases `part`, with their contents in files next to the database.
///
/// Stickers of installed packs are in `sticker`, which supplies those that messages have no file of.
struct SignalDatabaseFiles: ~Copyable {
  /// A file of a message.
  struct StoredFile {
    var id: Int64
    var attachment: Attachment
    /// True if it is the text of a message too long for the database.
    var isLongText: Bool
  }

  private var join: RowJoin
  private let paths: [String: String]
  /// The files of stickers by pack and number.
  private let stickers: [String: String]

  /// Returns the files of a decrypted backup that belong to rows of the database, by their names.
  static func paths(in folder: InputFolder) -> [String: String] {
    var paths: [String: String] = [:]
    for path in (try? folder.files()) ?? [] where path.hasSuffix(".bin") && !path.contains("/") {
      paths[path] = path
      // The row's number is enough if the other one is unknown.
      let parts = path.dropLast(4).split(separator: "_")
      guard parts.count == 3 else { continue }
      if parts[0] == "Attachment" { paths["\(parts[0])_\(parts[1])"] = path }
      // In a sticker's name the row's number comes last.
      if parts[0] == "Sticker" { paths["\(parts[0])_\(parts[2])"] = path }
    }
    return paths
  }

  /// `isEmpty` leaves out all files, for a table whose messages have none.
  init(
    _ database: SQLiteDatabase, _ paths: [String: String], isEmpty: Bool
  ) throws(SQLiteError) {
    let newer = try database.columns(of: "attachment")
    let table = newer.isEmpty ? "part" : "attachment"
    let columns = newer.isEmpty ? try database.columns(of: table) : newer
    let message = SignalDatabaseTable.column(["message_id", "mid"], columns)
    let names = [
      ["content_type", "ct"], ["unique_id"], ["file_name"], ["voice_note"], ["borderless"], ["video_gif"],
      ["width"], ["height"], ["caption"], ["sticker_pack_id"], ["sticker_emoji"], ["data_size"],
      ["sticker_id"],
    ].map { SignalDatabaseTable.column($0, columns) }
    let quote = SignalDatabaseTable.column(["quote"], columns)
    let order = SignalDatabaseTable.column(["display_order"], columns)
    let query = """
      SELECT \(message), _id, \(names.joined(separator: ", ")) FROM \(table)
      WHERE \(message) >= ?1 AND coalesce(\(quote), 0) = 0 ORDER BY \(message), \(order), _id
      """
    let stickers = isEmpty ? [:] : try Self.stickers(database, paths)
    join = try RowJoin(
      database, isEmpty || message == "NULL" ? nil : RowJoin.Source(query: query, tables: [table]))
    (self.paths, self.stickers) = (paths, stickers)
  }

  private static func stickers(
    _ database: SQLiteDatabase, _ paths: [String: String]
  ) throws(SQLiteError) -> [String: String] {
    guard paths.keys.contains(where: { $0.hasPrefix("Sticker_") }),
      try database.columns(of: "sticker").isSuperset(of: ["_id", "pack_id", "sticker_id"])
    else { return [:] }
    var stickers: [String: String] = [:]
    var scan = try SQLiteScan(
      database, "SELECT _id, pack_id, sticker_id FROM sticker WHERE ROWID >= ?1 ORDER BY ROWID")
    while try scan.next() {
      guard let path = paths["Sticker_\(scan.row.integer(0))"], let pack = scan.row.text(1) else { continue }
      stickers["\(pack)/\(scan.row.integer(2))"] = path
    }
    return stickers
  }

  /// Returns the files of a message. Messages must be requested in order.
  mutating func files(of id: Int64) -> [StoredFile] {
    var files: [StoredFile] = []
    let (paths, stickers) = (paths, stickers)
    join.forEach(of: id) { row in files.append(Self.file(row, paths, stickers)) }
    return files
  }

  private static func file(
    _ row: borrowing SQLiteStatement, _ paths: [String: String], _ stickers: [String: String]
  ) -> StoredFile {
    func text(_ column: Int) -> String? { row.isEmpty(column) ? nil : row.text(column) }
    func size(_ column: Int) -> Int? { row.integer(column) > 0 ? Int(exactly: row.integer(column)) : nil }
    let (id, type, name) = (row.integer(1), text(2), text(4))
    var kind = Attachment.Kind(ofFileNamed: name ?? "", type: type)
    if text(11) != nil || row.integer(6) != 0 {
      kind = .sticker
    } else if row.integer(5) != 0 {
      kind = .voice
    } else if row.integer(7) != 0 {
      kind = .gif
    }
    var file = Attachment(kind: kind, name: name)
    file.path =
      paths["Attachment_\(id)_\(row.integer(3)).bin"] ?? paths["Attachment_\(id)"]
      ?? text(11).flatMap { stickers["\($0)/\(row.integer(14))"] }
    if file.path == nil { file.absence = .unavailable }
    (file.type, file.width, file.height, file.byteCount) = (type, size(8), size(9), size(13))
    file.alt = text(12) ?? text(10)
    return StoredFile(id: id, attachment: file, isLongText: type == "text/x-signal-plain")
  }
}
