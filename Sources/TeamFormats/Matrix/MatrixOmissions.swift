import ImportKit

/// The parts of Matrix’s events that are left out on purpose.
extension MatrixFormat {
  static let omissions: [Omission] = [
    Omission(
      .bookkeeping,
      "**.unsigned.age", "**.unsigned.transaction_id", "**.unsigned.replaces_state", "**.unsigned.membership",
      "**.txn_id",
      "**.m.mentions.**", "**.event_id", "**.room_id", "**.state_key", "**.redacts", "**.rel_type",
      "**.max_selections",
      "**.answers[].id", "**.content.url", "**.content.file.**", "**.thumbnail_*.**", "**.thumbnail_*",
      "**.org.matrix.msc3488.**",
      "**.m.asset.**", "**.avatar_url", "**.prev_content.**", "**.m.relations.**", "**.user_id", "**.age",
      "**.pinned[]", "**.kind",
      "**.msgtype", "**.format", "**.xyz.amorgan.blurhash", "**.is_falling_back", "**.info.**",
      "**.content.**.users.**",
      "**.algorithm", "**.ciphertext", "**.session_id", "**.sender_key", "**.device_id"),
    Omission(.machineText, "**.m.call**", "**.offer.**"),
    // Plain words of texts that are shown with their styles.
    Omission(.duplicate, "**.content.body", "**.content.org.matrix.msc1767.**", "**.content.m.text**"),
    Omission(.surroundings, "room_creator", "topic", "export_date", "exported_by", "state[].**"),
    Omission(.bookkeeping, "start", "end", "chunk"),
  ]
}
