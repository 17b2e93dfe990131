import ChatModel
import ImportKit

/// Hangouts in Google Takeout, until 2022: `Hangouts.json`, with the pictures beside it.
///
/// Facts: public readers of such files; docs/formats/hangouts.md.
enum HangoutsFormat: ConvertedFormat {
  static let key = "hangouts"
  static let name = "Google Hangouts (Takeout)"

  static let capabilities: [FormatCapability] = [
    .full("text with its styles and links"),
    .full("photos, films, places"),
    .full("calls, members, titles"),
    .full("several conversations in one export"),
    .partly("other attachments", "their addresses as a card"),
    .none("replies, reactions, edits", "Hangouts had none"),
  ]

  /// The name of the file in a folder of Takeout.
  private static let fileName = "Hangouts.json"

  static func recognises(_ input: ImportInput) -> Bool {
    guard input.bytes != nil else {
      return input.files.contains(fileName) && ((try? input.file(named: fileName)).map(recognises) ?? false)
    }
    let shape = input.shape
    return shape.has(
      ".conversations[].conversation.conversation", ".conversations[].conversation.conversation_id")
      || shape.has(".conversation_state[].conversation_state.conversation")
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    let input = input.bytes == nil ? try input.file(named: fileName) : input
    guard let file = JSONFile(input) else { return }
    // The first layout, until 2019, has everything a level deeper.
    let isOld = input.shape.has(".conversation_state[].conversation_state.conversation")
    let steps: [JSONWalkStep] =
      isOld
      ? [
        .member("conversation_state"), .elements, .member("conversation_state"), .member("event"), .elements,
      ]
      : [.member("conversations"), .elements, .member("events"), .elements]
    let reader = HangoutsReader(input, conversion, conversationDepth: 2)
    try file.walk(steps, reader, log: &log)
  }
}
