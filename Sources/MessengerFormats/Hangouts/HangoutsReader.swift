import ChatModel
import ImportKit

/// Converts the events of conversations, one at a time.
final class HangoutsReader: JSONWalker {
  private let input: ImportInput
  private let conversion: Conversion
  /// The number of steps to a conversation.
  private let conversationDepth: Int
  private var header = JSONValue.null
  private var builder: ConversationBuilder?
  private var ownerID: String?

  init(_ input: ImportInput, _ conversion: Conversion, conversationDepth: Int) {
    (self.input, self.conversion, self.conversationDepth) = (input, conversion, conversationDepth)
  }

  // MARK: Conversations

  func begin(_ name: String, depth: Int) {
    if depth == conversationDepth { (header, builder) = (.null, nil) }
  }

  func read(other value: JSONValue, named name: String, depth: Int) {
    guard name == "conversation" else { return }
    header = value["conversation"] ?? value
    // Events may come before the facts of their conversation.
    if let builder { readPeople(into: builder) }
  }

  private func conversation(of event: JSONValue) -> ConversationBuilder {
    if let builder { return builder }
    let id =
      header["id"]?["id"]?.identifier ?? event["conversation_id"]?["id"]?.identifier ?? "conversation"
    let builder = conversion.conversation("hangouts/\(id)", id: id, title: id)
    self.builder = builder
    ownerID =
      Self.id(header["self_conversation_state"]?["self_read_state"]?["participant_id"])
      ?? Self.id(event["self_event_state"]?["user_id"])
    readPeople(into: builder)
    return builder
  }

  private func readPeople(into builder: ConversationBuilder) {
    builder.knowsOwner = ownerID != nil
    var names: [String] = []
    for person in header["participant_data"]?.elements ?? [] {
      guard let id = Self.id(person["id"]) else { continue }
      let name = person["fallback_name"]?.text.flatMap { $0.isBlank ? nil : $0 }
      let index = self.person(id, name: name, in: builder)
      // The owner may have been met before the names.
      if let name { builder.rename(id, to: name) }
      if id != ownerID { names.append(builder.participants[index].name) }
    }
    let name = header["name"]?.text.flatMap { $0.isBlank ? nil : $0 }
    if let title = name ?? (names.isEmpty ? nil : names.joined(separator: ", ")) { builder.title = title }
  }

  private func person(_ id: String, name: String? = nil, in builder: ConversationBuilder) -> ParticipantIndex
  {
    builder.participant(id, name: name, standIn: id == ownerID ? .me : nil, isMe: id == ownerID)
  }

  private static func id(_ value: JSONValue?) -> String? {
    let chat = value?["chat_id"]?.identifier
    return value?["gaia_id"]?.identifier ?? chat
  }

  // MARK: Events

  func read(broken text: String, _ origin: Origin, _ log: inout DiagnosticLog) throws(ImportError) {
    try conversation(of: .null).addBroken(text)
  }

  func read(
    _ value: JSONValue, named name: String, _ origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    let builder = conversation(of: value)
    guard value.isObject else { return try builder.addNoObject(value.json, at: origin, &log) }
    var draft = MessageDraft()
    draft.id = value["event_id"]?.identifier ?? ""
    // Microseconds, as text.
    draft.instant = value["timestamp"]?.integer.map { Instant(milliseconds: $0 / 1000) }
    log.note(draft.instant, writtenAs: value["timestamp"]?.text, at: origin)
    draft.sender = Self.id(value["sender_id"]).map { person($0, in: builder) }
    if let content = value["chat_message"]?["message_content"] {
      readContent(content, &draft)
      draft.showCardIfEmpty(at: origin, &log)
    } else if let call = value["hangout_event"] {
      readCall(call, builder, &draft)
    } else {
      draft.event = event(value, draft.sender, builder, at: origin, &log)
      draft.sender = nil
    }
    try builder.add(draft)
  }

  private func readCall(_ call: JSONValue, _ builder: ConversationBuilder, _ draft: inout MessageDraft) {
    for id in call["participant_id"]?.elements ?? [] {
      if let id = Self.id(id) { _ = person(id, in: builder) }
    }
    let isVideo = call["media_type"]?.text != "AUDIO_ONLY"
    switch call["event_type"]?.text {
    case "START_HANGOUT": draft.event = SystemEvent(event: "group_call", actor: draft.sender)
    case "JOIN_HANGOUT", "LEAVE_HANGOUT", "ONGOING_HANGOUT", "COMING_SOON_HANGOUT":
      draft.event = SystemEvent(event: (call["event_type"]?.text ?? "").lowercased(), actor: draft.sender)
    default:
      draft.part = Call(
        medium: isVideo ? "video" : "audio",
        duration: call["hangout_duration_secs"]?.integer.map { Double($0) })
    }
    if draft.event != nil { draft.sender = nil }
  }

  private func event(
    _ value: JSONValue, _ actor: ParticipantIndex?, _ builder: ConversationBuilder, at origin: Origin,
    _ log: inout DiagnosticLog
  ) -> SystemEvent {
    if let rename = value["conversation_rename"] {
      return SystemEvent(event: "titleChanged", actor: actor, text: rename["new_name"]?.text)
    }
    if let change = value["membership_change"] {
      let people = (change["participant_id"]?.elements ?? []).compactMap(Self.id).map {
        person($0, in: builder)
      }
      let isSelf = people == [actor].compactMap(\.self) || people.isEmpty
      let isLeaving = change["type"]?.text == "LEAVE"
      return isSelf
        ? SystemEvent(event: isLeaving ? "left" : "joined", actor: actor)
        : SystemEvent(event: isLeaving ? "memberRemoved" : "memberAdded", actor: actor, targets: people)
    }
    let type = value["event_type"]?.text ?? ""
    if type.isEmpty {
      log.append(
        Diagnostic(
          .loss, "unknown-event", "the event has no type; a notice says that there was one", at: origin))
    }
    return SystemEvent(event: type.isEmpty ? "unknownEvent" : type.lowercased(), actor: actor)
  }

  // MARK: Content

  private func readContent(_ content: JSONValue, _ draft: inout MessageDraft) {
    var text = StyledText()
    for segment in content["segment"]?.elements ?? [] { Self.append(segment, to: &text) }
    var card = MessageCard()
    for attachment in content["attachment"]?.elements ?? [] {
      readAttachment(attachment["embed_item"] ?? .null, &draft, &card)
    }
    if !text.isEmpty || !card.isEmpty { _ = card.setContent(of: &draft, text.messageText) }
  }

  private static func append(_ segment: JSONValue, to text: inout StyledText) {
    let words = segment["text"]?.text ?? ""
    switch segment["type"]?.text {
    case "LINE_BREAK": text.append("\n")
    case "LINK":
      let target = unwrapped(segment["link_data"]?["link_target"]?.text ?? words)
      text.append(link: target, label: words)
    default:
      let formatting = segment["formatting"]
      let styles: [(String, SourceSpan.Kind)] = [
        ("bold", .bold), ("italics", .italic), ("strikethrough", .strikethrough), ("underline", .underline),
      ]
      append(words, styles.filter { formatting?[$0.0]?.flag == true }.map(\.1)[...], to: &text)
    }
  }

  private static func append(
    _ words: String, _ styles: ArraySlice<SourceSpan.Kind>, to text: inout StyledText
  ) {
    guard let style = styles.first else { return text.append(words) }
    text.style(style) { append(words, styles.dropFirst(), to: &$0) }
  }

  /// Returns the address in one of Google's that leads to it: `https://www.google.com/url?q=…&sa=D`.
  private static func unwrapped(_ address: String) -> String {
    guard let start = address.range(of: "google.com/url?q=")?.upperBound else { return address }
    let rest = String(address[start...])
    // With Google's own parameters after it, the address is escaped.
    guard let end = rest.range(of: "&sa=")?.lowerBound else { return rest }
    let target = String(rest[..<end])
    return target.percentDecoded ?? target
  }

  private func readAttachment(_ item: JSONValue, _ draft: inout MessageDraft, _ card: inout MessageCard) {
    if let photo = item["plus_photo"] ?? item["embeds.PlusPhoto.plus_photo"] {
      draft.attachments.append(file(photo))
    } else if let place = item["place_v2"] ?? item["embeds.PlaceV2.place_v2"] {
      let point =
        place["geo"]?["geo_coordinates_v2"] ?? place["geo"]?["embeds.GeoCoordinatesV2.geo_coordinates_v2"]
      let address = place["address"]?["postal_address_v2"]?["street_address"]?.text
      if let latitude = point?["latitude"]?.number, let longitude = point?["longitude"]?.number {
        draft.part = Location(
          latitude: latitude, longitude: longitude, name: place["name"]?.text, address: address)
        place["url"]?.leaveOut(.duplicate)
      } else {
        card.add(
          title: place["name"]?.text ?? "", url: place["url"]?.text, lines: [address ?? ""], image: nil)
      }
    } else {
      readUnknown(item, &card)
    }
  }

  /// Reads an attachment of another type: a video, a card of a page, an audio file.
  private func readUnknown(_ item: JSONValue, _ card: inout MessageCard) {
    var (title, url, lines) = ("", String?.none, [String]())
    for member in item.members where member.value.isObject {
      title = title.isEmpty ? member.value["name"]?.text ?? member.value["title"]?.text ?? "" : title
      url = url ?? member.value["url"]?.text
      if let words = member.value["description"]?.text { lines.append(words) }
    }
    if title.isEmpty, url == nil, lines.isEmpty {
      title = item["type"]?[0]?.text?.lowercased() ?? "attachment"
    }
    card.add(title: title, url: url, lines: lines, image: nil)
  }

  /// A picture or film, whose file has the last part of its address as its name.
  private func file(_ photo: JSONValue) -> Attachment {
    let addresses = [
      photo["url"]?.text, photo["original_content_url"]?.text, photo["thumbnail"]?["image_url"]?.text,
    ]
    let names = addresses.compactMap(\.self).map { address in
      let last = String(address.prefix { $0 != "?" }.split(separator: "/").last ?? "")
      return last.percentDecoded ?? last
    }.filter { !$0.isEmpty }
    let path = names.first { input.folder.has($0) }
    let name = path ?? names.first
    let isFilm = photo["media_type"]?.text?.hasSuffix("VIDEO") == true
    var file = Attachment(
      kind: isFilm ? .video : .init(ofFileNamed: name ?? "", type: "image/"), path: path, name: name)
    if photo["media_type"]?.text == "ANIMATED_PHOTO" { file.kind = .gif }
    if path == nil { file.absence = addresses.compactMap(\.self).first.map { .other($0) } ?? .unavailable }
    return file
  }
}
