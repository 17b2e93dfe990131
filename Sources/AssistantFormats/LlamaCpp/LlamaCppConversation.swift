import ChatModel
import ImportKit

/// One conversation while its messages are read.
struct LlamaCppConversation {
  private let head: JSONValue
  private let conversion: Conversion
  private let origin: Origin
  private let builder: ConversationBuilder
  private var session: AgentSession
  private var turns = BranchedTurns()
  private var count = 0
  /// The id of the last message, which the next one follows if messages name no parents.
  private var last: String?
  private var namesParents = false
  /// The names of tools by the ids of their calls.
  private var tools: [String: String] = [:]

  init(_ head: JSONValue, _ conversion: Conversion, _ origin: Origin, name: String) {
    (self.head, self.conversion, self.origin) = (head, conversion, origin)
    let title = [head["name"]?.text].firstWords
    builder = conversion.conversation(
      head["id"]?.identifier ?? name, title: title.isEmpty ? name : title, order: .asGiven)
    if title.isEmpty { builder.titleStandIn = .newChat }
    let program = head["harness"]?.text
    let isOther = program.map { $0 != "llama.app" && !$0.hasPrefix("llama") } ?? false
    session = AgentSession(builder, agentName: isOther ? program : nil)
  }

  mutating func addBroken(_ text: String) {
    count += 1
    turns.add([session.unknown("malformed line", text)], id: "line-\(count)", parent: last, at: nil)
    last = "line-\(count)"
  }

  mutating func add(
    _ message: JSONValue, at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    count += 1
    let id = message["id"]?.identifier ?? "message-\(count)"
    let parent = message["parent"]?.identifier ?? message["parentId"]?.identifier
    namesParents = namesParents || parent != nil
    // The root of a tree has no parent.
    let before = parent ?? (namesParents || message["type"]?.text == "root" ? nil : last)
    last = id
    guard message["type"]?.text != "root" || message["content"]?.text?.isEmpty == false else {
      return turns.add([], id: id, parent: nil, at: nil)
    }
    turns.add(
      try pieces(of: message, at: origin, &log), id: id, parent: before,
      at: conversion.instant(in: message["timestamp"] ?? message["createdAt"]))
  }

  mutating func finish(_ log: inout DiagnosticLog) throws(ImportError) {
    let current = head["currNode"]?.identifier ?? (namesParents ? nil : last)
    try turns.append(to: &session, current: .ending(in: current), at: origin, &log)
    guard builder.count == 0 else { return }
    log.append(
      Diagnostic(
        .note, "empty-conversation", "the conversation '\(builder.title.prefix(80))' has no messages",
        at: origin))
  }

  private mutating func pieces(
    of message: JSONValue, at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) -> [AgentSession.Piece] {
    let (text, blockFiles) = try content(message["content"], &log)
    var texts: [String] = []
    let files = try blockFiles + self.files(message["extra"], texts: &texts, at: origin, &log)
    var pieces: [AgentSession.Piece] = []
    let model = message["model"]?.text
    switch message["role"]?.text {
    case "user":
      if !text.isBlank || !files.isEmpty { pieces.append(session.prompt(text, files, texts: texts)) }
    case "system", "developer":
      if !text.isBlank { pieces.append(session.instructions(text)) }
    case "tool":
      let id = (message["toolCallId"] ?? message["tool_call_id"])?.identifier
      let name = id.flatMap { tools[$0] } ?? message["name"]?.text ?? message["toolName"]?.text
      pieces.append(session.result(name, text, isError: ToolOutcome.hasErrorFlag(message)))
      if !files.isEmpty { pieces.append(session.pictures(files, role: "tool")) }
    case "assistant":
      let thought = [message["reasoningContent"], message["reasoning_content"], message["thinking"]]
        .map { $0?.text }.firstWords
      if !thought.isEmpty { pieces.append(session.thinking(thought)) }
      if !text.isBlank { pieces.append(session.answer(text, model: model)) }
      if !files.isEmpty { pieces.append(session.pictures(files, role: "assistant")) }
      pieces += calls(in: message["toolCalls"] ?? message["tool_calls"])
    case let role:
      pieces.append(session.unknown("message", message, kind: role, at: origin, &log))
    }
    return AgentSession.folded(pieces)
  }

  /// Returns the calls in a list, which may be JSON in a text.
  private mutating func calls(in list: JSONValue?) -> [AgentSession.Piece] {
    let list = list?.parsedText() ?? list
    return (list?.elements ?? []).map { call in
      let function = call["function"] ?? call
      let name = function["name"]?.text ?? "tool"
      if let id = call["id"]?.identifier { tools[id] = name }
      return session.call(name, ToolText.text(ofArguments: function["arguments"] ?? function["input"]))
    }
  }

  /// Returns the text of a content and the pictures in it.
  private func content(
    _ content: JSONValue?, _ log: inout DiagnosticLog
  ) throws(ImportError) -> (String, [Attachment]) {
    if let text = content?.text { return (text, []) }
    var (texts, files): ([String], [Attachment]) = ([], [])
    for block in content?.elements ?? [] {
      if let text = block.text ?? block["text"]?.text {
        texts.append(text)
      } else if let address = block["image_url"]?["url"]?.text {
        let picture = try InlineFile.attachment(dataURL: address, files: conversion.extractedFiles)
        files.append(picture ?? .absent(named: address, type: "image/png"))
      } else {
        texts.append(block.json)
      }
    }
    return (texts.joined(separator: "\n\n"), files)
  }

  // MARK: Files

  /// Returns the files that came with a message, and adds the contents of those that are texts. Kinds are in capitals, in older exports
  /// in words of their own.
  private func files(
    _ extra: JSONValue?, texts: inout [String], at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) -> [Attachment] {
    var files: [Attachment] = []
    for file in extra?.elements ?? [] {
      let (kind, name) = (
        file["type"]?.text?.uppercased() ?? "", file["name"]?.text ?? file["uri"]?.text
      )
      let data = (file["base64Url"] ?? file["base64Data"])?.text
      if let data,
        let found = try InlineFile.attachment(dataURL: data, name: name, files: conversion.extractedFiles)
      {
        files.append(found)
      } else if let data {
        let type = file["mimeType"]?.text ?? (kind.hasPrefix("PDF") ? "application/pdf" : nil)
        files.append(
          try InlineFile.attachment(base64: data, type: type, name: name, files: conversion.extractedFiles))
      } else if let text = file["content"]?.text {
        files.append(
          try InlineFile.attachment(
            Array(text.utf8), type: "text/plain", name: name ?? "\(kind.lowercased()).txt",
            files: conversion.extractedFiles))
        texts.append(text)
        continue
      } else {
        log.append(
          Diagnostic(
            .loss, "missing-file", "a file of the kind '\(kind.prefix(60))' has no content", at: origin))
        files.append(.absent(named: name ?? kind))
        continue
      }
      // A PDF comes with its text and with pictures of its pages.
      file["content"]?.leaveOut(.smallerCopy)
      file["images"]?.leaveOut(.smallerCopy)
    }
    return files
  }
}
