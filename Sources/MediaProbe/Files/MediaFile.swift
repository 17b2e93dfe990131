public import Digests

/// An open file that came with a chat. Its content is not trusted and no pixel is decoded.
public struct MediaFile: ~Copyable, Sendable {
  /// The longest side of a picture in pixels; browsers refuse or fail beyond.
  public static let sideLimit = 65_500
  /// The most pixels of a picture; browsers refuse or fail beyond.
  public static let pixelLimit = 100_000_000

  /// The number of bytes read to find a picture's size. Metadata that comes before it can be some megabytes.
  private static let headLimit = 8 << 20
  /// The number of bytes that are enough to recognise any kind.
  private static let signatureLimit = 4096

  private let file: RegularFile

  /// Opens the file at `path`.
  ///
  /// - Throws: ``MediaProblem`` if it is missing, unreadable or not a regular file.
  public init(path: String) throws(MediaProblem) { file = try RegularFile(path: path) }

  /// Takes over an open regular file and closes it in the end. `path` is its name in messages.
  public init(descriptor: Int32, path: String) { file = RegularFile(descriptor: descriptor, path: path) }

  /// The path it was opened at, or its name in messages.
  public var path: String { file.path }

  /// The descriptor, open as long as the value exists.
  public var descriptor: Int32 { file.descriptor }

  /// Returns the kind and facts of the file.
  ///
  /// - Throws: ``MediaProblem``.
  public func info() throws(MediaProblem) -> MediaInfo {
    var memory = ReadBuffer()
    return try info(in: &memory)
  }

  /// Returns the kind and facts of the file, and the SHA-256 of its bytes. A file that fits `memory` is read once and stays
  /// there.
  ///
  /// - Throws: ``MediaProblem``.
  public func identify(in memory: inout ReadBuffer) throws(MediaProblem) -> (
    info: MediaInfo, sha256: SHA256Digest
  ) {
    let info = try info(in: &memory)
    var hash = SHA256()
    hash.update(memory.bytes.span.extracting(first: memory.count))
    if !memory.hasAll { try file.forEachPiece(from: memory.count) { piece in hash.update(piece) } }
    return (info, hash.digest())
  }

  /// Returns the kind and facts of the file, and leaves its beginning in `memory`.
  ///
  /// - Throws: ``MediaProblem``.
  public func info(in memory: inout ReadBuffer) throws(MediaProblem) -> MediaInfo {
    memory.count = try file.fill(&memory.bytes)
    let kind = MediaSignature.kind(of: Array(memory.bytes[..<min(memory.count, Self.signatureLimit)]))
    switch kind {
    case .jpeg, .bmp, .webp: return try picture(kind, memory, isEnough: true)
    // Their animation may be far into the file.
    case .png, .gif: return try picture(kind, memory, isEnough: memory.hasAll)
    case .svg: return try drawing(memory)
    case .tiff, .heic, .avif, .mp4, .mov, .webm, .matroska, .ogg, .mp3, .wav, .m4a, .flac, .aac, .amr,
      .pdf, .zip, .unknown:
      return MediaInfo(kind: kind)
    }
  }

  /// Returns the first `limit` bytes of the file, or all if there are fewer.
  ///
  /// - Throws: ``MediaProblem``.
  public func head(limit: Int) throws(MediaProblem) -> [UInt8] { try file.head(limit: limit) }

  /// Returns the first `limit` bytes of the file at `path`, or all if there are fewer.
  ///
  /// - Throws: ``MediaProblem``.
  public static func head(ofFile path: String, limit: Int) throws(MediaProblem) -> [UInt8] {
    try RegularFile(path: path).head(limit: limit)
  }

  /// Calls `body` with one piece of the file after the other, from the start.
  func forEachPiece(_ body: (Span<UInt8>) -> Void) throws(MediaProblem) {
    try file.forEachPiece(from: 0, body)
  }

  /// Returns the SHA-256 of the file's bytes in lower-case hexadecimal, reading the file in pieces.
  ///
  /// - Throws: ``MediaProblem``.
  public func sha256() throws(MediaProblem) -> String {
    var hash = SHA256()
    try file.forEachPiece(from: 0) { piece in hash.update(piece) }
    return hash.hexDigest()
  }

  /// Returns the facts of a drawing whose beginning is in memory.
  private func drawing(_ memory: borrowing ReadBuffer) throws(MediaProblem) -> MediaInfo {
    let bytes =
      memory.hasAll ? Array(memory.bytes[..<memory.count]) : try file.head(limit: PassiveDrawing.limit + 1)
    guard let drawing = PassiveDrawing(bytes) else { return MediaInfo(kind: .svg) }
    return MediaInfo(
      kind: .svg, pixelWidth: drawing.size?.width, pixelHeight: drawing.size?.height, isPassive: true)
  }

  /// Returns the facts of the picture whose beginning is in memory. `isEnough`: no later part is needed if the size is in
  /// that beginning.
  private func picture(
    _ kind: MediaInfo.Kind, _ memory: borrowing ReadBuffer, isEnough: Bool
  ) throws(MediaProblem) -> MediaInfo {
    var info = isEnough ? Self.picture(kind, memory.bytes.span.extracting(first: memory.count)) : nil
    if info == nil, !memory.hasAll {
      let head = try file.head(limit: Self.headLimit)
      info = Self.picture(kind, head.span)
    }
    guard let info, let width = info.pixelWidth, let height = info.pixelHeight else {
      throw .broken(path, kind: kind)
    }
    guard width <= Self.sideLimit, height <= Self.sideLimit, width * height <= Self.pixelLimit else {
      throw .tooLarge(path, width: width, height: height)
    }
    return info
  }

  /// Returns the facts in the beginning of a picture, or nil if there is no size.
  private static func picture(_ kind: MediaInfo.Kind, _ head: Span<UInt8>) -> MediaInfo? {
    var info = MediaInfo(kind: kind)
    var size: (width: Int, height: Int)?
    switch kind {
    case .webp:
      let features = WebP.features(of: head)
      size = features.map { ($0.width, $0.height) }
      info.isAnimated = features?.isAnimated ?? false
    default:
      size = Stb.size(of: head)
      info.isAnimated =
        kind == .gif && Animation.isAnimatedGIF(head) || kind == .png && Animation.isAnimatedPNG(head)
    }
    guard let size, size.width > 0, size.height > 0 else { return nil }
    (info.pixelWidth, info.pixelHeight) = size
    // EXIF orientations 5–8 are turned by a right angle.
    if kind == .jpeg, Exif.orientation(of: head) >= 5 {
      (info.pixelWidth, info.pixelHeight) = (size.height, size.width)
    }
    return info
  }
}

extension MediaFile {
  /// Returns the checksum of the file's bytes, reading the file in pieces.
  ///
  /// - Throws: ``MediaProblem`` if the file cannot be read.
  public func checksum() throws(MediaProblem) -> Checksum {
    guard var builder = ChecksumBuilder() else { throw .unreadable(path, errno: 0) }
    try forEachPiece { piece in builder.update(piece) }
    return builder.checksum()
  }
}
