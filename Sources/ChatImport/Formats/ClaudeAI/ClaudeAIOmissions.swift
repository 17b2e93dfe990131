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
  ]
}
