// Boundary to zlib (`CZlib`).

import CZlib

/// Compression and checksums by zlib (RFC 1950): the `FlateDecode` filter of PDFs (ISO 32000-1 §7.4.4), `deflate` in browsers.
public enum Flate {
  /// Returns the bytes compressed; nil if zlib has no memory.
  ///
  /// Level 6 in general. Level 1 makes pages 7 % larger in half the time.
  public static func compressed(_ bytes: Span<UInt8>, level: Int32 = 6) -> [UInt8]? {
    var output = [UInt8](repeating: 0, count: zlib_bound(bytes.count))
    var room = output.mutableSpan
    let count = zlib_compress(bytes, &room, level)
    guard count > 0 else { return nil }
    output.removeLast(output.count - count)
    return output
  }

  /// Returns the CRC-32 of bytes (PNG 3rd edition §5.5, RFC 1952 §8).
  public static func checksum(_ bytes: Span<UInt8>) -> UInt32 { zlib_checksum(bytes) }
}
