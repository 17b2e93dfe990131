public import Digests
import SystemCalls

extension OutputFolder {
  /// Gives the user's open file `input`, whose digest is `sha256`, a second name, a path inside the site. Returns false if that is
  /// not possible, for example on another file system.
  ///
  /// - Throws: ``OutputError`` if the folders above `path` cannot be created.
  public func link(_ input: CInt, sha256: SHA256Digest, to path: String) throws(OutputError) -> Bool {
    let file = try fullPath(path)
    try makeFolders(for: path)
    guard SystemCall.link(input, to: file) else { return false }
    list(path, sha256)
    return true
  }

  /// Copies the user's open file `input`, called `source`, to a path inside the site. `sha256` is its digest. With `mayShare` the
  /// copy shares the original's blocks until one of the two is changed, if the file system supports that. `bytes` are the file's, if
  /// they are in memory.
  ///
  /// - Throws: ``OutputError``.
  public func copy(
    _ input: CInt, called source: String, sha256: SHA256Digest, bytes: Span<UInt8>? = nil, to path: String,
    mayShare: Bool = true
  ) throws(OutputError) {
    try copyUnlisted(input, called: source, bytes: bytes, to: path, mayShare: mayShare)
    list(path, sha256)
  }

  private func copyUnlisted(
    _ input: CInt, called source: String, bytes: Span<UInt8>?, to path: String, mayShare: Bool
  ) throws(OutputError) {
    let file = try fullPath(path)
    if isShared {
      let unfinished = try UnfinishedFile(of: self)
      try Self.copy(
        input, called: source, bytes: bytes, to: unfinished.descriptor, path: unfinished.path,
        mayShare: mayShare)
      return try unfinished.finish(at: path, in: self)
    }
    let output: CInt
    do throws(CreationError) {
      output = try create(file, for: path, .empty)
    } catch {
      throw error.outputError(file)
    }
    defer { SystemCall.close(output) }
    try Self.copy(input, called: source, bytes: bytes, to: output, path: file, mayShare: mayShare)
  }

  /// Copies the user's open file `input`, called `source`, to the open file at `path`.
  ///
  /// - Throws: ``OutputError``.
  static func copy(
    _ input: CInt, called source: String, bytes: Span<UInt8>?, to output: CInt, path file: String,
    mayShare: Bool
  ) throws(OutputError) {
    if mayShare, SystemCall.clone(input, to: output) { return }
    if let bytes { return try write(bytes, to: output, path: file) }
    let offset = try copyInKernel(input, to: output, path: file, mayShare: mayShare)
    if let offset { try copy(input, called: source, from: offset, to: output, path: file) }
  }

  /// The most bytes that are copied between two checks for an interruption: a tenth of a second on a slow disk.
  private static let stretch = 1 << 24

  /// Copies inside the kernel, holes as holes. Returns the offset from which bytes remain to be read and written, or nil.
  ///
  /// The kernel may refuse, stop, or treat the file as empty, as it does with some special files.
  private static func copyInKernel(
    _ input: CInt, to output: CInt, path: String, mayShare: Bool
  ) throws(OutputError) -> Int? {
    guard let size = try? SystemCall.status(of: input).size, size > 0 else { return 0 }
    var offset = 0
    while let data = SystemCall.data(of: input, from: offset, size: size) {
      if data.lowerBound > offset { try extend(output, to: data.lowerBound, path) }
      offset = data.lowerBound
      while offset < data.upperBound {
        try checkInterruption(path)
        let count = min(data.upperBound - offset, Self.stretch)
        guard let sent = SystemCall.send(input, at: offset, to: output, count: count, mayShare: mayShare),
          sent > 0
        else { return offset }
        offset += sent
      }
    }
    if offset < size { try extend(output, to: size, path) }
    return nil
  }

  private static func extend(_ output: CInt, to size: Int, _ path: String) throws(OutputError) {
    do throws(SystemError) { try SystemCall.extend(output, to: size) } catch {
      throw .system("written", path, error)
    }
  }

  private static func checkInterruption(_ path: String) throws(OutputError) {
    if Task.isCancelled { throw .failed(step: "copied", path: path, reason: "the run was interrupted") }
  }

  private static func copy(
    _ input: CInt, called source: String, from start: Int, to output: CInt, path: String
  ) throws(OutputError) {
    var buffer = [UInt8](repeating: 0, count: 1 << 17)
    var offset = start
    while true {
      try checkInterruption(path)
      let count: Int
      do throws(SystemError) {
        count = try SystemCall.read(input, at: offset, into: &buffer)
      } catch {
        throw .unreadable(path: source, reason: error.reason)
      }
      if count == 0 { return }
      try write(buffer.span.extracting(first: count), to: output, path: path)
      offset += count
    }
  }
}
