import ChatModel
import ImportKit

/// The interchange format of ChatLab, in JSON and JSON Lines, which tools for WeChat, QQ and other apps write.
///
/// Facts: ChatLab's specification 0.0.2 (`docs/en/standard/chatlab-format.md`), and the fixture's FACTS.md.
enum ChatLabFormat: ConvertedFormat {
  static let key = "chatlab"
  static let name = "ChatLab (WeChat, QQ and others)"

  static let capabilities: [FormatCapability] = [
    .full("text"),
    .full("names in groups, pictures of people"),
    .full("replies", "where the export has ids"),
    .partly(
      "photos, videos, voice messages, files, stickers", "where the export names a file; else its words"),
    .partly("links, calls, cards of contacts, places, red packets, transfers", "as the export's words"),
    .full("recalled messages, events"),
    .none("reactions, edits", "the format has none"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    guard let head = ChatLabHead(input) else { return false }
    return head.isChatLab
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    guard let file = JSONFile(input), let head = ChatLabHead(input) else { return }
    if head.isLines {
      var reader: ChatLabReader?
      try file.forEachLine(log: &log, hasComments: true) { text, origin, _ throws(ImportError) in
        try reader?.addBroken(text)
      } _: { value, _, origin, log throws(ImportError) in
        let current: ChatLabReader
        if let reader {
          current = reader
        } else {
          current = try ChatLabReader(value, input, conversion)
          reader = current
        }
        try current.add(line: value, origin, &log)
      }
      reader?.finish()
      return
    }
    let header = file.wholeMembers(without: ["messages"], log: &log)
    let reader = try ChatLabReader(header, input, conversion)
    for member in header["members"]?.elements ?? [] { try reader.add(member: member) }
    try file.forEachElement(of: "messages", log: &log) { text, _, _ throws(ImportError) in
      try reader.addBroken(text)
    } _: { value, _, origin, log throws(ImportError) in
      try reader.add(message: value, origin, &log)
    }
    reader.finish()
  }
}

/// The beginning of a file, by which it is recognised.
private struct ChatLabHead {
  let isLines: Bool
  let isChatLab: Bool

  /// Returns nil if the input is not JSON.
  init?(_ input: ImportInput) {
    guard let bytes = input.bytes else { return nil }
    // Lines may begin with comments.
    var start = LogLines.start(of: bytes)
    while start < bytes.count, start < ImportInput.headLimit,
      bytes[start] == UInt8(ascii: "#") || bytes[start] <= 0x20
    {
      start = bytes[start] == UInt8(ascii: "#") ? LogLines.end(of: bytes, from: start) + 1 : start + 1
    }
    guard start < bytes.count, bytes[start] == UInt8(ascii: "{") else { return nil }
    var reader = JSONReader(
      bytes, in: start..<min(bytes.count, start + ImportInput.headLimit), isLenient: true)
    var (isHeader, hasChatLab, hasMeta, hasMessages) = (false, false, false, false)
    // The head may end anywhere: the members read until then count.
    do throws(JSONError) {
      try reader.beginObject()
      while try reader.nextName() {
        switch reader.name {
        case "_type": isHeader = try reader.readValue().text == "header"
        case "chatlab": hasChatLab = try reader.readValue().isObject
        case "meta": hasMeta = try reader.readValue()["platform"]?.text != nil
        case "messages":
          hasMessages = true
          try reader.skipValue()
        default: try reader.skipValue()
        }
      }
    } catch {}
    isLines = isHeader
    isChatLab = hasChatLab && (hasMeta || isHeader || hasMessages)
  }
}
