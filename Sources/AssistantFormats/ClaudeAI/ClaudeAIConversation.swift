import ChatModel
import ImportKit

/// One conversation of an export.
struct ClaudeAIConversation {
  private let value: JSONValue
  private let users: ClaudeAIUsers
  private let origin: Origin

  /// The parent of a conversation's first question.
  private static let beginning = "00000000-0000-4000-8000-000000000000"
  /// The most characters of a title made from the first question.
  private static let titleLimit = 60

  init(_ value: JSONValue, _ users: ClaudeAIUsers, _ origin: Origin) {
    (self.value, self.users, self.origin) = (value, users, origin)
  }

  func convert(to conversion: Conversion, _ log: inout DiagnosticLog) throws(ImportError) {
    guard let messages = value["chat_messages"], messages.isArray else {
      return log.append(
        Diagnostic(
          .loss, "no-messages", "a conversation has no `chat_messages`; it is left out", at: origin))
    }
    let nodes = messages.elements
    guard !nodes.isEmpty else {
      return log.append(
        Diagnostic(
          .note, "empty-conversation", "the conversation '\(title)' has no messages; it is left out",
          at: origin))
    }
    let id = value["uuid"]?.identifier ?? title
    let builder = conversion.conversation(id, title: title, order: .asGiven)
    if ownTitle == nil, builder.title == title { builder.titleStandIn = .untitled }
    let conversation = AssistantConversation(
      builder, userName: users.name(value["account"]), assistantName: "Claude")
    var reader = ClaudeAIMessageReader(
      conversation: conversation, conversion: conversion, origin: origin)
    if let summary = value["summary"]?.text, !summary.isBlank {
      reader.asides = [TurnPart(kind: .toolResult, name: "summary", text: summary)]
    }
    // Only conversations taken from the service itself have parents.
    guard nodes.contains(where: { $0["parent_message_uuid"] != nil }) else {
      for (index, node) in Self.byTime(nodes, conversion) {
        _ = try reader.add(node, id: Self.id(of: node, index), parent: nil, isInTree: false, &log)
      }
      return try reader.finish()
    }
    var tree = TurnTree()
    for (index, node) in nodes.enumerated() {
      tree.add(id: Self.id(of: node, index), parent: node["parent_message_uuid"]?.text)
    }
    // The first question and its other versions have a parent id that belongs to no message.
    let roots = tree.missingForks()
    for id in roots.sorted() where id != Self.beginning {
      TurnTree.noteMissingFork(of: id, at: origin, &log)
    }
    var shown = [String?](repeating: nil, count: nodes.count)
    for (node, parent) in tree.order(current: value["current_leaf_message_uuid"]?.text) {
      let root = nodes[node]["parent_message_uuid"]?.text.flatMap { roots.contains($0) ? $0 : nil }
      let before = parent.flatMap { shown[$0] } ?? root
      shown[node] =
        try reader.add(
          nodes[node], id: Self.id(of: nodes[node], node), parent: before, isInTree: true, &log)
        ?? before
    }
    try reader.finish()
  }

  /// Returns messages by time, each with its index, the question first if times are equal: exports of 2024 have them in any order,
  /// and an answer has its question's time. Keeps their order if one has no time.
  private static func byTime(
    _ nodes: [JSONValue], _ conversion: Conversion
  ) -> [(offset: Int, element: JSONValue)] {
    let messages = Array(nodes.enumerated())
    let times = nodes.compactMap { ClaudeAIMessageReader.instant(of: $0, conversion) }
    guard times.count == nodes.count else { return messages }
    func key(_ index: Int) -> (Instant, Int, Int) {
      (times[index], ClaudeAIMessageReader.isQuestion(nodes[index]) ? 0 : 1, index)
    }
    return messages.sorted { key($0.offset) < key($1.offset) }
  }

  private static func id(of node: JSONValue, _ index: Int) -> String {
    node["uuid"]?.identifier ?? "message-\(index + 1)"
  }

  private var title: String { ownTitle ?? "Untitled" }

  /// The name, or the beginning of the first question; nil if there is neither.
  private var ownTitle: String? {
    if let name = (value["name"] ?? value["snapshot_name"])?.text, !name.isBlank { return name }
    let question = value["chat_messages"]?.elements.first?["text"]?.text ?? ""
    let line = question.trimmingSpaces.firstLine.line
    if line.isEmpty { return nil }
    return line.count > Self.titleLimit ? line.prefix(Self.titleLimit - 1) + "…" : line
  }
}

/// Converts messages with their blocks to parts of turns.
struct ClaudeAIMessageReader {
  let conversation: AssistantConversation
  let conversion: Conversion
  let origin: Origin
  /// The parts folded into Claude's next text: its summary of the conversation, and its sources.
  var asides: [TurnPart] = []

  private var files: ExtractedFiles { conversion.extractedFiles }

  /// The placeholders for blocks that a message's flat text leaves out.
  private static let fillers = [
    "This block is not supported on your current device yet.",
    "Viewing artifacts created via the Analysis Tool web feature preview isn’t yet supported on mobile.",
  ]

  static func isQuestion(_ message: JSONValue) -> Bool { message["sender"]?.text == "human" }

  /// Returns the time at which a message was written, or nil if it has none.
  static func instant(of message: JSONValue, _ conversion: Conversion) -> Instant? {
    message["created_at"]?.text.flatMap { Timestamp($0) }.map { conversion.instant(of: $0) }
  }

  /// Appends the parts of a message. Returns the id of the last one, or nil if nothing is shown.
  mutating func add(
    _ message: JSONValue, id: String, parent: String?, isInTree: Bool, _ log: inout DiagnosticLog
  ) throws(ImportError) -> String? {
    let role = Self.isQuestion(message) ? "user" : "assistant"
    let instant = Self.instant(of: message, conversion)
    var parts = try blockParts(of: message, role, &log)
    try attachFiles(of: message, id, role, to: &parts)
    var last = parent
    for (index, part) in parts.enumerated() {
      var turn = AssistantConversation.Turn(
        id: index == 0 ? id : "\(id)-\(index + 1)", parent: isInTree ? last : nil, role: role,
        instant: instant,
        model: role == "assistant" ? message["model"]?.text : nil)
      if case .text = part, role == "assistant" { swap(&turn.steps, &asides) }
      last = try conversation.add(part, of: turn)
    }
    if parts.isEmpty { noteEmpty(message, &log) }
    return parts.isEmpty ? nil : last
  }

  /// Appends the asides that no text follows.
  mutating func finish() throws(ImportError) {
    for (index, aside) in asides.enumerated() {
      try conversation.add(
        .other(aside),
        of: AssistantConversation.Turn(id: "aside-\(index + 1)", parent: nil, role: "assistant"))
    }
    asides = []
  }

  private func noteEmpty(_ message: JSONValue, _ log: inout DiagnosticLog) {
    log.append(
      message.isObject
        ? Diagnostic(
          .note, "empty-message", "a message has neither text nor files; it is left out", at: origin)
        : Diagnostic(.loss, "not-a-message", "a message is not a JSON object; it is left out", at: origin))
  }

  // MARK: Blocks

  private mutating func blockParts(
    of message: JSONValue, _ role: String, _ log: inout DiagnosticLog
  ) throws(ImportError) -> [AssistantConversation.AssistantPart] {
    let blocks = message["content"]?.elements ?? []
    guard !blocks.isEmpty else { return Self.parts(ofText: message["text"]?.text ?? "", role) }
    var parts: [AssistantConversation.AssistantPart] = []
    for block in blocks {
      switch block["type"]?.text ?? "text" {
      case "text":
        parts += Self.parts(ofText: Self.text(of: block), role)
        if let sources = Self.sources(of: block) { asides.append(sources) }
      case "voice_note": parts += Self.parts(ofText: block["text"]?.text ?? "", role)
      case "thinking":
        let summaries = block["summaries"]?.elements.compactMap { $0["summary"]?.text } ?? []
        let thought = block["thinking"]?.text ?? ""
        let text = (summaries.filter { !AssistantWords.isKnown($0, in: thought) } + [thought]).filter {
          !$0.isBlank
        }
        if !text.isEmpty { parts.append(.thinking(text.joined(separator: "\n"))) }
      case "redacted_thinking": parts.append(.thinking(""))
      case "tool_use":
        parts.append(
          .toolCall(
            name: block["name"]?.text ?? "tool", input: ToolText.text(ofInput: block["input"] ?? .null)))
      case "tool_result":
        add(block, to: &parts)
        var pictures: [Attachment] = []
        for item in block["content"]?.elements ?? [] {
          if let file = try picture(item) { pictures.append(file) }
        }
        if !pictures.isEmpty { parts.append(.files(pictures, caption: "")) }
      case "image" where block["source"] != nil:
        parts.append(.files(try picture(block).map { [$0] } ?? [], caption: ""))
      // Counters of the service.
      case "token_budget", "flag": continue
      case let type:
        log.append(
          Diagnostic(
            .loss, "unknown-kind",
            "a block of type `\(type.prefix(60))` is not supported; it is shown as a card", at: origin))
        let facts = PartFacts(
          readable: block.members.filter { $0.name != "type" && $0.name != "text" }.map {
            ($0.name, $0.value)
          })
        parts.append(.other(Unsupported(kind: type, text: block["text"]?.text, facts: facts)))
      }
    }
    // Some messages have their words only in the flat text.
    return parts.isEmpty ? Self.parts(ofText: message["text"]?.text ?? "", role) : parts
  }

  /// Returns the picture in a block, in Base64 or missing; nil for other blocks.
  private func picture(_ block: JSONValue) throws(ImportError) -> Attachment? {
    guard block["type"]?.text == "image" else { return nil }
    if let data = block["source"]?["data"]?.text {
      return try InlineFile.attachment(
        base64: data, type: block["source"]?["media_type"]?.text, files: files)
    }
    var missing = Attachment(kind: .image)
    missing.absence = .unavailable
    return missing
  }

  /// Appends a result to the call that it follows, or alone.
  private func add(_ block: JSONValue, to parts: inout [AssistantConversation.AssistantPart]) {
    var output = Self.text(ofResult: block["content"])
    if output.isBlank, let display = block["display_content"] { output = ToolText.text(ofInput: display) }
    let texts = block["content"].map { [$0.text] + $0.elements.map { $0["text"]?.text } } ?? []
    let hasFailed =
      block["is_error"]?.flag == true
      || texts.contains { $0.flatMap(Self.answer).map(ToolOutcome.hasFailureCode) ?? false }
    if case .toolCall(let name, let input, _)? = parts.last, block["name"]?.text ?? name == name {
      parts[parts.count - 1] = .toolCall(
        name: name, input: output.isEmpty ? input : input.isEmpty ? output : "\(input)\n\n→ \(output)",
        hasFailed: hasFailed)
    } else {
      parts.append(
        .toolResult(name: block["name"]?.text ?? "tool", output: output, hasFailed: hasFailed))
    }
  }

  private static func text(ofResult content: JSONValue?) -> String {
    guard let content else { return "" }
    if let text = content.text { return printed(text) }
    return content.elements.compactMap { item in
      if item["type"]?.text == "image" { return nil }
      let lines = [item["title"]?.text, item["url"]?.text, item["text"]?.text.map(printed)].compactMap(\.self)
      guard lines.isEmpty else { return lines.joined(separator: "\n") }
      let (path, name) = (item["file_path"]?.text, item["name"]?.text)
      guard let path, let name, !AssistantWords.isKnown(name, in: path) else {
        return path ?? name ?? item.json
      }
      return "\(name)\n\(path)"
    }.joined(separator: "\n\n")
  }

  /// Returns the answer in JSON of a tool that runs programs, or nil for other texts.
  private static func answer(_ text: String) -> JSONValue? {
    text.hasPrefix("{\"returncode\"") ? JSONValue(parsing: text) : nil
  }

  /// Returns a program's output from an answer in JSON; any other text unchanged.
  private static func printed(_ text: String) -> String {
    guard let value = answer(text) else { return text }
    let code = value["returncode"]?.integer ?? 0
    let parts = [
      value["stdout"]?.text, value["stderr"]?.text, value["error"]?.text,
      code == 0 ? nil : "returncode: \(code)",
    ]
    return parts.compactMap(\.self).filter { !$0.isBlank }.joined(separator: "\n")
  }

  /// Returns a block's text followed by links to its sources.
  private static func text(of block: JSONValue) -> String {
    let text = block["text"]?.text ?? ""
    var urls: [String] = []
    for citation in block["citations"]?.elements ?? [] {
      let url = citation["url"]?.text ?? citation["details"]?["url"]?.text
      guard let url, !urls.contains(url), !url.contains(where: { $0 == ">" || $0 == "<" || $0.isWhitespace })
      else { continue }
      urls.append(url)
    }
    guard !urls.isEmpty else { return text }
    return text + " " + urls.map { "[↗](<\($0)>)" }.joined(separator: " ")
  }

  /// Returns the sources of a block with their titles and cited words, folded; nil if there are only addresses.
  private static func sources(of block: JSONValue) -> TurnPart? {
    let entries = (block["citations"]?.elements ?? []).compactMap { citation in
      let details = citation["details"]
      let title = [
        citation["title"], citation["metadata"]?["title"], details?["title"], details?["document_title"],
      ]
      .lazy.compactMap { $0?.text }.first { !$0.isBlank }
      let words = [citation["cited_text"], details?["cited_text"], citation["extracted_text"]]
        .lazy.compactMap { $0?.text }.first { !$0.isBlank }
      guard title != nil || words != nil else { return String?.none }
      let url = citation["url"]?.text ?? details?["url"]?.text
      return [title, url, words].compactMap(\.self).joined(separator: "\n")
    }
    guard !entries.isEmpty else { return nil }
    return TurnPart(kind: .toolResult, name: "sources", text: entries.joined(separator: "\n\n"))
  }

  /// Returns the parts of a text in which, until 2024, thoughts and artifacts were in tags.
  private static func parts(ofText text: String, _ role: String) -> [AssistantConversation.AssistantPart] {
    var parts: [AssistantConversation.AssistantPart] = []
    var rest = withoutFillers(text)[...]
    while role != "user", let tag = rest.range(of: "<ant", endingIn: ">") {
      let head = rest[tag]
      let name = head.dropFirst().prefix { $0.isLetter }
      guard name == "antThinking" || name == "antArtifact",
        let end = rest[tag.upperBound...].range(of: "</\(name)", endingIn: ">")
      else { break }
      add(String(rest[..<tag.lowerBound]), to: &parts)
      let body = String(rest[tag.upperBound..<end.lowerBound]).trimmingSpaces
      if name == "antThinking" {
        parts.append(.thinking(body))
      } else {
        let facts = head.dropFirst(name.count + 1).dropLast()
        parts.append(.toolCall(name: "artifacts", input: "\(String(facts).trimmingSpaces)\n\n\(body)"))
      }
      rest = rest[end.upperBound...]
    }
    add(String(rest), to: &parts)
    return parts
  }

  private static func add(_ text: String, to parts: inout [AssistantConversation.AssistantPart]) {
    if !text.isBlank { parts.append(.text(text)) }
  }

  private static func withoutFillers(_ text: String) -> String {
    fillers.reduce(text) { text, filler in
      guard text.range(of: filler) != nil else { return text }
      return text.replacing("```\n\(filler)\n```", with: "").replacing(filler, with: "")
    }
  }

  // MARK: Files

  /// Adds the files of a message to its text. Their bytes are not in the export, only the text of some.
  private func attachFiles(
    of message: JSONValue, _ id: String, _ role: String, to parts: inout [AssistantConversation.AssistantPart]
  ) throws(ImportError) {
    var attachments: [Attachment] = []
    var texts: [String] = []
    for (index, entry) in (message["attachments"]?.elements ?? []).enumerated() {
      let name = entry["file_name"]?.text.flatMap { $0.isEmpty ? nil : $0 } ?? "paste.txt"
      var attachment = Attachment(kind: .file, name: name)
      attachment.byteCount = entry["file_size"]?.integer.flatMap { Int(exactly: $0) }
      if let text = entry["extracted_content"]?.text, !text.isEmpty {
        let bytes = Array(text.utf8)
        attachment.path = try files.add(bytes.span, name: "\(Self.fileName(id))-\(index + 1).txt")
        texts.append(text)
      } else {
        attachment.absence = .unavailable
      }
      attachments.append(attachment)
    }
    for key in ["files", "files_v2"] {
      for entry in message[key]?.elements ?? [] {
        let name = entry["file_name"]?.text ?? "file"
        guard !attachments.contains(where: { $0.name == name }) else { continue }
        var attachment = Attachment(kind: Attachment.Kind(ofFileNamed: name), name: name)
        attachment.absence = .unavailable
        attachments.append(attachment)
      }
    }
    guard !attachments.isEmpty else { return }
    if case .text(let text)? = parts.first {
      parts[0] = .filesWithTexts(attachments, caption: text, texts: texts)
    } else {
      parts.insert(.filesWithTexts(attachments, caption: "", texts: texts), at: 0)
    }
  }

  static func fileName(_ id: String) -> String {
    String(id.map { $0.isLetter || $0.isNumber || $0 == "-" ? $0 : "_" }.prefix(60))
  }
}

extension Substring {
  /// Returns the range from the first `start` to the next `end` after it, or nil.
  fileprivate func range(of start: String, endingIn end: Character) -> Range<Index>? {
    var rest = self
    while let first = rest.firstIndex(of: start.first ?? "<") {
      if rest[first...].hasPrefix(start) {
        return rest[first...].firstIndex(of: end).map { first..<index(after: $0) }
      }
      rest = rest[rest.index(after: first)...]
    }
    return nil
  }
}
