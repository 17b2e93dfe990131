import ChatModel
import ImportKit

/// Converts conversations of the database. Those that others called come after them.
final class CursorComposers {
  private let conversion: Conversion
  private let path: String
  /// The conversations by their ids, and for a called one its caller's.
  private var sessions: [String: AgentSession] = [:]
  /// The messages of calls, by the calls' ids.
  private var calls: [String: String] = [:]

  init(_ conversion: Conversion, path: String) { (self.conversion, self.path) = (conversion, path) }

  /// Reads a conversation. `bubble` returns the message with an id, or nil if there is none.
  func read(
    _ value: JSONValue, id: String, _ log: inout DiagnosticLog, bubble: (String) -> JSONValue?
  ) throws(ImportError) {
    let origin = Origin(file: path, path: "composerData:\(id)")
    let title = [value["name"]?.text, value["chatTitle"]?.text].firstWords
    let messages = messages(of: value, bubble, at: origin, &log)
    let draft = value["text"]?.text ?? ""
    guard !messages.isEmpty || !draft.isBlank else {
      return log.append(
        Diagnostic(
          .note, "empty-conversation",
          "the conversation '\((title.isEmpty ? id : title).prefix(80))' has no messages; it is left out",
          at: origin))
    }
    let info = value["subagentInfo"]
    let model = value["modelConfig"]?["modelName"]?.text.flatMap { $0 == "default" ? nil : $0 }
    if let parent = info?["parentComposerId"]?.text, var session = sessions[parent] {
      let end = session.last
      session.branch(at: info?["toolCallId"]?.text.flatMap { calls[$0] } ?? end)
      try add(messages, to: &session, id: id, model, agent: title.isEmpty ? "" : title, at: origin, &log)
      session.branch(at: end)
      sessions[parent] = session
      sessions[id] = session
      return
    }
    let builder = conversion.conversation(id, title: title.isEmpty ? id : title, order: .asGiven)
    var session = AgentSession(builder, agentName: "Cursor")
    try add(messages, to: &session, id: id, model, agent: nil, at: origin, &log)
    if !draft.isBlank {
      var piece = session.prompt(draft)
      piece.status = "draft"
      try session.add([piece], id: "\(id)-draft", at: nil)
    }
    if title.isEmpty, let prompt = session.firstPrompt { builder.title = prompt }
    sessions[id] = session
  }

  /// Returns the messages in order: of the ids in the list of heads, or in the value itself.
  private func messages(
    of value: JSONValue, _ bubble: (String) -> JSONValue?, at origin: Origin, _ log: inout DiagnosticLog
  ) -> [JSONValue] {
    let heads = value["fullConversationHeadersOnly"]?.elements ?? []
    let map = value["conversationMap"]
    guard !heads.isEmpty else {
      return (value["conversation"] ?? value["bubbles"])?.elements ?? map?.members.map(\.value) ?? []
    }
    var (messages, missing) = ([JSONValue](), 0)
    for head in heads {
      guard let id = head["bubbleId"]?.text else { continue }
      if let message = bubble(id) ?? map?[id] { messages.append(message) } else { missing += 1 }
    }
    if missing > 0 {
      log.append(
        Diagnostic(
          .loss, "missing-messages", "\(missing) messages of the conversation are not in the database",
          at: origin))
    }
    return messages
  }

  private func add(
    _ messages: [JSONValue], to session: inout AgentSession, id: String, _ model: String?, agent: String?,
    at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    for (index, message) in messages.enumerated() {
      let own = message["bubbleId"]?.text ?? "\(id)-\(index + 1)"
      var pieces = try pieces(of: message, &session, model, at: origin, &log)
      if let call = message["toolFormerData"]?["toolCallId"]?.text, !pieces.isEmpty { calls[call] = own }
      if let agent { session.setAside(&pieces, name: agent.isEmpty ? nil : agent) }
      try session.add(
        pieces, id: own, at: conversion.instant(in: message["createdAt"] ?? message["timestamp"]))
    }
  }

  // MARK: Messages

  private func pieces(
    of message: JSONValue, _ session: inout AgentSession, _ model: String?, at origin: Origin,
    _ log: inout DiagnosticLog
  ) throws(ImportError) -> [AgentSession.Piece] {
    let text = [message["text"]?.text, message["rawText"]?.text].firstWords
    let files = try files(of: message)
    if message["type"]?.integer == 1 || message["type"]?.text == "user" {
      return text.isEmpty && files.isEmpty ? [] : [session.prompt(text, files)]
    }
    var pieces: [AgentSession.Piece] = []
    let thought = [message["thinking"]?.text, message["thinking"]?["text"]?.text].firstWords
    if !thought.isEmpty { pieces.append(session.thinking(thought)) }
    let blocks = (message["allThinkingBlocks"]?.elements ?? []).compactMap {
      $0.text ?? $0["text"]?.text ?? $0["thinking"]?.text
    }
    for block in blocks where !block.isBlank && block != thought { pieces.append(session.thinking(block)) }
    if let tool = message["toolFormerData"], tool.isObject, !tool.members.isEmpty {
      pieces.append(use(tool, session))
    }
    if !text.isEmpty {
      let name = message["modelInfo"]?["modelName"]?.text ?? message["modelType"]?.text ?? model
      pieces.append(session.answer(text, model: name))
      for block in message["codeBlocks"]?.elements ?? [] { block.leaveOut(.duplicate) }
    } else {
      // Blocks of code are in the text; without one they are all there is.
      for block in message["codeBlocks"]?.elements ?? [] {
        guard let code = block["content"]?.text, !code.isBlank else { continue }
        pieces.append(session.answer("```\(block["languageId"]?.text ?? "")\n\(code)\n```", model: model))
      }
    }
    if let error = message["errorDetails"] {
      let words = [error["message"]?.text, error["error"]?.text].firstWords
      pieces.append(session.event("error", words.isEmpty ? ToolText.text(ofInput: error) : words))
    }
    if !files.isEmpty { pieces.append(session.pictures(files, role: "assistant")) }
    let pages = ToolText.text(ofPages: message["webReferences"])
    if !pages.isEmpty, !pieces.isEmpty {
      pieces[pieces.count - 1].steps.append(TurnPart(kind: .toolResult, name: "search", text: pages))
    }
    return pieces
  }

  /// Returns a use of a tool, whose arguments and result are JSON in texts.
  private func use(_ tool: JSONValue, _ session: AgentSession) -> AgentSession.Piece {
    let name = tool["name"]?.text ?? tool["tool"]?.identifier ?? "tool"
    let given = tool["params"] ?? tool["rawArgs"]
    if tool["params"] != nil { tool["rawArgs"]?.leaveOut(.duplicate) }
    var output = ToolText.text(ofArguments: tool["result"])
    let error = [tool["error"]?.text, tool["error"]?["message"]?.text].firstWords
    let parsed = tool["error"].flatMap { $0.text == nil ? nil : $0.parsedText() }
    let words = [parsed?["clientVisibleErrorMessage"]?.text, parsed?["message"]?.text, error].firstWords
    if !words.isEmpty { output = [output, words].filter { !$0.isBlank }.joined(separator: "\n\n") }
    let status = tool["status"]?.text
    if output.isEmpty, status == "cancelled" { output = "Cancelled" }
    return session.use(
      name, ToolText.text(ofArguments: given), output, hasFailed: status == "error" || !words.isEmpty)
  }

  /// Returns the pictures of a message, and the names of files and selections that came with it.
  private func files(of message: JSONValue) throws(ImportError) -> [Attachment] {
    var files: [Attachment] = []
    for picture in message["images"]?.elements ?? [] {
      let address = picture["url"]?.text ?? picture["path"]?.text ?? picture["uuid"]?.text
      if let data = picture["data"]?.text {
        files.append(
          try InlineFile.attachment(base64: data, type: "image/png", files: conversion.extractedFiles))
      } else if let address,
        let file = try InlineFile.attachment(dataURL: address, files: conversion.extractedFiles)
      {
        files.append(file)
      } else {
        files.append(.absent(named: address, type: "image/png"))
      }
    }
    for chunk in message["attachedCodeChunks"]?.elements ?? [] {
      let name = [
        chunk["relativeWorkspacePath"]?.text, chunk["path"]?.text, chunk["uri"]?["path"]?.text,
        chunk["uri"]?.text,
      ].firstWords
      chunk.leaveOut(.machineText)
      if !name.isEmpty { files.append(.absent(named: name)) }
    }
    return files
  }
}
