import ImportKit

/// The parts of llama.cpp's conversations that are left out on purpose.
extension LlamaCppFormat {
  static let omissions: [Omission] = [
    Omission(
      .bookkeeping,
      "**.role", "**.convId", "**.children[]", "**.currNode", "**.toolCalls[].type", "**.toolCallId",
      "harness",
      "**.processedAsImages", "**.forkedFromConversationId", "**.pinned", "**.completionId", "**.finishReason"
    ),
    Omission(.usage, "**.timings**", "**.usage**"),
    Omission(.otherTime, "**.lastModified"),
    Omission(.settings, "**.mcpServerOverrides**", "**.thinkingEnabled", "**.reasoningEffort", "**.cwd"),
  ]
}
