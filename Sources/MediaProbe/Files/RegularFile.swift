import SystemCalls

/// A regular file, open for reading. Closed at the end of the value's life.
struct RegularFile: ~Copyable {
  let path: String
  let descriptor: Int32

  /// Opens the file at `path`. Refuses a pipe or device without waiting for it.
  ///
  /// - Throws: ``MediaProblem``.
  init(path: String) throws(MediaProblem) {
    let descriptor: CInt
    do throws(SystemError) {
      descriptor = try SystemCall.openFile(path)
    } catch {
      throw error.isMissing ? .missing(path) : .unreadable(path, errno: error.code)
    }
    guard let status = try? SystemCall.status(of: descriptor), status.kind == .file else {
      SystemCall.close(descriptor)
      throw .notAFile(path)
    }
    // Set last: once all members are set, `deinit` closes the descriptor, also when this throws.
    (self.path, self.descriptor) = (path, descriptor)
  }

  /// Takes over an open regular file named `path`.
  init(descriptor: Int32, path: String) { (self.descriptor, self.path) = (descriptor, path) }

  deinit { SystemCall.close(descriptor) }

  /// Returns the first `limit` bytes, or all if there are fewer.
  ///
  /// - Throws: ``MediaProblem/unreadable(_:errno:)``.
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

  /// Fills `bytes` from index `start` on with the file's bytes at that offset. Returns the end of the filled part: less than
  /// `bytes.count` if the file is shorter.
  ///
  /// - Throws: ``MediaProblem/unreadable(_:errno:)``.
  func fill(_ bytes: inout [UInt8], from start: Int = 0) throws(MediaProblem) -> Int {
    var filled = start
    while filled < bytes.count {
      let count = try read(into: &bytes, from: filled, at: filled)
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  /// Calls `body` with one piece after the other, from offset `start` on.
  ///
  /// - Throws: ``MediaProblem/unreadable(_:errno:)``.
  func forEachPiece(from start: Int, _ body: (Span<UInt8>) -> Void) throws(MediaProblem) {
    let size = (try? SystemCall.status(of: descriptor).size) ?? .max
    var bytes = [UInt8](repeating: 0, count: min(max(size, 4096), 1 << 18))
    var offset = start
    while true {
      if Task.isCancelled { throw .interrupted(path) }
      let count = try read(into: &bytes, from: 0, at: offset)
      if count == 0 { return }
      body(bytes.span.extracting(0..<count))
      offset += count
    }
  }

  private func read(into bytes: inout [UInt8], from start: Int, at offset: Int) throws(MediaProblem) -> Int {
    do throws(SystemError) {
      return try SystemCall.read(descriptor, at: offset, into: &bytes, from: start)
    } catch {
      throw .unreadable(path, errno: error.code)
    }
  }
}
