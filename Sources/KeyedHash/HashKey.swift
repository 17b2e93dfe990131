/// What hashes of bytes depend on that nobody outside this process knows.
///
/// Tables with open addressing look through the entries that have nearly the same place. Whoever writes a chat could
/// choose words that all have one place by a hash that is known beforehand, and make an export take hours (hash flooding).
/// So such tables take their places from these hashes, and nothing that is written may depend on one.
public struct HashKey: Sendable {
  /// The hash of no bytes.
  public let start: UInt64
  @usableFromInline let factor: UInt64

  /// The key of this process.
  public static let ofProcess = HashKey()

  /// A key that is made up anew.
  public init() { (start, factor) = (.random(in: 0 ... .max), .random(in: 0 ... .max) | 1) }

  /// Adds a byte to a hash. The upper bits of the result depend on all bytes.
  @inlinable @inline(__always)
  public func add(_ byte: UInt8, to hash: inout UInt64) { hash = (hash ^ UInt64(byte)) &* factor }

  /// The hash of bytes: its upper half depends on all of them.
  @inlinable
  public func hash(_ bytes: borrowing Span<UInt8>) -> UInt64 {
    var hash = start
    for place in bytes.indices { add(bytes[place], to: &hash) }
    return hash
  }

  /// The hash of a number, such as another hash: its upper half depends on all of its bits.
  @inlinable @inline(__always)
  public func hash(_ number: UInt64) -> UInt64 {
    let product = (number ^ start).multipliedFullWidth(by: factor)
    return (product.high ^ product.low) &* factor
  }
}
