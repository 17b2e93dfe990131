import ChatModel

/// The first line of a `chatexport/1` file: the facts of the conversation.
struct ChatExportHeaderLine {
  private var json = JSONWriter()
  /// The line with its end.
  var bytes: [UInt8] { json.bytes + [UInt8(ascii: "\n")] }

  init(_ conversation: OutputConversation) {
    let info = conversation.info
    json.object { json in
      json.member("format", "chatexport/1")
      json.member("generator", "chatexport")
      // An id that is not the source's own recognises no other export of the conversation.
      if info.hasOwnID { json.member("id", info.id) } else { json.member("folder", info.id) }
      json.member("title", info.title)
      if let standIn = info.titleStandIn { Self.add(standIn, to: &json) }
      if conversation.count > 1 { json.member("number", conversation.number) }
      json.member("timeZone", info.timeZone)
      json.member("locale", info.locale)
      if info.dateStyle != DateStyle() {
        json.object("dates") { json in
          json.member("dayFirst", info.dateStyle.isDayFirst)
          json.member("hours24", info.dateStyle.has24Hours)
        }
      }
      json.member("markup", conversation.markup == .markdown ? "markdown" : "plain")
      if info.order == .asGiven { json.member("order", "given") }
      json.member("joinsPictures", ifTrue: !info.tellsAlbums)
      json.member("knowsOwner", ifTrue: info.knowsOwner)
      if let room = info.room, room != .none { json.member("room", room.rawValue) }
      json.list("participants", conversation.participants) { json, person in
        json.object { Self.add(person, conversation, to: &$0) }
      }
    }
  }

  private static func add(_ standIn: ConversationInfo.TitleStandIn, to json: inout JSONWriter) {
    json.member("titleStandIn", standIn.word)
    if case .agent(let name) = standIn { json.member("agent", name) }
  }

  private static func add(
    _ person: Participant, _ conversation: OutputConversation, to json: inout JSONWriter
  ) {
    json.member("id", person.key)
    if person.name != person.key { json.member("name", person.name) }
    json.member("standIn", person.standIn?.word)
    json.member("avatar", person.avatar.map { conversation.files[$0]?.path ?? $0 })
    json.member("isMe", ifTrue: person.isMe)
  }
}

extension ConversationInfo.TitleStandIn {
  /// The word in files.
  var word: String {
    switch self {
    case .damaged: "damaged"
    case .unfiled: "unfiled"
    case .savedMessages: "savedMessages"
    case .deletedAccount: "deletedAccount"
    case .newChat: "newChat"
    case .untitled: "untitled"
    case .memory: "memory"
    case .agent: "agent"
    }
  }
}

extension Participant.StandIn {
  /// The word in files.
  var word: String {
    switch self {
    case .me: "me"
    case .user: "user"
    case .assistant: "assistant"
    case .agent: "agent"
    case .system: "system"
    case .deletedAccount: "deletedAccount"
    }
  }
}
