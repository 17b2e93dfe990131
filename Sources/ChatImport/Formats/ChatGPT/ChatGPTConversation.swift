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
    let id = (value["conversation_id"] ?? value["id"])?.identifier ?? "conversation"
    let title = value["title"]?.text.flatMap { $0.isEmpty ? nil : $0 } ?? "New chat"
    guard case .object(let nodes)? = value["mapping"] else {
      return log.append(
        Diagnostic(
          .loss, "no-messages", "the conversation '\(title)' has no `mapping`; it is left out", at: origin))
    }
    let builder = conversion.conversation(id, title: title, order: .asGiven)
    let conversation = AssistantConversation(builder, assistantName: "ChatGPT")
    var tree = TurnTree()
    for node in nodes { tree.add(id: node.name, parent: node.value["parent"]?.text) }
    let reader = ChatGPTMessageReader(conversation: conversation, assets: assets, origin: origin)
    // For each node the last part that is shown, on it or before it, and the time.
    var shown = [String?](repeating: nil, count: nodes.count)
    var times = [Instant?](repeating: nil, count: nodes.count)
    for (node, parent) in tree.order(current: value["current_node"]?.text) {
      shown[node] = parent.flatMap { shown[$0] }
      times[node] = parent.flatMap { times[$0] }
      guard let message = nodes[node].value["message"] else { continue }
      // Some messages have no time: theirs is that of the message before.
      times[node] = message["create_time"]?.number.flatMap(Self.instant) ?? times[node]
      shown[node] = try reader.add(
        message, id: nodes[node].name, parent: shown[node], at: times[node], &log)
    }
  }

  /// Seconds since 1970, with a fraction.
  private static func instant(_ seconds: Double) -> Instant? {
    guard abs(seconds) < 1e11 else { return nil }
    return Instant(milliseconds: Int64((seconds * 1000).rounded()))
  }
}

/// Turns messages into parts of turns.
struct ChatGPTMessageReader {
  let conversation: AssistantConversation
  let assets: ChatGPTAssets
  let origin: Origin

  /// Appends a message if it shows anything. Returns the id of the last part that is shown: its own, or `parent`.
  func add(
    _ message: JSONValue, id: String, parent: String?, at instant: Instant?, _ log: inout DiagnosticLog
  ) throws(ImportError) -> String? {
    let role = message["author"]?["role"]?.text ?? "assistant"
    let metadata = message["metadata"]
    guard metadata?["is_visually_hidden_from_conversation"]?.flag != true, role != "system" else {
      return parent
    }
    guard let part = part(of: message, role, &log) else { return parent }
    var turn = AssistantConversation.Turn(id: id, parent: parent, role: role, instant: instant)
    turn.model = role == "assistant" ? metadata?["model_slug"]?.text : nil
    return try conversation.add(part, of: turn)
  }

  private func part(
    of message: JSONValue, _ role: String, _ log: inout DiagnosticLog
  ) -> AssistantConversation.Part? {
    guard let content = message["content"] else { return nil }
    let type = content["content_type"]?.text ?? "text"
    let recipient = message["recipient"]?.text ?? "all"
    let author = message["author"]?["name"]?.text ?? "tool"
    switch type {
    case "text", "multimodal_text":
      let body = body(of: content, message)
      if !body.files.isEmpty { return .files(body.files, caption: body.text) }
      if body.text.isEmpty { return nil }
      if role == "tool" { return .toolResult(name: author, output: body.text) }
      return recipient == "all" ? .text(body.text) : .toolCall(name: recipient, input: body.text)
    case "code": return code(content, recipient)
    case "execution_output", "system_error":
      return .toolResult(name: author, output: content["text"]?.text ?? "")
    case "tether_quote", "sonic_webpage":
      let lines = [content["title"]?.text, content["url"]?.text, content["text"]?.text]
      return .toolResult(
        name: author, output: lines.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n"))
    case "tether_browsing_display":
      let words = [content["summary"]?.text, content["result"]?.text].compactMap(\.self).filter {
        !$0.isEmpty
      }
      return words.isEmpty ? nil : .toolResult(name: author, output: words.joined(separator: "\n"))
    case "thoughts":
      let thoughts = content["thoughts"]?.elements.map { thought in
        [thought["summary"]?.text, thought["content"]?.text].compactMap(\.self).filter { !$0.isEmpty }.joined(
          separator: "\n")
      }
      let text = (thoughts ?? []).filter { !$0.isEmpty }.joined(separator: "\n\n")
      return text.isEmpty ? nil : .thinking(text)
    // How long it thought; and instructions that a person wrote for all conversations.
    case "reasoning_recap", "user_editable_context", "model_editable_context": return nil
    default:
      log.append(
        Diagnostic(
          .loss, "unknown-kind",
          "content of type `\(type.prefix(60))` is not supported; it is shown as a card", at: origin))
      return .other(Unsupported(kind: type, text: content["text"]?.text ?? content.json))
    }
  }

  /// The input of a tool. A canvas document is JSON with the text that was written, which is what one wants to read.
  private func code(_ content: JSONValue, _ recipient: String) -> AssistantConversation.Part? {
    let text = content["text"]?.text ?? ""
    if recipient == "canmore.create_textdoc", let document = JSONValue(parsing: text) {
      if let body = document["content"]?.text { return .text(body) }
    }
    if text.isEmpty { return nil }
    if recipient == "all" {
      let language = content["language"]?.text ?? ""
      return .other(
        CodeSnippet(code: text, language: language.isEmpty || language == "unknown" ? nil : language))
    }
    return .toolCall(name: recipient, input: text)
  }

  // MARK: Texts and files

  private func body(of content: JSONValue, _ message: JSONValue) -> (text: String, files: [Attachment]) {
    var (texts, files) = ([String](), [Attachment]())
    let named = message["metadata"]?["attachments"]?.elements ?? []
    for part in content["parts"]?.elements ?? [] {
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
      default: texts.append(part.json)
      }
    }
    let shown = Set(files.compactMap(\.name))
    for entry in named where !shown.contains(entry["name"]?.text ?? "") {
      guard let id = entry["id"]?.text, !files.contains(where: { $0.path?.contains(id) == true }) else {
        continue
      }
      files.append(
        assets.attachment(id, kind: nil, name: entry["name"]?.text, type: entry["mime_type"]?.text))
    }
    return (ChatGPTCitations(message["metadata"]).resolved(texts.joined(separator: "\n\n")), files)
  }

  private func file(_ part: JSONValue, _ kind: Attachment.Kind, _ named: [JSONValue]) -> [Attachment] {
    guard let pointer = part["asset_pointer"]?.text else { return [] }
    let entry = named.first { entry in entry["id"]?.text.map { pointer.hasSuffix($0) } ?? false }
    var attachment = assets.attachment(
      pointer, kind: kind, name: entry?["name"]?.text, type: entry?["mime_type"]?.text)
    attachment.width = part["width"]?.integer.flatMap { Int(exactly: $0) }
    attachment.height = part["height"]?.integer.flatMap { Int(exactly: $0) }
    // The words that a picture was drawn from.
    attachment.alt = part["metadata"]?["dalle"]?["prompt"]?.text
    return [attachment]
  }
}

extension JSONValue {
  /// Parses a text that is JSON itself; nil for any other.
  init?(parsing text: String) {
    var reader = JSONReader(InputBytes(Array(text.utf8)))
    guard let value = try? reader.readValue(), (try? reader.endDocument()) != nil else { return nil }
    self = value
  }
}
