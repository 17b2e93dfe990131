import BubbleLayout
import ChatModel
import Frames
import SiteFiles
import SystemCalls
import Zip

/// One file of RSMF while it is written: the events of a conversation, or of one of its days.
struct RSMFSlice {
  /// The beginning of each file of this program.
  static let mark = "X-RSMF-Generator: chatexport\r\n"
  private let conversation: OutputConversation
  private let files: OutputFiles
  private let suffix: String
  private let manifest: OutputFile
  private let body: OutputFile
  private var text: TranscriptText
  private var attachments = RSMFAttachments()
  /// The people of the slice, by their indexes.
  private var people: Set<Int32> = []
  /// The ids of the events until now, if answers may name events of other files.
  private var anchors: Set<String> = []
  private var count = 0
  private var period: ClosedRange<Instant>?
  private(set) var omissions = OutputOmissions()

  init(_ conversation: OutputConversation, _ files: OutputFiles, suffix: String) throws(OutputError) {
    (self.conversation, self.files, self.suffix) = (conversation, files, suffix)
    manifest = try files.createTemporary("manifest\(suffix).json")
    body = try files.createTemporary("text\(suffix).txt")
    let text = TranscriptText(conversation)
    try body.append { text.appendHead(of: conversation, to: &$0) }
    self.text = text
    try manifest.append(#"{"version":"2.0.0","events":["#)
  }

  /// Writes an event and its lines of the text.
  mutating func write(_ output: borrowing OutputMessage, _ events: inout RSMFEvents) throws(OutputError) {
    // Words about a file give its name in the zip, not the path that it has until then.
    var message = copy output
    for attachment in output.message.content.files {
      guard let source = attachment.path, let path = output.stored(source) else { continue }
      message.files[source]?.path = attachments.add(path, in: files)
    }
    var lines = text
    try body.append { lines.append(message, to: &$0) }
    text = lines
    let isNear = !conversation.splitsByDay || message.answered?.anchor.map(anchors.contains) == true
    let json = events.json(of: message, attachments: attachments, namesParent: isNear, &people)
    let isFirst = count == 0
    try manifest.append { bytes in
      bytes.append(contentsOf: (isFirst ? "\n" : ",\n").utf8)
      bytes.append(contentsOf: json)
    }
    count += 1
    if conversation.splitsByDay { anchors.insert(message.anchor) }
    if let instant = message.message.instant {
      period = period.map { min($0.lowerBound, instant)...max($0.upperBound, instant) } ?? instant...instant
    }
  }

  /// Writes the mail and removes the temporary files.
  mutating func end() throws(OutputError) {
    var slice = RSMFPeople(conversation, people)
    let tail = slice.json(&attachments, files)
    try manifest.append { bytes in
      bytes.append(contentsOf: "\n],".utf8)
      bytes.append(contentsOf: tail)
      bytes.append(contentsOf: "}\n".utf8)
    }
    try manifest.finish()
    try body.finish()
    let zip = try files.createTemporary("zip\(suffix)").path
    try? SystemCall.removeFile(zip)
    let members =
      [ZipWriter.AddedFile(name: "rsmf_manifest.json", path: manifest.path, isCompressed: true)]
      + attachments.members.map {
        ZipWriter.AddedFile(name: $0.name, path: files.readingPath(of: $0.path), isCompressed: false)
      }
    do throws(ZipError) { try ZipWriter.write(members, to: zip) } catch {
      throw .failed(step: "written", path: zip, reason: error.reason)
    }
    try writeMail(zip: zip)
    for path in [manifest.path, body.path, zip] { try? SystemCall.removeFile(path) }
  }

  private func writeMail(zip: String) throws(OutputError) {
    let mail = MailWriter(try files.create(suffix: suffix))
    let people = self.people.sorted().map { conversation.participants[Int($0)] }
    var headers = [
      MailHeader("X-RSMF-Generator", "chatexport"), MailHeader("X-RSMF-Version", "2.0.0"),
      MailHeader("X-RSMF-EventCount", "\(count)"),
      MailHeader("X-RSMF-AttachmentCount", "\(attachments.members.count)"),
      MailHeader("X-RSMF-Application", words: conversation.format),
      MailHeader("X-RSMF-EventCollectionID", conversation.name),
    ]
    if let period {
      headers.append(MailHeader("X-RSMF-BeginDate", UTCTime(seconds: period.lowerBound.seconds).text))
      headers.append(MailHeader("X-RSMF-EndDate", UTCTime(seconds: period.upperBound.seconds).text))
    }
    if let owner = people.first(where: \.isMe) {
      headers.append(MailHeader("X-RSMF-Custodian", words: TranscriptText.line(owner.name)))
    }
    if !people.isEmpty {
      let names = people.map { TranscriptText.line($0.name) }.joined(separator: "; ")
      headers.append(MailHeader("X-RSMF-Participants", words: names))
    }
    headers += [
      MailHeader("From", "chatexport <chatexport@example.invalid>"),
      MailHeader("To", "undisclosed-recipients:;"),
      MailHeader("Date", Self.date(period?.upperBound ?? Instant(milliseconds: 0))),
      MailHeader("Subject", words: TranscriptText.line(conversation.info.title)),
    ]
    try mail.begin(headers)
    try mail.append(contentsOf: body.path, type: "text/plain; charset=utf-8")
    try mail.append(contentsOf: zip, type: "application/zip", name: "rsmf.zip")
    try mail.end()
  }

  /// Returns the date of a mail (RFC 5322 §3.3), of the last event and not of today, so that equal inputs give equal files.
  private static func date(_ instant: Instant) -> String {
    let text = UTCTime(seconds: instant.seconds).text
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let month = Int(text.dropFirst(5).prefix(2)) ?? 1
    return "\(text.dropFirst(8).prefix(2)) \(months[(month + 11) % 12]) \(text.prefix(4)) "
      + "\(text.dropFirst(11).prefix(8)) +0000"
  }
}

/// The files in the zip of a slice, each once.
struct RSMFAttachments {
  /// The files by their order, with the names that they have in the zip.
  private(set) var members: [(name: String, path: String)] = []
  private var names: [String: String] = [:]
  private var used: Set<String> = ["rsmf_manifest.json"]
  /// The sizes in bytes, by the names in the zip.
  private(set) var sizes: [String: Int] = [:]

  /// Adds a file, unless it was added before. Returns its name in the zip.
  mutating func add(_ path: String, in files: OutputFiles) -> String {
    if let name = names[path] { return name }
    let last = Self.portable(path.split(separator: "/").last.map(String.init) ?? "file")
    var (name, number) = (last, 1)
    while !used.insert(name.lowercased()).inserted {
      number += 1
      name = "\(number)-\(last)"
    }
    names[path] = name
    members.append((name, path))
    sizes[name] = (try? SystemCall.status(at: files.readingPath(of: path)))?.size
    return name
  }

  /// Returns a name without the signs that some system refuses in names of files.
  private static func portable(_ name: String) -> String {
    var portable = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      let isControl = scalar.value < 0x20 || scalar.value == 0x7F
      let isRefused = isControl || "\\<>:\"|?*".unicodeScalars.contains(scalar)
      portable.append(isRefused ? "_" : scalar)
    }
    return String(portable)
  }
}

/// The members of a manifest about people and the conversation.
struct RSMFPeople {
  private let conversation: OutputConversation
  private let people: [Int32]

  init(_ conversation: OutputConversation, _ people: Set<Int32>) {
    var people = people
    // The custodian is one of the conversation's participants.
    for (index, person) in conversation.participants.enumerated() where person.isMe {
      people.insert(Int32(index))
    }
    (self.conversation, self.people) = (conversation, people.sorted())
  }

  /// Returns the id of a participant in manifests.
  static func id(_ index: Int32) -> String { "P\(Int(index) + 1)" }

  /// Returns the members without the braces around them, and adds the pictures of people to the zip.
  mutating func json(_ attachments: inout RSMFAttachments, _ files: OutputFiles) -> [UInt8] {
    var avatars: [Int32: String] = [:]
    for index in people {
      if let path = avatar(of: index) { avatars[index] = attachments.add(path, in: files) }
    }
    let conversation = conversation
    var json = JSONWriter()
    json.object { json in
      json.member("eventcollectionid", conversation.name)
      json.list("participants") { list in
        for index in people {
          list.object { json in
            let person = conversation.participants[Int(index)]
            json.member("id", Self.id(index))
            json.member("display", TranscriptText.line(person.name))
            json.member("avatar", avatars[index])
            if !person.key.isEmpty { json.member("account_id", person.key) }
          }
        }
      }
      json.list("conversations") { list in
        list.object { json in
          json.member("id", "C1")
          json.member("display", TranscriptText.line(conversation.info.title))
          json.member("platform", conversation.format)
          json.member("type", conversation.isGroup ? "channel" : "direct")
          json.list("participants") { list in for index in people { list.text(Self.id(index)) } }
          if let owner = people.first(where: { conversation.participants[Int($0)].isMe }) {
            json.member("custodian", Self.id(owner))
          }
          json.list("custom") { list in
            list.object { json in
              json.member("name", "time zone")
              json.member("value", conversation.clock.zone)
            }
          }
        }
      }
    }
    return Array(json.bytes.dropFirst().dropLast())
  }

  private func avatar(of index: Int32) -> String? {
    guard let path = conversation.participants[Int(index)].avatar, let file = conversation.files[path],
      file.isStored
    else { return nil }
    return file.path
  }
}
