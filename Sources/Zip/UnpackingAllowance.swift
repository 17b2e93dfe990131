import Synchronization

/// The number of bytes that may be unpacked from all archives of one argument: itself, archives in a folder, and archives in
/// archives. Without it, each archive in an archive would have limits of its own, and a short file could fill the disk.
///
/// Texts of chats shrink to a tenth or a thirtieth and pictures hardly at all, while one byte of a deflate bomb unpacks to 1,000.
public final class UnpackingAllowance: Sendable {
  private struct Bytes {
    var limit = freeByteCount
    /// The size of the archives on the disk.
    var packed = 0
    var unpacked = 0
  }
  private let bytes = Mutex(Bytes())

  /// The most bytes unpacked, in multiples of the archives' size.
  private static let growth = 100
  /// The number of bytes unpacked in any case, because a short archive may hold a repetitive chat.
  private static let freeByteCount = 256 << 20

  /// Creates the allowance of an argument without archives.
  public init() {}

  /// Adds an archive of `byteCount` bytes on the disk. Archives unpacked from another one do not count.
  public func add(archiveOf byteCount: Int) {
    bytes.withLock { bytes in
      let (packed, isBeyond) = bytes.packed.addingReportingOverflow(byteCount)
      bytes.packed = isBeyond ? .max : packed
      let (limit, isLimitBeyond) = bytes.packed.multipliedReportingOverflow(by: Self.growth)
      bytes.limit = max(Self.freeByteCount, isLimitBeyond ? .max : limit)
    }
  }

  /// Takes `count` bytes that are about to be unpacked.
  ///
  /// - Throws: ``ZipError/tooMuch(size:limit:)`` if fewer are left.
  func take(_ count: UInt64) throws(ZipError) {
    try bytes.withLock { bytes throws(ZipError) in
      guard count <= UInt64(bytes.limit - bytes.unpacked) else {
        throw .tooMuch(size: Int(clamping: count), limit: bytes.limit)
      }
      bytes.unpacked += Int(count)
    }
  }

  /// Returns `count` bytes that were taken and are not kept.
  func giveBack(_ count: Int) { bytes.withLock { $0.unpacked = max(0, $0.unpacked - count) } }
}
