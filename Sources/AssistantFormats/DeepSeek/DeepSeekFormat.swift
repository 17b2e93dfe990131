import ChatModel
import ImportKit

/// The account download of DeepSeek: `conversations.json`, with nodes like ChatGPT's but other messages.
///
/// DeepSeek does not describe it. The facts come from programs that read it.
enum DeepSeekFormat: ConvertedFormat {
  static let key = "deepseek"
  static let name = "DeepSeek (account download)"

  static let capabilities: [FormatCapability] = [
    .full("questions and answers", "answers with all of Markdown"),
    .full("thinking", "folded"),
    .full("pages found by searches", "folded"),
    .full("branches", "edited questions, regenerated answers"),
    .partly("files", "their names; the download does not have them"),
    .full("all conversations of an account"),
    .none("the account, with its telephone number"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    let shape = input.shape
    return ["[]", ""].contains { path in
      shape.has("\(path).mapping", "\(path).inserted_at")
        || ["1", "2", "root"].contains { shape.has("\(path).mapping.\($0).message.fragments") }
    }
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    try JSONFile(input)?.forEachRecordInLists(log: &log, broken: conversion.addDamaged) {
      value, origin, log throws(ImportError) in
      try DeepSeekConversation(value, conversion, origin).convert(&log)
    }
  }
}

/// One conversation of a download.
struct DeepSeekConversation {
  private let value: JSONValue
  private let conversion: Conversion
  private let origin: Origin

  init(_ value: JSONValue, _ conversion: Conversion, _ origin: Origin) {
    (self.value, self.conversion, self.origin) = (value, conversion, origin)
  }

  func convert(_ log: inout DiagnosticLog) throws(ImportError) {
    let title = [value["title"]?.text].firstWords
    let nodes = value["mapping"]?.members ?? []
    guard nodes.contains(where: { $0.value["message"] != nil }) else {
      return log.append(
        Diagnostic(
          .note, "empty-conversation",
          "the conversation '\(title.prefix(80))' has no messages; it is left out",
          at: origin))
    }
    let id = value["id"]?.identifier ?? origin.path ?? title
    let builder = conversion.conversation(id, title: title.isEmpty ? "New chat" : title, order: .asGiven)
    if title.isEmpty { builder.titleStandIn = .newChat }
    var session = AgentSession(builder, agentName: "DeepSeek")
    var turns = BranchedTurns()
    for (name, node) in nodes.map({ ($0.name, $0.value) }) {
      let message = node["message"]
      turns.add(
        try message.map { message throws(ImportError) in try pieces(of: message, &session, &log) } ?? [],
        id: node["id"]?.identifier ?? name, parent: node["parent"]?.identifier,
        at: conversion.instant(in: message?["inserted_at"]))
    }
    let current = (value["current_message_id"] ?? value["current_node"])?.identifier
    try turns.append(to: &session, current: .ending(in: current), at: origin, &log)
  }

  private func pieces(
    of message: JSONValue, _ session: inout AgentSession, _ log: inout DiagnosticLog
  ) throws(ImportError) -> [AgentSession.Piece] {
    let model = message["model"]?.text
    var files = (message["files"]?.elements ?? []).map(file)
    var pieces: [AgentSession.Piece] = []
    for fragment in message["fragments"]?.elements ?? [] {
      let text = fragment["content"]?.text ?? ""
      switch fragment["type"]?.text?.uppercased() {
      case "REQUEST":
        files += (fragment["files"]?.elements ?? []).map(file)
        pieces.append(session.prompt(text, files))
        files = []
      case "RESPONSE", "TEMPLATE_RESPONSE":
        if !text.isBlank { pieces.append(session.answer(text, model: model)) }
      case "THINK":
        if !text.isBlank { pieces.append(session.thinking(text)) }
      case "SEARCH", "TOOL_SEARCH":
        let pages = ToolText.text(ofPages: fragment["results"])
        let words = [text, pages].filter { !$0.isBlank }.joined(separator: "\n\n")
        if !words.isEmpty { pieces.append(session.result("search", words)) }
      case "FILE":
        files += (fragment["files"]?.elements ?? []).map(file)
        if fragment["file_name"] != nil { files.append(file(fragment)) }
      case "TIP", "ERROR":
        if !text.isBlank { pieces.append(session.event("notice", text)) }
      default: pieces.append(session.unknown("fragment", fragment, at: origin, &log))
      }
    }
    if message["fragments"] == nil { addOldMessage(message, model, &files, to: &pieces, &session) }
    let isAnswer = pieces.contains { $0.role == "assistant" }
    if !files.isEmpty {
      pieces.append(isAnswer ? session.pictures(files, role: "assistant") : session.prompt("", files))
    }
    return pieces
  }

  /// Adds a message of early 2025, which has a role instead of fragments.
  private func addOldMessage(
    _ message: JSONValue, _ model: String?, _ files: inout [Attachment],
    to pieces: inout [AgentSession.Piece],
    _ session: inout AgentSession
  ) {
    let text = message["content"]?.text ?? ""
    let thought = [message["reasoning_content"], message["thinking_content"]].map { $0?.text }.firstWords
    switch message["role"]?.text?.lowercased() {
    case "user":
      pieces.append(session.prompt(text, files))
      files = []
    case "system": if !text.isBlank { pieces.append(session.instructions(text)) }
    default:
      if !thought.isEmpty { pieces.append(session.thinking(thought)) }
      let pages = ToolText.text(ofPages: message["search_results"])
      if !pages.isEmpty { pieces.append(session.result("search", pages)) }
      if !text.isBlank { pieces.append(session.answer(text, model: model)) }
    }
  }

  private func file(_ file: JSONValue) -> Attachment {
    let name = [file["file_name"], file["name"], file["id"]].map { $0?.text }.firstWords
    var attachment = Attachment.absent(named: name.isEmpty ? file.text : name)
    attachment.byteCount = file["file_size"]?.integer.flatMap { Int(exactly: $0) }
    return attachment
  }
}
