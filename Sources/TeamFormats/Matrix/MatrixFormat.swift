import ChatModel
import ImportKit

/// A room of Matrix, as Element exports it to JSON, and lists of raw events that other programs write.
///
/// Facts: element-web's exporters and the Matrix specification; docs/formats/matrix.md.
enum MatrixFormat: ConvertedFormat {
  static let key = "matrix"
  static let name = "Matrix (Element's JSON, raw events)"
  static let room = ConversationInfo.Room.withPictures

  static let capabilities: [FormatCapability] = [
    .full("text with its styles, spoilers, tables, code, mentions"),
    .full("photos, films, files, voice messages, stickers", "if they were exported"),
    .full("replies, threads, deleted messages"),
    .partly("edits, reactions, votes", "Element's export leaves them out; lists of raw events have them"),
    .full("polls, places, calls"),
    .full("events of rooms, people's new names"),
    .partly("messages that could not be decrypted", "a notice"),
  ]

  /// The name of the events in an export with files.
  private static let fileName = "export.json"

  static func recognises(_ input: ImportInput) -> Bool {
    guard input.bytes != nil else {
      return input.files.contains(fileName) && ((try? input.file(named: fileName)).map(recognises) ?? false)
    }
    let shape = input.shape
    for path in [".messages[]", "[]", ".chunk[]"]
    where shape.has("\(path).origin_server_ts", "\(path).event_id", "\(path).sender") {
      return true
    }
    return input.firstLines.first?.has("origin_server_ts", "event_id", "sender") ?? false
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    let input = input.bytes == nil ? try input.file(named: fileName) : input
    guard let file = JSONFile(input) else { return }
    let list =
      input.shape.has(".messages[].event_id")
      ? "messages" : input.shape.has(".chunk[].event_id") ? "chunk" : nil
    let header = list.map { file.wholeMembers(without: [$0], log: &log) } ?? .null
    let reader = MatrixReader(input, header, conversion, file)
    if let list {
      try file.forEachElement(of: list, log: &log, broken: reader.addBroken) {
        value, _, origin, log throws(ImportError) in try reader.read(value, origin, &log)
      }
    } else {
      try file.forEachRecord(log: &log, broken: reader.addBroken) { value, origin, log throws(ImportError) in
        try reader.read(value, origin, &log)
      }
    }
    try reader.finish()
  }
}
