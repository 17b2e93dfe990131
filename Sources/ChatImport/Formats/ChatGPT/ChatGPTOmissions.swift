/// The parts of ChatGPT’s export that are left out on purpose.
extension ChatGPTFormat {
  static let omissions: [Omission] = [
    // How a picture was drawn; the code that a tool ran is in its call.
    Omission(
      .bookkeeping,
      "**.metadata.dalle.**", "**.metadata.generation.**"),
    Omission(
      .duplicate,
      // Documents of the canvas are called as in the chat.
      "title", "**.aggregate_result.code", "**.aggregate_result.messages[].text"),
    Omission(
      .bookkeeping,
      "**.metadata.request_id", "**.metadata.message_source", "**.metadata.turn_exchange_id",
      "**.metadata.timestamp_", "**.metadata.finish_details.**"),
  ]
}
