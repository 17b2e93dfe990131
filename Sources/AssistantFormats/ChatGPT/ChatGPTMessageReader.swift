import ChatModel
import ImportKit

/// Converts messages to parts of turns.
///
/// Everything with words is shown. Content that ChatGPT itself does not show as a message, such as instructions and the
/// pages that a search found, is an aside: it is folded into the next message of its side.
struct ChatGPTMessageReader {
  let conversation: AssistantConversation
  let assets: ChatGPTAssets
  /// Stores files made from texts of the export.
  let files: ExtractedFiles
  let origin: Origin
  /// The reports that are not messages of their own.
  let reports: ChatGPTReports
  /// The nodes with calls whose pictures are shown.
  let drawnCalls: Set<String>
  /// The type of the documents on the canvas.
  let canvasType: String?
  /// The conversation's title.
  let title: String
  /// The words that the previous message gave a tool to draw.
  var prompt: String?
  /// True if the message is on the current branch.
  var isOnCurrentBranch = true
  /// The words of metadata that were shown, because several messages of a turn repeat them.
  private var shownWords: Set<String> = []
  /// The documents of the canvas that are shown as files, and the texts of the ones shown as answers.
  private var shownDocuments: Set<String> = []
  /// The titles of documents of the canvas that are shown.
  private var shownTitles: Set<String> = []

  init(
    conversation: AssistantConversation, assets: ChatGPTAssets, files: ExtractedFiles, origin: Origin,
    reports: ChatGPTReports, drawnCalls: Set<String>, canvasType: String?, title: String
  ) {
    (self.conversation, self.assets, self.files, self.origin) = (conversation, assets, files, origin)
    (self.reports, self.drawnCalls, self.canvasType, self.title) = (reports, drawnCalls, canvasType, title)
  }

  /// A part of a message with its own facts.
  private struct Piece {
    var part: AssistantConversation.AssistantPart
    var role: String
    /// True if it is folded into another message.
    var isAside = false
    var via: String?
    var steps: [TurnPart] = []
    var reply: Reply?
    var instant: Instant?
  }

  /// A text that is folded into another message: a user's message if the user wrote it, else an assistant's.
  struct Aside {
    fileprivate var role: String
    fileprivate var step: TurnPart

    /// True if it may be folded into a message of this role.
    fileprivate func belongs(to role: String) -> Bool {
      switch self.role {
      case "system": true
      case "user": role == "user"
      default: role != "user"
      }
    }
  }

  /// Appends a message of the node with this number if it shows anything. Returns the id of the last shown
  /// part: its own, or `parent`.
  ///
  /// `asides` are folded into the next message; this message's own are added to them.
  mutating func add(
    _ message: JSONValue, node: Int, id: String, parent: String?, at instant: Instant?,
    asides: inout [Aside], _ log: inout DiagnosticLog
  ) throws(ImportError) -> String? {
    let role = message["author"]?["role"]?.text ?? "assistant"
    let metadata = message["metadata"]
    var pieces = pieces(of: message, role, id, &log)
    if role == "tool", ChatGPTTools.hasFailed(message) {
      for index in pieces.indices {
        guard case .toolResult(let name, let output, _) = pieces[index].part else { continue }
        pieces[index].part = .toolResult(name: name, output: output, hasFailed: true)
      }
    }
    if Self.isHidden(message) { pieces = pieces.flatMap { Self.folded($0, message) } }
    addFacts(of: message, role, to: &pieces)
    for report in reports.reports(at: node) { add(report, metadata, to: &pieces, &log) }
    for picture in pictures(of: metadata) {
      pieces.append(Piece(part: .files([picture], caption: ""), role: "assistant"))
    }
    if let document = try document(of: metadata) {
      pieces.append(Piece(part: .files([document], caption: ""), role: "assistant"))
    }
    addCanvasTitle(of: metadata, to: &pieces)
    var (last, count) = (parent, 0)
    for var piece in pieces {
      if piece.isAside, let step = Self.step(of: piece.part) {
        asides.append(Aside(role: piece.role, step: step))
        continue
      }
      if Self.hasRoomForSteps(piece.part) {
        let others = asides.filter { !$0.belongs(to: piece.role) }
        last = try add(others, id: id, &count, parent: last, at: instant)
        piece.steps = asides.filter { $0.belongs(to: piece.role) }.map(\.step) + piece.steps
        asides = []
      }
      count += 1
      var turn = AssistantConversation.Turn(
        id: Self.id(id, count), parent: last, role: piece.role, instant: piece.instant ?? instant)
      turn.model = piece.role == "assistant" ? metadata?["model_slug"]?.text : nil
      (turn.via, turn.steps, turn.reply) = (piece.via, piece.steps, piece.reply)
      last = try conversation.add(piece.part, of: turn)
    }
    return last
  }

  /// Appends the asides that no message follows, at the end of a branch with the node `id`. Returns the id of
  /// the last part.
  func finish(
    _ asides: inout [Aside], id: String, parent: String?, at instant: Instant?
  ) throws(ImportError) -> String? {
    var count = 0
    defer { asides = [] }
    return try add(asides, id: "\(id)-end", &count, parent: parent, at: instant)
  }

  private func add(
    _ asides: [Aside], id: String, _ count: inout Int, parent: String?, at instant: Instant?
  ) throws(ImportError) -> String? {
    var last = parent
    for aside in asides {
      count += 1
      let turn = AssistantConversation.Turn(
        id: Self.id(id, count), parent: last, role: aside.role, instant: instant)
      last = try conversation.add(.other(aside.step), of: turn)
    }
    return last
  }

  /// The id of a part of a node: the node's own for the first one.
  private static func id(_ node: String, _ number: Int) -> String {
    number == 1 ? node : "\(node)-\(number)"
  }

  private static func step(of part: AssistantConversation.AssistantPart) -> TurnPart? {
    switch part {
    case .thinking(let text): TurnPart(kind: .thinking, text: text)
    case .toolCall(let name, let input, let hasFailed):
      TurnPart(kind: .toolCall, name: name, text: input, hasFailed: hasFailed)
    case .toolResult(let name, let output, let hasFailed):
      TurnPart(kind: .toolResult, name: name, text: output, hasFailed: hasFailed)
    case .text, .files, .filesWithTexts, .other, .notice: nil
    }
  }

  // MARK: Hidden messages

  /// True if ChatGPT itself does not show a message. Results of tasks are shown.
  static func isHidden(_ message: JSONValue) -> Bool {
    if message["metadata"]?["is_async_task_result_message"]?.flag == true { return false }
    return message["metadata"]?["is_visually_hidden_from_conversation"]?.flag == true
      || message["author"]?["role"]?.text == "system" || message["weight"]?.number == 0
  }

  /// Returns a piece of a hidden message with its text folded, under the name of the tool or role that
  /// wrote it.
  private static func folded(_ piece: Piece, _ message: JSONValue) -> [Piece] {
    let author = message["author"]
    let name = author?["name"]?.text ?? author?["role"]?.text ?? "assistant"
    func fold(_ text: String) -> Piece {
      Piece(part: .toolResult(name: name, output: text), role: piece.role, isAside: true)
    }
    switch piece.part {
    case .text(let text): return [fold(text)]
    case .files(let files, let caption) where !caption.isEmpty:
      var rest = piece
      rest.part = .files(files, caption: "")
      return [fold(caption), rest]
    case .other(let snippet as CodeSnippet): return [fold(snippet.code)]
    case .thinking, .toolCall, .toolResult:
      var aside = piece
      aside.isAside = true
      return [aside]
    case .files, .filesWithTexts, .other, .notice: return [piece]
    }
  }

  // MARK: Content

  private mutating func pieces(
    of message: JSONValue, _ role: String, _ id: String, _ log: inout DiagnosticLog
  ) -> [Piece] {
    guard let content = message["content"] else { return [] }
    let type = content["content_type"]?.text ?? "text"
    let author = message["author"]?["name"]?.text ?? "tool"
    func piece(_ part: AssistantConversation.AssistantPart, isAside: Bool = false) -> [Piece] {
      [Piece(part: part, role: role, isAside: isAside)]
    }
    /// Texts in lines, folded.
    func result(_ texts: [String?], name: String = author, isAside: Bool = false) -> [Piece] {
      let lines = texts.compactMap(\.self).filter { !$0.isBlank }
      guard !lines.isEmpty else { return [] }
      return piece(.toolResult(name: name, output: lines.joined(separator: "\n")), isAside: isAside)
    }
    switch type {
    case "text", "multimodal_text": return textPieces(of: message, content, role, id, &log)
    case "code":
      let text = content["text"]?.text ?? Self.parts(of: content)
      if text.isEmpty || ChatGPTReports.state(inText: text) != nil { return [] }
      if let recipient = message["recipient"]?.text, recipient != "all" {
        return call(recipient, text, id, role)
      }
      let language = content["language"]?.text ?? ""
      return piece(
        .other(CodeSnippet(code: text, language: language.isEmpty || language == "unknown" ? nil : language)))
    case "execution_output":
      let text = output(of: message)
      return text.isEmpty ? [] : piece(.toolResult(name: author, output: text))
    case "system_error": return result([content["name"]?.words, content["text"]?.words])
    case "citable_code_output": return result([content["output_str"]?.words])
    case "computer_output":
      // The screen of a program that the model operates.
      let pictures = content["screenshot"].map { [file($0, .image, [])] } ?? []
      let words = AssistantWords(of: content["state"]).lines
      return (pictures.isEmpty ? [] : piece(.files(pictures, caption: "")))
        + result(words, isAside: true)
    case "app_pairing_content":
      // Text that the ChatGPT app read from another app, for the question.
      let parts = content["context_parts"]?.elements.compactMap { $0["text"]?.text } ?? []
      let text = ([content["shared_text"]?.text].compactMap(\.self) + parts).filter { !$0.isBlank }
      let app = content["workspaces"]?[0]?["app_name"]?.text ?? author
      return text.isEmpty ? [] : piece(.toolResult(name: app, output: text.joined(separator: "\n\n")))
    case "tether_quote", "sonic_webpage":
      let text = content["text"]?.words ?? ""
      let snippet = content["snippet"]?.text.flatMap { AssistantWords.isKnown($0, in: text) ? nil : $0 }
      let names = [content["title"]?.text, content["url"]?.text].compactMap(\.self).filter { !$0.isEmpty }
      guard isOnCurrentBranch, !names.isEmpty, !Self.isHidden(message) else {
        return result(names + [snippet, text])
      }
      return piece(.notice(names.joined(separator: " – "))) + result([snippet, text], isAside: true)
    case "tether_browsing_display", "tether_browsing_code", "tether_browsing_spinner":
      return result(["summary", "result", "text"].map { content[$0]?.words }, isAside: isOnCurrentBranch)
    case "thoughts": return thinking(content).map { piece(.thinking($0)) } ?? []
    // The time that the model spent thinking.
    case "reasoning_recap":
      let text = content["content"]?.text ?? content["text"]?.text ?? Self.parts(of: content)
      return text.isBlank ? [] : piece(.thinking(text), isAside: true)
    // A person's instructions for all conversations, and ChatGPT's memories.
    case "user_editable_context", "model_editable_context":
      let members = content.members.filter { $0.name != "content_type" }
      let words = members.compactMap { member in
        member.value.words.flatMap { $0.isBlank ? nil : "\(member.name.spaced): \($0)" }
      }
      return result(words, name: type.spaced, isAside: true)
    default:
      log.append(
        Diagnostic(
          .loss, "unknown-kind",
          "content of type `\(type.prefix(60))` is not supported; it is shown as a card", at: origin))
      return piece(.other(Unsupported(kind: type, text: Self.words(of: content))))
    }
  }

  private mutating func textPieces(
    of message: JSONValue, _ content: JSONValue, _ role: String, _ id: String, _ log: inout DiagnosticLog
  ) -> [Piece] {
    let recipient = message["recipient"]?.text ?? "all"
    let body = body(of: content, message, role, &log)
    var pieces: [Piece] = []
    if !body.files.isEmpty {
      pieces.append(
        Piece(part: .files(body.files, caption: body.text), role: role == "tool" ? "assistant" : role))
    } else if body.text.isEmpty {
      pieces = []
    } else if role == "tool" {
      pieces = result(message["author"]?["name"]?.text ?? "tool", body.text)
    } else if recipient != "all" {
      pieces = call(recipient, body.text, id, role)
    } else {
      let isThinking = message["channel"]?.text == "analysis"
      pieces.append(Piece(part: isThinking ? .thinking(body.text) : .text(body.text), role: role))
    }
    if let words = message["metadata"]?["targeted_reply"]?.text, !words.isBlank, !pieces.isEmpty {
      let target = message["metadata"]?["targeted_reply_source_message_id"]?.text
      pieces[0].reply = Reply(target: target, quotedText: words)
    }
    return pieces + body.cards.map { Piece(part: .other($0), role: role) }
  }

  /// Returns the texts of a content's parts.
  private static func parts(of content: JSONValue) -> String {
    (content["parts"]?.elements ?? []).compactMap(\.text).joined(separator: "\n")
  }

  /// Returns the readable words in a content of unknown type.
  private static func words(of content: JSONValue) -> String? {
    let members = content.members.filter { $0.name != "content_type" && $0.value != .null }
    let text = content["text"]?.words ?? content["parts"]?.words
    if let text, !text.isEmpty, members.count == 1 { return text }
    let facts = PartFacts(readable: members.map { ($0.name, $0.value) }).facts
    return facts.isEmpty ? nil : facts.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
  }

  /// Returns thoughts with their headings; they may be JSON in a text.
  private func thinking(_ content: JSONValue) -> String? {
    let thoughts = content["thoughts"]?.text.flatMap { AssistantWords.json(in: $0) } ?? content["thoughts"]
    var texts = (thoughts?.elements ?? []).map { thought in
      let chunks = thought["chunks"]?.elements.compactMap(\.text).joined(separator: "\n")
      let text = [thought["content"]?.text, chunks].compactMap(\.self).first { !$0.isEmpty }
      return [thought["summary"]?.text, text ?? thought.text].compactMap(\.self).filter { !$0.isEmpty }
        .joined(separator: "\n")
    }
    if let text = thoughts?.text { texts.append(text) }
    texts += [Self.parts(of: content), content["text"]?.text ?? ""]
    let text = texts.filter { !$0.isEmpty }.joined(separator: "\n\n")
    return text.isEmpty ? nil : text
  }

  // MARK: Facts of the metadata

  /// Members of the metadata with words about the model's activity.
  private static let headings = [
    "reasoning_title", "initial_text", "finished_text", "summarization_headline", "search_queries",
    "search_model_queries",
  ]
  /// Members of the metadata with other words: tasks, and instructions that a person wrote for all
  /// conversations.
  private static let otherWords = [
    "async_task_title", "async_task_prompt", "async_completion_message", "async_task_status_messages",
    "image_gen_title", "user_context_message_data", "venus_plan",
  ]

  /// Adds the other facts in the metadata: headings of thoughts, the pages that a search found or the answer
  /// names, states of apps. It is folded into the message's last piece, or is an aside.
  private mutating func addFacts(of message: JSONValue, _ role: String, to pieces: inout [Piece]) {
    guard let metadata = message["metadata"], metadata.isObject else { return }
    let shown = pieces.map { Self.text(of: $0.part) }
    var steps: [TurnPart] = []
    func isNew(_ text: String) -> Bool {
      !shown.contains { AssistantWords.isKnown(text, in: $0) } && text != title
    }
    var headings: [String] = []
    for name in Self.headings {
      for text in AssistantWords(of: metadata[name]).texts where isNew(text) {
        if shownWords.insert(text).inserted { headings.append(text) }
      }
    }
    if !headings.isEmpty { steps.append(TurnPart(kind: .thinking, text: headings.joined(separator: "\n"))) }
    var lines: [String] = []
    func addWords(of value: JSONValue?, name: String?, without: Set<String> = []) {
      let words = AssistantWords(of: value, without: without)
      // Checking many texts would take long.
      let isLong = words.texts.count > Self.comparisonLimit
      for (line, text) in zip(words.lines, words.texts) where isLong || isNew(text) {
        if shownWords.insert(text).inserted { lines.append(name.map { "\($0): \(line)" } ?? line) }
      }
    }
    for name in Self.otherWords {
      if let value = metadata[name] { addWords(of: value, name: name.spaced) }
    }
    let author = message["author"]?["name"]?.text
    for member in metadata.members
    where member.name.hasPrefix("chatgpt_sdk") || member.name.hasSuffix("widget_state") {
      addWords(of: member.value, name: nil, without: ["report_message", "title", "html"])
    }
    if !lines.isEmpty {
      steps.append(TurnPart(kind: .toolResult, name: author, text: lines.joined(separator: "\n")))
    }
    if let sources = ChatGPTSources(metadata).text {
      steps.append(TurnPart(kind: .toolResult, name: author ?? "sources", text: sources))
    }
    guard !steps.isEmpty else { return }
    if let last = pieces.indices.last, Self.hasRoomForSteps(pieces[last].part) {
      pieces[last].steps += steps
    } else {
      pieces += steps.map { step in
        let part: AssistantConversation.AssistantPart =
          step.kind == .thinking
          ? .thinking(step.text) : .toolResult(name: step.name ?? "tool", output: step.text)
        return Piece(part: part, role: role, isAside: true)
      }
    }
  }

  /// The most texts that are searched for in others.
  private static let comparisonLimit = 100

  /// True for parts that show folded steps: texts and files.
  private static func hasRoomForSteps(_ part: AssistantConversation.AssistantPart) -> Bool {
    switch part {
    case .text, .files, .filesWithTexts: true
    case .thinking, .toolCall, .toolResult, .other, .notice: false
    }
  }

  private static func text(of part: AssistantConversation.AssistantPart) -> String {
    switch part {
    case .text(let text), .thinking(let text), .notice(let text): text
    case .files(_, let caption), .filesWithTexts(_, let caption, _): caption
    case .toolCall(_, let input, _): input
    case .toolResult(_, let output, _): output
    case .other: ""
    }
  }

  /// Adds a report as an answer.
  private mutating func add(
    _ report: ChatGPTReports.Report, _ metadata: JSONValue?, to pieces: inout [Piece],
    _ log: inout DiagnosticLog
  ) {
    let state = report.state
    let tool = metadata?["chatgpt_sdk"]?["tool_name"]?.text ?? "deep_research"
    let title = state["title"]?.text ?? state["plan"]?["title"]?.text
    var parts = self.pieces(of: report.message, "assistant", "", &log)
    if let sources = ChatGPTSources(report.message["metadata"]).text, !parts.isEmpty {
      parts[0].steps.append(TurnPart(kind: .toolResult, name: "sources", text: sources))
    }
    for index in parts.indices {
      parts[index].via = [title, "(\(tool))"].compactMap(\.self).joined(separator: " ")
      parts[index].instant = report.message["create_time"]?.chatGPTTime
    }
    pieces += parts
  }

  // MARK: Tools

  private mutating func call(_ tool: String, _ input: String, _ id: String, _ role: String) -> [Piece] {
    if tool == "canmore.create_textdoc", let document = JSONValue(parsing: input),
      let text = document["content"]?.text
    {
      shownDocuments.insert(text)
      // A document on the canvas is the main content.
      let name = document["name"]?.text
      if let name { shownTitles.insert(name) }
      let via = [name, "(\(tool))"].compactMap(\.self).joined(separator: " ")
      return [Piece(part: Self.document(text, type: document["type"]?.text), role: role, via: via)]
    }
    if tool == "canmore.update_textdoc", let text = Self.wholeReplacement(input) {
      shownDocuments.insert(text)
      return [Piece(part: Self.document(text, type: canvasType), role: role, via: "(\(tool))")]
    }
    // The pictures carry the prompt they were drawn from.
    if drawnCalls.contains(id) { return [] }
    if ChatGPTTools.isQuiet(tool), isOnCurrentBranch {
      switch ChatGPTTools.shown(ofInput: input) {
      case .line(let words): return [Piece(part: .notice("\(tool): \(words)"), role: role)]
      case .nothing: return []
      case .folded: return [Piece(part: .toolCall(name: tool, input: input), role: role, isAside: true)]
      }
    }
    return [Piece(part: .toolCall(name: tool, input: input), role: role)]
  }

  private static func document(_ text: String, type: String?) -> AssistantConversation.AssistantPart {
    guard let type, type.hasPrefix("code") else { return .text(text) }
    let language = type.dropFirst("code/".count)
    return .other(CodeSnippet(code: text, language: language.isEmpty ? nil : String(language)))
  }

  /// Returns the document after a change of its whole text; nil for changes of parts, which lack
  /// the rest.
  private static func wholeReplacement(_ input: String) -> String? {
    let updates = JSONValue(parsing: input)?["updates"]?.elements ?? []
    guard updates.count == 1, let pattern = updates[0]["pattern"]?.text,
      [".*", ".+", "(?s).*", "(?s)^.*$", "^.*$", "[\\s\\S]*"].contains(pattern)
    else { return nil }
    return updates[0]["replacement"]?.text.flatMap { $0.isBlank ? nil : $0 }
  }

  private func result(_ tool: String, _ output: String) -> [Piece] {
    if tool.hasPrefix("research_kickoff_tool"), isOnCurrentBranch, output.count <= 300 {
      return [Piece(part: .notice("\(tool): \(output)"), role: "tool")]
    }
    let isAside = isOnCurrentBranch && (ChatGPTTools.isQuiet(tool) || tool.hasPrefix("canmore"))
    return [Piece(part: .toolResult(name: tool, output: output), role: "tool", isAside: isAside)]
  }

  /// Returns a program's output, with the parts that only the metadata has: other streams, and its failure.
  private func output(of message: JSONValue) -> String {
    let content = message["content"]
    var text = content?["text"]?.text ?? ""
    let result = message["metadata"]?["aggregate_result"]
    let failure = result?["in_kernel_exception"] ?? result?["system_exception"]
    let traceback = failure?["traceback"]
    let texts =
      (result?["messages"]?.elements ?? []).compactMap { $0["text"]?.text }
      + [(result?["final_expression_output"]).flatMap { $0.text ?? $0["text"]?.text }].compactMap(\.self)
      + [traceback?.text ?? traceback?.elements.compactMap(\.text).joined(separator: "\n")].compactMap(\.self)
      + [failure?["name"]?.text].compactMap(\.self)
    if text.isBlank { return texts.filter { !$0.isBlank }.joined(separator: "\n") }
    let printed = text
    for more in texts.count > Self.comparisonLimit ? [texts.joined()] : texts
    where !more.isBlank && !AssistantWords.isKnown(more.trimmingSpaces, in: printed) {
      text += "\n\(more)"
    }
    return text
  }

  /// Returns the pictures that a program drew, such as diagrams.
  private func pictures(of metadata: JSONValue?) -> [Attachment] {
    (metadata?["aggregate_result"]?["messages"]?.elements ?? []).compactMap { message in
      message["image_url"]?.text.map { assets.attachment($0, kind: .image, name: nil, type: nil) }
    }
  }

  /// Returns a document of the canvas, from its own file in the export, where it is named first.
  private mutating func document(of metadata: JSONValue?) throws(ImportError) -> Attachment? {
    guard let id = metadata?["canvas"]?["textdoc_id"]?.text, let document = assets.document(id),
      let text = document["content"]?.text, !text.isBlank, !shownDocuments.contains(text),
      shownDocuments.insert(id).inserted
    else { return nil }
    let title = document["title"]?.text ?? metadata?["canvas"]?["title"]?.text ?? id
    shownTitles.insert(title)
    let name = "textdoc-\(String(id.map { $0.isLetter || $0.isNumber ? $0 : "_" }.prefix(60))).txt"
    let bytes = Array(text.utf8)
    var attachment = Attachment(kind: .file, name: title)
    if !files.has(name) { _ = try files.add(bytes.span, name: name) }
    (attachment.path, attachment.byteCount) = (name, bytes.count)
    return attachment
  }

  /// Adds the title of a document of the canvas to the tool's words about it, if no document is shown under this title.
  private mutating func addCanvasTitle(of metadata: JSONValue?, to pieces: inout [Piece]) {
    guard let title = metadata?["canvas"]?["title"], let text = title.unreadText, !text.isBlank else {
      return
    }
    guard shownTitles.insert(text).inserted else { return title.leaveOut(.duplicate) }
    title.markAllRead()
    for index in pieces.indices {
      guard case .toolResult(let name, let output, let hasFailed) = pieces[index].part else { continue }
      pieces[index].part = .toolResult(name: name, output: "\(output)\n\(text)", hasFailed: hasFailed)
      return
    }
    pieces.append(Piece(part: .toolResult(name: "canvas", output: text), role: "assistant", isAside: true))
  }

  // MARK: Texts and files

  private func body(
    of content: JSONValue, _ message: JSONValue, _ role: String, _ log: inout DiagnosticLog
  ) -> (text: String, files: [Attachment], cards: [Unsupported]) {
    var (texts, files, cards) = ([String](), [Attachment](), [Unsupported]())
    let named = message["metadata"]?["attachments"]?.elements ?? []
    for part in content["parts"]?.elements ?? [content["text"] ?? .null] where part != .null {
      if let text = part.text {
        // The state of a widget is shown as its report.
        if !text.isEmpty, ChatGPTReports.state(inText: text) == nil { texts.append(text) }
        continue
      }
      switch part["content_type"]?.text {
      case "audio_transcription": if let text = part["text"]?.text, !text.isEmpty { texts.append(text) }
      case "image_asset_pointer": files.append(file(part, .image, named))
      case "audio_asset_pointer": files.append(file(part, .voice, named))
      case "video_container_asset_pointer", "video_asset_pointer": files.append(file(part, .video, named))
      case "real_time_user_audio_video_asset_pointer":
        if let audio = part["audio_asset_pointer"] { files.append(file(audio, .voice, named)) }
        if let video = part["video_container_asset_pointer"] { files.append(file(video, .video, named)) }
        // Pictures taken from the video.
        files += (part["frames_asset_pointers"]?.elements ?? []).map { file($0, .image, named) }
          .filter { $0.path != nil }
      case let type?:
        if let text = part["text"]?.text, !part.members.contains(where: Self.isOtherWord) {
          texts.append(text)
          continue
        }
        log.append(
          Diagnostic(
            .loss, "unknown-kind",
            "a part of type `\(type.prefix(60))` is not supported; it is shown as a card",
            at: origin))
        cards.append(Unsupported(kind: type, text: Self.words(of: part)))
        if part["asset_pointer"]?.text != nil { files.append(file(part, .file, named)) }
      case nil: texts.append(part["text"]?.text ?? part.json)
      }
    }
    addNamed(named, to: &files)
    let text = texts.joined(separator: "\n\n")
    guard role != "user" else { return (text, files, cards) }
    let resolved = ChatGPTCitations(message["metadata"]).resolved(text)
    return (ChatGPTText.withoutFences(resolved), files, cards)
  }

  /// True for a member of a part that has words besides its text.
  private static func isOtherWord(_ member: JSONValue.Member) -> Bool {
    member.name != "text" && !AssistantWords(of: member.value).lines.isEmpty
  }

  /// Adds the files that only the message's metadata names. A picture without a name gets the name of an entry
  /// without an id.
  private func addNamed(_ named: [JSONValue], to files: inout [Attachment]) {
    let shown = Set(files.compactMap(\.name))
    for entry in named {
      let (id, name) = (entry["id"]?.text, entry["name"]?.text)
      guard !shown.contains(name ?? ""), id != nil || name != nil else { continue }
      guard let id else {
        let file = assets.attachment("", kind: nil, name: name, type: entry["mime_type"]?.text)
        if let index = files.firstIndex(where: { $0.name == nil && $0.kind == file.kind }) {
          files[index].name = name
        } else {
          files.append(file)
        }
        continue
      }
      guard !files.contains(where: { $0.path?.contains(id) == true }) else { continue }
      files.append(assets.attachment(id, kind: nil, name: name, type: entry["mime_type"]?.text))
    }
  }

  /// Returns the file named by a part, or by the text that is its pointer; a missing one if it names none.
  private func file(_ part: JSONValue, _ kind: Attachment.Kind, _ named: [JSONValue]) -> Attachment {
    let pointer = part.text ?? part["asset_pointer"]?.text ?? ""
    let entry =
      pointer.isEmpty
      ? nil : named.first { entry in entry["id"]?.text.map { pointer.hasSuffix($0) } ?? false }
    var attachment = assets.attachment(
      pointer, kind: kind, name: entry?["name"]?.text, type: entry?["mime_type"]?.text)
    attachment.width = part["width"]?.integer.flatMap { Int(exactly: $0) }
    attachment.height = part["height"]?.integer.flatMap { Int(exactly: $0) }
    // The prompt for the picture.
    attachment.alt = part["metadata"]?["dalle"]?["prompt"]?.text ?? (kind == .image ? prompt : nil)
    return attachment
  }
}
