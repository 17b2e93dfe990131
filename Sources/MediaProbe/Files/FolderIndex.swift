import Synchronization

/// The names in folders by their normal forms, for names that do not match exactly.
///
/// A folder is listed once: chats name thousands of files of one folder.
final class FolderIndex: Sendable {
  /// Names by their normal forms. Swift compares strings by canonical equivalence, so NFC and NFD are one key.
  private struct Names {
    var equivalent: [String: String] = [:]
    var lowercased: [String: String] = [:]
  }

  private let media: any MediaFolder
  private let folders = Mutex<[String: Names]>([:])

  init(_ media: any MediaFolder) { self.media = media }

  /// Returns the name in `folder` that is canonically equivalent to `name`, else one that differs in case only; the first
  /// in byte order where there are several.
  func name(like name: String, in folder: String) -> String? {
    folders.withLock { folders in
      let names = folders[folder] ?? list(folder)
      folders[folder] = names
      return names.equivalent[name] ?? names.lowercased[name.lowercased()]
    }
  }

  private func list(_ folder: String) -> Names {
    var names = Names()
    for name in media.names(in: folder) {
      if names.equivalent[name] == nil { names.equivalent[name] = name }
      let key = name.lowercased()
      if names.lowercased[key] == nil { names.lowercased[key] = name }
    }
    return names
  }
}
