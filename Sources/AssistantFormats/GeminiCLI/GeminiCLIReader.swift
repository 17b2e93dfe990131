import ChatModel
import ImportKit

/// Converts the messages of a session to messages with their steps.
struct GeminiCLIReader {
  private let conversation: AssistantConversation
  private let conversion: Conversion
  private let session: GeminiCLISession
  private let sessions: GeminiCLISessions?

  /// Begins a conversation. `key` identifies it among all inputs: by default, the id of the session.
  init(
    _ conversion: Conversion, _ session: GeminiCLISession, key: String? = nil,
    sessions: GeminiCLISessions? = nil
  ) {
    (self.conversion, self.session, self.sessions) = (conversion, session, sessions)
    let title = session.title ?? session.id
    let builder = conversion.conversation(
      key ?? session.id, id: session.id, title: session.isAgent ? "Agent: \(title)" : title)
    if session.isAgent { builder.titleStandIn = .agent(title) }
    conversation = AssistantConversation(builder, assistantName: "Gemini")
    sessions?.add(builder, session.id)
  }

  func addBroken(_ text: String, at origin: Origin) throws(ImportError) {
    try conversation.builder.addBroken(text)
  }

  /// Appends a message, if the record of this number is the one that counts.
  func read(
    _ message: JSONValue, _ number: Int, at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    var draft = MessageDraft()
    var extras = MessageExtras()
    if let id = message["id"]?.text {
      guard session.counts(number, of: id) else { return message.leaveOut(.superseded) }
      (draft.id, extras.parent) = (id, session.parent(of: id))
    }
    draft.instant = message["timestamp"]?.text.flatMap { Timestamp($0) }.map(conversion.instant)
    switch message["type"]?.text {
    case "user" where GeminiCLIContent(message["content"]).text.hasPrefix("<state_snapshot>"):
      // The program sums up the session so far, so that the model can continue with less.
      draft.event = SystemEvent(event: "compactSummary", text: GeminiCLIContent(message["content"]).text)
    case "user":
      (draft.sender, extras.role) = (conversation.user, "user")
      guard try readPrompt(message, into: &draft, &extras, at: origin, &log) else { return }
    case "gemini":
      (draft.sender, extras.role) = (conversation.assistant, "assistant")
      extras.model = message["model"]?.text
      guard try readAnswer(message, into: &draft, &extras, at: origin, &log) else { return }
    case let type? where ["info", "warning", "error"].contains(type):
      let text = GeminiCLIContent(message["content"]).text
      draft.event = SystemEvent(event: type, text: ToolText.withoutTerminalCodes(text))
    case let type:
      log.append(
        Diagnostic(
          .loss, "unknown-kind",
          "a message has the unknown kind '\((type ?? "none").prefix(60))'; it is shown as a card", at: origin
        ))
      draft.sender = conversation.assistant
      let text = GeminiCLIContent(message["content"]).text
      draft.part = Unsupported(
        kind: type ?? "message", text: String((text.isEmpty ? message.json : text).prefix(4_000)))
    }
    draft.extras = extras
    try conversation.builder.add(draft)
  }

  // MARK: Turns

  /// Reads a prompt; false if it has nothing to show.
  private func readPrompt(
    _ message: JSONValue, into draft: inout MessageDraft, _ extras: inout MessageExtras, at origin: Origin,
    _ log: inout DiagnosticLog
  ) throws(ImportError) -> Bool {
    let prompt = GeminiCLIPrompt(message["content"] ?? .null)
    if prompt.hasFileTexts || message["displayContent"].map({ $0 != message["content"] }) ?? false {
      log.append(
        Diagnostic(
          .note, "not-shown", "the texts of files that a prompt names, which the model got, are left out",
          at: origin))
    }
    for text in prompt.fileTexts { text.leaveOut(.machineText) }
    var content = GeminiCLIContent(prompt.written)
    let files = try content.attachments(in: conversion.extractedFiles)
    // Results of tools come back in the user's name. The answer with the calls has them too.
    for result in content.results where result["id"]?.text.map(session.hasCall) != true {
      let (text, _) = Self.output(of: .array([.object([.init(name: "functionResponse", value: result)])]))
      extras.steps.append(
        TurnPart(
          kind: .toolResult, name: result["name"]?.text, text: text, hasFailed: Self.hasFailed(result)))
    }
    if let shown = message["displayContent"] { content = GeminiCLIContent(shown) }
    addUnknown(content, to: &extras, at: origin, &log)
    sessions?.note(content.text, session.id)
    (draft.attachments, draft.text) = (files, AssistantConversation.markdown(content.text, "user"))
    return !content.text.isBlank || !files.isEmpty || !extras.steps.isEmpty
  }

  /// Reads an answer; false if it has nothing to show.
  private func readAnswer(
    _ message: JSONValue, into draft: inout MessageDraft, _ extras: inout MessageExtras, at origin: Origin,
    _ log: inout DiagnosticLog
  ) throws(ImportError) -> Bool {
    let content = GeminiCLIContent(message["content"])
    var thoughts = (message["thoughts"]?.elements ?? []).map { thought in
      [thought["subject"]?.text, thought["description"]?.text].compactMap(\.self).filter { !$0.isBlank }
        .joined(separator: "\n")
    }
    thoughts = (thoughts + content.thoughts).filter { !$0.isBlank }
    if !thoughts.isEmpty {
      extras.steps.append(TurnPart(kind: .thinking, text: thoughts.joined(separator: "\n\n")))
    }
    var files = try content.attachments(in: conversion.extractedFiles)
    for call in message["toolCalls"]?.elements ?? [] {
      let (step, pictures) = try step(of: call)
      extras.steps.append(step)
      files += pictures
    }
    for call in content.calls where call["id"]?.text.map(session.hasCall) != true {
      let input = ToolText.text(ofInput: call["args"] ?? .null)
      extras.steps.append(TurnPart(kind: .toolCall, name: call["name"]?.text, text: input))
    }
    addUnknown(content, to: &extras, at: origin, &log)
    (draft.attachments, draft.text) = (files, AssistantConversation.markdown(content.text, "assistant"))
    return !content.text.isBlank || !files.isEmpty || !extras.steps.isEmpty
  }

  private func addUnknown(
    _ content: GeminiCLIContent, to extras: inout MessageExtras, at origin: Origin, _ log: inout DiagnosticLog
  ) {
    for part in content.unknown {
      let name = part.members.first?.name ?? "part"
      log.append(
        Diagnostic(
          .loss, "unknown-block",
          "a part of a message has the unknown kind '\(name.prefix(60))'; it is shown as JSON", at: origin))
      extras.steps.append(
        TurnPart(kind: .toolResult, name: String(name.prefix(60)), text: String(part.json.prefix(4_000))))
    }
  }

  // MARK: Tools

  /// Returns a use of a tool with its input and output, and the pictures in the output.
  private func step(of call: JSONValue) throws(ImportError) -> (TurnPart, [Attachment]) {
    let input = ToolText.text(ofInput: call["args"] ?? .null)
    let (said, files) = Self.output(of: call["result"])
    let shown = Self.display(call["resultDisplay"] ?? .null, beside: "\(input)\n\(said)")
    var output = shown.isBlank ? said : said.isBlank ? shown : "\(said.trimmingEnd)\n\n\(shown)"
    switch call["status"]?.text {
    case "cancelled": output = output.isBlank ? "Cancelled" : output
    default: break
    }
    let text = [input, output.isBlank ? "" : "→ \(ToolText.withoutTerminalCodes(output))"]
      .filter { !$0.isEmpty }.joined(separator: "\n\n")
    return (
      TurnPart(
        kind: .toolCall, name: call["name"]?.text ?? call["displayName"]?.text, text: text,
        hasFailed: call["status"]?.text == "error"
          || GeminiCLIContent(call["result"]).results.contains(where: Self.hasFailed)),
      try files.attachments(in: conversion.extractedFiles)
    )
  }

  /// Returns the text that the program displayed for a result: a text, the change of a file, tasks, or lines of a terminal.
  /// Empty if `known`, the call with its result, has the words.
  private static func display(_ display: JSONValue, beside known: String) -> String {
    let lines: [[JSONValue]]
    if display.isText {
      lines = [[display]]
    } else if let change = display["fileDiff"] {
      lines = [[change]]
    } else if let tasks = display["todos"] {
      lines = tasks.elements.map { [$0["description"]].compactMap(\.self) }
    } else {
      lines = display.elements.map { $0.elements.compactMap { $0["text"] } }
    }
    let text = lines.map { $0.compactMap(\.unreadText).joined() }.joined(separator: "\n")
    let isKnown = AssistantWords.isKnown(words(text), in: words(known))
    for value in lines.joined() {
      if isKnown { value.leaveOut(.duplicate) } else { value.markAllRead() }
    }
    return isKnown ? "" : text
  }

  /// Returns the words of a text, with a space before and after each.
  private static func words(_ text: String) -> String {
    let words = ToolText.withoutTerminalCodes(text).split(whereSeparator: \.isWhitespace)
    return words.isEmpty ? "" : " \(words.joined(separator: " ")) "
  }

  /// True if a tool's response is an error, or if its command ended with an exit code other than 0.
  private static func hasFailed(_ result: JSONValue) -> Bool {
    let response = result["response"]
    return response?["error"]?.text != nil && response?["output"] == nil
      || result["name"]?.text == "run_shell_command"
        && ToolOutcome.hasFailureCode(atEndOf: response?["output"]?.text ?? "")
  }

  /// Returns the text of a tool's result, and its parts.
  private static func output(of result: JSONValue?) -> (String, GeminiCLIContent) {
    let content = GeminiCLIContent(result)
    let texts = content.results.map { response in
      let value = response["response"] ?? .null
      return value["output"]?.text ?? value["error"]?.text ?? value["content"]?.text
        ?? (value == .null ? "" : ToolText.text(ofInput: value))
    }
    return ((texts + [content.text]).filter { !$0.isEmpty }.joined(separator: "\n"), content)
  }
}
