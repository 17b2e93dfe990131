import ChatModel
import ImportKit

/// Transcripts in the form of the Chat Completions interface, as used by programs and data sets for fine-tuning: JSON, or JSON
/// Lines with a conversation a line. Also ShareGPT's `conversations` of `from` and `value`, and the Responses interface: responses with
/// their `output`, and lists of items; the lines of batches, and the threads of the Assistants interface.
enum OpenAIFormat: ConvertedFormat {
  static let key = "openai"
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

  /// The kinds of records in a file. Records are the elements of an array, lines, or objects one after the other; see
  /// ``JSONFile/RecordLayout``.
  private enum Form {
    /// An object with the list `messages` or `conversations`.
    case conversation
    case message
    /// A response or a chat completion.
    case response
    /// An item of the Responses interface.
    case item
    /// A line of a batch: a request, or its outcome.
    case batch
    /// A message of an assistant's thread, or a step of its runs.
    case threadObject
  }

  static func recognises(_ input: ImportInput) -> Bool { form(of: input) != nil }

  /// Steps of runs go into the conversations of their threads.
  static func precedence(of input: ImportInput) -> Int {
    let paths = [".data[].step_details", "[].step_details", ".step_details"]
    return paths.contains { input.shape.has($0) } ? 1 : 0
  }

  /// Returns the kind of a file's records, and whether they are in the list `data` of an object.
  private static func form(of input: ImportInput) -> (form: Form, isInList: Bool)? {
    let shape = input.shape
    for path in ["", "[]", "[][]"] {
      if let form = form(of: shape, at: path) { return (form, false) }
    }
    // A list from the service. Its other lists, for example of models, have objects of other kinds.
    guard shape.has(".object", ".data") else { return nil }
    if isThreadObject(shape, ".data[]") { return (.threadObject, true) }
    let isItem = isItem(shape, ".data[]")
    return isItem || shape.has(".data[].type", ".first_id") && !shape.has(".data[].object")
      ? (.item, true) : nil
  }

  private static func form(of shape: JSONShape, at path: String) -> Form? {
    func has(_ names: String...) -> Bool { names.allSatisfy { shape.has(path + $0) } }
    if has(".custom_id"), has(".body", ".url") || has(".response", ".error") || has(".result.type") {
      return .batch
    }
    if isThreadObject(shape, path) { return .threadObject }
    // A response may begin with any number of items of any kind.
    if has(".object", ".output"), has(".output[].type") || has(".created_at", ".model") { return .response }
    if has(".object", ".choices[].message.role") { return .response }
    // Other programs' messages have types as well, and members that no item has.
    let others = [
      ".timestamp", ".uuid", ".message", ".parentId", ".ts", ".createdAt", ".sender", ".leafUuid",
      ".sessionID", ".messageID",
    ]
    if isItem(shape, path), !others.contains(where: { shape.has(path + $0) }) { return .item }
    guard !has(".format"), !has(".type") else { return nil }
    for list in [".messages[]", ".conversations[]", ".conversation[]", ".items[]"] {
      if isMessage(shape, path + list) || isPair(shape, path + list) { return .conversation }
    }
    return isMessage(shape, path) ? .message : nil
  }

  private static func isMessage(_ shape: JSONShape, _ path: String) -> Bool {
    shape.has("\(path).role") && (shape.has("\(path).content") || shape.has("\(path).tool_calls"))
      && !shape.has("\(path).type") && !shape.has("\(path).timestamp") && !shape.has("\(path).parentId")
  }

  /// True for a message of ShareGPT.
  private static func isPair(_ shape: JSONShape, _ path: String) -> Bool {
    shape.has("\(path).from", "\(path).value")
  }

  private static func isThreadObject(_ shape: JSONShape, _ path: String) -> Bool {
    shape.has("\(path).thread_id", "\(path).object")
      && (shape.has("\(path).role", "\(path).content") || shape.has("\(path).step_details.type"))
  }

  /// True for an item of the Responses interface.
  private static func isItem(_ shape: JSONShape, _ path: String) -> Bool {
    guard shape.has("\(path).type") else { return false }
    return shape.has("\(path).role", "\(path).content[].type", "\(path).content[].text")
      || shape.has("\(path).call_id") || shape.has("\(path).summary")
      || OpenAIItem.kinds.contains { shape.has("\(path).type=\($0)") }
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    guard let file = JSONFile(input), let (form, isInList) = form(of: input) else { return }
    var transcripts = OpenAITranscripts(input, conversion)
    func showBroken(_ text: String, _ origin: Origin, _ log: inout DiagnosticLog) throws(ImportError) {
      try transcripts.current().addCard("line", text)
    }
    let order = form == .threadObject ? try orderOfThread(file, isInList) : .asGiven
    func add(_ value: JSONValue, _ origin: Origin, _ log: inout DiagnosticLog) throws(ImportError) {
      switch form {
      case .conversation: try transcripts.addConversation(value, origin, &log)
      case .message: try transcripts.current().add(value, origin, &log)
      case .response: try transcripts.addResponse(value, origin, &log)
      case .item: try transcripts.current().add(item: value, origin, &log)
      case .batch: try transcripts.addBatch(value, origin, &log)
      case .threadObject:
        try transcripts.thread(of: value, order: order).add(threadObject: value, origin, &log)
      }
    }
    if isInList {
      return try file.forEachElement(of: "data", log: &log, readsPart: true, broken: showBroken) {
        value, _, origin, log throws(ImportError) in
        try add(value, origin, &log)
      }
    }
    try file.forEachRecord(log: &log, broken: showBroken) { value, origin, log throws(ImportError) in
      // A list in place of a record: a conversation's messages, or one of several lists of records.
      if value.isArray {
        if form == .message { return try transcripts.addConversation(value, origin, &log) }
        for value in value.elements { try add(value, origin, &log) }
      } else {
        try add(value, origin, &log)
      }
    }
  }

  /// Returns the order of a thread's messages, which the service lists from the newest unless it is asked otherwise.
  private static func orderOfThread(
    _ file: JSONFile, _ isInList: Bool
  ) throws(ImportError) -> ConversationBuilder.MessageOrdering {
    // Messages in lines were written as they came.
    guard isInList || file.recordLayout == .array else { return .byTime }
    var (first, last): (Double?, Double?)
    var log = DiagnosticLog()
    try file.uncounted.forEachElement(of: isInList ? "data" : nil, log: &log) { value, _, _, _ in
      let time = value["created_at"]?.number
      (first, last) = (first ?? time, time ?? last)
    }
    return (first ?? 0) > (last ?? 0) ? .byTimeNewestFirst : .byTime
  }
}

/// The conversations of a file while it is being read.
private struct OpenAITranscripts {
  private let input: ImportInput
  private let conversion: Conversion
  private var count = 0
  private var open: OpenAITranscript?
  /// Transcripts of assistants' threads, by the threads' ids.
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
    let names = ["messages", "conversations", "conversation", "items"]
    let messages = value.isArray ? value : names.lazy.compactMap { value[$0] }.first { $0.isArray }
    let title = value["title"]?.text.flatMap { $0.isBlank ? nil : $0 }
    let transcript = start(model: value["model"]?.text, id: value["id"]?.identifier, title: title)
    open = transcript
    guard let messages else {
      log.append(
        Diagnostic(
          .loss, "no-messages", "there are no `messages`; what is there is shown as a card", at: origin))
      return try transcript.addCard("conversation", value.json)
    }
    // ShareGPT has the instructions next to the messages.
    for name in ["system", "system_prompt"] {
      guard let words = value[name]?.text, !words.isBlank else { continue }
      try transcript.addInstructions(words)
    }
    for message in messages.elements { try transcript.add(message, origin, &log) }
  }

  /// Adds a response. One that names the previous response continues the conversation.
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
    // A file's name says less than the title of a conversation that it continues.
    let known = key.flatMap { conversion.title(of: $0) }
    let title = title ?? known ?? (count == 1 ? input.stem : "\(input.stem) \(count)")
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

  /// Appends instructions of the system.
  func addInstructions(_ text: String, at instant: Instant? = nil) throws(ImportError) {
    var turn = AssistantConversation.Turn(id: "", parent: nil, role: "system")
    turn.instant = instant
    turn.sender = conversation.builder.participant("system", name: "System")
    try conversation.add(.text(text), of: turn)
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
    switch role {
    case "user", "assistant", "tool": break
    case "system": turn.sender = conversation.builder.participant("system", standIn: .system)
    default:
      log.append(
        Diagnostic(
          .note, "unknown-role",
          "the role '\(role.prefix(60))' is not known; its messages are shown as those of a person of this name",
          at: origin))
      turn.sender = conversation.builder.participant("role:\(role)", name: role)
    }
    let details = (message["reasoning_details"]?.elements ?? []).compactMap {
      ($0["text"] ?? $0["summary"])?.text
    }
    let thoughts =
      message["reasoning_content"]?.text ?? message["reasoning"]?.text ?? details.joined(separator: "\n\n")
    if !thoughts.isBlank { try conversation.add(.thinking(thoughts), of: turn) }
    var body = try content(of: message["content"] ?? message["value"], origin, &log)
    body.files += (message["attachments"]?.elements ?? []).compactMap {
      Self.file(id: $0["filename"] ?? $0["name"] ?? $0["file_id"])
    }
    if let audio = message["audio"], let data = audio["data"]?.text, !data.isEmpty {
      body.files.append(try InlineFile.attachment(base64: data, type: "audio/wav", files: files))
    }
    let cited = Self.citations(message["annotations"])
    let texts = [
      body.text + cited, message["refusal"]?.text ?? "", message["audio"]?["transcript"]?.text ?? "",
    ]
    let text = texts.filter { !$0.isEmpty }.joined(separator: "\n\n")
    for part in body.before {
      // Results come in the user's name.
      if case .toolResult = part { turn.role = "tool" } else { turn.role = role }
      try conversation.add(part, of: turn)
    }
    if !text.isEmpty || body.before.isEmpty { turn.role = role }
    if role == "tool" {
      let name = message["name"]?.text ?? tools.name(message) ?? "tool"
      let hasFailed = ToolOutcome.hasFailed(message)
      try conversation.add(.toolResult(name: name, output: text, hasFailed: hasFailed), of: turn)
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
      let input = arguments.parsedText() ?? arguments
      try conversation.add(
        .toolCall(name: call["name"]?.text ?? "tool", input: ToolText.text(ofInput: input)), of: turn)
    }
  }

  /// Returns the role of a message: `user`, `assistant`, `system`, `tool`, or an unknown one as written. Nil if it
  /// has none.
  private func role(of message: JSONValue) -> String? {
    guard let role = (message["role"] ?? message["from"])?.text, !role.isBlank else { return nil }
    return switch role.lowercased() {
    case "user", "human": "user"
    case "system", "developer": "system"
    case "tool", "function", "observation": "tool"
    case "assistant", "gpt", "chatgpt", "model", "ai", "bot", "bing", "bard", "function_call": "assistant"
    default: role
    }
  }

  /// The content of a message. Anthropic's interface, whose messages have these roles, puts thoughts,
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
        texts.append(text + Self.citations(part["annotations"] ?? part["citations"]))
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
      } else if let file = Self.file(
        id: part["type"]?.text == "input_image" ? part["file_id"] : nil, kind: .image)
      {
        attachments.append(file)
      } else if let data = part["input_audio"]?["data"]?.text {
        let type = "audio/\(part["input_audio"]?["format"]?.text ?? "wav")"
        attachments.append(try InlineFile.attachment(base64: data, type: type, files: files))
      } else if part["type"]?.text == "output_audio" {
        if let words = part["transcript"]?.text, !words.isBlank { texts.append(words) }
        if let data = part["data"]?.text, !data.isEmpty {
          attachments.append(try InlineFile.attachment(base64: data, type: "audio/wav", files: files))
        }
      } else if let file = part["file"] ?? (part["type"]?.text == "input_file" ? part : part["input_file"]) {
        let name = file["filename"]?.text
        let data = file["file_data"]?.text ?? ""
        let inline = try InlineFile.attachment(dataURL: data, name: name, files: files)
        let missing = Self.file(id: file["filename"] ?? file["file_url"] ?? file["file_id"])
        if let attachment = inline ?? missing { attachments.append(attachment) }
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

  /// Returns links to the pages that a text cites, to be put after it.
  private static func citations(_ annotations: JSONValue?) -> String {
    var links: [String] = []
    for annotation in annotations?.elements ?? [] {
      let citation = annotation["url_citation"] ?? annotation
      guard let url = citation["url"]?.text, url.isAddress else {
        let file = citation["file_citation"] ?? citation
        let name = (file["filename"] ?? file["document_title"])?.text ?? ""
        let shown = "`\(name.filter { $0 != "`" && !$0.isNewline })`"
        if !name.isBlank, !links.contains(shown) { links.append(shown) }
        continue
      }
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
      body.before.append(
        .toolResult(
          name: tools.name(block) ?? "tool", output: result.text, hasFailed: ToolOutcome.hasFailed(block)))
      files += result.files
    case let type? where type.hasSuffix("_tool_result"):
      // The tool's findings or output.
      let found = block["content"] ?? .null
      let hasFailed = ToolOutcome.hasFailureCode(found) || found["error_code"] != nil
      body.before.append(
        .toolResult(name: tools.name(block) ?? "tool", output: words(found), hasFailed: hasFailed))
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
