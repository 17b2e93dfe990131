import ChatModel
import ImportKit

/// The file or photo of a message.
struct TelegramMedia {
  var photo: String?
  var photoByteCount: Int?
  var file: String?
  var fileName: String?
  var fileByteCount: Int?
  var type: String?
  var mimeType: String?
  var width: Int?
  var height: Int?
  var duration: Double?
  var stickerEmoji: String?
  var performer: String?
  /// The title of a piece of music or, in a service message, of the group or topic.
  var title: String?
  var thumbnail: String?
  /// Hidden until somebody asks to see it.
  var isSpoiler = false
  /// Seconds after which it destroys itself.
  var selfDestruct: Double?

  /// The attachment, if there is one.
  var attachment: Attachment? {
    guard let stated = photo ?? file else { return nil }
    var attachment = Attachment(kind: photo != nil ? .image : kind)
    let (path, absence) = Self.pathOrAbsence(stated)
    (attachment.path, attachment.absence) = (path, absence)
    attachment.name = fileName ?? [performer, title].compactMap(\.self).nonEmptyJoined
    attachment.byteCount = photo != nil ? photoByteCount : fileByteCount
    (attachment.width, attachment.height, attachment.duration) = (width, height, duration)
    (attachment.type, attachment.alt) = (mimeType, stickerEmoji)
    attachment.isSpoiler = isSpoiler
    attachment.isRound = type == "video_message"
    if attachment.kind == .video || attachment.kind == .gif {
      attachment.poster = Self.picturePath(thumbnail)
    }
    if isMovingDrawing, let still = Self.picturePath(thumbnail) { attachment.path = still }
    return attachment
  }

  /// True if it is a sticker in Telegram's own animation format, which no browser shows.
  var isMovingDrawing: Bool { kind == .sticker && file?.hasSuffix(".tgs") == true }

  private var kind: Attachment.Kind {
    switch type {
    case "sticker": .sticker
    case "video_message", "video_file": .video
    case "voice_message": .voice
    case "animation": .gif
    case "audio_file": .audio
    default: .file
    }
  }

  /// The path of a custom emoji's or film's picture. Old exports have a number there, and many a sentence about why there
  /// is no file; animated pictures are in a format of Telegram's own.
  static func picturePath(_ stated: String?) -> String? {
    guard let stated, let path = pathOrAbsence(stated).path, path.contains("/"), !path.hasSuffix(".tgs")
    else {
      return nil
    }
    return path
  }

  /// Returns the path, or the absence that a sentence in parentheses describes. Exports have such a sentence instead of a
  /// path for files that were not exported.
  private static func pathOrAbsence(_ stated: String) -> (path: String?, absence: Attachment.Absence?) {
    guard stated.hasPrefix("("), stated.hasSuffix(")") else { return (stated, nil) }
    if stated.hasPrefix("(File not included") { return (nil, nil) }
    if stated.hasPrefix("(File exceeds") { return (nil, .tooLarge) }
    if stated.hasPrefix("(File unavailable") { return (nil, .unavailable) }
    return (nil, .other(String(stated.dropFirst().dropLast())))
  }
}

extension [String] {
  /// `performer – title`, or whichever there is.
  fileprivate var nonEmptyJoined: String? {
    let texts = filter { !$0.isEmpty }
    return texts.isEmpty ? nil : texts.joined(separator: " – ")
  }
}

extension DocumentReader {
  mutating func readMedia(
    _ member: TelegramReader.TelegramMember, into media: inout TelegramMedia
  ) throws(JSONError) {
    switch member {
    case .photo: media.photo = try text("photo")
    case .photoFileSize: media.photoByteCount = try count("photo_file_size")
    case .file: media.file = try text("file")
    case .fileName: media.fileName = try text("file_name")
    case .fileSize: media.fileByteCount = try count("file_size")
    case .mediaType: media.type = try text("media_type")
    case .mimeType: media.mimeType = try text("mime_type")
    case .width: media.width = try count("width")
    case .height: media.height = try count("height")
    case .duration: media.duration = try number("duration_seconds", in: 0...DocumentReader.longestDuration)
    case .stickerEmoji: media.stickerEmoji = try text("sticker_emoji")
    case .performer: media.performer = try text("performer")
    case .title: media.title = try text("title")
    case .thumbnail: media.thumbnail = try text("thumbnail")
    case .mediaSpoiler: media.isSpoiler = try flag("media_spoiler") ?? false
    case .selfDestruct:
      media.selfDestruct = try number(
        "self_destruct_period_seconds", in: 0...DocumentReader.longestDuration)
    default: try skipCounted()
    }
  }
}
