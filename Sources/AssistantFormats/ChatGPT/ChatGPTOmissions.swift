import ImportKit

/// The parts of ChatGPT’s export that are left out on purpose.
extension ChatGPTFormat {
  static let omissions: [Omission] = [
    // Settings of a drawn picture; the code that a tool ran is in its call.
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
      // Documents of the canvas have their names in the chat.
      "title", "**.aggregate_result.code", "**.aggregate_result.messages[].text"),
    Omission(
      .bookkeeping,
      "**.metadata.request_id", "**.metadata.message_source", "**.metadata.turn_exchange_id",
      "**.metadata.timestamp_", "**.metadata.finish_details.type", "**.metadata.finish_details.stop",
      "**.metadata.finish_details.stop_tokens[]", "**.metadata.finish_details.reason"),
    // The tree of messages, the kinds of parts, and the positions of citations in a text.
    Omission(
      .bookkeeping,
      "**.message.end_turn", "[].mapping.*.children[]", "**.children[]", "[].gizmo_id", "[].gizmo_type",
      "**.parts[].size_bytes", "**.audio_asset_pointer.size_bytes", "**.audio_asset_pointer.content_type",
      "**.audio_asset_pointer.format", "**.parts[].format", "**.thoughts[].finished",
      "**.aggregate_result.run_id", "**.aggregate_result.messages[].message_type",
      "**.aggregate_result.messages[].sender", "**.aggregate_result.messages[].stream_name",
      "**.metadata.async_task_id", "**.metadata.async_task_type", "**.metadata.canvas.create_source",
      "**.metadata.canvas.textdoc_type", "**.citations[].citation_format_type", "**.citations[].start_ix",
      "**.citations[].end_ix", "**.metadata.command", "**.content_references[].start_idx",
      "**.content_references[].end_idx", "**.content_references[].has_images",
      "**.metadata.is_user_system_message", "**.metadata.message_type", "**.metadata.reasoning_status",
      "**.content.source_analysis_msg_id", "**.attachments[].is_big_paste", "**.attachments[].source"),
    Omission(
      .settings,
      "[].default_model_slug", "[].voice", "[].is_archived", "**.metadata.is_transcription",
      "**.metadata.voice_mode_message", "**.parts[].direction"),
    // The site of a source is in its address.
    Omission(
      .duplicate,
      "**.content.domain", "**.search_result_groups[].domain", "**.items[].attribution"),
    // Seconds from the beginning of a voice chat, and the run of a tool.
    Omission(
      .otherTime,
      "**.aggregate_result.start_time", "**.aggregate_result.end_time", "**.audio_start_timestamp",
      "**.parts[].metadata.start", "**.parts[].metadata.end", "**.audio_asset_pointer.metadata.start",
      "**.audio_asset_pointer.metadata.end"),
    // A line of its own says how long a thought took.
    Omission(
      .duplicate,
      "**.metadata.finished_duration_sec"),
  ]
}
