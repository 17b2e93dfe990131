// Boundary to `CCommit`, the name of the commit.

import CCommit

/// The program's version.
public enum ChatExportVersion {
  /// The version of the release: the one line that names it. `make` reads it here.
  public static let current = "0.1.0"

  /// The version with the commit the program was built from, as `--version` prints it: `0.1.0 (1a2b3c4d5e)`.
  public static let full: String = {
    let commit = String(decoding: (0..<commit_length()).map(commit_byte), as: UTF8.self)
    return commit.isEmpty ? current : "\(current) (\(commit))"
  }()
}
