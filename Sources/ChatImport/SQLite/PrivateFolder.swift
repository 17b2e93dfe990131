import SystemCalls

/// A new folder that only this user can look into, for files that a library must open by their names. It is removed with its files
/// when the value is given up.
struct PrivateFolder: ~Copyable {
  let path: String

  /// Creates an empty folder in `TMPDIR`, or in `/var/tmp` or `/tmp`.
  ///
  /// - Throws: ``ImportError/unreadable(path:reason:)`` if none of these folders takes one.
  init() throws(ImportError) {
    // /tmp comes last: many systems keep it in memory.
    var parents = ["/var/tmp", "/tmp"]
    if let chosen = SystemCall.environment("TMPDIR"), !chosen.isEmpty { parents.insert(chosen, at: 0) }
    var reason = ""
    for parent in parents {
      let path = "\(parent)/chatexport-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
      do throws(SystemError) {
        try SystemCall.createFolder(path, mode: 0o700)
        self.path = path
        return
      } catch {
        reason = "\(parent): \(error.reason.lowercased())"
      }
    }
    throw .unreadable(
      path: "a temporary folder", reason: "\(reason); set TMPDIR to a folder that can be written to")
  }

  deinit { remove() }

  /// Writes a file, with zeros behind the bytes up to `size`.
  ///
  /// - Throws: ``ImportError/unreadable(path:reason:)`` if the disk is full or the run was interrupted.
  func write(_ bytes: InputBytes, to name: String, size: Int = 0) throws(ImportError) {
    do throws(SystemError) {
      let file = try SystemCall.createFile("\(path)/\(name)", existing: .refuse)
      defer { SystemCall.close(file) }
      var start = 0
      while start < bytes.count, !Task.isCancelled {
        let end = min(bytes.count, start + Self.pieceSize)
        try bytes.withBytes(in: start..<end) { (piece: Span<UInt8>) throws(SystemError) in
          try SystemCall.write(piece, to: file)
        }
        start = end
      }
      if size > bytes.count {
        let end: InlineArray<1, UInt8> = [0]
        try SystemCall.write(end.span, to: file, at: size - 1)
      }
    } catch {
      throw .unreadable(
        path: "a temporary copy",
        reason: "\(error.reason.lowercased()); free disk space, or set TMPDIR to a folder with more")
    }
    if Task.isCancelled { throw .unreadable(path: path, reason: "the run was interrupted") }
  }

  /// The number of bytes that are written at a time.
  private static let pieceSize = 1 << 20

  /// Removes the folder and its files. Those that are open can still be read.
  private func remove() {
    for name in SystemCall.names(in: path) { try? SystemCall.removeFile("\(path)/\(name)") }
    try? SystemCall.removeFolder(path)
  }
}
