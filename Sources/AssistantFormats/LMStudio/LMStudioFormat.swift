import ChatModel
import ImportKit

/// The conversations that LM Studio keeps, a file for each.
///
/// LM Studio does not describe them. The facts come from programs that read them (lm-studio-conversation-converter, ThreadShelf).
enum LMStudioFormat: ConvertedFormat {
  static let key = "lmstudio"
  static let name = "LM Studio (conversations)"

  static let capabilities: [FormatCapability] = [
    .full("questions and answers", "answers with all of Markdown"),
    .full("thinking, tools", "folded"),
    .full("branches", "answers that were written again"),
    .full("instructions"),
    .partly("pictures and other files", "their names; LM Studio keeps them in another folder"),
    .partly("times", "of answers"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    let shape = input.shape
    // A long message may hide what follows it.
    let isVersion =
      shape.has(".messages[].versions[].type=singleStep")
      || shape.has(".messages[].versions[].type=multiStep")
    return shape.has(".messages[].versions", ".messages[].currentlySelected")
      || isVersion && shape.has(".systemPrompt")
      || shape.has(".messages", ".perChatPredictionConfig", ".systemPrompt")
  }

  /// Conversations may be in folders.
  static let goesOnInFolders = true

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    try JSONFile(input)?.forEachRecordInLists(log: &log, broken: conversion.addDamaged) {
      value, origin, log throws(ImportError) in
      try LMStudioConversation(value, conversion, origin, name: input.stem).convert(&log)
    }
  }
}

/// One conversation.
struct LMStudioConversation {
  private let value: JSONValue
  private let conversion: Conversion
  private let origin: Origin
  /// The name of the file, which is the only id.
  private let name: String

  init(_ value: JSONValue, _ conversion: Conversion, _ origin: Origin, name: String) {
    (self.value, self.conversion, self.origin, self.name) = (value, conversion, origin, name)
  }

  func convert(_ log: inout DiagnosticLog) throws(ImportError) {
    let title = [value["name"]?.text].firstWords
    let messages = value["messages"]?.elements ?? []
    guard !messages.isEmpty else {
      return log.append(
        Diagnostic(
          .note, "empty-conversation",
          "the conversation '\(title.prefix(80))' has no messages; it is left out",
          at: origin))
    }
    let key = value["createdAt"]?.identifier ?? name
    let builder = conversion.conversation(key, title: title.isEmpty ? name : title, order: .asGiven)
    if title.isEmpty { builder.titleStandIn = .newChat }
    let sender = messages.lazy.flatMap { $0["versions"]?.elements ?? [] }
      .compactMap { $0["senderInfo"]?["senderName"]?.text }.first
    var session = AgentSession(
      builder, agentName: sender ?? value["lastUsedModel"]?["identifier"]?.text)
    if let prompt = value["systemPrompt"]?.text, !prompt.isBlank {
      try session.add([session.instructions(prompt)], id: "instructions", at: nil)
    }
    var turns = BranchedTurns()
    var last: String?
    for (index, message) in messages.enumerated() {
      let versions = message["versions"]?.elements ?? [message]
      let selected = message["currentlySelected"]?.integer.flatMap { Int(exactly: $0) } ?? versions.count - 1
      let before = last
      for (number, version) in versions.enumerated() {
        let id = "message-\(index + 1)-\(number + 1)"
        var reader = LMStudioVersion(version, conversion, origin)
        let pieces = try reader.read(&session, &log)
        turns.add(pieces, id: id, parent: before, at: reader.instant)
        if number == selected || last == before { last = id }
      }
    }
    try turns.append(to: &session, current: .ending(in: last), at: origin, &log)
    if let draft = value["clientInput"]?.text, !draft.isBlank {
      var piece = session.prompt(draft)
      piece.status = "draft"
      try session.add([piece], id: "draft", at: nil)
    }
    for note in value["notes"]?.elements ?? [] {
      let words = note.text ?? note["content"]?.text ?? note["text"]?.text ?? note.json
      if !words.isBlank { try session.add([session.event("note", words)], id: "", at: nil) }
    }
  }
}

/// One version of a message.
private struct LMStudioVersion {
  private let value: JSONValue
  private let conversion: Conversion
  private let origin: Origin
  /// The time at which the last step began.
  private(set) var instant: Instant?
  /// The names of tools by the ids of their calls.
  private var tools: [String: String] = [:]

  init(_ value: JSONValue, _ conversion: Conversion, _ origin: Origin) {
    (self.value, self.conversion, self.origin) = (value, conversion, origin)
  }

  mutating func read(
    _ session: inout AgentSession, _ log: inout DiagnosticLog
  ) throws(ImportError) -> [AgentSession.Piece] {
    guard value["steps"] == nil else { return try readSteps(session, &log) }
    let (text, files, others) = try content(value["content"], session, &log)
    var pieces = others
    switch value["role"]?.text {
    case "user": if !text.isBlank || !files.isEmpty { pieces.insert(session.prompt(text, files), at: 0) }
    case "system": if !text.isBlank { pieces.insert(session.instructions(text), at: 0) }
    default:
      if !text.isBlank { pieces.insert(session.answer(text, model: model), at: 0) }
      if !files.isEmpty { pieces.append(session.pictures(files, role: "assistant")) }
    }
    return pieces
  }

  private var model: String? { value["senderInfo"]?["senderName"]?.text }

  private mutating func readSteps(
    _ session: AgentSession, _ log: inout DiagnosticLog
  ) throws(ImportError) -> [AgentSession.Piece] {
    var pieces: [AgentSession.Piece] = []
    for step in value["steps"]?.elements ?? [] {
      // An identifier begins with the time in milliseconds.
      let time = step["stepIdentifier"]?.text?.prefix { $0 != "-" }
      if let time, time.utf8.count >= 12, let milliseconds = Double(time) {
        instant = Timestamp(epoch: milliseconds).map { conversion.instant(of: $0) } ?? instant
      }
      let first = pieces.count
      defer { for piece in first..<pieces.count { pieces[piece].instant = instant } }
      switch step["type"]?.text {
      case "contentBlock": pieces += try read(step, session, &log)
      case "toolStatus":
        let status = step["statusState"]?["status"]
        let error = [status?["error"]?.text, status?["errorMessage"]?.text, status?["message"]?.text]
          .firstWords
        if !error.isEmpty {
          pieces.append(
            session.result(step["callId"]?.identifier.flatMap { tools[$0] }, error, isError: true))
        }
      case "debugInfoBlock", "status": step.leaveOut(.machineText)
      default: pieces.append(session.unknown("step", step, at: origin, &log))
      }
    }
    return pieces
  }

  private mutating func read(
    _ step: JSONValue, _ session: AgentSession, _ log: inout DiagnosticLog
  ) throws(ImportError) -> [AgentSession.Piece] {
    let (text, files, others) = try content(step["content"], session, &log)
    let name = step["genInfo"]?["identifier"]?.text ?? model
    var pieces: [AgentSession.Piece] = []
    if !text.isBlank {
      let isThought = step["style"]?["type"]?.text == "thinking"
      pieces.append(isThought ? session.thinking(text) : session.answer(text, model: name))
    }
    if !files.isEmpty { pieces.append(session.pictures(files, role: "assistant")) }
    return pieces + others
  }

  /// Returns the texts, files, and uses of tools in a content.
  private mutating func content(
    _ content: JSONValue?, _ session: AgentSession, _ log: inout DiagnosticLog
  ) throws(ImportError) -> (String, [Attachment], [AgentSession.Piece]) {
    if let text = content?.text { return (text, [], []) }
    var (texts, files, pieces): ([String], [Attachment], [AgentSession.Piece]) = ([], [], [])
    for part in content?.elements ?? [] {
      switch part["type"]?.text {
      case "text": texts.append(part["text"]?.text ?? "")
      case "file":
        let name = part["name"]?.text ?? part["fileIdentifier"]?.text
        var file = Attachment.absent(
          named: name, type: part["fileType"]?.text == "image" ? "image/png" : nil)
        file.byteCount = part["sizeBytes"]?.integer.flatMap { Int(exactly: $0) }
        files.append(file)
      case "toolCallRequest":
        let name = part["name"]?.text ?? "tool"
        if let id = part["callId"]?.identifier ?? part["toolCallRequestId"]?.identifier { tools[id] = name }
        let input = part["parameters"] ?? part["arguments"]
        pieces.append(session.call(name, ToolText.text(ofArguments: input)))
      case "toolCallResult":
        let id = part["callId"]?.identifier ?? part["toolCallRequestId"]?.identifier
        let output = part["content"].map(Self.output) ?? ""
        pieces.append(session.result(id.flatMap { tools[$0] }, output, isError: ToolOutcome.hasFailed(part)))
      default: pieces.append(session.unknown("part", part, at: origin, &log))
      }
    }
    return (texts.joined(), files, pieces)
  }

  /// Returns the text of a result: the texts in a list of blocks, which may be JSON in a text.
  private static func output(_ content: JSONValue) -> String {
    let value = content.text.flatMap { _ in content.parsedText() } ?? content
    let texts = value.elements.compactMap { $0["text"]?.text }
    return texts.isEmpty || texts.count < value.elements.count
      ? ToolText.text(ofInput: value) : texts.joined(separator: "\n")
  }
}
