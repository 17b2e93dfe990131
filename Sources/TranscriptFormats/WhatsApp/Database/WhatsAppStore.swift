import ChatModel
import ImportKit

/// The people of a database by their ids, such as `15550100101@s.whatsapp.net`.
struct WhatsAppStorePeople {
  /// The names of people and chats, by ids.
  private var names: [String: String] = [:]
  /// The ids with telephone numbers, by the ids without (`…@lid`) of the same people.
  private var numbers: [String: String] = [:]
  /// The name of the database's owner, which only Android's has.
  var ownerName: String?
  /// The id of the database's owner, if an event tells it.
  var ownerID: String?
  /// The key of the owner.
  static let ownerKey = "me"

  /// Adds a name. The first one of an id counts.
  mutating func add(_ name: String?, of id: String) {
    guard let name = name?.withoutMarks.trimmingSpaces, !name.isEmpty else { return }
    let id = self.id(id)
    if names[id] == nil { names[id] = name }
  }

  mutating func add(number: String, of id: String) { numbers[id] = number }

  /// Returns a person's id, which is the same in all chats.
  func id(_ id: String) -> String { numbers[id] ?? id }

  /// The name of a person or chat, else the telephone number.
  func name(_ id: String) -> String {
    let id = self.id(id)
    return names[id] ?? Self.number(id)
  }

  func isNamed(_ id: String) -> Bool { names[self.id(id)] != nil }

  private static func number(_ id: String) -> String {
    let user = String(id.prefix { $0 != "@" && $0 != ":" && $0 != "." })
    if id == "0@s.whatsapp.net" { return "WhatsApp" }
    return id.hasSuffix("@s.whatsapp.net") && user.allSatisfy(\.isNumber) && !user.isEmpty
      ? "+\(user)" : user.isEmpty ? id : user
  }

  /// Returns a text with names in place of the numbers in mentions, between the marks that WhatsApp's text export puts there.
  func withNames(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "@")) else { return text }
    var (result, rest) = ("", text[...])
    while let at = rest.utf8.firstIndex(of: UInt8(ascii: "@")) {
      let start = rest.utf8.index(after: at)
      let digits = rest[start...].prefix { $0.isASCII && $0.isNumber }
      result += rest[..<at]
      let user = String(digits)
      let known = ["\(user)@s.whatsapp.net", "\(user)@lid"].first(where: isNamed)
      if user.utf8.count >= 5, let known {
        result += "@\u{2068}\(name(known))\u{2069}"
      } else {
        result += "@\(digits)"
      }
      rest = rest[digits.endIndex...]
    }
    return result + rest
  }
}

/// A chat of a database while its messages are being read.
final class WhatsAppStoreChat {
  let builder: ConversationBuilder
  let id: String
  let isGroup: Bool
  private let people: WhatsAppStorePeople
  private var indexes: [String: ParticipantIndex] = [:]
  /// The calls that no message shows yet, the earliest last.
  var calls: [WhatsAppStoreCall] = []
  /// The ids of albums by their rows, and by the ids of their pictures.
  var albums: [Int64: String] = [:]
  var albumsOfPictures: [String: String] = [:]

  init(
    _ id: String, _ people: WhatsAppStorePeople, _ conversion: Conversion, _ root: InputFolder,
    isInOrder: Bool, isNamesake: Bool
  ) {
    (self.id, self.people) = (id, people)
    isGroup = ["@g.us", "@broadcast", "@newsletter"].contains { id.hasSuffix($0) }
    let title = people.name(id)
    builder = conversion.conversation(
      "whatsapp-database/\(id)", id: title, title: title, order: isInOrder ? .asGiven : .byTime, root: root)
    builder.knowsOwner = true
    // A text export of the chat has no ids, only its name, and other names of people.
    if conversion.inputs.count > 1 {
      if !isNamesake { builder.name = "whatsapp/\(title)" }
      (builder.precision, builder.copyDifference) = (60_000, .names)
    }
    // The owner is known, even without a message.
    _ = owner
    if !isGroup { _ = partner }
  }

  var owner: ParticipantIndex { person(WhatsAppStorePeople.ownerKey) }

  /// The other side of a chat of two.
  var partner: ParticipantIndex? { isGroup ? nil : person(id) }

  func person(_ id: String) -> ParticipantIndex {
    let id = people.id(id)
    if let index = indexes[id] { return index }
    let isOwner = id == WhatsAppStorePeople.ownerKey || id == people.ownerID
    let index =
      isOwner
      ? builder.participant(
        WhatsAppStorePeople.ownerKey, name: people.ownerName, standIn: .me, isMe: true)
      : builder.participant(id, name: people.name(id))
    indexes[id] = index
    return index
  }

  /// The sender of a message: the owner, the person with an id, or the other side of a chat of two.
  func sender(_ id: String?, isMine: Bool) -> ParticipantIndex? {
    isMine ? owner : id.map(person) ?? partner
  }

  func name(_ id: String) -> String { people.name(id) }

  func text(_ text: String) -> MessageText { WhatsAppMarkup.text(people.withNames(text)) }

  /// Adds the calls before a time, or all of them.
  func addCalls(before time: Int64 = .max) throws(ImportError) {
    while let call = calls.last, call.time < time {
      calls.removeLast()
      try builder.add(call.draft(in: self))
    }
  }

  /// Takes the call that a message at a time shows.
  func takeCall(at time: Int64) -> WhatsAppStoreCall? {
    let nearest = calls.indices.min { abs(calls[$0].time &- time) < abs(calls[$1].time &- time) }
    guard let nearest, abs(calls[nearest].time &- time) <= Self.callTolerance else { return nil }
    return calls.remove(at: nearest)
  }

  /// The most milliseconds between a call and the message about it.
  private static let callTolerance: Int64 = 60_000
}

/// A call in the list of calls.
struct WhatsAppStoreCall {
  var id: String
  var time: Int64
  var isMine: Bool
  var sender: String?
  var isVideo: Bool
  var duration: Double
  /// Android's number for the result.
  var result: Int64

  var part: Call {
    let outcome: String? =
      switch result {
      case 5: nil
      case 4: "declined"
      case 2: "missed"
      default: duration > 0 ? nil : "missed"
      }
    return Call(
      medium: isVideo ? "video" : "audio", duration: outcome == nil && duration > 0 ? duration : nil,
      outcome: outcome)
  }

  func draft(in chat: WhatsAppStoreChat) -> MessageDraft {
    var draft = MessageDraft()
    draft.id = id
    draft.instant = Instant(milliseconds: time)
    draft.sender = chat.sender(sender, isMine: isMine)
    draft.part = part
    return draft
  }
}

/// A file of a message, as the databases of Android and iOS describe it.
struct WhatsAppStoreFile {
  var path: String?
  var name: String?
  var caption: String?
  var type: String?
  var byteCount: Int64 = 0
  var width: Int64 = 0
  var height: Int64 = 0
  var duration: Double = 0

  /// The columns of Android's `message_media`.
  static let columns = [
    "file_path", "media_name", "media_caption", "mime_type", "file_length", "width", "height",
    "media_duration", "file_size",
  ]

  /// Reads a row with a message's id and then the columns of Android.
  init(_ row: borrowing SQLiteStatement) {
    (path, name, caption, type) = (row.words(1), row.words(2), row.words(3), row.words(4))
    (byteCount, width, height) = (max(row.integer(5), row.integer(9)), row.integer(6), row.integer(7))
    duration = Double(row.integer(8))
  }

  init(
    path: String? = nil, name: String? = nil, caption: String? = nil, type: String? = nil,
    byteCount: Int64 = 0,
    duration: Double = 0
  ) {
    (self.path, self.name, self.caption, self.type) = (path, name, caption, type)
    (self.byteCount, self.duration) = (byteCount, duration)
  }

  /// The attachment, of the kind that its type says if `kind` is nil.
  func attachment(_ kind: Attachment.Kind?) -> Attachment {
    let last = path.map { String($0.split(separator: "/").last ?? "") }
    let name = name ?? last
    var file = Attachment(
      kind: kind ?? Attachment.Kind(ofFileNamed: name ?? "", type: type), path: path, name: name)
    if kind == .audio, last?.hasPrefix("PTT-") == true || type?.contains("opus") == true {
      file.kind = .voice
    }
    file.type = type
    file.byteCount = byteCount > 0 ? Int(clamping: byteCount) : nil
    file.width = width > 0 ? Int(clamping: width) : nil
    file.height = height > 0 ? Int(clamping: height) : nil
    file.duration = duration > 0 ? duration : nil
    if path == nil { file.absence = .unavailable }
    return file
  }
}

extension VCard {
  /// The contact of cards, the others among its lines; nil if there is none in them.
  static func contact(in cards: [String], named fallback: String) -> Contact? {
    VCard(cards.joined(separator: "\n"))?.contact(named: fallback)
  }
}
