import ChatModel
import ImportKit

/// The projects of an account and Claude's memories: `projects.json` or `projects/*.json`, and
/// `memories.json` or `memories/*.json`.
///
/// The export does not say which conversations belong to a project. So each project is a conversation of its own,
/// with its description, its instructions and its documents as files. Claude's memories of a project are
/// in it, and its other memories in one more conversation.
struct ClaudeAIProjects {
  private var projects: [(value: JSONValue, origin: Origin)] = []
  private var memories: [(value: JSONValue, origin: Origin)] = []
  private let users: ClaudeAIUsers

  init(_ input: ImportInput, _ users: ClaudeAIUsers, _ log: inout DiagnosticLog) {
    self.users = users
    for path in input.files where path.hasSuffix(".json") {
      if path == "projects.json" || path.hasPrefix("projects/") {
        projects += Self.values(of: path, in: input, &log)
      } else if path == "memories.json" || path.hasPrefix("memories/") {
        memories += Self.values(of: path, in: input, &log)
      }
    }
  }

  private static func values(
    of path: String, in input: ImportInput, _ log: inout DiagnosticLog
  ) -> [(value: JSONValue, origin: Origin)] {
    do throws(ImportError) {
      guard let file = JSONFile(try input.file(named: path)) else { return [] }
      let value = try file.documentOrPart(log: &log)
      return (value.isArray ? value.elements : [value]).map { ($0, file.origin(0)) }
    } catch {
      log.append(
        Diagnostic(
          .loss, "unreadable-file", "\(error.message); it was left out", at: Origin(file: input.path)))
      return []
    }
  }

  func convert(to conversion: Conversion, _ log: inout DiagnosticLog) throws(ImportError) {
    // Several files may have memories of one project, and repeat each other.
    var memoriesByProject: [String: [String]] = [:]
    var known: Set<[String]> = []
    for (memory, _) in memories {
      for member in memory["project_memories"]?.members ?? [] {
        guard let text = member.value.text, !text.isBlank, known.insert([member.name, text]).inserted
        else { continue }
        memoriesByProject[member.name, default: []].append(text)
      }
    }
    var (shown, counted, documents) = (0, 0, 0)
    for (project, origin) in projects {
      guard project.isObject else {
        log.append(
          Diagnostic(.loss, "not-a-project", "a project is not a JSON object; it is left out", at: origin))
        continue
      }
      let memory = project["uuid"]?.identifier.flatMap { memoriesByProject.removeValue(forKey: $0) }
      if try add(project, memory ?? [], to: conversion) {
        shown += 1
      } else {
        counted += 1
        documents += project["docs"]?.elements.count ?? 0
      }
    }
    try addMemories(memoriesByProject, to: conversion)
    guard let origin = projects.first?.origin else { return }
    if shown > 0 {
      log.append(
        Diagnostic(
          .note, "projects",
          "projects are shown as conversations of their own (\(shown)): the export does not say which conversations belong to them",
          at: origin))
    }
    if counted > 0 {
      log.append(
        Diagnostic(
          .note, "projects",
          "projects without words are not shown (\(counted), with documents: \(documents))", at: origin))
    }
  }

  /// Adds a project as a conversation; false if it has no words.
  private func add(
    _ project: JSONValue, _ memory: [String], to conversion: Conversion
  ) throws(ImportError) -> Bool {
    let description = project["description"]?.text ?? ""
    let instructions = project["prompt_template"]?.text ?? ""
    let documents = project["docs"]?.elements ?? []
    let texts = [description, instructions] + documents.compactMap { $0["content"]?.text }
    guard !memory.isEmpty || texts.contains(where: { $0.hasWords() }) else { return false }
    let ownName = project["name"]?.text.flatMap { $0.isBlank ? nil : $0 }
    let name = ownName ?? "Untitled"
    let id = project["uuid"]?.identifier ?? name
    let builder = conversion.conversation("project/\(id)", id: id, title: name, order: .asGiven)
    if ownName == nil, builder.title == name { builder.titleStandIn = .untitled }
    let conversation = AssistantConversation(
      builder, userName: users.name(project["creator"]), assistantName: "Claude")
    var turn = AssistantConversation.Turn(id: id, parent: nil, role: "user")
    turn.instant = Self.instant(project["created_at"], conversion)
    if !instructions.isBlank {
      turn.steps.append(TurnPart(kind: .toolResult, name: "prompt template", text: instructions))
    }
    var (files, excerpts) = ([Attachment](), [String]())
    for (index, document) in documents.enumerated() {
      let name = (document["filename"] ?? document["file_name"])?.text ?? "document \(index + 1)"
      var file = Attachment(kind: .file, name: name)
      if let text = document["content"]?.text, !text.isEmpty {
        let bytes = Array(text.utf8)
        file.byteCount = bytes.count
        file.path = try conversion.extractedFiles.add(
          bytes.span, name: "project-\(ClaudeAIMessageReader.fileName(id))-\(index + 1).txt")
        excerpts.append(text)
      } else {
        file.absence = .unavailable
      }
      files.append(file)
    }
    if !files.isEmpty {
      try conversation.add(.filesWithTexts(files, caption: description, texts: excerpts), of: turn)
    } else if !description.isEmpty || !turn.steps.isEmpty {
      try conversation.add(.text(description), of: turn)
    }
    if !memory.isEmpty {
      var turn = AssistantConversation.Turn(id: "\(id)-memory", parent: nil, role: "assistant")
      turn.instant = Self.instant(project["updated_at"], conversion)
      try conversation.add(.text(memory.joined(separator: "\n\n")), of: turn)
    }
    return true
  }

  /// Adds Claude's memories of all conversations, and of projects that are not in the export.
  private func addMemories(
    _ others: [String: [String]], to conversion: Conversion
  ) throws(ImportError) {
    var texts: [String] = []
    for (memory, _) in memories {
      if let text = memory["conversations_memory"]?.text { texts.append(text) }
      for file in memory["memory_files"]?.elements ?? [] {
        let name = file["path"]?.text.map { "**\($0)**\n\n" } ?? ""
        if let text = file["content"]?.text { texts.append(name + text) }
      }
    }
    texts += others.sorted { $0.key < $1.key }.flatMap(\.value)
    texts = texts.filter { !$0.isBlank }
    guard !texts.isEmpty else { return }
    let account = memories.first?.value["account_uuid"]?.identifier ?? "account"
    let builder = conversion.conversation(
      "memories/\(account)", id: "memory", title: "Memory", order: .asGiven)
    builder.titleStandIn = .memory
    let conversation = AssistantConversation(builder, assistantName: "Claude")
    for (index, text) in texts.enumerated() {
      try conversation.add(
        .text(text),
        of: AssistantConversation.Turn(id: "memory-\(index + 1)", parent: nil, role: "assistant"))
    }
  }

  private static func instant(_ time: JSONValue?, _ conversion: Conversion) -> Instant? {
    time?.text.flatMap { Timestamp($0) }.map { conversion.instant(of: $0) }
  }
}
