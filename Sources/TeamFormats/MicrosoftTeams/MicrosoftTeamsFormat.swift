import ChatModel
import ImportKit

/// Messages of Microsoft Teams as Microsoft Graph returns them: a page or a list of them, one a line, or one a file.
///
/// Facts: Microsoft's reference of `chatMessage` and `eventMessageDetail`; docs/formats/teams.md.
enum MicrosoftTeamsFormat: ConvertedFormat {
  static let key = "teams"
  static let name = "Microsoft Teams (Graph JSON)"

  static let capabilities: [FormatCapability] = [
    .full("text with its styles, lists, quotes, code, mentions"),
    .full("replies, threads of channels, reactions"),
    .partly("edits", "the time of the last edit"),
    .full("deleted messages, forwarded messages"),
    .full("calls, members, titles and other events"),
    .partly("files, pictures, GIFs", "their names and addresses; pictures only if they are beside the file"),
    .partly("cards of apps", "their words as a card"),
    .full("chats and channels", "one conversation each"),
    .none("the owner", "Graph does not say whose chats they are; give --me"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    let shape = input.shape
    for path in [".value[]", "[]", "", ".messages[]"]
    where shape.has("\(path).messageType", "\(path).createdDateTime", "\(path).body") {
      return true
    }
    return input.firstLines.first?.has("messageType", "createdDateTime", "body") ?? false
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    guard let file = JSONFile(input) else { return }
    let reader = TeamsReader(input, conversion, file)
    let list =
      input.shape.has(".value[].messageType")
      ? "value" : input.shape.has(".messages[].messageType") ? "messages" : nil
    if let list {
      let header = file.wholeMembers(without: [list], log: &log)
      reader.context = header["@odata.context"]?.text ?? ""
      for member in header.members where member.name.hasPrefix("@") { member.value.leaveOut(.bookkeeping) }
      try file.forEachElement(of: list, log: &log, broken: reader.addBroken) {
        value, _, origin, log throws(ImportError) in try reader.read(value, origin, &log)
      }
    } else {
      try file.forEachRecord(log: &log, broken: reader.addBroken) { value, origin, log throws(ImportError) in
        try reader.read(value, origin, &log)
      }
    }
    reader.finish()
  }
}
