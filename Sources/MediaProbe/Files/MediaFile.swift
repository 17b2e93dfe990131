public import Digests

/// A file that came with a chat, open. Nothing in it is trusted and no pixel is decoded.
public struct MediaFile: ~Copyable, Sendable {
  /// The longest side and the most pixels a picture may claim; browsers refuse or fail beyond.
  public static let sideLimit = 65_500
  public static let pixelLimit = 100_000_000

  /// How much of a picture is read to find its size: metadata comes before it and can be some megabytes.
  private static let headLimit = 8 << 20
  /// Enough to know any kind.
  private static let signatureLimit = 4096

  private let file: RegularFile

  /// Opens the file at `path`.
  public init(path: String) throws(MediaProblem) { file = try RegularFile(path: path) }

  /// Takes over an open regular file and closes it; `path` is what messages call it.
  public init(descriptor: Int32, path: String) { file = RegularFile(descriptor: descriptor, path: path) }

  /// The path it was opened at, or is called by.
  public var path: String { file.path }

  /// Open as long as the file is in use.
  public var descriptor: Int32 { file.descriptor }

  /// What the file is, by its content.
  public func info() throws(MediaProblem) -> MediaInfo {
    var memory = ReadBuffer()
    return try info(in: &memory)
  }

  /// What the file is, by its content, and the SHA-256 of its bytes in lower-case hexadecimal. A file that fits `memory`
  /// is read once, and stays there.
  public func identify(in memory: inout ReadBuffer) throws(MediaProblem) -> (info: MediaInfo, sha256: String)
  {
    let info = try info(in: &memory)
    guard var hash = SHA256() else { throw .unreadable(path, errno: 0) }
    hash.update(memory.bytes.span.extracting(first: memory.count))
    if !memory.hasAll { try file.forEachPiece(from: memory.count) { piece in hash.update(piece) } }
    return (info, hash.hexDigest())
  }

  /// What the file is, whose beginning `memory` has from then on.
  public func info(in memory: inout ReadBuffer) throws(MediaProblem) -> MediaInfo {
    memory.count = try file.fill(&memory.bytes)
    let kind = MediaSignature.kind(of: Array(memory.bytes[..<min(memory.count, Self.signatureLimit)]))
    switch kind {
    case .jpeg, .bmp, .webp: return try picture(kind, memory, isEnough: true)
    // Whether these move can be told late.
    case .png, .gif: return try picture(kind, memory, isEnough: memory.hasAll)
    case .tiff, .heic, .avif, .svg, .mp4, .mov, .webm, .matroska, .ogg, .mp3, .wav, .m4a, .flac, .aac, .amr,
      .pdf, .zip, .unknown:
      return MediaInfo(kind: kind)
    }
  }

  /// The first `limit` bytes of the file, or all when there are fewer.
  public func head(limit: Int) throws(MediaProblem) -> [UInt8] { try file.head(limit: limit) }

  /// The first `limit` bytes of a file, or all when there are fewer.
  public static func head(ofFile path: String, limit: Int) throws(MediaProblem) -> [UInt8] {
    try RegularFile(path: path).head(limit: limit)
  }

  /// Calls `body` with one piece of the file after the other, from the start.
  func forEachPiece(_ body: (Span<UInt8>) -> Void) throws(MediaProblem) {
    try file.forEachPiece(from: 0, body)
  }

  /// The SHA-256 of the file's bytes in lower-case hexadecimal; the file is read in pieces.
  public func sha256() throws(MediaProblem) -> String {
    guard var hash = SHA256() else { throw .unreadable(path, errno: 0) }
    try file.forEachPiece(from: 0) { piece in hash.update(piece) }
    return hash.hexDigest()
  }

  /// The SHA-256 of bytes in memory, in lower-case hexadecimal; empty when libcrypto has none to give.
  public static func sha256(of bytes: [UInt8]) -> String { sha256(of: bytes.span) }

  /// The SHA-256 of bytes in memory, in lower-case hexadecimal; empty when libcrypto has none to give.
  public static func sha256(of bytes: Span<UInt8>) -> String {
    guard var hash = SHA256() else { return "" }
    hash.update(bytes)
    return hash.hexDigest()
  }

  /// The picture whose beginning is in memory; `isEnough` says whether that tells all, should it tell the size.
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

  /// What the beginning of a picture says of it; nil when it has no size to say.
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
    // EXIF orientations 5–8 lie on their side.
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
