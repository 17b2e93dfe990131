/// The media types of a site's files (RFC 6838), by the endings of their names.
enum FileTypes {
  private static let types = [
    "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif", "webp": "image/webp",
    "avif": "image/avif", "bmp": "image/bmp", "svg": "image/svg+xml", "heic": "image/heic",
    "ico": "image/x-icon",
    "mp4": "video/mp4", "m4v": "video/mp4", "mov": "video/quicktime", "webm": "video/webm",
    "ogv": "video/ogg",
    "3gp": "video/3gpp", "mkv": "video/x-matroska",
    "mp3": "audio/mpeg", "m4a": "audio/mp4", "aac": "audio/aac", "ogg": "audio/ogg", "oga": "audio/ogg",
    "opus": "audio/ogg", "wav": "audio/wav", "amr": "audio/amr", "caf": "audio/x-caf", "flac": "audio/flac",
    "woff2": "font/woff2", "pdf": "application/pdf", "txt": "text/plain",
  ]

  /// Returns the type of the file at `path`; `application/octet-stream` if the ending is not known.
  static func type(of path: String) -> String {
    guard let dot = path.lastIndex(of: ".") else { return "application/octet-stream" }
    return types[path[path.index(after: dot)...].lowercased()] ?? "application/octet-stream"
  }
}
