import Synchronization

/// Other paths for files whose own paths have redacted words. Messages have the aliases, and files are opened by the paths.
public final class FileAliases: Sendable {
  private struct State {
    var paths: [String: String] = [:]
    var aliases: [String: String] = [:]
  }

  private let state = Mutex(State())

  /// Creates an empty list.
  public init() {}

  /// Returns the path of the file that a message calls `path`.
  public func path(for path: String) -> String { state.withLock { $0.paths[path] } ?? path }

  /// Returns the alias of a path, a new one if it has none. `isHidden` is true for an ending with a redacted word.
  func alias(of path: String, isHidden: (String) -> Bool) -> String {
    state.withLock { state in
      if let known = state.aliases[path] { return known }
      let ending = Self.ending(of: path)
      let alias = "redacted/\(state.aliases.count + 1)\(isHidden(ending) ? "" : ending)"
      state.aliases[path] = alias
      state.paths[alias] = path
      return alias
    }
  }

  /// Returns the extension of a path with its dot, if it is short and plain; else nothing.
  private static func ending(of path: String) -> String {
    guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")) else { return "" }
    let ending = path.utf8[path.utf8.index(after: dot)...]
    guard 1...4 ~= ending.count, ending.allSatisfy({ $0 | 0x20 &- 0x61 < 26 || $0 &- 0x30 < 10 }) else {
      return ""
    }
    return "." + String(Substring(ending))
  }
}
