import ImportKit

/// The parts of Claude.ai’s export that are left out on purpose.
extension ClaudeAIFormat {
  static let omissions: [Omission] = [
    // The blocks of a message have its text.
    Omission(
      .duplicate,
      "**chat_messages[].text"),
    Omission(
      .accountData,
      "[].name", "**creator.full_name", "**creator.uuid", "**email_address", "**verified_phone_number"),
    // A conversation without messages is a note; others have their summary on the page.
    Omission(
      .surroundings,
      "[].summary"),
    Omission(
      .bookkeeping,
      "**.attachments[].file_type", "**.citations[].start_index", "**.citations[].end_index",
      "**.content[].is_citable", "**.content[].is_missing", "**.content[].cut_off",
      "**.content[].tool_use_id", "**.content[].mime_type"),
    // The site of a source is in its address.
    Omission(
      .duplicate,
      "**.metadata.site_domain"),
    Omission(
      .otherTime,
      "**.content[].start_timestamp", "**.content[].stop_timestamp"),
    Omission(
      .settings,
      "[].is_private", "[].is_starter_project"),
  ]
}
