import ChatModel
import ImportKit

/// The sessions that were read, with their prompts, which a log repeats.
final class GeminiCLISessions {
  private var builders: [String: ConversationBuilder] = [:]
  private var prompts: [String: Set<UInt64>] = [:]

  /// True if no session was read.
  var isEmpty: Bool { builders.isEmpty }

  /// Notes the conversation of a session.
  func add(_ builder: ConversationBuilder, _ session: String) { builders[session] = builder }

  /// Notes a prompt of a session.
  func note(_ prompt: String, _ session: String) {
    if !prompt.isBlank { prompts[session, default: []].insert(prompt.wordsHash) }
  }

  /// The conversation of a session that was read, or nil.
  func builder(of session: String) -> ConversationBuilder? { builders[session] }

  /// True if a session that was read has the prompt.
  func has(_ prompt: String, _ session: String) -> Bool {
    prompts[session]?.contains(prompt.wordsHash) ?? false
  }
}

/// The file `logs.json`, in which Gemini CLI keeps the prompts typed in all sessions of a project.
///
/// It outlives sessions, which are deleted after some time, and then has only their prompts.
struct GeminiCLILog {
  private let file: JSONFile

  static func recognises(_ input: ImportInput) -> Bool {
    input.bytes?.isList == true
      && input.shape.has("[].sessionId", "[].messageId", "[].type", "[].message")
      && !input.shape.has("[].uuid")
  }

  /// Returns nil for a folder.
  init?(_ input: ImportInput) {
    guard let file = JSONFile(input) else { return nil }
    self.file = file
  }

  func convert(
    to conversion: Conversion, _ sessions: GeminiCLISessions, log: inout DiagnosticLog
  ) throws(ImportError) {
    var conversations: [String: AssistantConversation] = [:]
    /// The prompts of sessions that are not in the export, next to sessions that are.
    var (left, example) = (0, "")
    try file.forEachElement(of: nil, log: &log) { value, number, origin, log throws(ImportError) in
      let session = value["sessionId"]?.identifier ?? "logs"
      let text = value["message"]?.text ?? GeminiCLIContent(value["message"]).text
      guard !text.isBlank, !sessions.has(text, session) else { return }
      guard sessions.isEmpty || sessions.builder(of: session) != nil else {
        if left == 0 { example = text.titleLine ?? "" }
        return left += 1
      }
      let known = conversations[session]
      let builder =
        known?.builder ?? sessions.builder(of: session)
        ?? conversion.conversation(session, title: text.titleLine ?? session)
      let conversation = known ?? AssistantConversation(builder, assistantName: "Gemini")
      if known == nil {
        conversations[session] = conversation
        if sessions.builder(of: session) == nil {
          log.append(
            Diagnostic(
              .note, "prompts-alone", "of the session '\(session)' there are only the prompts in the log",
              at: origin))
        }
      }
      var draft = MessageDraft()
      draft.id = "log-\(number + 1)"
      draft.instant = value["timestamp"]?.text.flatMap { Timestamp($0) }.map(conversion.instant)
      var extras = MessageExtras()
      let isUser = value["type"]?.text ?? "user" == "user"
      (draft.sender, extras.role) =
        isUser ? (conversation.user, "user") : (conversation.assistant, "assistant")
      draft.extras = extras
      draft.text = AssistantConversation.markdown(text, isUser ? "user" : "assistant")
      try builder.add(draft)
    }
    guard left > 0 else { return }
    log.append(
      Diagnostic(
        .note, "prompts-alone",
        "\(left) prompts are of sessions that are not in the export, such as '\(example)'; name the log by itself to see them",
        at: file.origin(0)))
  }
}
