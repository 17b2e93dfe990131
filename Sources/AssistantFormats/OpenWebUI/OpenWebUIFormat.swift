import ChatModel
import ImportKit

/// The chats that Open WebUI exports: a list of all of them, or one.
///
/// The facts come from the program's own source (`chats.py`, `middleware.py`).
enum OpenWebUIFormat: ConvertedFormat {
  static let key = "openwebui"
  static let name = "Open WebUI"

  static let capabilities: [FormatCapability] = [
    .full("questions and answers", "answers with all of Markdown"),
    .full("thinking, tools, code that was run", "folded"),
    .full("branches", "edited questions, regenerated answers, answers of several models"),
    .full("sources, searches", "folded"),
    .full("pictures that are in the chat"),
    .partly("other files", "their names, and the text that was taken from them"),
    .full("errors", "as notices"),
    .full("votes", "as reactions"),
    .full("several conversations in one export"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    let shape = input.shape
    return ["[].chat", ".chat", "[]", ""].contains { path in
      shape.has("\(path).history.messages")
        && (path.hasSuffix("chat") || shape.has("\(path).models") || shape.has("\(path).history.currentId"))
        || path.hasSuffix("chat") && shape.has("\(path).models", "\(path).messages")
    }
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    try JSONFile(input)?.forEachRecordInLists(log: &log, broken: conversion.addDamaged) {
      value, origin, log throws(ImportError) in
      try OpenWebUIChat(value, conversion, origin, name: input.stem).convert(&log)
    }
  }
}

/// One chat of an export.
struct OpenWebUIChat {
  private let value: JSONValue
  /// The chat without the facts of its record.
  private let chat: JSONValue
  private let conversion: Conversion
  private let origin: Origin
  /// The name of the export's file.
  private let name: String

  init(_ value: JSONValue, _ conversion: Conversion, _ origin: Origin, name: String) {
    (self.value, self.conversion, self.origin, self.name) = (value, conversion, origin, name)
    chat = value["chat"] ?? value
  }

  func convert(_ log: inout DiagnosticLog) throws(ImportError) {
    let title = [value["title"], chat["title"]].map { $0?.text }.firstWords
    var messages = chat["history"]?["messages"]?.members.map(\.value) ?? []
    if messages.isEmpty {
      messages = chat["messages"]?.elements ?? []
    } else {
      chat["messages"]?.leaveOut(.duplicate)
    }
    guard !messages.isEmpty else {
      return log.append(
        Diagnostic(
          .note, "empty-conversation", "the chat '\(title.prefix(80))' has no messages; it is left out",
          at: origin))
    }
    let id = [value["id"]?.text, chat["id"]?.text, title, name].firstWords
    let builder = conversion.conversation(id, title: title.isEmpty ? name : title, order: .asGiven)
    if title.isEmpty { builder.titleStandIn = .newChat }
    let answer = messages.first { $0["role"]?.unreadText == "assistant" }
    var session = AgentSession(builder, agentName: answer.flatMap(Self.model(of:)))
    let instructions = [chat["system"], chat["params"]?["system"]].map { $0?.text }.firstWords
    if !instructions.isEmpty {
      try session.add([session.instructions(instructions)], id: "instructions", at: nil)
    }
    var turns = BranchedTurns()
    for (index, message) in byTime(messages) {
      let pieces = try pieces(of: message, &session, &log)
      turns.add(
        pieces, id: message["id"]?.text ?? "message-\(index + 1)",
        parent: message["parentId"]?.text ?? (chat["history"] == nil && index > 0 ? "message-\(index)" : nil),
        at: conversion.instant(in: message["timestamp"]), isLiked: Self.vote(message))
    }
    try turns.append(
      to: &session, current: .ending(in: chat["history"]?["currentId"]?.text), at: origin, &log)
  }

  /// Returns the messages by time, with their indexes, because a database may have changed their order.
  private func byTime(_ messages: [JSONValue]) -> [(index: Int, message: JSONValue)] {
    let timed = messages.enumerated().map { (index: $0, message: $1, time: $1["timestamp"]?.number ?? 0) }
    return timed.sorted { ($0.time, $0.index) < ($1.time, $1.index) }.map { ($0.index, $0.message) }
  }

  private static func model(of message: JSONValue) -> String? {
    let name = [message["modelName"], message["model"]].map { $0?.text }.firstWords
    return name.isEmpty ? nil : name
  }

  private static func vote(_ message: JSONValue) -> Bool? {
    (message["annotation"]?["rating"]?.integer).flatMap { $0 == 0 ? nil : $0 > 0 }
  }

  // MARK: Messages

  private func pieces(
    of message: JSONValue, _ session: inout AgentSession, _ log: inout DiagnosticLog
  ) throws(ImportError) -> [AgentSession.Piece] {
    let text = text(of: message["content"])
    let (files, texts) = try files(of: message)
    var pieces: [AgentSession.Piece] = []
    switch message["role"]?.text {
    case "user":
      if !text.isBlank || !files.isEmpty { pieces.append(session.prompt(text, files)) }
      if !pieces.isEmpty { pieces[0].steps = texts }
    case "system":
      if !text.isBlank { pieces.append(session.instructions(text)) }
    case "assistant":
      // The items of an answer repeat its text.
      if !text.isBlank { message["output"]?.leaveOut(.duplicate) }
      let model = Self.model(of: message)
      for part in OpenWebUIText.parts(of: text) {
        switch part {
        case .text(let text): pieces.append(session.answer(text, model: model))
        case .thinking(let text): pieces.append(session.thinking(text))
        case .tool(let name, let input, let output): pieces.append(session.use(name, input, output))
        }
      }
      if let output = message["output"], text.isBlank {
        pieces += output.elements.map { session.unknown("output", $0, at: origin, &log) }
      }
      if !files.isEmpty { pieces.append(session.pictures(files, role: "assistant")) }
      let sources = texts + Self.steps(of: message)
      if !sources.isEmpty, pieces.isEmpty { pieces.append(session.answer("", model: model)) }
      if !sources.isEmpty { pieces[pieces.count - 1].steps += sources }
    case let role:
      log.append(
        Diagnostic(
          .loss, "unknown-kind",
          "a message has the unknown role '\((role ?? "none").prefix(60))'; it is shown as a card", at: origin
        ))
      pieces.append(
        session.unknown(role ?? "message", text.isBlank ? String(message.json.prefix(4_000)) : text))
    }
    let error = message["error"]
    let words = [error?.text, error?["content"]?.text, error?["message"]?.text, error?["detail"]?.text]
    if error?.flag == true {
      pieces.append(session.event("error", text))
    } else if let error, error.flag == nil {
      pieces.append(session.event("error", words.firstWords.isEmpty ? error.json : words.firstWords))
    }
    if let comment = message["annotation"]?["comment"]?.text, !comment.isBlank {
      pieces.append(session.event("feedback", comment))
    }
    return AgentSession.folded(pieces)
  }

  /// Returns a content that is a text, or a list of texts with pictures, which are among the files as well.
  private func text(of content: JSONValue?) -> String {
    content?.text ?? (content?.elements ?? []).compactMap { $0["text"]?.text }.joined(separator: "\n\n")
  }

  /// Returns the files of a message, and the texts that were taken from them.
  private func files(of message: JSONValue) throws(ImportError) -> ([Attachment], [TurnPart]) {
    var (files, texts): ([Attachment], [TurnPart]) = ([], [])
    for file in message["files"]?.elements ?? [] {
      let record = file["file"]
      let name = [file["name"], record?["filename"], record?["meta"]?["name"], file["title"]].map { $0?.text }
        .firstWords
      let shown = name.isEmpty ? nil : name
      if let url = file["url"]?.text,
        let picture = try InlineFile.attachment(dataURL: url, name: shown, files: conversion.extractedFiles)
      {
        files.append(picture)
        continue
      }
      let address = file["url"]?.text
      let type = record?["meta"]?["content_type"]?.text ?? (file["type"]?.text == "image" ? "image/png" : nil)
      files.append(.absent(named: shown ?? address, type: type))
      if let text = record?["data"]?["content"]?.text, !text.isBlank {
        texts.append(TurnPart(kind: .toolResult, name: shown, text: text))
      }
    }
    return (files, texts)
  }

  /// Returns the searches and sources of an answer.
  private static func steps(of message: JSONValue) -> [TurnPart] {
    var steps: [TurnPart] = []
    for status in message["statusHistory"]?.elements ?? [] where status["hidden"]?.flag != true {
      var lines = [status["description"]?.text, status["query"]?.text].compactMap(\.self)
      lines += (status["urls"]?.elements ?? []).compactMap(\.text)
      lines += (status["queries"]?.elements ?? []).compactMap(\.text)
      lines.append(ToolText.text(ofPages: status["items"]))
      let text = lines.filter { !$0.isBlank }.joined(separator: "\n")
      if !text.isEmpty {
        steps.append(TurnPart(kind: .toolResult, name: status["action"]?.text, text: text))
      }
    }
    let sources = (message["sources"] ?? message["citations"])?.elements ?? []
    for source in sources {
      let head = [source["source"]?["name"]?.text, source["source"]?["url"]?.text]
      let pages = (source["metadata"]?.elements ?? []).compactMap { $0["source"]?.text ?? $0["name"]?.text }
      let words = (source["document"]?.elements ?? []).compactMap(\.text)
      let lines = (head.compactMap(\.self) + pages + words).filter { !$0.isBlank }
      let unique = lines.enumerated().filter { lines[..<$0.offset].contains($0.element) == false }
      let text = unique.map(\.element).joined(separator: "\n")
      if !text.isEmpty { steps.append(TurnPart(kind: .toolResult, name: "source", text: text)) }
    }
    return steps
  }
}
