import ChatModel

/// Items of the Responses interface, whose kinds a `type` names: messages, thoughts, calls of tools and their outputs.
extension OpenAITranscript {
  /// Appends a response or a chat completion: what was asked, as far as it was kept with it, and what was answered.
  func add(response: JSONValue, _ origin: Origin, _ log: inout DiagnosticLog) throws(ImportError) {
    let seconds = (response["created_at"] ?? response["created"])?.number
    let instant = seconds.flatMap { Int64(exactly: ($0 * 1000).rounded()) }.map { Instant(milliseconds: $0) }
    if let instructions = response["instructions"]?.text, !instructions.isBlank {
      try add(Self.message("system", instructions), at: instant, origin, &log)
    }
    if let question = response["input"]?.text {
      try add(Self.message("user", question), at: instant, origin, &log)
    }
    for item in response["input"]?.elements ?? [] { try add(item: item, origin, &log) }
    for message in response["messages"]?.elements ?? [] { try add(message, origin, &log) }
    for choice in response["choices"]?.elements ?? [] {
      try add(choice["message"] ?? .null, at: instant, model: response["model"]?.text, origin, &log)
    }
    for item in response["output"]?.elements ?? [] {
      try add(item: item, at: instant, model: response["model"]?.text, origin, &log)
    }
    if let error = response["error"], let words = error["message"]?.text { try addCard("error", words) }
  }

  private static func message(_ role: String, _ text: String) -> JSONValue {
    .object([
      JSONValue.Member(name: "role", value: .string(role)),
      JSONValue.Member(name: "content", value: .string(text)),
    ])
  }

  /// Appends an item.
  func add(
    item: JSONValue, at instant: Instant? = nil, model: String? = nil, _ origin: Origin,
    _ log: inout DiagnosticLog
  ) throws(ImportError) {
    let type = item["type"]?.text ?? "message"
    var turn = AssistantConversation.Turn(id: "", parent: nil, role: "assistant")
    (turn.instant, turn.model) = (instant, model)
    switch type {
    case "message": try add(item, at: instant, model: model, origin, &log)
    case "reasoning":
      let thoughts = [item["summary"], item["content"]].flatMap { $0?.elements ?? [] }.compactMap {
        $0["text"]?.text
      }
      if !thoughts.isEmpty {
        try conversation.add(.thinking(thoughts.joined(separator: "\n\n")), of: turn)
      }
    case "function_call", "custom_tool_call", "mcp_call":
      let name = item["name"]?.text ?? "tool"
      if let id = item["call_id"]?.text { tools.note(id: id, name) }
      let arguments = item["arguments"] ?? item["input"] ?? .null
      try addCall(name, arguments.parsedText() ?? arguments, of: turn)
      if let output = item["output"]?.text { try addResult(name, output, of: turn) }
    case "image_generation_call":
      if let data = item["result"]?.text, !data.isEmpty {
        let file = try InlineFile.attachment(base64: data, type: "image/png", files: files)
        try conversation.add(.files([file], caption: item["revised_prompt"]?.text ?? ""), of: turn)
      } else {
        try addCall("image_generation", item["revised_prompt"] ?? .null, of: turn)
      }
    case "item_reference", "compaction": break
    case _ where type.hasSuffix("_output"):
      let name = item["call_id"]?.text.flatMap { tools.name(ofID: $0) } ?? "tool"
      try addResult(name, words(item["output"]), of: turn)
    case _ where type.hasSuffix("_call"):
      let name = String(type.dropLast("_call".count))
      if let id = (item["call_id"] ?? item["id"])?.text { tools.note(id: id, name) }
      try addCall(name, item["action"] ?? item["queries"] ?? item["code"] ?? .null, of: turn)
      let results = (item["outputs"] ?? item["results"]).map { words($0) } ?? ""
      if !results.isEmpty { try addResult(name, results, of: turn) }
    default:
      log.append(
        Diagnostic(
          .loss, "unknown-kind",
          "an item of type `\(type.prefix(60))` is not supported; it is shown as a card", at: origin))
      try addCard(type, item.json)
    }
  }

  func addCall(
    _ name: String, _ input: JSONValue, of turn: AssistantConversation.Turn
  ) throws(ImportError) {
    try conversation.add(
      .toolCall(name: name, input: input.text ?? ToolText.text(ofInput: input)), of: turn)
  }

  func addResult(
    _ name: String, _ output: String, of turn: AssistantConversation.Turn
  ) throws(ImportError) {
    var turn = turn
    turn.role = "tool"
    try conversation.add(.toolResult(name: name, output: output), of: turn)
  }

  /// Returns the words of an output: a text, a list of parts with texts, or what there is.
  func words(_ output: JSONValue?) -> String {
    guard let output else { return "" }
    if let text = output.text { return text }
    let texts = output.elements.compactMap { ($0["text"] ?? $0["logs"] ?? $0["stdout"])?.text }
    return texts.isEmpty ? output.json : texts.joined(separator: "\n")
  }
}
