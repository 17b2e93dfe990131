import Storage
import Zip

/// The records of converted messages, one after the other in a temporary file, so that memory does not grow with an export.
package final class MessageSpool {
  /// The number of bytes that are written at a time.
  private static let pieceSize = 1 << 18

  private let file: AnonymousFile
  private var pending: [UInt8] = []
  private var written = 0

  /// - Throws: ``ImportError/unreadable(path:reason:)`` if there is no room for a temporary file.
  package init() throws(ImportError) {
    do throws(StorageError) {
      file = try AnonymousFile()
    } catch {
      throw Self.noRoom(error)
    }
  }

  /// Appends bytes and returns the offset at which they begin.
  ///
  /// - Throws: ``ImportError/unreadable(path:reason:)`` if the disk is full.
  package func append(_ bytes: [UInt8]) throws(ImportError) -> Int {
    let offset = written + pending.count
    pending.append(contentsOf: bytes)
    if pending.count >= Self.pieceSize { try flush() }
    return offset
  }

  /// Maps everything appended so far. More may be appended afterwards, and mapped again.
  func mapped() throws(ImportError) -> InputBytes {
    try flush()
    return try InputBytes(0..<written, of: file.descriptor, path: "a temporary file")
  }

  private func flush() throws(ImportError) {
    guard !pending.isEmpty else { return }
    let piece = pending
    do throws(StorageError) {
      try file.write(piece.span, at: written)
    } catch {
      throw Self.noRoom(error)
    }
    written += piece.count
    pending = []
    pending.reserveCapacity(Self.pieceSize)
  }

  static func noRoom(_ error: StorageError) -> ImportError {
    .unreadable(path: "the export", reason: ZipError.noRoom(error.words).reason)
  }
}
