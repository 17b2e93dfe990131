import ChatModel
import Digests
import ImportKit

/// An MMS while its addresses and parts are being read.
struct PhoneMultimedia {
  /// The time; nil if unknown.
  var instant: Instant?
  /// Android's code for the box that it is in, see ``PhoneBox``.
  var box: Int64 = PhoneBox.inbox
  /// The address that it was sent from, unless it is the owner's.
  var sender: String?
  private var subject: String?
  private var texts: [String] = []
  private var attachments: [Attachment] = []
  private var parts: [any MessagePart] = []

  /// Writers put this for the owner.
  static let ownAddress = "insert-address-token"
  /// Android's type of the address of a sender. 151, 130 and 129 are recipients.
  static let senderType: Int64 = 137

  /// Android keeps subjects as Latin-1, whatever their charset.
  init(subject: String?) { self.subject = subject?.repairedLatin1 }

  /// True if the owner sent it.
  var isOwn: Bool { box != PhoneBox.inbox }

  var isEmpty: Bool {
    texts.allSatisfy(\.isEmpty) && attachments.isEmpty && parts.isEmpty && subject == nil
  }

  mutating func add(_ part: PhonePart) {
    switch part {
    case .text(let text): texts.append(text)
    case .file(let attachment): attachments.append(attachment)
    case .contact(let contact): parts.append(contact)
    case .card(let card): parts.append(card)
    }
  }

  /// The messages that show it: one with its text and files, and one for each contact or card. `sender` is nil if unknown.
  func messages(from sender: ParticipantIndex?) -> [Message] {
    var extras: MessageExtras?
    if let status = PhoneBox.status(box) {
      extras = MessageExtras()
      extras?.status = status
    }
    let text = MessageText(subject: subject, body: texts.joined(separator: "\n"))
    var contents: [MessageContent] = []
    if !attachments.isEmpty {
      contents.append(.media(attachments, caption: text))
    } else if !text.string.isEmpty {
      contents.append(.text(text))
    }
    contents += parts.map { .part($0) }
    if contents.isEmpty { contents.append(.part(Unsupported(kind: "MMS"))) }
    return contents.map { content in
      Message(id: "", sender: sender, instant: instant, content: content, extras: extras)
    }
  }
}

/// A part of an MMS.
enum PhonePart {
  case text(String)
  case file(Attachment)
  case contact(Contact)
  /// A text for a program, of a type that is not shown.
  case card(Unsupported)

  /// The MIME type of a part that only describes the layout of the others.
  static let layoutType = "application/smil"

  /// Makes a part of type `type`, a MIME type; nil for an empty text. `names` are the names that the export has for its file, the best
  /// one first.
  ///
  /// - Throws: ``ImportError`` if there is no room for its file.
  init?(
    type: String, text: @autoclosure () -> String?, names: [String?], _ data: PhonePartData
  ) throws(ImportError) {
    // `text/plain; charset=utf-8`
    let type = String(type.prefix { $0 != ";" }).trimmingSpaces
    if type == "text/plain" || type.isEmpty {
      if let text = text() {
        self = .text(text)
        return
      }
      if let text = data.text {
        self = .text(text)
        return
      }
      if data.isEmpty, !data.isDamaged { return nil }
    }
    let name = names.lazy.compactMap { $0?.repairedLatin1 }.first
    let words = data.isEmpty ? text().flatMap { $0.isEmpty ? nil : $0 } : nil
    if type.hasSuffix("vcard"),
      let card = words.map({ VCard($0) }) ?? VCard(InputBytes(data.bytes))
    {
      self = .contact(card.contact(named: ""))
      return
    }
    if let words {
      self = type.hasPrefix("text/") ? .text(words) : .card(Unsupported(kind: type, text: words))
      return
    }
    var attachment = Attachment(kind: Attachment.Kind(ofFileNamed: name ?? "", type: type), name: name)
    attachment.type = type.isEmpty ? nil : type
    if data.isEmpty {
      attachment.absence = .unavailable
    } else {
      attachment.path = try data.store(name: Self.fileName(name, type))
      if name == nil, attachment.kind == .file { attachment.name = Self.fileName(nil, type) }
      attachment.byteCount = data.count
    }
    self = .file(attachment)
  }

  private static func fileName(_ name: String?, _ type: String) -> String {
    let name = name ?? type.split(separator: "/").last.map { "file.\($0)" } ?? "file"
    return String(name.map { $0 == "/" || $0 == "\\" || $0 == "\0" ? "_" : $0 }.suffix(100))
  }
}

/// The data of a part: in memory, already extracted, or in a file of the export.
struct PhonePartData {
  /// The content of a part.
  enum Content {
    case bytes([UInt8])
    /// Extracted from the export's file.
    case extracted(Range<Int>, digest: String)
    /// A file of the export, by its path in the export's folder.
    case file(String, InputFolder)
    /// Data that is no Base64.
    case damaged
  }

  private let files: ExtractedFiles
  private let content: Content

  /// `files` takes the data that have no file of their own.
  init(_ content: Content, _ files: ExtractedFiles) { (self.content, self.files) = (content, files) }

  /// The bytes of a text in Base64; no bytes for nil.
  init(base64 text: String?, _ files: ExtractedFiles) {
    self.init(Base64.decode(text ?? "").map { .bytes($0) } ?? .damaged, files)
  }

  var isDamaged: Bool { if case .damaged = content { true } else { false } }

  /// The number of bytes; nil for a file of the export, which is not opened for it.
  var count: Int? {
    switch content {
    case .bytes(let bytes): bytes.count
    case .extracted(let range, _): range.count
    case .file: nil
    case .damaged: 0
    }
  }

  var isEmpty: Bool { count == 0 }

  /// All bytes, read back if they were extracted.
  var bytes: [UInt8] {
    switch content {
    case .bytes(let bytes): bytes
    case .extracted(let range, _): files.bytes(at: range) ?? []
    case .file(let path, let folder): (try? folder.bytes(of: path)).map { $0.array(in: 0..<$0.count) } ?? []
    case .damaged: []
    }
  }

  /// The text of a part that is one; nil if it is not UTF-8, empty, or its file is missing.
  var text: String? {
    guard !isEmpty, let text = String(validating: bytes, as: UTF8.self), !text.isEmpty else { return nil }
    return text
  }

  /// Stores the data under a name that no other content has, and returns its path.
  func store(name: String) throws(ImportError) -> String {
    switch content {
    case .extracted(let range, let digest): files.add(range, name: "\(digest.prefix(16))-\(name)")
    case .bytes(let bytes):
      try files.add(bytes.span, name: "\(SHA256.hexDigest(of: bytes.span).prefix(16))-\(name)")
    case .file(let path, _): path
    case .damaged: ""
    }
  }
}
