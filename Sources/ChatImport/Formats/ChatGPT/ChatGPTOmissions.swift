/// The parts of ChatGPT’s export that are left out on purpose.
extension ChatGPTFormat {
  static let omissions: [Omission] = [
    // How a picture was drawn; the code that a tool ran is in its call.
    Omission(
      .bookkeeping,
      "**.metadata.dalle.gen_id", "**.metadata.dalle.parent_gen_id", "**.metadata.dalle.edit_op",
      "**.metadata.dalle.seed", "**.metadata.dalle.serialization_title",
      "**.metadata.generation.gen_id", "**.metadata.generation.parent_gen_id",
      "**.metadata.generation.edit_op", "**.metadata.generation.seed", "**.metadata.generation.gen_size",
      "**.metadata.generation.gen_size_v2", "**.metadata.generation.width",
      "**.metadata.generation.height", "**.metadata.generation.orientation",
      "**.metadata.generation.transparent_background", "**.metadata.generation.serialization_title"),
    Omission(
      .duplicate,
      // Documents of the canvas are called as in the chat.
      "title", "**.aggregate_result.code", "**.aggregate_result.messages[].text"),
    Omission(
      .bookkeeping,
      "**.metadata.request_id", "**.metadata.message_source", "**.metadata.turn_exchange_id",
      "**.metadata.timestamp_", "**.metadata.finish_details.type", "**.metadata.finish_details.stop",
      "**.metadata.finish_details.stop_tokens[]", "**.metadata.finish_details.reason"),
  ]
}
