/// The parts of OpenAI’s data that are left out on purpose.
extension OpenAIFormat {
  static let omissions: [Omission] = [
    // The marks of citations, which name no source.
    Omission(
      .machineText,
      "**.annotations[].text")
  ]
}
