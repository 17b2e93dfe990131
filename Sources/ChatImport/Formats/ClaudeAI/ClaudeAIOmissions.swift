/// The parts of Claude.ai’s export that are left out on purpose.
extension ClaudeAIFormat {
  static let omissions: [Omission] = [
    // The blocks of a message have its text.
    Omission(
      .duplicate,
      "**chat_messages[].text"),
    Omission(
      .accountData,
      "**creator.full_name", "**creator.uuid", "**email_address", "**verified_phone_number"),
  ]
}
