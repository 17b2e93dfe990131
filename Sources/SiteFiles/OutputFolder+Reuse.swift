import SystemCalls

/// The files that an export reuses from the site it replaces. They are not trusted: only regular files are read, and no
/// symbolic link is followed.
extension OutputFolder {
  /// Reuses a file of the earlier site if it has this size and `isSame` accepts its bytes. It is then one file with two names:
  /// if the run fails, the earlier site still has it. The caller adds it to the manifest (``list(_:_:)``).
  ///
  /// `isSame` is given an open file, which it closes. Returns false if there is no such file, or it cannot have two names.
  ///
  /// - Throws: ``OutputError``.
  public func reuse(_ path: String, size: Int, _ isSame: (CInt) -> Bool) throws(OutputError) -> Bool {
    guard let file = try linkEarlier(path) else { return false }
    // Read under its new name, where it can no longer be exchanged.
    if let (descriptor, found) = Self.regular(try? SystemCall.openFileItself(file)) {
      if found == size {
        if isSame(descriptor) { return true }
      } else {
        SystemCall.close(descriptor)
      }
    }
    // A new file under this path must never write to the earlier site's file.
    do throws(SystemError) {
      try SystemCall.removeFile(file)
    } catch {
      throw .system("removed", file, error)
    }
    return false
  }

  /// Gives a file of the earlier site its name in the new site too, if it is a regular file.
  ///
  /// - Throws: ``OutputError``.
  func carryOver(_ path: String) throws(OutputError) {
    guard let file = try linkEarlier(path) else {
      guard let bytes = earlierBytes(path, limit: 1 << 24) else { return }
      return try writeUnlisted(path, bytes.span)
    }
    if (try? SystemCall.entry(at: file))?.kind != .file { remove(path) }
  }

  /// True if the earlier site has exactly these bytes at a path.
  func isSame(_ path: String, _ bytes: [UInt8]) -> Bool {
    earlierBytes(path, limit: bytes.count) == bytes
  }

  /// Gives an entry of the earlier site its name in the new site too. Returns its full path there, or nil if there is no such entry,
  /// or it cannot have two names.
  ///
  /// - Throws: ``OutputError``.
  private func linkEarlier(_ path: String) throws(OutputError) -> String? {
    let file = try fullPath(path)
    guard let (above, name) = earlierFolder(of: path) else { return nil }
    defer { SystemCall.close(above) }
    do throws(SystemError) {
      try SystemCall.link(name, in: above, to: file)
    } catch {
      guard error.isNoEntry else { return nil }
      try makeFolders(for: path)
      guard (try? SystemCall.link(name, in: above, to: file)) != nil else { return nil }
    }
    return file
  }

  /// True if an earlier site at `folder` seems to have a file at a path: a hint, before anything else is known of
  /// the folder.
  public static func mayHave(_ path: String, at folder: String) -> Bool {
    SystemCall.mayRead(folder + "/" + path)
  }

  /// Returns the bytes of the earlier site at a path, or nil if there are none or more than `limit`.
  public func earlierBytes(_ path: String, limit: Int) -> [UInt8]? {
    guard (try? fullPath(path)) != nil, let (above, name) = earlierFolder(of: path) else { return nil }
    defer { SystemCall.close(above) }
    guard let (descriptor, size) = Self.regular(try? SystemCall.openFile(name, in: above)) else { return nil }
    defer { SystemCall.close(descriptor) }
    guard size <= limit else { return nil }
    var bytes = [UInt8](repeating: 0, count: size)
    return SystemCall.fill(&bytes, from: descriptor, at: 0) ? bytes : nil
  }

  /// Returns the open folder of the earlier site that contains the file at a path, and the file's name in it.
  private func earlierFolder(of path: String) -> (folder: CInt, name: String)? {
    let parts = path.split(separator: "/")
    guard let name = parts.last, var folder = try? SystemCall.openFolder(self.path) else { return nil }
    for part in parts.dropLast() {
      let next = try? SystemCall.openFolder(String(part), in: folder)
      SystemCall.close(folder)
      guard let next else { return nil }
      folder = next
    }
    return (folder, String(name))
  }

  /// Returns an open file with its size, or nil after closing it if it is not a regular file.
  private static func regular(_ descriptor: CInt?) -> (descriptor: CInt, size: Int)? {
    guard let descriptor else { return nil }
    guard let status = try? SystemCall.status(of: descriptor), status.kind == .file else {
      SystemCall.close(descriptor)
      return nil
    }
    return (descriptor, status.size)
  }
}
