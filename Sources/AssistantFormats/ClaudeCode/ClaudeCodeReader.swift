import ChatModel
import ImportKit
import Storage

/// Reads the entries of one file of Claude Code.
///
/// Entries name the one before them in `parentUuid`, but not all such forks are branches: results of tools that ran at the same
/// time have different parents, and hooks and notes are children of messages that continue elsewhere. So entries keep their order
/// in the file, and a branch begins only where a prompt goes back to an earlier turn, or where a prompt is answered anew.
struct ClaudeCodeReader {
  private let links: ClaudeCodeLinks
  private let conversion: Conversion
  private let file: ClaudeCodeFile
  private let source: ImportInput
  private var isAgentFile: Bool { file.isAgent }
  private var session: AgentSession?
  /// The key of the conversation; empty until it is known.
  private var sessionID = ""
  /// The ids of the session: its file's and the one that its entries name.
  private var sessionIDs: [String] = []
  /// The entries so far, by the hash of their ids.
  private var nodes: [UInt64: EntryNode] = [:]
  /// By the hash of the id of an entry that is not shown: the id of the message before it.
  private var aliases: [UInt64: String] = [:]
  /// Calls without a result so far, by their id: the tool, its input and the message.
  private var calls: [String: (tool: String, input: String, message: String?)] = [:]
  /// The last call of an agent, by the message's id.
  private var lastAgentCall: String?
  /// The end of the side chain that was read last.
  private var sideEnd: String?
  /// The entry before the first one, if the session was cut off there.
  private var missing: (id: String, isFork: Bool)?
  private var turn: Int32 = 0
  /// The number of times that the session was compacted so far.
  private var epoch: Int32 = 0
  /// The waiting prompts.
  private var queue = ClaudeCodeQueue()
  /// The hash of the current entry's content.
  private var content: UInt64 = 0
  /// The number of entries that were read before in this file.
  private var copies = 0
  /// The number of entries that another session has, by its key.
  private var inherited: [String: Int] = [:]
  /// The last entries of agents without files, by the agents' ids.
  private var progress: [String: String] = [:]
  /// True while an entry of an agent without a file is read.
  private var isInProgress = false
  /// The id of the call that started the agent whose file this is.
  private var startingCall: String?
  private var titles: [TitleKind: String] = [:]
  /// The hash of the entry that each summary belongs to.
  private var summaries: [(leaf: UInt64, text: String)] = []

  private enum TitleKind: Int, CaseIterable { case custom, ai }

  /// The facts of an entry that determine the position of its followers.
  private struct EntryNode {
    /// The number of prompts before it.
    var turn: Int32
    var kind: Kind
    /// The number of times that the session was compacted before.
    var epoch: Int32
    /// The hash of the content.
    var content: UInt64
    /// The hash of the id of the first answer, for prompts.
    var answer: UInt64 = 0

    enum Kind { case prompt, other, hidden }
  }

  init(_ conversion: Conversion, _ links: ClaudeCodeLinks, _ file: ClaudeCodeFile, _ source: ImportInput) {
    (self.conversion, self.links, self.file, self.source) = (conversion, links, file, source)
    if file.isAgent, let settings = links.files.settings(of: file) {
      startingCall = settings["toolUseId"]?.text
    }
  }

  private static func hash(_ id: String) -> UInt64 { HashSeed.ofProcess.hash(id.utf8Span.span) }

  /// Notes the title that comes with a list of entries.
  mutating func note(title: String?) { titles[.ai] = title }

  // MARK: Entries

  mutating func read(
    _ line: JSONValue, at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    content = Self.contentHash(line)
    if isCopy(line) { return line.leaveOut(.duplicate) }
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
    case "progress" where line["data"]?["type"]?.text == "agent_progress":
      try readProgress(line, at: origin, &log)
    case "queue-operation":
      hide(line)
      queue.read(line)
    case "pr-link":
      guard let address = line["prUrl"]?.text else { return Self.note("pr-link", at: origin, &log) }
      let name = [line["prRepository"]?.text, line["prNumber"]?.identifier].compactMap(\.self).joined(
        separator: "#")
      try add(line, at: origin, &log) { [$0.event("pullRequest", "\(name): \(address)")] }
    case let type: try readOther(line, type ?? "entry", at: origin, &log)
    }
  }

  /// Reads an entry of an agent that is in the session because the agent has no file.
  private mutating func readProgress(
    _ line: JSONValue, at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    hide(line)
    guard let data = line["data"], let agent = data["agentId"]?.text, let entry = data["message"],
      entry["message"] != nil, !links.files.hasAgent(agent, of: ids(of: line))
    else { return Self.note("progress", at: origin, &log) }
    var members = entry.members
    func add(_ name: String, _ value: JSONValue?) {
      if let value, entry[name] == nil { members.append(.init(name: name, value: value)) }
    }
    add("agentId", .string(agent))
    add("parentToolUseID", line["parentToolUseID"])
    add("timestamp", line["timestamp"])
    add("sessionId", line["sessionId"])
    add("parentUuid", progress[agent].map { .string($0) })
    if let id = entry["uuid"]?.text { progress[agent] = id }
    isInProgress = true
    defer { isInProgress = false }
    try read(.object(members), at: origin, &log)
  }

  // MARK: Copies

  /// True if an entry was read before: compaction and resumed, forked and side sessions write a session's entries again, with their
  /// ids.
  private mutating func isCopy(_ line: JSONValue) -> Bool {
    guard let id = line["uuid"]?.text else { return false }
    let hash = Self.hash(id)
    if let known = nodes[hash] {
      // Old results are cleared in copies.
      guard known.content == content || Self.isCleared(line) else { return false }
      copies += 1
      return true
    }
    let key = key(of: line)
    guard let owner = links.owner(of: hash ^ content, in: key) else { return false }
    inherited[owner, default: 0] += 1
    hide(line)
    return true
  }

  /// A hash of the texts, time and kind of an entry.
  private static func contentHash(_ line: JSONValue) -> UInt64 {
    let seed = HashSeed.ofProcess
    var hash = seed.start
    func add(_ text: String?) { if let text { seed.add(seed.hash(text.utf8Span.span), to: &hash) } }
    add(line["timestamp"]?.text)
    add(line["type"]?.text)
    guard let content = line["message"]?["content"] ?? line["message"] ?? line["content"] else { return hash }
    // The kind of a notice decides whether its words are read.
    add(line["type"]?.text == "system" ? content.unreadText : content.text)
    for block in content.elements {
      let words = block.text ?? block["text"]?.text ?? block["thinking"]?.text
      add(
        words ?? block["id"]?.text ?? block["tool_use_id"]?.text ?? block["source"]?["data"]?.text
          ?? block.json)
      add(block["content"]?.text)
      for part in block["content"]?.elements ?? [] { add(part["text"]?.text) }
    }
    return hash
  }

  private static func isCleared(_ line: JSONValue) -> Bool {
    line["message"]?["content"]?.elements.contains {
      $0["content"]?.text?.hasPrefix("[Old tool result content cleared") == true
    } ?? false
  }

  /// Notes the copies that were left out.
  private mutating func reportCopies(_ log: inout DiagnosticLog) {
    func note(_ words: String) {
      log.append(Diagnostic(.note, "copied-entries", words, at: Origin(file: source.path)))
    }
    if copies > 0 { note("\(copies) entries stand in the file more than once; each is shown once") }
    for (key, count) in inherited.sorted(by: { $0.key < $1.key }) {
      note("\(count) entries are those of the session '\(links.titles[key] ?? key)'; they are shown there")
    }
  }

  // MARK: Other entries

  /// Kinds of entries with which Claude Code keeps its own state.
  private static let bookkeeping: Set<String> = [
    "file-history-snapshot", "progress", "permission-mode", "last-prompt", "tag",
    "agent-name", "agent-color", "agent-setting", "mode", "worktree-state", "content-replacement",
    "task-summary",
    "speculation-accept", "attribution-snapshot", "file-history-delta", "bridge-session", "isolation-latch",
    "fork-context-ref", "frame-link", "atis-latch", "cost-state", "artifact-autoreact-ledger",
    "artifact-comment-monitor", "continued-in", "marble-origami-commit", "marble-origami-snapshot",
    "marble-origami-reset",
  ]

  /// True if an entry of an unknown kind says nothing: it is not in the line of the messages, and has no words.
  private static func isState(_ line: JSONValue) -> Bool {
    line["uuid"] == nil && ["content", "message", "text", "summary"].allSatisfy { line[$0] == nil }
      && !line.members.contains { $0.name != "cwd" && $0.value.hasWords }
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

  /// Shows a line that is not JSON as a card.
  mutating func readBroken(_ text: String, at origin: Origin) throws(ImportError) {
    var session = self.session ?? begin(.object([]))
    try session.add(
      [session.unknown("malformed", text)], id: "line-\(origin.line ?? origin.offset ?? 0)", at: nil)
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
    let content = line["message"]?["content"] ?? line["message"] ?? line["content"] ?? .null
    if line["type"]?.text == "assistant" {
      try readAnswer(content, line, at: origin, &log)
    } else {
      try readUser(content, line, at: origin, &log)
    }
  }

  /// Kinds of notices that Claude Code does not show, or only while it works.
  private static let passingNotices: Set<String> = [
    "informational", "init", "stop_hook_summary", "turn_duration", "scheduled_task_fire", "agents_killed",
    "memory_saved", "bridge_status", "permission_retry", "api_metrics", "api_error", "thinking",
    "model_refusal_fallback", "model_consent_fallback",
  ]

  private mutating func readSystem(
    _ line: JSONValue, at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    let said = line["content"]?.unreadText ?? Self.errorText(in: line) ?? ""
    let (content, subtype) = (ToolText.withoutTerminalCodes(said), line["subtype"]?.text)
    let level = line["level"]?.text ?? "info"
    let isMeta = line["isMeta"]?.flag == true
    let isQuiet = isMeta || (level == "info" || level == "suggestion") && subtype != "away_summary"
    let isKnown = isMeta || subtype.map(Self.passingNotices.contains) ?? true
    switch subtype {
    case "compact_boundary", "microcompact_boundary":
      if subtype == "compact_boundary" { epoch &+= 1 }
      line["content"]?.markAllRead()
      try add(line, at: origin, &log) {
        [$0.event(content.isEmpty ? "contextCompacted" : "compact", content)]
      }
    case "local_command":
      try readUser(line["content"] ?? .null, line, at: origin, &log)
    case _ where isQuiet && !isKnown && !content.isBlank:
      // The words stay unread, so that the account names them.
      hide(line)
      log.append(
        Diagnostic(
          .note, "not-shown", "a notice of the unknown kind '\((subtype ?? "").prefix(60))' is left out",
          at: origin))
    default:
      line["content"]?.markAllRead()
      guard !content.isEmpty, !isQuiet else {
        hide(line)
        return Self.note(subtype ?? "system", at: origin, &log)
      }
      try add(line, at: origin, &log) { [$0.event(subtype ?? "system", content)] }
    }
  }

  /// The words of an error, which may be nested in other errors.
  private static func errorText(in line: JSONValue) -> String? {
    var (error, text) = (line["error"], String?.none)
    for _ in 0..<6 {
      guard let value = error else { break }
      text = value.text ?? value["message"]?.text ?? text
      error = value["error"]
    }
    return text
  }

  /// Reads an attachment of a prompt. A prompt that was typed while the agent worked is nowhere else.
  private mutating func readAttachment(
    _ line: JSONValue, at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    guard let attachment = line["attachment"], attachment["type"]?.text == "queued_command",
      let prompt = attachment["prompt"]
    else {
      hide(line)
      let kind = line["attachment"]?["type"]?.text.map { "attachment: \($0)" } ?? "attachment"
      return Self.note(kind, at: origin, &log)
    }
    try readUser(prompt, line, at: origin, &log)
  }

  // MARK: Turns

  private mutating func readUser(
    _ content: JSONValue, _ line: JSONValue, at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    var (texts, attachments, results) = ([String](), [Attachment](), [ContentPiece]())
    var details = line["toolUseResult"] ?? line["tool_use_result"]
    for block in content.isArray ? content.elements : [content] {
      switch block["type"]?.text {
      case nil where block.text != nil, "text": texts.append(block.text ?? block["text"]?.text ?? "")
      case "image", "document": attachments.append(try attachment(block))
      case "tool_result":
        results += try result(block, details, line, at: origin, &log)
        details = nil
      case nil where block == .null: continue
      case let type: results.append(unknown(type, block, at: origin, &log))
      }
    }
    let text = texts.joined(separator: "\n\n")
    var parts = ClaudeCodeTags.parts(of: texts)
    queue.settle([text] + parts.map(\.words))
    if let source = Self.writer(of: line) { parts = parts.map { $0.injected(by: source) } }
    for part in parts { if case .hidden(let kind) = part { Self.note(kind, at: origin, &log) } }
    parts.removeAll { if case .hidden = $0 { true } else { false } }
    if parts.isEmpty && attachments.isEmpty && results.isEmpty {
      return hide(line)
    }
    let isPrompt = results.isEmpty && (!attachments.isEmpty || parts.contains { $0.isPrompt })
    try add(line, isPrompt: isPrompt, at: origin, &log) { session in
      Self.pieces(parts, attachments, of: &session) + results.map { $0.piece(of: session) }
    }
  }

  /// Returns the program that wrote a text in the user's name, or nil if the user did.
  private static func writer(of line: JSONValue) -> String? {
    if let kind = line["origin"]?["kind"]?.text ?? line["attachment"]?["origin"]?["kind"]?.text,
      kind != "human"
    {
      return kind
    }
    guard let source = line["promptSource"]?.text, source == "system" || source == "hook" else { return nil }
    return source
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
      case .idle(let name, let reason):
        var facts = EventFacts()
        facts.name = name
        pieces.append(session.event("wentIdle", reason, facts: facts))
      case .answer(let text): pieces.append(session.result("Agent", text))
      case .message(let name, let text): pieces.append(session.message(text, from: name))
      case .injected(let name, let text): pieces.append(session.result(name, text))
      case .output(let name, let text): pieces.append(session.result(name, text, of: session.user))
      case .summary(let text): pieces.append(session.event("compactSummary", text))
      case .hidden: continue
      }
    }
    if !attachments.isEmpty { pieces.append(session.prompt("", attachments)) }
    return pieces
  }

  private mutating func result(
    _ block: JSONValue, _ details: JSONValue?, _ line: JSONValue, at origin: Origin,
    _ log: inout DiagnosticLog
  ) throws(ImportError) -> [ContentPiece] {
    let call = block["tool_use_id"]?.text.flatMap { calls.removeValue(forKey: $0) }
    if let agent = details?["agentId"]?.text, let message = call?.message {
      links.noteCall(agent, in: key(of: line), by: message)
    }
    let content = block["content"] ?? .null
    // Tools that Anthropic's servers run say so in their content.
    let isError =
      block["is_error"]?.flag == true || content["error_code"] != nil || ToolOutcome.hasFailureCode(content)
    var attachments: [Attachment] = []
    for part in content.elements where part["type"]?.text == "image" || part["type"]?.text == "document" {
      attachments.append(try attachment(part))
    }
    var text = ClaudeCodeTags.withoutErrorTags(Self.text(of: content))
    if let (name, session) = ClaudeCodeResult.savedFile(in: text, details) {
      attachments.append(try savedOutput(name, of: session, at: origin, &log))
      text = ClaudeCodeResult.withoutSavedTags(text)
    }
    let rest = try rest(of: details, line["mcpMeta"], text, call?.input ?? "", &attachments, at: origin, &log)
    var pieces: [ContentPiece] = []
    text = [text, rest].filter { !$0.isEmpty }.joined(separator: "\n\n")
    if !text.isEmpty || attachments.isEmpty {
      pieces.append(.result(name: call?.tool, text: text, isError: isError))
    }
    if !attachments.isEmpty { pieces.append(.pictures(attachments)) }
    return pieces
  }

  /// Returns the parts of a result's structured forms that neither its text nor its call's input has.
  private func rest(
    of details: JSONValue?, _ more: JSONValue?, _ text: String, _ input: String,
    _ attachments: inout [Attachment], at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) -> String {
    var lines: [String] = []
    for value in [details, more].compactMap(\.self) {
      if let said = value.text {
        // Tools that failed repeat their error, in its tags or without, after a word.
        let words = said.hasPrefix("Error: ") ? String(said.dropFirst("Error: ".count)) : said
        if said == text || ClaudeCodeTags.withoutErrorTags(words.trimmingSpaces) == text.trimmingSpaces {
          continue
        }
      }
      let result = ClaudeCodeResult(value, known: [text, input] + lines)
      lines += result.lines
      if result.hasOriginalFile {
        log.append(
          Diagnostic(
            .note, "not-shown", "the file before an edit, which Claude Code keeps to undo it, is left out",
            at: origin))
      }
      if attachments.isEmpty, let picture = result.picture {
        attachments.append(
          try InlineFile.attachment(
            base64: picture.data, type: picture.type, files: conversion.extractedFiles))
      }
    }
    return lines.joined(separator: "\n")
  }

  /// Returns a result that was saved next to this session, or next to the session whose id is in the path that the result names.
  private func savedOutput(
    _ name: String, of session: String?, at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) -> Attachment {
    let sessions = [session].compactMap(\.self) + sessionIDs + [file.stem]
    guard let (bytes, path) = links.files.savedOutput(name, of: sessions, beside: source) else {
      log.append(
        Diagnostic(
          .note, "missing-output", "the result was saved as '\(name)', which is not in the export", at: origin
        ))
      var missing = Attachment(kind: Attachment.Kind(ofFileNamed: name), name: name)
      missing.absence = .unavailable
      return missing
    }
    links.shownOutputs.insert(path)
    return try InlineFile.attachment(
      bytes.array(in: 0..<bytes.count), type: ClaudeCodeResult.type(ofFile: name), name: name,
      files: conversion.extractedFiles)
  }

  /// The text of a content that is a text or a list of blocks; for other kinds of blocks, their JSON.
  private static func text(of content: JSONValue) -> String {
    if let text = content.text { return text }
    guard content.isArray else {
      return content == .null ? "" : (content["text"] ?? content["error_code"])?.text ?? content.json
    }
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
    if source?["type"]?.text == "text", let text = source?["data"]?.text {
      return try InlineFile.attachment(
        Array(text.utf8), type: "text/plain", name: name, files: conversion.extractedFiles)
    }
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
    return .unknown(type ?? "record", String(block.json.prefix(4_000)))
  }

  private mutating func readAnswer(
    _ content: JSONValue, _ line: JSONValue, at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    let name = line["message"]?["model"]?.text
    let model = name == "<synthetic>" ? nil : name
    var pieces: [(AgentSession) -> AgentSession.Piece] = []
    var started: [(id: String, tool: String, input: String, prompt: String?, index: Int)] = []
    for block in content.isArray ? content.elements : [content] {
      switch block["type"]?.text {
      case nil where block.text != nil, "text":
        let text = block.text ?? block["text"]?.text ?? ""
        if !text.isBlank { pieces.append { $0.answer(text, model: model) } }
      case "thinking":
        // Thoughts that are not shown leave only a signature.
        if let text = block["thinking"]?.text, !text.isBlank { pieces.append { $0.thinking(text) } }
      case "redacted_thinking": Self.note("redacted_thinking", at: origin, &log)
      case nil where block == .null: continue
      case "fallback":
        // Another model answers if the first one does not.
        let text = Self.change(ofModel: block)
        pieces.append { $0.event("modelChanged", text) }
      case "tool_use", "server_tool_use", "mcp_tool_use":
        let (tool, input) = (block["name"]?.text ?? "tool", ToolText.text(ofInput: block["input"] ?? .null))
        if let id = block["id"]?.text {
          started.append((id, tool, input, block["input"]?["prompt"]?.text, pieces.count))
          // The result may be in the same message.
          calls[id] = (tool, input, entryID(line, origin))
        }
        pieces.append { $0.call(tool, input) }
      case "image", "document":
        let attachment = try attachment(block)
        pieces.append { $0.pictures([attachment], role: "assistant") }
      case let type? where type.hasSuffix("_tool_result"):
        for piece in try result(block, nil, line, at: origin, &log) { pieces.append { piece.piece(of: $0) } }
      case let type:
        let piece = unknown(type, block, at: origin, &log)
        pieces.append { piece.piece(of: $0) }
      }
    }
    guard !pieces.isEmpty else { return hide(line) }
    let (id, key) = (entryID(line, origin), key(of: line))
    for call in started {
      let message = call.index == pieces.count - 1 ? id : "\(id)#\(call.index + 1)"
      if calls[call.id] != nil { calls[call.id] = (call.tool, call.input, message) }
      guard call.tool == "Task" || call.tool == "Agent" else { continue }
      lastAgentCall = message
      links.noteCall(call.id, in: key, by: message)
      if let prompt = call.prompt { links.noteCall(Self.name(ofPrompt: prompt), in: key, by: message) }
    }
    try add(line, at: origin, &log) { session in pieces.map { $0(session) } }
  }

  /// Returns the names of the previous model and the one that answers, and the reason.
  private static func change(ofModel block: JSONValue) -> String {
    let (old, new) = (block["from"], block["to"] ?? block["model"])
    func name(_ model: JSONValue?) -> String? { model?.text ?? model?["model"]?.text ?? model?["name"]?.text }
    let reason = block["reason"]?.text ?? block["message"]?.text
    let models = [name(old), name(new)].compactMap(\.self).joined(separator: " → ")
    return [models, reason ?? ""].filter { !$0.isEmpty }.joined(separator: ": ")
  }

  /// An agent's first prompt, as a name for finding its call.
  private static func name(ofPrompt text: String) -> String { "prompt:\(text.prefix(500))" }

  // MARK: Order

  private func entryID(_ line: JSONValue, _ origin: Origin) -> String {
    line["uuid"]?.text ?? "\(file.stem)-\(origin.offset ?? origin.line ?? 0)-\(origin.path ?? "")"
  }

  /// Notes an entry that is not shown, so that its children follow the message before it.
  private mutating func hide(_ line: JSONValue) {
    guard let id = line["uuid"]?.text else { return }
    let hash = Self.hash(id)
    nodes[hash] = EntryNode(turn: turn, kind: .hidden, epoch: epoch, content: content)
    let parent = (line["parentUuid"]?.text).flatMap(message)
    aliases[hash] = parent ?? session?.last
  }

  /// Returns the id of the entry's message or, if it is not shown, of the message before it; nil if unknown.
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
    let isSide = isAgentFile || isInProgress || line["isSidechain"]?.flag == true
    if session.last == nil, !isSide { try noteOrigin(session, line) }
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
    let instant = instant(of: line)
    let added = try session.add(parts, id: id, at: instant)
    nodes[Self.hash(id)] = EntryNode(
      turn: turn, kind: isPrompt ? .prompt : .other, epoch: epoch, content: content)
    if links.roots[sessionID] == nil, !isSide { links.roots[sessionID] = added }
    if isSide {
      sideEnd = added
      session.branch(at: end)
    }
    self.session = session
  }

  private func instant(of line: JSONValue) -> Instant? {
    line["timestamp"]?.text.flatMap { Timestamp($0) }.map(conversion.instant)
  }

  private mutating func begin(_ line: JSONValue) -> AgentSession {
    sessionID = conversationKey(line)
    sessionIDs = ids(of: line)
    if !isAgentFile { for id in sessionIDs { links.keys[id] = links.keys[id] ?? sessionID } }
    let id = sessionID == file.path ? file.stem : sessionID
    return AgentSession(
      conversion.conversation(sessionID, id: id, title: id, order: .byTime), agentName: "Claude")
  }

  /// Returns the ids of the session that an entry belongs to: the one that it names, and the one of the file.
  private func ids(of line: JSONValue) -> [String] {
    [line["sessionId"]?.text ?? file.session, isAgentFile ? nil : file.stem].compactMap(\.self)
  }

  /// Returns the key of the conversation, which begins with the first entry that is shown.
  private func key(of line: JSONValue) -> String { sessionID.isEmpty ? conversationKey(line) : sessionID }

  /// Returns the key of the conversation that an entry belongs to.
  private func conversationKey(_ line: JSONValue) -> String {
    let named = line["sessionId"]?.text ?? file.session
    if isAgentFile { return named.map { links.keys[$0] ?? $0 } ?? file.path }
    return ClaudeCodeFile.isSessionID(file.stem) ? file.stem : named ?? file.path
  }

  /// Reports the origin of a session that began as a copy of another one.
  private func noteOrigin(_ session: AgentSession, _ line: JSONValue) throws(ImportError) {
    guard let parent = inherited.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key,
      parent != sessionID
    else { return }
    let title = links.titles[parent] ?? parent
    try session.addLate(
      [session.event("sessionContinued", title)], id: "\(file.stem)-origin", at: instant(of: line))
  }

  /// Goes back to an earlier message if the entry begins a branch.
  private mutating func append(_ line: JSONValue, isPrompt: Bool, _ session: inout AgentSession) {
    defer { if isPrompt { turn &+= 1 } }
    guard let parent = line["parentUuid"]?.text else { return }
    let hash = Self.hash(parent)
    // After a compaction the parent may be one from before it, though nobody went back.
    guard let node = nodes[hash], node.epoch == epoch, let message = message(parent) else { return }
    if isPrompt {
      if node.turn < turn, message != session.last { session.branch(at: message) }
      return
    }
    guard line["type"]?.text == "assistant", node.kind == .prompt else { return }
    let answer = line["message"]?["id"]?.text.map(Self.hash) ?? 0
    if node.answer != 0, node.answer != answer { session.branch(at: message) }
    nodes[hash]?.answer = answer
  }

  /// Branches off for an entry of an agent: after the call that started it, or after the agent's last one.
  private mutating func branchAside(_ line: JSONValue, _ session: inout AgentSession) {
    if let parent = line["parentUuid"]?.text.flatMap(message) { return session.branch(at: parent) }
    if line["parentUuid"]?.text != nil || isAgentFile, let sideEnd { return session.branch(at: sideEnd) }
    let prompt = Self.text(of: line["message"]?["content"] ?? .null)
    let ids = [line["agentId"], line["parentToolUseID"], line["sourceToolUseID"]].map { $0?.text }
    let names = ([startingCall] + ids + [Self.name(ofPrompt: prompt)]).compactMap(\.self)
    let call = names.compactMap { links.call($0, in: sessionID) }.first
    session.branch(at: call ?? lastAgentCall ?? sideEnd ?? session.last ?? links.roots[sessionID])
  }

  /// Assigns the pieces of a side chain to an agent.
  private func setAside(_ pieces: inout [AgentSession.Piece], _ session: AgentSession) {
    // A file of an agent alone is a conversation like others.
    if links.roots[sessionID] != nil { session.setAside(&pieces) }
  }

  /// Appends the queued prompts that no entry has.
  private mutating func addQueued() throws(ImportError) {
    for (number, prompt) in queue.rest.enumerated() {
      var session = self.session ?? begin(prompt.line)
      var (texts, attachments) = ([String](), [Attachment]())
      for block in prompt.content.isArray ? prompt.content.elements : [prompt.content] {
        switch block["type"]?.text {
        case "image", "document": attachments.append(try attachment(block))
        default: texts.append(block.text ?? block["text"]?.text ?? block.json)
        }
      }
      let parts = ClaudeCodeTags.parts(of: texts)
      var pieces: [AgentSession.Piece] = []
      if prompt.state == .dequeued {
        pieces = parts.map { session.event("promptQueued", $0.words) }
      } else {
        pieces = Self.pieces(parts, attachments, of: &session)
      }
      for index in pieces.indices where pieces[index].sender == session.user && prompt.state == .waiting {
        pieces[index].status = "queued"
      }
      if isAgentFile { setAside(&pieces, session) }
      try session.addLate(pieces, id: "\(file.stem)-queued-\(number + 1)", at: instant(of: prompt.line))
      self.session = session
    }
  }

  /// Appends the prompts still waiting, and gives the conversation its title.
  mutating func finish(_ log: inout DiagnosticLog) throws(ImportError) {
    try addQueued()
    reportCopies(&log)
    guard let session, !isAgentFile || links.roots[sessionID] == nil else { return }
    let summary = summaries.last { nodes[$0.leaf] != nil } ?? summaries.first
    let title = titles[.custom] ?? titles[.ai] ?? summary?.text ?? session.firstPrompt
    if let title, !title.isBlank { session.builder.title = title }
    links.titles[sessionID] = session.builder.title
  }
}
