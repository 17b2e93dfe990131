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
  }

  /// A session whose messages go to `builder`; `agentName` is the name of the agent.
  init(_ builder: ConversationBuilder, userName: String? = nil, agentName: String) {
    conversation = AssistantConversation(builder, userName: userName, assistantName: agentName)
  }

  var builder: ConversationBuilder { conversation.builder }
  var user: ParticipantIndex { conversation.user }
  var agent: ParticipantIndex { conversation.assistant }

  // MARK: Pieces

  /// The user's message: plain text with pictures.
  mutating func prompt(_ text: String, _ attachments: [Attachment] = []) -> Piece {
    if firstPrompt == nil { firstPrompt = text.titleLine }
    let text = AssistantConversation.markdown(text, "user")
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

  /// Something that happened to the session, in the words of `text`.
  func event(_ event: String, _ text: String = "", facts: EventFacts? = nil) -> Piece {
    let text = text.isEmpty ? nil : text
    return Piece(sender: nil, content: .system(SystemEvent(event: event, text: text, facts: facts)))
  }

  /// An entry of an unknown kind, as a card.
  func unknown(_ kind: String, _ text: String?) -> Piece {
    Piece(sender: agent, content: .part(Unsupported(kind: kind, text: text)))
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

  // MARK: Messages

  /// Continues from the message `id` instead of the last one.
  mutating func branch(at id: String?) { last = id }

  /// Appends the pieces of an entry; the last of them has the entry's `id`. Returns the id of the last message.
  @discardableResult
  mutating func add(_ pieces: [Piece], id: String, at instant: Instant?) throws(ImportError) -> String? {
    for (index, piece) in pieces.enumerated() {
      let isLast = index == pieces.count - 1
      let own = isLast ? id : "\(id)#\(index + 1)"
      try add(piece, id: own, at: instant, parent: last)
      last = own
    }
    return last
  }

  /// Appends pieces that come late in the file: their time places them among the others, and none follows them.
  func addLate(_ pieces: [Piece], id: String, at instant: Instant?) throws(ImportError) {
    for (index, piece) in pieces.enumerated() {
      try add(
        piece, id: index == pieces.count - 1 ? id : "\(id)#\(index + 1)", at: instant, parent: nil)
    }
  }

  private func add(_ piece: Piece, id: String, at instant: Instant?, parent: String?) throws(ImportError) {
    var extras = MessageExtras()
    extras.parent = parent
    extras.role = piece.role
    extras.model = piece.model
    extras.status = piece.status
    extras.isAside = piece.isAside
    try builder.add(
      Message(id: id, sender: piece.sender, instant: instant, content: piece.content, extras: extras))
  }
}
