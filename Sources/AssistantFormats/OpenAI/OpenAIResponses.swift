import ChatModel
import ImportKit

/// Items of the Responses interface, whose `type` names their kind: messages, thoughts, calls of tools and their outputs.
extension OpenAITranscript {
  /// Appends a response or a chat completion: the input, as far as it was kept with it, and the output.
  func add(response: JSONValue, _ origin: Origin, _ log: inout DiagnosticLog) throws(ImportError) {
    let seconds = (response["created_at"] ?? response["created"])?.number
    let instant = seconds.flatMap { Int64(exactly: ($0 * 1000).rounded()) }.map { Instant(milliseconds: $0) }
    if let instructions = response["instructions"]?.text, !instructions.isBlank {
      try addInstructions(instructions, at: instant)
    }
    for item in response["instructions"]?.elements ?? [] { try add(item: item, origin, &log) }
    if let question = response["input"]?.text, !question.isBlank {
      try conversation.add(.text(question), of: turn("user", instant))
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

  private func turn(_ role: String, _ instant: Instant?) -> AssistantConversation.Turn {
    var turn = AssistantConversation.Turn(id: "", parent: nil, role: role)
    turn.instant = instant
    return turn
  }

  /// Appends an item. Unknown kinds are shown as cards, calls and their outputs of any kind folded.
  func add(
    item: JSONValue, at instant: Instant? = nil, model: String? = nil, _ origin: Origin,
    _ log: inout DiagnosticLog
  ) throws(ImportError) {
    guard item.isObject else {
      if let text = item.text, !text.isBlank {
        try conversation.add(.text(text), of: turn("user", instant))
        return
      }
      return try addCard("item", item.json)
    }
    let type = item["type"]?.text ?? "message"
    var turn = turn("assistant", instant)
    turn.model = model
    switch type {
    case "message": try add(item, at: instant, model: model, origin, &log)
    case "reasoning":
      let thoughts = [item["summary"], item["content"]].flatMap { $0?.elements ?? [] }.compactMap {
        $0["text"]?.text
      }
      if !thoughts.isEmpty {
        try conversation.add(.thinking(thoughts.joined(separator: "\n\n")), of: turn)
      }
    case "function_call", "custom_tool_call", "mcp_call", "mcp_approval_request":
      let name = item["name"]?.text ?? "tool"
      if let id = item["call_id"]?.text { tools.note(id: id, name) }
      let arguments = item["arguments"] ?? item["input"] ?? .null
      let hasFailed = OpenAIItem.hasFailedQuietly(item)
      try addCall(name, arguments.parsedText() ?? arguments, hasFailed: hasFailed, of: turn)
      try addOutput(of: item, name, turn, origin, &log)
    case "mcp_list_tools":
      let server = item["server_label"]?.text ?? "mcp"
      let lines = (item["tools"]?.elements ?? []).map { tool in
        [tool["name"]?.text, tool["description"]?.text].compactMap(\.self).joined(separator: ": ")
      }
      if !lines.isEmpty { try addResult(server, lines.joined(separator: "\n"), of: turn) }
      try addOutput(of: item, server, turn, origin, &log)
    case "mcp_approval_response":
      // A person's reply to a request for permission to use a tool.
      turn.role = "user"
      let words = ToolText.text(ofInput: item, without: OpenAIItem.bookkeeping)
      try conversation.add(.toolResult(name: type.spaced, output: words), of: turn)
    case "image_generation_call":
      if let data = item["result"]?.text, !data.isEmpty {
        let file = try InlineFile.attachment(base64: data, type: "image/png", files: files)
        try conversation.add(.files([file], caption: item["revised_prompt"]?.text ?? ""), of: turn)
      } else {
        let prompt = item["revised_prompt"] ?? .null
        try addCall("image_generation", prompt, hasFailed: OpenAIItem.hasFailedQuietly(item), of: turn)
      }
    case "item_reference", "compaction": break
    case _ where type.hasSuffix("_output"):
      let name = item["call_id"]?.text.flatMap { tools.name(ofID: $0) } ?? "tool"
      try addOutput(of: item, name, turn, origin, &log)
    case _ where type.hasSuffix("_call"):
      let name = String(type.dropLast("_call".count))
      if let id = (item["call_id"] ?? item["id"])?.text { tools.note(id: id, name) }
      let hasFailed = OpenAIItem.hasFailedQuietly(item)
      try conversation.add(
        .toolCall(name: name, input: OpenAIItem.input(of: item), hasFailed: hasFailed), of: turn)
      try addOutput(of: item, name, turn, origin, &log)
    default:
      log.append(
        Diagnostic(
          .loss, "unknown-kind",
          "an item of type `\(type.prefix(60))` is not supported; it is shown as a card", at: origin))
      try addCard(type, item.json)
    }
  }

  /// Appends the outcome of a call: its output with pictures and files, its results, its error.
  private func addOutput(
    of item: JSONValue, _ name: String, _ turn: AssistantConversation.Turn, _ origin: Origin,
    _ log: inout DiagnosticLog
  ) throws(ImportError) {
    var (texts, attachments) = ([String](), [Attachment]())
    for name in ["output", "outputs", "results"] {
      guard let output = item[name] else { continue }
      if let text = output.text {
        texts.append(text)
        continue
      }
      for part in output.isArray ? output.elements : [output] {
        if let file = try file(of: part) {
          attachments.append(file)
        } else {
          texts.append(words(of: part))
        }
      }
    }
    if let error = item["error"] {
      texts.append(error.text ?? error["message"]?.text ?? ToolText.text(ofInput: error))
    }
    let text = texts.filter { !$0.isBlank }.joined(separator: "\n")
    if !text.isEmpty { try addResult(name, text, hasFailed: OpenAIItem.hasFailed(item), of: turn) }
    if !attachments.isEmpty { try conversation.add(.files(attachments, caption: ""), of: turn) }
  }

  /// Returns the picture or file in a part of an output, or nil.
  private func file(of part: JSONValue) throws(ImportError) -> Attachment? {
    let isPicture = ["input_image", "output_image", "computer_screenshot", "image"].contains(
      part["type"]?.text)
    if let url = part["image_url"]?.text ?? part["image_url"]?["url"]?.text
      ?? (isPicture ? part["url"]?.text : nil)
    {
      if let file = try InlineFile.attachment(dataURL: url, files: files) { return file }
      return Self.file(id: part["image_url"] ?? part["url"], kind: .image)
    }
    if isPicture { return Self.file(id: part["file_id"], kind: .image) }
    guard part["type"]?.text == "input_file" else { return nil }
    let name = part["filename"]?.text
    return try InlineFile.attachment(dataURL: part["file_data"]?.text ?? "", name: name, files: files)
      ?? Self.file(id: part["filename"] ?? part["file_url"] ?? part["file_id"])
  }

  func addCall(
    _ name: String, _ input: JSONValue, hasFailed: Bool = false, of turn: AssistantConversation.Turn
  ) throws(ImportError) {
    let text = ToolText.text(ofInput: input)
    try conversation.add(.toolCall(name: name, input: text, hasFailed: hasFailed), of: turn)
  }

  func addResult(
    _ name: String, _ output: String, hasFailed: Bool = false, of turn: AssistantConversation.Turn
  ) throws(ImportError) {
    var turn = turn
    turn.role = "tool"
    try conversation.add(.toolResult(name: name, output: output, hasFailed: hasFailed), of: turn)
  }

  /// Returns the words of an output: its text, or its parts'.
  func words(_ output: JSONValue?) -> String {
    guard let output else { return "" }
    if let text = output.text { return text }
    guard output.isArray else { return words(of: output) }
    return output.elements.map { words(of: $0) }.filter { !$0.isBlank }.joined(separator: "\n")
  }

  /// Returns the words of a part of an output: its text alone if it has no other words.
  private func words(of part: JSONValue) -> String {
    if let text = part.text { return text }
    let members = part.members.filter { !OpenAIItem.isBookkeeping($0) }
    if members.count == 1, let text = members[0].value.text { return text }
    return ToolText.text(ofInput: part, without: OpenAIItem.bookkeeping)
  }
}

/// The known facts about the items of the Responses interface.
enum OpenAIItem {
  /// The kinds, to recognise a list by its first items. Messages are recognised by their members.
  static let kinds = [
    "reasoning", "function_call", "function_call_output", "custom_tool_call", "custom_tool_call_output",
    "mcp_list_tools", "mcp_call", "mcp_approval_request", "mcp_approval_response", "web_search_call",
    "file_search_call", "code_interpreter_call", "image_generation_call", "computer_call",
    "computer_call_output", "local_shell_call", "local_shell_call_output", "shell_call",
    "shell_call_output", "apply_patch_call", "apply_patch_call_output", "tool_search_call",
    "tool_search_output", "item_reference",
  ]

  /// Members that mean nothing to people.
  static let bookkeeping: Set<String> = [
    "id", "type", "status", "call_id", "approval_request_id", "file_id", "container_id", "encrypted_content",
    "score", "vector_store_id", "annotations", "logprobs",
  ]

  /// Members of a call with its outcome.
  private static let outputs: Set<String> = ["output", "outputs", "results", "result", "error"]

  /// True if an item says that a tool failed: by its status, its error, or the exit code of a command.
  static func hasFailed(_ item: JSONValue) -> Bool {
    if item["error"] != nil || ToolOutcome.hasFailed(item) { return true }
    if item["output"]?.elements.contains(where: ToolOutcome.hasFailed) == true { return true }
    // The output of the local shell is JSON as text, or an answer of Codex.
    guard item["type"]?.text?.hasSuffix("shell_call_output") == true, let output = item["output"]?.text else {
      return false
    }
    return ToolOutcome.hasFailureCode(inHeadOf: output)
      || output.hasPrefix("{") && ToolOutcome.hasFailed(JSONValue(parsing: output))
  }

  /// True if the use of a tool failed and left nothing that could be marked as an error.
  static func hasFailedQuietly(_ item: JSONValue) -> Bool {
    item["status"]?.text == "failed" && !outputs.contains { item[$0] != nil }
  }

  static func isBookkeeping(_ member: JSONValue.Member) -> Bool {
    bookkeeping.contains(member.name) || member.value == .null
      || member.value.isObject && member.value.members.isEmpty
  }

  /// Returns the input of a call of any kind: its only other member, or all of them.
  static func input(of item: JSONValue) -> String {
    let members = item.members.filter { !isBookkeeping($0) && !outputs.contains($0.name) }
    if members.count == 1 { return ToolText.text(ofInput: members[0].value) }
    return ToolText.text(ofInput: item, without: bookkeeping.union(outputs))
  }
}
