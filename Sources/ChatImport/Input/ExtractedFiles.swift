public import Storage
import Synchronization

/// Files that are inside an export's own file, such as pictures in Base64, taken out to a temporary file.
///
/// They have paths like the files of a folder. Nobody else can open the temporary file, and it is gone when the program ends.
public final class ExtractedFiles: Sendable {
  private struct ExtractedContent: ~Copyable {
    var file: AnonymousFile?
    var byteCount = 0
    var ranges: [String: Range<Int>] = [:]
  }
  private let content = Mutex(ExtractedContent())

  init() {}

  /// True if nothing was taken out.
  public var isEmpty: Bool { content.withLock { $0.ranges.isEmpty } }

  /// The folder that the paths of the files are relative to.
  var folder: InputFolder { InputFolder(of: self) }

  /// Stores a file as `name`, which must not have a `/`, and returns the path to give as an attachment's.
  ///
  /// - Throws: ``ImportError/unreadable(path:reason:)`` if the disk is full.
  func add(_ bytes: Span<UInt8>, name: String) throws(ImportError) -> String {
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
      content.ranges[name] = content.byteCount..<content.byteCount + bytes.count
      content.byteCount += bytes.count
      return name
    }
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
      var bytes = [UInt8](repeating: 0, count: range.count)
      guard content.file?.read(&bytes, at: range.lowerBound) == true else {
        throw StorageError(words: "it lost its end")
      }
      let copy = try AnonymousFile()
      try copy.write(bytes.span, at: 0)
      return copy.release()
    }
  }
}
