import ImportKit

/// The parts of OpenAI’s data that are left out on purpose.
extension OpenAIFormat {
  static let omissions: [Omission] = [
    // The marks of citations, which name no source.
    Omission(
      .machineText,
      "**.annotations[].text"),
    Omission(
      .bookkeeping,
      "object"),
    Omission(
      .settings,
      "output[].server_label"),
    Omission(
      .usage,
      "[].length"),
    // Ids of threads and runs, and the requests of batches.
    Omission(
      .bookkeeping,
      "**.object", "**.assistant_id", "assistant_id", "**.run_id", "run_id", "first_id", "last_id",
      "has_more", "method", "url", "response.request_id", "response.status_code", "**.finish_reason",
      "result.message.stop_reason", "messages[].tool_call_id", "**.message_creation.message_id",
      "**.annotations[].start_index", "**.annotations[].end_index"),
    Omission(
      .settings,
      "**.image_url.detail", "**.ranking_options.ranker", "**.ranking_options.score_threshold"),
    Omission(
      .otherTime,
      "**.completed_at"),
    Omission(
      .usage,
      "**.results[].score", "usage.total_tokens"),
  ]
}
