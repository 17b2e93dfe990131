package import ChatModel
import Synchronization

/// Notes about the files of one argument from opening them, each file once however often it was opened.
package final class InputNotes: Sendable {
  private struct Notes {
    /// The number of runs of zeros by the path of a searched file; 0 for most.
    var padding: [String: Int] = [:]
    /// Files of zeros alone.
    var blank: Set<String> = []
    /// The reasons why files that an export names were not opened.
    var refused: [String: String] = [:]
    /// Folders too deep to be listed.
    var deep: Set<String> = []
  }
  private let notes = Mutex(Notes())

  /// True if the file at `path` was searched and has no zeros.
  func isClean(_ path: String) -> Bool { notes.withLock { $0.padding[path] == 0 } }

  /// Records the number of runs of zeros removed from the file at `path`.
  func recordPadding(_ count: Int, in path: String) { notes.withLock { $0.padding[path] = count } }

  /// Records that the file at `path` has nothing but zeros.
  func recordBlank(_ path: String) { notes.withLock { _ = $0.blank.insert(path) } }

  /// Records that the file at `path` was not opened, with the reason in words like "it is absolute".
  func recordRefusal(_ path: String, _ reason: String) { notes.withLock { $0.refused[path] = reason } }

  /// Records that the folder at `path` was not listed.
  func recordDeepFolder(_ path: String) { notes.withLock { _ = $0.deep.insert(path) } }

  /// The first path that was not opened, in path order, with the reason.
  package var firstRefusal: (path: String, reason: String)? {
    notes.withLock { notes in
      notes.refused.min { $0.key < $1.key }.map { (path: $0.key, reason: $0.value) }
    }
  }

  /// The diagnostics of all files, by their paths.
  package var diagnostics: [Diagnostic] {
    notes.withLock { notes in
      let padded = notes.padding.filter { $0.value > 0 }.map { path, count in
        Diagnostic(
          .note, "padding",
          "\(path) has zeros beside its text, as a crash or a full disk leaves them, in \(count) "
            + "\(count == 1 ? "part" : "parts"); they are left out",
          at: Origin(file: path))
      }
      let blank = notes.blank.map { path in
        Diagnostic(
          .loss, "blank-file",
          "\(path) has nothing but zeros, as a crash or a full disk leaves them; copy it again if the original is sound",
          at: Origin(file: path))
      }
      let refused = notes.refused.map { path, reason in
        Diagnostic(
          .loss, "refused-file",
          "\(path) is not read: \(reason); what the export says of it is shown without it. Put the file itself there",
          at: Origin(file: path))
      }
      let deep = notes.deep.map { path in
        Diagnostic(
          .note, "deep-folder",
          "'\(path)' lies too deep to be searched; name exports that are there themselves",
          at: Origin(file: path))
      }
      return (padded + blank + refused + deep).sorted {
        ($0.origin?.file ?? "", $0.code) < ($1.origin?.file ?? "", $1.code)
      }
    }
  }
}
