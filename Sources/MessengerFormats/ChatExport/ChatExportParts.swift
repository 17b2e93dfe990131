import ChatModel
import ImportKit

/// The parts of a `chatexport/1` message that are objects of their own.
enum ChatExportParts {
  enum AttachmentMember: String, JSONMember {
    case kind, path, name, absence, width, height, byteCount, duration, alt, type, waveform, poster
    case spoiler, round, missing
  }
  enum ContactMember: String, JSONMember {
    case name, phones, emails, lines
  }
  enum LocationMember: String, JSONMember {
    case latitude, longitude, name, address
  }
  enum CallMember: String, JSONMember {
    case medium, duration, outcome
  }
  enum LinkPreviewMember: String, JSONMember {
    case url, title, summary, image
  }
  enum FactMember: String, JSONMember {
    case name, value
  }
  static let factMembers = JSONMemberTable<FactMember>()
  static let attachmentMembers = JSONMemberTable<AttachmentMember>()
  static let contactMembers = JSONMemberTable<ContactMember>()
  static let locationMembers = JSONMemberTable<LocationMember>()
  static let callMembers = JSONMemberTable<CallMember>()
  static let linkPreviewMembers = JSONMemberTable<LinkPreviewMember>()
  /// More values of a waveform would not be visible.
  static let longestWaveform = 4096
}

/// An attachment whose kind may be left to the message.
struct ChatExportAttachment {
  var kind: Attachment.Kind?
  var attachment = Attachment(kind: .file)
}

extension DocumentReader {
  mutating func attachments(_ member: StaticString) throws(JSONError) -> [ChatExportAttachment] {
    var list: [ChatExportAttachment] = []
    guard try beginList(member) else { return list }
    while try nextElement() {
      if let attachment = try attachment() { list.append(attachment) }
    }
    return list
  }

  mutating func attachment(_ member: StaticString = "") throws(JSONError) -> ChatExportAttachment? {
    guard try beginObject(member) else { return nil }
    var part = ChatExportAttachment()
    while let member = try nextMember(in: ChatExportParts.attachmentMembers, of: "attachment") {
      switch member {
      case .kind: part.kind = try attachmentKind()
      case .path: part.attachment.path = try text("path")
      case .name: part.attachment.name = try text("name")
      case .absence: part.attachment.absence = try text("absence").map { .other($0) }
      case .missing:
        let reasons: KeyValuePairs<String, Attachment.Absence> = [
          "tooLarge": .tooLarge, "unavailable": .unavailable,
        ]
        part.attachment.absence = try word("missing", of: reasons) ?? part.attachment.absence
      case .width: part.attachment.width = try count("width")
      case .height: part.attachment.height = try count("height")
      case .byteCount: part.attachment.byteCount = try count("byteCount")
      case .duration:
        part.attachment.duration = try number("duration", in: 0...DocumentReader.longestDuration)
      case .alt: part.attachment.alt = try text("alt")
      case .type: part.attachment.type = try text("type")
      case .waveform: part.attachment.waveform = try waveform("waveform")
      case .poster: part.attachment.poster = try text("poster")
      case .spoiler: part.attachment.isSpoiler = try flag("spoiler") ?? false
      case .round: part.attachment.isRound = try flag("round") ?? false
      }
    }
    return part
  }

  /// Reads the loudness of a recording over time, in numbers from 0 to 100.
  private mutating func waveform(_ member: StaticString) throws(JSONError) -> [UInt8] {
    var levels: [UInt8] = []
    guard try beginList(member) else { return levels }
    while try nextElement() {
      guard let level = try number("", in: 0...100), levels.count < ChatExportParts.longestWaveform else {
        continue
      }
      levels.append(UInt8(level.rounded()))
    }
    return levels
  }

  private mutating func attachmentKind() throws(JSONError) -> Attachment.Kind? {
    guard let word = try text("kind") else { return nil }
    if let kind = Attachment.Kind(rawValue: word) { return kind }
    let known = Attachment.Kind.allCases.map(\.rawValue).joined(separator: ", ")
    warn("wrong-value", "kind", "is not one of \(known); the attachment is shown as a file")
    return .file
  }

  mutating func contact(_ member: StaticString) throws(JSONError) -> Contact? {
    guard try beginObject(member) else { return nil }
    var contact = Contact(name: "")
    while let member = try nextMember(in: ChatExportParts.contactMembers, of: "contact") {
      switch member {
      case .name: contact.name = try text("name") ?? ""
      case .phones: contact.phones = try texts("phones")
      case .emails: contact.emails = try texts("emails")
      case .lines: contact.lines = try texts("lines")
      }
    }
    return contact
  }

  mutating func location(_ member: StaticString) throws(JSONError) -> Location? {
    guard try beginObject(member) else { return nil }
    var (latitude, longitude) = (Double?.none, Double?.none)
    var (name, address) = (String?.none, String?.none)
    while let member = try nextMember(in: ChatExportParts.locationMembers, of: "location") {
      switch member {
      case .latitude: latitude = try number("latitude", in: -90...90)
      case .longitude: longitude = try number("longitude", in: -180...180)
      case .name: name = try text("name")
      case .address: address = try text("address")
      }
    }
    guard let latitude, let longitude else { return nil }
    return Location(latitude: latitude, longitude: longitude, name: name, address: address)
  }

  mutating func call(_ member: StaticString) throws(JSONError) -> Call? {
    guard try beginObject(member) else { return nil }
    var call = Call(medium: "audio")
    while let member = try nextMember(in: ChatExportParts.callMembers, of: "call") {
      switch member {
      case .medium: call.medium = try text("medium") ?? call.medium
      case .duration: call.duration = try number("duration", in: 0...DocumentReader.longestDuration)
      case .outcome: call.outcome = try text("outcome")
      }
    }
    return call
  }

  mutating func linkPreview(_ member: StaticString) throws(JSONError) -> LinkPreview? {
    guard try beginObject(member) else { return nil }
    var (preview, hasURL) = (LinkPreview(url: ""), false)
    while let member = try nextMember(in: ChatExportParts.linkPreviewMembers, of: "link preview") {
      switch member {
      case .url:
        let url = try text("url")
        (preview.url, hasURL) = (url ?? "", url != nil)
      case .title: preview.title = try text("title")
      case .summary: preview.summary = try text("summary")
      case .image:
        preview.image = try attachment("image").map { part in
          var image = part.attachment
          image.kind = part.kind ?? .image
          return image
        }
      }
    }
    return hasURL ? preview : nil
  }

  private mutating func texts(_ member: StaticString) throws(JSONError) -> [String] {
    var list: [String] = []
    guard try beginList(member) else { return list }
    while try nextElement() {
      if let text = try text("") { list.append(text) }
    }
    return list
  }
}
