import ImportKit

/// The parts of Google Chat’s files that are left out on purpose.
extension GoogleChatFormat {
  static let omissions: [Omission] = [
    Omission(
      .bookkeeping,
      "**.user_type", "**.message_state", "**.deletion_type", "**.annotations[].start_index",
      "**.annotations[].length",
      "**.drive_metadata.id", "**.topic_id", "**.message_id", "**.integration_metadata.**", "**.format_type"),
    Omission(.duplicate, "**.creator.email", "**.creator.name"),
    Omission(.accountData, "user.**", "membership_info[].**"),
    Omission(.looks, "**.image_url", "**.thumbnail_url", "**.font_color"),
  ]
}
