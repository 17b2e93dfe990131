/// Where the media of an export are: a folder of the disk, or what stands for one.
///
/// Paths are relative to it, with `/` and without `..`; the empty one is the folder's own.
public protocol MediaFolder: Sendable {
  /// Whether there is a file or folder with exactly this path.
  func has(_ path: String) -> Bool

  /// The names in a folder in it, in byte order; none where there is no such folder.
  func names(in folder: String) -> [String]

  /// Opens the file at `path`, which the chat calls `name`; nothing outside the folder is ever opened.
  func open(_ path: String, as name: String) throws(MediaProblem) -> MediaFile
}
