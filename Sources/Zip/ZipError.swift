/// The reasons that a zip, or a file in it, cannot be read.
public enum ZipError: Error, Equatable, Sendable {
  /// The zip's list of members, at its end, is missing or invalid.
  case notAZip
  case severalParts
  case tooManyMembers(Int)
  /// The system's reason that the zip cannot be opened or read.
  case system(String)
  case missing
  case encrypted
  /// Neither library supports the compression with this number (APPNOTE 4.4.5).
  case method(Int)
  /// The compression with this number can only be undone for the whole zip, which failed for a reason.
  case archiveNotUnpacked(method: Int, reason: String)
  /// libarchive does not support the compression with this name.
  case compression(String)
  /// The bytes do not unpack to the size and checksum in the zip; the words are libzip's.
  case damaged(String)
  /// More bytes are unpacked than the zip declares.
  case longerThanSaid(Int)
  /// With this file more would be unpacked than any chat's zip holds.
  case tooMuch(size: Int, limit: Int)
  /// No file system has room to unpack to.
  case noRoom(String)
  case cancelled

  /// Words that follow "cannot be read: ".
  public var reason: String {
    switch self {
    case .notAZip:
      "the zip archive is truncated or damaged; download or create it again"
    case .severalParts:
      "it is one part of a split zip archive; join the parts, or unpack them and name the folder"
    case .tooManyMembers(let count):
      "the zip archive has \(count) members, more than the limit of \(ZipTree.memberLimit); "
        + "zip the export alone, or unpack it and name the folder"
    case .system(let words): words
    case .missing: "there is no such file in the zip archive"
    case .encrypted: "it is encrypted; unpack the archive with its password and name the folder"
    case .method(let number):
      "it is compressed by method \(number)\(Self.name(ofMethod: number)), which is not supported; "
        + "unpack the zip archive and name the folder, or zip it again with default settings"
    case .archiveNotUnpacked(let number, let reason):
      "it is compressed by method \(number)\(Self.name(ofMethod: number)), for which the whole zip archive has to be "
        + "unpacked, and that failed: \(reason)"
    case .compression(let name):
      "it is sound, but compressed with \(name), which is not supported; "
        + "unpack the archive and name the folder, or pack it again as a zip with default settings"
    case .damaged(let words):
      "it is damaged in the archive (\(words)); download or create the archive again"
    case .longerThanSaid(let size):
      "it is larger than the \(size) bytes the zip archive states; download or create the archive again"
    case .tooMuch(let size, let limit):
      "with its \(size) bytes, more than the \(limit) allowed for an archive of this size and the archives in it "
        + "would be unpacked; if that is right, unpack it and name the folder"
    case .noRoom(let words):
      "cannot unpack it: \(words); free disk space, or set TMPDIR to a folder with more"
    case .cancelled: "the run was stopped"
    }
  }

  private static func name(ofMethod number: Int) -> String {
    switch number {
    case 1: " (shrink)"
    case 2...5: " (reduce)"
    case 6: " (implode)"
    case 9: " (deflate64)"
    case 12: " (bzip2)"
    case 14: " (LZMA)"
    case 20, 93: " (zstd)"
    case 95: " (xz)"
    case 98: " (PPMd)"
    default: ""
    }
  }
}
