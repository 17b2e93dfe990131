/// The parts of Gemini CLI’s sessions that are left out on purpose.
extension GeminiCLIFormat {
  static let omissions: [Omission] = [
    // A tool’s own result is shown as the app showed it.
    Omission(
      .duplicate,
      "summary", "$set.summary", "**.functionResponse.response.output", "**.toolCalls[].description",
      "**.resultDisplay",
      "**.resultDisplay.fileDiff", "**.resultDisplay.*"),
    // The texts of files that a prompt names; what the user typed is shown.
    Omission(
      .machineText,
      "<user>.content[].text", "messages[].content[].text"),
  ]
}
