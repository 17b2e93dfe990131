import ChatModel
import ImportKit

/// A row of Android's table of messages, with ids in place of the numbers of rows.
struct WhatsAppAndroidMessage {
  var row: Int64
  var chat: String
  var isMine: Bool
  var key: String
  /// Nil for the owner, or the other side of a chat of two.
  var sender: String?
  var status: Int64
  var time: Int64
  var type: Int64
  var text: String?
  var isForwarded: Bool
  /// The number of a notice, in the old table.
  var action: Int64?
  /// The row of the quotation, in the old table.
  var quotation: Int64 = 0
  /// The file, the place and the card that the old table has in the row itself.
  var file: WhatsAppStoreFile?
  var place: Location?
}

/// The tables of messages in two generations of Android's database.
enum WhatsAppAndroidTable {
  /// `message`, with the rows of `chat` and `jid` by their numbers.
  case new(chats: [Int64: String], ids: [Int64: String])
  /// `messages`, with ids of chats and people as they are.
  case old

  private static let newColumns = [
    "chat_row_id", "from_me", "key_id", "sender_jid_row_id", "status", "timestamp", "message_type",
    "text_data", "origination_flags",
  ]
  private static let oldColumns = [
    "key_remote_jid", "key_from_me", "key_id", "remote_resource", "status", "timestamp", "media_wa_type",
    "data", "forwarded", "media_size", "quoted_row_id", "media_caption", "media_name", "media_mime_type",
    "media_duration", "latitude", "longitude", "edit_version",
  ]

  var name: String {
    switch self {
    case .new: "message"
    case .old: "messages"
    }
  }

  /// The query for a scan of the table, whose columns are `existing`.
  func query(_ existing: Set<String>) -> String {
    let columns =
      switch self {
      case .new: Self.newColumns
      case .old: Self.oldColumns
      }
    let names = columns.map { existing.contains($0) ? $0 : "NULL" }.joined(separator: ", ")
    return "SELECT _id, \(names) FROM \(name) WHERE ROWID >= ?1 ORDER BY ROWID"
  }

  /// Reads a row; nil for the placeholder that the app puts first, and for a row without a chat.
  func message(_ row: borrowing SQLiteStatement) -> WhatsAppAndroidMessage? {
    let key = row.words(3) ?? ""
    guard key != "-1" else { return nil }
    switch self {
    case .new(let chats, let ids):
      guard let chat = chats[row.integer(1)] else { return nil }
      return WhatsAppAndroidMessage(
        row: row.integer(0), chat: chat, isMine: row.integer(2) != 0, key: key, sender: ids[row.integer(4)],
        status: row.integer(5), time: row.integer(6), type: row.integer(7), text: row.words(8),
        isForwarded: row.integer(9) & 1 != 0)
    case .old:
      guard let chat = row.words(1), chat != "-1" else { return nil }
      var message = WhatsAppAndroidMessage(
        row: row.integer(0), chat: chat, isMine: row.integer(2) != 0, key: key, sender: row.words(4),
        status: row.integer(5), time: row.integer(6), type: row.integer(7), text: row.words(8),
        isForwarded: row.integer(9) > 0)
      readOld(row, &message)
      return message
    }
  }

  private func readOld(_ row: borrowing SQLiteStatement, _ message: inout WhatsAppAndroidMessage) {
    if message.status == 6 {
      (message.type, message.action) = (7, row.integer(10))
    } else if row.words(13) != nil || row.words(14) != nil || row.words(12) != nil {
      message.file = WhatsAppStoreFile(
        name: row.words(13), caption: row.words(12), type: row.words(14), byteCount: row.integer(10),
        duration: Double(row.integer(15)))
    }
    // 7 marks a message that was taken back.
    if row.integer(18) == 7 { message.type = 15 }
    message.quotation = row.integer(11)
    let (latitude, longitude) = (Double(row.words(16) ?? ""), Double(row.words(17) ?? ""))
    if let latitude, let longitude, latitude != 0 || longitude != 0 {
      message.place = Location(
        latitude: latitude, longitude: longitude, name: message.file?.name, address: nil)
    }
  }
}

/// The rows of other tables that belong to messages of Android, in the order of the messages.
struct WhatsAppAndroidJoins: ~Copyable {
  var files: RowJoin
  var quotes: RowJoin
  var places: RowJoin
  var cards: RowJoin
  var forwards: RowJoin
  var edits: RowJoin
  var deletions: RowJoin
  var notices: RowJoin
  var joiners: RowJoin
  var members: RowJoin
  var numbers: RowJoin
  var blocks: RowJoin
  var timers: RowJoin
  var reactions: RowJoin
  var options: RowJoin
  var votes: RowJoin
  var elements: RowJoin
  var products: RowJoin
  var orders: RowJoin
  var invitations: RowJoin
  var missedCalls: RowJoin
  /// The albums of pictures, by the pictures.
  var albums: RowJoin
  /// The pictures of albums, by the albums.
  var pictures: RowJoin

  /// The number of row IDs among which rows of these tables were lost.
  var lostCount: Int {
    let counts = [
      files.lostCount, quotes.lostCount, places.lostCount, cards.lostCount, reactions.lostCount,
      notices.lostCount, options.lostCount, edits.lostCount, deletions.lostCount, albums.lostCount,
    ]
    return counts.reduce(0) { $0 + ($1 ?? 0) }
  }

  init(_ database: SQLiteDatabase) throws(SQLiteError) {
    let id = "message_row_id"
    let files = try RowJoin(database, "message_media", by: id, WhatsAppStoreFile.columns)
    let quotes = try RowJoin(
      database, "message_quoted", by: id,
      ["key_id", "from_me", "sender_jid_row_id", "text_data", "parent_message_chat_row_id", "chat_row_id"])
    let places = try RowJoin(
      database, "message_location", by: id, ["latitude", "longitude", "place_name", "place_address", "url"])
    let cards = try RowJoin(database, "message_vcard", by: id, ["vcard"])
    let forwards = try RowJoin(database, "message_forwarded", by: id, ["forward_score"])
    let edits = try RowJoin(
      database, "message_edit_info", by: id, ["original_key_id", "edited_timestamp", "sender_timestamp"])
    let deletions = try RowJoin(
      database, "message_revoked", by: id, ["revoked_key_id", "admin_jid_row_id", "revoke_timestamp"])
    let notices = try RowJoin(database, "message_system", by: id, ["action_type"])
    let joiners = try RowJoin(database, "message_system_group", by: id, ["is_me_joined"])
    let members = try RowJoin(database, "message_system_chat_participant", by: id, ["user_jid_row_id"])
    let numbers = try RowJoin(
      database, "message_system_number_change", by: id, ["old_jid_row_id", "new_jid_row_id"])
    let blocks = try RowJoin(database, "message_system_block_contact", by: id, ["is_blocked"])
    let timers = try RowJoin(database, "message_ephemeral_setting", by: id, ["setting_duration"])
    let reactions = try RowJoin(database, Self.reactions(database))
    let options = try RowJoin(database, "message_poll_option", by: id, ["_id", "option_name", "vote_total"])
    let votes = try RowJoin(database, Self.votes(database))
    let elements = try RowJoin(database, "message_ui_elements", by: id, ["element_content"])
    let products = try RowJoin(
      database, "message_product", by: id, ["title", "description", "currency_code", "amount_1000", "url"])
    let orders = try RowJoin(
      database, "message_order", by: id,
      ["order_title", "item_count", "message", "currency_code", "total_amount_1000"])
    let invitations = try RowJoin(database, "message_group_invite", by: id, ["group_name"])
    let missedCalls = try RowJoin(database, "missed_call_logs", by: id, ["video_call"])
    let albums = try RowJoin(database, Self.albums(database))
    let pictures = try RowJoin(database, Self.pictures(database))
    self.files = files
    self.quotes = quotes
    self.places = places
    self.cards = cards
    self.forwards = forwards
    self.edits = edits
    self.deletions = deletions
    self.notices = notices
    self.joiners = joiners
    self.members = members
    self.numbers = numbers
    self.blocks = blocks
    self.timers = timers
    self.reactions = reactions
    self.options = options
    self.votes = votes
    self.elements = elements
    self.products = products
    self.orders = orders
    self.invitations = invitations
    self.missedCalls = missedCalls
    self.albums = albums
    self.pictures = pictures
  }

  /// People's answers to messages: reactions and votes are rows of `message_add_on` with their content in a table of their own.
  private static func addOns(
    _ database: SQLiteDatabase, _ table: String, _ columns: [String]
  ) throws(SQLiteError) -> RowJoin.Source? {
    let existing = try database.columns(of: table)
    guard
      try database.columns(of: "message_add_on").isSuperset(of: [
        "_id", "parent_message_row_id", "from_me", "sender_jid_row_id",
      ]), existing.isSuperset(of: ["message_add_on_row_id", columns[0]])
    else { return nil }
    let names = columns.map { existing.contains($0) ? "r.\($0)" : "NULL" }.joined(separator: ", ")
    return RowJoin.Source(
      query: """
        SELECT a.parent_message_row_id, a.from_me, a.sender_jid_row_id, \(names) FROM message_add_on a
        JOIN \(table) r ON r.message_add_on_row_id = a._id WHERE a.parent_message_row_id >= ?1
        ORDER BY a.parent_message_row_id, a._id
        """,
      tables: ["message_add_on", table])
  }

  private static func reactions(_ database: SQLiteDatabase) throws(SQLiteError) -> RowJoin.Source? {
    try addOns(database, "message_add_on_reaction", ["reaction", "sender_timestamp"])
  }

  private static func votes(_ database: SQLiteDatabase) throws(SQLiteError) -> RowJoin.Source? {
    try addOns(
      database, "message_add_on_poll_vote_selected_option", ["message_poll_option_id"])
  }

  /// The albums of pictures. An association of another type is no album.
  private static func albums(_ database: SQLiteDatabase) throws(SQLiteError) -> RowJoin.Source? {
    let table = "message_association"
    guard
      try database.columns(of: table).isSuperset(of: [
        "child_message_row_id", "parent_message_row_id", "association_type",
      ])
    else { return nil }
    return RowJoin.Source(
      query:
        "SELECT child_message_row_id, parent_message_row_id FROM \(table) WHERE association_type = 2 AND child_message_row_id >= ?1 ORDER BY child_message_row_id",
      tables: [table])
  }

  /// The files of albums, in the order of their rows, which differs from the order of the associations.
  private static func pictures(_ database: SQLiteDatabase) throws(SQLiteError) -> RowJoin.Source? {
    let (media, message) = (try database.columns(of: "message_media"), try database.columns(of: "message"))
    guard media.contains("message_row_id"),
      message.isSuperset(of: ["_id", "key_id", "message_type", "text_data"]),
      try albums(database) != nil
    else { return nil }
    let names = WhatsAppStoreFile.columns.map { media.contains($0) ? "f.\($0)" : "NULL" }.joined(
      separator: ", ")
    return RowJoin.Source(
      query: """
        SELECT a.parent_message_row_id, \(names), m.message_type, m.key_id, m.text_data FROM message_association a
        JOIN message m ON m._id = a.child_message_row_id JOIN message_media f ON f.message_row_id = m._id
        WHERE a.association_type = 2 AND a.parent_message_row_id >= ?1
        ORDER BY a.parent_message_row_id, a.child_message_row_id
        """,
      tables: ["message_association", "message_media"])
  }
}
