import ImportKit

/// The parts of Cursor's conversations that are left out on purpose.
extension CursorFormat {
  static let omissions: [Omission] = [
    Omission(
      .bookkeeping,
      "**.composerId", "**.bubbleId", "**.serverBubbleId", "**.toolCallId", "**.capabilityType",
      "**.isAgentic",
      "**.unifiedMode", "**.status", "**.tool", "**.toolIndex", "**.modelCallId", "**._v", "**.requestId",
      "**.checkpointId", "**.afterCheckpointId", "**.conversationState", "**.capabilities[]**",
      "**.supportedTools[]",
      "**.capabilityStatuses.**", "**.usageUuid", "**.additionalData**", "**.userDecision", "**.grouping**",
      "**.tabId", "**.isRefunded", "**.capabilitiesRan.**", "**.isChat", "**.forceMode",
      "**.newlyCreated*[]**",
      "**.fullConversationHeadersOnly[]**", "**.todos[]**", "**.isQuickSearchQuery", "**.isPlanExecution",
      "**.existedPreviousTerminalCommand", "**.existedSubsequentTerminalCommand", "**.attachedHumanChanges",
      "**.skipRendering", "**.editTrailContexts[]**", "**.codebase*Chunks[]**", "**.codeBlockData.**",
      "**.is*", "**.has*",
      "ItemTable.**", "cursorDiskKV.key"),
    Omission(
      .machineText,
      "**.richText", "**.context.**", "**.contextPieces[]**", "**.cursorRules[]**", "**.relevantFiles[]",
      "**.recentLocationsHistory[]**", "**.recentlyViewedFiles[]**", "**.projectLayouts[]**",
      "**.docsReferences[]**",
      "**.lints[]**", "**.approximateLintErrors[]**", "**.multiFileLinterErrors[]**", "**.diffHistories[]**",
      "**.knowledgeItems[]**", "**.consoleLogs[]**", "**.notepads[]**", "**.commits[]**",
      "**.pullRequests[]**",
      "**.gitDiffs[]**", "**.uiElementPicked[]**", "**.interpreterResults[]**", "**.suggestedCodeBlocks[]**",
      "**.assistantSuggestedDiffs[]**", "**.userResponsesToSuggestedCodeBlocks[]**",
      "**.diffsSinceLastApply[]**",
      "**.diffsForCompressingFiles[]**", "**.humanChanges[]**", "**.summarizedComposers[]**",
      "**.fileDiffTrajectories[]**",
      "**.attachedFolders*[]**", "**.aiWebSearchResults[]**", "**.mcpDescriptors[]**", "**.subtitle",
      "**.externalLinks[]**",
      "**.attachedFoldersListDirResults[]**", "**.conversationSummary**", "**.cachedConversationSummary**"),
    Omission(
      .settings,
      "**.modelConfig.**", "**.workspaceUris[]", "**.modelInfo.**", "**.gitWorktree**", "**.subagentInfo.**",
      "**.activeBranch**", "**.createdOnBranch", "**.branches[]**"),
    Omission(
      .usage, "**.tokenCount**", "**.contextUsagePercent", "**.contextTokens*", "**.usageData.**",
      "**.totalLines*",
      "**.filesChangedCount", "**.tokenDetailsUpUntilHere[]**", "**.tokenCountUpUntilHere", "**.timingInfo.**"
    ),
    Omission(.otherTime, "**.lastUpdatedAt", "**.createdAt", "**.thinkingDurationMs", "**.startTime"),
    Omission(
      .superseded, "**.originalFileStates.**", "**.originalModelLines.**",
      "**.allAttachedFileCodeChunksUris[]"),
    Omission(
      .duplicate,
      "**.conversationMap.**", "**.rawText", "**.allThinkingBlocks[]**", "**.rawArgs", "**.chatTitle"),
    Omission(.token, "**.thinking.signature", "**.signature", "**.*EncryptionKey", "**.encryptionKey"),
  ]
}
