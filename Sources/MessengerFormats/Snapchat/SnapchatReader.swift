import ChatModel
import ImportKit

/// Converts the messages of all chats, each the newest first.
final class SnapchatReader: JSONWalker {
  private let account: SnapchatAccount
  private let input: ImportInput
  private let conversion: Conversion
  private var chat = ""
  /// True for a layout of before 2023: two lists of all messages, received and sent.
  private var isOld: Bool { chat.hasSuffix("Chat History") }

  init(_ account: SnapchatAccount, _ input: ImportInput, _ conversion: Conversion) {
    (self.account, self.input, self.conversion) = (account, input, conversion)
  }

  func begin(_ name: String, depth: Int) { if depth == 1 { chat = name } }

  func read(other value: JSONValue, named name: String, depth: Int) {}

  func read(broken text: String, _ origin: Origin, _ log: inout DiagnosticLog) throws(ImportError) {
    try conversation(chat, title: nil).addBroken(text)
  }

  private func conversation(_ id: String, title: String?) -> ConversationBuilder {
    let title = title.flatMap { $0.isBlank ? nil : $0 } ?? account.names[id] ?? id
    let builder = conversion.conversation(
      "snapchat/\(id)", id: id, title: title, order: .byTimeNewestFirst, root: input.folder)
    builder.knowsOwner = true
    return builder
  }

  private func owner(in builder: ConversationBuilder) -> ParticipantIndex {
    builder.participant(
      account.ownerID ?? "me", name: account.ownerName ?? account.ownerID, standIn: .me, isMe: true)
  }

  func read(
    _ value: JSONValue, named name: String, _ origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    guard value.isObject else {
      return try conversation(chat, title: nil).addNoObject(value.json, at: origin, &log)
    }
    let (from, to) = (value["From"]?.text, value["To"]?.text)
    let builder = conversation(isOld ? from ?? to ?? chat : chat, title: value["Conversation Title"]?.text)
    var draft = MessageDraft()
    let isMine = value["IsSender"]?.flag ?? (isOld ? from == nil : from == account.ownerID)
    draft.sender =
      isMine ? owner(in: builder) : from.map { builder.participant($0, name: account.names[$0]) }
    draft.instant = Self.instant(value)
    if draft.instant == nil { log.note(nil, writtenAs: value["Created"]?.text, at: origin) }
    let type = value["Media Type"]?.text ?? ""
    let content = (value["Content"]?.text ?? value["Text"]?.text?.withoutEntities).flatMap {
      $0.isEmpty ? nil : $0
    }
    if type.hasPrefix("STATUS") {
      readStatus(type, content, &draft)
    } else {
      readContent(type, content, value["Media IDs"]?.text ?? "", &draft, origin, &log)
      // The ids of files that are shown.
      if draft.attachments.allSatisfy({ $0.path != nil }) {
        value["Media IDs"]?.leaveOutThoughRead(.bookkeeping)
      }
    }
    try builder.add(draft)
  }

  /// The time in milliseconds, in a member named after microseconds, else the one in words: `2024-04-20 01:29:22 UTC`.
  private static func instant(_ value: JSONValue) -> Instant? {
    if let number = value["Created(microseconds)"]?.integer, number > 0 {
      // Microseconds, should they ever be what the name says.
      return Instant(milliseconds: number > 100_000_000_000_000 ? number / 1000 : number)
    }
    guard let words = value["Created"]?.text,
      let time = Timestamp(words.hasSuffix(" UTC") ? String(words.dropLast(4)) : words)
    else {
      return nil
    }
    switch time {
    case .instant(let milliseconds), .wallClock(let milliseconds): return Instant(milliseconds: milliseconds)
    }
  }

  /// Reads an event: `STATUSERASEDMESSAGE`.
  private func readStatus(_ type: String, _ content: String?, _ draft: inout MessageDraft) {
    if type == "STATUSERASEDMESSAGE" {
      draft.part = Deletion(by: draft.sender)
      if let content { draft.text = MessageText(content, markup: .plain) }
      return
    }
    draft.event = SystemEvent(
      event: Self.events[type] ?? String(type.dropFirst("STATUS".count)).lowercased(), actor: draft.sender,
      text: content)
    draft.sender = nil
  }

  private static let events = [
    "STATUSPARTICIPANTREMOVED": "memberRemoved", "STATUSPARTICIPANTADDED": "memberAdded",
    "STATUSSCREENSHOT": "screenshot",
    "STATUSSAVETOCAMERAROLL": "savedToCameraRoll", "STATUSCONVERSATIONNAMECHANGED": "titleChanged",
  ]

  private func readContent(
    _ type: String, _ content: String?, _ ids: String, _ draft: inout MessageDraft, _ origin: Origin,
    _ log: inout DiagnosticLog
  ) {
    if let content { draft.text = MessageText(content, markup: .plain) }
    let media = ids.split(separator: "|").map { String($0).trimmingSpaces }.filter { !$0.isEmpty }
    draft.attachments = media.map { attachment($0, type) }
    guard draft.text == nil, draft.attachments.isEmpty else { return }
    switch type {
    case "MEDIA", "PHOTO", "VIDEO", "NOTE", "STICKER":
      var file = Attachment(kind: Self.kinds[type] ?? .image)
      file.absence = .unavailable
      draft.attachments = [file]
    case "LOCATION": draft.part = Unsupported(kind: "location")
    case "TEXT", "":
      draft.showCardIfEmpty(at: origin, &log)
    default:
      log.append(
        Diagnostic(
          .loss, "unknown-type",
          "the download has nothing of a message of the type `\(type.prefix(60))`; it is shown as a card",
          at: origin))
      draft.part = Unsupported(kind: type == "SHARE" ? "share" : String(type.prefix(60)).lowercased())
    }
  }

  private static let kinds: [String: Attachment.Kind] = [
    "PHOTO": .image, "VIDEO": .video, "NOTE": .voice, "STICKER": .sticker,
  ]

  private func attachment(_ id: String, _ type: String) -> Attachment {
    let path = account.files[id]
    let name = path.map { String($0.split(separator: "/").last ?? "") } ?? id
    var file = Attachment(kind: Self.kinds[type] ?? .init(ofFileNamed: name), path: path, name: name)
    if path == nil {
      file.absence = .unavailable
      if Self.kinds[type] == nil { file.kind = .image }
    }
    return file
  }
}
