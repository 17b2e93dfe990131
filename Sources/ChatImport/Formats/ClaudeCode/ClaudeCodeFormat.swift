import ChatModel

/// The sessions that Claude Code keeps: a file of JSON lines for each session and each of its agents.
///
/// A folder of a project, or of all projects, is one export: an agent's file belongs into the session that called it.
enum ClaudeCodeFormat: ConvertedFormat {
  static let name = "Claude Code (sessions)"

  static let capabilities: [FormatCapability] = [
    .full("prompts and answers", "answers with all of Markdown"),
    .full("thinking, tool calls, tool results", "folded"),
    .full("pictures and documents that are in the session"),
    .full("agents", "folded, behind the call that started them"),
    .full("branches", "prompts that were taken back, folded"),
    .full("slash commands and shell commands of the user"),
    .full("compaction, interruptions", "as notices, with the summary"),
    .full("titles"),
    .none("reminders, caveats and other entries that Claude Code does not show", "left out, with a note"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    if let bytes = input.bytes { return isSession(bytes) || isLogLines(input) }
    let sessions = input.files.filter { $0.hasSuffix(".jsonl") && !isAside($0) }
    guard !sessions.isEmpty, input.files.allSatisfy({ $0.hasSuffix(".jsonl") || isAside($0) }) else {
      return false
    }
    // The first file of a project may hold nothing but a summary, but all are of one program.
    return sessions.prefix(3).allSatisfy { name in
      (try? input.folder.beginning(of: name)).map(isSession) ?? false
    }
  }

  /// Indicates whether a file of a project's folder is no session: notes, results that were too long, settings of agents.
  private static func isAside(_ name: String) -> Bool {
    let steps = name.split(separator: "/")
    return steps.dropLast().contains { $0 == "memory" || $0 == "tool-results" }
      || steps.last == "sessions-index.json" || name.hasSuffix(".meta.json")
  }

  /// Indicates whether the lines of a file are entries of a session.
  private static func isSession(_ bytes: InputBytes) -> Bool {
    JSONLinesProbe(bytes).lines.contains { line in
      switch line.text(of: "type") {
      case "user", "assistant", "system":
        line.has("sessionId", "parentUuid", "isSidechain")
      case "summary": line.has("summary", "leafUuid")
      case "file-history-snapshot": line.has("messageId", "snapshot")
      case "queue-operation": line.has("operation", "sessionId")
      case "custom-title": line.has("customTitle", "sessionId")
      case "ai-title": line.has("aiTitle", "sessionId")
      default: line.has("parentUuid", "sessionId", "isSidechain", "uuid")
      }
    }
  }

  /// Indicates whether a file is a session of the web: an object with the lines as an array.
  private static func isLogLines(_ input: ImportInput) -> Bool {
    guard let probe = input.probe, probe.has("loglines") else { return false }
    let head = String(decoding: input.head, as: UTF8.self)
    return head.contains("\"sessionId\"") || head.contains("\"parentUuid\"")
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    var links = ClaudeCodeLinks()
    guard input.bytes == nil else {
      return try read(input, isAgent: input.name.hasPrefix("agent-"), to: conversion, &links, &log)
    }
    let names = input.files.filter { $0.hasSuffix(".jsonl") && !isAside($0) }
    // Sessions come first: they tell which call started an agent.
    for isAgent in [false, true] {
      for name in names where (name.split(separator: "/").last?.hasPrefix("agent-") ?? false) == isAgent {
        do throws(ImportError) {
          try read(input.file(named: name), isAgent: isAgent, to: conversion, &links, &log)
        } catch {
          guard case .unreadable = error else { throw error }
          log.append(
            Diagnostic(
              .warning, "unreadable-file", "\(error.message); it was left out", at: Origin(file: name)))
        }
      }
    }
  }

  private static func read(
    _ input: ImportInput, isAgent: Bool, to conversion: Conversion, _ links: inout ClaudeCodeLinks,
    _ log: inout DiagnosticLog
  ) throws(ImportError) {
    guard let file = JSONFile(input) else { return }
    var reader = ClaudeCodeReader(conversion, links: links, name: input.stem, isAgent: isAgent)
    if isSession(file.bytes) {
      try file.forEachSessionLine(
        log: &log, broken: { text, origin throws(ImportError) in try reader.readBroken(text, at: origin) }
      ) { value, origin, log throws(ImportError) in
        try reader.read(value, at: origin, &log)
      }
    } else {
      try file.forEachElement(of: "loglines", log: &log) { value, _, origin, log throws(ImportError) in
        try reader.read(value, at: origin, &log)
      }
    }
    reader.finish()
    links = reader.links
  }
}

/// The facts in one file of an export that others are read with.
struct ClaudeCodeLinks {
  /// By the id of an agent or the beginning of its first prompt: the id of the message that called it.
  var calls: [String: String] = [:]
  /// By the id of a session: the id of its first message.
  var roots: [String: String] = [:]
}
