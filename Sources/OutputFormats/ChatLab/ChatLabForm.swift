import BubbleLayout
import ChatModel
public import SiteFiles
import Storage
import SystemCalls

/// ChatLab's format 0.0.2 in JSON, or in JSON Lines if the file's name ends so: docs/converting.md.
///
/// Facts: ChatLab's specification (`docs/cn/standard/chatlab-format.md`), which says what members there are and which numbers are types.
public struct ChatLabForm: OutputForm {
  /// The word for the form.
  public static let key = "chatlab"
  /// The endings of both shapes.
  public static let endings = ["json", "jsonl"]
  /// Answers name the message that they answer.
  public static let wantsAnswers = true
  /// The facts left out until now.
  public private(set) var omissions = OutputOmissions()
  private let file: OutputFile
  private let isLines: Bool
  private let conversation: OutputConversation
  private var transcripts: MessageTranscripts
  private var isFirst = true
  /// The time of the message before, in seconds since 1970, for messages without a time.
  private var seconds: Int64
  /// The sender of events without a person.
  private static let system = "system"
  /// The largest picture of a person that is put into the file, in bytes.
  private static let avatarLimit = 1 << 16

  /// True for a file with the header of this program.
  public static func isOwn(_ head: [UInt8]) -> Bool {
    let mark = Array(#""chatlab":{"version":"0.0.2","generator":"chatexport""#.utf8)
    let starts = [[UInt8(ascii: "{")], Array(#"{"_type":"header","#.utf8)]
    return starts.contains { head.starts(with: $0 + mark) }
  }

  /// Writes the header and the members.
  public init(_ conversation: OutputConversation, to files: OutputFiles) throws(OutputError) {
    file = try files.create()
    isLines = files.ending.lowercased() == "jsonl"
    self.conversation = conversation
    transcripts = MessageTranscripts(conversation)
    seconds = conversation.period?.lowerBound.seconds ?? 0
    try file.append { bytes in bytes.append(contentsOf: header()) }
    for (index, person) in conversation.participants.enumerated() {
      let avatar = avatar(of: person, files)
      if avatar == nil, person.avatar != nil { omissions.add(Self.avatars) }
      var json = JSONWriter()
      json.object { json in
        if isLines { json.member("_type", "member") }
        json.member("platformId", id(of: index))
        json.member("accountName", TranscriptText.line(person.name))
        json.member("avatar", avatar)
      }
      try append(json.bytes)
    }
    if !isLines { try file.append("\n],\"messages\":[") }
    isFirst = true
  }

  /// Writes a message, and one for each further file or text of it.
  public mutating func write(_ output: borrowing OutputMessage) throws(OutputError) {
    let message = output.message
    countOmissions(in: message)
    if let instant = message.instant { seconds = instant.seconds } else { omissions.add(Self.times) }
    let words = ChatLabWords(transcripts.parts(of: output), of: output)
    let parts = words.parts
    omissions.add(Self.notes, words.notes)
    if output.answered != nil, output.answered?.anchor == nil { omissions.add(Self.quotations) }
    if parts.count > 1 { omissions.add(Self.parts) }
    let (sender, name) = sender(of: message)
    for (number, part) in parts.enumerated() {
      var json = JSONWriter()
      json.object { json in
        if isLines { json.member("_type", "message") }
        json.member("sender", sender)
        json.member("accountName", name)
        json.member("timestamp", Int(clamping: seconds))
        json.member("type", part.type.rawValue)
        if let content = part.content {
          json.member("content", content)
        } else {
          json.name("content")
          json.null()
        }
        json.member("platformMessageId", number == 0 ? output.anchor : "\(output.anchor)/\(number + 1)")
        if number == 0 { json.member("replyToMessageId", output.answered?.anchor) }
      }
      try append(json.bytes)
    }
  }

  /// Ends the file.
  public mutating func end() throws(OutputError) {
    if !isLines { try file.append("\n]}\n") }
    try file.finish()
  }

  // MARK: Parts of the file

  private mutating func append(_ json: [UInt8]) throws(OutputError) {
    let separator = isLines ? "" : isFirst ? "\n" : ",\n"
    isFirst = false
    try file.append { bytes in
      bytes.append(contentsOf: separator.utf8)
      bytes.append(contentsOf: json)
      if isLines { bytes.append(0x0A) }
    }
  }

  /// Returns the header. The time of the export is the last message's, so that equal inputs give equal files.
  private func header() -> [UInt8] {
    var json = JSONWriter()
    let info = conversation.info
    json.object { json in
      if isLines { json.member("_type", "header") }
      json.object("chatlab") { json in
        json.member("version", "0.0.2")
        json.member("generator", "chatexport")
        json.member("exportedAt", Int(clamping: conversation.period?.upperBound.seconds ?? 0))
      }
      json.object("meta") { json in
        json.member("name", TranscriptText.line(info.title))
        json.member("platform", Self.platform(of: conversation.format))
        json.member("type", conversation.isGroup ? "group" : "private")
        if conversation.isGroup, info.hasOwnID { json.member("groupId", info.id) }
        if let owner = conversation.participants.firstIndex(where: \.isMe) {
          json.member("ownerId", id(of: owner))
        }
      }
    }
    guard !isLines else { return json.bytes + [0x0A] }
    // The object goes on with members and messages.
    return json.bytes.dropLast() + Array(",\n\"members\":[".utf8)
  }

  /// Returns ChatLab's name for the app of a format.
  private static func platform(of format: String) -> String {
    switch format {
    case "whatsapp", "discord", "line": format
    case "discordpackage": "discord"
    case "telegram", "telegramhtml": "telegram"
    case "chatexport", "chatlab": "unknown"
    default: format
    }
  }

  private func id(of index: Int) -> String {
    let key = conversation.participants[index].key
    return key.isEmpty ? "participant-\(index + 1)" : key
  }

  private func sender(of message: Message) -> (id: String, name: String) {
    guard let sender = message.sender, conversation.participants.indices.contains(Int(sender.value)) else {
      return (Self.system, Self.system)
    }
    return (id(of: Int(sender.value)), transcripts.transcriber.name(of: sender))
  }

  /// Returns a small picture as a data URL; nil if there is none or it is too large.
  private func avatar(of person: Participant, _ files: OutputFiles) -> String? {
    guard let named = person.avatar, let file = conversation.files[named], file.isStored,
      let type = Self.pictureType(of: file.path),
      let size = (try? SystemCall.status(at: files.readingPath(of: file.path)))?.size,
      1...Self.avatarLimit ~= size,
      let input = try? SystemCall.openFileItself(files.readingPath(of: file.path))
    else { return nil }
    defer { SystemCall.close(input) }
    var bytes = [UInt8](repeating: 0, count: size)
    guard SystemCall.fill(&bytes, from: input, at: 0) else { return nil }
    return "data:image/\(type);base64,\(Base64.text(bytes))"
  }

  private static func pictureType(of path: String) -> String? {
    let ending = path.split(separator: ".").last?.lowercased()
    return ["jpg": "jpeg", "jpeg": "jpeg", "png": "png", "gif": "gif", "webp": "webp"][ending ?? ""]
  }

  // MARK: Omissions

  private mutating func countOmissions(in message: Message) {
    omissions.add(Self.reactions, message.reactions.count)
    if let instant = message.instant, instant.milliseconds % 1_000 != 0 { omissions.add(Self.milliseconds) }
    guard let extras = message.extras else { return }
    omissions.add(Self.edits, extras.edits.count)
    if extras.edits.isEmpty, extras.editedAt != nil { omissions.add(Self.edits) }
    if extras.status != nil { omissions.add(Self.statuses) }
    if extras.isPinned { omissions.add(Self.pins) }
    if extras.thread != nil { omissions.add(Self.threads) }
  }

  private typealias Omission = OutputOmissions.Omission
  private static let avatars = Omission("no-avatar", "pictures of people that are missing or large")
  private static let times = Omission(
    "no-time", "messages without a time, which have the time of the message before")
  private static let parts = Omission(
    "divided-message", "messages with several parts, each of which is a message of its own")
  private static let reactions = Omission("no-reactions", "reactions", isContent: true)
  private static let milliseconds = Omission("no-milliseconds", "fractions of a second")
  private static let edits = Omission("no-edits", "earlier versions", isContent: true)
  private static let statuses = Omission("no-delivery-status", "delivery statuses")
  private static let notes = Omission(
    "no-remarks", "remarks, such as the first author of a forwarded message")
  private static let quotations = Omission("no-quotation", "quotations of messages that are not in the file")
  private static let pins = Omission("no-pins", "pins")
  private static let threads = Omission("no-threads", "threads")
}
