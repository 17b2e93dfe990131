#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A regular file, open for reading; closed when it goes out of use.
struct RegularFile: ~Copyable {
  let path: String
  let descriptor: Int32

  /// Opens the file. A pipe or device is refused without waiting for it.
  init(path: String) throws(MediaProblem) {
    let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw errno == ENOENT || errno == ENOTDIR ? .missing(path) : .unreadable(path, errno: errno)
    }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .notAFile(path)
    }
    // Set last: what is set is closed by `deinit`, also when this throws.
    (self.path, self.descriptor) = (path, descriptor)
  }

  /// Takes over an open regular file, which is called `path`.
  init(descriptor: Int32, path: String) { (self.descriptor, self.path) = (descriptor, path) }

  deinit { close(descriptor) }

  /// The first `limit` bytes, fewer when the file is shorter.
  func head(limit: Int) throws(MediaProblem) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: min(limit, 65536))
    var filled = try fill(&bytes)
    while filled == bytes.count, filled < limit {
      bytes.append(contentsOf: repeatElement(0, count: min(limit - filled, bytes.count * 3)))
      filled = try fill(&bytes, from: filled)
    }
    bytes.removeLast(bytes.count - filled)
    return bytes
  }

  /// Fills `bytes` from `start` on with what stands in the file there, and gives where that ends: before the end of `bytes`
  /// when the file is shorter.
  func fill(_ bytes: inout [UInt8], from start: Int = 0) throws(MediaProblem) -> Int {
    var filled = start
    while filled < bytes.count {
      let count = try read(into: &bytes, from: filled)
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  /// Calls `body` with one piece after the other, from `start`.
  func forEachPiece(from start: Int, _ body: (Span<UInt8>) -> Void) throws(MediaProblem) {
    var status = stat()
    let size = unsafe fstat(descriptor, &status) == 0 ? Int(status.st_size) : .max
    var bytes = [UInt8](repeating: 0, count: min(max(size, 4096), 1 << 18))
    var offset = start
    while true {
      let count = try read(into: &bytes, from: 0, fileOffset: offset)
      if count == 0 { return }
      body(bytes.span.extracting(0..<count))
      offset += count
    }
  }

  /// Fills `bytes` from `start` with what stands in the file at `fileOffset`; returns how many came.
  private func read(
    into bytes: inout [UInt8], from start: Int, fileOffset: Int? = nil
  ) throws(MediaProblem) -> Int {
    let offset = fileOffset ?? start
    while true {
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[start...])
        return unsafe pread(descriptor, rest.baseAddress, rest.count, off_t(offset))
      }
      if count >= 0 { return count }
      guard errno == EINTR else { throw .unreadable(path, errno: errno) }
    }
  }
}
