/// The names of the contents that are not parts, for counts and reports; a part has its kind's.
public enum MessageKind: String, Sendable, Hashable, CaseIterable {
  case text, image, video, audio, voice, file, sticker, gif, album, system

  fileprivate init(_ kind: Attachment.Kind) {
    switch kind {
    case .image: self = .image
    case .video: self = .video
    case .audio: self = .audio
    case .voice: self = .voice
    case .file: self = .file
    case .sticker: self = .sticker
    case .gif: self = .gif
    }
  }

  /// The index of the kind among all kinds.
  public var index: Int {
    switch self {
    case .text: 0
    case .image: 1
    case .video: 2
    case .audio: 3
    case .voice: 4
    case .file: 5
    case .sticker: 6
    case .gif: 7
    case .album: 8
    case .system: 9
    }
  }
}

extension MessageContent {
  /// The kind of the content, several files being an album. Nil for a part.
  public var kind: MessageKind? {
    switch self {
    case .text: .text
    case .media(let attachments, _):
      switch attachments.count {
      case 0: .text
      case 1: MessageKind(attachments[0].kind)
      default: .album
      }
    case .system: .system
    case .part: nil
    }
  }
}
