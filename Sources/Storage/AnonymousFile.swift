import SystemCalls

/// A temporary file without a name: no other process can open it, and the system frees its room when it is closed,
/// however the program ends.
public struct AnonymousFile: ~Copyable, Sendable {
  /// The descriptor, open as long as the value exists.
  public let descriptor: CInt

  /// Creates an empty file in `TMPDIR`, or in `/var/tmp` or `/tmp`.
  ///
  /// - Throws: ``StorageError`` if no file can be created in these folders.
  public init() throws(StorageError) {
    // /tmp comes last: many systems keep it in memory.
    var folders = ["/var/tmp", "/tmp"]
    if let chosen = SystemCall.environment("TMPDIR") { folders.insert(chosen, at: 0) }
    var reason = ""
    for folder in folders where !folder.isEmpty {
      do throws(SystemError) {
        descriptor = try SystemCall.createAnonymousFile(in: folder)
        return
      } catch {
        reason = "\(folder): \(error.reason.lowercased())"
      }
    }
    throw StorageError(words: reason)
  }

  deinit { SystemCall.close(descriptor) }

  /// Writes all bytes of `numbers` at `offset`, in bytes.
  ///
  /// - Throws: ``StorageError`` if the file system is full or fails.
  public func write(_ numbers: Span<some FixedWidthInteger & BitwiseCopyable>, at offset: Int)
    throws(StorageError)
  {
    do throws(SystemError) {
      try SystemCall.write(numbers, to: descriptor, at: offset)
    } catch {
      throw StorageError(words: error.reason.lowercased())
    }
  }

  /// Fills `numbers` with the bytes at `offset`. Returns false if the file is shorter or cannot be read.
  public func read(_ numbers: inout [some FixedWidthInteger & BitwiseCopyable], at offset: Int) -> Bool {
    SystemCall.fill(&numbers, from: descriptor, at: offset)
  }

  /// Returns the descriptor to the caller, who closes it.
  public consuming func release() -> CInt {
    let descriptor = descriptor
    discard self
    return descriptor
  }
}

/// A temporary file cannot be created, written or read back.
public struct StorageError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The system's words.
  public var words: String

  /// Creates an error with the system's words, or a reason of the caller's.
  public init(words: String) { self.words = words }

  /// The sentence with the reason and the remedy.
  public var description: String {
    "cannot use a temporary file: \(words); free disk space, or set TMPDIR to a folder with more"
  }
}
