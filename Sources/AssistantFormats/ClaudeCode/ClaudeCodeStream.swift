import ChatModel
import ImportKit

/// Reads the output of `claude -p --output-format stream-json`, which people save to files: an event a line, or a list of events.
///
/// Events have the messages of a session under other names, without times. Each becomes the entry that Claude Code would keep of it,
/// and the entries of a session go to a ``ClaudeCodeReader``. One file may have several sessions.
struct ClaudeCodeStream {
  private let newReader: () -> ClaudeCodeReader
  private var readers: [String: ClaudeCodeReader] = [:]
  /// The sessions in the order of their first events.
  private var sessions: [String] = []
  /// The session of the current event.
  private var session = ""
  /// The last text of the answer, by session, because the outcome of a run repeats it.
  private var answers: [String: String] = [:]
  /// The last entry of an agent, by the call that started it.
  private var agentEnds: [String: String] = [:]
  /// The text of an answer that is not whole yet.
  private var partialAnswer = ""
  /// The value `true`.
  private let yes = JSONValue(parsing: "true")

  /// The most bytes of an answer that is not whole.
  private static let partialLimit = 1 << 20

  /// `newReader` makes a reader for a session.
  init(_ newReader: @escaping () -> ClaudeCodeReader) { self.newReader = newReader }

  /// True if the records of a file are events. Events of other programs lack the names of calls and the lists of tools.
  static func recognises(_ bytes: InputBytes) -> Bool {
    let records = bytes.isList ? JSONLinesProbe.elements(of: bytes) : JSONLinesProbe(bytes).lines
    return records.contains { event in
      let isOfSession = event.has("session_id") || event.has("sessionId")
      return switch event.text(of: "type") {
      case "user", "assistant": isOfSession && event.has("message", "parent_tool_use_id")
      case "stream_event": isOfSession && event.has("event", "parent_tool_use_id")
      case "system": event.text(of: "subtype") == "init" && event.has("session_id", "tools", "cwd")
      case "result": event.has("session_id", "is_error", "num_turns")
      default: false
      }
    }
  }

  // MARK: Events

  /// Kinds of events that only report the state of the run.
  private static let stateKinds: Set<String> = [
    "rate_limit_event", "tool_progress", "keep_alive", "control_request", "control_response",
    "control_cancel_request", "auth_status", "prompt_suggestion", "tool_use_summary", "streamlined_text",
    "streamlined_tool_use_summary",
  ]

  mutating func read(
    _ event: JSONValue, at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    session = (event["session_id"] ?? event["sessionId"])?.text ?? session
    switch event["type"]?.text {
    case "user", "assistant": try readMessage(event, at: origin, &log)
    case "system": try readSystem(event, at: origin, &log)
    case "result": try readOutcome(event, at: origin, &log)
    case "stream_event": notePart(event["event"], event)
    case let kind? where Self.stateKinds.contains(kind):
      event.leaveOut(.bookkeeping)
      note(kind, at: origin, &log)
    default: try reader { reader throws(ImportError) in try reader.read(event, at: origin, &log) }
    }
  }

  private mutating func readMessage(
    _ event: JSONValue, at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    let id = event["uuid"]?.text ?? "event-\(origin.offset ?? origin.line ?? 0)"
    var members = [("type", event["type"]), ("message", event["message"]), ("timestamp", event["timestamp"])]
    members += [("tool_use_result", event["tool_use_result"]), ("uuid", .string(id))]
    if let call = event["parent_tool_use_id"]?.text {
      members += [("isSidechain", yes), ("parentToolUseID", .string(call))]
      members.append(("parentUuid", agentEnds[call].map { .string($0) }))
      agentEnds[call] = id
    } else if event["type"]?.text == "assistant" {
      partialAnswer = ""
      let blocks = event["message"]?["content"]?.elements ?? []
      answers[session] =
        blocks.last { $0["type"]?.unreadText == "text" }?["text"]?.unreadText ?? answers[session]
    }
    if event["isSynthetic"]?.flag == true { members.append(("promptSource", .string("system"))) }
    try add(members, at: origin, &log)
  }

  private mutating func readSystem(
    _ event: JSONValue, at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    let kind = event["subtype"]?.text ?? "system"
    switch kind {
    case "compact_boundary", "microcompact_boundary", "local_command_output", "local_command":
      let subtype = kind.hasPrefix("local_command") ? "local_command" : kind
      try add(
        [
          ("type", .string("system")), ("subtype", .string(subtype)), ("content", event["content"]),
          ("uuid", event["uuid"]), ("timestamp", event["timestamp"]),
        ], at: origin, &log)
    case "task_notification":
      let words = [event["summary"], event["status"]].map { $0?.text }.firstWords
      try addNotice("task", words, of: event, at: origin, &log)
    case "init":
      event.leaveOut(.settings)
      // A session without any message is noted by its settings alone.
      note(kind, at: origin, &log)
    default:
      event.leaveOut(kind.hasPrefix("hook") ? .machineText : .bookkeeping)
      note(kind, at: origin, &log)
    }
  }

  /// Reads the outcome of a run. Its text is the last answer again, or an error.
  private mutating func readOutcome(
    _ event: JSONValue, at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    event["permission_denials"]?.leaveOut(.duplicate)
    event["usage"]?.leaveOut(.usage)
    event["modelUsage"]?.leaveOut(.usage)
    let (text, answer) = (event["result"]?.text ?? "", answers[session] ?? "")
    let kind = event["subtype"]?.text ?? "result"
    if kind != "success" || event["is_error"]?.flag == true {
      let errors = (event["errors"]?.elements ?? []).compactMap(\.text).joined(separator: "\n")
      let words = [text == answer ? "" : text, errors, kind.spaced].firstWords
      return try addNotice(kind == "success" ? "error" : kind, words, of: event, at: origin, &log)
    }
    var blocks: [String] = []
    if !text.isBlank, !AssistantWords.isKnown(text, in: answer) { blocks.append(text) }
    if let output = event["structured_output"] { blocks.append("```json\n\(output.json)\n```") }
    guard !blocks.isEmpty else { return }
    let message = JSONValue.object([.init(name: "content", value: .string(blocks.joined(separator: "\n\n")))])
    try add(
      [("type", .string("assistant")), ("message", message), ("uuid", event["uuid"])], at: origin, &log)
  }

  /// Notes a part of an answer while it is written. An interrupted run lacks the whole answer.
  private mutating func notePart(_ part: JSONValue?, _ event: JSONValue) {
    event.leaveOut(.duplicate)
    guard event["parent_tool_use_id"]?.text == nil else { return }
    if part?["type"]?.text == "message_start" { partialAnswer = "" }
    guard partialAnswer.utf8.count < Self.partialLimit else { return }
    partialAnswer += part?["delta"]?["text"]?.text ?? ""
  }

  // MARK: Entries

  /// Calls `body` with the reader of the current session.
  private mutating func reader(
    _ body: (inout ClaudeCodeReader) throws(ImportError) -> Void
  ) throws(ImportError) {
    if readers[session] == nil { sessions.append(session) }
    var reader = readers.removeValue(forKey: session) ?? newReader()
    defer { readers[session] = reader }
    try body(&reader)
  }

  private mutating func add(
    _ members: [(name: String, value: JSONValue?)], at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    var entry = members.compactMap { name, value in value.map { JSONValue.Member(name: name, value: $0) } }
    if !session.isEmpty { entry.append(.init(name: "sessionId", value: .string(session))) }
    try reader { reader throws(ImportError) in try reader.read(.object(entry), at: origin, &log) }
  }

  private mutating func addNotice(
    _ kind: String, _ words: String, of event: JSONValue, at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    try add(
      [
        ("type", .string("system")), ("subtype", .string(kind)), ("level", .string("notice")),
        ("content", .string(words)), ("uuid", event["uuid"]), ("timestamp", event["timestamp"]),
      ], at: origin, &log)
  }

  private func note(_ kind: String, at origin: Origin, _ log: inout DiagnosticLog) {
    log.append(
      Diagnostic(
        .note, "not-shown", "an event that reports the state of the run ('\(kind.prefix(60))') is left out",
        at: origin))
  }

  /// Shows a line that is not JSON as a card.
  mutating func readBroken(_ text: String, at origin: Origin) throws(ImportError) {
    try reader { reader throws(ImportError) in try reader.readBroken(text, at: origin) }
  }

  /// Appends an answer that was interrupted, and gives the conversations their titles.
  mutating func finish(at origin: Origin, _ log: inout DiagnosticLog) throws(ImportError) {
    if !partialAnswer.isBlank {
      log.append(
        Diagnostic(.note, "interrupted-answer", "the last answer ends before it was whole", at: origin))
      let message = JSONValue.object([.init(name: "content", value: .string(partialAnswer))])
      try add(
        [("type", .string("assistant")), ("message", message), ("uuid", .string("partial-\(session)"))],
        at: origin, &log)
    }
    for session in sessions { try readers[session]?.finish(&log) }
  }
}
