import ChatModel
import ImportKit

/// An MMS of a backup while its elements are being read.
struct SMSMultimedia {
  let names: String?
  var content: PhoneMultimedia
  private let listed: [String]
  private var others: [String] = []

  init(_ stream: XMLStream) {
    names = stream.value("contact_name")
    content = PhoneMultimedia(subject: stream.value("sub"))
    content.instant = stream.instant("date")
    content.box = stream.integer("msg_box") ?? PhoneBox.inbox
    let address = stream.value("address") ?? ""
    listed = address.split(separator: "~").map(String.init).filter { $0 != PhoneMultimedia.ownAddress }
  }

  /// The addresses of everybody but the owner.
  var addresses: [String] { listed.isEmpty ? others.isEmpty ? [""] : others : listed }

  mutating func addAddress(_ stream: XMLStream) {
    guard let address = stream.value("address"), address != PhoneMultimedia.ownAddress else { return }
    let isSender = stream.integer("type") == PhoneMultimedia.senderType
    if isSender, !content.isOwn { content.sender = address }
    // The recipients of a received message include the owner.
    if isSender != content.isOwn, !others.contains(address) { others.append(address) }
  }

  /// Reads the part that begins here. Its file goes to `files`. Returns true for data that is not Base64.
  mutating func addPart(_ stream: XMLStream, _ files: ExtractedFiles) throws(ImportError) -> Bool {
    let type = (stream.value("ct") ?? "").lowercased()
    if type == PhonePart.layoutType {
      stream.leaveOut("text", .machineText)
      return false
    }
    let data = Self.data(stream, files)
    let names = [stream.value("name"), stream.value("cl"), stream.value("fn")]
    if let part = try PhonePart(type: type, text: stream.value("text"), names: names, data) {
      content.add(part)
    }
    return data.isDamaged
  }

  private static func data(_ stream: XMLStream, _ files: ExtractedFiles) -> PhonePartData {
    // Writers put `null` for none.
    guard stream.attribute("data") != "null", let value = stream.base64("data") else {
      return PhonePartData(.bytes([]), files)
    }
    switch value {
    case .bytes(let bytes): return PhonePartData(.bytes(bytes), files)
    case .cut(let cut): return PhonePartData(.extracted(cut.range, digest: cut.digest), files)
    case .damaged: return PhonePartData(.damaged, files)
    }
  }
}
