internal import SystemCalls

extension OutputFolder {
  /// Gives the user's open file `input` a further name, a path inside the site. Returns false if it cannot have one, as on
  /// another file system.
  ///
  /// - Throws: ``OutputError`` if the folders above `path` cannot be created.
  public func link(_ input: CInt, to path: String) throws(OutputError) -> Bool {
    let file = try fullPath(path)
    try makeFolders(for: path)
    return SystemCall.link(input, to: file)
  }

  /// Copies the user's open file `input`, called `source`, to a path inside the site. With `mayShare` the copy shares the
  /// original's blocks until one of the two is changed, if the file system can do that. `bytes` are the file's, if they are in
  /// memory.
  ///
  /// - Throws: ``OutputError``.
  public func copy(
    _ input: CInt, called source: String, bytes: Span<UInt8>? = nil, to path: String, mayShare: Bool = true
  ) throws(OutputError) {
    let file = try fullPath(path)
    let output: CInt
    do throws(CreationError) {
      output = try create(file, for: path, .empty)
    } catch {
      throw error.outputError(file)
    }
    defer { SystemCall.close(output) }
    if mayShare, SystemCall.clone(input, to: output) { return }
    if let bytes { return try Self.write(bytes, to: output, path: file) }
    var offset = 0
    var sent: Int? = 0
    repeat {
      sent = SystemCall.send(input, at: offset, to: output, count: 1 << 30, mayShare: mayShare)
      offset += sent ?? 0
    } while sent ?? 0 > 0
    // The kernel refused, stopped, or takes the file for empty, as it does with some special files: read what remains.
    if sent == nil || offset == 0 { try copy(input, called: source, from: offset, to: output, path: file) }
  }

  private func copy(
    _ input: CInt, called source: String, from start: Int, to output: CInt, path: String
  ) throws(OutputError) {
    var buffer = [UInt8](repeating: 0, count: 1 << 17)
    var offset = start
    while true {
      let count: Int
      do throws(SystemError) {
        count = try SystemCall.read(input, at: offset, into: &buffer)
      } catch {
        throw .system("read", source, error)
      }
      if count == 0 { return }
      try Self.write(buffer.span.extracting(first: count), to: output, path: path)
      offset += count
    }
  }
}
