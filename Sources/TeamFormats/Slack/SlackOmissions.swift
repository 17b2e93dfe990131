import ImportKit

/// The parts of Slack’s exports that are left out on purpose.
extension SlackFormat {
  static let omissions: [Omission] = [
    // Blocks, titles and the messages of a thread repeat words already shown.
    Omission(
      .duplicate,
      "**attachments[].fallback", "**attachments[].service_name", "**files[].preview",
      "**files[].preview_highlight", "**root.text", "**root.blocks**",
      "**root.user_profile.*name*", "MESSAGE.TXT", "**.message.text", "**previous_message.text",
      "**message.attachments[].title",
      "**message.attachments[].text", "**files[].name", "m[].text", "sm[].text", "p.text", "messages[].text"),
    Omission(
      .token,
      "**url_private", "**url_private_download", "**permalink*", "**thumb_*"),
    Omission(
      .otherName,
      "**profile.*name*", "**user_profile.*name*", "**bot_profile.name", "**[].real_name", "**[].name",
      "u[].real_name"),
    Omission(
      .surroundings,
      "[].title", "**purpose.value", "**topic.value"),
    Omission(
      .accountData,
      "**tz_label", "**.tz", "**profile.email", "**profile.phone", "**profile.status_*", "**profile.title"),
    // The channel's name before the event.
    Omission(
      .superseded,
      "**.old_name"),
    Omission(
      .bookkeeping,
      "**.client_msg_id", "**.block_id", "**.action_id", "**.team_id", "**.user_team", "**.source_team",
      "**.delete_original", "**.replace_original", "**.display_as_bot", "**.upload", "**.hidden",
      "**.no_notifications", "**.is_locked", "**.parent_user_id", "**.bot_profile.app_id",
      "**.bot_profile.deleted", "**.mrkdwn_in[]", "**.text.emoji", "**.text.verbatim",
      "**.room.canvas_thread_ts", "**.room.channels[]", "**.room.has_ended", "**.room.is_dm_call",
      "**.room.was_accepted", "**.room.media_backend_type", "**.room.call_family",
      "[].channel", "messages[].channel", "**.files[].file_access",
      "**.files[].editable",
      "**.files[].external_type", "**.files[].filetype", "**.files[].has_rich_preview",
      "**.files[].is_external", "**.files[].media_display_type", "**.files[].preview_is_truncated",
      "**.avatar_hash", "[].updated", "[].deleted"),
    // An answer gives its root and author, a link its address.
    Omission(
      .duplicate,
      "**.attachments[].from_url", "**.attachments[].original_url", "**.elements[].unicode",
      "**.edited.user", "**.files[].pretty_type", "**.files[].user", "**.reply_count", "**.reply_users[]",
      "**.reply_users_count", "**.latest_reply", "**.replies[].ts", "**.replies[].user", "**.root.ts",
      "**.root.user", "**.root.thread_ts", "thread_ts"),
    // The sentence about a comment on a file contains the comment.
    Omission(
      .duplicate,
      "**.comment.comment", "**.initial_comment.comment", "**.file.preview_highlight", "**.file.pretty_type"),
    // The answer of a button to its app.
    Omission(
      .machineText,
      "**.elements[].value", "**.attachments[].video_html"),
    Omission(
      .usage,
      "**.files[].lines", "**.files[].lines_more"),
    Omission(
      .looks,
      "**.fields[].short", "**.attachments[].service_icon", "**.icons.emoji", "**.elements[].border",
      "**.room.background_id"),
    Omission(
      .smallerCopy,
      "**.profile.image_72", "**.user_profile.image_72"),
    Omission(
      .otherTime,
      "**.files[].created", "**.attachments[].ts"),
    Omission(
      .settings,
      "**.files[].date_delete", "**.files[].is_public", "**.files[].public_url_shared"),
    Omission(
      .seen,
      "**.last_read", "**.subscribed"),
    Omission(
      .surroundings,
      "[].created", "[].creator", "[].is_archived", "[].is_general", "**.purpose.creator",
      "**.purpose.last_set", "**.topic.creator", "**.topic.last_set", "[].is_admin", "[].is_owner",
      "[].is_primary_owner", "[].is_app_user", "[].is_bot", "**.is_restricted", "**.is_ultra_restricted"),
    Omission(
      .accountData,
      "[].tz_offset"),
  ]
}
