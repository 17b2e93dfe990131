import ChatModel
import ImportKit

/// Converts messages of Microsoft Graph, in any order.
final class TeamsReader {
  private let input: ImportInput
  private let conversion: Conversion
  private let json: JSONFile
  private let vocabulary = HTMLVocabulary()
  private var chats: [String: TeamsChat] = [:]
  private var order: [TeamsChat] = []
  /// The address of the list, which names the chat.
  var context = ""

  init(_ input: ImportInput, _ conversion: Conversion, _ json: JSONFile) {
    (self.input, self.conversion, self.json) = (input, conversion, json)
  }

  /// Gives conversations without a title the names of their people.
  func finish() { for chat in order { chat.finish() } }

  func addBroken(_ text: String, _ origin: Origin, _ log: inout DiagnosticLog) throws(ImportError) {
    try (order.first ?? chat("")).builder.addBroken(text)
  }

  // MARK: Chats

  private func chat(of message: JSONValue) -> TeamsChat {
    let channel = message["channelIdentity"]
    let ids = [channel?["teamId"]?.text, channel?["channelId"]?.text].compactMap(\.self)
    return chat(message["chatId"]?.text ?? (ids.isEmpty ? chatOfContext : ids.joined(separator: "/")))
  }

  /// The id in the list's address: `…#chats('19:…')/messages`.
  private var chatOfContext: String {
    let parts = context.split(separator: "'", omittingEmptySubsequences: false)
    return parts.count >= 3 ? String(parts[parts.count - 2]) : ""
  }

  private func chat(_ id: String) -> TeamsChat {
    if let known = chats[id] { return known }
    let key = id.isEmpty ? input.path : id
    let builder = conversion.conversation("teams/\(key)", id: id.isEmpty ? input.stem : id, title: input.stem)
    let chat = TeamsChat(builder)
    chats[id] = chat
    order.append(chat)
    return chat
  }

  // MARK: Messages

  func read(_ value: JSONValue, _ origin: Origin, _ log: inout DiagnosticLog) throws(ImportError) {
    guard value.isObject else { return try addNoObject(value, origin, &log) }
    let chat = chat(of: value)
    var draft = MessageDraft()
    draft.id = value["id"]?.identifier ?? ""
    draft.instant = Self.instant(value["createdDateTime"])
    log.note(draft.instant, writtenAs: value["createdDateTime"]?.text, at: origin)
    draft.sender = chat.person(value["from"])
    let kind = value["messageType"]?.text ?? ""
    if kind == "typing" { return }
    if kind == "systemEventMessage" || kind == "chatEvent" || value["eventDetail"]?.isObject == true {
      value["body"]?.leaveOut(.machineText)
      value["importance"]?.leaveOut(.bookkeeping)
      TeamsEvent(value["eventDetail"] ?? .null, chat).read(into: &draft, at: origin, &log)
      return try chat.builder.add(draft)
    }
    var extras = MessageExtras()
    extras.editedAt = Self.instant(value["lastEditedDateTime"])
    extras.thread = value["replyToId"]?.identifier
    // Few messages are urgent, and their sign is beside the time.
    let importance = value["importance"]?.text
    if let importance, importance != "normal" { extras.status = importance }
    draft.reactions = reactions(value["reactions"]?.elements ?? [], chat)
    readContent(value, chat, &draft, &extras)
    let deletion = Self.instant(value["deletedDateTime"])
    if let deletion {
      if draft.text == nil, draft.attachments.isEmpty, draft.part == nil {
        draft.part = Deletion(by: draft.sender, instant: deletion)
      } else {
        extras.deletion = Deletion(by: draft.sender, instant: deletion)
      }
    }
    draft.showCardIfEmpty(at: origin, &log)
    if extras != MessageExtras() { draft.extras = extras }
    try chat.builder.add(draft)
  }

  private func addNoObject(_ value: JSONValue, _ origin: Origin, _ log: inout DiagnosticLog)
    throws(ImportError)
  {
    try (order.first ?? chat("")).builder.addNoObject(value.json, at: origin, &log)
  }

  /// The instant of a time in ISO 8601.
  static func instant(_ value: JSONValue?) -> Instant? {
    guard let text = value?.text, let time = Timestamp(text) else { return nil }
    switch time {
    case .instant(let milliseconds), .wallClock(let milliseconds): return Instant(milliseconds: milliseconds)
    }
  }

  // MARK: Content

  private func readContent(
    _ value: JSONValue, _ chat: TeamsChat, _ draft: inout MessageDraft, _ extras: inout MessageExtras
  ) {
    var text = MessageText.empty
    let content = value["body"]?["content"]?.text ?? ""
    let subject = value["subject"]?.text.flatMap { $0.isBlank ? nil : $0 }
    if value["body"]?["contentType"]?.text == "text" {
      text = Self.withSubject(subject, MessageText(content, markup: .plain))
    } else if subject == nil, let plain = MessageHTML.plain(content) {
      text = MessageText(plain, markup: .plain)
    } else if let html = MessageHTML(content, path: json.path, vocabulary) {
      text = Self.withSubject(
        subject, html.text(style: { $0.name == "at" ? .mention : nil }, words: Self.words))
      for picture in html.element.descendants(where: { $0.name == "img" && !Self.isEmoji($0) }) {
        draft.attachments.append(Self.picture(picture, in: input.folder))
      }
    }
    var card = MessageCard()
    for attachment in value["attachments"]?.elements ?? [] {
      TeamsAttachment(attachment, chat, input.folder, vocabulary, path: json.path)
        .read(into: &draft, &extras, &text, &card)
    }
    // Graph repeats the words of mentions, which are in the text.
    for mention in value["mentions"]?.elements ?? [] {
      mention["mentionText"]?.leaveOut(.duplicate)
      if let user = mention["mentioned"]?["user"] { chat.noteName(user) }
    }
    guard !text.string.isEmpty || !draft.attachments.isEmpty || !card.isEmpty else { return }
    _ = card.setContent(of: &draft, text)
  }

  private static func withSubject(_ subject: String?, _ text: MessageText) -> MessageText {
    guard let subject else { return text }
    if text.markup == .markdown {
      let escaped = subject.replacing("*", with: "\\*")
      return MessageText("**\(escaped)**\n\n\(text.string)", markup: .markdown)
    }
    var styled = StyledText()
    styled.style(.bold) { $0.append(subject) }
    styled.beginLine()
    styled.append(text)
    return styled.messageText
  }

  /// The words in place of an element: an emoji's character; nothing for a picture, which is an attachment.
  private static func words(_ element: HTMLElement) -> String? {
    switch element.name {
    case "emoji": element["alt"] ?? element["title"] ?? ""
    case "img": isEmoji(element) ? element["alt"] ?? "" : ""
    default: nil
    }
  }

  private static func isEmoji(_ element: HTMLElement) -> Bool {
    element["itemtype"]?.hasSuffix("/Emoji") == true
  }

  /// A picture in the text. Graph has only its address; programs that fetch pictures put them beside the file.
  private static func picture(_ element: HTMLElement, in folder: InputFolder) -> Attachment {
    let source = element["src"] ?? ""
    let isHosted = source.range(of: "/hostedContents/") != nil
    let last = source.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last.map(String.init) ?? ""
    let name =
      isHosted || !last.hasFileExtension ? element["alt"].flatMap { $0.isEmpty ? nil : $0 } ?? "image" : last
    let isGIF = element["itemtype"]?.hasSuffix("/Giphy") == true
    var file = Attachment(kind: isGIF ? .gif : .init(ofFileNamed: name, type: "image/"), name: name)
    file.width = element["width"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    file.height = element["height"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    let local = source.range(of: "://") == nil && folder.has(source)
    if local { file.path = source } else { file.absence = .other(source) }
    return file
  }

  // MARK: Reactions

  private func reactions(_ values: [JSONValue], _ chat: TeamsChat) -> [Reaction] {
    var reactions: [Reaction] = []
    for value in values {
      guard let type = value["reactionType"]?.text, !type.isEmpty else { continue }
      let name = value["displayName"]?.text
      let emoji = Self.emoji[type] ?? (type == "custom" ? name.map { ":\($0):" } ?? type : type)
      reactions.add(emoji, by: chat.person(value["user"]), at: Self.instant(value["createdDateTime"]))
    }
    return reactions
  }

  private static let emoji = [
    "like": "👍", "heart": "❤️", "laugh": "😆", "surprised": "😮", "sad": "😢", "angry": "😡",
  ]
}

/// A chat or channel while its messages are being read.
final class TeamsChat {
  let builder: ConversationBuilder
  /// The time of the newest event that gave it a title.
  private var titled: (time: Instant?, title: String)?
  /// Senders in the order of the file, the newest first.
  private var names: [String] = []

  init(_ builder: ConversationBuilder) { self.builder = builder }

  /// Takes a new title, unless a later one is known.
  func setTitle(_ title: String, at time: Instant?) {
    guard !title.isEmpty else { return }
    if let known = titled, let old = known.time, let time, time < old { return }
    titled = (time, title)
    builder.title = title
  }

  /// Returns the person, app or device of an identity; nil if there is none.
  func person(_ identity: JSONValue?) -> ParticipantIndex? {
    for kind in ["user", "application", "device", "conversation"] {
      guard let one = identity?[kind], one.isObject else { continue }
      return index(one)
    }
    return nil
  }

  /// Returns the person with these facts: `id` and `displayName`.
  func index(_ user: JSONValue) -> ParticipantIndex? {
    user["@odata.type"]?.leaveOut(.bookkeeping)
    let name = user["displayName"]?.text.flatMap { $0.isBlank ? nil : $0 }
    guard let id = user["id"]?.identifier ?? name else { return nil }
    return builder.participant(id, name: name)
  }

  /// Takes the name of somebody who may be without one elsewhere.
  func noteName(_ user: JSONValue) {
    guard let id = user["id"]?.identifier, let name = user["displayName"]?.text,
      builder.participants.index(ofKey: id) != nil
    else { return }
    _ = builder.participant(id, name: name)
  }

  /// Names a chat without a title after its people.
  func finish() {
    guard titled == nil else { return }
    let names = builder.participants.participants.map(\.name)
    guard !names.isEmpty else { return }
    let shown = names.prefix(Self.titleLimit).joined(separator: ", ")
    builder.title = names.count > Self.titleLimit ? shown + ", …" : shown
  }

  /// The most people named in a title.
  private static let titleLimit = 8
}
