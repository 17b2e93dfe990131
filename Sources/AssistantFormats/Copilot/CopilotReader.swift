import ChatModel
import ImportKit

/// Converts the requests of a chat, each a prompt with the parts of its answer, to messages.
struct CopilotReader {
  private let conversion: Conversion
  private let facts: JSONValue
  private let fileName: String
  private var session: AgentSession?

  /// A chat with these facts: its members other than the requests.
  init(_ conversion: Conversion, _ facts: JSONValue, name: String) {
    (self.conversion, self.facts, fileName) = (conversion, facts, name)
  }

  /// Gives the conversation its title.
  mutating func finish(at origin: Origin, _ log: inout DiagnosticLog) {
    guard let session else {
      return log.append(
        Diagnostic(.note, "empty-conversation", "the chat has no messages; it is left out", at: origin))
    }
    let title = facts["customTitle"]?.text ?? facts["computedTitle"]?.text ?? ""
    if let title = title.isBlank ? session.firstPrompt : title { session.builder.title = title }
  }

  mutating func addBroken(_ text: String) throws(ImportError) {
    try opened(firstRequest: nil).builder.addBroken(text)
  }

  private mutating func opened(firstRequest id: String?) -> AgentSession {
    if let session { return session }
    let key = facts["sessionId"]?.text ?? id ?? fileName
    let builder = conversion.conversation(key, title: fileName, order: .asGiven)
    func name(_ member: String) -> String? { facts[member]?.text.flatMap { $0.isBlank ? nil : $0 } }
    let opened = AgentSession(
      builder, userName: name("requesterUsername"),
      agentName: name("responderUsername") ?? "Copilot")
    session = opened
    return opened
  }

  // MARK: Requests

  mutating func read(
    _ request: JSONValue, _ index: Int, at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    let id = request["requestId"]?.text ?? request["providerRequestId"]?.text
    var session = opened(firstRequest: id)
    defer { self.session = session }
    guard request.isObject, request["message"] != nil || request["response"] != nil else {
      log.append(
        Diagnostic(.loss, "not-a-request", "there is no prompt; what is there is shown as a card", at: origin)
      )
      try session.add(
        [session.unknown("record", String(request.json.prefix(4_000)))], id: "request-\(index)", at: nil)
      return
    }
    let asked = request["timestamp"]?.number.flatMap { Timestamp(epoch: $0) }.map(conversion.instant)
    let own = id ?? "request-\(index)"
    let prompt =
      request["message"]?.text ?? request["message"]?["text"]?.text
      ?? Self.joined(request["message"]?["parts"])
    let files = try files(of: request["variableData"]?["variables"])
    if request["isSystemInitiated"]?.flag == true {
      // VS Code's own words, such as the end of a command in the background.
      let label = request["systemInitiatedLabel"]?.text
      try session.add([session.result(label, prompt, of: session.agent)], id: own, at: asked)
    } else if !prompt.isBlank || !files.isEmpty {
      try session.add([session.prompt(prompt, files)], id: own, at: asked)
    }
    var answer = CopilotAnswer(session, model: Self.model(of: request), files: conversion.extractedFiles)
    for part in request["response"]?.elements ?? [request["response"] ?? .null] {
      try answer.add(part, at: origin, &log)
    }
    answer.finish()
    answer.addOutcome(of: request)
    let answerID = request["responseId"]?.text ?? "\(own)-answer"
    let last = try session.add(answer.pieces, id: answerID, at: Self.answered(request) ?? asked)
    if !answer.pieces.isEmpty, let last, let vote = request["vote"]?.integer, vote == 0 || vote == 1 {
      session.builder.amend(last, .reaction(emoji: vote == 1 ? "👍" : "👎", by: session.user))
    }
  }

  private static func joined(_ parts: JSONValue?) -> String {
    (parts?.elements ?? []).compactMap { $0["text"]?.text }.joined()
  }

  /// Returns the name of the model, without its provider's.
  private static func model(of request: JSONValue) -> String? {
    guard let name = request["modelId"]?.text ?? request["result"]?["details"]?.text, !name.isBlank else {
      return nil
    }
    return name.hasPrefix("copilot/") ? String(name.dropFirst("copilot/".count)) : name
  }

  /// Returns the time at which an answer was complete, or nil.
  private static func answered(_ request: JSONValue) -> Instant? {
    func instant(_ milliseconds: Double) -> Instant? {
      guard case .instant(let time)? = Timestamp(epoch: milliseconds) else { return nil }
      return Instant(milliseconds: time)
    }
    if let time = request["modelState"]?["completedAt"]?.number { return instant(time) }
    guard let asked = request["timestamp"]?.number,
      let took = request["result"]?["timings"]?["totalElapsed"]?.number,
      took >= 0
    else { return nil }
    return instant(asked + took)
  }

  // MARK: Files

  /// Returns the pictures and files attached to a prompt. The program's own additions are left out.
  private func files(of variables: JSONValue?) throws(ImportError) -> [Attachment] {
    var files: [Attachment] = []
    for entry in variables?.elements ?? [] {
      // The selection's name begins with its kind.
      let name = entry["name"]?.text.map { $0.hasPrefix("file:") ? String($0.dropFirst(5)) : $0 }
      switch entry["kind"]?.text {
      case "image":
        files.append(try picture(entry["value"] ?? .null, type: entry["mimeType"]?.text, name))
      case "file", "directory", "symbol", "notebookOutput", "diagnostic", "scmHistoryItem", nil:
        guard let name, entry["isRoot"]?.flag != true, entry["automaticallyAdded"]?.flag != true else {
          continue
        }
        var file = Attachment(kind: Attachment.Kind(ofFileNamed: name), name: name)
        file.absence = .unavailable
        files.append(file)
      default: continue
      }
    }
    return files
  }

  /// Returns a picture whose bytes are in the chat in Base64 or as numbers.
  private func picture(_ value: JSONValue, type: String?, _ name: String?) throws(ImportError) -> Attachment {
    let base64 = value.text ?? value["$base64"]?.text ?? value["data"]?.text
    if let base64 {
      if let picture = try InlineFile.attachment(
        dataURL: base64, name: name, files: conversion.extractedFiles)
      {
        return picture
      }
      return try InlineFile.attachment(
        base64: base64, type: type, name: name, files: conversion.extractedFiles)
    }
    let numbers = value.isArray ? value.elements : value.members.map(\.value)
    let bytes = numbers.compactMap { $0.integer.flatMap { UInt8(exactly: $0) } }
    guard !bytes.isEmpty, bytes.count == numbers.count else {
      var missing = Attachment(kind: .image, name: name)
      missing.absence = .unavailable
      return missing
    }
    return try InlineFile.attachment(bytes, type: type, name: name, files: conversion.extractedFiles)
  }
}
