import ChatModel
import ImportKit

/// Our own conversation format, `chatexport/1`: docs/conversation-format.md.
enum ChatExportFormat: FormatReader {
  static let name = "chatexport/1"
  /// The value of the `format` member.
  static let version = "chatexport/1"

  static let capabilities: [FormatCapability] = [
    .full("text", "Markdown or plain"),
    .full("images, albums, video, audio, voice notes, files, stickers, GIFs"),
    .full("contacts, locations, polls, calls, link previews, code"),
    .full("replies and quotations"),
    .full("reactions"),
    .full("edits"),
    .full("threads", "in chronological order, with links between the root and its answers"),
    .full("system events, deleted and forwarded messages"),
    .full("LLM turns: role, model, thinking, tool calls and results"),
    .full("branches of LLM turns", "all but the branch of the latest message are folded"),
    .partly("other kinds", "invoices; others as a card with their text and facts"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    guard let bytes = input.bytes, let probe = input.probe else { return false }
    if let format = probe.text(of: "format") { return format.hasPrefix("chatexport/") }
    // The header may follow the messages, out of the head's reach.
    let isPlausible = probe.members.allSatisfy { ChatExportHeader.HeaderMember(rawValue: $0.name) != nil }
    guard probe.has("messages"), isPlausible, bytes.count > ImportInput.headLimit else { return false }
    var reader = JSONReader(bytes)
    return (try? formatBehindMessages(&reader)) ?? false
  }

  static func open(
    _ input: ImportInput, options: ImportOptions, log: inout DiagnosticLog
  ) throws(ImportError) -> [any ConversationSource] {
    guard let bytes = input.bytes else {
      throw .unreadable(path: input.path, reason: "it is a folder; name the conversation's file")
    }
    var header = ChatExportHeader(bytes, file: input.path)
    do throws(JSONError) {
      try header.read(&log)
    } catch {
      throw error.located(in: input.path, bytes, isOwn: true)
    }
    return [try ChatExportSource(input, bytes, header, options)]
  }

  private static func formatBehindMessages(_ reader: inout JSONReader) throws(JSONError) -> Bool {
    try reader.beginObject()
    while try reader.nextName() {
      if reader.name == "format", try reader.peek() == .string {
        return try reader.readString().hasPrefix("chatexport/")
      }
      try reader.skipStructure()
    }
    return false
  }
}
