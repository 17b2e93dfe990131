import ChatModel
import ImportKit

/// Reads the contents of messages, which are texts with elements like HTML's.
struct SkypeContent {
  private let path: String
  private let files: SkypeFiles
  private let vocabulary = HTMLVocabulary()

  init(path: String, _ files: SkypeFiles) { (self.path, self.files) = (path, files) }

  private func element(_ text: String) -> HTMLElement? {
    // Skype's `pre` is within a line.
    let text =
      text.range(of: "<pre") == nil
      ? text : text.replacing("<pre", with: "<code").replacing("</pre>", with: "</code>")
    return MessageHTML(text, path: path, vocabulary)?.element
  }

  // MARK: Texts

  /// Reads a text with styles. The first quotation in it becomes a reply.
  func readText(_ text: String, _ people: SkypePeople, _ draft: inout MessageDraft) {
    // Most texts have no elements and no entities.
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
      if !text.isEmpty { draft.text = MessageText(text.trimmingSpaces, markup: .plain) }
      return
    }
    guard let element = element(text) else { return }
    var quoted = -1
    if let quote = element.first(named: "quote") {
      quoted = quote.index
      draft.reply = reply(quote, people)
    }
    let words = element.spacedText(Self.style) { Self.isHidden($0) || $0.index == quoted ? "" : nil }
    if !words.string.isBlank { draft.text = words }
  }

  private func reply(_ quote: HTMLElement, _ people: SkypePeople) -> Reply {
    let name = quote["authorname"] ?? ""
    if let author = quote["author"] { people.note(name, of: author) }
    let text = quote.spacedText({ _ in nil }) { Self.isHidden($0) ? "" : nil }.string.trimmingSpaces
    return Reply(
      target: quote["messageid"].flatMap { $0.isEmpty ? nil : $0 }, quotedName: name.isEmpty ? nil : name,
      quotedText: text.isEmpty ? nil : text)
  }

  /// The style of an element.
  private static func style(_ element: HTMLElement) -> SourceSpan.Kind? {
    switch element.name {
    case "at": .mention
    case "quote": .blockquote
    default: element.style
    }
  }

  /// True for words that Skype adds for older programs, and its sign of edits.
  private static func isHidden(_ element: HTMLElement) -> Bool {
    element.name == "legacyquote" || element.name == "e_m" || element.name == "uriobject"
  }

  // MARK: Files

  /// Reads a message with a file, a sticker or a card.
  func readFile(_ type: String, _ text: String, _ people: SkypePeople, _ draft: inout MessageDraft) {
    guard let element = element(text) else { return }
    guard let object = element.first(named: "uriobject") else {
      return type.hasPrefix("RichText/Media_") || element.firstChild(where: { _ in true }) == nil
        ? readUnknown(type, text, &draft) : readText(text, people, &draft)
    }
    let caption = element.spacedText(Self.style) { Self.isHidden($0) ? "" : nil }
    if !caption.string.isBlank { draft.text = caption }
    if let card = element.first(named: "swift") { return readCard(card, type, &draft) }
    let address = object["uri"] ?? ""
    let id = object["doc_id"] ?? address.split(separator: "/").last.map(String.init) ?? ""
    let path = files[id]
    let original =
      object.first(named: "originalname")?["v"] ?? object.first(named: "meta")?["originalname"] ?? ""
    // Reading the facts also notes them as part of the message.
    let stored = path == nil ? nil : files.name(of: id)
    let given = original.isEmpty ? stored ?? "" : original
    let last = path.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
    let name = given.isEmpty ? last ?? type : given
    var file = Attachment(kind: Self.kind(type, object["type"] ?? "", name), path: path, name: name)
    if path == nil { file.absence = address.isEmpty ? .unavailable : .other(address) }
    file.width = object["width"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    file.height = object["height"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    file.byteCount = object.first(named: "filesize")?["v"].flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
    draft.attachments.append(file)
  }

  private static func kind(_ type: String, _ object: String, _ name: String) -> Attachment.Kind {
    switch object.prefix(while: { $0 != "." && $0 != "/" }) {
    case "Picture": name.lowercased().hasSuffix(".gif") ? .gif : .image
    case "Video": .video
    case "Audio": .voice
    case "Sticker": .sticker
    default:
      switch type {
      case "RichText/Media_Video": .video
      case "RichText/Media_AudioMsg": .voice
      default: .init(ofFileNamed: name)
      }
    }
  }

  /// Reads a card of a bot, which is JSON in Base64.
  private func readCard(_ swift: HTMLElement, _ type: String, _ draft: inout MessageDraft) {
    let bytes = swift["b64"].flatMap { Base64.decode($0) } ?? []
    let card = JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
    let contents = card?["attachments"]?.elements.compactMap { $0["content"] } ?? []
    let words = contents.flatMap { content in
      ["title", "subtitle", "text"].compactMap { content[$0]?.text }
        + (content["buttons"]?.elements ?? []).compactMap { $0["title"]?.text }
    }
    draft.part = Unsupported(
      kind: "card", text: ([card?["text"]?.text ?? ""] + words).filter { !$0.isBlank }.joined(separator: "\n")
    )
  }

  /// Adds the previews of links.
  func addPreviews(_ previews: JSONValue, to draft: inout MessageDraft) {
    guard draft.part == nil, draft.event == nil, let text = draft.text else { return }
    var card = MessageCard()
    for preview in (previews.parsedText() ?? previews).elements {
      guard let value = preview["value"], let url = value["url"]?.text ?? preview["key"]?.text else {
        continue
      }
      let title = value["title"]?.text ?? ""
      let summary = value["description"]?.text ?? ""
      if !title.isEmpty || !summary.isEmpty { card.add(title: title, url: url, lines: [summary], image: nil) }
    }
    guard !card.isEmpty else { return }
    draft.text = nil
    _ = card.setContent(of: &draft, text)
  }

  // MARK: Other kinds

  func readContact(_ text: String, _ draft: inout MessageDraft) {
    guard let contact = element(text)?.first(named: "c") else { return readUnknown("contact", text, &draft) }
    let id = contact["s"] ?? ""
    draft.part = Contact(
      name: contact["f"] ?? id, phones: [contact["p"] ?? ""].filter { !$0.isEmpty },
      lines: id.isEmpty || contact["f"] == nil ? [] : [id])
  }

  /// Reads a location, in millionths of degrees.
  func readLocation(_ text: String, _ draft: inout MessageDraft) {
    guard let place = element(text)?.first(named: "location"),
      let latitude = place["latitude"].flatMap({ Double($0) }),
      let longitude = place["longitude"].flatMap({ Double($0) }), abs(latitude) <= 90e6,
      abs(longitude) <= 180e6
    else { return readUnknown("location", text, &draft) }
    let address = place["address"] ?? place.text
    draft.part = Location(
      latitude: latitude / 1e6, longitude: longitude / 1e6, address: address.isBlank ? nil : address)
  }

  func readCall(_ text: String, _ people: SkypePeople, _ draft: inout MessageDraft) {
    let list = element(text)?.first(named: "partlist")
    var duration: Double?
    for part in list?.descendants(where: { $0.name == "part" }) ?? [] {
      let name = part.first(named: "name")?.text ?? part.first(named: "displayname")?.text ?? ""
      if let id = part["identity"], !id.isEmpty { people.note(name, of: id) }
      if let seconds = part.first(named: "duration").flatMap({ Double($0.text) }), seconds.isFinite,
        seconds >= 0
      {
        duration = max(duration ?? 0, seconds)
      }
    }
    switch list?["type"] ?? "" {
    case "started": draft.event = SystemEvent(event: "call_started", actor: draft.sender)
    case "missed", "noanswer": draft.part = Call(medium: "audio", outcome: "missed")
    case "ended", "": draft.part = Call(medium: "audio", duration: duration)
    case let other: draft.part = Call(medium: "audio", duration: duration, outcome: other)
    }
  }

  /// Reads an event of a group: `AddMember`, `TopicUpdate` and others.
  func readEvent(_ kind: String, _ text: String, _ people: SkypePeople, _ draft: inout MessageDraft) {
    let element = element(text)
    for info in element?.descendants(where: { $0.name.hasPrefix("detailed") }) ?? [] {
      if let id = info.first(named: "id")?.text {
        people.note(info.first(named: "friendlyname")?.text ?? "", of: id)
      }
    }
    let initiator = element?.first(named: "initiator")?.text.trimmingSpaces ?? ""
    let actor = initiator.isEmpty ? draft.sender : people.person(initiator)
    let targets = (element?.descendants(where: { $0.name == "target" }) ?? []).compactMap {
      target -> ParticipantIndex? in
      let id = target.first(named: "id")?.text ?? target.text
      return id.isBlank ? nil : people.person(id.trimmingSpaces)
    }
    let value = element?.first(named: "value")?.text ?? ""
    draft.sender = nil
    let isSelf = targets.count == 1 && targets.first == actor
    switch kind {
    case "AddMember":
      draft.event =
        isSelf
        ? SystemEvent(event: "joined", actor: actor)
        : SystemEvent(event: "memberAdded", actor: actor, targets: targets)
    case "MemberJoined": draft.event = SystemEvent(event: "joined", actor: targets.first ?? actor)
    case "DeleteMember":
      draft.event =
        isSelf
        ? SystemEvent(event: "left", actor: actor)
        : SystemEvent(event: "memberRemoved", actor: actor, targets: targets)
    case "TopicUpdate": draft.event = SystemEvent(event: "titleChanged", actor: actor, text: value)
    case "PictureUpdate": draft.event = SystemEvent(event: "photoChanged", actor: actor)
    default:
      // A value such as `true` says nothing without the kind, and nothing more with it.
      let words = ["true", "false", ""].contains(value) || value.contains("://") ? nil : value
      draft.event = SystemEvent(event: Self.words(kind), actor: actor, targets: targets, text: words)
    }
  }

  /// Returns `RoleUpdate` as `role_update`.
  private static func words(_ kind: String) -> String {
    var words = ""
    for scalar in kind.unicodeScalars.prefix(80) {
      if scalar.properties.isUppercase, !words.isEmpty { words += "_" }
      words += String(scalar).lowercased()
    }
    return words.isEmpty ? "notice" : words
  }

  /// Shows the words of a message of an unknown kind on a card.
  func readUnknown(_ type: String, _ text: String, _ draft: inout MessageDraft) {
    let words = element(text)?.text ?? text
    draft.part = Unsupported(kind: type, text: words)
  }
}
