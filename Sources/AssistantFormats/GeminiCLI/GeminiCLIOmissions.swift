import ImportKit

/// The parts of Gemini CLI’s sessions that are left out on purpose.
extension GeminiCLIFormat {
  static let omissions: [Omission] = [
    // A changed file is shown as the change.
    Omission(
      .duplicate,
      "summary", "$set.summary", "**.functionResponse.response.output", "**.toolCalls[].description",
      "**.resultDisplay.fileName", "**.resultDisplay.filePath",
      "**.resultDisplay.originalContent", "**.resultDisplay.newContent", "**.resultDisplay.isNewFile"),
    // The texts of files that a prompt names; what the user typed is shown.
    Omission(
      .machineText,
      "<user>.content[].text", "messages[].content[].text"),
    Omission(
      .bookkeeping,
      "projectHash", "[].messageId"),
    Omission(
      .otherTime,
      "startTime", "lastUpdated", "$set.lastUpdated"),
    Omission(
      .usage,
      "**.tokens.cached", "**.tokens.input", "**.tokens.output", "**.tokens.thoughts", "**.tokens.tool",
      "**.tokens.total"),
    Omission(
      .looks,
      "**.toolCalls[].renderOutputAsMarkdown"),
    // A tool has its name in its call, a chat in its title.
    Omission(
      .duplicate,
      "title", "**.toolCalls[].displayName", "**.functionResponse.name"),
    Omission(
      .bookkeeping,
      "[].role", "history[].role", "authType"),
    Omission(
      .machineText,
      "**.parts[].thoughtSignature"),
  ]
}
