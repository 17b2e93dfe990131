import ChatModel
import ImportKit

/// The parts of an answer while they become pieces of a session: consecutive texts are joined.
struct CopilotAnswer {
  private(set) var pieces: [AgentSession.Piece] = []
  private let session: AgentSession
  private let model: String?
  private let files: ExtractedFiles
  private var text = ""
  private var thoughts = ""
  /// True between an edit and the fence that closes its block of code.
  private var isInFenceOfEdit = false

  init(_ session: AgentSession, model: String?, files: ExtractedFiles) {
    (self.session, self.model, self.files) = (session, model, files)
  }

  /// Kinds of parts that VS Code shows for a moment, or does not show.
  private static let passing: Set<String> = [
    "undoStop", "codeblockUri", "mcpServersStarting", "mcpServersStartingSlow", "mcpAuthenticationRequired",
    "prepareToolInvocation", "progressMessage", "progressTask", "progressTaskSerialized", "command",
    "autoModeResolution", "clearToPreviousToolInvocation", "usedContext", "reference", "codeCitation", "hook",
    "disabledClaudeHooks", "voiceProgress", "usage", "move", "multiDiffData", "workspaceEdit", "externalEdit",
  ]

  mutating func add(_ part: JSONValue, at origin: Origin, _ log: inout DiagnosticLog) throws(ImportError) {
    let kind = part["kind"]?.text
    switch kind {
    case nil where part == .null: return
    case nil where part["treeData"] != nil: addTree(part["treeData"] ?? .null)
    case nil where part.text != nil || part["value"]?.text != nil:
      addText(part.text ?? part["value"]?.text ?? "")
    case "markdownContent", "markdownVuln", "content", "vulnerability":
      addText(Self.words(part["content"] ?? part["value"]))
    case "inlineReference": addText(Self.reference(part))
    case "thinking":
      let value = part["value"] ?? .null
      let thought = value.text ?? value.elements.compactMap(\.text).joined()
      if !thought.isBlank { addThought(thought) }
    case "toolInvocationSerialized", "toolInvocation":
      guard part["presentation"]?.text != "hidden" else { return Self.note("hidden tool", at: origin, &log) }
      try addTool(part)
    case "textEditGroup", "notebookEditGroup":
      dropFenceOfEdit()
      let name = Self.path(part["uri"]).map { "edit \($0)" } ?? "edit"
      addPiece(session.call(name, Self.edits(part["edits"])))
    case "treeData": addTree(part["treeData"] ?? .null)
    case "warning", "info", "systemNotification":
      addPiece(session.event(kind ?? "", Self.words(part["content"] ?? part["message"])))
    case "confirmation", "elicitation", "elicitationSerialized", "questionCarousel":
      guard let question = CopilotQuestion(part) else { return }
      addPiece(session.event("question", question.text))
      addReply(question.reply)
    case "planReview":
      addText("\n\n**\(Self.words(part["title"]))**\n\n\(Self.words(part["content"]))\n\n")
      addReply(CopilotQuestion.reply(toPlan: part))
    case "hook" where part["stopReason"] != nil || part["systemMessage"] != nil:
      let words = [part["toolDisplayName"], part["stopReason"], part["systemMessage"]].map(Self.words)
      addPiece(session.event("warning", words.filter { !$0.isEmpty }.joined(separator: ": ")))
    case "extensions":
      addText(
        (part["extensions"]?.elements ?? []).compactMap { $0.text.map { "\n- `\($0)`" } }.joined() + "\n")
    case "pullRequest": addText("\n\n**\(Self.words(part["title"]))** \(Self.words(part["description"]))\n\n")
    case let kind? where Self.passing.contains(kind): Self.note(kind, at: origin, &log)
    case let kind:
      log.append(
        Diagnostic(
          .loss, "unknown-kind",
          "a part of an answer has the unknown kind '\((kind ?? "none").prefix(60))'; it is shown as a card",
          at: origin))
      addPiece(session.unknown(kind ?? "record", String(part.json.prefix(4_000))))
    }
  }

  /// Ends the current text.
  mutating func finish() {
    flushThoughts()
    flushText()
  }

  /// Adds the outcome of the request, if it failed or was ended.
  mutating func addOutcome(of request: JSONValue) {
    if let error = request["result"]?["errorDetails"] ?? request["responseErrorDetails"] {
      let words = Self.words(error["message"])
      if !words.isBlank { pieces.append(session.event("error", words)) }
    } else if request["isCanceled"]?.flag == true || request["modelState"]?["value"]?.integer == 2 {
      pieces.append(session.event("canceled"))
    }
  }

  /// Notes a part that is left out.
  private static func note(_ kind: String, at origin: Origin, _ log: inout DiagnosticLog) {
    log.append(
      Diagnostic(
        .note, "not-shown", "a part of an answer that is no content ('\(kind)') is left out", at: origin))
  }

  // MARK: Texts

  private mutating func addPiece(_ piece: AgentSession.Piece) {
    finish()
    pieces.append(piece)
  }

  private mutating func addText(_ words: String) {
    guard !words.isEmpty else { return }
    flushThoughts()
    text += isInFenceOfEdit ? Self.withoutFirstFence(words) : words
    if !words.isBlank { isInFenceOfEdit = false }
  }

  /// Removes a fence that opens a block of code at the end of the text. VS Code puts an edit between two fences, and shows neither.
  private mutating func dropFenceOfEdit() {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let last = lines.lastIndex(where: { !$0.allSatisfy(\.isWhitespace) }), lines[last].hasPrefix("```"),
      !lines.count(where: { $0.hasPrefix("```") }).isMultiple(of: 2)
    else { return }
    text = lines[..<last].joined(separator: "\n")
    isInFenceOfEdit = true
  }

  private static func withoutFirstFence(_ words: String) -> String {
    let lines = words.split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = lines.firstIndex(where: { !$0.allSatisfy(\.isWhitespace) }),
      lines[first].hasPrefix("```")
    else { return words }
    return lines[(first + 1)...].joined(separator: "\n")
  }

  private mutating func addThought(_ words: String) {
    flushText()
    thoughts += thoughts.isEmpty ? words : "\n\n" + words
  }

  private mutating func flushText() {
    if !isEmptyBlock { pieces.append(session.answer(text.trimmingSpaces, model: model)) }
    text = ""
  }

  /// True if there are no lines but fences of code and blank ones: a block of code without an edit may stay empty.
  private var isEmptyBlock: Bool {
    // Nearly all texts begin with a word.
    if let first = text.utf8.first(where: { $0 > 0x20 }), first < 0x80, first != UInt8(ascii: "`") {
      return false
    }
    return text.split(separator: "\n").allSatisfy { $0.allSatisfy(\.isWhitespace) || $0.hasPrefix("```") }
  }

  private mutating func flushThoughts() {
    if !thoughts.isEmpty { pieces.append(session.thinking(thoughts)) }
    thoughts = ""
  }

  /// Adds the user's reply to a question in the answer.
  private mutating func addReply(_ words: String) {
    guard !words.isBlank else { return }
    var session = session
    addPiece(session.prompt(words))
  }

  private static func words(_ value: JSONValue?) -> String { CopilotQuestion.words(value) }

  /// Returns words with the names of files for links without a label, such as `[](file:///src/tide.swift#3)`.
  private static func withFileNames(_ words: String) -> String {
    var (result, rest) = ("", words[...])
    while let open = rest.range(of: "[]("), let close = rest[open.upperBound...].firstIndex(of: ")") {
      let address = rest[open.upperBound..<close].prefix { $0 != "#" && $0 != "?" }
      let name = address.split(separator: "/").last.flatMap { String($0).pathBesidePage }
      result += rest[..<open.lowerBound] + (name ?? "")
      rest = rest[close...].dropFirst()
    }
    return result + rest
  }

  /// Returns the name of a file or symbol in the middle of a text, as code.
  private static func reference(_ part: JSONValue) -> String {
    let target = part["inlineReference"]
    let name = part["name"]?.text ?? target?["name"]?.text ?? path(target?["uri"] ?? target)
    return name.map { "`\($0.replacing("`", with: "'"))`" } ?? ""
  }

  /// Returns the last step of a path in a URI, or nil.
  private static func path(_ uri: JSONValue?) -> String? {
    let path = uri?["path"]?.text ?? uri?["fsPath"]?.text ?? uri?.text
    return path.flatMap { $0.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) }
  }

  private mutating func addTree(_ tree: JSONValue) {
    var lines: [String] = []
    Self.add(tree, depth: 0, to: &lines)
    if !lines.isEmpty { addText("\n```\n\(lines.joined(separator: "\n"))\n```\n") }
  }

  private static func add(_ tree: JSONValue, depth: Int, to lines: inout [String]) {
    guard depth < 40, lines.count < 2000, let label = tree["label"]?.text else { return }
    lines.append(String(repeating: "  ", count: depth) + label)
    for child in tree["children"]?.elements ?? [] { add(child, depth: depth + 1, to: &lines) }
  }

  // MARK: Tools

  /// Returns the texts of edits, each below its line number. Text that was written line by line is joined.
  private static func edits(_ edits: JSONValue?) -> String {
    let all = (edits?.elements ?? []).flatMap { $0.isArray ? $0.elements : [$0] }
    var written = ""
    var nextLine: Int64?
    for edit in all {
      guard let text = (edit["text"] ?? edit["edit"]?["text"])?.text else {
        if edit["editType"] != nil { written += (written.isEmpty ? "" : "\n") + edit.json }
        continue
      }
      let line = edit["range"]?["startLineNumber"]?.integer
      let isNext = line != nil && line == nextLine && (text.hasPrefix("\n") || written.hasSuffix("\n"))
      if !isNext { written += (written.isEmpty ? "" : "\n") + (line.map { "@@ line \($0)\n" } ?? "") }
      written += text
      nextLine = self.line(behind: text, in: edit["range"])
    }
    return written
  }

  /// Returns the line after an inserted text, without the breaks at its ends; nil if it replaced another text.
  private static func line(behind text: String, in range: JSONValue?) -> Int64? {
    guard let line = range?["startLineNumber"]?.integer, line == range?["endLineNumber"]?.integer,
      range?["startColumn"] == range?["endColumn"]
    else { return nil }
    let breaks = text.utf8.dropFirst().dropLast().count { $0 == UInt8(ascii: "\n") }
    return line &+ Int64(breaks) &+ 1
  }

  private mutating func addTool(_ part: JSONValue) throws(ImportError) {
    let data = part["toolSpecificData"]
    let details = part["resultDetails"]
    var lines: [String] = []
    let said = Self.withFileNames(Self.words(part["pastTenseMessage"] ?? part["invocationMessage"]))
    if !said.isBlank { lines.append(said) }
    let input = Self.input(data) ?? details?["input"]?.text ?? ""
    if !input.isBlank { lines.append(input) }
    let (output, pictures) = try output(of: details, data)
    var hasFailed =
      ToolOutcome.hasErrorFlag(details) || ToolOutcome.hasFailureCode(data?["terminalCommandState"])
    if !output.isBlank { lines.append("→ \(ToolText.withoutTerminalCodes(output))") }
    if let error = part["resultError"]?.text, !error.isBlank {
      hasFailed = true
      if !output.contains(error) { lines.append("→ \(ToolText.withoutTerminalCodes(error))") }
    }
    let name = part["toolId"]?.text ?? part["toolName"]?.text ?? "tool"
    addPiece(session.call(name, lines.joined(separator: "\n\n"), hasFailed: hasFailed))
    if !pictures.isEmpty { addPiece(session.pictures(pictures, role: "tool")) }
  }

  /// Returns the input of a tool according to its kind, or nil.
  private static func input(_ data: JSONValue?) -> String? {
    switch data?["kind"]?.text {
    case "terminal":
      let line = data?["commandLine"]
      return (line?["userEdited"] ?? line?["toolEdited"] ?? line?["original"] ?? data?["command"])?.text
    case "input": return ToolText.text(ofInput: data?["rawInput"] ?? .null)
    case "simpleToolInvocation": return data?["input"]?.text
    case "resources":
      return (data?["values"]?.elements ?? []).compactMap { path($0["uri"] ?? $0) }.joined(separator: "\n")
    case "search", "generatedImage": return nil
    case "subagent":
      return [data?["agentName"], data?["description"], data?["prompt"]].compactMap { $0?.text }
        .joined(separator: "\n\n")
    case "todoList":
      return (data?["todoList"]?.elements ?? []).map { item in
        let mark =
          item["status"]?.text == "completed" ? "x" : item["status"]?.text == "in-progress" ? "-" : " "
        return "[\(mark)] \(item["title"]?.text ?? "")"
      }.joined(separator: "\n")
    default: return data.map { ToolText.text(ofInput: $0) }
    }
  }

  private func output(of details: JSONValue?, _ data: JSONValue?) throws(ImportError) -> (
    String, [Attachment]
  ) {
    var (texts, pictures) = ([String](), [Attachment]())
    if let picture = details?["output"]?["base64Data"]?.text {
      pictures.append(
        try InlineFile.attachment(base64: picture, type: details?["output"]?["mimeType"]?.text, files: files))
    }
    let output = details?["output"]
    if let text = output?.text { texts.append(text) }
    for item in output?.elements ?? [] {
      guard let value = item["value"]?.text ?? item.text else { continue }
      if item["isText"]?.flag == false {
        pictures.append(try InlineFile.attachment(base64: value, type: item["mimeType"]?.text, files: files))
      } else {
        texts.append(value)
      }
    }
    // Search results with a path or address.
    texts += (details?.elements ?? []).compactMap { Self.path($0["uri"] ?? $0) }
    let known = data?["terminalCommandOutput"]?["text"] ?? data?["result"] ?? data?["output"]
    if let text = known?.text {
      texts.append(text)
    }
    return (texts.joined(separator: "\n"), pictures)
  }
}
