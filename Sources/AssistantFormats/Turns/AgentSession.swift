import ChatModel
import ImportKit

/// A session with a coding agent, while its entries become messages.
///
/// Each text, thought, call and result is a message of its own. Messages form one line, each the parent of the next, until
/// somebody goes back and continues from an earlier one: then ``branch(at:)`` begins an alternative.
struct AgentSession {
  private let conversation: AssistantConversation
  /// The id of the message that the next one follows.
  private(set) var last: String?
  /// The beginning of the user's first text: the title of a session that has none.
  private(set) var firstPrompt: String?

  /// A part of an entry, before it has an id.
  struct Piece {
    var sender: ParticipantIndex?
    var content: MessageContent
    /// `user`, `assistant` or `tool`; nil for events.
    var role: String?
    var model: String?
    /// See ``MessageExtras/status``.
    var status: String?
    /// See ``MessageExtras/isAside``.
    var isAside = false
    /// See ``MessageExtras/steps``.
    var steps: [TurnPart] = []
    /// The time, if it is not the entry's.
    var instant: Instant?
  }

  /// A session whose messages go to `builder`; `agentName` is the name of the agent, or nil if the source has none.
  init(_ builder: ConversationBuilder, userName: String? = nil, agentName: String?) {
    conversation = AssistantConversation(builder, userName: userName, assistantName: agentName)
  }

  var builder: ConversationBuilder { conversation.builder }
  var user: ParticipantIndex { conversation.user }
  var agent: ParticipantIndex { conversation.assistant }

  // MARK: Pieces

  /// The user's message: plain text with pictures and files, with the beginnings of `texts`, the contents of files.
  mutating func prompt(_ text: String, _ attachments: [Attachment] = [], texts: [String] = []) -> Piece {
    if firstPrompt == nil { firstPrompt = text.titleLine }
    let text = AssistantConversation.text(text, withBlocks: texts)
    return Piece(
      sender: user, content: attachments.isEmpty ? .text(text) : .media(attachments, caption: text),
      role: "user")
  }

  /// The agent's message, in Markdown.
  func answer(_ text: String, model: String?) -> Piece {
    Piece(
      sender: agent, content: .text(AssistantConversation.markdown(text, "assistant")), role: "assistant",
      model: model)
  }

  /// A message of another agent or person, in Markdown.
  func message(_ text: String, from name: String?) -> Piece {
    let sender = helper(named: name)
    return Piece(
      sender: sender, content: .text(AssistantConversation.markdown(text, "assistant")), role: "assistant")
  }

  private func helper(named name: String?) -> ParticipantIndex {
    builder.participant(name.map { "agent:\($0)" } ?? "agent", name: name, standIn: .agent)
  }

  func thinking(_ text: String) -> Piece {
    Piece(sender: agent, content: .part(TurnPart(kind: .thinking, text: text)), role: "assistant")
  }

  func call(
    _ name: String, _ input: String, by sender: ParticipantIndex? = nil, hasFailed: Bool = false
  ) -> Piece {
    Piece(
      sender: sender ?? agent,
      content: .part(TurnPart(kind: .toolCall, name: name, text: input, hasFailed: hasFailed)),
      role: "assistant")
  }

  /// The use of a tool, from a source that has the call and its result in one record.
  func use(_ name: String, _ input: String, _ output: String, hasFailed: Bool = false) -> Piece {
    let result = output.isBlank ? "" : "→ \(ToolText.withoutTerminalCodes(output))"
    return call(name, [input, result].filter { !$0.isEmpty }.joined(separator: "\n\n"), hasFailed: hasFailed)
  }

  func result(
    _ name: String?, _ output: String, isError: Bool = false, of sender: ParticipantIndex? = nil
  ) -> Piece {
    let text = ToolText.withoutTerminalCodes(output)
    return Piece(
      sender: sender ?? agent,
      content: .part(TurnPart(kind: .toolResult, name: name, text: text, hasFailed: isError)), role: "tool")
  }

  func pictures(_ attachments: [Attachment], caption: String = "", role: String) -> Piece {
    Piece(
      sender: agent, content: .media(attachments, caption: AssistantConversation.markdown(caption, role)),
      role: role)
  }

  /// The instructions of the model.
  func instructions(_ text: String) -> Piece {
    let sender = builder.participant("system", standIn: .system)
    return Piece(
      sender: sender, content: .text(AssistantConversation.markdown(text, "system")), role: "system")
  }

  /// Something that happened to the session, in the words of `text`.
  func event(_ event: String, _ text: String = "", facts: EventFacts? = nil) -> Piece {
    let text = text.isEmpty ? nil : text
    return Piece(sender: nil, content: .system(SystemEvent(event: event, text: text, facts: facts)))
  }

  /// An entry of an unknown kind, as a card.
  func unknown(_ kind: String, _ text: String?) -> Piece {
    Piece(sender: agent, content: .part(Unsupported(kind: kind, text: text)))
  }

  /// A part of a message of an unknown kind, as a card; it is reported as a loss. `kind` is the part's type unless it is given.
  func unknown(
    _ part: String, _ value: JSONValue, kind: String? = nil, at origin: Origin, _ log: inout DiagnosticLog
  ) -> Piece {
    let type = (kind ?? value["type"]?.text).map { String($0.prefix(60)) }
    var origin = origin
    if let offset = value.offset { (origin.offset, origin.line) = (offset, nil) }
    log.append(
      Diagnostic(
        .loss, "unknown-block",
        "a part of a message has the unknown kind '\(type ?? part)'; it is shown as a card", at: origin))
    return unknown(type ?? "record", String(value.json.prefix(4_000)))
  }

  /// Assigns the pieces of a session to the agent `name` that another session called: its prompt is the caller's.
  func setAside(_ pieces: inout [Piece], name: String? = nil) {
    let helper = helper(named: name)
    for index in pieces.indices {
      pieces[index].isAside = true
      switch pieces[index].sender {
      case user?: pieces[index].sender = agent
      case agent?: pieces[index].sender = helper
      default: continue
      }
    }
  }

  /// Returns the pieces of an entry that is a whole turn, with thoughts and uses of tools folded into the next text or files.
  static func folded(_ pieces: [Piece]) -> [Piece] {
    var (folded, waiting): ([Piece], [Piece]) = ([], [])
    for var piece in pieces {
      if case .part(let part) = piece.content, part is TurnPart {
        waiting.append(piece)
        continue
      }
      let isOfTurn = piece.role == "assistant" || piece.role == "tool"
      if isOfTurn, !waiting.isEmpty {
        piece.steps = waiting.flatMap { $0.turnParts + $0.steps } + piece.steps
      } else {
        folded += waiting
      }
      waiting = []
      folded.append(piece)
    }
    return folded + waiting
  }

  // MARK: Messages

  /// Continues from the message `id` instead of the last one.
  mutating func branch(at id: String?) { last = id }

  /// The id of the message that a piece of an entry with so many pieces becomes: the last one has the entry's.
  static func id(ofPiece index: Int, of count: Int, in entry: String) -> String {
    index == count - 1 ? entry : "\(entry)#\(index + 1)"
  }

  /// Appends the pieces of an entry; the last of them has the entry's `id`. Returns the id of the last message.
  @discardableResult
  mutating func add(_ pieces: [Piece], id: String, at instant: Instant?) throws(ImportError) -> String? {
    for (index, piece) in pieces.enumerated() {
      let own = Self.id(ofPiece: index, of: pieces.count, in: id)
      try add(piece, id: own, at: instant, parent: last)
      last = own
    }
    return last
  }

  /// Appends pieces that come late in the file: their time places them among the others, and none follows them.
  func addLate(_ pieces: [Piece], id: String, at instant: Instant?) throws(ImportError) {
    for (index, piece) in pieces.enumerated() {
      try add(piece, id: Self.id(ofPiece: index, of: pieces.count, in: id), at: instant, parent: nil)
    }
  }

  private func add(_ piece: Piece, id: String, at instant: Instant?, parent: String?) throws(ImportError) {
    var extras = MessageExtras()
    extras.parent = parent
    extras.role = piece.role
    extras.model = piece.model
    extras.status = piece.status
    extras.isAside = piece.isAside
    extras.steps = piece.steps
    try builder.add(
      Message(
        id: id, sender: piece.sender, instant: piece.instant ?? instant, content: piece.content,
        extras: extras))
  }
}

extension AgentSession.Piece {
  /// The thought or use of a tool that the piece is.
  fileprivate var turnParts: [TurnPart] {
    if case .part(let part) = content, let step = part as? TurnPart { [step] } else { [] }
  }
}
