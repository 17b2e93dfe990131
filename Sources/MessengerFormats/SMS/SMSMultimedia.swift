import ChatModel
import Digests
import ImportKit

/// An MMS while its parts are being read.
struct SMSMultimedia {
  let instant: Instant?
  let names: String?
  let isOwn: Bool
  /// The address that it was sent from, unless it is the owner's.
  private(set) var sender: String?
  private let status: String?
  private let subject: String?
  private let listed: [String]
  private var others: [String] = []
  private var texts: [String] = []
  private var attachments: [Attachment] = []
  private var contacts: [Contact] = []

  /// Writers put this for the owner.
  private static let ownAddress = "insert-address-token"

  init(_ stream: XMLStream) {
    instant = stream.instant("date")
    names = stream.value("contact_name")
    let box = stream.integer("msg_box") ?? 1
    isOwn = box != 1
    status = SMSReader.status(ofType: box)
    // Android keeps subjects and names of files as Latin-1, whatever their charset.
    subject = stream.value("sub")?.repairedLatin1
    let address = stream.value("address") ?? ""
    listed = address.split(separator: "~").map(String.init).filter { $0 != Self.ownAddress }
  }

  /// The addresses of everybody but the owner.
  var addresses: [String] { listed.isEmpty ? others.isEmpty ? [""] : others : listed }

  var isEmpty: Bool { texts.isEmpty && attachments.isEmpty && contacts.isEmpty && subject == nil }

  /// Takes an address: type 137 is the sender's, types 151, 130 and 129 are recipients'.
  mutating func addAddress(_ stream: XMLStream) {
    guard let address = stream.value("address"), address != Self.ownAddress else { return }
    let isSender = stream.integer("type") == 137
    if isSender, !isOwn { sender = address }
    // The recipients of a received message include the owner.
    if isSender != isOwn, !others.contains(address) { others.append(address) }
  }

  mutating func add(_ part: SMSPart) {
    switch part {
    case .text(let text): texts.append(text)
    case .file(let attachment): attachments.append(attachment)
    case .contact(let contact): contacts.append(contact)
    }
  }

  /// The messages that show it: one with its text and files, and one for each contact.
  func messages(from sender: ParticipantIndex) -> [Message] {
    var extras: MessageExtras?
    if let status {
      extras = MessageExtras()
      extras?.status = status
    }
    let text = SMSReader.text(subject: subject, body: texts.joined(separator: "\n"))
    var contents: [MessageContent] = []
    if !attachments.isEmpty {
      contents.append(.media(attachments, caption: text))
    } else if !text.string.isEmpty {
      contents.append(.text(text))
    }
    contents += contacts.map { .part($0) }
    if contents.isEmpty { contents.append(.part(Unsupported(kind: "MMS"))) }
    return contents.map { content in
      Message(id: "", sender: sender, instant: instant, content: content, extras: extras)
    }
  }
}

/// A part of an MMS.
enum SMSPart {
  case text(String)
  case file(Attachment)
  case contact(Contact)

  /// Reads the part that begins here; nil for a layout. Its file goes to `files`.
  static func read(
    _ stream: XMLStream, _ files: ExtractedFiles
  ) throws(ImportError) -> (isDamaged: Bool, part: SMSPart?) {
    let type = (stream.value("ct") ?? "").lowercased()
    if type == "application/smil" {
      stream.leaveOut("text", .machineText)
      return (false, nil)
    }
    let data = SMSData(stream, files)
    if type == "text/plain" || type.isEmpty {
      if let text = stream.value("text") { return (data.isDamaged, .text(text)) }
      if !data.isEmpty, let text = String(validating: data.bytes, as: UTF8.self) {
        return (data.isDamaged, .text(text))
      }
      if data.isEmpty, !data.isDamaged { return (false, nil) }
    }
    let names: [StaticString] = ["name", "cl", "fn"]
    let name = names.lazy.compactMap { stream.value($0)?.repairedLatin1 }.first
    if type.hasSuffix("vcard"), let card = VCard(InputBytes(Array(data.bytes))) {
      return (data.isDamaged, .contact(card.contact(named: "")))
    }
    var attachment = Attachment(kind: Attachment.Kind(ofFileNamed: name ?? "", type: type), name: name)
    attachment.type = type.isEmpty ? nil : type
    if data.isEmpty {
      attachment.absence = .unavailable
    } else {
      attachment.path = try data.store(name: fileName(name, type))
      if name == nil, attachment.kind == .file { attachment.name = fileName(nil, type) }
      attachment.byteCount = data.count
    }
    return (data.isDamaged, .file(attachment))
  }

  private static func fileName(_ name: String?, _ type: String) -> String {
    let name = name ?? type.split(separator: "/").last.map { "file.\($0)" } ?? "file"
    return String(name.map { $0 == "/" || $0 == "\\" || $0 == "\0" ? "_" : $0 }.suffix(100))
  }
}

/// The data of a part: in memory, or already extracted.
private struct SMSData {
  private let files: ExtractedFiles
  private var value = XMLStream.Base64Value.bytes([])

  init(_ stream: XMLStream, _ files: ExtractedFiles) {
    self.files = files
    // Writers put `null` for none.
    guard stream.attribute("data") != "null", let value = stream.base64("data") else { return }
    self.value = value
  }

  var isDamaged: Bool { if case .damaged = value { true } else { false } }

  var count: Int {
    switch value {
    case .bytes(let bytes): bytes.count
    case .cut(let cut): cut.range.count
    case .damaged: 0
    }
  }

  var isEmpty: Bool { count == 0 }

  /// All bytes, read back if they were extracted.
  var bytes: [UInt8] {
    switch value {
    case .bytes(let bytes): bytes
    case .cut(let cut): files.bytes(at: cut.range) ?? []
    case .damaged: []
    }
  }

  /// Stores the data under a name that no other content has, and returns its path.
  func store(name: String) throws(ImportError) -> String {
    switch value {
    case .cut(let cut): files.add(cut.range, name: "\(cut.digest.prefix(16))-\(name)")
    case .bytes(let bytes):
      try files.add(bytes.span, name: "\(SHA256.hexDigest(of: bytes.span).prefix(16))-\(name)")
    case .damaged: ""
    }
  }
}
