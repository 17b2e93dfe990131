import ImportKit

/// The parts of Copilot Chat’s files that are left out on purpose.
extension CopilotFormat {
  static let omissions: [Omission] = [
    // The parts of a prompt have its text, and a tool says what it did once it has.
    Omission(
      .duplicate,
      "requests[].message.parts[].text", "**.invocationMessage.value", "**.invocationMessage"),
    Omission(
      .superseded,
      "**.commandLine.original"),
  ]
}
