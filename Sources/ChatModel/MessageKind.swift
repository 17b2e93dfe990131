/// The name of each kind of content, for counts and reports.
public enum MessageKind: String, Sendable, Hashable, CaseIterable {
  case text, image, video, audio, voice, file, sticker, gif, album
  case contact, location, poll, call, linkPreview, code, system, deleted, turnPart, unsupported

  /// The kind of `content`; several pictures are an album.
  public init(_ content: borrowing MessageContent) {
    switch content {
    case .text: self = .text
    case .media(let attachments, _):
      switch attachments.count {
      case 0: self = .text
      case 1: self = MessageKind(attachments[0].kind)
      default: self = .album
      }
    case .contact: self = .contact
    case .location: self = .location
    case .poll: self = .poll
    case .call: self = .call
    case .linkPreview: self = .linkPreview
    case .code: self = .code
    case .system: self = .system
    case .deleted: self = .deleted
    case .turnPart: self = .turnPart
    case .unsupported: self = .unsupported
    }
  }

  private init(_ kind: Attachment.Kind) {
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

  /// The kind's place among all kinds.
  public var place: Int {
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
    case .contact: 9
    case .location: 10
    case .poll: 11
    case .call: 12
    case .linkPreview: 13
    case .code: 14
    case .system: 15
    case .deleted: 16
    case .turnPart: 17
    case .unsupported: 18
    }
  }
}
