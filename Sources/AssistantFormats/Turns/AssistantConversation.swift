import ChatModel
import ImportKit

/// A conversation between a person and a language model while it is being converted.
///
/// Each part of a turn (thinking, the call of a tool, its result, the answer) is a message of its own, as the page shows them. Parts
/// that show nothing are left out of the tree: their children are attached to the nearest part before.
struct AssistantConversation {
  let builder: ConversationBuilder
  let user: ParticipantIndex
  let assistant: ParticipantIndex

  init(_ builder: ConversationBuilder, userName: String? = nil, assistantName: String?) {
    self.builder = builder
    user = builder.participant("user", name: userName, standIn: .user, isMe: true)
    assistant = builder.participant("assistant", name: assistantName, standIn: .assistant)
  }

  /// The common facts of the parts of a turn.
  struct Turn {
    var id: String
    /// The id of the previous part; nil for the first one.
    var parent: String?
    /// `user`, `assistant`, `system` or `tool`.
    var role: String
    var instant: Instant?
    var model: String?
    var isPinned = false
    /// The tool that wrote the text for the assistant.
    var via: String?
    /// The sender, if it is neither the user nor the assistant.
    var sender: ParticipantIndex?
    /// The sources and tools of the text, such as the pages that it names: folded.
    var steps: [TurnPart] = []
    /// The message that the text answers.
    var reply: Reply?
  }

  /// A part of a turn.
  enum AssistantPart {
    case text(String)
    case files([Attachment], caption: String)
    /// Files, with the texts of some of them to read.
    case filesWithTexts([Attachment], caption: String, texts: [String])
    case thinking(String)
    case toolCall(name: String, input: String, hasFailed: Bool = false)
    case toolResult(name: String, output: String, hasFailed: Bool = false)
    case other(any MessagePart)
    /// Something that happened, as a line of its own.
    case notice(String)
  }

  /// Appends a part and returns its id, which is the parent of the next one.
  @discardableResult
  func add(_ part: AssistantPart, of turn: Turn) throws(ImportError) -> String {
    var draft = MessageDraft()
    draft.id = turn.id
    draft.sender = turn.sender ?? (turn.role == "user" ? user : assistant)
    draft.instant = turn.instant
    var extras = MessageExtras()
    (extras.role, extras.model, extras.parent) = (turn.role, turn.model, turn.parent)
    (extras.isPinned, extras.via, extras.steps) = (turn.isPinned, turn.via, turn.steps)
    draft.extras = extras
    draft.reply = turn.reply
    switch part {
    case .text(let text): draft.text = Self.markdown(text, turn.role)
    case .files(let files, let caption):
      draft.attachments = files
      draft.text = caption.isEmpty ? nil : Self.markdown(caption, turn.role)
    case .filesWithTexts(let files, let caption, let texts):
      draft.attachments = files
      draft.text = Self.text(caption, withBlocks: texts)
    case .thinking(let text): draft.part = TurnPart(kind: .thinking, text: text)
    case .toolCall(let name, let input, let hasFailed):
      draft.part = TurnPart(kind: .toolCall, name: name, text: input, hasFailed: hasFailed)
    case .toolResult(let name, let output, let hasFailed):
      draft.part = TurnPart(kind: .toolResult, name: name, text: output, hasFailed: hasFailed)
    case .other(let part): draft.part = part
    case .notice(let text):
      draft.event = SystemEvent(event: "tool", text: text)
      draft.sender = nil
    }
    try builder.add(draft)
    return turn.id
  }

  /// Returns a model's text as Markdown with formulas as code, and a person's as plain text.
  static func markdown(_ text: String, _ role: String) -> MessageText {
    role == "user"
      ? MessageText(text, markup: .plain)
      : MessageText(AssistantMarkdown.formulasAsCode(text), markup: .markdown)
  }

  /// The most characters of a file's text that are shown; the file has all of it.
  private static let excerptLimit = 2000

  /// Returns a text as it was typed, followed by the beginnings of other texts as blocks of code.
  static func text(_ text: String, withBlocks blocks: [String]) -> MessageText {
    var (whole, spans) = (text, [SourceSpan]())
    for block in blocks {
      if !whole.isEmpty { whole += "\n" }
      let start = whole.utf8.count
      let excerpt = block.prefix(excerptLimit)
      whole += excerpt.endIndex == block.endIndex ? block : excerpt + "…"
      spans.append(SourceSpan(start: start, end: whole.utf8.count, kind: .codeBlock(language: "")))
    }
    return MessageText(whole, markup: spans.isEmpty ? .plain : .spans(spans))
  }
}

extension Conversion {
  /// Shows a conversation that cannot be read as a card, among others of an export. Has the signature of the function that a file calls
  /// for a broken record.
  func addDamaged(_ text: String, _ origin: Origin, _ log: inout DiagnosticLog) throws(ImportError) {
    let builder = conversation("damaged", title: "Damaged conversations", order: .asGiven)
    builder.titleStandIn = .damaged
    var draft = MessageDraft()
    draft.part = Unsupported(kind: "conversation", text: text)
    try builder.add(draft)
  }
}
