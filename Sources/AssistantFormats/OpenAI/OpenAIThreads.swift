import ChatModel
import ImportKit

/// Messages of a thread of the Assistants interface, and the steps of the runs that answered them.
extension OpenAITranscript {
  /// True if an object of a list about a thread is a step of a run, and not a message.
  static func isStep(_ value: JSONValue) -> Bool { value["step_details"] != nil }

  /// Appends a message of a thread or a step of a run.
  func add(threadObject value: JSONValue, _ origin: Origin, _ log: inout DiagnosticLog) throws(ImportError) {
    let instant = value["created_at"]?.number.flatMap { Int64(exactly: ($0 * 1000).rounded()) }
      .map { Instant(milliseconds: $0) }
    if Self.isStep(value) {
      try add(step: value, at: instant, origin, &log)
    } else {
      try add(value, at: instant, origin, &log)
    }
  }

  /// Appends the tools that a step called, with their results. A step that made a message only names it.
  private func add(
    step: JSONValue, at instant: Instant?, _ origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    var turn = AssistantConversation.Turn(id: "", parent: nil, role: "assistant")
    turn.instant = instant
    let details = step["step_details"] ?? .null
    for call in details["tool_calls"]?.elements ?? [] { try add(call: call, of: turn) }
    if details["tool_calls"] == nil, details["message_creation"] == nil {
      log.append(
        Diagnostic(
          .loss, "unknown-kind", "a step of a run is of an unknown kind; it is shown as a card", at: origin))
      try conversation.add(.other(Unsupported(kind: "record", text: details.json)), of: turn)
    }
    if let error = step["last_error"]?["message"]?.text {
      try addResult((step["type"]?.text ?? "step").spaced, error, hasFailed: true, of: turn)
    }
  }

  /// Appends a call of a function, of the code interpreter, or of the file search.
  private func add(call: JSONValue, of turn: AssistantConversation.Turn) throws(ImportError) {
    let type = call["type"]?.text ?? "tool"
    let tool = call[type] ?? .null
    let name = tool["name"]?.text ?? type
    let arguments = tool["arguments"]?.parsedText() ?? tool["arguments"]
    try addCall(name, arguments ?? tool["input"] ?? .object([]), of: turn)
    let outputs = tool["outputs"]?.elements ?? []
    var texts = [tool["output"]?.text].compactMap(\.self) + outputs.compactMap { $0["logs"]?.text }
    for found in tool["results"]?.elements ?? [] {
      texts.append(found["file_name"]?.text ?? found["file_id"]?.text ?? "")
      if let content = found["content"], !content.elements.isEmpty { texts.append(words(content)) }
    }
    let output = texts.filter { !$0.isEmpty }.joined(separator: "\n")
    if !output.isEmpty { try addResult(name, output, of: turn) }
    let pictures = outputs.compactMap { Self.file(id: $0["image"]?["file_id"], kind: .image) }
    if !pictures.isEmpty { try conversation.add(.files(pictures, caption: ""), of: turn) }
  }
}
