import ImportKit

/// The parts of AI Studio's prompts that are left out on purpose.
extension AIStudioFormat {
  static let omissions: [Omission] = [
    Omission(
      .settings,
      "runSettings.**", "**.thinkingBudget", "**.thinkingLevel", "applets**", "**.safetySettings**",
      "**.functionDeclarations**"),
    Omission(.usage, "**.tokenCount"),
    Omission(
      .bookkeeping,
      "**.finishReason", "**.isEdited", "**.branchParent.promptId", "**.branchChildren[]**",
      "**.safetyRatings[]**",
      "**.isGeneratedUsingApiKey", "**.executableCode.language", "**.parts[].thought"),
    Omission(.machineText, "**.thoughtSignatures[]", "**.thoughtSignature"),
    Omission(
      .duplicate,
      "**.grounding.**", "**.role"),
  ]
}
