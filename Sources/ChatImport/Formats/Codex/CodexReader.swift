import ChatModel

/// Reads the entries of a session of Codex.
///
/// `event_msg` entries repeat what `response_item` entries say, for the program's own screen. So only the latter are read, and of the
/// events those that nothing repeats.
struct CodexReader {
  private let conversion: Conversion
  private let fileName: String
  private var session: AgentSession?
  private var model: String?
  /// The names of the tools whose results have not come, by the id of the call.
  private var calls: [String: String] = [:]
  /// The plans that are shown: an answer and an event may tell the same one, in either order.
  private var plans: Set<String> = []

  init(_ conversion: Conversion, name: String) { (self.conversion, fileName) = (conversion, name) }

  mutating func read(
    _ line: JSONValue, at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    guard let payload = line["payload"] else {
      // The first version: entries without an envelope.
      if line["type"] == nil, line["instructions"] != nil || line["id"] != nil {
        return begin(line)
      }
      return try readItem(line, line, at: origin, &log)
    }
    switch line["type"]?.text {
    case "session_meta": begin(payload)
    case "turn_context": model = payload["model"]?.text ?? model
    case "response_item": try readItem(payload, line, at: origin, &log)
    case "event_msg": try readEvent(payload, line, at: origin, &log)
    case "compacted":
      let text = payload["message"]?.text ?? ""
      try add(line, at: origin) { [$0.event(text.isEmpty ? "contextCompacted" : "compacted", text)] }
    case "world_state", "inter_agent_communication_metadata": Self.note("state", at: origin, &log)
    case let type:
      try addUnknown(type ?? "entry", payload, line, at: origin, &log)
    }
  }

  /// Shows a line that is no JSON as a card.
  mutating func readBroken(_ text: String, at origin: Origin) throws(ImportError) {
    try add(.object([]), at: origin) { [$0.unknown("malformed", text)] }
  }

  private mutating func begin(_ meta: JSONValue) {
    guard session == nil else { return }
    let id = meta["id"]?.text ?? fileName
    session = AgentSession(conversion.conversation(id, title: id), agentName: "Codex")
  }

  /// Gives the conversation its title.
  func finish() {
    if let session, let title = session.firstPrompt { session.builder.title = title }
  }

  private mutating func add(
    _ line: JSONValue, at origin: Origin, _ pieces: (inout AgentSession) -> [AgentSession.Piece]
  ) throws(ImportError) {
    if session == nil { begin(.object([])) }
    guard var session else { return }
    let instant = line["timestamp"]?.text.flatMap { Timestamp($0) }.map(conversion.instant)
    try session.add(pieces(&session), id: "line-\(origin.line ?? 0)", at: instant)
    self.session = session
  }

  private mutating func addUnknown(
    _ kind: String, _ value: JSONValue, _ line: JSONValue, at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    log.append(
      Diagnostic(
        .loss, "unknown-kind", "an entry has the unknown kind '\(kind)'; it is shown as a card", at: origin))
    try add(line, at: origin) { [$0.unknown(kind, String(value.json.prefix(4_000)))] }
  }

  // MARK: Items

  private mutating func readItem(
    _ item: JSONValue, _ line: JSONValue, at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    switch item["type"]?.text {
    case "message": try readMessage(item, line, at: origin, &log)
    case "reasoning":
      let parts = (item["summary"]?.elements ?? []) + (item["content"]?.elements ?? [])
      let text = parts.compactMap { $0["text"]?.text }.joined(separator: "\n\n")
      if !text.isBlank { try add(line, at: origin) { [$0.thinking(text)] } }
    case "function_call", "custom_tool_call", "local_shell_call", "web_search_call", "tool_search_call":
      try readCall(item, line, at: origin)
    case "function_call_output", "custom_tool_call_output", "tool_search_output":
      try readOutput(item, line, at: origin)
    case "agent_message":
      let texts = (item["content"]?.elements ?? []).compactMap { $0["text"]?.text }
      guard !texts.isEmpty else { return Self.note("encrypted message", at: origin, &log) }
      let author = item["author"]?.text
      try add(line, at: origin) { [$0.result(author, texts.joined(separator: "\n"))] }
    case "image_generation_call": try readDrawing(item, line, at: origin)
    case "ghost_snapshot", "compaction", "compaction_summary", "compaction_trigger", "context_compaction",
      "additional_tools", "configuration_update":
      Self.note(item["type"]?.text ?? "", at: origin, &log)
    case nil where item["record_type"] != nil: Self.note("state", at: origin, &log)
    case let type: try addUnknown(type ?? "entry", item, line, at: origin, &log)
    }
  }

  /// Notes an entry that is left out.
  private static func note(_ kind: String, at origin: Origin, _ log: inout DiagnosticLog) {
    log.append(
      Diagnostic(
        .note, "not-shown", "an entry that Codex itself does not show ('\(kind)') is left out", at: origin))
  }

  private mutating func readMessage(
    _ item: JSONValue, _ line: JSONValue, at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    let role = item["role"]?.text ?? "assistant"
    guard role == "user" || role == "assistant" else { return Self.note(role, at: origin, &log) }
    var (texts, pictures) = ([String](), [Attachment]())
    for part in item["content"]?.elements ?? [] {
      if let text = part["text"]?.text ?? part["refusal"]?.text {
        if role == "user", Self.isContext(text) {
          Self.note("context", at: origin, &log)
        } else if role == "user", Self.isPictureTag(text) {
          continue
        } else {
          texts.append(role == "user" ? Self.request(in: text) : answer(text))
        }
      } else if let address = part["image_url"]?.text ?? part["image_url"]?["url"]?.text {
        pictures.append(try picture(address))
      }
    }
    if let text = item["content"]?.text { texts.append(text) }
    let text = texts.joined(separator: "\n\n")
    guard !text.isBlank || !pictures.isEmpty else { return }
    let model = model
    if role == "user", pictures.isEmpty, let command = Self.shellCommand(text) {
      return try add(line, at: origin) { session in
        [session.call("shell", command.input, by: session.user)]
          + (command.output.isEmpty ? [] : [session.result("shell", command.output, of: session.user)])
      }
    }
    try add(line, at: origin) { session in
      if role == "user" { return [session.prompt(text, pictures)] }
      let answer = text.isBlank ? [] : [session.answer(text, model: model)]
      return answer + (pictures.isEmpty ? [] : [session.pictures(pictures, role: role)])
    }
  }

  /// Returns the text of an answer without the tags around plans, and without plans that are shown.
  private mutating func answer(_ text: String) -> String {
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

  private func picture(_ address: String) throws(ImportError) -> Attachment {
    if let picture = try InlineFile.attachment(dataURL: address, files: conversion.extractedFiles) {
      return picture
    }
    var missing = Attachment(kind: .image, name: String(address.prefix(200)))
    missing.absence = .unavailable
    return missing
  }

  /// Indicates whether a text in the user's name is none of theirs: Codex adds the project's instructions and facts.
  private static func isContext(_ text: String) -> Bool {
    let start = text.trimmingSpaces.prefix(40)
    return [
      "<environment_context>", "<user_instructions>", "# AGENTS.md instructions",
      "<permissions instructions>",
      "<turn_aborted>", "<skill>", "<INSTRUCTIONS>", "<subagent_notification>",
    ].contains { start.hasPrefix($0) }
  }

  /// Indicates whether a text is one of the tags that Codex puts around a picture.
  private static func isPictureTag(_ text: String) -> Bool {
    let text = text.trimmingSpaces
    return text == "</image>" || text.hasPrefix("<image") && text.hasSuffix(">") && text.count < 200
  }

  /// Returns what somebody wrote in an editor, without what the editor adds about open files.
  private static func request(in text: String) -> String {
    guard text.hasPrefix("# Context from my IDE setup:"),
      let request = text.range(of: "## My request for Codex:")
    else { return text }
    return String(text[request.upperBound...]).trimmingSpaces
  }

  /// Returns a command that somebody gave to the shell and what it printed, or nil for other texts.
  private static func shellCommand(_ text: String) -> (input: String, output: String)? {
    guard text.hasPrefix("<user_shell_command>"), let input = inside(of: "command", in: text) else {
      return nil
    }
    return (input, inside(of: "result", in: text) ?? "")
  }

  private static func inside(of tag: String, in text: String) -> String? {
    guard let open = text.range(of: "<\(tag)>"), let close = text[open.upperBound...].range(of: "</\(tag)>")
    else { return nil }
    return String(text[open.upperBound..<close.lowerBound]).trimmingSpaces
  }

  /// Reads a picture that the model drew, and the words that it was drawn from.
  private mutating func readDrawing(
    _ item: JSONValue, _ line: JSONValue, at origin: Origin
  ) throws(ImportError) {
    var picture = try InlineFile.attachment(
      base64: item["result"]?.text ?? "", type: "image/png", files: conversion.extractedFiles)
    picture.alt = item["revised_prompt"]?.text
    try add(line, at: origin) { [$0.pictures([picture], role: "assistant")] }
  }

  private mutating func readCall(
    _ item: JSONValue, _ line: JSONValue, at origin: Origin
  ) throws(ImportError) {
    var name = item["name"]?.text ?? ""
    var input = item["input"] ?? item["action"] ?? item["arguments"] ?? .string("")
    if let arguments = item["arguments"]?.text {
      let bytes = InputBytes(Array(arguments.utf8))
      var reader = JSONReader(bytes, isLenient: true)
      input = (try? reader.readValue()) ?? .string(arguments)
    }
    switch item["type"]?.text {
    case "local_shell_call": name = "shell"
    case "web_search_call": name = "web_search"
    case "tool_search_call": name = "tool_search"
    default: break
    }
    if let id = item["call_id"]?.text { calls[id] = name }
    try add(line, at: origin) { [$0.call(name, ToolText.text(ofInput: input))] }
  }

  private mutating func readOutput(
    _ item: JSONValue, _ line: JSONValue, at origin: Origin
  ) throws(ImportError) {
    let name = item["call_id"]?.text.flatMap { calls.removeValue(forKey: $0) }
    var output = item["output"] ?? item["tools"] ?? .string("")
    // Some tools answer in JSON, as text.
    if let text = output.text, text.hasPrefix("{") {
      let bytes = InputBytes(Array(text.utf8))
      var reader = JSONReader(bytes, isLenient: true)
      if let value = try? reader.readValue(), value["output"]?.text != nil { output = value }
    }
    var pictures: [Attachment] = []
    for part in output.elements {
      if let address = part["image_url"]?.text { pictures.append(try picture(address)) }
    }
    let parts = output.elements.compactMap { $0["text"]?.text }
    let text =
      output.text ?? output["output"]?.text ?? output["content"]?.text ?? output["text"]?.text
      ?? (parts.isEmpty && pictures.isEmpty ? output.json : parts.joined(separator: "\n"))
    let code = output["metadata"]?["exit_code"]?.integer ?? 0
    let isError = code != 0 || output["success"]?.flag == false
    try add(line, at: origin) { session in
      (text.isEmpty && !pictures.isEmpty ? [] : [session.result(name, text, isError: isError)])
        + (pictures.isEmpty ? [] : [session.pictures(pictures, role: "tool")])
    }
  }

  // MARK: Events

  private mutating func readEvent(
    _ event: JSONValue, _ line: JSONValue, at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    switch event["type"]?.text {
    case "turn_aborted":
      let reason = event["reason"]?.text ?? "interrupted"
      try add(line, at: origin) { [$0.event("turnEnded", reason)] }
    case "thread_rolled_back":
      let turns = event["num_turns"]?.integer ?? 1
      var facts = EventFacts()
      facts.count = Int(clamping: turns)
      try add(line, at: origin) { [$0.event("wentBack", facts: facts)] }
    case "item_completed" where event["item"]?["type"]?.text == "Plan":
      let plan = event["item"]?["text"]?.text?.trimmingSpaces ?? ""
      guard !plan.isEmpty, plans.insert(plan).inserted else { return }
      let model = model
      try add(line, at: origin) { [$0.answer(plan, model: model)] }
    case "error", "stream_error", "warning":
      guard let text = event["message"]?.text else { return }
      try add(line, at: origin) { [$0.event("error", text)] }
    default: return
    }
  }
}
