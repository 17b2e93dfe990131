import ChatModel
import ImportKit

/// A chat about a design, in exports since 2026: `design_chats/*.json`. Its messages have `role` and
/// `content` with `contentBlocks`.
struct ClaudeAIDesignChat {
  private let value: JSONValue
  private let users: ClaudeAIUsers
  private let origin: Origin

  init(_ value: JSONValue, _ users: ClaudeAIUsers, _ origin: Origin) {
    (self.value, self.users, self.origin) = (value, users, origin)
  }

  /// True if the records of a file are design chats.
  static func recognises(_ shape: JSONShape) -> Bool {
    ["", "[]"].contains { path in
      shape.has("\(path).uuid")
        && (shape.has("\(path).messages[].content.contentBlocks")
          || shape.has("\(path).messages[].role", "\(path).messages[].content.content"))
    }
  }

  func convert(to conversion: Conversion, _ log: inout DiagnosticLog) throws(ImportError) {
    let messages = value["messages"]?.elements ?? []
    guard !messages.isEmpty else {
      return log.append(
        Diagnostic(
          .note, "empty-conversation", "the conversation '\(title)' has no messages; it is left out",
          at: origin))
    }
    let id = value["uuid"]?.identifier ?? title
    let builder = conversion.conversation(id, title: title, order: .asGiven)
    if ownTitle == nil, builder.title == title { builder.titleStandIn = .untitled }
    let account = messages.lazy.compactMap { $0["content"]?["authorAccountUuid"]?.text }.first
    let conversation = AssistantConversation(
      builder, userName: users.name(ofID: account), assistantName: "Claude")
    for (number, message) in messages.enumerated() {
      guard message.isObject else {
        try builder.addNoObject(message.json, at: origin, &log)
        continue
      }
      let content = message["content"] ?? .null
      let role = message["role"]?.text == "assistant" ? "assistant" : "user"
      var turn = AssistantConversation.Turn(id: "", parent: nil, role: role)
      turn.instant = [message["created_at"], content["timestamp"], value["created_at"]].lazy
        .compactMap { $0?.text }.compactMap { Timestamp($0) }.first.map { conversion.instant(of: $0) }
      var parts = parts(of: content, &log)
      try attachFiles(of: content, id, number, role, conversion, to: &parts)
      let own = message["uuid"]?.identifier ?? "\(id)-\(number + 1)"
      for (index, part) in parts.enumerated() {
        turn.id = index == 0 ? own : "\(own)-\(index + 1)"
        try conversation.add(part, of: turn)
      }
    }
  }

  private var title: String { ownTitle ?? "Untitled" }

  /// The names of the project and the chat; nil if neither has one.
  private var ownTitle: String? {
    let names = [value["project"]?["name"]?.text, value["title"]?.text].compactMap(\.self).filter {
      !$0.isBlank
    }
    return names.isEmpty ? nil : names.joined(separator: " – ")
  }

  private func parts(
    of content: JSONValue, _ log: inout DiagnosticLog
  ) -> [AssistantConversation.AssistantPart] {
    let blocks = content["contentBlocks"]?.elements ?? []
    guard !blocks.isEmpty else {
      let text = content.text ?? content["content"]?.text ?? ""
      return text.isBlank ? [] : [.text(text)]
    }
    var parts: [AssistantConversation.AssistantPart] = []
    for block in blocks {
      let words = block["text"]?.text ?? block["message"]?.text ?? block["message"]?["content"]?.text ?? ""
      switch block["type"]?.text ?? "text" {
      case "text", "user_interjection": if !words.isBlank { parts.append(.text(words)) }
      case "thinking": if !words.isBlank { parts.append(.thinking(words)) }
      case "tool_call":
        let call = block["toolCall"] ?? .null
        let input = ToolText.text(ofInput: call["input"] ?? .null)
        let output = [call["output"], call["result"], block["result"]].compactMap(\.self)
          .map { ToolText.text(ofInput: $0) }.filter { !$0.isBlank }
        let text = ([input] + output.map { "→ \($0)" }).filter { !$0.isEmpty }.joined(separator: "\n\n")
        parts.append(.toolCall(name: call["name"]?.text ?? "tool", input: text))
      case "error": parts.append(.notice(words.isBlank ? block.json : words))
      case let type:
        log.append(
          Diagnostic(
            .loss, "unknown-kind",
            "a block of type `\(type.prefix(60))` is not supported; it is shown as a card", at: origin))
        let facts = PartFacts(
          readable: block.members.filter { $0.name != "type" }.map { ($0.name, $0.value) })
        parts.append(.other(Unsupported(kind: type, facts: facts)))
      }
    }
    return parts
  }

  private func attachFiles(
    of content: JSONValue, _ id: String, _ number: Int, _ role: String, _ conversion: Conversion,
    to parts: inout [AssistantConversation.AssistantPart]
  ) throws(ImportError) {
    var (files, texts) = ([Attachment](), [String]())
    for (index, entry) in (content["attachments"]?.elements ?? []).enumerated() {
      var file = Attachment(kind: .file, name: entry["name"]?.text ?? "attachment \(index + 1)")
      if let text = entry["content"]?.text, !text.isEmpty {
        let bytes = Array(text.utf8)
        let name = "\(ClaudeAIMessageReader.fileName(id))-\(number + 1)-\(index + 1).txt"
        file.path = try conversion.extractedFiles.add(bytes.span, name: name)
        file.byteCount = bytes.count
        texts.append(text)
      } else {
        file.absence = .unavailable
      }
      files.append(file)
    }
    guard !files.isEmpty else { return }
    if case .text(let text)? = parts.first, role == "user" {
      parts[0] = .filesWithTexts(files, caption: text, texts: texts)
    } else {
      parts.insert(.filesWithTexts(files, caption: "", texts: texts), at: 0)
    }
  }
}
