import ChatModel

extension Attachment.Kind {
  /// Returns the kind suggested by a file's type and name, for formats that do not name one. `type` is a MIME type. Later the file's
  /// content, which `MediaProbe` reads, decides how it is shown.
  package init(ofFileNamed name: String, type: String? = nil) {
    let type = type?.lowercased() ?? ""
    let end = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
    switch (type.prefix { $0 != "/" }, end) {
    case (_, "gif"),
      ("image", _) where type == "image/gif":
      self = .gif
    // Phones record voice messages as Opus; music comes in other containers.
    case ("audio", "opus"), ("", "opus"): self = .voice
    case ("image", _), ("", "jpg"), ("", "jpeg"), ("", "png"), ("", "webp"), ("", "heic"), ("", "avif"):
      self = .image
    case ("video", _), ("", "mp4"), ("", "mov"), ("", "webm"), ("", "m4v"), ("", "3gp"), ("", "mkv"):
      self = .video
    case ("audio", _), ("", "mp3"), ("", "m4a"), ("", "ogg"), ("", "oga"), ("", "wav"), ("", "flac"),
      ("", "aac"),
      ("", "amr"):
      self = .audio
    default: self = .file
    }
  }
}
