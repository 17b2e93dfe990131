internal import CFileCopy

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

extension OutputFolder {
  /// Gives the open file `input` of the user's a further name, a path inside the site; whether it could be done, which
  /// needs both on one file system.
  public func link(_ input: CInt, to path: String) throws(OutputError) -> Bool {
    let file = try place(of: path)
    try makeFolders(for: path)
    return unsafe file_link(input, file) == 0
  }

  /// Copies the open file `input` of the user's, called `source`, to a path inside the site. With `mayShare` the copy has
  /// the original's blocks until one of them is changed, where the file system can do that. `bytes` are the file's, where
  /// they are in memory.
  public func copy(
    _ input: CInt, called source: String, bytes: Span<UInt8>? = nil, to path: String, mayShare: Bool = true
  ) throws(OutputError) {
    let file = try place(of: path)
    let output = try create(file, for: path, O_TRUNC)
    guard output >= 0 else { throw .system("written", file) }
    defer { close(output) }
    if mayShare, file_clone(input, output) == 0 { return }
    if let bytes { return try Self.write(bytes, to: output, path: file) }
    var offset: off_t = 0
    var sent = file_send(input, offset, output, 1 << 30, mayShare)
    while sent > 0 {
      offset += off_t(sent)
      sent = file_send(input, offset, output, 1 << 30, mayShare)
    }
    // What the kernel stopped at, for whatever reason, is told by reading on; some files it only says are empty.
    if sent < 0 || offset == 0 { try copy(input, called: source, from: offset, to: output, path: file) }
  }

  private func copy(
    _ input: CInt, called source: String, from start: off_t, to output: CInt, path: String
  ) throws(OutputError) {
    var buffer = [UInt8](repeating: 0, count: 1 << 17)
    var offset = start
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe pread(input, $0.baseAddress, $0.count, offset)
      }
      if count == 0 { return }
      if count < 0 {
        if errno == EINTR { continue }
        throw .system("read", source)
      }
      try Self.write(buffer.span.extracting(first: count), to: output, path: path)
      offset += off_t(count)
    }
  }
}
