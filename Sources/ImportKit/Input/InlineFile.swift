package import ChatModel
import Digests

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file in Base64 in an export's own text, such as a picture that somebody pasted.
package enum InlineFile {
  /// Returns an attachment for a file of this MIME type, extracted to `files`; without a path if its text is not Base64.
  ///
  /// - Throws: ``ImportError`` if the disk is full.
  package static func attachment(
    base64 text: String, type: String?, name: String? = nil, files: ExtractedFiles
  ) throws(ImportError) -> Attachment {
    let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data()
    return try attachment([UInt8](data), type: type, name: name, files: files)
  }

  /// Returns an attachment for a file of this MIME type with these bytes, extracted to `files`; without a path if there are none.
  ///
  /// - Throws: ``ImportError`` if the disk is full.
  package static func attachment(
    _ bytes: [UInt8], type: String?, name: String? = nil, files: ExtractedFiles
  ) throws(ImportError) -> Attachment {
    let ending = ending(ofType: type ?? "")
    let shown = name ?? "\(ending.kind.rawValue).\(ending.name)"
    var attachment = Attachment(kind: ending.kind, name: shown)
    attachment.type = type
    guard !bytes.isEmpty else {
      attachment.absence = .unavailable
      return attachment
    }
    // Equal pictures share a file.
    let path = "inline-\(SHA256.hexDigest(of: bytes.span).prefix(32)).\(ending.name)"
    if !files.has(path) { _ = try files.add(bytes.span, name: path) }
    attachment.path = path
    attachment.byteCount = bytes.count
    return attachment
  }

  /// Returns an attachment for a `data:` address (RFC 2397) in Base64, or nil for any other address.
  package static func attachment(
    dataURL: String, name: String? = nil, files: ExtractedFiles
  ) throws(ImportError) -> Attachment? {
    guard dataURL.utf8.starts(with: "data:".utf8), let comma = dataURL.utf8.firstIndex(of: UInt8(ascii: ","))
    else { return nil }
    let head = dataURL[..<comma].dropFirst(5).split(separator: ";")
    guard head.last == "base64" else { return nil }
    return try attachment(
      base64: String(dataURL[dataURL.index(after: comma)...]), type: head.first.map(String.init), name: name,
      files: files)
  }

  private static func ending(ofType type: String) -> (name: String, kind: Attachment.Kind) {
    switch type.lowercased() {
    case "image/png", "": ("png", .image)
    case "image/jpeg", "image/jpg": ("jpg", .image)
    case "image/gif": ("gif", .gif)
    case "image/webp": ("webp", .image)
    case "image/svg+xml": ("svg", .image)
    case "application/pdf": ("pdf", .file)
    case "text/plain": ("txt", .file)
    case "audio/wav", "audio/x-wav": ("wav", .audio)
    case "audio/mpeg", "audio/mp3": ("mp3", .audio)
    case "video/mp4": ("mp4", .video)
    default: ("bin", .file)
    }
  }
}
