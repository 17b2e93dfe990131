import ImportKit

/// The parts of Grok's download that are left out on purpose.
extension GrokFormat {
  static let omissions: [Omission] = [
    Omission(.settings, "**.model"),
    Omission(
      .bookkeeping,
      "**.conversation_id", "**.user_id", "**.starred", "**.temporary", "**.media_types[]", "**.manual",
      "**.partial",
      "**.shared", "**.metadata**", "**.share_link**", "**.system_prompt_name", "**.system_prompt_id",
      "**.leaf_response_id",
      "**.asset_ids[]", "**.team_id", "**.shared_with_team", "**.shared_with_user_ids[]", "**.controller",
      "**.root_asset_id",
      "**.task_result_id", "**.request_metadata**", "**.ui_layout**", "**.mediaTypes[]",
      "**.thinking_trace_id"),
    Omission(
      .otherTime, "**.modify_time**", "**.thinking_start_time**", "**.thinking_end_time**", "**.create_time**"
    ),
    Omission(.machineText, "**.conversation.summary", "**.steps[]**"),
    Omission(.duplicate, "**.web_search_results[]**", "**.cited_web_search_results[]**"),
    // Lists of an account that are no conversations: a note names them.
    Omission(.surroundings, "projects[]**", "tasks[]**", "media_posts[]**"),
  ]
}
