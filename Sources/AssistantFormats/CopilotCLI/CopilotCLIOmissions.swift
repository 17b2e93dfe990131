import ImportKit

/// The parts of Copilot CLI's sessions that are left out on purpose.
extension CopilotCLIFormat {
  static let omissions: [Omission] = [
    Omission(
      .bookkeeping,
      "**.parentId", "**.interactionId", "**.messageId", "**.turnId", "**.reasoningId", "**.toolCallId",
      "**.apiCallId",
      "**.requestId", "**.serviceRequestId", "**.chunkIndex", "**.chunkCount", "**.phase",
      "**.toolTelemetry**",
      "**.attachments[].type", "**.contents[].type", "**.infoType", "**.errorType", "**.errorCode",
      "**.statusCode",
      "**.mcpServerName", "**.mcpToolName", "**.producer", "**.copilotVersion", "**.sessionId",
      "**.isUserRequested",
      "**.checkpoint*", "**.success", "**.providerCallId", "**.parentAgentTaskId", "**.eventsRemoved",
      "**.upToEventId"),
    Omission(
      .settings,
      "**.agentMode", "**.context.**", "**.selectedModel", "**.alreadyInUse", "**.reasoningEffort", "**.cwd",
      "**.previousReasoningEffort", "**.remoteSteerable"),
    Omission(
      .usage, "**.outputTokens", "**.*Tokens", "**.compactionTokensUsed**", "**.*MessagesLength",
      "**.durationMs",
      "**.totalToolCalls", "**.totalTokens"),
    Omission(.otherTime, "**.startTime"),
    Omission(
      .machineText, "**.intentionSummary", "**.toolTitle", "**.stack", "**.toolDescription**",
      "**.customInstructions"),
    Omission(
      .duplicate,
      "**.toolRequests[].type", "**.toolName", "**.model", "**.agentName", "**.agentDisplayName",
      "**.agentDescription",
      "**.error.code", "**.attachments[].path", "**.structuredContent**", "**.isError"),
    Omission(.token, "**.reasoningOpaque", "**.encryptedContent"),
  ]
}
