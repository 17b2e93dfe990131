/// The kind of a media file and the facts in its content.
public struct MediaInfo: Sendable, Hashable {
  /// The kinds of files that are recognised.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case png, jpeg, gif, webp, bmp, tiff, heic, avif, svg
    case mp4, mov, webm, matroska
    case ogg, mp3, wav, m4a, flac, aac, amr
    case pdf, zip, unknown
  }

  /// The kind.
  public var kind: Kind
  /// The width in pixels after the EXIF orientation is applied, or nil if the kind has none or it is not read.
  public var pixelWidth: Int?
  /// The height in pixels after the EXIF orientation is applied, or nil if the kind has none or it is not read.
  public var pixelHeight: Int?
  /// True if the picture has more than one frame.
  public var isAnimated: Bool

  /// True if the drawing can only be displayed, wherever it is opened (`PassiveDrawing`).
  public var isPassive: Bool

  /// Creates the facts of a file.
  public init(
    kind: Kind, pixelWidth: Int? = nil, pixelHeight: Int? = nil, isAnimated: Bool = false,
    isPassive: Bool = false
  ) {
    (self.kind, self.pixelWidth, self.pixelHeight) = (kind, pixelWidth, pixelHeight)
    (self.isAnimated, self.isPassive) = (isAnimated, isPassive)
  }

  /// The extension of a copy of the file, without the dot. Derived from the content, so that no server or browser mistakes
  /// the file's type.
  public var fileExtension: String {
    switch kind {
    case .jpeg: "jpg"
    case .matroska: "mkv"
    case .unknown: "bin"
    // A drawing can hold scripts; as text it shows its source and runs nothing.
    case .svg: isPassive ? "svg" : "svg.txt"
    case .png, .gif, .webp, .bmp, .tiff, .heic, .avif, .mp4, .mov, .webm, .ogg, .mp3, .wav, .m4a, .flac, .aac,
      .amr, .pdf, .zip:
      kind.rawValue
    }
  }

  /// The way browsers play the file, or nil if they do not.
  public var playback: PlaybackKind? {
    switch kind {
    case .mp4, .mov, .webm: .film
    case .ogg, .mp3, .wav, .m4a, .flac, .aac: .sound
    case .png, .jpeg, .gif, .webp, .bmp, .tiff, .heic, .avif, .svg, .matroska, .amr, .pdf, .zip, .unknown: nil
    }
  }

  /// Sound alone, or film with or without sound.
  public enum PlaybackKind: Sendable, Hashable { case sound, film }

  /// True if a page may show the file as a picture. SVG is a document that can hold scripts, so only if it is passive.
  public var isInlineImage: Bool {
    switch kind {
    case .png, .jpeg, .gif, .webp: true
    case .svg: isPassive
    case .bmp, .tiff, .heic, .avif, .mp4, .mov, .webm, .matroska, .ogg, .mp3, .wav, .m4a, .flac, .aac,
      .amr,
      .pdf, .zip, .unknown:
      false
    }
  }
}
