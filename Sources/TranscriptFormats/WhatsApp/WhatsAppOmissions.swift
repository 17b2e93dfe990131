import ImportKit

/// The parts of WhatsApp's databases and of WhatsApp-Chat-Exporter's JSON that are left out on purpose.
extension WhatsAppFormat {
  static let omissions: [Omission] = [
    // Android.
    Omission(
      .bookkeeping,
      "call_log.*", "chat.*", "jid.*", "jid_map.*", "message.broadcast", "message.lookup_tables",
      "message.message_add_on_flags", "message.origin", "message.origination_flags",
      "message.participant_hash",
      "message.recipient_count", "message.sort_id", "message.view_mode", "message.*_count", "message.*_id",
      "message_add_on.*", "message_album.*", "message_association.*", "message_edit_info.*",
      "message_ephemeral.*", "message_forwarded.*", "message_location.chat_row_id", "message_location.live_*",
      "message_location.map_download_status", "message_media.*_id", "message_media.transferred",
      "message_media.*_count", "message_media.*_hash", "message_media.*timestamp",
      "message_media.autotransfer*",
      "message_media.first_*", "message_media.is_*", "message_media.has_*", "message_media.mute_video",
      "message_media.face_*", "message_media.suspicious_content", "message_poll.*",
      "message_poll_option.option_sha256_hash", "message_quoted.*_id", "message_quoted.*type",
      "message_quoted.lookup_tables", "message_quoted.origin", "message_quoted.timestamp",
      "message_revoked.*",
      "message_system*_id", "message_system*.setting_reason", "message_vcard*_id",
      "messages_quotes.*", "missed_call_logs.*", "group_participant*.*", "props.*", "message_mentions.*",
      "message_secret.*", "deleted_chat_job.*", "labeled_*.*", "frequent*.*"),
    Omission(.token, "message_media.media_key*", "message_media.*_url", "message_media.direct_path"),
    Omission(.otherTime, "message.received_timestamp", "message.receipt_*", "message_details.*"),
    // Who got and read a message of a group, and when; the status of all of them is shown.
    Omission(.seen, "message.starred", "receipt*.*", "played_self_receipt.*"),
    Omission(.smallerCopy, "*thumbnail*.*", "*thumbs*.*"),
    Omission(.duplicate, "*_ftsv2*.*", "message_fts*.*", "messages_fts*.*", "chat_list.*", "chat_view.*"),
    Omission(.accountData, "wa_contacts.*", "wa_vnames.*"),
    // iOS.
    Omission(
      .bookkeeping,
      "Z*.Z_*", "ZWACHATSESSION.*", "ZWAGROUPMEMBER.*", "ZWAGROUPINFO.*", "ZWAMEDIAITEM.Z*DATE",
      "ZWAMEDIAITEM.Z*ORIGIN",
      "ZWAMEDIAITEM.Z*STATUS", "ZWAMEDIAITEM.ZASPECTRATIO", "ZWAMEDIAITEM.ZHACCURACY", "ZWAVCARDMENTION.*",
      "ZWAMESSAGEINFO.*", "Z_METADATA.*", "Z_PRIMARYKEY.*", "ZWAMESSAGE.ZMEDIAITEM",
      "ZWAMESSAGE.ZMESSAGEINFO",
      "ZWAMESSAGE.ZLASTSESSION", "ZWAMESSAGE.ZSORT", "ZWAMESSAGE.ZTOJID", "ZWAMESSAGE.*DOCID",
      "ZWAMESSAGE.*VERSION",
      "ZWAMESSAGE.*STATUS", "ZWAMESSAGE.*SECTIONID", "ZWAMESSAGE.ZSPOTLIGHT*", "ZWAPROFILEPUSHNAME.*"),
    Omission(.token, "ZWAMEDIAITEM.ZMEDIAKEY"),
    Omission(.smallerCopy, "ZWAMEDIAITEM.ZXMPPTHUMBPATH"),
    Omission(.seen, "ZWAMESSAGE.ZSTARRED"),
    Omission(.otherTime, "ZWAMESSAGE.ZSENTDATE"),
    Omission(.duplicate, "ZWAMESSAGE.ZPUSHNAME"),
    // WhatsApp-Chat-Exporter.
    Omission(
      .bookkeeping, "*.media_base", "*.status", "*.my_avatar", "*.their_avatar_thumb", "**.messages.*.safe",
      "**.messages.*.sticker",
      "**.messages.*.media", "**.messages.*.message_type"),
    Omission(
      .otherTime, "**.messages.*.time", "**.messages.*.received_timestamp", "**.messages.*.read_timestamp"),
    Omission(.smallerCopy, "**.messages.*.thumb"),
  ]
}
