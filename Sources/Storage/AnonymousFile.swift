#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A temporary file without a name: nobody else can open it, and the system takes its room back when it is closed,
/// however the program ends.
public struct AnonymousFile: ~Copyable, Sendable {
  /// Open as long as this is in use.
  public let descriptor: CInt

  /// An empty one, in `TMPDIR` if that is set.
  public init() throws(StorageError) {
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
    throw StorageError(words: reason)
  }

  deinit { close(descriptor) }

  /// Writes `numbers`, in all their bytes, at `offset`, in bytes.
  public func write(_ numbers: Span<some FixedWidthInteger & BitwiseCopyable>, at offset: Int)
    throws(StorageError)
  {
    let bytes = unsafe numbers.bytes
    var done = 0
    while done < bytes.byteCount {
      let count = unsafe bytes.extracting(droppingFirst: done).withUnsafeBytes {
        unsafe pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset + done))
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw StorageError(words: Self.lastReason())
      }
      done += count
    }
  }

  /// Fills `bytes` with those at `offset`; false when the file does not give as many.
  public func read(_ bytes: inout MutableRawSpan, at offset: Int) -> Bool {
    let size = bytes.byteCount
    return unsafe bytes.withUnsafeMutableBytes { room in
      var done = 0
      while done < size {
        let count = unsafe pread(
          descriptor, room.baseAddress.map { unsafe $0 + done }, size - done, off_t(offset + done))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        done += count
      }
      return true
    }
  }

  /// Gives the descriptor to the caller, who closes it.
  public consuming func release() -> CInt {
    let descriptor = descriptor
    discard self
    return descriptor
  }

  private static func lastReason() -> String {
    guard let text = unsafe strerror(errno) else { return "error \(errno)" }
    return unsafe String(cString: text).lowercased()
  }
}

/// There is no place for a temporary file, or no more room in it, or it does not give back what it was given.
public struct StorageError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The system's words.
  public var words: String

  public var description: String {
    "a temporary file cannot be used: \(words); free some room, or name a folder that has it in TMPDIR"
  }
}
