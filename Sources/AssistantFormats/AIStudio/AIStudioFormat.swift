import ChatModel
import ImportKit

/// The prompts that Google AI Studio stores in Drive, a file for each, by name without extension.
///
/// Google does not describe them. The facts come from programs that read them (polylogue, threadshelf).
enum AIStudioFormat: ConvertedFormat {
  static let key = "aistudio"
  static let name = "Google AI Studio"

  static let capabilities: [FormatCapability] = [
    .full("questions and answers", "answers with all of Markdown"),
    .full("thoughts, code that was run, its output", "folded"),
    .full("searches and their sources", "folded"),
    .full("pictures and files that are in the prompt"),
    .partly("files of Drive", "their ids; the prompt has no names"),
    .full("instructions"),
    .partly("times", "since 2026"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    if input.bytes != nil { return isPrompt(input) }
    // On the disk the search finds each file. Archives are not searched as deep as Takeout's folders are.
    return !input.isFolderOfDisk
      && input.files.allSatisfy { isInFolder($0) || !$0.contains("/") || $0.hasSuffix(".html") }
      && input.files.contains { isInFolder($0) && (try? input.file(named: $0)).map(isPrompt) ?? false }
  }

  private static func isInFolder(_ path: String) -> Bool {
    path.split(separator: "/").dropLast().contains { $0 == "Google AI Studio" }
  }

  private static func isPrompt(_ input: ImportInput) -> Bool {
    let shape = input.shape
    return shape.has(".chunkedPrompt.chunks")
      || shape.has(".runSettings.model") && (shape.has(".chunkedPrompt") || shape.has(".systemInstruction"))
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    guard input.bytes == nil else { return try convert(file: input, to: conversion, &log) }
    for path in input.files where isInFolder(path) {
      do throws(ImportError) {
        let file = try input.file(named: path)
        // Pictures and other files lie between the prompts.
        if isPrompt(file) { try convert(file: file, to: conversion, &log) }
      } catch {
        log.append(error.loss)
      }
    }
  }

  private static func convert(
    file input: ImportInput, to conversion: Conversion, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    guard let file = JSONFile(input) else { return }
    let name = input.name.hasSuffix(".json") ? input.stem : input.name
    try file.forEachRecord(log: &log, broken: conversion.addDamaged) {
      value, origin, log throws(ImportError) in
      try AIStudioPrompt(value, conversion, origin, name: name).convert(key: input.path, &log)
    }
  }
}

/// One prompt with the answers to it.
struct AIStudioPrompt {
  private let value: JSONValue
  private let conversion: Conversion
  private let origin: Origin
  private let name: String

  init(_ value: JSONValue, _ conversion: Conversion, _ origin: Origin, name: String) {
    (self.value, self.conversion, self.origin, self.name) = (value, conversion, origin, name)
  }

  /// The name of the model, without the folder.
  private var model: String? {
    value["runSettings"]?["model"]?.text.map { $0.hasPrefix("models/") ? String($0.dropFirst(7)) : $0 }
  }

  func convert(key: String, _ log: inout DiagnosticLog) throws(ImportError) {
    let chunks = value["chunkedPrompt"]?["chunks"]?.elements ?? []
    let pending = (value["chunkedPrompt"]?["pendingInputs"]?.elements ?? []).filter { !isEmpty($0) }
    guard !chunks.isEmpty || !pending.isEmpty else {
      return log.append(
        Diagnostic(
          .note, "empty-conversation", "the prompt '\(name.prefix(80))' has no messages; it is left out",
          at: origin))
    }
    // The file's name is all that identifies a prompt.
    let builder = conversion.conversation(named: "\(name)", title: name, parts: key)
    var session = AgentSession(builder, agentName: "Gemini")
    let instruction = value["systemInstruction"]
    let words = instruction?["text"]?.text ?? joined(instruction?["parts"])
    if !words.isBlank { try session.add([session.instructions(words)], id: "instructions", at: nil) }
    for (index, chunk) in chunks.enumerated() {
      var pieces = try pieces(of: chunk, &session, &log)
      if let branch = chunk["branchParent"]?["displayName"]?.text {
        pieces.insert(session.event("sessionContinued", branch), at: 0)
      }
      try session.add(pieces, id: "chunk-\(index + 1)", at: conversion.instant(in: chunk["createTime"]))
    }
    let sources = (value["citations"]?.elements ?? []).compactMap { $0["uri"]?.text ?? $0["title"]?.text }
    if !sources.isEmpty {
      try session.add(
        [session.result("citations", sources.joined(separator: "\n"))], id: "citations", at: nil)
    }
    for (index, chunk) in pending.enumerated() {
      var pieces = try pieces(of: chunk, &session, &log)
      for piece in pieces.indices { pieces[piece].status = "draft" }
      try session.add(pieces, id: "pending-\(index + 1)", at: nil)
    }
  }

  private func isEmpty(_ chunk: JSONValue) -> Bool {
    chunk.members.allSatisfy {
      $0.name == "role" || $0.value.text?.isBlank == true || $0.value == .null || $0.name == "tokenCount"
    }
  }

  private func joined(_ parts: JSONValue?) -> String {
    (parts?.elements ?? []).compactMap { $0["text"]?.text }.joined()
  }

  /// Members of a chunk that are not content.
  private static let facts: Set<String> = [
    "role", "tokenCount", "isThought", "thinkingBudget", "thoughtSignatures", "finishReason", "createTime",
    "isEdited", "branchParent", "branchChildren", "parts", "isGeneratedUsingApiKey", "safetyRatings", "text",
    "grounding", "errorMessage", "executableCode", "codeExecutionResult", "safetySettings",
    "thoughtSignature",
    "thinkingLevel", "functionDeclarations",
  ]

  private func pieces(
    of chunk: JSONValue, _ session: inout AgentSession, _ log: inout DiagnosticLog
  ) throws(ImportError) -> [AgentSession.Piece] {
    let isUser = chunk["role"]?.text == "user"
    var pieces: [AgentSession.Piece] = []
    var text = chunk["text"]?.text ?? ""
    if text.isBlank {
      text = joined(chunk["parts"])
    } else {
      chunk["parts"]?.leaveOut(.duplicate)
    }
    let files = try files(of: chunk)
    if isUser {
      if !text.isBlank || !files.isEmpty { pieces.append(session.prompt(text, files)) }
    } else {
      if !text.isBlank {
        let isThought = chunk["isThought"]?.flag == true
        pieces.append(isThought ? session.thinking(text) : session.answer(text, model: model))
      }
      if !files.isEmpty { pieces.append(session.pictures(files, role: "assistant")) }
    }
    if let code = chunk["executableCode"] {
      pieces.append(session.call("code", code["code"]?.text ?? ""))
    }
    if let result = chunk["codeExecutionResult"] {
      let outcome = result["outcome"]?.text ?? "OUTCOME_OK"
      pieces.append(
        session.result("code", result["output"]?.text ?? outcome, isError: outcome != "OUTCOME_OK"))
    }
    if let sources = chunk["grounding"] { add(sources, to: &pieces, session) }
    if let error = chunk["errorMessage"]?.text, !error.isBlank {
      pieces.append(session.event("error", error))
    }
    for member in chunk.members where !Self.facts.contains(member.name) && !Self.files.contains(member.name) {
      if member.value == .null { continue }
      pieces.append(session.unknown("member", member.value, kind: member.name, at: origin, &log))
    }
    return pieces
  }

  /// Adds what an answer was found with to its last piece.
  private func add(_ sources: JSONValue, to pieces: inout [AgentSession.Piece], _ session: AgentSession) {
    let list = sources["groundingSources"] ?? sources["groundingChunks"] ?? sources["corroborationSegments"]
    let pages = (list?.elements ?? []).map { page in
      let web = page["web"] ?? page
      return [web["title"]?.text, (web["uri"] ?? web["url"])?.text].compactMap(\.self).joined(separator: "\n")
    }
    let queries = (sources["webSearchQueries"]?.elements ?? []).compactMap(\.text)
    let words = (queries + pages).filter { !$0.isBlank }.joined(separator: "\n")
    guard !words.isEmpty else { return }
    if pieces.isEmpty { pieces.append(session.answer("", model: model)) }
    pieces[pieces.count - 1].steps.append(TurnPart(kind: .toolResult, name: "search", text: words))
  }

  // MARK: Files

  /// Members of a chunk that are files.
  private static let files: Set<String> = [
    "driveDocument", "driveImage", "driveVideo", "driveAudio", "inlineFile", "inlineData", "inlineImage",
    "youtubeVideo",
  ]

  private func files(of chunk: JSONValue) throws(ImportError) -> [Attachment] {
    var files: [Attachment] = []
    for member in chunk.members where Self.files.contains(member.name) {
      let file = member.value
      if let data = file["data"]?.text {
        files.append(
          try InlineFile.attachment(
            base64: data, type: file["mimeType"]?.text,
            name: file["displayName"]?.text ?? file["fileName"]?.text,
            files: conversion.extractedFiles))
        continue
      }
      let id = file["id"]?.text ?? ""
      let address =
        member.name == "youtubeVideo"
        ? "https://www.youtube.com/watch?v=\(id)" : "https://drive.google.com/file/d/\(id)"
      var absent = Attachment.absent(named: file["displayName"]?.text ?? address)
      absent.kind = Self.kind(of: member.name)
      files.append(absent)
    }
    return files
  }

  private static func kind(of member: String) -> Attachment.Kind {
    switch member {
    case "driveImage", "inlineImage": .image
    case "driveVideo", "youtubeVideo": .video
    case "driveAudio": .audio
    default: .file
    }
  }
}
