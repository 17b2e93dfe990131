import ImportKit
import MediaProbe
import Storage

/// The media of several exports of one conversation, which are searched in turn for a path.
struct JoinedMedia: MediaFolder {
  let folders: [any MediaFolder]

  func has(_ path: String) -> Bool { folders.contains { $0.has(path) } }

  func names(in folder: String) -> [String] {
    Set(folders.flatMap { $0.names(in: folder) }).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  func open(_ path: String, as name: String) throws(MediaProblem) -> MediaFile {
    for folder in folders where folder.has(path) { return try folder.open(path, as: name) }
    throw .missing(name)
  }
}

/// The media extracted from an export's own file.
struct ExtractedMedia: MediaFolder {
  let files: ExtractedFiles

  func has(_ path: String) -> Bool { files.has(path) }

  func names(in folder: String) -> [String] { folder.isEmpty ? files.names : [] }

  func open(_ path: String, as name: String) throws(MediaProblem) -> MediaFile {
    do throws(StorageError) {
      guard let descriptor = try files.copy(path) else { throw StorageError(words: "it is missing") }
      return MediaFile(descriptor: descriptor, path: name)
    } catch {
      throw .packed(name, reason: error.words)
    }
  }
}
