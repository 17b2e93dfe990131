import ChatModel

/// Transcripts in the form of the Chat Completions interface, as programs and data sets for fine-tuning have them: JSON, or JSON
/// Lines with a conversation a line. Also ShareGPT's `conversations` of `from` and `value`, and the Responses interface: responses with
/// their `output`, and lists of items; the lines of batches, and the threads of the Assistants interface.
enum OpenAIFormat: ConvertedFormat {
  static let name = "OpenAI messages (JSON, JSONL)"

  static let capabilities: [FormatCapability] = [
    .full("messages of the user, assistant, system and tools"),
    .full("calls of tools and their results", "folded"),
    .full("reasoning", "folded"),
    .full("pictures, sound and files in Base64"),
    .partly("pictures on the web", "as links"),
    .full("responses and items of the Responses interface"),
    .full("batches, threads of assistants with the steps of their runs"),
    .partly("times", "those of responses and threads; other messages have none"),
  ]

  /// The forms that a file can have.
  private enum Form {
    /// An object with the list `messages` or `conversations`, or a line of one.
    case conversation
    case conversations
    /// A list of messages, or a message a line.
    case messages
    case messageLines
    /// A response or a chat completion, or one a line.
    case response
    /// An object with the list `data` of items.
    case itemList
    case items
    case itemLines
    /// Lines of a batch: requests, or what came of them.
    case batch
    /// An object with the list `data` of the messages of an assistant's thread or of the steps of its runs, the list by itself, or
    /// one a line.
    case threadList
    case threadObjects
    case threadLines
  }

  static func recognises(_ input: ImportInput) -> Bool { form(of: input) != nil }

  /// Steps of runs go into the conversations of their threads.
  static func precedence(of input: ImportInput) -> Int {
    let paths = [".data[].step_details", "[].step_details", ".step_details"]
    return paths.contains { input.shape.has($0) } ? 1 : 0
  }

  private static func form(of input: ImportInput) -> Form? {
    let shape = input.shape
    if shape.has(".custom_id"),
      shape.has(".body", ".url") || shape.has(".response", ".error") || shape.has(".result.type")
    {
      return .batch
    }
    func hasThread(_ path: String) -> Bool {
      shape.has("\(path).thread_id", "\(path).object")
        && (shape.has("\(path).role", "\(path).content") || shape.has("\(path).step_details.type"))
    }
    if hasThread(".data[]") { return .threadList }
    if hasThread("[]") { return .threadObjects }
    if hasThread("") { return .threadLines }
    if let form = formOfItems(shape) { return form }
    guard !shape.has(".format"), !shape.has(".type"), !shape.has("[].type") else { return nil }
    func hasMessages(_ path: String) -> Bool {
      shape.has("\(path).role") && (shape.has("\(path).content") || shape.has("\(path).tool_calls"))
        && !shape.has("\(path).type") && !shape.has("\(path).timestamp") && !shape.has("\(path).parentId")
    }
    func hasPairs(_ path: String) -> Bool { shape.has("\(path).from", "\(path).value") }
    if hasMessages(".messages[]") || hasPairs(".conversations[]") { return .conversation }
    if hasMessages("[].messages[]") || hasPairs("[].conversations[]") { return .conversations }
    if hasMessages("[]") { return .messages }
    return hasMessages("") ? .messageLines : nil
  }

  /// Returns the form of data of the Responses interface, or nil.
  private static func formOfItems(_ shape: JSONShape) -> Form? {
    func hasItems(_ path: String) -> Bool {
      guard shape.has("\(path).type") else { return false }
      let isMessage = shape.has("\(path).role", "\(path).content[].type", "\(path).content[].text")
      let isOther = shape.has("\(path).call_id") || shape.has("\(path).summary")
      return isMessage || isOther
    }
    if shape.has(".object", ".output"), hasItems(".output[]") { return .response }
    if shape.has(".object", ".choices[].message.role") { return .response }
    if shape.has(".object", ".data"), hasItems(".data[]") { return .itemList }
    // Other programs' messages have types as well, and members that no item has.
    let others = [
      ".timestamp", ".uuid", ".message", ".parentId", ".ts", ".createdAt", ".sender", ".leafUuid",
    ]
    if hasItems("[]"), !others.contains(where: { shape.has("[]" + $0) }) { return .items }
    if hasItems(""), !others.contains(where: { shape.has($0) }) { return .itemLines }
    return nil
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    guard let file = JSONFile(input), let shape = form(of: input) else { return }
    var transcripts = OpenAITranscripts(input, conversion)
    func showBroken(_ text: String, _ origin: Origin, _ log: inout DiagnosticLog) throws(ImportError) {
      try transcripts.current().addCard("line", text)
    }
    switch shape {
    case .conversation where hasLines(file.bytes):
      try file.forEachLine(log: &log, broken: showBroken) { value, _, origin, log throws(ImportError) in
        try transcripts.addConversation(value, origin, &log)
      }
    case .conversation:
      try transcripts.addConversation(try file.documentOrPart(log: &log), file.origin(0), &log)
    case .conversations:
      try file.forEachElement(of: nil, log: &log, readsPart: true, broken: showBroken) {
        value, _, origin, log throws(ImportError) in
        try transcripts.addConversation(value, origin, &log)
      }
    case .messages:
      try file.forEachElement(of: nil, log: &log, broken: showBroken) {
        value, _, origin, log throws(ImportError) in
        try transcripts.current().add(value, origin, &log)
      }
    case .response where hasLines(file.bytes):
      try file.forEachLine(log: &log, broken: showBroken) { value, _, origin, log throws(ImportError) in
        try transcripts.addResponse(value, origin, &log)
      }
    case .response:
      try transcripts.addResponse(try file.documentOrPart(log: &log), file.origin(0), &log)
    case .itemList, .items:
      try file.forEachElement(of: shape == .items ? nil : "data", log: &log, broken: showBroken) {
        value, _, origin, log throws(ImportError) in
        try transcripts.current().add(item: value, origin, &log)
      }
    case .itemLines:
      try file.forEachLine(log: &log, broken: showBroken) { value, _, origin, log throws(ImportError) in
        try transcripts.current().add(item: value, origin, &log)
      }
    case .messageLines:
      try file.forEachLine(log: &log, broken: showBroken) { value, _, origin, log throws(ImportError) in
        try transcripts.current().add(value, origin, &log)
      }
    case .batch:
      try file.forEachLine(log: &log, broken: showBroken) { value, _, origin, log throws(ImportError) in
        try transcripts.addBatch(value, origin, &log)
      }
    case .threadList, .threadObjects:
      let member = shape == .threadList ? "data" : nil
      let order = try orderOfThread(file, member)
      try file.forEachElement(of: member, log: &log, broken: showBroken) {
        value, _, origin, log throws(ImportError) in
        try transcripts.thread(of: value, order: order).add(threadObject: value, origin, &log)
      }
    case .threadLines:
      try file.forEachLine(log: &log, broken: showBroken) { value, _, origin, log throws(ImportError) in
        try transcripts.thread(of: value, order: .byTime).add(threadObject: value, origin, &log)
      }
    }
  }

  /// Returns the order of a thread's messages, which the service lists from the newest unless it is asked otherwise.
  private static func orderOfThread(
    _ file: JSONFile, _ member: String?
  ) throws(ImportError) -> ConversationBuilder.MessageOrdering {
    var (first, last): (Double?, Double?)
    var log = DiagnosticLog()
    try file.forEachElement(of: member, log: &log) { value, _, _, _ in
      let time = value["created_at"]?.number
      (first, last) = (first ?? time, time ?? last)
    }
    return (first ?? 0) > (last ?? 0) ? .byTimeNewestFirst : .byTime
  }

  /// Indicates whether there is more behind the first value.
  private static func hasLines(_ bytes: InputBytes) -> Bool {
    var reader = JSONReader(bytes)
    reader.skipWhitespace()
    let start = reader.position
    // A file that was cut off has one value.
    guard (try? reader.skipStructure()) != nil else { return bytes.closedJSON(from: start) == nil }
    reader.skipWhitespace()
    return reader.position < bytes.count
  }
}

/// The conversations of a file, while it is read.
private struct OpenAITranscripts {
  private let input: ImportInput
  private let conversion: Conversion
  private var count = 0
  private var open: OpenAITranscript?
  /// Transcripts of assistants' threads, by the ids of these.
  private var threads: [String: OpenAITranscript] = [:]

  init(_ input: ImportInput, _ conversion: Conversion) { (self.input, self.conversion) = (input, conversion) }

  /// The conversation that messages are being added to.
  mutating func current() -> OpenAITranscript {
    if let open { return open }
    let transcript = start(model: nil, id: nil)
    open = transcript
    return transcript
  }

  /// The conversation of the thread that a message or a step of a run belongs to. Other files may have more of it.
  mutating func thread(
    of value: JSONValue, order: ConversationBuilder.MessageOrdering
  ) -> OpenAITranscript {
    let id = value["thread_id"]?.text ?? input.path
    let transcript = threads[id] ?? start(model: nil, id: nil, key: "thread/\(id)", order: order)
    threads[id] = transcript
    open = transcript
    return transcript
  }

  mutating func addConversation(
    _ value: JSONValue, _ origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    let messages = value["messages"] ?? value["conversations"]
    let transcript = start(model: value["model"]?.text, id: value["id"]?.identifier)
    open = transcript
    guard let messages, messages.isArray else {
      log.append(
        Diagnostic(
          .loss, "no-messages", "there are no `messages`; what is there is shown as a card", at: origin))
      return try transcript.addCard("conversation", value.json)
    }
    for message in messages.elements { try transcript.add(message, origin, &log) }
  }

  /// Adds a response. One that names the response before it continues the conversation.
  mutating func addResponse(
    _ value: JSONValue, _ origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    let transcript: OpenAITranscript
    if let open, value["previous_response_id"]?.text != nil {
      transcript = open
    } else {
      transcript = start(model: value["model"]?.text, id: value["id"]?.identifier)
    }
    open = transcript
    try transcript.add(response: value, origin, &log)
  }

  /// Adds a line of a batch: a request or its result.
  mutating func addBatch(
    _ value: JSONValue, _ origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    let body = value["body"] ?? value["response"]?["body"] ?? value["result"] ?? .null
    let name = value["custom_id"]?.identifier
    let transcript = start(
      model: (body["model"] ?? body["message"]?["model"])?.text, id: name, title: name)
    open = transcript
    let error = body["error"]?["error"] ?? body["error"] ?? value["error"]
    if let message = body["message"] {
      try transcript.add(message, model: message["model"]?.text, origin, &log)
    } else if ["messages", "input", "choices", "output"].contains(where: { body[$0] != nil }) {
      try transcript.add(response: body, origin, &log)
    } else if let words = error?["message"]?.text {
      try transcript.addCard("error", words)
    } else {
      log.append(
        Diagnostic(
          .loss, "no-messages", "a line of the batch has no messages; it is shown as a card", at: origin))
      try transcript.addCard("batch", String(value.json.prefix(4_000)))
    }
  }

  private mutating func start(
    model: String?, id: String?, title: String? = nil, key: String? = nil,
    order: ConversationBuilder.MessageOrdering = .asGiven
  ) -> OpenAITranscript {
    count += 1
    let title = title ?? (count == 1 ? input.stem : "\(input.stem) \(count)")
    let builder = conversion.conversation(
      key ?? "\(input.path)#\(count)", id: id ?? title, title: title, order: order)
    return OpenAITranscript(
      AssistantConversation(builder, assistantName: model), conversion.extractedFiles)
  }
}

/// The names of called tools, which their results do not repeat.
final class ToolNames {
  private var names: [String: String] = [:]

  func note(_ call: JSONValue, _ name: String?) {
    if let id = call["id"]?.text { names[id] = name }
  }

  func note(id: String, _ name: String) { names[id] = name }

  func name(ofID id: String) -> String? { names[id] }

  /// Returns the name of the tool whose result has this id of its call.
  func name(_ result: JSONValue) -> String? {
    (result["tool_call_id"] ?? result["tool_use_id"])?.text.flatMap { names[$0] }
  }
}

/// A conversation of messages with roles.
struct OpenAITranscript {
  let conversation: AssistantConversation
  let files: ExtractedFiles
  /// The names of the tools by the ids of their calls.
  let tools = ToolNames()

  init(_ conversation: AssistantConversation, _ files: ExtractedFiles) {
    (self.conversation, self.files) = (conversation, files)
  }

  func addCard(_ kind: String, _ text: String) throws(ImportError) {
    let turn = AssistantConversation.Turn(id: "", parent: nil, role: "assistant")
    try conversation.add(.other(Unsupported(kind: kind, text: text)), of: turn)
  }

  /// Appends a message with its parts.
  func add(
    _ message: JSONValue, at instant: Instant? = nil, model: String? = nil, _ origin: Origin,
    _ log: inout DiagnosticLog
  ) throws(ImportError) {
    guard let role = role(of: message) else {
      log.append(
        Diagnostic(.loss, "not-a-message", "there is no role; what is there is shown as a card", at: origin))
      return try addCard("message", message.json)
    }
    var turn = AssistantConversation.Turn(id: "", parent: nil, role: role)
    (turn.instant, turn.model) = (instant, model)
    if role == "system" { turn.sender = conversation.builder.participant("system", standIn: .system) }
    if let text = message["reasoning_content"]?.text ?? message["reasoning"]?.text, !text.isBlank {
      try conversation.add(.thinking(text), of: turn)
    }
    var body = try content(of: message["content"] ?? message["value"], origin, &log)
    body.files += (message["attachments"]?.elements ?? []).compactMap { Self.file(id: $0["file_id"]) }
    let texts = [body.text, message["refusal"]?.text ?? "", message["audio"]?["transcript"]?.text ?? ""]
    let text = texts.filter { !$0.isEmpty }.joined(separator: "\n\n")
    for part in body.before {
      // Results come in the user's name.
      if case .toolResult = part { turn.role = "tool" } else { turn.role = role }
      try conversation.add(part, of: turn)
    }
    if !text.isEmpty || body.before.isEmpty { turn.role = role }
    if role == "tool" {
      let name = message["name"]?.text ?? tools.name(message) ?? "tool"
      try conversation.add(.toolResult(name: name, output: text), of: turn)
      if !body.files.isEmpty { try conversation.add(.files(body.files, caption: ""), of: turn) }
      return
    }
    if !body.files.isEmpty {
      try conversation.add(.files(body.files, caption: text), of: turn)
    } else if !text.isEmpty {
      try conversation.add(.text(text), of: turn)
    }
    for part in body.behind { try conversation.add(part, of: turn) }
    try addCalls(of: message, turn)
  }

  private func addCalls(
    of message: JSONValue, _ turn: AssistantConversation.Turn
  ) throws(ImportError) {
    for call in message["tool_calls"]?.elements ?? [] {
      tools.note(call, (call["function"] ?? call["custom"] ?? call)["name"]?.text)
    }
    var calls = message["tool_calls"]?.elements.map { $0["function"] ?? $0["custom"] ?? $0 } ?? []
    if let call = message["function_call"] { calls.append(call) }
    for call in calls {
      let arguments = call["arguments"] ?? call["input"] ?? .null
      let input = arguments.text.flatMap { JSONValue(parsing: $0) } ?? arguments
      try conversation.add(
        .toolCall(name: call["name"]?.text ?? "tool", input: ToolText.text(ofInput: input)), of: turn)
    }
  }

  /// Returns the role of a message, or nil if it has none.
  private func role(of message: JSONValue) -> String? {
    switch (message["role"] ?? message["from"])?.text?.lowercased() {
    case nil: nil
    case "user", "human": "user"
    case "system", "developer": "system"
    case "tool", "function", "observation": "tool"
    default: "assistant"
    }
  }

  /// The content of a message. Anthropic's interface, whose messages have the same roles, puts thoughts,
  /// calls and results among the texts.
  private struct Body {
    var text = ""
    var files: [Attachment] = []
    /// Thoughts, and results of tools.
    var before: [AssistantConversation.AssistantPart] = []
    /// Calls of tools.
    var behind: [AssistantConversation.AssistantPart] = []
  }

  private func content(
    of content: JSONValue?, _ origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) -> Body {
    guard let content else { return Body() }
    if let text = content.text { return Body(text: text) }
    var (texts, attachments, body) = ([String](), [Attachment](), Body())
    for part in content.isArray ? content.elements : [content] {
      if let text = part.text ?? part["text"]?.text ?? part["refusal"]?.text {
        texts.append(text + Self.citations(part["annotations"]))
      } else if let text = part["text"]?["value"]?.text {
        texts.append(text + Self.citations(part["text"]?["annotations"]))
      } else if let file = Self.file(id: part["image_file"]?["file_id"], kind: .image) {
        attachments.append(file)
      } else if try read(block: part, into: &body, &attachments, origin, &log) {
        continue
      } else if let url = part["image_url"]?["url"]?.text ?? part["image_url"]?.text {
        if let file = try InlineFile.attachment(dataURL: url, files: files) {
          attachments.append(file)
        } else {
          texts.append(url)
        }
      } else if let data = part["input_audio"]?["data"]?.text {
        let type = "audio/\(part["input_audio"]?["format"]?.text ?? "wav")"
        attachments.append(try InlineFile.attachment(base64: data, type: type, files: files))
      } else if let file = part["file"] ?? (part["type"]?.text == "input_file" ? part : part["input_file"]) {
        let name = file["filename"]?.text
        let data = file["file_data"]?.text ?? ""
        let inline = try InlineFile.attachment(dataURL: data, name: name, files: files)
        attachments.append(inline ?? Attachment(kind: .file, name: name))
      } else {
        let kind = part["type"]?.text ?? "content"
        log.append(
          Diagnostic(
            .loss, "unknown-kind",
            "content of type `\(kind.prefix(60))` is not supported; it is shown as JSON",
            at: origin))
        texts.append(part.json)
      }
    }
    body.text = texts.joined(separator: "\n\n")
    body.files = attachments
    return body
  }

  /// Returns a file that only the service has, by its id.
  static func file(id: JSONValue?, kind: Attachment.Kind = .file) -> Attachment? {
    guard let id = id?.text else { return nil }
    var file = Attachment(kind: kind, name: id)
    file.absence = .unavailable
    return file
  }

  /// Returns the pages that a text cites, as links behind it.
  private static func citations(_ annotations: JSONValue?) -> String {
    var links: [String] = []
    for annotation in annotations?.elements ?? [] {
      let citation = annotation["url_citation"] ?? annotation
      guard let url = citation["url"]?.text, url.isAddress else { continue }
      let title = (citation["title"]?.text ?? "").filter { !"[]\n".contains($0) }
      let link = title.isEmpty ? "<\(url)>" : "[\(title)](<\(url)>)"
      if !links.contains(link) { links.append(link) }
    }
    return links.isEmpty ? "" : "\n\n" + links.joined(separator: " · ")
  }

  /// Reads a block of Anthropic's interface; false for anything else.
  private func read(
    block: JSONValue, into body: inout Body, _ files: inout [Attachment], _ origin: Origin,
    _ log: inout DiagnosticLog
  ) throws(ImportError) -> Bool {
    switch block["type"]?.text {
    case "thinking":
      if let text = block["thinking"]?.text, !text.isBlank { body.before.append(.thinking(text)) }
    case "redacted_thinking": break
    case "tool_use", "server_tool_use":
      let name = block["name"]?.text ?? "tool"
      tools.note(block, name)
      body.behind.append(.toolCall(name: name, input: ToolText.text(ofInput: block["input"] ?? .null)))
    case "tool_result":
      let result = try content(of: block["content"], origin, &log)
      body.before.append(.toolResult(name: tools.name(block) ?? "tool", output: result.text))
      files += result.files
    case "image" where block["source"] != nil, "document" where block["source"] != nil:
      let source = block["source"] ?? .null
      if let data = source["data"]?.text {
        files.append(
          try InlineFile.attachment(
            base64: data, type: source["media_type"]?.text, name: block["title"]?.text, files: self.files))
      } else {
        var missing = Attachment(
          kind: block["type"]?.text == "image" ? .image : .file, name: source["url"]?.text)
        missing.absence = .unavailable
        files.append(missing)
      }
    default: return false
    }
    return true
  }
}
