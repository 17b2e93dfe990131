/// The reasons for which a zip, or a file in it, cannot be read.
public enum ZipError: Error, Equatable, Sendable {
  /// The zip's list of members, which stands at its end, is not there or makes no sense.
  case notAZip
  case severalParts
  case tooManyMembers(Int)
  /// The system's words for why the zip cannot be opened or read.
  case system(String)
  case missing
  case encrypted
  /// libzip cannot undo the compression with this number (APPNOTE 4.4.5).
  case method(Int)
  /// The bytes do not unpack to what the zip says of them; the words are libzip's.
  case damaged(String)
  /// More comes out than the zip says.
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
      "it is a zip archive that is cut off or damaged; download or make it again"
    case .severalParts:
      "it is one part of a zip archive in several; join the parts into one, or unpack them and give the folder"
    case .tooManyMembers(let count):
      "the zip archive has \(count) members, more than the \(ZipTree.memberLimit) that are read; "
        + "zip the export alone, or unpack it and give the folder"
    case .system(let words): words
    case .missing: "there is no such file in the zip archive"
    case .encrypted: "it is encrypted; unpack the zip archive with its password and give the folder"
    case .method(let number):
      "it is compressed by method \(number)\(Self.name(ofMethod: number)), which is not supported; "
        + "unpack the zip archive and give the folder, or zip that with the usual settings"
    case .damaged(let words):
      "it is damaged in the zip archive (\(words)); download or make the archive again"
    case .longerThanSaid(let size):
      "it holds more than the \(size) bytes that the zip archive says; download or make the archive again"
    case .tooMuch(let size, let limit):
      "it has \(size) bytes, and no more than \(limit) are unpacked from a zip archive of this size; "
        + "if that is right, unpack it and give the folder"
    case .noRoom(let words):
      "there is no room to unpack it: \(words); free some, or name a folder that has it in TMPDIR"
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
