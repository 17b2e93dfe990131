import ChatModel
import ImportKit

/// Mattermost's bulk export: JSON Lines with teams, channels, people and posts, and their files in a folder `data`.
///
/// Facts: Mattermost's documentation of bulk loading; docs/formats/mattermost.md.
enum MattermostFormat: ConvertedFormat {
  static let key = "mattermost"
  static let name = "Mattermost (bulk export)"
  static let room = ConversationInfo.Room.withPictures

  static let capabilities: [FormatCapability] = [
    .full("text with its styles, tables, code, emoji"),
    .full("files, if they were exported"),
    .full("threads, reactions, pins"),
    .full("a server's own emoji", "as pictures"),
    .partly("messages of integrations", "as a card without styles"),
    .partly("edits", "the time of the last edit"),
    .full("events of channels", "in the export's words"),
    .full("channels, private channels, direct messages, groups", "one conversation each"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    guard let bytes = input.bytes else { return false }
    var (offset, lines) = (bytes.contentStart, 0)
    while lines < 2, offset < bytes.count {
      let limit = min(bytes.count, offset + ImportInput.headLimit)
      let end = bytes.firstIndex(of: 0x0A, in: offset..<limit) ?? limit
      // Most files of JSON are one line, whose values need not be read.
      if lines == 0, end == bytes.count { return false }
      var reader = JSONReader(bytes, in: offset..<end, isLenient: true)
      guard let value = try? reader.readValue(), let type = value["type"]?.text else { return false }
      if lines == 0, type != "version" || value["version"]?.integer == nil { return false }
      if lines == 1, value[type]?.isObject != true { return false }
      (offset, lines) = (end + 1, lines + 1)
    }
    return lines == 2
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    guard let file = JSONFile(input) else { return }
    let reader = MattermostReader(input, conversion)
    try file.forEachLine(
      log: &log,
      broken: { text, origin, _ throws(ImportError) in
        // The last line of a file that was not copied whole.
        if !file.isLastLine(origin) || !text.hasPrefix("{") { try reader.addBroken(text) }
      }
    ) { value, _, origin, log throws(ImportError) in
      try reader.read(value, origin, &log)
    }
  }
}
