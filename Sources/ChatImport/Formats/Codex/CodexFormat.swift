import ChatModel

/// The sessions that Codex keeps: a file of JSON lines for each, in folders by day.
enum CodexFormat: ConvertedFormat {
  static let name = "Codex (sessions)"

  static let capabilities: [FormatCapability] = [
    .full("prompts and answers", "answers with all of Markdown"),
    .partly("reasoning", "the summaries; the thoughts themselves are encrypted"),
    .full("tool calls, tool results, patches, web searches", "folded"),
    .full("pictures that are in the session"),
    .full("compaction, turns that were ended", "as notices"),
    .none("instructions and facts that Codex adds to prompts", "left out, with a note"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    input.firstLines.contains { line in
      switch line.text(of: "type") {
      case "session_meta", "response_item", "event_msg", "turn_context", "compacted":
        line.has("timestamp", "payload")
      // The first version had no envelope.
      case nil: line.has("id", "timestamp", "instructions")
      default: false
      }
    }
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    guard let file = JSONFile(input) else { return }
    var reader = CodexReader(conversion, name: input.stem)
    try file.forEachSessionLine(
      log: &log, broken: { text, origin throws(ImportError) in try reader.readBroken(text, at: origin) }
    ) { value, origin, log throws(ImportError) in
      try reader.read(value, at: origin, &log)
    }
    reader.finish()
  }
}
