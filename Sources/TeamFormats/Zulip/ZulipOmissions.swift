import ImportKit

/// The parts of Zulip’s messages that are left out on purpose.
extension ZulipFormat {
  static let omissions: [Omission] = [
    Omission(
      .bookkeeping,
      "**.realm", "**.sending_client", "**.has_attachment", "**.has_image", "**.has_link",
      "**.is_channel_message",
      "**.search_tsvector", "**.rendered_content_version", "**.recipient", "**.recipient_id", "**.stream_id",
      "**.flags[]",
      "**.avatar_url", "**.client", "**.is_me_message", "**.sender_realm_str", "**.submessages[].**",
      "**.topic_links[].**",
      "**.content_type", "**.max_message_id", "**.found_*", "**.anchor", "**.history_limited", "result", "msg"
    ),
    // Texts are read from their HTML.
    Omission(
      .duplicate, "**.zerver_message[].content", "zerver_message[].content", "**.subject", "**.sender_email"),
    Omission(.otherTime, "**.last_edit_time", "**.last_moved_time*"),
    Omission(.seen, "zerver_usermessage[].**"),
    Omission(
      .surroundings, "zerver_realm[].**", "zerver_stream[].**", "zerver_recipient[].**",
      "zerver_subscription[].**",
      "zerver_huddle[].**", "zerver_client[].**", "zerver_realmemoji[].**", "zerver_attachment[].**",
      "zerver_defaultstream[].**", "zerver_usergroup*[].**", "zerver_realmauditlog[].**",
      "zerver_customprofile*[].**",
      "[].realm_id", "[].user_profile_id", "[].s3_path", "[].size", "[].last_modified"),
    Omission(.accountData, "zerver_userprofile*[].**"),
    Omission(.bookkeeping, "zerver_reaction[].*", "zerver_submessage[].*", "[].file_name"),
  ]
}
