import ChatModel
import ImportKit

/// A chat of an export, with its messages not yet read.
struct TelegramChat {
  /// Nil for chats without one: one's saved messages, or a deleted account.
  var name: String?
  var type: String?
  var id: String?
  /// The offset of the first element of `messages`, or of the array's end.
  var messages: Int?
  /// The offset after the array `messages`.
  var messagesEnd: Int?

  /// The phrase that replaces a missing name.
  var titleStandIn: ConversationInfo.TitleStandIn? {
    if let name, !name.isEmpty { return nil }
    switch type {
    case "saved_messages": return .savedMessages
    case "replies", "verification_codes": return nil
    default: return .deletedAccount
    }
  }

  /// The name to show.
  var title: String {
    if let name, !name.isEmpty { return name }
    switch type {
    case "saved_messages": return "Saved Messages"
    case "replies": return "Replies"
    case "verification_codes": return "Verification Codes"
    default: return TelegramPeople.deletedAccount
    }
  }
}

/// The chats of an export: of one chat, or of a whole account.
struct TelegramExport {
  enum RootMember: String, JSONMember {
    case name, type, id, messages, chats
    case leftChats = "left_chats"
    case personalInformation = "personal_information"
    // Members of an account's export other than chats.
    case about, contacts, sessions, stories
    case profilePictures = "profile_pictures"
    case profileMusic = "profile_music"
    case frequentContacts = "frequent_contacts"
    case webSessions = "web_sessions"
    case otherData = "other_data"
  }
  enum ListMember: String, JSONMember {
    case about, list
  }
  enum ChatMember: String, JSONMember {
    case name, type, id, messages
  }
  enum PersonMember: String, JSONMember {
    case userID = "user_id"
    case firstName = "first_name"
    case lastName = "last_name"
    case phoneNumber = "phone_number"
    case username, bio
  }
  static let rootMembers = JSONMemberTable<RootMember>()
  static let listMembers = JSONMemberTable<ListMember>()
  static let chatMembers = JSONMemberTable<ChatMember>()
  static let personMembers = JSONMemberTable<PersonMember>()

  private(set) var chats: [TelegramChat] = []
  /// The `from_id` of the account's owner, if the export has it.
  private(set) var account: String?
  let bytes: InputBytes
  /// The file, as the user named it.
  let file: String
  /// The folder that paths of files are relative to.
  let folder: InputFolder
  private var reader: DocumentReader

  init(_ input: ImportInput, _ bytes: InputBytes) {
    (self.bytes, file, folder) = (bytes, input.path, input.folder)
    reader = DocumentReader(JSONReader(bytes, isLenient: true), file: file, omissions: TelegramFormat.leftOut)
  }

  /// Reads everything but the messages, which are skipped. If it throws, ``chats`` are those whose messages have begun.
  mutating func read(_ log: inout DiagnosticLog) throws(JSONError) {
    var root = TelegramChat()
    defer {
      if root.messages != nil { chats.insert(root, at: 0) }
      reader.moveUnknownMembers(to: &log)
      reader.moveDiagnostics(to: &log)
    }
    guard try reader.beginObject() else { throw JSONError(.objectStart, at: reader.json.position) }
    while let member = try reader.nextMember(in: Self.rootMembers, of: "export") {
      switch member {
      case .name: root.name = try reader.text("name")
      case .type: root.type = try reader.text("type")
      case .id: root.id = try reader.identifier("id")
      case .messages: try readMessages(of: &root)
      case .chats: try readChats("chats")
      case .leftChats: try readChats("left_chats")
      case .personalInformation: try readAccount()
      case .about, .contacts, .sessions, .stories, .profilePictures, .profileMusic, .frequentContacts,
        .webSessions,
        .otherData:
        try reader.skipCounted()
      }
    }
    try reader.json.endDocument()
  }

  private mutating func readChats(_ name: StaticString) throws(JSONError) {
    guard try reader.beginObject(name) else { return }
    while let member = try reader.nextMember(in: Self.listMembers, of: "list of chats") {
      switch member {
      case .about: try reader.skipCounted()
      case .list:
        guard try reader.beginList("list") else { continue }
        while try reader.nextElement() { try readChat() }
      }
    }
  }

  private mutating func readChat() throws(JSONError) {
    guard try reader.beginObject() else { return }
    var (chat, isWhole) = (TelegramChat(), false)
    defer { if isWhole || chat.messages != nil { chats.append(chat) } }
    while let member = try reader.nextMember(in: Self.chatMembers, of: "chat") {
      switch member {
      case .name: chat.name = try reader.text("name")
      case .type: chat.type = try reader.text("type")
      case .id: chat.id = try reader.identifier("id")
      case .messages: try readMessages(of: &chat)
      }
    }
    isWhole = true
  }

  private mutating func readMessages(of chat: inout TelegramChat) throws(JSONError) {
    guard try reader.json.peek() == .array else { throw JSONError(.arrayStart, at: reader.json.position) }
    let (start, known) = (reader.json.position + 1, chat.messages)
    if known == nil { (chat.messages, chat.messagesEnd) = (start, reader.json.end) }
    try reader.json.skipStructure()
    guard let known, let knownEnd = chat.messagesEnd else {
      chat.messagesEnd = reader.json.position
      return
    }
    // Programs that join exports may leave two lists, of which one may be empty.
    if knownEnd - known < reader.json.position - start {
      (chat.messages, chat.messagesEnd) = (start, reader.json.position)
    }
    if min(knownEnd - known, reader.json.position - start) > emptyList {
      reader.report(
        .loss, "second-messages",
        "a chat has two lists `messages`; only the longer one is read; join them into one", "messages")
    }
  }

  /// The most bytes from the beginning of an empty list to its end.
  private var emptyList: Int { 16 }

  private mutating func readAccount() throws(JSONError) {
    guard try reader.beginObject("personal_information") else { return }
    while let member = try reader.nextMember(in: Self.personMembers, of: "person") {
      switch member {
      case .userID: account = try reader.identifier("user_id").map { "user\($0)" }
      case .firstName, .lastName, .phoneNumber, .username, .bio: try reader.skipCounted()
      }
    }
  }
}
