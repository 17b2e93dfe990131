import ImportKit

/// The parts of Apple’s databases of messages that are left out on purpose.
extension IMessageFormat {
  static let omissions: [Omission] = [
    Omission(
      .bookkeeping,
      "_SqliteDatabaseProperties.value", "attachment.ck_sync_state", "attachment.is_commsafety_sensitive",
      "attachment.is_outgoing", "attachment.original_guid", "attachment.preview_generation_state",
      "attachment.transfer_state", "chat.account_id", "chat.ck_sync_state", "chat.original_group_id",
      "chat.room_name", "message.account_guid", "message.associated_message_range_length",
      "message.associated_message_range_location", "message.cache_has_attachments", "message.ck_sync_state",
      "message.expire_state", "message.has_dd_results", "message.is_archive", "message.is_corrupt",
      "message.is_delayed", "message.is_empty", "message.is_expirable", "message.is_finished",
      "message.is_kt_verified", "message.is_prepared", "message.is_service_message",
      "message.is_system_message", "message.message_action_type", "message.message_source",
      "message.needs_relay", "message.part_count", "message.replace", "message.reply_to_guid",
      "message.schedule_state", "message.thread_originator_part", "message.was_data_detected",
      "message.was_deduplicated", "message.was_detonated"),
    Omission(
      .accountData,
      "chat.account_login", "message.account", "handle.country"),
    Omission(
      .settings,
      "chat.is_archived"),
    Omission(
      .otherTime,
      "attachment.created_date", "attachment.start_date", "chat_message_join.message_date"),
    // The time at which the other person read a message is shown.
    Omission(
      .seen,
      "chat.last_read_message_timestamp", "message.did_notify_recipient", "message.has_unseen_mention",
      "message.is_played", "message.is_read", "message.was_delivered_quietly"),
    // iMessage, SMS or RCS, or a satellite.
    Omission(
      .carrier,
      "chat.service_name", "handle.service", "message.is_pending_satellite_send", "message.is_stewie",
      "message.sent_or_received_off_grid", "message.service", "message.was_downgraded"),
    Omission(
      .rareMark,
      "message.is_auto_reply", "message.is_critical", "message.is_emote", "message.is_forward",
      "message.is_sos", "message.is_spam", "message.is_time_sensitive"),
    Omission(
      .bookkeeping,
      "recoverable_message_part.chat_id", "recoverable_message_part.ck_sync_state"),
  ]
}
