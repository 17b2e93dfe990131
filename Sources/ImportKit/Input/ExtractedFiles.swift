public import Storage
import Synchronization

/// Files inside an export's own file, such as pictures in Base64, extracted to a temporary file.
///
/// They have paths like a folder's files. No other program can open the temporary file, and it is gone when the program ends.
public final class ExtractedFiles: Sendable {
  private struct ExtractedContent: ~Copyable {
    var file: AnonymousFile?
    var byteCount = 0
    var ranges: [String: Range<Int>] = [:]
  }
  private let content = Mutex(ExtractedContent())

  package init() {}

  /// True if nothing was extracted.
  public var isEmpty: Bool { content.withLock { $0.ranges.isEmpty } }

  /// The folder that the paths of the files are relative to.
  package var folder: InputFolder { InputFolder(of: self) }

  /// Stores a file as `name`, which must not have a `/`, and returns its path as an attachment.
  ///
  /// - Throws: ``ImportError/unreadable(path:reason:)`` if the disk is full.
  package func add(_ bytes: Span<UInt8>, name: String) throws(ImportError) -> String {
    add(try append(bytes), name: name)
  }

  /// Names the appended bytes at `range`, and returns their path as an attachment.
  package func add(_ range: Range<Int>, name: String) -> String {
    content.withLock { $0.ranges[name] = range }
    return name
  }

  /// Appends bytes after all others, and returns their range.
  ///
  /// - Throws: ``ImportError/unreadable(path:reason:)`` if the disk is full.
  package func append(_ bytes: Span<UInt8>) throws(ImportError) -> Range<Int> {
    try content.withLock { content throws(ImportError) in
      do throws(StorageError) {
        let file: AnonymousFile
        if let open = content.file.take() { file = open } else { file = try AnonymousFile() }
        content.file = nil
        try file.write(bytes, at: content.byteCount)
        content.file = consume file
      } catch {
        throw MessageSpool.noRoom(error)
      }
      content.byteCount += bytes.count
      return content.byteCount - bytes.count..<content.byteCount
    }
  }

  /// The bytes at `range`, or nil if they cannot be read.
  package func bytes(at range: Range<Int>) -> [UInt8]? {
    content.withLock { content in
      var bytes = [UInt8](repeating: 0, count: range.count)
      return content.file?.read(&bytes, at: range.lowerBound) == true ? bytes : nil
    }
  }

  /// The bytes of the file with this name, or nil if there is none.
  package func bytes(of name: String) -> [UInt8]? {
    content.withLock { $0.ranges[name] }.flatMap(bytes)
  }

  /// The names of all files, in byte order.
  public var names: [String] {
    content.withLock { $0.ranges.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
  }

  /// True if there is a file of this name.
  public func has(_ name: String) -> Bool { content.withLock { $0.ranges[name] != nil } }

  /// Copies the file to a temporary file of its own, and returns its descriptor, which the caller closes. Nil if there is no such file.
  ///
  /// - Throws: `StorageError` if the disk is full.
  public func copy(_ name: String) throws(StorageError) -> CInt? {
    try content.withLock { content throws(StorageError) in
      guard let range = content.ranges[name] else { return nil }
      let copy = try AnonymousFile()
      for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.pieceSize) {
        var piece = [UInt8](repeating: 0, count: min(Self.pieceSize, range.upperBound - start))
        guard content.file?.read(&piece, at: start) == true else {
          throw StorageError(words: "it lost its end")
        }
        try copy.write(piece.span, at: start - range.lowerBound)
      }
      return copy.release()
    }
  }

  /// The bytes that are copied at a time.
  private static let pieceSize = 1 << 20
}
