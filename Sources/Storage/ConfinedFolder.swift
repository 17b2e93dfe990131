import Synchronization
public import SystemCalls

/// A folder of the disk whose files are opened by paths in it. Whatever the path and the links in the folder, no file outside is
/// opened, and only regular files are: opening a pipe would block, and opening a device may have effects.
public final class ConfinedFolder: Sendable {
  /// The folder's path, as it was given.
  public let path: String
  /// The only folder in it whose files are opened; nil for all.
  private let only: String?
  private let state = Mutex(RealPaths())

  /// Paths with all links followed, kept because thousands of files may be in one folder.
  private struct RealPaths {
    var isKnown = false
    /// The real path of the folder itself; nil if it does not exist.
    var root: String?
    /// The real path of the folder that all files have to be in.
    var limit: String?
    /// The real paths of folders in it, with a slash at the end, by their paths; nil for a folder that does not exist or is outside.
    var folders: [[UInt8]: FolderPath] = [:]
  }

  private enum FolderPath {
    case inside(String)
    case outside, missing
  }

  /// Creates the folder at `path`, which need not exist. With `only` nothing but the folder of that name in it is used.
  public init(_ path: String, only: String? = nil) { (self.path, self.only) = (path, only) }

  /// Opens the file at `path` if, all links followed, it is a regular file in the folder.
  ///
  /// - Throws: ``ConfinedFileError``.
  public func open(_ path: String) throws(ConfinedFileError) -> ConfinedFile {
    let (file, status) = try entry(path)
    switch status.kind {
    case .file: return try Self.openRegular(file)
    case .link:
      guard let real = SystemCall.realPath(file) else { throw .missing }
      guard isInside(real) else { throw .outside }
      return try Self.openRegular(real)
    case .folder, .pipe, .special: throw .notAFile
    }
  }

  /// Returns the reason that an existing entry at `path` is not opened: a link that leads outside, a pipe, a device. Nil for any
  /// other.
  public func refusal(of path: String) -> ConfinedFileError? {
    do throws(ConfinedFileError) {
      let (file, status) = try entry(path)
      switch status.kind {
      case .file, .folder: return nil
      case .pipe, .special: return .notAFile
      case .link:
        guard let real = SystemCall.realPath(file) else { return nil }
        return isInside(real) ? nil : .outside
      }
    } catch {
      if case .outside = error { return error }
      return nil
    }
  }

  /// Returns the status of the entry at `path`, which may be a link; nil if it does not exist, or a link above it leads outside.
  public func status(of path: String) -> FileStatus? { (try? entry(path))?.status }

  /// Returns the names in a folder in it, in byte order. None if the folder does not exist, or is outside.
  public func names(in folder: String) -> [String] { realPath(ofFolder: folder).map(SystemCall.names) ?? [] }

  /// Returns the path of a folder in it with all links followed; nil if the folder does not exist, or is outside.
  public func realPath(ofFolder folder: String) -> String? {
    if case .inside(let path) = find(folder) { path } else { nil }
  }

  /// Returns the path of an entry with all links above it followed, and its status.
  private func entry(_ path: String) throws(ConfinedFileError) -> (path: String, status: FileStatus) {
    if let refusal = ConfinedPath.danger(in: path) { throw .refused(refusal) }
    // By bytes, because a mark combines with a slash to one character, but the system sees two names.
    let names = path.utf8.split(separator: UInt8(ascii: "/"))
    guard let last = names.last, let name = String(last) else { throw .notAFile }
    let parent = String(path.utf8[..<last.startIndex]) ?? ""
    if parent.isEmpty, let only, let limit = roots.limit {
      guard name.utf8.elementsEqual(only.utf8), let status = try? SystemCall.entry(at: limit) else {
        throw .missing
      }
      return (limit, status)
    }
    switch find(parent) {
    case .outside: throw .outside
    case .missing: throw .missing
    case .inside(let folder):
      let file = folder + name
      do throws(SystemError) {
        return (file, try SystemCall.entry(at: file))
      } catch {
        throw error.isMissing ? .missing : .system(error)
      }
    }
  }

  private static func openRegular(_ path: String) throws(ConfinedFileError) -> ConfinedFile {
    let descriptor: CInt
    do throws(SystemError) {
      descriptor = try SystemCall.openFileItself(path)
    } catch {
      throw error.isMissing ? .missing : .system(error)
    }
    // It may have been replaced since it was checked.
    guard let status = try? SystemCall.status(of: descriptor), status.kind == .file else {
      SystemCall.close(descriptor)
      throw .notAFile
    }
    return ConfinedFile(descriptor: descriptor, path: path, status: status)
  }

  private func find(_ folder: String) -> FolderPath {
    // Strings compare by canonical equivalence, folders do not.
    let key = Array(folder.utf8)
    if let known = state.withLock({ $0.folders[key] }) { return known }
    guard let root = roots.root else { return .missing }
    let found: FolderPath
    if ConfinedPath.danger(in: folder) != nil {
      found = .outside
    } else if let real = folder.isEmpty ? root : SystemCall.realPath("\(root)/\(folder)") {
      found = isInside(real) ? .inside(real == "/" ? real : real + "/") : .outside
    } else {
      found = .missing
    }
    state.withLock { $0.folders[key] = found }
    return found
  }

  private var roots: (root: String?, limit: String?) {
    state.withLock { state in
      if !state.isKnown {
        state.isKnown = true
        state.root = SystemCall.realPath(path)
        state.limit = state.root
        if let root = state.root, let only {
          state.limit = SystemCall.realPath("\(root)/\(only)").flatMap { Self.isInside($0, root) ? $0 : nil }
        }
      }
      return (state.root, state.limit)
    }
  }

  /// True if a path with all links followed belongs to a file that may be opened, or to a folder that may be used.
  private func isInside(_ real: String) -> Bool { roots.limit.map { Self.isInside(real, $0) } ?? false }

  private static func isInside(_ real: String, _ folder: String) -> Bool {
    folder == "/" || real.utf8.elementsEqual(folder.utf8) || real.utf8.starts(with: (folder + "/").utf8)
  }
}

/// A regular file of an export, open for reading. Closed at the end of its life.
public struct ConfinedFile: ~Copyable, Sendable {
  private let file: OwnedDescriptor
  /// The path with all links followed.
  public let path: String
  /// The status when it was opened.
  public let status: FileStatus

  fileprivate init(descriptor: CInt, path: String, status: FileStatus) {
    (self.path, self.status) = (path, status)
    file = OwnedDescriptor(number: descriptor)
  }

  /// The descriptor, open as long as the value exists.
  public var descriptor: CInt { file.number }

  /// Returns the descriptor to the caller, who closes it.
  public consuming func release() -> CInt { file.release() }
}

/// A descriptor that is closed at the end of its life.
private struct OwnedDescriptor: ~Copyable, Sendable {
  let number: CInt

  deinit { SystemCall.close(number) }

  consuming func release() -> CInt {
    let number = number
    discard self
    return number
  }
}

/// The reasons that a file in a folder cannot be opened.
public enum ConfinedFileError: Error, Sendable {
  /// The path is not allowed in the folder; the words follow "it".
  case refused(String)
  /// A link leads out of the folder.
  case outside
  case missing
  /// A folder, a pipe, a device.
  case notAFile
  case system(SystemError)

  /// Words that follow "cannot be read: ".
  public var reason: String {
    switch self {
    case .refused(let words): words
    case .outside: "it points outside the export's folder"
    case .missing: "no such file or folder"
    case .notAFile: "it is not a file"
    case .system(let error): error.reason.lowercased()
    }
  }
}

/// The rule for paths in an export: they may only lead to something inside it.
public enum ConfinedPath {
  /// Returns the reason that an export may not use a path, in words like "it is absolute"; nil for an allowed path.
  ///
  /// Both `/` and `\` count, because exports come from other systems.
  public static func refusal(of path: String) -> String? {
    if let danger = danger(in: path) { return danger }
    let bytes = Array(path.utf8.prefix(2))
    let hasDrive = bytes.count == 2 && bytes[1] == UInt8(ascii: ":") && (bytes[0] | 0x20) &- 0x61 < 26
    if bytes.first == UInt8(ascii: "\\") || hasDrive { return "it is absolute" }
    let steps = path.utf8.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
    if steps.contains(where: { $0.elementsEqual("..".utf8) }) { return "it has '..' in it" }
    // Chats have no hidden files; in a folder of the user's these hold keys and settings.
    if steps.contains(where: { $0.first == UInt8(ascii: ".") && $0.count > 1 }) {
      return "it is a hidden file"
    }
    return nil
  }

  /// Returns the reason that a path could lead out of a folder of the disk; nil if it cannot, except by links.
  static func danger(in path: String) -> String? {
    let bytes = path.utf8
    if bytes.contains(0) { return "it has a zero byte" }
    if bytes.first == UInt8(ascii: "/") { return "it is absolute" }
    return bytes.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual("..".utf8) }
      ? "it has '..' in it" : nil
  }
}
