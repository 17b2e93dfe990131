/// The reasons that a file of an export cannot be used. `description` is a sentence for the user.
public enum MediaProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// The path could lead out of the export's folder, or is not a path.
  case refusedPath(String, reason: String)
  /// The file is not in the export's folder.
  case missing(String)
  /// Not a regular file: a folder, a pipe, a device.
  case notAFile(String)
  /// The system refused to open or read the file.
  case unreadable(String, errno: Int32)
  /// A file in an archive that cannot be unpacked; `reason` is a sentence's end with the remedy.
  case packed(String, reason: String)
  /// The run was ended while the file was read.
  case interrupted(String)
  /// A picture with an unreadable header.
  case broken(String, kind: MediaInfo.Kind)
  /// A picture that claims more pixels than browsers can show.
  case tooLarge(String, width: Int, height: Int)

  /// The sentence that names the file and the remedy.
  public var description: String {
    switch self {
    case .refusedPath(let path, let reason):
      "'\(path)' is not used: \(reason); give a path inside the export's folder"
    case .missing(let path):
      "'\(path)' is not in the export's folder; give its whole folder, or export again with media"
    case .notAFile(let path): "'\(path)' is not a file; put the media file there"
    case .unreadable(let path, let errno):
      "'\(path)' could not be read (error \(errno)); check its permissions"
    case .packed(let path, let reason): "'\(path)' could not be unpacked: \(reason)"
    case .interrupted(let path): "'\(path)' was not read to its end: the run was interrupted"
    case .broken(let path, let kind):
      "'\(path)' looks like \(kind.rawValue) but its size cannot be read; open it in a picture viewer to repair it"
    case .tooLarge(let path, let width, let height):
      "'\(path)' has \(width) × \(height) pixels, more than browsers show; make it smaller"
    }
  }
}
