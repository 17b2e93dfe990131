import ChatModel
import ImportKit

/// The facts of a `chatexport/1` file before and after its messages.
struct ChatExportHeader {
  enum HeaderMember: String, JSONMember {
    case format, id, folder, number, title, titleStandIn, agent, timeZone, locale, dates, markup, order
    case joinsPictures, knowsOwner, room, participants, messages
    /// The program that wrote the file.
    case generator
    /// The original name of `markup`.
    case text
    /// The address of the schema that editors check the file with.
    case schema = "$schema"
  }
  enum ParticipantMember: String, JSONMember {
    case id, name, standIn, avatar, isMe
  }
  enum DatesMember: String, JSONMember {
    case dayFirst, hours24
  }
  /// The location of the messages.
  enum Body: Sendable, Equatable {
    /// In the array whose first element, or end, comes at this offset.
    case array(start: Int)
    /// One a line, from this offset on.
    case lines(start: Int)
  }

  static let members = JSONMemberTable<HeaderMember>()
  static let datesMembers = JSONMemberTable<DatesMember>()
  static let participantMembers = JSONMemberTable<ParticipantMember>()

  private(set) var version: String?
  private(set) var id: String?
  /// The text that names the conversation's folder if there is no id.
  private(set) var folder: String?
  /// The conversation's number among the ones that were written together.
  private(set) var number: Int?
  private(set) var title: String?
  /// The word for the title of a conversation without a name.
  private var titleStandIn: String?
  /// The name of an agent whose session the conversation is.
  private var agent: String?
  private(set) var timeZone: String?
  private(set) var locale: String?
  private(set) var dateStyle = DateStyle()
  private(set) var order = ConversationInfo.Order.byInstant
  /// True if pictures that follow one another are joined to albums.
  private(set) var joinsPictures = false
  private(set) var knowsOwner = false
  private(set) var room: ConversationInfo.Room?
  private(set) var markup = MessageText.Markup.markdown
  private(set) var participants = ParticipantTable()
  private(set) var body = Body.lines(start: 0)
  /// The start of a second `messages` array, if there is one.
  private(set) var secondMessages: Int?
  private var hasMessages = false
  private var reader: DocumentReader

  init(_ bytes: InputBytes, file: String) {
    reader = DocumentReader(JSONReader(bytes), file: file, omissions: ChatExportFormat.leftOut)
  }

  /// Reads the header, and skips the messages.
  mutating func read(_ log: inout DiagnosticLog) throws(JSONError) {
    guard try reader.beginObject() else { throw JSONError(.objectStart, at: reader.json.position) }
    while let member = try reader.nextMember(in: Self.members, of: "conversation") { try read(member) }
    let end = reader.json.position
    reader.json.skipWhitespace()
    if hasMessages {
      try reader.json.endDocument()
    } else {
      body = .lines(start: end)
      if reader.json.position >= reader.json.end {
        reader.report(
          .warning, "no-messages",
          "there are no messages; put them in `messages`, or on the lines after the header")
      }
    }
    reader.moveUnknownMembers(to: &log)
    reader.moveDiagnostics(to: &log)
  }

  private mutating func read(_ member: HeaderMember) throws(JSONError) {
    switch member {
    case .format: version = try reader.text("format")
    case .id: id = try reader.identifier("id")
    case .title: title = try reader.text("title")
    case .timeZone: timeZone = try reader.text("timeZone")
    case .locale: locale = try reader.text("locale")
    case .markup: markup = try reader.markup("markup") ?? markup
    case .text: markup = try reader.markup("text") ?? markup
    case .folder: folder = try reader.text("folder")
    case .number: number = try reader.count("number")
    case .titleStandIn: titleStandIn = try reader.text("titleStandIn")
    case .agent: agent = try reader.text("agent")
    case .dates: try readDates()
    case .order: order = try reader.word("order", of: ["time": .byInstant, "given": .asGiven]) ?? order
    case .joinsPictures: joinsPictures = try reader.flag("joinsPictures") ?? false
    case .knowsOwner: knowsOwner = try reader.flag("knowsOwner") ?? false
    case .room:
      let rooms: KeyValuePairs<String, ConversationInfo.Room> = [
        "withPictures": .withPictures, "withoutPictures": .withoutPictures,
      ]
      room = try reader.word("room", of: rooms)
    case .schema, .generator: try reader.json.skipValue()
    case .participants: try readParticipants()
    case .messages:
      guard !hasMessages else {
        secondMessages = reader.json.position
        return try reader.json.skipValue()
      }
      hasMessages = true
      // An array is left to be streamed; in any other value there are no messages.
      guard try reader.json.peek() == .array else { throw JSONError(.arrayStart, at: reader.json.position) }
      body = .array(start: reader.json.position + 1)
      try reader.json.skipStructure()
    }
  }

  /// The title for pages in any language; nil if the source has one.
  var standIn: ConversationInfo.TitleStandIn? {
    switch titleStandIn {
    case "damaged": .damaged
    case "unfiled": .unfiled
    case "savedMessages": .savedMessages
    case "deletedAccount": .deletedAccount
    case "newChat": .newChat
    case "untitled": .untitled
    case "memory": .memory
    case "agent": .agent(agent ?? "")
    default: nil
    }
  }

  private mutating func readDates() throws(JSONError) {
    guard try reader.beginObject("dates") else { return }
    while let member = try reader.nextMember(in: Self.datesMembers, of: "dates") {
      switch member {
      case .dayFirst: dateStyle.isDayFirst = try reader.flag("dayFirst")
      case .hours24: dateStyle.has24Hours = try reader.flag("hours24")
      }
    }
  }

  private mutating func readParticipants() throws(JSONError) {
    guard try reader.beginList("participants") else { return }
    while try reader.nextElement() {
      guard try reader.beginObject() else { continue }
      try readParticipant()
    }
  }

  private mutating func readParticipant() throws(JSONError) {
    var (id, name, avatar, isMe) = (String?.none, String?.none, String?.none, false)
    var standIn: Participant.StandIn?
    while let member = try reader.nextMember(in: Self.participantMembers, of: "participant") {
      switch member {
      case .id: id = try reader.identifier("id")
      case .name: name = try reader.text("name")
      case .standIn:
        let words: KeyValuePairs<String, Participant.StandIn> = [
          "me": .me, "user": .user, "assistant": .assistant, "agent": .agent, "system": .system,
          "deletedAccount": .deletedAccount,
        ]
        standIn = try reader.word("standIn", of: words)
      case .avatar: avatar = try reader.text("avatar")
      case .isMe: isMe = try reader.flag("isMe") ?? false
      }
    }
    guard let key = id ?? name else {
      return reader.report(
        .warning, "missing-member", "a participant has neither `id` nor `name`; give it an `id`")
    }
    if participants.index(ofKey: key) != nil {
      reader.report(
        .warning, "duplicate-participant",
        "participant `\(key)` is declared twice; the last declaration counts")
    }
    var participant = Participant(
      key: key, name: name ?? standIn?.rawValue ?? key, avatar: avatar, isMe: isMe)
    participant.standIn = standIn
    participants.add(participant)
  }
}

extension DocumentReader {
  /// Reads the next value as the markup of texts: `markdown` or `plain`.
  mutating func markup(_ member: StaticString) throws(JSONError) -> MessageText.Markup? {
    guard let word = try text(member) else { return nil }
    switch word {
    case "markdown": return .markdown
    case "plain": return .plain
    default:
      warn("wrong-value", member, "is neither \"markdown\" nor \"plain\"; it is left out")
      return nil
    }
  }

  /// Reads the next value as one of some words, and returns its meaning. Warns of another word and returns nil.
  mutating func word<Value>(
    _ member: StaticString, of words: KeyValuePairs<String, Value>
  ) throws(JSONError) -> Value? {
    guard let word = try text(member) else { return nil }
    if let known = words.first(where: { $0.key == word }) { return known.value }
    warn("wrong-value", member, "is not one of \(words.map(\.key).joined(separator: ", ")); it is left out")
    return nil
  }
}
