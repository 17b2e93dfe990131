import ImportKit

/// The parts of Rocket.Chat’s messages that are left out on purpose.
extension RocketChatFormat {
  static let omissions: [Omission] = [
    Omission(
      .bookkeeping,
      "**._updatedAt**", "**.rid", "**.u._id", "**.mentions[].**", "**.channels[].**",
      "**.attachments[].remote", "**.attachments[].fileId", "**.attachments[].fileName",
      "**.attachments[].url", "**.attachments[].image_type", "**.attachments[].ts**",
      "**.image_dimensions.**",
      "**.message_link", "**.groupable", "**.parseUrls", "**.file.**", "**.tcount", "**.tlm**",
      "**.replies[]", "**.editedBy.**",
      "**.starred[].**", "**.urls[].**", "**.md[]**", "**.e2e"),
    Omission(.smallerCopy, "**.image_preview"),
    Omission(.accountData, "user.**", "**.emails[]**", "name"),
  ]
}
