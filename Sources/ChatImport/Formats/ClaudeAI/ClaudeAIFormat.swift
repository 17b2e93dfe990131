import ChatModel

/// The data export of Claude.ai: `conversations.json`, with `users.json` and `projects.json` beside it.
///
/// Anthropic does not describe it. The facts come from programs that read it (claude-to-sqlite and others).
enum ClaudeAIFormat: ConvertedFormat {
  static let name = "Claude.ai (data export)"

  static let capabilities: [FormatCapability] = [
    .full("questions and answers", "Markdown; formulas as their LaTeX source"),
    .full("thinking, tools, artifacts", "folded"),
    .full("citations", "as links behind the text"),
    .full("texts of attachments", "as files"),
    .partly("pictures and other files", "their names; the export does not have them"),
    .partly("branches", "if the export has them"),
    .full("all conversations of an account"),
    .none("projects", "counted in the report"),
  ]

  private static let fileName = "conversations.json"

  static func recognises(_ input: ImportInput) -> Bool {
    guard input.bytes == nil else { return isConversations(input) }
    guard input.files.contains(fileName), !input.files.contains(where: { $0.hasSuffix(".zip") }) else {
      return false
    }
    return (try? input.file(named: fileName)).map(isConversations) ?? false
  }

  private static func isConversations(_ input: ImportInput) -> Bool {
    let shape = input.shape
    return shape.has("[].uuid", "[].chat_messages") || shape.has(".uuid", ".chat_messages")
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    let file = input.bytes == nil ? try input.file(named: fileName) : input
    guard let json = JSONFile(file) else { return }
    noteProjects(of: input, &log)
    if input.files.contains("memories.json") {
      log.append(
        Diagnostic(
          .note, "memories", "`memories.json`, which Claude remembers of all conversations, is not shown",
          at: Origin(file: input.path)))
    }
    let users = ClaudeAIUsers(input.folder)
    func add(_ value: JSONValue, _ origin: Origin, _ log: inout DiagnosticLog) throws(ImportError) {
      try ClaudeAIConversation(value, users, origin).convert(to: conversion, &log)
    }
    guard file.head.first(where: { $0 > 0x20 }) == UInt8(ascii: "[") else {
      return try add(try json.documentOrPart(log: &log), json.origin(0), &log)
    }
    func showBroken(_ text: String, _ origin: Origin, _ log: inout DiagnosticLog) throws(ImportError) {
      let builder = conversion.conversation("damaged", title: "Damaged conversations", order: .asGiven)
      builder.titleStandIn = .damaged
      var draft = MessageDraft()
      draft.part = Unsupported(kind: "conversation", text: text)
      try builder.add(draft)
    }
    try json.forEachElement(of: nil, log: &log, readsPart: true, broken: showBroken) {
      value, _, origin, log throws(ImportError) in
      try add(value, origin, &log)
    }
  }

  private static func noteProjects(of input: ImportInput, _ log: inout DiagnosticLog) {
    guard input.files.contains("projects.json"), let file = try? input.file(named: "projects.json"),
      let projects = try? JSONFile(file)?.document()
    else { return }
    let documents = projects.elements.reduce(0) { $0 + ($1["docs"]?.elements.count ?? 0) }
    guard !projects.elements.isEmpty else { return }
    log.append(
      Diagnostic(
        .note, "projects",
        "\(projects.elements.count) projects with \(documents) documents are not shown: the export does not tell which conversations belong to them",
        at: Origin(file: file.path)))
  }
}

/// The names of accounts.
struct ClaudeAIUsers {
  private var names: [String: String] = [:]

  init(_ folder: InputFolder) {
    guard let bytes = try? folder.bytes(of: "users.json"),
      let users = try? JSONFile(ImportInput(path: "users.json", bytes, in: folder))?.document()
    else { return }
    for user in users.elements {
      if let id = user["uuid"]?.text, let name = user["full_name"]?.text, !name.isEmpty { names[id] = name }
    }
  }

  /// Returns the name of an account, or `User` if the export has none.
  func name(_ account: JSONValue?) -> String? { account?["uuid"]?.text.flatMap { names[$0] } }
}
