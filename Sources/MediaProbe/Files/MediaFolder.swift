/// A folder that holds the media of an export, on the disk or in an archive.
///
/// Paths are relative to it, with `/` and without `..`. The empty path is the folder itself.
public protocol MediaFolder: Sendable {
  /// True if there is a file or folder with exactly this path.
  func has(_ path: String) -> Bool

  /// Returns the names in a folder in it, in byte order. None if there is no such folder.
  func names(in folder: String) -> [String]

  /// Opens the file at `path`, which the chat calls `name`. Never opens anything outside the folder.
  ///
  /// - Throws: ``MediaProblem``.
  func open(_ path: String, as name: String) throws(MediaProblem) -> MediaFile
}
