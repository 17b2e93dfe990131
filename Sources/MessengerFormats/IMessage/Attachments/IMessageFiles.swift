import ChatModel
import ImportKit

/// A row of the table `attachment`.
struct IMessageFile {
  var guid: String
  var attachment: Attachment
  var isHidden: Bool
}

extension IMessageFile {
  /// The columns after the message's ID.
  static func columns(_ existing: Set<String>) -> String {
    [
      "guid", "filename", "transfer_name", "mime_type", "uti", "total_bytes", "is_sticker", "hide_attachment",
      "emoji_image_short_description",
    ].map { existing.contains($0) ? "a.\($0)" : "NULL" }.joined(separator: ", ")
  }

  /// Reads a row with the message's ID and these columns.
  init(_ row: borrowing SQLiteStatement, _ paths: AttachmentPaths) {
    guid = row.text(1) ?? ""
    let original = row.text(2).flatMap { $0.isEmpty ? nil : $0 }
    let last = original.map { String($0[($0.lastIndex(of: "/").map($0.index(after:)) ?? $0.startIndex)...]) }
    let name = row.text(3).flatMap { $0.isEmpty ? nil : $0 } ?? last
    let type = row.text(4).flatMap { $0.isEmpty ? nil : $0 } ?? row.text(5).flatMap(Self.type)
    var kind = Attachment.Kind(ofFileNamed: name ?? "", type: type)
    if row.integer(7) != 0 { kind = .sticker }
    attachment = Attachment(kind: kind, path: original.flatMap(paths.path), name: name)
    attachment.type = type
    attachment.alt = row.text(9).flatMap { $0.isEmpty ? nil : $0 }
    attachment.byteCount = row.integer(6) > 0 ? Int(clamping: row.integer(6)) : nil
    // A file that was not fetched yet has no path, and one that was only forwarded was elsewhere.
    if attachment.path == nil { attachment.absence = .unavailable }
    // The second case is an app's private file, in older databases without the mark.
    isHidden = row.integer(8) != 0 || name?.hasSuffix(".pluginPayloadAttachment") == true
  }

  /// The MIME type for Apple's type identifier, for rows that have nothing else.
  private static func type(_ identifier: String) -> String? {
    switch identifier {
    case "com.apple.coreaudio-format": "audio/x-caf"
    case "com.apple.quicktime-movie": "video/quicktime"
    case "com.compuserve.gif": "image/gif"
    case "public.heic", "public.heif": "image/heic"
    case "public.jpeg": "image/jpeg"
    case "public.png": "image/png"
    case "public.vcard": "text/vcard"
    default: nil
    }
  }
}

/// A contact or a place that was sent as a card in a file.
enum IMessageCard {
  /// Returns the facts in the file if it is a readable card, or nil.
  static func part(_ attachment: Attachment, in root: InputFolder) -> (any MessagePart)? {
    let isCard =
      attachment.type == "text/vcard" || attachment.type == "text/x-vcard"
      || attachment.type == "text/x-vlocation" || attachment.name?.lowercased().hasSuffix(".vcf") == true
    guard isCard, let path = attachment.path, let card = VCard(ofFile: path, in: root) else { return nil }
    if let location = card.location { return location }
    return card.contact(named: attachment.name.map { String($0.prefix { $0 != "." }) } ?? "")
  }
}
