import ImportKit

/// The parts of LM Studio's conversations that are left out on purpose.
extension LMStudioFormat {
  static let omissions: [Omission] = [
    Omission(
      .settings,
      "preset", "usePerChatPredictionConfig", "perChatPredictionConfig.**", "lastUsedModel.**", "plugins[]**",
      "pluginConfigs.**", "disabledPluginTools[]**", "**.genInfo.**", "**.versions[].preprocessed**"),
    Omission(.usage, "tokenCount", "userFilesSizeBytes"),
    Omission(.otherTime, "userLastMessagedAt", "assistantLastMessagedAt"),
    Omission(
      .bookkeeping,
      "pinned", "**.defaultShouldIncludeInContext", "**.shouldIncludeInContext", "**.fromDraftModel",
      "**.isStructural", "**.roleOverride", "**.callId", "**.fileIdentifier", "**.statusState.**",
      "**.stepIdentifier", "**.toolCallRequestId", "**.isReasoning", "**.pluginIdentifier", "**.tokensCount",
      "looseFiles[]**", "clientInputFiles[]**"),
    Omission(.duplicate, "**.versions[].role", "**.senderInfo.senderName"),
    // The marks around thoughts, and the words over them.
    Omission(.furniture, "**.prefix", "**.suffix", "**.style.title", "**.style.ended"),
  ]
}
