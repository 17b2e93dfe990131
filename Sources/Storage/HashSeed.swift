/// What hashes of bytes depend on that nobody outside this process knows.
///
/// Tables with open addressing look through the entries that have nearly the same place. Whoever writes a chat could
/// choose words that all have one place by a hash that is known beforehand, and make an export take hours (hash flooding).
/// So such tables take their places from these hashes, and nothing that is written may depend on one.
public struct HashSeed: Sendable {
  /// The hash of nothing.
  public let start: UInt64
  @usableFromInline let factor: UInt64

  /// The key of this process.
  public static let ofProcess = HashSeed()

  /// A key that is made up anew.
  public init() { (start, factor) = (.random(in: 0 ... .max), .random(in: 0 ... .max) | 1) }

  /// Adds eight bytes, as a number, to a hash. The upper bits of the result depend on all of them.
  @inlinable @inline(__always)
  public func add(_ number: UInt64, to hash: inout UInt64) {
    let product = (hash ^ number).multipliedFullWidth(by: factor)
    hash = product.high ^ product.low
  }

  /// The hash of bytes: its upper half depends on all of them, and on how many there are.
  @inlinable
  public func hash(_ bytes: borrowing Span<UInt8>) -> UInt64 {
    var hash = start
    var (group, place) = (UInt64(bytes.count), 0)
    while place &+ 8 <= bytes.count {
      add(group, to: &hash)
      group = bytes.group(at: place)
      place &+= 8
    }
    add(group, to: &hash)
    add(bytes.group(at: place), to: &hash)
    return hash
  }

  /// The hash of a number, such as another hash: its upper half depends on all of its bits.
  @inlinable @inline(__always)
  public func hash(_ number: UInt64) -> UInt64 {
    var hash = start
    add(number, to: &hash)
    return hash &* factor
  }
}

extension Span where Element == UInt8 {
  /// The eight bytes from `place` on, the first one lowest; what lies beyond the end is 0.
  @inlinable @inline(__always)
  public func group(at place: Int) -> UInt64 {
    if place &+ 8 <= count { return whole(at: place) }
    if count >= 8, place < count { return whole(at: count &- 8) >> UInt64((place &+ 8 &- count) &* 8) }
    var group: UInt64 = 0
    for index in place..<Swift.max(place, count) {
      group |= UInt64(self[index]) << UInt64((index &- place) &* 8)
    }
    return group
  }

  @inlinable @inline(__always)
  func whole(at place: Int) -> UInt64 {
    unsafe UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self))
  }
}
