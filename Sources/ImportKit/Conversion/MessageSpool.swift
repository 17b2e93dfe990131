import ChatModel
import Storage
import Zip

/// The position of a message's record in the spool.
struct StoredRecord: BitwiseCopyable {
  var offset: UInt64
  var byteCount: UInt32
  /// A number above the indexes of all participants whom the message names.
  var participantEnd: UInt32

  /// The offset after its last byte.
  var end: UInt64 { offset + UInt64(byteCount) }
}

/// The records of converted messages, one after the other in a temporary file, so that memory does not grow with an export.
package final class MessageSpool {
  /// The number of bytes that are written at a time.
  private static let pieceSize = 1 << 18

  private let file: AnonymousFile
  private var pending: [UInt8] = []
  private var written = 0
  /// The messages since the last report of progress.
  private var newMessages = 0
  private let progress: (@Sendable (Int) -> Void)?
  /// The number of messages after which progress is reported.
  private static let progressStep = 4_096
  /// The last mapping. Each one counts as memory of its own, and an account has thousands of conversations.
  private var mapping: InputBytes?
  /// The record that is being written: one for all conversations, because it takes as much memory as the longest message.
  var record = RecordWriter()

  /// `progress` gets the number of messages since its last call, now and then; see ``noteMessage()``.
  ///
  /// - Throws: ``ImportError/unreadable(path:reason:)`` if there is no room for a temporary file.
  package init(progress: (@Sendable (Int) -> Void)? = nil) throws(ImportError) {
    self.progress = progress
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

  /// Appends the record of a message; it stays in ``record`` until the next one.
  ///
  /// - Throws: ``ImportError/unreadable(path:reason:)`` if the disk is full.
  func append(_ message: Message) throws(ImportError) -> StoredRecord {
    record.clear()
    MessageRecord.write(message, to: &record)
    return StoredRecord(
      offset: UInt64(try append(record.bytes)), byteCount: UInt32(clamping: record.bytes.count),
      participantEnd: UInt32(clamping: record.participantEnd))
  }

  /// Counts a message for the report of progress.
  func noteMessage() {
    newMessages += 1
    guard newMessages == Self.progressStep else { return }
    progress?(newMessages)
    newMessages = 0
  }

  /// Maps everything appended so far. More may be appended afterwards, and mapped again.
  func mapped() throws(ImportError) -> InputBytes { try mapped(upTo: written + pending.count) }

  /// Maps at least the bytes before the offset `end`. Returns the last mapping if it has them.
  func mapped(upTo end: Int) throws(ImportError) -> InputBytes {
    if let mapping, mapping.count >= end { return mapping }
    try flush()
    pending = []
    let fresh = try InputBytes(0..<written, of: file.descriptor, path: "a temporary file")
    mapping = fresh
    return fresh
  }

  private func flush() throws(ImportError) {
    guard !pending.isEmpty else { return }
    var piece: [UInt8] = []
    swap(&piece, &pending)
    do throws(StorageError) {
      try file.write(piece.span, at: written)
    } catch {
      pending = piece
      throw Self.noRoom(error)
    }
    written += piece.count
    piece.removeAll(keepingCapacity: true)
    pending = piece
  }

  static func noRoom(_ error: StorageError) -> ImportError {
    .unreadable(path: "the export", reason: ZipError.noRoom(error.words).reason)
  }
}
