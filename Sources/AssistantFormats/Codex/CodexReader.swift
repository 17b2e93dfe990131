import ChatModel
import ImportKit

/// Reads the records of a session of Codex.
///
/// Events and completed items repeat response items, for the program's own screen. They are read if no response item has
/// their words.
struct CodexReader {
  let conversion: Conversion
  private let thread: CodexThread
  private let links: CodexLinks
  var digest: CodexDigest
  private var session: AgentSession?
  /// The key of the conversation.
  private var key = ""
  var model: String?
  /// The number of records so far.
  private var number = 0
  /// The calls without a result so far, by their ids: the tool and the message.
  private var calls: [String: (name: String, message: String)] = [:]
  /// The plans that are shown, because an answer and an event may repeat one, in either order.
  private var plans: Set<String> = []
  /// The ids of calls that are shown because only events have them.
  var told: Set<String> = []
  /// The ids of calls that both events and response items have.
  var repeated: Set<String> = []
  /// The hashes of the texts so far, if a compaction names the messages that it kept.
  private var texts: Set<UInt64> = []
  /// The id of the message that was added last, without the number of a part of its record, and the number of these parts.
  private var lastID = (record: "", parts: 0)
  private var title: String?

  /// True if the messages are an agent's in the conversation of the session that called it.
  private var isAside: Bool { thread.parent.flatMap { links.keys[$0] } != nil }

  init(_ conversion: Conversion, _ thread: CodexThread, _ digest: CodexDigest, _ links: CodexLinks) {
    (self.conversion, self.thread, self.digest, self.links) = (conversion, thread, digest, links)
  }

  mutating func read(
    _ line: JSONValue, at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    defer { number += 1 }
    defer { if digest.hasReplacements { line.forEachText { _, hash in texts.insert(hash) } } }
    // Everything before is copied from another session.
    guard number == 0 || number >= digest.firstOwn else {
      return line.leaveOutTexts(in: digest.copiedTexts)
    }
    guard let payload = line["payload"] else {
      // The first version: entries without an envelope.
      if line["type"] == nil, line["instructions"] != nil || line["id"] != nil && line["role"] == nil {
        return begin(line)
      }
      return try readItem(line, line, at: origin, &log)
    }
    switch line["type"]?.text {
    case "session_meta":
      if number == 0, payload["base_instructions"] != nil || payload["instructions"] != nil {
        Self.note("instructions", at: origin, &log)
      }
      begin(payload)
    case "turn_context": model = payload["model"]?.text ?? model
    case "response_item": try readItem(payload, line, at: origin, &log)
    case "event_msg": try readEvent(payload, line, at: origin, &log)
    case "realtime_item": try readRealtime(payload, line, at: origin, &log)
    case "compacted":
      let text = payload["message"]?.text ?? ""
      try add(line, at: origin) { [$0.event(text.isEmpty ? "contextCompacted" : "compacted", text)] }
      leaveOutKnown(payload["replacement_history"], beside: text)
    case "inter_agent_communication": try readAgentMessage(payload, line, at: origin, &log)
    case "world_state", "inter_agent_communication_metadata", "token_usage_record", "security_risk_score":
      Self.note("state", at: origin, &log)
    case let type:
      try addUnknown(type ?? "entry", payload, line, at: origin, &log)
    }
  }

  /// Leaves out the messages kept by a compaction if they are shown above, and Codex's additions to prompts.
  private mutating func leaveOutKnown(_ messages: JSONValue?, beside summary: String) {
    guard let messages else { return }
    texts.insert(summary.wordsHash)
    messages.leaveOutTexts(in: texts)
    for message in messages.elements {
      guard let role = message["role"]?.text, role != "assistant" else { continue }
      message["content"]?.forEachText { text, _ in
        let context = CodexContext(text.unreadText ?? "")
        if role != "user" || context.words.isBlank && context.injected.isEmpty { text.leaveOut(.machineText) }
      }
    }
  }

  /// Shows a line that is not JSON as a card.
  mutating func readBroken(_ text: String, at origin: Origin) throws(ImportError) {
    number += 1
    try add(.object([]), at: origin) { [$0.unknown("malformed", text)] }
  }

  private mutating func begin(_ meta: JSONValue) {
    guard session == nil else { return }
    let id = meta["id"]?.text ?? thread.id
    key = thread.parent.flatMap { links.keys[$0] } ?? id
    let shown = id == thread.path ? thread.stem : id
    session = AgentSession(conversion.conversation(key, id: shown, title: shown), agentName: "Codex")
    if links.keys[id] == nil { links.keys[id] = key }
  }

  /// Gives the conversation its title.
  func finish(in file: JSONFile, _ log: inout DiagnosticLog) {
    if digest.copies > 0 {
      let source = thread.source.map { links.titles[$0] ?? $0 } ?? ""
      log.append(
        Diagnostic(
          .note, "copied-entries",
          "\(digest.copies) records are those of the session '\(source)'; they are shown there",
          at: Origin(file: thread.path)))
    }
    guard let session, !isAside else { return }
    if title == nil, let agent = thread.agentTitle {
      session.builder.title = "Agent: \(agent)"
      session.builder.titleStandIn = .agent(agent)
    } else if let title = title ?? session.firstPrompt {
      session.builder.title = title
    }
    links.titles[thread.id] = session.builder.title
  }

  mutating func add(
    _ line: JSONValue, at origin: Origin, _ pieces: (inout AgentSession) -> [AgentSession.Piece]
  ) throws(ImportError) {
    if session == nil { begin(.object([])) }
    guard var session else { return }
    let instant = line["timestamp"]?.text.flatMap { Timestamp($0) }.map(conversion.instant)
    if session.last == nil {
      if isAside {
        session.branch(at: call(of: thread) ?? links.roots[key])
      } else if digest.copies > 0, let source = thread.source {
        let title = links.titles[source] ?? source
        try session.addLate(
          [session.event("sessionContinued", title)], id: "origin", at: instant)
      }
    }
    var parts = pieces(&session)
    if isAside { session.setAside(&parts, name: thread.agentName) }
    let record = messageID(origin)
    lastID = (record, lastID.record == record ? lastID.parts + 1 : 1)
    let id = lastID.parts == 1 ? record : "\(record)-\(lastID.parts)"
    try session.add(parts, id: id, at: instant)
    if links.roots[key] == nil { links.roots[key] = session.last }
    self.session = session
  }

  /// Returns the id of the message that called an agent, or nil.
  private func call(of agent: CodexThread) -> String? {
    let task = agent.agentPath?.split(separator: "/").last.map { "task:\($0)" }
    let prompt = digest.firstPrompt.map { "prompt:\($0.prefix(500))" }
    return [agent.id, agent.agentPath, task, prompt].compactMap(\.self).compactMap {
      links.calls["\(key)/\($0)"]
    }
    .first
  }

  private func messageID(_ origin: Origin) -> String {
    let id = origin.line.map { "line-\($0)" } ?? "record-\(number + 1)"
    return isAside ? "\(thread.id)-\(id)" : id
  }

  mutating func addUnknown(
    _ kind: String, _ value: JSONValue, _ line: JSONValue, at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    log.append(
      Diagnostic(
        .loss, "unknown-kind", "an entry has the unknown kind '\(kind)'; it is shown as a card", at: origin))
    try add(line, at: origin) { [$0.unknown(kind, String(value.json.prefix(4_000)))] }
  }

  /// Notes an entry that is left out.
  static func note(_ kind: String, at origin: Origin, _ log: inout DiagnosticLog) {
    log.append(
      Diagnostic(
        .note, "not-shown", "an entry that Codex itself does not show ('\(kind)') is left out", at: origin))
  }

  /// Names the conversation.
  mutating func rename(_ name: String) { if !name.isBlank { title = name } }

  /// Notes the call of an agent by the name, id or task that the agent's session has for itself.
  mutating func noteAgent(_ name: String, calledBy message: String) {
    links.calls["\(key)/\(name)"] = message
  }

  /// Returns the message of a call without a result so far, or nil.
  func message(ofCall id: String) -> String? { calls[id]?.message }

  // MARK: Items

  /// The kind of an item that does not name it.
  static func kind(of item: JSONValue) -> String? {
    if item["role"] != nil, item["content"] != nil { return "message" }
    if item["call_id"] != nil, item["output"] != nil { return "function_call_output" }
    if item["name"] != nil, item["arguments"] != nil || item["input"] != nil { return "function_call" }
    return item["summary"]?.isArray == true ? "reasoning" : nil
  }

  private mutating func readItem(
    _ item: JSONValue, _ line: JSONValue, at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    switch item["type"]?.text ?? Self.kind(of: item) {
    case "message": try readMessage(item, line, at: origin, &log)
    case "reasoning":
      let parts = (item["summary"]?.elements ?? []) + (item["content"]?.elements ?? [])
      let text = parts.compactMap { $0["text"]?.text }.joined(separator: "\n\n")
      if !text.isBlank { try add(line, at: origin) { [$0.thinking(text)] } }
    case "function_call", "custom_tool_call", "local_shell_call", "web_search_call", "tool_search_call":
      try readCall(item, line, at: origin)
    case "function_call_output", "custom_tool_call_output", "tool_search_output", "local_shell_call_output":
      try readOutput(item, line, at: origin)
    case "agent_message": try readAgentMessage(item, line, at: origin, &log)
    case "image_generation_call": try readDrawing(item, line, at: origin)
    case "ghost_snapshot", "compaction", "compaction_summary", "compaction_trigger", "context_compaction",
      "additional_tools", "configuration_update":
      Self.note(item["type"]?.text ?? "", at: origin, &log)
    case nil where item["record_type"] != nil: Self.note("state", at: origin, &log)
    case let type: try addUnknown(type ?? "entry", item, line, at: origin, &log)
    }
  }

  private mutating func readAgentMessage(
    _ item: JSONValue, _ line: JSONValue, at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    let texts = CodexDigest.texts(of: item["content"] ?? item["message"] ?? item["text"] ?? .null)
    guard !texts.isEmpty else { return Self.note("encrypted message", at: origin, &log) }
    let author = item["author"]?.text ?? item["sender"]?.text
    try add(line, at: origin) { [$0.result(author, texts.joined(separator: "\n"))] }
  }

  private mutating func readMessage(
    _ item: JSONValue, _ line: JSONValue, at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    let role = item["role"]?.text ?? "assistant"
    guard role == "user" || role == "assistant" else { return Self.note(role, at: origin, &log) }
    var (texts, files, others) = ([String](), [Attachment](), [JSONValue]())
    let content = item["content"] ?? .null
    for part in content.isArray ? content.elements : [content] {
      if let text = part.text ?? part["text"]?.text ?? part["refusal"]?.text {
        texts.append(text)
      } else if let file = try file(in: part) {
        files.append(file)
      } else if part != .null {
        others.append(part)
      }
    }
    if role == "user" {
      try addPrompt(texts, files, line, at: origin, &log)
    } else {
      let text = texts.map { answer($0) }.joined(separator: "\n\n")
      let model = model
      if !text.isBlank || !files.isEmpty {
        try add(line, at: origin) { session in
          (text.isBlank ? [] : [session.answer(text, model: model)])
            + (files.isEmpty ? [] : [session.pictures(files, role: role)])
        }
      }
    }
    for other in others { try addUnknown(other["type"]?.text ?? "part", other, line, at: origin, &log) }
  }

  /// Adds the user's words, and others' words in the user's name.
  mutating func addPrompt(
    _ texts: [String], _ files: [Attachment], _ line: JSONValue, at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    var (words, injected) = ([String](), [(name: String, text: String)]())
    for text in texts where !CodexContext.isPictureTag(text) {
      let context = CodexContext(text)
      for kind in context.hidden { Self.note(kind, at: origin, &log) }
      injected += context.injected
      if !context.words.isBlank { words.append(context.words) }
    }
    let text = words.joined(separator: "\n\n")
    let command = files.isEmpty ? CodexContext.shellCommand(text) : nil
    guard !text.isBlank || !files.isEmpty || !injected.isEmpty else { return }
    try add(line, at: origin) { session in
      var pieces = injected.map { session.result($0.name, $0.text) }
      if let command {
        pieces.append(session.call("shell", command.input, by: session.user))
        if !command.output.isEmpty {
          let hasFailed = ToolOutcome.hasFailureCode(inHeadOf: command.output)
          pieces.append(session.result("shell", command.output, isError: hasFailed, of: session.user))
        }
      } else if !text.isBlank || !files.isEmpty {
        pieces.append(session.prompt(text, files))
      }
      return pieces
    }
  }

  /// Returns the text of an answer without the tags around plans, and without plans that are shown.
  mutating func answer(_ text: String) -> String {
    let (open, close) = ("<proposed_plan>", "</proposed_plan>")
    var (answer, rest) = ("", text[...])
    while let start = rest.range(of: open), let end = rest[start.upperBound...].range(of: close) {
      let plan = String(rest[start.upperBound..<end.lowerBound]).trimmingSpaces
      answer += rest[..<start.lowerBound]
      if plans.insert(plan).inserted { answer += plan }
      rest = rest[end.upperBound...]
    }
    return answer + rest
  }

  /// True if a plan was not shown before.
  mutating func isNew(plan: String) -> Bool { plans.insert(plan).inserted }

  /// Returns the text of an answer without the elements that events lack.
  static func withoutTags(_ text: String) -> String {
    var text = text
    for name in ["oai-mem-citation", "proposed_plan"] {
      var (plain, rest) = ("", text[...])
      while let start = rest.range(of: "<\(name)>"),
        let end = rest[start.upperBound...].range(of: "</\(name)>")
      {
        plain += rest[..<start.lowerBound]
        rest = rest[end.upperBound...]
      }
      text = plain + rest
    }
    return text
  }

  /// Returns the file in a part of a message, or nil for other parts.
  func file(in part: JSONValue) throws(ImportError) -> Attachment? {
    if let address = part["image_url"]?.text ?? part["image_url"]?["url"]?.text ?? part["audio_url"]?.text {
      return try picture(address)
    }
    if let name = part["path"]?.text ?? part["filename"]?.text, part["type"]?.text != "mention" {
      if let data = part["file_data"]?.text { return try named(try picture(data), name) }
      return missing(name)
    }
    return nil
  }

  private func named(_ file: Attachment, _ name: String) throws(ImportError) -> Attachment {
    var file = file
    file.name = name
    return file
  }

  /// Returns a file that is not in the session.
  func missing(_ name: String) -> Attachment {
    let last = name.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? name
    var missing = Attachment(kind: Attachment.Kind(ofFileNamed: last), name: String(last.prefix(200)))
    missing.absence = .unavailable
    return missing
  }

  func picture(_ address: String) throws(ImportError) -> Attachment {
    if let picture = try InlineFile.attachment(dataURL: address, files: conversion.extractedFiles) {
      return picture
    }
    var missing = Attachment(kind: .image, name: String(address.prefix(200)))
    missing.absence = .unavailable
    return missing
  }

  /// Reads a picture that the model drew, and its prompt.
  mutating func readDrawing(
    _ item: JSONValue, _ line: JSONValue, at origin: Origin
  ) throws(ImportError) {
    var picture = try InlineFile.attachment(
      base64: item["result"]?.text ?? "", type: "image/png", files: conversion.extractedFiles)
    picture.alt = item["revised_prompt"]?.text
    try add(line, at: origin) { [$0.pictures([picture], role: "assistant")] }
  }

  // MARK: Tools

  /// Returns the input of a call; arguments are JSON as a text.
  static func input(of item: JSONValue) -> JSONValue {
    guard let arguments = item["arguments"]?.text else {
      return item["input"] ?? item["action"] ?? item["arguments"] ?? .string("")
    }
    return item["arguments"]?.parsedText(isLenient: true) ?? .string(arguments)
  }

  private mutating func readCall(
    _ item: JSONValue, _ line: JSONValue, at origin: Origin
  ) throws(ImportError) {
    var name = item["name"]?.text ?? ""
    switch item["type"]?.text {
    case "local_shell_call": name = "shell"
    case "web_search_call": name = "web_search"
    case "tool_search_call": name = "tool_search"
    default: break
    }
    try addCall(name, Self.input(of: item), id: item["call_id"]?.text, line, at: origin)
  }

  /// Adds the call of a tool.
  mutating func addCall(
    _ name: String, _ input: JSONValue, id: String?, _ line: JSONValue, at origin: Origin
  ) throws(ImportError) {
    try add(line, at: origin) { [$0.call(name, ToolText.text(ofInput: input))] }
    guard let message = session?.last else { return }
    if let id { calls[id] = (name, message) }
    guard name.hasSuffix("spawn_agent") else { return }
    if let task = input["task_name"]?.text { noteAgent("task:\(task)", calledBy: message) }
    let items = input["items"]?.elements.compactMap { $0["text"]?.text }.joined() ?? ""
    if let prompt = input["message"]?.text ?? input["prompt"]?.text ?? (items.isEmpty ? nil : items) {
      noteAgent("prompt:\(prompt.prefix(500))", calledBy: message)
    }
  }

  private mutating func readOutput(
    _ item: JSONValue, _ line: JSONValue, at origin: Origin
  ) throws(ImportError) {
    let call = item["call_id"]?.text.flatMap { calls.removeValue(forKey: $0) }
    var output = item["output"] ?? item["tools"] ?? .string("")
    var hasFlag = false
    // Some tools answer in JSON, as text.
    if output.text?.hasPrefix("{") == true, let value = output.parsedText(isLenient: true) {
      if let call, call.name.hasSuffix("spawn_agent") {
        for name in value.members.compactMap({ $0.value.text }) { noteAgent(name, calledBy: call.message) }
      }
      hasFlag = value["content"] != nil && ToolOutcome.hasErrorFlag(value)
      if value["output"]?.text != nil { output = value } else { value.markAllRead() }
    }
    var pictures: [Attachment] = []
    for part in output.elements {
      if let address = part["image_url"]?.text { pictures.append(try picture(address)) }
    }
    let parts = output.elements.compactMap { $0["text"]?.text }
    let text =
      output.text ?? output["output"]?.text ?? output["content"]?.text ?? output["text"]?.text
      ?? (parts.isEmpty && pictures.isEmpty ? output.json : parts.joined(separator: "\n"))
    let id = item["call_id"]?.text
    let isError =
      hasFlag || ToolOutcome.hasFailed(item) || ToolOutcome.hasFailed(output)
      || ToolOutcome.hasFailureCode(inHeadOf: text) || id.map { digest.hasFailed($0) } ?? false
    try add(line, at: origin) { session in
      (text.isEmpty && !pictures.isEmpty ? [] : [session.result(call?.name, text, isError: isError)])
        + (pictures.isEmpty ? [] : [session.pictures(pictures, role: "tool")])
    }
  }
}
