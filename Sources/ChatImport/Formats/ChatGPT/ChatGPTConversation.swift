import ChatModel

/// One conversation of an export: a tree of messages.
struct ChatGPTConversation {
  private let value: JSONValue
  private let assets: ChatGPTAssets
  private let origin: Origin

  init(_ value: JSONValue, _ assets: ChatGPTAssets, _ origin: Origin) {
    (self.value, self.assets, self.origin) = (value, assets, origin)
  }

  func convert(to conversion: Conversion, _ log: inout DiagnosticLog) throws(ImportError) {
    let title = value["title"]?.text.flatMap { $0.isEmpty ? nil : $0 } ?? "New chat"
    let id =
      (value["conversation_id"] ?? value["id"])?.identifier
      ?? "\(title) \(origin.path ?? "")\(value["create_time"]?.json ?? "")"
    guard let mapping = value["mapping"], mapping.isObject else {
      return log.append(
        Diagnostic(
          .loss, "no-messages", "the conversation '\(title)' has no `mapping`; it is left out", at: origin))
    }
    let builder = conversion.conversation(id, title: title, order: .asGiven)
    let conversation = AssistantConversation(builder, assistantName: "ChatGPT")
    var tree = TurnTree()
    let nodes = mapping.members
    for node in nodes { tree.add(id: node.name, parent: node.value["parent"]?.text) }
    let order = tree.order(current: value["current_node"]?.text ?? newestNode(of: nodes))
    var reader = ChatGPTMessageReader(
      conversation: conversation, assets: assets, origin: origin, drawnCalls: drawnCalls(of: nodes),
      canvasType: canvasType(of: nodes))
    var childCounts = [Int](repeating: 0, count: nodes.count)
    for (_, parent) in order { if let parent { childCounts[parent] += 1 } }
    // For each node the last part that is shown, on it or before it, and the time. Before anything is shown it is the node that the
    // first question and its other versions have in common.
    var shown = [String?](repeating: nil, count: nodes.count)
    var times = [Instant?](repeating: nil, count: nodes.count)
    let start = value["create_time"]?.chatGPTTime
    let missing = tree.missingForks()
    for id in missing.sorted() { TurnTree.noteMissingFork(of: id, at: origin, &log) }
    for (node, parent) in order {
      shown[node] =
        parent.flatMap { shown[$0] }
        ?? nodes[node].value["parent"]?.text.flatMap { missing.contains($0) ? $0 : nil }
      times[node] = parent.flatMap { times[$0] } ?? start
      if let message = nodes[node].value["message"] {
        // Some messages have no time: theirs is that of the message before.
        times[node] = message["create_time"]?.chatGPTTime ?? times[node]
        reader.prompt = parent.flatMap { nodes[$0].value["message"] }.flatMap(ChatGPTTools.prompt)
        reader.isOnCurrentBranch = tree.isOnCurrentBranch(node)
        shown[node] = try reader.add(
          message, id: nodes[node].name, parent: shown[node], at: times[node], &log)
      }
      if childCounts[node] > 1 { shown[node] = shown[node] ?? nodes[node].name }
    }
  }

  /// Returns the node whose message is the newest, which ends the current branch of an export that names none.
  private func newestNode(of nodes: [JSONValue.Member]) -> String? {
    var newest: (name: String, time: Int64)?
    for node in nodes {
      guard let time = node.value["message"]?["create_time"]?.chatGPTTime?.milliseconds else { continue }
      if time >= newest?.time ?? time { newest = (node.name, time) }
    }
    return newest?.name
  }

  /// Returns the type of the documents on the canvas, such as `code/python`, or nil if there are none.
  private func canvasType(of nodes: [JSONValue.Member]) -> String? {
    for node in nodes {
      guard let message = node.value["message"], message["recipient"]?.text == "canmore.create_textdoc",
        let input = (message["content"]?["text"] ?? message["content"]?["parts"]?[0])?.text,
        let type = JSONValue(parsing: input)?["type"]?.text
      else { continue }
      return type
    }
    return nil
  }

  /// Returns the nodes that call a tool to draw pictures, with pictures behind them.
  private func drawnCalls(of nodes: [JSONValue.Member]) -> Set<String> {
    var calls: Set<String> = []
    for node in nodes {
      guard let message = node.value["message"], message["author"]?["role"]?.text == "tool",
        let parts = message["content"]?["parts"],
        parts.elements.contains(where: { $0["content_type"]?.text == "image_asset_pointer" })
      else { continue }
      if let parent = node.value["parent"]?.text { calls.insert(parent) }
    }
    return calls
  }
}

/// Turns messages into parts of turns.
struct ChatGPTMessageReader {
  let conversation: AssistantConversation
  let assets: ChatGPTAssets
  let origin: Origin
  /// The nodes with calls whose pictures are shown.
  let drawnCalls: Set<String>
  /// The type of the documents on the canvas.
  let canvasType: String?
  /// The words that the message before gave a tool to draw.
  var prompt: String?
  /// Indicates whether the message is on the current branch.
  var isOnCurrentBranch = true

  /// Appends a message if it shows anything. Returns the id of the last part that is shown: its own, or `parent`.
  func add(
    _ message: JSONValue, id: String, parent: String?, at instant: Instant?, _ log: inout DiagnosticLog
  ) throws(ImportError) -> String? {
    let role = message["author"]?["role"]?.text ?? "assistant"
    let metadata = message["metadata"]
    guard !isHidden(message, role) else {
      noteHidden(message, &log)
      return parent
    }
    var turn = AssistantConversation.Turn(id: id, parent: parent, role: role, instant: instant)
    turn.model = role == "assistant" ? metadata?["model_slug"]?.text : nil
    guard let part = part(of: message, role, id, &turn, &log) else { return parent }
    var last = try conversation.add(part, of: turn)
    for picture in pictures(of: metadata) {
      turn = AssistantConversation.Turn(
        id: "\(id)-picture", parent: last, role: "assistant", instant: instant)
      last = try conversation.add(.files([picture], caption: ""), of: turn)
    }
    return last
  }

  // MARK: Hidden messages

  /// Indicates whether ChatGPT itself does not show a message.
  private func isHidden(_ message: JSONValue, _ role: String) -> Bool {
    message["metadata"]?["is_visually_hidden_from_conversation"]?.flag == true || role == "system"
      || message["weight"]?.number == 0
  }

  private func noteHidden(_ message: JSONValue, _ log: inout DiagnosticLog) {
    let texts = message["content"]?["parts"]?.elements ?? []
    guard texts.contains(where: { $0.text?.isBlank == false }) || message["content"]?["parts"] == nil else {
      return
    }
    log.append(
      Diagnostic(
        .note, "hidden-message", "a message that ChatGPT does not show, such as instructions, is left out",
        at: origin))
  }

  private func part(
    of message: JSONValue, _ role: String, _ id: String, _ turn: inout AssistantConversation.Turn,
    _ log: inout DiagnosticLog
  ) -> AssistantConversation.AssistantPart? {
    guard let content = message["content"] else { return nil }
    let type = content["content_type"]?.text ?? "text"
    let recipient = message["recipient"]?.text ?? "all"
    let author = message["author"]?["name"]?.text ?? "tool"
    switch type {
    case "text", "multimodal_text":
      let body = body(of: content, message, role, &log)
      if !body.files.isEmpty {
        if turn.role == "tool" { turn.role = "assistant" }
        return .files(body.files, caption: body.text)
      }
      if body.text.isEmpty { return nil }
      if role == "tool" { return result(author, body.text, &log) }
      if recipient != "all" { return call(recipient, body.text, id, &turn) }
      return message["channel"]?.text == "analysis" ? .thinking(body.text) : .text(body.text)
    case "code":
      let text = content["text"]?.text ?? ""
      if text.isEmpty { return nil }
      if recipient != "all" { return call(recipient, text, id, &turn) }
      let language = content["language"]?.text ?? ""
      return .other(
        CodeSnippet(code: text, language: language.isEmpty || language == "unknown" ? nil : language))
    case "execution_output", "system_error":
      let text = content["text"]?.text ?? ""
      return text.isEmpty ? nil : .toolResult(name: author, output: text)
    case "citable_code_output":
      let text = content["output_str"]?.text ?? ""
      return text.isEmpty ? nil : .toolResult(name: author, output: text)
    case "computer_output":
      // The screen of a program that the model operates.
      let pictures = content["screenshot"].map { file($0, .image, []) } ?? []
      return pictures.isEmpty ? nil : .files(pictures, caption: "")
    case "app_pairing_content":
      // Text that the ChatGPT app read from another app, for the question.
      let parts = content["context_parts"]?.elements.compactMap { $0["text"]?.text } ?? []
      let text = ([content["shared_text"]?.text].compactMap(\.self) + parts).filter { !$0.isBlank }
      let app = content["workspaces"]?[0]?["app_name"]?.text ?? author
      return text.isEmpty ? nil : .toolResult(name: app, output: text.joined(separator: "\n\n"))
    case "tether_quote", "sonic_webpage":
      let lines = [content["title"]?.text, content["url"]?.text, content["text"]?.text]
        .compactMap(\.self).filter { !$0.isEmpty }
      guard !lines.isEmpty else { return nil }
      guard isOnCurrentBranch else {
        return .toolResult(name: author, output: lines.joined(separator: "\n"))
      }
      if content["text"]?.text?.isEmpty == false { noteOutput(author, &log) }
      return .notice(lines.prefix(2).joined(separator: " – "))
    case "tether_browsing_display":
      let words = [content["summary"]?.text, content["result"]?.text].compactMap(\.self)
        .filter { !$0.isEmpty }
      return words.isEmpty ? nil : result(author, words.joined(separator: "\n"), &log)
    case "thoughts": return thinking(content)
    // Instructions that a person wrote for all conversations, and what ChatGPT remembers.
    case "user_editable_context", "model_editable_context":
      noteHidden(message, &log)
      return nil
    // The time that the model thought for; a sign of waiting.
    case "reasoning_recap", "tether_browsing_spinner": return nil
    default:
      log.append(
        Diagnostic(
          .loss, "unknown-kind",
          "content of type `\(type.prefix(60))` is not supported; it is shown as a card", at: origin))
      return .other(Unsupported(kind: type, text: Self.words(of: content)))
    }
  }

  /// Returns what people can read of a content of an unknown type.
  private static func words(of content: JSONValue) -> String? {
    if let text = content["text"]?.words ?? content["parts"]?.words, !text.isEmpty { return text }
    let members = content.members.filter { $0.name != "content_type" }
    let facts = PartFacts(readable: members.map { ($0.name, $0.value) }).facts
    return facts.isEmpty ? nil : facts.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
  }

  private func thinking(_ content: JSONValue) -> AssistantConversation.AssistantPart? {
    let thoughts = content["thoughts"]?.elements.map { thought in
      [thought["summary"]?.text, thought["content"]?.text].compactMap(\.self).filter { !$0.isEmpty }
        .joined(separator: "\n")
    }
    let text = (thoughts ?? []).filter { !$0.isEmpty }.joined(separator: "\n\n")
    return text.isEmpty ? nil : .thinking(text)
  }

  // MARK: Tools

  private func call(
    _ tool: String, _ input: String, _ id: String, _ turn: inout AssistantConversation.Turn
  ) -> AssistantConversation.AssistantPart? {
    if tool == "canmore.create_textdoc", let document = JSONValue(parsing: input),
      let text = document["content"]?.text
    {
      // A document on the canvas is what one wants to read.
      turn.via = [document["name"]?.text, "(\(tool))"].compactMap(\.self).joined(separator: " ")
      return Self.document(text, type: document["type"]?.text)
    }
    if tool == "canmore.update_textdoc", let text = Self.wholeReplacement(input) {
      turn.via = "(\(tool))"
      return Self.document(text, type: canvasType)
    }
    // The pictures say what they were drawn from.
    if drawnCalls.contains(id) { return nil }
    if ChatGPTTools.isQuiet(tool), isOnCurrentBranch {
      return ChatGPTTools.words(ofInput: input).map { .notice("\(tool): \($0)") }
    }
    return .toolCall(name: tool, input: input)
  }

  private static func document(_ text: String, type: String?) -> AssistantConversation.AssistantPart {
    guard let type, type.hasPrefix("code") else { return .text(text) }
    let language = type.dropFirst("code/".count)
    return .other(CodeSnippet(code: text, language: language.isEmpty ? nil : String(language)))
  }

  /// Returns the document as it is after a change of all of it; nil for changes of parts, which do not have the rest.
  private static func wholeReplacement(_ input: String) -> String? {
    let updates = JSONValue(parsing: input)?["updates"]?.elements ?? []
    guard updates.count == 1, let pattern = updates[0]["pattern"]?.text,
      [".*", ".+", "(?s).*", "(?s)^.*$", "^.*$", "[\\s\\S]*"].contains(pattern)
    else { return nil }
    return updates[0]["replacement"]?.text.flatMap { $0.isBlank ? nil : $0 }
  }

  private func result(
    _ tool: String, _ output: String, _ log: inout DiagnosticLog
  ) -> AssistantConversation.AssistantPart? {
    guard ChatGPTTools.isQuiet(tool) || tool.hasPrefix("canmore"), isOnCurrentBranch else {
      return .toolResult(name: tool, output: output)
    }
    if tool.hasPrefix("research_kickoff_tool") { return .notice("\(tool): \(output.prefix(300))") }
    noteOutput(tool, &log)
    return nil
  }

  private func noteOutput(_ tool: String, _ log: inout DiagnosticLog) {
    log.append(
      Diagnostic(
        .note, "tool-output",
        "the text that the tool `\(tool.prefix(60))` gave to the model, such as that of a web page, is left out",
        at: origin))
  }

  /// Returns the pictures that a program drew, such as diagrams.
  private func pictures(of metadata: JSONValue?) -> [Attachment] {
    (metadata?["aggregate_result"]?["messages"]?.elements ?? []).compactMap { message in
      message["image_url"]?.text.map { assets.attachment($0, kind: .image, name: nil, type: nil) }
    }
  }

  // MARK: Texts and files

  private func body(
    of content: JSONValue, _ message: JSONValue, _ role: String, _ log: inout DiagnosticLog
  ) -> (text: String, files: [Attachment]) {
    var (texts, files) = ([String](), [Attachment]())
    let named = message["metadata"]?["attachments"]?.elements ?? []
    for part in content["parts"]?.elements ?? [content["text"] ?? .null] where part != .null {
      if let text = part.text {
        if !text.isEmpty { texts.append(text) }
        continue
      }
      switch part["content_type"]?.text {
      case "audio_transcription": if let text = part["text"]?.text, !text.isEmpty { texts.append(text) }
      case "image_asset_pointer": files += file(part, .image, named)
      case "audio_asset_pointer": files += file(part, .voice, named)
      case "real_time_user_audio_video_asset_pointer":
        if let audio = part["audio_asset_pointer"] { files += file(audio, .voice, named) }
        if let video = part["video_container_asset_pointer"] { files += file(video, .video, named) }
      case let type?:
        if let text = part["text"]?.text {
          texts.append(text)
          continue
        }
        log.append(
          Diagnostic(
            .loss, "unknown-kind",
            "a part of type `\(type.prefix(60))` is not supported; it is shown as a missing file", at: origin)
        )
        files.append(Attachment(kind: .file, name: type.spaced))
        files[files.count - 1].absence = .unavailable
      case nil: texts.append(part["text"]?.text ?? part.json)
      }
    }
    addNamed(named, to: &files)
    let text = texts.joined(separator: "\n\n")
    guard role != "user" else { return (text, files) }
    return (ChatGPTText.withoutFences(ChatGPTCitations(message["metadata"]).resolved(text)), files)
  }

  /// Adds the files that only the message's metadata names. A picture without a name gets that of an entry without an id.
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

  private func file(_ part: JSONValue, _ kind: Attachment.Kind, _ named: [JSONValue]) -> [Attachment] {
    guard let pointer = part["asset_pointer"]?.text else { return [] }
    let entry = named.first { entry in entry["id"]?.text.map { pointer.hasSuffix($0) } ?? false }
    var attachment = assets.attachment(
      pointer, kind: kind, name: entry?["name"]?.text, type: entry?["mime_type"]?.text)
    attachment.width = part["width"]?.integer.flatMap { Int(exactly: $0) }
    attachment.height = part["height"]?.integer.flatMap { Int(exactly: $0) }
    // The words that a picture was drawn from.
    attachment.alt = part["metadata"]?["dalle"]?["prompt"]?.text ?? (kind == .image ? prompt : nil)
    return [attachment]
  }
}

extension JSONValue {
  /// The time: seconds since 1970 with a fraction, which some tools write in quotes or as milliseconds, or ISO 8601.
  fileprivate var chatGPTTime: Instant? {
    guard let seconds = number ?? text.flatMap({ Double($0) }) else {
      guard let text, case .instant(let milliseconds)? = Timestamp(text) else { return nil }
      return Instant(milliseconds: milliseconds)
    }
    guard abs(seconds) < 1e14 else { return nil }
    return Instant(milliseconds: Int64((abs(seconds) < 1e11 ? seconds * 1000 : seconds).rounded()))
  }

  /// Parses a text that is JSON itself; nil for any other.
  init?(parsing text: String) {
    var reader = JSONReader(InputBytes(Array(text.utf8)))
    guard let value = try? reader.readValue(), (try? reader.endDocument()) != nil else { return nil }
    self = value
  }
}
