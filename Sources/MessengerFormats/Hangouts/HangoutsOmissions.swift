import ImportKit

/// The parts of Hangouts’ files that are left out on purpose.
extension HangoutsFormat {
  static let omissions: [Omission] = [
    Omission(
      .bookkeeping,
      "**.conversation_id.**", "**.advances_sort_timestamp", "**.event_otr", "**.event_type",
      "**.client_generated_id",
      "**.notification_level", "**.self_event_state.**", "**.invitation_status", "**.participant_type",
      "**.new_invitation_status", "**.owner_obfuscated_id", "**.album_id", "**.photo_id",
      "**.embed_item.type[]",
      "**.embed_item.id", "**.attachment[].id", "**.id.id", "**.conversation.type", "**.participant_id[].**",
      "**.sender_id.**", "**.user_id.**", "**.id.chat_id", "**.media_type", "**.stream_id[]",
      "**.fork_on_external_invite",
      "**.has_active_hangout", "**.otr_status", "**.otr_toggle", "**.group_link_sharing_status",
      "**.network_type[]",
      "**.force_history_state", "**.current_participant[].**", "**.event_version", "**.place_v2.type[]"),
    Omission(.seen, "**.self_conversation_state.**", "**.read_state[].**"),
    Omission(.carrier, "**.delivery_medium.**", "**.delivery_medium_option[].**"),
    Omission(.smallerCopy, "**.thumbnail.**", "**.representative_image.**"),
    Omission(.superseded, "**.old_name"),
    Omission(.otherName, "**.phone_number.**"),
    Omission(.duplicate, "**.link_data.**"),
  ]
}
