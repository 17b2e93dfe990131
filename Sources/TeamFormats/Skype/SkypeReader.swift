import ChatModel
import ImportKit

/// Converts the conversations of a download, which have their newest messages first.
final class SkypeReader: JSONWalker {
  private let input: ImportInput
  private let conversion: Conversion
  private let json: JSONFile
  private let owner: String
  private let content: SkypeContent
  private var builders: [(builder: ConversationBuilder, id: String)] = []
  private var names = SkypeNames()
  /// The conversation that is being read; nil until it has a message.
  private var builder: ConversationBuilder?
  private var id = ""
  private var title = ""
  /// The steps to a conversation, and to the list of its messages.
  private static let (conversationDepth, listDepth) = (2, 3)

  /// `owner` is the id of the account, or empty.
  init(_ input: ImportInput, _ conversion: Conversion, _ json: JSONFile, owner: String) {
    (self.input, self.conversion, self.json, self.owner) = (input, conversion, json, owner)
    content = SkypeContent(path: json.path, SkypeFiles(in: input.folder))
  }

  // MARK: Conversations

  func begin(_ name: String, depth: Int) {
    if depth == Self.conversationDepth { (builder, id, title) = (nil, "", "") }
  }

  func read(other value: JSONValue, named name: String, depth: Int) {
    guard depth == Self.conversationDepth else {
      if name == "userId" { _ = value.text }
      return
    }
    switch name {
    case "id": id = value.identifier ?? ""
    case "displayName": if let name = value.text, !name.isBlank { title = name }
    case "threadProperties":
      if title.isEmpty, let topic = value["topic"]?.text, !topic.isBlank { title = topic }
    default: break
    }
  }

  func end(depth: Int, _ log: inout DiagnosticLog) {
    guard depth == Self.conversationDepth, let builder, !title.isEmpty else { return }
    builder.title = title
    if !id.hasPrefix("19:") { names.note(title, of: id) }
  }

  private func conversation(_ message: JSONValue) -> ConversationBuilder {
    if let builder { return builder }
    if id.isEmpty { id = message["conversationid"]?.text ?? "conversation" }
    let made = conversion.conversation(
      "skype/\(owner)/\(id)", id: title.isEmpty ? id : title, title: title.isEmpty ? id : title,
      order: .byTimeNewestFirst)
    builder = made
    builders.append((made, id))
    return made
  }

  /// Gives people the names that other messages tell, and conversations without a title the names of their people.
  func finish() {
    for (builder, id) in builders {
      for person in builder.participants.participants {
        if person.name == person.key, let name = names[person.key] { builder.rename(person.key, to: name) }
      }
      if !owner.isEmpty, builder.participants.index(ofKey: owner) != nil {
        let isNamed = names[owner] != nil
        _ = builder.participant(owner, name: names[owner], standIn: isNamed ? nil : .me, isMe: true)
      }
      guard builder.title == id else { continue }
      let others = builder.participants.participants.filter { !$0.isMe && $0.key != id }.map(\.name)
      if let name = names[id] {
        builder.title = name
      } else if !others.isEmpty, others.count <= 8 {
        builder.title = others.joined(separator: ", ")
      }
    }
  }

  // MARK: Messages

  func read(broken text: String, _ origin: Origin, _ log: inout DiagnosticLog) throws(ImportError) {
    try conversation(.null).addBroken(text)
  }

  func read(_ value: JSONValue, named name: String, _ origin: Origin, _ log: inout DiagnosticLog)
    throws(ImportError)
  {
    let builder = conversation(value)
    guard value.isObject else { return try builder.addNoObject(value.json, at: origin, &log) }
    var draft = MessageDraft()
    draft.id = value["id"]?.identifier ?? ""
    draft.instant = Self.instant(value["originalarrivaltime"]) ?? Self.milliseconds(value["id"])
    draft.sender = sender(value, in: builder)
    let properties = value["properties"]
    let text = value["content"]?.text ?? ""
    var extras = MessageExtras()
    extras.editedAt = Self.milliseconds(properties?["edittime"])
    let type = value["messagetype"]?.text ?? ""
    if properties?["deletetime"] != nil {
      let deletion = Deletion(by: draft.sender, instant: Self.milliseconds(properties?["deletetime"]))
      if text.isBlank { draft.part = deletion } else { extras.deletion = deletion }
    }
    if draft.part == nil { read(type, text, properties, builder, &draft, at: origin, &log) }
    draft.reactions = reactions(properties?["emotions"], in: builder)
    if extras != MessageExtras() { draft.extras = extras }
    draft.showCardIfEmpty(at: origin, &log)
    try builder.add(draft)
  }

  private func read(
    _ type: String, _ text: String, _ properties: JSONValue?, _ builder: ConversationBuilder,
    _ draft: inout MessageDraft, at origin: Origin, _ log: inout DiagnosticLog
  ) {
    let people = SkypePeople(builder, names)
    if type.hasPrefix("ThreadActivity/") {
      content.readEvent(String(type.dropFirst("ThreadActivity/".count)), text, people, &draft)
      return
    }
    switch type {
    case "Text": draft.text = text.isEmpty ? nil : MessageText(text, markup: .plain)
    case "Event/Call": content.readCall(text, people, &draft)
    case "RichText", "RichText/HTML", "RichText/Html", "RichText/Link", "":
      content.readText(text, people, &draft)
    case "RichText/Contacts": content.readContact(text, &draft)
    case "RichText/Location": content.readLocation(text, &draft)
    case _ where type.hasPrefix("RichText/"): content.readFile(type, text, people, &draft)
    default:
      log.append(
        Diagnostic(
          .loss, "unknown-kind",
          "messages of the kind '\(type.prefix(60))' cannot be shown in full; they are cards",
          at: origin))
      content.readUnknown(type, text, &draft)
    }
    if let previews = properties?["urlpreviews"] { content.addPreviews(previews, to: &draft) }
    names = people.names
  }

  private func sender(_ value: JSONValue, in builder: ConversationBuilder) -> ParticipantIndex? {
    let name = value["displayName"]?.text.flatMap { $0.isBlank ? nil : $0 }
    guard let from = value["from"]?.text, !from.isEmpty else { return name.map { builder.participant($0) } }
    // A message sent by the group itself is a notice.
    if from.hasPrefix("19:") || from.hasPrefix("48:") { return nil }
    // Older exports have the address of a contact.
    let key = from.split(separator: "/").last.map(String.init) ?? from
    return builder.participant(key, name: name, isMe: key == owner)
  }

  private static func instant(_ value: JSONValue?) -> Instant? {
    switch value?.text.flatMap({ Timestamp($0) }) {
    case .instant(let milliseconds), .wallClock(let milliseconds): Instant(milliseconds: milliseconds)
    case nil: nil
    }
  }

  private static func milliseconds(_ value: JSONValue?) -> Instant? {
    value?.integer.flatMap { $0 > 0 ? Timestamp(epoch: Double($0)) : nil }.map {
      switch $0 {
      case .instant(let milliseconds), .wallClock(let milliseconds): Instant(milliseconds: milliseconds)
      }
    }
  }

  // MARK: Reactions

  /// The year 2003, before which there was no Skype: such times are placeholders.
  private static let beginning: Int64 = 1_041_379_200_000

  private func reactions(_ emotions: JSONValue?, in builder: ConversationBuilder) -> [Reaction] {
    guard let emotions else { return [] }
    var reactions: [Reaction] = []
    for emotion in (emotions.parsedText() ?? emotions).elements {
      guard let key = emotion["key"]?.text, !key.isEmpty else { continue }
      let users = emotion["users"]
      let people = (users?.parsedText() ?? users)?.elements ?? []
      for user in people {
        let id = user["mri"]?.text ?? user.text
        reactions.add(
          Self.emoji(key), by: id.map { builder.participant($0, isMe: $0 == owner) },
          at: user["time"].flatMap { Self.milliseconds($0) }.flatMap {
            $0.milliseconds > Self.beginning ? $0 : nil
          })
      }
      if people.isEmpty { reactions.add(Self.emoji(key), by: nil) }
    }
    return reactions
  }

  /// Returns the emoji of a key: a name, or `1f44d_thumbsup`, which begins with its code points.
  private static func emoji(_ key: String) -> String {
    if let known = emoji[key] { return known }
    let codes = key.prefix { $0 != "_" }.split(separator: "-").map {
      UInt32($0, radix: 16).flatMap(Unicode.Scalar.init)
    }
    let scalars = codes.compactMap(\.self)
    guard key.contains("_"), scalars.count == codes.count, !scalars.isEmpty,
      scalars.allSatisfy({ $0.properties.isEmoji || $0.value == 0x200D || $0.value == 0xFE0F })
    else { return ":\(key):" }
    return String(String.UnicodeScalarView(scalars))
  }

  private static let emoji = [
    "heart": "❤️", "yes": "👍", "like": "👍", "no": "👎", "laugh": "😆", "smile": "🙂", "surprised": "😮",
    "sad": "🙁",
    "angry": "😠", "cry": "😢", "ok": "👌", "clap": "👏", "heartblack": "🖤", "wink": "😉", "cool": "😎",
  ]
}

/// The names of people by their ids.
struct SkypeNames {
  private var names: [String: String] = [:]

  /// The name of the person with an id; nil if none is known.
  subscript(id: String) -> String? { names[id] }

  /// Notes a name, unless one is known.
  mutating func note(_ name: String, of id: String) {
    guard !id.isEmpty, !name.isBlank, name != id, names[id] == nil else { return }
    names[id] = name
  }
}

/// The people of a conversation while a message is read.
final class SkypePeople {
  private let builder: ConversationBuilder
  private(set) var names: SkypeNames

  init(_ builder: ConversationBuilder, _ names: SkypeNames) { (self.builder, self.names) = (builder, names) }

  /// Returns the person with an id.
  func person(_ id: String) -> ParticipantIndex { builder.participant(id) }

  /// Notes the name of the person with an id, which may lack its kind: `live:ann` for `8:live:ann`.
  func note(_ name: String, of id: String) {
    let hasKind = id.prefix(3).contains(":") && id.first?.isNumber == true
    names.note(name, of: hasKind ? id : "8:\(id)")
  }
}
