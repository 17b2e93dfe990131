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
    // A picture and the words of an error are shown.
    Omission(
      .duplicate,
      "**.toolUseResult.isImage", "**.isApiErrorMessage"),
  ]
}
