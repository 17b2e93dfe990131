import ImportKit

/// The parts of Copilot Chat’s files that are left out on purpose.
extension CopilotFormat {
  static let omissions: [Omission] = [
    // The parts of a prompt repeat its text, and a tool's message after it ran replaces the one before.
    Omission(
      .duplicate,
      "requests[].message.parts[].text", "**.invocationMessage.value", "**.invocationMessage"),
    Omission(
      .superseded,
      "**.commandLine.original"),
  ]
}
