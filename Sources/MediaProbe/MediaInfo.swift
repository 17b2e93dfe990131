/// What a file is, found from its content.
public struct MediaInfo: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case png, jpeg, gif, webp, bmp, tiff, heic, avif, svg
    case mp4, mov, webm, matroska
    case ogg, mp3, wav, m4a, flac, aac, amr
    case pdf, zip, unknown
  }

  public var kind: Kind
  /// Pixels as the picture is shown, after its EXIF orientation; nil when the kind does not say or is not read.
  public var pixelWidth: Int?
  public var pixelHeight: Int?
  /// The picture moves: more than one frame.
  public var isAnimated: Bool

  public init(kind: Kind, pixelWidth: Int? = nil, pixelHeight: Int? = nil, isAnimated: Bool = false) {
    (self.kind, self.pixelWidth, self.pixelHeight) = (kind, pixelWidth, pixelHeight)
    self.isAnimated = isAnimated
  }

  /// The ending a copy of the file gets, without the dot: from its content, so that a server or browser never
  /// takes it for something else.
  public var fileExtension: String {
    switch kind {
    case .jpeg: "jpg"
    case .matroska: "mkv"
    case .unknown: "bin"
    // A drawing can hold scripts; as text it shows its source and runs nothing.
    case .svg: "svg.txt"
    case .png, .gif, .webp, .bmp, .tiff, .heic, .avif, .mp4, .mov, .webm, .ogg, .mp3, .wav, .m4a, .flac, .aac,
      .amr, .pdf, .zip:
      kind.rawValue
    }
  }

  /// Whether browsers play it, and as what: `film` is a container for moving pictures.
  public var playback: Playback? {
    switch kind {
    case .mp4, .mov, .webm: .film
    case .ogg, .mp3, .wav, .m4a, .flac, .aac: .sound
    case .png, .jpeg, .gif, .webp, .bmp, .tiff, .heic, .avif, .svg, .matroska, .amr, .pdf, .zip, .unknown: nil
    }
  }

  /// Sound alone, or moving pictures with or without it.
  public enum Playback: Sendable, Hashable { case sound, film }

  /// Whether a page may show it as a picture. SVG never: it is a document that can hold scripts.
  public var isInlineImage: Bool {
    switch kind {
    case .png, .jpeg, .gif, .webp: true
    case .bmp, .tiff, .heic, .avif, .svg, .mp4, .mov, .webm, .matroska, .ogg, .mp3, .wav, .m4a, .flac, .aac,
      .amr,
      .pdf, .zip, .unknown:
      false
    }
  }
}
