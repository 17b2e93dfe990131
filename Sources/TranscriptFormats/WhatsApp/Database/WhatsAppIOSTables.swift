import ChatModel
import ImportKit

/// The tables of the Core Data store that are read before the messages: chats, members, names.
struct WhatsAppIOSTables {
  /// The ids of chats by their rows.
  private(set) var chats: [Int64: String] = [:]
  /// The ids of members of groups by their rows.
  private(set) var members: [Int64: String] = [:]
  private(set) var people = WhatsAppStorePeople()
  /// The titles that several chats have.
  private(set) var namesakes: Set<String> = []
  /// The ids of answered messages by their beginnings, which is all that some answers have.
  private(set) var wholeIDs: [String: String] = [:]

  /// Reads the names of people, the ones that count first: the address book's, in chats of two; the one that a person chose; the one in a
  /// group.
  init(_ database: SQLiteDatabase) throws(SQLiteError) {
    var titles: Set<String> = []
    try Self.forEach(database, "zwachatsession", "Z_PK, ZCONTACTJID, ZPARTNERNAME", "ZCONTACTJID") { row in
      guard let id = row.words(1) else { return }
      chats[row.integer(0)] = id
      people.add(row.words(2), of: id)
      if !titles.insert(people.name(id)).inserted { namesakes.insert(people.name(id)) }
    }
    try Self.forEach(database, "zwaprofilepushname", "Z_PK, ZJID, ZPUSHNAME", "ZPUSHNAME") { row in
      if let id = row.words(1) { people.add(row.words(2), of: id) }
    }
    try Self.forEach(database, "zwagroupmember", "Z_PK, ZMEMBERJID, ZCONTACTNAME", "ZCONTACTNAME") { row in
      guard let id = row.words(1) else { return }
      members[row.integer(0)] = id
      // A number in place of a name is no name.
      let name = row.words(2)
      if name?.contains(where: \.isLetter) == true { people.add(name, of: id) }
    }
    try readAnswers(database)
  }

  private static func forEach(
    _ database: SQLiteDatabase, _ table: String, _ columns: String, _ needed: String,
    _ body: (borrowing SQLiteStatement) -> Void
  ) throws(SQLiteError) {
    guard try database.columns(of: table).contains(needed.lowercased()) else { return }
    var scan = try SQLiteScan(
      database, "SELECT \(columns) FROM \(table) WHERE ROWID >= ?1 ORDER BY ROWID")
    while try scan.next() { body(scan.row) }
  }

  /// The number of characters by which an answer names a message.
  private static let idLength = 17

  static func beginning(_ id: String) -> String { String(id.prefix(idLength)) }

  /// Returns the id of the answered message in the metadata of a message's file: field 5.
  static func answered(_ metadata: [UInt8]) -> String? {
    guard let id = ProtobufFields(metadata).first(5)?.text, !id.isEmpty,
      id.utf8.allSatisfy({ 0x20..<0x7F ~= $0 })
    else { return nil }
    return id
  }

  /// Finds the messages that answers name by the beginnings of their ids.
  private mutating func readAnswers(_ database: SQLiteDatabase) throws(SQLiteError) {
    guard try database.columns(of: "zwamediaitem").contains("zmetadata"),
      try database.columns(of: "zwamessage").contains("zstanzaid")
    else { return }
    var wanted: Set<String> = []
    var metadata = try SQLiteScan(
      database,
      "SELECT Z_PK, ZMETADATA FROM ZWAMEDIAITEM WHERE ZMETADATA IS NOT NULL AND ROWID >= ?1 ORDER BY ROWID")
    while try metadata.next() {
      if let id = Self.answered(metadata.row.bytes(1) ?? []) { wanted.insert(Self.beginning(id)) }
    }
    guard !wanted.isEmpty else { return }
    var ids = try SQLiteScan(
      database, "SELECT Z_PK, ZSTANZAID FROM ZWAMESSAGE WHERE ROWID >= ?1 ORDER BY ROWID")
    while try ids.next() {
      guard let id = ids.row.words(1) else { continue }
      let beginning = Self.beginning(id)
      if wanted.contains(beginning), wholeIDs[beginning] == nil { wholeIDs[beginning] = id }
    }
  }
}

/// The rows of other tables that belong to messages of iOS, in the order of the messages.
struct WhatsAppIOSJoins: ~Copyable {
  var media: RowJoin
  /// The answered messages.
  var parents: RowJoin
  var metadata: RowJoin
  var receipts: RowJoin

  /// `columns` are the message table's.
  init(_ database: SQLiteDatabase, _ columns: Set<String>) throws(SQLiteError) {
    let media = try RowJoin(
      database, "ZWAMEDIAITEM", by: "ZMESSAGE",
      [
        "ZMEDIALOCALPATH", "ZTITLE", "ZVCARDSTRING", "ZVCARDNAME", "ZMEDIAURL", "ZLATITUDE", "ZLONGITUDE",
        "ZMOVIEDURATION", "ZFILESIZE",
      ])
    let metadata = try RowJoin(database, "ZWAMEDIAITEM", by: "ZMESSAGE", ["ZMETADATA"])
    let receipts = try RowJoin(database, "ZWAMESSAGEINFO", by: "ZMESSAGE", ["ZRECEIPTINFO"])
    let hasParents = columns.isSuperset(of: ["zparentmessage", "zstanzaid", "ztext"])
    let parents = try RowJoin(
      database,
      hasParents
        ? RowJoin.Source(
          query: """
            SELECT m.Z_PK, p.ZSTANZAID, p.ZTEXT FROM ZWAMESSAGE m JOIN ZWAMESSAGE p ON p.Z_PK = m.ZPARENTMESSAGE
            WHERE m.Z_PK >= ?1 AND m.ZPARENTMESSAGE IS NOT NULL ORDER BY m.Z_PK
            """,
          tables: ["ZWAMESSAGE"]) : nil)
    self.media = media
    self.metadata = metadata
    self.receipts = receipts
    self.parents = parents
  }
}

/// A row of `ZWAMEDIAITEM`, whose columns have other meanings for contacts and places.
struct WhatsAppIOSMedia {
  var path: String?
  var title: String?
  /// The type of a file, or the card of a contact.
  var card: String?
  var cardName: String?
  var url: String?
  var latitude: Double?
  var longitude: Double?
  var duration: Double
  var byteCount: Int64

  /// Reads a row with the message's id and the columns of ``WhatsAppIOSJoins/media``.
  init(_ row: borrowing SQLiteStatement) {
    path = row.words(1).map { $0.hasPrefix("Message/") ? $0 : "Message/\($0)" }
    (title, card, cardName, url) = (row.words(2), row.words(3), row.words(4), row.words(5))
    (latitude, longitude) = (row.words(6).flatMap(Double.init), row.words(7).flatMap(Double.init))
    (duration, byteCount) = (Double(row.integer(8)), row.integer(9))
  }

  var file: WhatsAppStoreFile {
    WhatsAppStoreFile(
      path: path, type: card?.contains("/") == true ? card : nil, byteCount: byteCount, duration: duration)
  }
}
