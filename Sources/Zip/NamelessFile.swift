#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A temporary file without a name: nobody else can open it, and the system takes its room back when it is closed,
/// however the program ends.
public struct NamelessFile: ~Copyable, Sendable {
  /// Open as long as this is in use.
  public let descriptor: CInt

  /// An empty one, in `TMPDIR` if that is set.
  public init() throws(ZipError) {
    var folders = ["/var/tmp", "/tmp"]
    // /tmp comes last: many systems keep it in memory.
    if let chosen = unsafe getenv("TMPDIR") { folders.insert(unsafe String(cString: chosen), at: 0) }
    var reason = ""
    for folder in folders where !folder.isEmpty {
      var path = Array("\(folder)/chatexport-XXXXXX".utf8CString)
      let descriptor = unsafe mkstemp(&path)
      guard descriptor >= 0 else {
        reason = "\(folder): \(Self.lastReason())"
        continue
      }
      unsafe unlink(path)
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      self.descriptor = descriptor
      return
    }
    throw .noRoom(reason)
  }

  deinit { close(descriptor) }

  /// Writes `bytes` at `offset`.
  public func write(_ bytes: Span<UInt8>, at offset: Int) throws(ZipError) {
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.extracting(droppingFirst: done).withUnsafeBytes {
        unsafe pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset + done))
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw .noRoom(Self.lastReason())
      }
      done += count
    }
  }

  /// Gives the descriptor to the caller, who closes it.
  consuming func release() -> CInt {
    let descriptor = descriptor
    discard self
    return descriptor
  }

  private static func lastReason() -> String {
    guard let text = unsafe strerror(errno) else { return "error \(errno)" }
    return unsafe String(cString: text).lowercased()
  }
}
