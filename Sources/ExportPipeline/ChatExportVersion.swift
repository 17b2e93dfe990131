// Boundary to `CCommit`, which has the commit's name.

import CCommit

/// The program's version.
public enum ChatExportVersion {
  /// The release's version, defined only here. `make` reads this line.
  public static let current = "0.1.0"

  /// The version with the commit the program was built from, as `--version` prints it: `0.1.0 (1a2b3c4d5e)`.
  public static let full: String = {
    let commit = String(decoding: (0..<commit_length()).map(commit_byte), as: UTF8.self)
    return commit.isEmpty ? current : "\(current) (\(commit))"
  }()
}
