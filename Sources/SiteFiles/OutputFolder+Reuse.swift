#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// What an export may take from the site it replaces. Nothing there is trusted: only regular files are looked at, and
/// no symbolic link is followed.
extension OutputFolder {
  /// Takes the file at a path over from the earlier site, when it has this size and `isSame` finds its bytes to be the
  /// right ones. It is then one file with two names: if the run fails, the earlier site has it still.
  ///
  /// `isSame` is given an open file, which it closes. False where there is no such file, or no file can have two names.
  public func keep(_ path: String, size: Int, _ isSame: (CInt) -> Bool) throws(OutputError) -> Bool {
    let file = try place(of: path)
    guard let (above, name) = earlierFolder(of: path) else { return false }
    defer { close(above) }
    if unsafe linkat(above, name, AT_FDCWD, file, 0) != 0 {
      guard errno == ENOENT else { return false }
      try makeFolders(for: path)
      guard unsafe linkat(above, name, AT_FDCWD, file, 0) == 0 else { return false }
    }
    // Looked at where nobody else can exchange it any more.
    if let (descriptor, found) = Self.openRegular(AT_FDCWD, file) {
      if found == size {
        if isSame(descriptor) { return true }
      } else {
        close(descriptor)
      }
    }
    // What is written in its place must never reach the earlier site's file.
    guard unsafe unlink(file) == 0 else {
      throw .failed(step: "removed", path: file, reason: unsafe String(cString: strerror(errno)))
    }
    return false
  }

  /// Whether an earlier site at `folder` seems to have a file at a path: asked for a hint, before anything else is known of
  /// the folder.
  public static func mayHave(_ path: String, at folder: String) -> Bool {
    unsafe access(folder + "/" + path, R_OK) == 0
  }

  /// The bytes that the earlier site has at a path, if they are at most `limit`.
  public func earlier(_ path: String, limit: Int) -> [UInt8]? {
    guard (try? place(of: path)) != nil, let (above, name) = earlierFolder(of: path) else { return nil }
    defer { close(above) }
    guard let (descriptor, size) = Self.openRegular(above, name) else { return nil }
    defer { close(descriptor) }
    guard size <= limit else { return nil }
    var bytes = [UInt8](repeating: 0, count: size)
    var filled = 0
    while filled < size {
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
        return unsafe read(descriptor, rest.baseAddress, rest.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      filled += count
    }
    return bytes
  }

  /// The folder of the earlier site that has the file at a path, open, and the file's name in it.
  private func earlierFolder(of path: String) -> (folder: CInt, name: String)? {
    let parts = path.split(separator: "/")
    guard let name = parts.last else { return nil }
    var folder = unsafe open(self.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    for part in parts.dropLast() where folder >= 0 {
      let next = unsafe openat(folder, String(part), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      close(folder)
      folder = next
    }
    return folder >= 0 ? (folder, String(name)) : nil
  }

  /// Opens a regular file and tells its size. A pipe or device is left alone without waiting for it.
  private static func openRegular(_ folder: CInt, _ name: String) -> (descriptor: CInt, size: Int)? {
    let descriptor = unsafe openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      return nil
    }
    return (descriptor, Int(status.st_size))
  }
}
