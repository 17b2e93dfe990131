import ChatModel
import ImportKit

/// The sessions of an export while they are converted. Sessions that others called come after these.
struct OpenCodeSessions {
  private let conversion: Conversion
  /// The sessions that are conversations, by their ids.
  private var conversations: [String: AgentSession] = [:]
  /// The conversation that a called session belongs to.
  private var roots: [String: String] = [:]
  /// The message of the call that began a session, by the session's id.
  private var calls: [String: String] = [:]
  /// The id of the current session, and of the conversation that it is in.
  private var (current, root) = ("", "")
  /// The name of the agent of the current session, if another one called it.
  private var agent: String?
  private var isAside = false
  private var session: AgentSession?
  private var hasMessages = false

  init(_ conversion: Conversion) { self.conversion = conversion }

  /// Begins with the messages of a session.
  mutating func begin(_ info: JSONValue, id: String) {
    (current, hasMessages, agent, isAside) = (id, false, nil, false)
    var title = [info["title"]?.unreadText].firstWords
    let isUntitled = title.hasPrefix("New session - ") || title.hasPrefix("Child session - ")
    if isUntitled {
      // The program names a session by its time until it has a title.
      info["title"]?.leaveOut(.furniture)
      title = ""
    } else {
      info["title"]?.markAllRead()
    }
    let parent = info["parentID"]?.text
    if let parent, let root = roots[parent], let caller = conversations[root] {
      (self.root, session, isAside) = (root, caller, true)
      roots[id] = root
      agent = title.isEmpty ? nil : title
      session?.branch(at: calls[id] ?? caller.last)
      return
    }
    (root, roots[id]) = (id, id)
    let builder = conversion.conversation(id, title: title.isEmpty ? id : title, order: .byTime)
    if parent != nil { builder.titleStandIn = .agent(builder.title) }
    session = AgentSession(builder, agentName: "OpenCode")
  }

  /// Ends the current session.
  mutating func end(at origin: Origin, _ log: inout DiagnosticLog) {
    guard let session else { return }
    if !hasMessages {
      log.append(
        Diagnostic(
          .note, "empty-conversation", "the session '\(current.prefix(80))' has no messages", at: origin))
    }
    if session.builder.title == root, let title = session.firstPrompt { session.builder.title = title }
    if !isAside { conversations[root] = session }
    self.session = nil
  }

  /// Shows a record that cannot be read as a card.
  mutating func addBroken(_ text: String, id: String) throws(ImportError) {
    guard var session else { return }
    try session.add([session.unknown("malformed", text)], id: "broken-\(id)", at: nil)
    self.session = session
    hasMessages = true
  }

  /// Appends a message with its parts. `id` is for a message without one.
  mutating func add(
    _ message: JSONValue, id: String, _ parts: [JSONValue], at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    guard var session else { return }
    let id = message["id"]?.text ?? id
    let isUser = message["role"]?.text == "user"
    var reader = OpenCodeMessage(message, conversion, origin)
    var pieces = isUser ? try reader.prompt(parts, &session, &log) : try reader.answer(parts, session, &log)
    for (child, index) in reader.calledSessions {
      calls[child] = AgentSession.id(
        ofPiece: index, of: pieces.count + (message["error"] == nil ? 0 : 1), in: id)
    }
    if let error = message["error"] {
      let words = [error["data"]?["message"]?.text, error["message"]?.text, error["name"]?.text].firstWords
      pieces.append(session.event("error", words))
    }
    if isAside { session.setAside(&pieces, name: agent) }
    hasMessages = hasMessages || !pieces.isEmpty
    try session.add(pieces, id: id, at: conversion.instant(in: message["time"]?["created"]))
    self.session = session
  }
}

/// Reads the parts of a message.
struct OpenCodeMessage {
  private let message: JSONValue
  private let conversion: Conversion
  private let origin: Origin
  /// The sessions that calls in the message began, each with the index of the call's piece.
  private(set) var calledSessions: [(id: String, piece: Int)] = []

  init(_ message: JSONValue, _ conversion: Conversion, _ origin: Origin) {
    (self.message, self.conversion, self.origin) = (message, conversion, origin)
  }

  /// Reads a prompt, in which the program's texts are among the user's.
  mutating func prompt(
    _ parts: [JSONValue], _ session: inout AgentSession, _ log: inout DiagnosticLog
  ) throws(ImportError) -> [AgentSession.Piece] {
    var (texts, files, others): ([String], [Attachment], [AgentSession.Piece]) = ([], [], [])
    var hasAdditions = false
    for part in parts {
      switch part["type"]?.text {
      case "text" where part["synthetic"]?.flag == true:
        part["text"]?.leaveOut(.machineText)
        hasAdditions = true
      case "text" where part["ignored"]?.flag == true:
        others.append(session.event("notice", part["text"]?.text ?? ""))
      case "text": texts.append(part["text"]?.text ?? "")
      case "file": files.append(try file(part))
      default: others += try pieces(of: part, session, others.count, &log)
      }
    }
    if hasAdditions {
      log.append(
        Diagnostic(
          .note, "not-shown", "texts that the program added to a prompt, which the model got, are left out",
          at: origin))
    }
    let text = texts.filter { !$0.isBlank }.joined(separator: "\n\n")
    let prompt = text.isBlank && files.isEmpty ? [] : [session.prompt(text, files)]
    if !prompt.isEmpty { calledSessions = calledSessions.map { ($0.id, $0.piece + 1) } }
    return prompt + others
  }

  /// Reads an answer.
  mutating func answer(
    _ parts: [JSONValue], _ session: AgentSession, _ log: inout DiagnosticLog
  ) throws(ImportError) -> [AgentSession.Piece] {
    var pieces: [AgentSession.Piece] = []
    for part in parts { pieces += try self.pieces(of: part, session, pieces.count, &log) }
    return pieces
  }

  /// Reads a part that follows `count` pieces of the message.
  private mutating func pieces(
    of part: JSONValue, _ session: AgentSession, _ count: Int, _ log: inout DiagnosticLog
  ) throws(ImportError) -> [AgentSession.Piece] {
    // A damaged record.
    if let text = part.text { return [session.unknown("malformed", text)] }
    let text = part["text"]?.text ?? ""
    switch part["type"]?.text {
    case "text": return text.isBlank ? [] : [session.answer(text, model: message["modelID"]?.text)]
    case "reasoning": return text.isBlank ? [] : [session.thinking(text)]
    case "tool": return try use(part, session, count, &log)
    case "file": return [session.pictures([try file(part)], role: "assistant")]
    case "step-start", "step-finish", "snapshot", "patch", "agent":
      part.leaveOut(.bookkeeping)
      return []
    case "subtask":
      let words = [part["description"]?.text, part["prompt"]?.text].compactMap(\.self).filter { !$0.isBlank }
      return [
        session.call(part["agent"]?.text ?? "subtask", words.joined(separator: "\n\n"), by: session.user)
      ]
    case "retry":
      let error = part["error"]
      let words = [error?["data"]?["message"]?.text, error?["message"]?.text, error?["name"]?.text].firstWords
      return [session.event("retry", words)]
    case "compaction": return [session.event("contextCompacted")]
    default: return [session.unknown("part", part, at: origin, &log)]
    }
  }

  private mutating func use(
    _ part: JSONValue, _ session: AgentSession, _ count: Int, _ log: inout DiagnosticLog
  ) throws(ImportError) -> [AgentSession.Piece] {
    let (name, state) = (part["tool"]?.text ?? "tool", part["state"])
    let input = ToolText.text(ofArguments: state?["input"] ?? state?["raw"])
    let (output, error) = (state?["output"]?.text ?? "", state?["error"]?.text ?? "")
    let hasFailed = state?["status"]?.text == "error" || !error.isEmpty
    let details = state?["metadata"]
    if let child = (details?["sessionId"] ?? details?["sessionID"])?.text {
      calledSessions.append((child, count))
    }
    // Most of what a tool kept for the program is in its output.
    let known = "\(input)\n\(output)"
    let rest = AssistantWords(of: details, without: ["preview", "sessionId", "diagnostics", "filediff"]).texts
      .filter { !AssistantWords.isKnown($0.trimmingSpaces, in: known) }
    let result = ([output, error] + rest).filter { !$0.isBlank }.joined(separator: "\n\n")
    var pieces = [session.use(name, input, result, hasFailed: hasFailed)]
    var files: [Attachment] = []
    for file in state?["attachments"]?.elements ?? [] { files.append(try self.file(file)) }
    if !files.isEmpty { pieces.append(session.pictures(files, role: "tool")) }
    return pieces
  }

  /// Returns a file that is in the session or, of one that was on the computer, its name.
  private func file(_ part: JSONValue) throws(ImportError) -> Attachment {
    let (address, type) = (part["url"]?.text ?? "", part["mime"]?.text)
    let name = [part["filename"]?.text, part["source"]?["path"]?.text].firstWords
    let shown = name.isEmpty ? nil : name
    part["source"]?["text"]?.leaveOut(.duplicate)
    if let file = try InlineFile.attachment(dataURL: address, name: shown, files: conversion.extractedFiles) {
      return file
    }
    return .absent(named: shown ?? address, type: type)
  }
}
