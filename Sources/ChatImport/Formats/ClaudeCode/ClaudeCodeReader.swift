import ChatModel
import Storage

/// Reads the entries of one file of Claude Code.
///
/// Entries name the one before them in `parentUuid`, but not all such forks are branches: results of tools that ran at the same
/// time have different parents, and hooks and notes are children of messages that go on elsewhere. So entries follow each other as
/// they stand in the file, and a branch begins only where a prompt goes back to an earlier turn, or where a prompt is answered anew.
struct ClaudeCodeReader {
  private(set) var links: ClaudeCodeLinks
  private let conversion: Conversion
  private let fileName: String
  private let isAgentFile: Bool
  private var session: AgentSession?
  /// The key of the conversation.
  private var sessionID = ""
  /// The entries so far, by the hash of their ids.
  private var nodes: [UInt64: EntryNode] = [:]
  /// By the hash of the id of an entry that is not shown: the id of the message before it.
  private var aliases: [UInt64: String] = [:]
  /// Calls whose results have not come, by their id: the tool and the message.
  private var calls: [String: (tool: String, message: String?)] = [:]
  /// The last call of an agent, by the message's id.
  private var lastAgentCall: String?
  /// The end of the side chain that was read last.
  private var sideEnd: String?
  /// The entry before the first one, if the session was cut off there.
  private var missing: (id: String, isFork: Bool)?
  private var turn: Int32 = 0
  private var titles: [TitleKind: String] = [:]
  /// The hash of the entry that each summary belongs to.
  private var summaries: [(leaf: UInt64, text: String)] = []

  private enum TitleKind: Int, CaseIterable { case custom, ai }

  /// The facts of an entry that the position of its followers depends on.
  private struct EntryNode {
    /// The number of prompts before it.
    var turn: Int32
    var kind: Kind
    /// The hash of the id of the first answer, for prompts.
    var answer: UInt64 = 0

    enum Kind { case prompt, other, hidden }
  }

  init(_ conversion: Conversion, links: ClaudeCodeLinks, name: String, isAgent: Bool) {
    (self.conversion, self.links, fileName, isAgentFile) = (conversion, links, name, isAgent)
  }

  private static func hash(_ id: String) -> UInt64 { HashSeed.ofProcess.hash(id.utf8Span.span) }

  // MARK: Entries

  mutating func read(
    _ line: JSONValue, at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    switch line["type"]?.text {
    case "user", "assistant": try readMessage(line, at: origin, &log)
    case "system": try readSystem(line, at: origin, &log)
    case "attachment": try readAttachment(line, at: origin, &log)
    case "summary":
      if let text = line["summary"]?.text, let leaf = line["leafUuid"]?.text {
        summaries.append((Self.hash(leaf), text))
      }
    case "custom-title": titles[.custom] = line["customTitle"]?.text ?? titles[.custom]
    case "ai-title": titles[.ai] = line["aiTitle"]?.text ?? titles[.ai]
    case let type: try readOther(line, type ?? "entry", at: origin, &log)
    }
  }

  /// Kinds of entries by which Claude Code keeps its own state.
  private static let bookkeeping: Set<String> = [
    "file-history-snapshot", "queue-operation", "progress", "permission-mode", "last-prompt", "pr-link",
    "tag",
    "agent-name", "agent-color", "agent-setting", "mode", "worktree-state", "content-replacement",
    "task-summary",
    "speculation-accept", "attribution-snapshot", "file-history-delta", "bridge-session", "isolation-latch",
    "fork-context-ref", "marble-origami-commit", "marble-origami-snapshot", "marble-origami-reset",
  ]

  /// Indicates whether an entry of an unknown kind says nothing: it is not in the line of the messages, and has no words.
  private static func isState(_ line: JSONValue) -> Bool {
    line["uuid"] == nil && ["content", "message", "text", "summary"].allSatisfy { line[$0] == nil }
  }

  private mutating func readOther(
    _ line: JSONValue, _ type: String, at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    hide(line)
    guard !Self.bookkeeping.contains(type), !Self.isState(line) else {
      return Self.note(type, at: origin, &log)
    }
    log.append(
      Diagnostic(
        .loss, "unknown-kind", "an entry has the unknown kind '\(type)'; it is shown as a card", at: origin))
    let text = line["content"]?.text ?? line["message"]?["content"]?.text ?? line.json
    try add(line, at: origin, &log) { [$0.unknown(type, String(text.prefix(4_000)))] }
  }

  /// Notes an entry that is left out.
  private static func note(_ kind: String, at origin: Origin, _ log: inout DiagnosticLog) {
    log.append(
      Diagnostic(
        .note, "not-shown", "an entry that Claude Code itself does not show ('\(kind)') is left out",
        at: origin))
  }

  /// Shows a line that is no JSON as a card.
  mutating func readBroken(_ text: String, at origin: Origin) throws(ImportError) {
    var session = self.session ?? begin(.object([]))
    try session.add([session.unknown("malformed", text)], id: "line-\(origin.line ?? 0)", at: nil)
    self.session = session
  }

  private mutating func readMessage(
    _ line: JSONValue, at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    if line["isCompactSummary"]?.flag == true {
      let text = line["message"].map { Self.text(of: $0["content"] ?? .null) } ?? ""
      return try add(line, at: origin, &log) { [$0.event("compactSummary", text)] }
    }
    if line["isMeta"]?.flag == true || line["isVisibleInTranscriptOnly"]?.flag == true {
      hide(line)
      return Self.note("meta", at: origin, &log)
    }
    let content = line["message"]?["content"] ?? line["content"] ?? .null
    if line["type"]?.text == "assistant" {
      try readAnswer(content, line, at: origin, &log)
    } else {
      try readUser(content, line, at: origin, &log)
    }
  }

  private mutating func readSystem(
    _ line: JSONValue, at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    let content = ToolText.withoutTerminalCodes(line["content"]?.text ?? "")
    switch line["subtype"]?.text {
    case "compact_boundary", "microcompact_boundary":
      let text = content.isEmpty ? "Conversation compacted" : content
      try add(line, at: origin, &log) { [$0.event("compact", text)] }
    case "local_command":
      try readUser(line["content"] ?? .null, line, at: origin, &log)
    case let subtype:
      let level = line["level"]?.text ?? "info"
      guard !content.isEmpty, line["isMeta"]?.flag != true, level != "info", level != "suggestion" else {
        hide(line)
        return Self.note(subtype ?? "system", at: origin, &log)
      }
      try add(line, at: origin, &log) { [$0.event(subtype ?? "system", content)] }
    }
  }

  /// Reads what came with a prompt. A prompt that was typed while the agent worked is nowhere else.
  private mutating func readAttachment(
    _ line: JSONValue, at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    guard let attachment = line["attachment"], attachment["type"]?.text == "queued_command",
      attachment["commandMode"]?.text ?? "prompt" == "prompt", let prompt = attachment["prompt"]
    else {
      hide(line)
      return Self.note("attachment", at: origin, &log)
    }
    try readUser(prompt, line, at: origin, &log)
  }

  // MARK: Turns

  private mutating func readUser(
    _ content: JSONValue, _ line: JSONValue, at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    var (texts, attachments, results) = ([String](), [Attachment](), [ContentPiece]())
    let blocks = content.isText ? [content] : content.elements
    for block in blocks {
      switch block["type"]?.text {
      case nil where block.text != nil, "text": texts.append(block.text ?? block["text"]?.text ?? "")
      case "image", "document": attachments.append(try attachment(block))
      case "tool_result": results += try result(block, line)
      case let type: results.append(unknown(type, block, at: origin, &log))
      }
    }
    let parts = ClaudeCodeTags.parts(of: texts.joined(separator: "\n\n"))
    if parts.isEmpty && attachments.isEmpty && results.isEmpty {
      hide(line)
      return Self.note("reminder", at: origin, &log)
    }
    let isPrompt = results.isEmpty && (!attachments.isEmpty || parts.contains { $0.isPrompt })
    try add(line, isPrompt: isPrompt, at: origin, &log) { session in
      Self.pieces(parts, attachments, of: &session) + results.map { $0.piece(of: session) }
    }
  }

  /// A piece before the session is known.
  private enum ContentPiece {
    case result(name: String?, text: String, isError: Bool)
    case pictures([Attachment])
    case unknown(String, String)

    func piece(of session: AgentSession) -> AgentSession.Piece {
      switch self {
      case .result(let name, let text, let isError): session.result(name, text, isError: isError)
      case .pictures(let attachments): session.pictures(attachments, role: "tool")
      case .unknown(let kind, let text): session.unknown(kind, text)
      }
    }
  }

  private static func pieces(
    _ parts: [ClaudeCodeTags.TaggedPart], _ attachments: [Attachment], of session: inout AgentSession
  ) -> [AgentSession.Piece] {
    var (pieces, attachments) = ([AgentSession.Piece](), attachments)
    for part in parts {
      switch part {
      case .text("[Request interrupted by user]"), .text("[Request interrupted by user for tool use]"):
        if case .text(let text) = part { pieces.append(session.event("interrupted", text)) }
      case .text(let text):
        pieces.append(session.prompt(text, attachments))
        attachments = []
      case .command(let text): pieces.append(session.prompt(text))
      case .call(let name, let text): pieces.append(session.call(name, text, by: session.user))
      case .notice(let text): pieces.append(session.event("task", text))
      case .answer(let text): pieces.append(session.result("Agent", text))
      case .output(let name, let text): pieces.append(session.result(name, text, of: session.user))
      }
    }
    if !attachments.isEmpty { pieces.append(session.prompt("", attachments)) }
    return pieces
  }

  private mutating func result(_ block: JSONValue, _ line: JSONValue) throws(ImportError) -> [ContentPiece] {
    let call = block["tool_use_id"]?.text.flatMap { calls.removeValue(forKey: $0) }
    if let agent = line["toolUseResult"]?["agentId"]?.text, let message = call?.message {
      links.calls[agent] = message
    }
    let isError = block["is_error"]?.flag == true
    let content = block["content"] ?? .null
    var attachments: [Attachment] = []
    for part in content.elements where part["type"]?.text == "image" || part["type"]?.text == "document" {
      attachments.append(try attachment(part))
    }
    let text = ClaudeCodeTags.withoutErrorTags(Self.text(of: content))
    var pieces: [ContentPiece] = []
    if !text.isEmpty || attachments.isEmpty {
      pieces.append(.result(name: call?.tool, text: text, isError: isError))
    }
    if !attachments.isEmpty { pieces.append(.pictures(attachments)) }
    return pieces
  }

  /// The text of a content that is a text or a list of blocks; of other kinds of blocks, their JSON.
  private static func text(of content: JSONValue) -> String {
    if let text = content.text { return text }
    guard content.isArray else { return content.json }
    return content.elements.compactMap { block in
      if let text = block.text ?? block["text"]?.text { return text }
      switch block["type"]?.text {
      case "image", "document": return nil
      case "tool_reference": return block["tool_name"]?.text
      case "web_search_result":
        return [block["title"]?.text, block["url"]?.text].compactMap(\.self).joined(separator: "\n")
      default: return block.json
      }
    }.joined(separator: "\n")
  }

  private func attachment(_ block: JSONValue) throws(ImportError) -> Attachment {
    let source = block["source"]
    let name = block["title"]?.text
    if let data = source?["data"]?.text {
      return try InlineFile.attachment(
        base64: data, type: source?["media_type"]?.text, name: name, files: conversion.extractedFiles)
    }
    var missing = Attachment(
      kind: block["type"]?.text == "document" ? .file : .image, name: source?["url"]?.text ?? name)
    missing.absence = .unavailable
    return missing
  }

  private func unknown(
    _ type: String?, _ block: JSONValue, at origin: Origin, _ log: inout DiagnosticLog
  ) -> ContentPiece {
    log.append(
      Diagnostic(
        .loss, "unknown-block",
        "a part of a message has the unknown kind '\(type ?? "")'; it is shown as a card",
        at: origin))
    return .unknown(type ?? "block", String(block.json.prefix(4_000)))
  }

  private mutating func readAnswer(
    _ content: JSONValue, _ line: JSONValue, at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    let name = line["message"]?["model"]?.text
    let model = name == "<synthetic>" ? nil : name
    var pieces: [(AgentSession) -> AgentSession.Piece] = []
    var started: [(id: String, tool: String, input: JSONValue, index: Int)] = []
    let blocks = content.isText ? [content] : content.elements
    for block in blocks {
      switch block["type"]?.text {
      case nil where block.text != nil, "text":
        let text = block.text ?? block["text"]?.text ?? ""
        if !text.isBlank { pieces.append { $0.answer(text, model: model) } }
      case "thinking":
        // Only a signature is kept of thoughts that are not shown.
        if let text = block["thinking"]?.text, !text.isBlank { pieces.append { $0.thinking(text) } }
      case "redacted_thinking": Self.note("redacted_thinking", at: origin, &log)
      case "tool_use", "server_tool_use", "mcp_tool_use":
        let (tool, input) = (block["name"]?.text ?? "tool", block["input"] ?? .null)
        if let id = block["id"]?.text { started.append((id, tool, input, pieces.count)) }
        pieces.append { $0.call(tool, ToolText.text(ofInput: input)) }
      case "image", "document":
        let attachment = try attachment(block)
        pieces.append { $0.pictures([attachment], role: "assistant") }
      case let type? where type.hasSuffix("_tool_result"):
        for piece in try result(block, line) { pieces.append { piece.piece(of: $0) } }
      case let type:
        let piece = unknown(type, block, at: origin, &log)
        pieces.append { piece.piece(of: $0) }
      }
    }
    guard !pieces.isEmpty else { return hide(line) }
    let id = entryID(line, origin)
    for call in started {
      let message = call.index == pieces.count - 1 ? id : "\(id)#\(call.index + 1)"
      calls[call.id] = (call.tool, message)
      guard call.tool == "Task" || call.tool == "Agent" else { continue }
      lastAgentCall = message
      if let prompt = call.input["prompt"]?.text { links.calls[Self.key(ofPrompt: prompt)] = message }
    }
    try add(line, at: origin, &log) { session in pieces.map { $0(session) } }
  }

  /// An agent's first prompt, as a key to find its call by.
  private static func key(ofPrompt text: String) -> String { "prompt:\(text.prefix(500))" }

  // MARK: Order

  private func entryID(_ line: JSONValue, _ origin: Origin) -> String {
    line["uuid"]?.text ?? "\(fileName)-\(origin.offset ?? origin.line ?? 0)-\(origin.path ?? "")"
  }

  /// Notes an entry that is not shown, so that its children are placed behind the message before it.
  private mutating func hide(_ line: JSONValue) {
    guard let id = line["uuid"]?.text else { return }
    let hash = Self.hash(id)
    nodes[hash] = EntryNode(turn: turn, kind: .hidden)
    let parent = (line["parentUuid"]?.text).flatMap(message)
    aliases[hash] = parent ?? session?.last
  }

  /// Returns the id of the message that an entry is, or that stands before it if it is not shown; nil if it is not known.
  private func message(_ id: String) -> String? {
    let hash = Self.hash(id)
    guard let node = nodes[hash] else { return nil }
    return node.kind == .hidden ? aliases[hash] : id
  }

  private mutating func add(
    _ line: JSONValue, isPrompt: Bool = false, at origin: Origin, _ log: inout DiagnosticLog,
    _ pieces: (inout AgentSession) -> [AgentSession.Piece]
  ) throws(ImportError) {
    var session = self.session ?? begin(line)
    let isSide = isAgentFile || line["isSidechain"]?.flag == true
    let (id, end) = (entryID(line, origin), session.last)
    if isSide {
      branchAside(line, &session)
    } else {
      append(line, isPrompt: isPrompt, &session)
      if session.last == nil, let parent = line["parentUuid"]?.text, nodes[Self.hash(parent)] == nil {
        missing = (parent, false)
        session.branch(at: parent)
      } else if isPrompt, let missing, line["parentUuid"]?.text == missing.id {
        if !missing.isFork { TurnTree.noteMissingFork(of: missing.id, at: origin, &log) }
        self.missing?.isFork = true
        session.branch(at: missing.id)
      }
    }
    var parts = pieces(&session)
    if isSide { setAside(&parts, session) }
    let instant = line["timestamp"]?.text.flatMap { Timestamp($0) }.map(conversion.instant)
    let added = try session.add(parts, id: id, at: instant)
    nodes[Self.hash(id)] = EntryNode(turn: turn, kind: isPrompt ? .prompt : .other)
    if links.roots[sessionID] == nil, !isSide { links.roots[sessionID] = added }
    if isSide {
      sideEnd = added
      session.branch(at: end)
    }
    self.session = session
  }

  private mutating func begin(_ line: JSONValue) -> AgentSession {
    let named = line["sessionId"]?.text ?? fileName
    sessionID = !isAgentFile && Self.isUUID(fileName) ? fileName : named
    return AgentSession(
      conversion.conversation(sessionID, title: sessionID, order: .byTime), agentName: "Claude")
  }

  private static func isUUID(_ name: String) -> Bool {
    name.utf8.count == 36 && name.split(separator: "-").map(\.utf8.count) == [8, 4, 4, 4, 12]
  }

  /// Goes back to an earlier message if the entry begins a branch.
  private mutating func append(_ line: JSONValue, isPrompt: Bool, _ session: inout AgentSession) {
    defer { if isPrompt { turn &+= 1 } }
    guard let parent = line["parentUuid"]?.text else { return }
    let hash = Self.hash(parent)
    guard let node = nodes[hash], let message = message(parent) else { return }
    if isPrompt {
      if node.turn < turn, message != session.last { session.branch(at: message) }
      return
    }
    guard line["type"]?.text == "assistant", node.kind == .prompt else { return }
    let answer = line["message"]?["id"]?.text.map(Self.hash) ?? 0
    if node.answer != 0, node.answer != answer { session.branch(at: message) }
    nodes[hash]?.answer = answer
  }

  /// Branches off for an entry of an agent: behind the call that started it, or behind the agent's last one.
  private mutating func branchAside(_ line: JSONValue, _ session: inout AgentSession) {
    if let parent = line["parentUuid"]?.text.flatMap(message) { return session.branch(at: parent) }
    if line["parentUuid"]?.text != nil, let sideEnd { return session.branch(at: sideEnd) }
    let prompt = Self.text(of: line["message"]?["content"] ?? .null)
    let call = line["agentId"]?.text.flatMap { links.calls[$0] } ?? links.calls[Self.key(ofPrompt: prompt)]
    session.branch(at: call ?? lastAgentCall ?? sideEnd ?? session.last ?? links.roots[sessionID])
  }

  /// Makes the pieces of a side chain those of an agent.
  private func setAside(_ pieces: inout [AgentSession.Piece], _ session: AgentSession) {
    // A file of an agent alone is a conversation like others.
    guard links.roots[sessionID] != nil else { return }
    let helper = session.builder.participant("agent", name: "Agent")
    for index in pieces.indices where pieces[index].sender != nil {
      pieces[index].sender = pieces[index].sender == session.user ? session.agent : helper
    }
  }

  /// Gives the conversation its title.
  func finish() {
    guard let session, !isAgentFile || links.roots[sessionID] == nil else { return }
    let summary = summaries.last { nodes[$0.leaf] != nil } ?? summaries.first
    let title = titles[.custom] ?? titles[.ai] ?? summary?.text ?? session.firstPrompt
    if let title, !title.isBlank { session.builder.title = title }
  }
}
