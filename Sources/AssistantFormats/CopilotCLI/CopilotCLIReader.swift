import ChatModel
import ImportKit

/// Reads the events of a session, which are in order.
struct CopilotCLIReader {
  private let conversion: Conversion
  private let name: String
  private let title: String?
  private var session: AgentSession?
  /// The title that an event gave the session.
  private var newTitle: String?
  private var model: String?
  /// Calls by their ids: the tool, and the message.
  private var calls: [String: (tool: String, message: String)] = [:]
  /// The last message of an agent, by its id or the call that began it.
  private var agentEnds: [String: String] = [:]
  /// The call that began an agent, by the agent's id.
  private var agentCalls: [String: String] = [:]
  private var agentNames: [String: String] = [:]
  /// The last thought, which an answer may repeat.
  private var thought = ""

  init(_ conversion: Conversion, name: String, title: String?) {
    (self.conversion, self.name, self.title) = (conversion, name, title)
  }

  private mutating func opened(_ id: String?) -> AgentSession {
    if let session { return session }
    let id = id ?? name
    let opened = AgentSession(
      conversion.conversation(id, title: title ?? id, order: .asGiven), agentName: "Copilot")
    session = opened
    return opened
  }

  mutating func addBroken(_ text: String, at origin: Origin) throws(ImportError) {
    var session = opened(nil)
    try session.add(
      [session.unknown("malformed", text)], id: "line-\(origin.line ?? origin.offset ?? 0)", at: nil)
    self.session = session
  }

  /// Gives the conversation its title.
  mutating func finish(at origin: Origin, _ log: inout DiagnosticLog) {
    guard let session else {
      return log.append(
        Diagnostic(.note, "empty-conversation", "the session has no messages; it is left out", at: origin))
    }
    if let title = newTitle ?? title ?? session.firstPrompt { session.builder.title = title }
  }

  // MARK: Events

  /// Kinds of events that repeat others, or report how the program works.
  private static let hiddenKinds: Set<String> = [
    "session.idle", "session.usage_info", "session.truncation", "session.resume", "session.shutdown",
    "session.compaction_start", "session.context_changed", "session.mode_changed", "session.plan_changed",
    "session.workspace_file_changed", "session.tools_updated", "session.background_tasks_changed",
    "session.skills_loaded", "session.custom_agents_updated", "session.mcp_servers_loaded",
    "session.mcp_server_status_changed", "session.extensions_loaded", "session.remote_steerable_changed",
    "assistant.turn_start", "assistant.turn_end", "assistant.usage", "assistant.intent",
    "assistant.streaming_delta", "tool.execution_progress", "pending_messages.modified", "system.message",
    "skill.invoked", "subagent.selected", "subagent.deselected", "commands.changed", "capabilities.changed",
  ]

  mutating func read(
    _ event: JSONValue, at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    let (kind, data) = (event["type"]?.text ?? "", event["data"] ?? .object([]))
    if event["ephemeral"]?.flag == true || kind.hasSuffix("_delta") || kind.hasSuffix("partial_result") {
      return event.leaveOut(.duplicate)
    }
    switch kind {
    case "session.start":
      model = data["selectedModel"]?.text
      _ = opened(data["sessionId"]?.text)
      data["context"]?.leaveOut(.settings)
    case "user.message": try readPrompt(data, event, at: origin)
    case "assistant.message": try readAnswer(data, event)
    case "assistant.reasoning":
      let text = data["content"]?.text ?? ""
      if !text.isBlank, text != thought { try add(event) { [$0.thinking(text)] } }
      thought = text
    case "tool.user_requested", "tool.execution_start":
      try readCall(data, event, isOfUser: kind != "tool.execution_start")
    case "tool.execution_complete": try readResult(data, event)
    case "subagent.started", "subagent.completed", "subagent.failed": try readAgent(kind, data, event)
    case "session.title_changed": newTitle = data["title"]?.text ?? newTitle
    case "session.model_change":
      model = data["newModel"]?.text ?? model
      let models = [data["previousModel"]?.text, data["newModel"]?.text].compactMap(\.self)
      try add(event) { [$0.event("modelChanged", models.joined(separator: " → "))] }
    case "session.compaction_complete":
      let summary = data["summaryContent"]?.text ?? ""
      try add(event) {
        [summary.isEmpty ? $0.event("contextCompacted") : $0.event("compactSummary", summary)]
      }
    case "session.error", "session.warning", "session.info", "session.handoff", "session.task_complete",
      "system.notification":
      let words = [data["message"], data["content"], data["summary"]].map { $0?.text }.firstWords
      let word = String(kind.split(separator: ".").last ?? "notice")
      try add(event) { words.isEmpty ? [] : [$0.event(word, words)] }
    case "abort": try add(event) { [$0.event("turnInterrupted", data["reason"]?.text ?? "")] }
    case "session.snapshot_rewind":
      try add(event) { [$0.event("rewound")] }
    case _
    where Self.hiddenKinds.contains(kind) || kind.hasPrefix("hook.") || kind.hasPrefix("permission.")
      || kind.contains("_requested") || kind.contains(".completed") || kind.hasPrefix("external_tool."):
      // The account has the others.
      let hasWords = kind == "system.message" || kind == "skill.invoked" || kind.hasPrefix("hook.")
      event.leaveOut(hasWords ? .machineText : .bookkeeping)
      if hasWords {
        log.append(
          Diagnostic(
            .note, "not-shown", "an event that Copilot does not show ('\(kind.prefix(60))') is left out",
            at: origin))
      }
    default:
      log.append(
        Diagnostic(
          .loss, "unknown-kind", "an event has the unknown kind '\(kind.prefix(60))'; it is shown as a card",
          at: origin))
      try add(event) { [$0.unknown(kind, String(event.json.prefix(4_000)))] }
    }
  }

  // MARK: Messages

  private mutating func readPrompt(
    _ data: JSONValue, _ event: JSONValue, at origin: Origin
  ) throws(ImportError) {
    let text = data["content"]?.text ?? ""
    // The prompt as it was sent to the model, with the time and reminders.
    data["transformedContent"]?.leaveOut(.machineText)
    var files: [Attachment] = []
    for file in data["attachments"]?.elements ?? [] {
      if let bytes = file["data"]?.text {
        files.append(
          try InlineFile.attachment(
            base64: bytes, type: file["mimeType"]?.text, name: file["displayName"]?.text,
            files: conversion.extractedFiles))
        continue
      }
      let name = [file["displayName"], file["path"], file["filePath"], file["title"], file["url"]].map {
        $0?.text
      }.firstWords
      files.append(.absent(named: name.isEmpty ? nil : name))
    }
    let source = data["source"]?.text ?? ""
    let isOfProgram = source == "system" || source.hasPrefix("skill-") || source.hasPrefix("command-")
    try add(event) { session in
      if isOfProgram { return [session.result(source, text)] }
      return text.isBlank && files.isEmpty ? [] : [session.prompt(text, files)]
    }
  }

  private mutating func readAnswer(_ data: JSONValue, _ event: JSONValue) throws(ImportError) {
    let (text, thought) = (data["content"]?.text ?? "", data["reasoningText"]?.text ?? "")
    for secret in ["reasoningOpaque", "encryptedContent"] { data[secret]?.leaveOut(.token) }
    let model = data["model"]?.text ?? model
    let isKnown = thought == self.thought
    self.thought = thought
    var requests: [(id: String, name: String, input: String)] = []
    for request in data["toolRequests"]?.elements ?? [] {
      requests.append(
        (
          request["toolCallId"]?.text ?? "", request["name"]?.text ?? "tool",
          ToolText.text(ofArguments: request["arguments"])
        ))
    }
    let added = try add(event) { session in
      var pieces: [AgentSession.Piece] = []
      if !thought.isBlank, !isKnown { pieces.append(session.thinking(thought)) }
      if !text.isBlank { pieces.append(session.answer(text, model: model)) }
      return AgentSession.folded(pieces) + requests.map { session.call($0.name, $0.input) }
    }
    for (index, request) in requests.enumerated() where index < added.count {
      let piece = added[added.count - requests.count + index]
      calls[request.id] = (request.name, piece)
    }
  }

  private mutating func readCall(
    _ data: JSONValue, _ event: JSONValue, isOfUser: Bool
  ) throws(ImportError) {
    let id = data["toolCallId"]?.text ?? ""
    guard calls[id] == nil else {
      data["arguments"]?.leaveOut(.duplicate)
      return
    }
    let name = data["toolName"]?.text ?? "tool"
    let input = ToolText.text(ofArguments: data["arguments"])
    let added = try add(event) { [$0.call(name, input, by: isOfUser ? $0.user : nil)] }
    if let message = added.last { calls[id] = (name, message) }
  }

  private mutating func readResult(_ data: JSONValue, _ event: JSONValue) throws(ImportError) {
    let id = data["toolCallId"]?.text ?? ""
    let (result, error) = (data["result"], data["error"])
    var text = result?.text ?? result?["content"]?.text ?? ""
    // For people: the whole of it, such as the change of a file.
    if let details = result?["detailedContent"] {
      if AssistantWords.isKnown(details.unreadText ?? "", in: text) {
        details.leaveOut(.duplicate)
      } else {
        text = [text, details.text ?? ""].filter { !$0.isBlank }.joined(separator: "\n\n")
      }
    }
    var files: [Attachment] = []
    for block in result?["contents"]?.elements ?? [] {
      if let bytes = block["data"]?.text {
        files.append(
          try InlineFile.attachment(
            base64: bytes, type: block["mimeType"]?.text, files: conversion.extractedFiles))
      } else if let words = block["text"]?.unreadText, AssistantWords.isKnown(words, in: text) {
        block.leaveOut(.duplicate)
      } else {
        let words = block["text"]?.text ?? ToolText.text(ofInput: block)
        text = [text, words].filter { !$0.isBlank }.joined(separator: "\n\n")
      }
    }
    let words = [error?.text, error?["message"]?.text].firstWords
    text = [text, words].filter { !$0.isBlank }.joined(separator: "\n\n")
    let hasFailed = data["success"]?.flag == false || error != nil
    let tool = calls[id]?.tool ?? data["toolName"]?.text
    try add(event) { session in
      var pieces = text.isEmpty && !files.isEmpty ? [] : [session.result(tool, text, isError: hasFailed)]
      if !files.isEmpty { pieces.append(session.pictures(files, role: "tool")) }
      return pieces
    }
  }

  /// Notes the call that began an agent. What went wrong is shown.
  private mutating func readAgent(_ kind: String, _ data: JSONValue, _ event: JSONValue) throws(ImportError) {
    let call = data["toolCallId"]?.text ?? ""
    let name = data["agentDisplayName"]?.text ?? data["agentName"]?.text
    if let agent = event["agentId"]?.text { agentCalls[agent] = call }
    agentNames[call] = name
    data["agentDescription"]?.leaveOut(.machineText)
    guard kind == "subagent.failed" else { return }
    let words = [name, data["error"]?.text].compactMap(\.self).joined(separator: ": ")
    try add(
      .object([
        .init(name: "id", value: event["id"] ?? .null),
        .init(name: "timestamp", value: event["timestamp"] ?? .null),
      ])
    ) {
      [$0.event("error", words)]
    }
  }

  /// Appends the pieces of an event, and returns the ids of their messages. An agent's follow the call that began it.
  @discardableResult
  private mutating func add(
    _ event: JSONValue, _ pieces: (inout AgentSession) -> [AgentSession.Piece]
  ) throws(ImportError) -> [String] {
    var session = opened(nil)
    var parts = pieces(&session)
    let id = event["id"]?.text ?? "event-\(session.builder.count + 1)"
    let instant = conversion.instant(in: event["timestamp"])
    let agent = event["agentId"]?.text
    let call = event["data"]?["parentToolCallId"]?.text ?? agent.flatMap { agentCalls[$0] } ?? agent
    guard let call else {
      try session.add(parts, id: id, at: instant)
      self.session = session
      return Self.ids(id, parts.count)
    }
    let end = session.last
    session.branch(at: agentEnds[call] ?? calls[call]?.message ?? end)
    session.setAside(&parts, name: agentNames[call])
    if !parts.isEmpty { agentEnds[call] = try session.add(parts, id: id, at: instant) }
    session.branch(at: end)
    self.session = session
    return Self.ids(id, parts.count)
  }

  /// The ids of the messages of an event with so many pieces.
  private static func ids(_ id: String, _ count: Int) -> [String] {
    (0..<count).map { AgentSession.id(ofPiece: $0, of: count, in: id) }
  }
}
