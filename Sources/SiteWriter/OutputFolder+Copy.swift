internal import CFileCopy

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// How a file of the user's comes into a site.
public enum FileCopying: Sendable {
  /// A copy, which shares the original's blocks until one of them is changed, where the file system can do that.
  case shared
  /// A copy with blocks of its own.
  case copied
  /// The same file by a further name, where it is on the same file system; else as `shared`.
  case linked
}

extension OutputFolder {
  /// Copies the open file `input` of the user's, called `source`, to a path inside the site.
  public func copy(
    _ input: CInt, called source: String, to path: String, by way: FileCopying = .shared
  ) throws(OutputError) {
    let file = try place(of: path)
    try makeFolders(for: path)
    if way == .linked, unsafe file_link(input, file) == 0 { return }
    let output = unsafe open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard output >= 0 else { throw .system("written", file) }
    defer { close(output) }
    var offset: off_t = 0
    if way != .copied, file_clone(input, output) == 0 { return }
    // What it stops at, for whatever reason, is told by the loop below.
    while case let count = file_send(input, offset, output, 1 << 30, way != .copied), count > 0 {
      offset += off_t(count)
    }
    var buffer = [UInt8](repeating: 0, count: 1 << 17)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe pread(input, $0.baseAddress, $0.count, offset)
      }
      if count == 0 { return }
      if count < 0 {
        if errno == EINTR { continue }
        throw .system("read", source)
      }
      try Self.write(buffer.span.extracting(first: count), to: output, path: file)
      offset += off_t(count)
    }
  }
}
