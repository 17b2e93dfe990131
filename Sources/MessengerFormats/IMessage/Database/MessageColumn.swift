import ChatModel
import ImportKit

/// The columns of the table `message` that are read, by their indexes in a row. Older databases lack some.
enum MessageColumn: Int, CaseIterable {
  // Columns that every message needs come first: SQLite reads a row from its start.
  case guid = 1
  case text, attributedBody, handle_id, date, is_from_me, item_type, associated_message_type
  case associated_message_guid, associated_message_emoji
  case subject, error, date_read, date_delivered, is_delivered, is_sent, schedule_type
  case group_title, group_action_type, other_handle, share_status, share_direction
  case balloon_bundle_id, payload_data, expressive_send_style_id, is_audio_message
  case thread_originator_guid, message_summary_info, date_edited, date_retracted

  /// The query for a scan of the table, whose columns are `existing`.
  static func query(_ existing: Set<String>) -> String {
    let names = allCases.map { "\($0)" }.map { existing.contains($0.lowercased()) ? $0 : "NULL" }
    return "SELECT ROWID, \(names.joined(separator: ", ")) FROM message WHERE ROWID >= ?1 ORDER BY ROWID"
  }
}

extension SQLiteStatement {
  func integer(_ column: MessageColumn) -> Int64 { integer(column.rawValue) }

  /// The text of the column, or nil if it is NULL or empty.
  func text(_ column: MessageColumn) -> String? {
    isEmpty(column.rawValue) ? nil : text(column.rawValue)
  }

  /// The bytes of the column, or nil if it is NULL or empty.
  func bytes(_ column: MessageColumn) -> [UInt8]? {
    isEmpty(column.rawValue) ? nil : bytes(column.rawValue)
  }

  /// True if the column is NULL, as in a database that lacks it.
  func isMissing(_ column: MessageColumn) -> Bool { isEmpty(column.rawValue) }

  /// The time in the column, or nil.
  func instant(_ column: MessageColumn) -> Instant? { AppleTime.instant(integer(column.rawValue)) }
}
