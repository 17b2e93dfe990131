import ChatModel
import ImportKit

/// The data export of Claude.ai: `conversations.json`, next to `users.json` and the files of projects, memories and chats about
/// designs.
///
/// Anthropic does not describe it. The facts come from programs that read it (claude-to-sqlite and others).
enum ClaudeAIFormat: ConvertedFormat {
  static let key = "claudeai"
  static let name = "Claude.ai (data export)"

  static let capabilities: [FormatCapability] = [
    .full("questions and answers", "Markdown; formulas as their LaTeX source"),
    .full("thinking, tools, artifacts", "folded"),
    .full("citations", "as links after the text; titles and cited words folded"),
    .full("texts of attachments", "as files"),
    .partly("pictures and other files", "their names; the export does not have them"),
    .partly("branches", "if the export has them"),
    .full("all conversations of an account"),
    .partly("projects", "as conversations of their own, with their documents as files"),
    .full("memories", "as a conversation"),
    .full("chats about designs"),
  ]

  private static let fileName = "conversations.json"

  /// The folders of an export.
  private static let folders: Set<String> = ["projects", "design_chats", "memories"]

  /// The files of an account's export. Any other file in JSON is something else.
  private static let parts: Set<String> = [
    fileName, "users.json", "projects.json", "memories.json", "design_chats.json",
  ]

  static func isPart(_ name: String) -> Bool {
    guard name.contains(".") else { return folders.contains(name) }
    return name.hasSuffix(".json") ? parts.contains(name) : isNoOtherChat(name)
  }

  static func recognises(_ input: ImportInput) -> Bool {
    guard input.bytes == nil else { return isConversations(input) }
    guard !input.files.contains(where: { $0.hasSuffix(".zip") }) else { return false }
    if input.files.contains(fileName) {
      return (try? input.file(named: fileName)).map(isConversations) ?? false
    }
    // An export may come in several archives.
    let chats = designChats(in: input)
    return chats.first.flatMap { try? input.file(named: $0) }.map(isConversations) ?? false
  }

  private static func designChats(in input: ImportInput) -> [String] {
    input.files.filter { $0.hasPrefix("design_chats/") && $0.hasSuffix(".json") }
  }

  private static func isConversations(_ input: ImportInput) -> Bool {
    let shape = input.shape
    return shape.has("[].uuid", "[].chat_messages") || shape.has(".uuid", ".chat_messages")
      || ClaudeAIDesignChat.recognises(shape)
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    let users = ClaudeAIUsers(input.folder)
    guard input.bytes == nil else { return try convert(file: input, users, conversion, &log) }
    if input.files.contains(fileName) {
      try convert(file: try input.file(named: fileName), users, conversion, &log)
    }
    for path in designChats(in: input) {
      try convert(file: try input.file(named: path), users, conversion, &log)
    }
    try ClaudeAIProjects(input, users, &log).convert(to: conversion, &log)
  }

  private static func convert(
    file input: ImportInput, _ users: ClaudeAIUsers, _ conversion: Conversion, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    guard let file = JSONFile(input) else { return }
    func add(_ value: JSONValue, _ origin: Origin, _ log: inout DiagnosticLog) throws(ImportError) {
      if value["chat_messages"] == nil, value["messages"] != nil {
        try ClaudeAIDesignChat(value, users, origin).convert(to: conversion, &log)
      } else {
        try ClaudeAIConversation(value, users, origin).convert(to: conversion, &log)
      }
    }
    try file.forEachRecord(log: &log, broken: conversion.addDamaged) {
      value, origin, log throws(ImportError) in
      // Several exports one after the other.
      for value in value.isArray ? value.elements : [value] { try add(value, origin, &log) }
    }
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
  func name(_ account: JSONValue?) -> String? { name(ofID: account?["uuid"]?.text) }

  /// Returns the name of the account with an id, or nil if the export has none.
  func name(ofID id: String?) -> String? { id.flatMap { names[$0] } }
}
