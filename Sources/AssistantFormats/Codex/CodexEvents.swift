import ChatModel
import ImportKit

extension CodexReader {
  /// Events without words of their own: the state of the program, and beginnings and parts of other events.
  private static let state: Set<String> = [
    "task_started", "turn_started", "token_count", "session_configured", "shutdown_complete", "turn_diff",
    "agent_message_delta", "agent_message_content_delta", "agent_reasoning_delta",
    "agent_reasoning_section_break", "agent_reasoning_raw_content_delta", "reasoning_content_delta",
    "reasoning_raw_content_delta", "plan_delta", "exec_command_output_delta", "raw_response_item",
    "mcp_startup_update", "mcp_startup_complete", "mcp_list_tools_response", "list_skills_response",
    "skills_update_available", "list_custom_prompts_response", "get_history_entry_response",
    "context_compacted", "thread_settings_applied", "sub_agent_activity", "image_generation_begin",
    "collab_agent_interaction_begin", "collab_waiting_begin", "collab_close_begin", "collab_resume_begin",
    "collab_agent_spawn_begin", "hook_started", "web_search_begin", "patch_apply_begin",
    "patch_apply_updated",
    "terminal_interaction", "model_verification", "turn_moderation_metadata",
  ]

  mutating func readEvent(
    _ event: JSONValue, _ line: JSONValue, at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    let kind = event["type"]?.text ?? "event"
    switch kind {
    case "turn_aborted":
      let reason = event["reason"]?.text ?? "interrupted"
      try add(line, at: origin) { [$0.event("turnEnded", reason)] }
    case "thread_rolled_back":
      let turns = event["num_turns"]?.integer ?? 1
      var facts = EventFacts()
      facts.count = Int(clamping: turns)
      try add(line, at: origin) { [$0.event("wentBack", facts: facts)] }
    case "thread_name_updated", "session_name_updated":
      rename(event["thread_name"]?.text ?? event["name"]?.text ?? "")
    case "error", "stream_error", "warning", "guardian_warning", "deprecation_notice", "background_event":
      let words = [event["message"], event["summary"], event["details"], event["additional_details"]]
      let text = words.compactMap { $0?.text }.filter { !$0.isBlank }.joined(separator: "\n")
      guard !text.isEmpty else { return Self.note(kind, at: origin, &log) }
      try add(line, at: origin) { [$0.event("error", text)] }
    case "plan_update":
      guard !digest.hasCall([], tool: "update_plan", in: .events) else { return }
      try addCall("update_plan", event["plan"] ?? event, id: nil, line, at: origin)
    case "entered_review_mode":
      let hint = event["user_facing_hint"]?.text ?? ""
      try add(line, at: origin) { [$0.event(hint.isBlank ? "reviewStarted" : "review", hint)] }
    case "exited_review_mode":
      try readReview(event["review_output"], line, at: origin)
    case "thread_goal_updated":
      guard let goal = event["goal"]?["objective"]?.text, !goal.isBlank else {
        return Self.note(kind, at: origin, &log)
      }
      try add(line, at: origin) { [$0.event("goal", goal)] }
    case "user_message":
      try readPrompt([event["message"]?.text ?? ""], in: .events, event, line, at: origin, &log)
    case "agent_message":
      try readAnswer(event["message"]?.text ?? "", in: .events, line, at: origin)
    case "agent_reasoning", "agent_reasoning_raw_content":
      try readThought([event["text"]?.text ?? ""], in: .events, line, at: origin)
    case "task_complete", "turn_complete":
      try readAnswer(event["last_agent_message"]?.text ?? "", in: .ends, line, at: origin)
    case "exec_command_begin", "mcp_tool_call_begin", "dynamic_tool_call_request":
      try readTool(event, kind, isBegin: true, in: .events, line, at: origin)
    case "exec_command_end", "mcp_tool_call_end", "dynamic_tool_call_response", "patch_apply_end",
      "view_image_tool_call", "web_search_end":
      try readTool(event, kind, isBegin: false, in: .events, line, at: origin)
    case "image_generation_end":
      if !digest.hasCall([event["call_id"]?.text], tool: "image_gen", in: .events) {
        try readDrawing(event, line, at: origin)
      }
    case "collab_agent_spawn_end":
      if let id = event["call_id"]?.text, let message = message(ofCall: id),
        let agent = event["new_thread_id"]?.text
      {
        noteAgent(agent, calledBy: message)
      } else if !digest.hasCall([event["call_id"]?.text], in: .events) {
        try readOther(event, kind, line, at: origin, &log)
      }
    case "item_started", "item_completed":
      guard let item = event["item"] else { return try readOther(event, kind, line, at: origin, &log) }
      if kind == "item_started", item["id"]?.text.map({ digest.isCompleted($0) }) ?? true { return }
      try readTurnItem(item, line, at: origin, &log)
    case _ where Self.state.contains(kind): Self.note(kind, at: origin, &log)
    default:
      if let id = event["call_id"]?.text, digest.hasCall([id], in: .events) { return }
      try readOther(event, kind, line, at: origin, &log)
    }
  }

  /// Shows an event of any other kind: as a notice if it has a message, as a card if it has other words.
  private mutating func readOther(
    _ event: JSONValue, _ kind: String, _ line: JSONValue, at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    let words = [
      "message", "text", "summary", "details", "description", "user_facing_hint", "reason", "explanation",
    ]
    .compactMap { event[$0]?.text }.filter { !$0.isBlank }
    let others = event.members.filter { !$0.value.members.isEmpty || !$0.value.elements.isEmpty }
    if !words.isEmpty, others.isEmpty {
      return try add(line, at: origin) { [$0.event(kind, words.joined(separator: "\n"))] }
    }
    guard !words.isEmpty || event.hasWords else { return Self.note(kind, at: origin, &log) }
    try addUnknown(kind, event, line, at: origin, &log)
  }

  // MARK: Texts

  /// Adds a prompt, unless a response item has it.
  private mutating func readPrompt(
    _ texts: [String], in stream: CodexDigest.RecordStream, _ event: JSONValue, _ line: JSONValue,
    at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    guard !digest.hasPrompt(texts.joined(), in: stream) else { return }
    var files: [Attachment] = []
    for image in event["images"]?.elements ?? [] {
      if let address = image.text { files.append(try picture(address)) }
    }
    for path in event["local_images"]?.elements ?? [] {
      if let path = path.text { files.append(missing(path)) }
    }
    for part in event["content"]?.elements ?? [] where part["text"] == nil {
      if let file = try file(in: part) { files.append(file) }
    }
    try addPrompt(texts, files, line, at: origin, &log)
  }

  /// Adds an answer, unless a response item has it.
  private mutating func readAnswer(
    _ text: String, in stream: CodexDigest.RecordStream, _ line: JSONValue, at origin: Origin
  ) throws(ImportError) {
    guard !text.isBlank, !digest.hasAnswer(text, in: stream) else { return }
    let (model, text) = (model, answer(text))
    if !text.isBlank { try add(line, at: origin) { [$0.answer(text, model: model)] } }
  }

  /// Adds the findings of a review, unless a response item has them.
  private mutating func readReview(
    _ review: JSONValue?, _ line: JSONValue, at origin: Origin
  ) throws(ImportError) {
    var texts = [review?["overall_explanation"]?.text ?? ""]
    for finding in review?["findings"]?.elements ?? [] {
      texts.append([finding["title"], finding["body"]].compactMap { $0?.text }.joined(separator: "\n"))
    }
    let text = texts.filter { !$0.isBlank }.joined(separator: "\n\n")
    if text.isEmpty { return try add(line, at: origin) { [$0.event("reviewEnded")] } }
    try readAnswer(text, in: .ends, line, at: origin)
  }

  /// Adds the thoughts that no response item has.
  private mutating func readThought(
    _ texts: [String], in stream: CodexDigest.RecordStream, _ line: JSONValue, at origin: Origin
  ) throws(ImportError) {
    let text = texts.filter { !$0.isBlank && !digest.hasThought($0, in: stream) }.joined(separator: "\n\n")
    if !text.isBlank { try add(line, at: origin) { [$0.thinking(text)] } }
  }

  // MARK: Tools

  /// Adds the call and the result in an event or an item, unless a response item is the call.
  private mutating func readTool(
    _ event: JSONValue, _ kind: String, isBegin: Bool, in stream: CodexDigest.RecordStream, _ line: JSONValue,
    at origin: Origin
  ) throws(ImportError) {
    let id = event["call_id"]?.text ?? event["id"]?.text
    if let id, repeated.contains(id) { return }
    let isTold = id.map(told.contains) ?? false
    let use = CodexToolUse(event, kind)
    if !isTold {
      guard
        !digest.hasCall(
          [event["call_id"]?.text, event["id"]?.text], command: use.command, tool: use.name, in: stream)
      else {
        if let id { repeated.insert(id) }
        return
      }
      if let id { told.insert(id) }
    }
    let input = ToolText.text(ofInput: use.input)
    // A failure without any output is marked too: in the call, if the same record has it.
    let hasFailedQuietly = use.output.isBlank && use.pictures.isEmpty && use.isError
    let isDone = !isBegin && (!use.output.isBlank || !use.pictures.isEmpty || isTold && hasFailedQuietly)
    guard isDone else {
      if !isTold { try add(line, at: origin) { [$0.call(use.name, input, hasFailed: use.isError)] } }
      return
    }
    var pictures: [Attachment] = []
    for picture in use.pictures {
      pictures.append(
        try InlineFile.attachment(
          base64: picture.data, type: picture.type, files: conversion.extractedFiles))
    }
    try add(line, at: origin) { session in
      (isTold ? [] : [session.call(use.name, input)])
        + (use.output.isBlank && !hasFailedQuietly
          ? [] : [session.result(use.name, use.output, isError: use.isError)])
        + (pictures.isEmpty ? [] : [session.pictures(pictures, role: "tool")])
    }
  }

  /// Reads an item of a turn, as the program shows it.
  private mutating func readTurnItem(
    _ item: JSONValue, _ line: JSONValue, at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    let kind = item["type"]?.text ?? "item"
    let texts = CodexDigest.texts(of: item["content"] ?? .null)
    switch kind.prefix(1).uppercased() + kind.dropFirst() {
    case "UserMessage": try readPrompt(texts, in: .items, item, line, at: origin, &log)
    case "AgentMessage":
      try readAnswer(texts.isEmpty ? item["text"]?.text ?? "" : texts.joined(), in: .items, line, at: origin)
    case "Reasoning":
      let parts = ["summary_text", "raw_content", "summary", "content"].flatMap { item[$0]?.elements ?? [] }
      try readThought(parts.compactMap { $0.text ?? $0["text"]?.text }, in: .items, line, at: origin)
    case "Plan":
      let plan = item["text"]?.text?.trimmingSpaces ?? ""
      guard !plan.isEmpty, isNew(plan: plan) else { return }
      let model = model
      try add(line, at: origin) { [$0.answer(plan, model: model)] }
    case "CommandExecution", "McpToolCall", "DynamicToolCall", "FileChange", "ImageView", "WebSearch":
      try readTool(item, kind, isBegin: false, in: .items, line, at: origin)
    case "CollabAgentToolCall":
      let tool = item["tool"]?.text ?? "agent"
      if let id = item["id"]?.text, let message = message(ofCall: id) {
        for agent in item["receiver_thread_ids"]?.elements ?? [] {
          if let agent = agent.text { noteAgent(agent, calledBy: message) }
        }
      }
      guard !digest.hasCall([item["id"]?.text], tool: tool, in: .items) else { return }
      try addCall(tool, .string(item["prompt"]?.text ?? ""), id: item["id"]?.text, line, at: origin)
    case "ImageGeneration":
      if !digest.hasCall([item["id"]?.text], tool: "image_gen", in: .items) {
        try readDrawing(item, line, at: origin)
      }
    case "HookPrompt":
      let text = (item["fragments"]?.elements ?? []).compactMap { $0["text"]?.text }.joined(separator: "\n\n")
      if !text.isBlank { try add(line, at: origin) { [$0.result("hook", text)] } }
    case "Sleep":
      var facts = EventFacts()
      facts.duration = (item["duration_ms"]?.number ?? 0) / 1_000
      try add(line, at: origin) { [$0.event("waited", facts: facts)] }
    case "ContextCompaction", "SubAgentActivity": Self.note(kind, at: origin, &log)
    case "EnteredReviewMode", "ExitedReviewMode":
      guard let review = item["review"]?.text else {
        return try readOther(item, kind, line, at: origin, &log)
      }
      try add(line, at: origin) { [$0.event("review", review)] }
    default: try readOther(item, kind, line, at: origin, &log)
    }
  }

  // MARK: Voice

  /// Reads an item of a voice session.
  mutating func readRealtime(
    _ item: JSONValue, _ line: JSONValue, at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    let facts = item["data"] ?? item
    switch item["type"]?.text {
    case "realtime_session_started":
      try add(line, at: origin) { [$0.event("voiceStarted")] }
    case "realtime_session_closed":
      let outcome = facts["outcome"]?.text ?? facts["reason"]?.text ?? ""
      try add(line, at: origin) { [$0.event("voiceEnded", outcome == "ended" ? "" : outcome)] }
    case "transcript_segment":
      let text = facts["text"]?.text ?? facts["transcript"]?.text ?? ""
      guard !text.isBlank else { return }
      let model = model
      let isUser = facts["role"]?.text == "user"
      try add(line, at: origin) { isUser ? [$0.prompt(text)] : [$0.answer(text, model: model)] }
    case let kind?:
      try readOther(facts, kind, line, at: origin, &log)
    case nil: try addUnknown("realtime_item", item, line, at: origin, &log)
    }
  }
}

/// The use of a tool in an event or an item.
struct CodexToolUse {
  var name: String
  var input: JSONValue
  /// The command, for uses of the shell.
  var command: String?
  var output = ""
  var isError = false
  /// Pictures in Base64, with their types.
  var pictures: [(data: String, type: String?)] = []

  init(_ event: JSONValue, _ kind: String) {
    isError = Self.hasFailed(event)
    let streams = [event["stdout"], event["stderr"]].compactMap { $0?.text }.filter { !$0.isBlank }
    output =
      event["aggregated_output"]?.text ?? event["formatted_output"]?.text ?? streams.joined(separator: "\n")
    if let error = event["error"]?.text ?? event["error"]?["message"]?.text { output = error }
    if let words = event["command"] {
      let text = CodexDigest.command(words)
      (name, input, command) = ("shell", .string(text), text)
    } else if let changes = event["changes"] {
      (name, input) = ("apply_patch", .string(Self.patch(changes)))
    } else if let query = event["query"]?.text, event["tool"] == nil {
      let action = event["action"] ?? .string(query)
      (name, input) = ("web_search", action.text == nil && action["query"] == nil ? .string(query) : action)
    } else if let call = event["invocation"] ?? (event["tool"] != nil ? event : nil) {
      name = [call["server"]?.text, call["tool"]?.text].compactMap(\.self).joined(separator: "__")
      input = call["arguments"] ?? .string("")
    } else if let path = event["path"] {
      (name, input) = ("view_image", path)
    } else {
      (name, input) = (kind, .string(""))
    }
    let result = event["result"]?["Ok"] ?? event["result"]
    for part in (result?["content"]?.elements ?? []) + (event["content_items"]?.elements ?? []) {
      if let text = part["text"]?.text {
        output += (output.isEmpty ? "" : "\n") + text
      } else if let data = part["data"]?.text {
        pictures.append((data, part["mimeType"]?.text))
      }
    }
    if let error = event["result"]?["Err"]?.text { output = error }
  }

  /// True if an event or an item says that the use of a tool failed.
  static func hasFailed(_ event: JSONValue) -> Bool {
    let result = event["result"]
    return ToolOutcome.hasFailed(event) || result?["Err"] != nil
      || ToolOutcome.hasErrorFlag(result) || ToolOutcome.hasErrorFlag(result?["Ok"])
  }

  /// Returns changes of files as a patch.
  private static func patch(_ changes: JSONValue) -> String {
    let files =
      changes.members.map { ($0.name, $0.value) }
      + changes.elements.map { ($0["path"]?.text ?? "", $0) }
    return files.map { path, change in
      let facts = change["update"] ?? change["add"] ?? change["delete"] ?? change
      let text =
        facts["unified_diff"]?.text ?? facts["content"]?.text ?? facts["diff"]?.text ?? ""
      let kind = change["type"]?.text ?? change["kind"]?.text ?? change.members.first?.name ?? ""
      return ["*** \(kind.prefix(1).uppercased())\(kind.dropFirst()): \(path)", text].filter { !$0.isEmpty }
        .joined(separator: "\n")
    }.joined(separator: "\n")
  }
}
