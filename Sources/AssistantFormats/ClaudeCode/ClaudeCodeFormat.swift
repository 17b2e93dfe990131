import ChatModel
import ImportKit

/// The sessions that Claude Code keeps: a file of JSON lines for each session and each of its agents.
///
/// A folder of a project, or of all projects, is one export. An agent's file belongs to the session that called it, whichever
/// export it is in.
enum ClaudeCodeFormat: ConvertedFormat {
  static let key = "claudecode"
  static let name = "Claude Code (sessions, stream-json)"

  static let capabilities: [FormatCapability] = [
    .full("prompts and answers", "answers with all of Markdown"),
    .full("thinking, tool calls, tool results", "folded"),
    .full("results that were saved beside the session", "as files"),
    .full("pictures and documents that are in the session"),
    .full("agents", "folded, at the call that started them"),
    .full("messages of teammates and other sessions"),
    .full("prompts that were queued, sent or not"),
    .full("branches", "prompts that were taken back, folded"),
    .full("slash commands and shell commands of the user"),
    .full("compaction, interruptions", "as notices, with the summary"),
    .full("titles"),
    .partly("runs with --output-format stream-json", "without times; prompts if they were replayed"),
    .none("reminders, caveats and other entries that Claude Code does not show", "left out, with a note"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    if let bytes = input.bytes { return isSession(bytes) || isLogLines(input) }
    let isInside = ClaudeCodeFile.isSessionID(input.name)
    let sessions = input.files.filter { $0.hasSuffix(".jsonl") && !ClaudeCodeFile.isAside($0) }
    guard !sessions.isEmpty,
      input.files.allSatisfy({ isInside || $0.hasSuffix(".jsonl") || ClaudeCodeFile.isAside($0) })
    else { return false }
    // All files are from one program, though the first one of a project may hold nothing but a summary, and some may be damaged.
    var hasSession = false
    for name in sessions {
      guard let beginning = try? input.folder.beginning(of: name) else { continue }
      let isSession = isSession(beginning)
      // Other programs have folders of sessions named by ids, too.
      guard isSession || ClaudeCodeFile.isInSession(name) else { return false }
      hasSession = hasSession || isSession
    }
    return hasSession
  }

  /// Entries with which Claude Code keeps its own state, and which may be all that the beginning of a session has.
  private static let stateKinds: Set<String> = [
    "mode", "permission-mode", "last-prompt", "agent-name", "tag",
  ]

  /// True if the records of a file are entries of a session, or events of a run.
  static func isSession(_ bytes: InputBytes) -> Bool {
    if ClaudeCodeStream.recognises(bytes) { return true }
    let records = bytes.isList ? JSONLinesProbe.elements(of: bytes) : JSONLinesProbe(bytes).lines
    return records.contains { line in
      switch line.text(of: "type") {
      case "user", "assistant":
        line.has("message") && !line.has("messageId") && line.text(of: "message") == nil
          && ["sessionId", "parentUuid", "isSidechain", "timestamp"].contains { line.has($0) }
      case "system": line.has("sessionId", "uuid") || line.has("parentUuid", "uuid")
      case "summary": line.has("summary", "leafUuid")
      case "file-history-snapshot": line.has("messageId", "snapshot")
      case "queue-operation": line.has("operation", "sessionId")
      case "custom-title": line.has("customTitle", "sessionId")
      case "ai-title": line.has("aiTitle", "sessionId")
      case let kind? where stateKinds.contains(kind): line.has("sessionId")
      default: line.has("parentUuid", "sessionId", "uuid")
      }
    }
  }

  /// True if a file is a session from the web: an object with the entries as a list.
  static func isLogLines(_ input: ImportInput) -> Bool {
    guard let probe = input.probe, probe.has("loglines") else { return false }
    let head = String(decoding: input.head, as: UTF8.self)
    return ["\"sessionId\"", "\"parentUuid\""].contains { head.contains($0) }
      || input.shape.has(".loglines[].type", ".loglines[].message")
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    var failures: [ImportError] = []
    try convert([input], to: conversion, failures: &failures, log: &log)
    if let error = failures.first { throw error }
  }

  static func convert(
    _ inputs: [ImportInput], to conversion: Conversion, failures: inout [ImportError],
    log: inout DiagnosticLog
  ) throws(ImportError) {
    let files = ClaudeCodeFiles(inputs)
    let links = ClaudeCodeLinks(files)
    var unread: [[(path: String, error: ImportError)]] = inputs.map { _ in [] }
    for group in files.groups {
      let input = inputs[group.input]
      conversion.begin(input)
      links.input += 1
      for file in group.files {
        do throws(ImportError) {
          try read(file, of: inputs[file.input], to: conversion, links, &log)
        } catch {
          unread[file.input].append((file.path, error))
        }
      }
      conversion.end(input, log: &log)
    }
    let counts = files.groups.flatMap(\.files).reduce(into: [Int: Int]()) { $0[$1.input, default: 0] += 1 }
    for (input, problems) in unread.enumerated() {
      // An export has failed only if none of its files can be read.
      let isLost = problems.count == counts[input]
      if isLost, let first = problems.first { failures.append(first.error) }
      for (path, error) in problems.dropFirst(isLost ? 1 : 0) {
        log.append(
          Diagnostic(
            .loss, "unreadable-file", "\(error.message); it was left out", at: Origin(file: path)))
      }
    }
    links.report(&log)
  }

  private static func read(
    _ file: ClaudeCodeFile, of input: ImportInput, to conversion: Conversion, _ links: ClaudeCodeLinks,
    _ log: inout DiagnosticLog
  ) throws(ImportError) {
    let source = if let name = file.name { try input.file(named: name) } else { input }
    guard let records = JSONFile(source) else { return }
    let isList = isLogLines(source)
    guard isList || isSession(records.bytes) else {
      log.append(
        Diagnostic(
          .note, "not-a-chat", "\(source.path) has an unknown format and was left out",
          at: Origin(file: source.path)))
      return
    }
    if !isList, ClaudeCodeStream.recognises(records.bytes) {
      return try readStream(records, to: &log) { ClaudeCodeReader(conversion, links, file, source) }
    }
    var reader = ClaudeCodeReader(conversion, links, file, source)
    if isList, let facts = try? records.document(without: ["loglines"]) {
      reader.note(title: facts["title"]?.text ?? facts["name"]?.text)
    }
    try records.forEachSessionRecord(
      log: &log, list: isList ? "loglines" : nil,
      broken: { text, origin throws(ImportError) in try reader.readBroken(text, at: origin) }
    ) { value, origin, log throws(ImportError) in
      try reader.read(value, at: origin, &log)
    }
    try reader.finish(&log)
  }
  private static func readStream(
    _ records: JSONFile, to log: inout DiagnosticLog, _ newReader: @escaping () -> ClaudeCodeReader
  ) throws(ImportError) {
    var stream = ClaudeCodeStream(newReader)
    try records.forEachSessionRecord(
      log: &log, broken: { text, origin throws(ImportError) in try stream.readBroken(text, at: origin) }
    ) { event, origin, log throws(ImportError) in
      try stream.read(event, at: origin, &log)
    }
    try stream.finish(at: records.origin(records.bytes.count), &log)
  }
}
