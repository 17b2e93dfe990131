import ImportKit

/// The parts of Claude Code’s sessions that are left out on purpose.
extension ClaudeCodeFormat {
  static let omissions: [Omission] = [
    Omission(
      .bookkeeping,
      "**.requestId", "**.userType", "**.logicalParentUuid", "**.agentId", "**.toolUseID", "**.isSidechain",
      "**.isVisibleInTranscriptOnly", "**.message.role", "**.message.stop_reason",
      "<file-history-snapshot>.isSnapshotUpdate", "<file-history-snapshot>.messageId",
      "<file-history-snapshot>.snapshot.messageId"),
    Omission(
      .settings,
      "**.cwd", "**.gitBranch", "**.message.usage.service_tier", "**.compactMetadata.trigger",
      "**.toolUseResult.mode", "**.toolUseResult.replaceAll"),
    Omission(
      .usage,
      "**.message.usage.input_tokens", "**.message.usage.output_tokens",
      "**.message.usage.cache_creation_input_tokens", "**.message.usage.cache_read_input_tokens",
      "**.compactMetadata.preTokens", "**.toolUseResult.file.numLines", "**.toolUseResult.file.startLine",
      "**.toolUseResult.file.totalLines", "**.toolUseResult.numFiles", "**.toolUseResult.totalDurationMs",
      "**.toolUseResult.totalTokens", "**.toolUseResult.totalToolUseCount",
      "**.toolUseResult.persistedOutputSize", "<attachment>.attachment.itemCount"),
    // Outcomes of runs, and events of the interface for programs.
    Omission(
      .usage,
      "**.duration_ms", "**.duration_api_ms", "**.num_turns", "**.total_cost_usd", "**.ttft_ms",
      "**.fast_mode_state",
      "**.compact_metadata.pre_tokens", "**.compact_metadata.post_tokens", "**.compact_metadata.duration_ms"),
    Omission(
      .bookkeeping,
      "**.compact_metadata.trigger", "**.isReplay", "**.is_error", "**.session_id",
      "**.tool_use_result.interrupted",
      "**.tool_use_result.isImage", "**.stop_reason", "**.terminal_reason", "**.message.context_management**",
      "**.compact_metadata.preserved_segment**", "**.task_id", "**.tool_use_id", "**.output_file",
      "**.priority"),
    // A picture and the words of an error are shown.
    Omission(
      .duplicate,
      "**.toolUseResult.isImage", "**.isApiErrorMessage"),
  ]
}
