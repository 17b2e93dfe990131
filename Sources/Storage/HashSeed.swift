/// The secret that hashes of bytes depend on, random in each process.
///
/// A table with open addressing searches all entries whose hashes are close. With a known hash function, the author of a chat
/// could choose words that collide and make an export take hours (hash flooding). Written files must not depend on these
/// hashes.
public struct HashSeed: Sendable {
  /// The hash of no bytes.
  public private(set) var start: UInt64
  @usableFromInline private(set) var factor: UInt64

  /// The seed of this process.
  public static let ofProcess = HashSeed()

  /// Creates a random seed.
  public init() { (start, factor) = (.random(in: 0 ... .max), .random(in: 0 ... .max) | 1) }

  /// Creates the seed of a table that is written to a file. The two numbers are a digest of all content of the table: nobody can choose
  /// colliding content for a seed that changes with it.
  public init(digest first: UInt64, _ second: UInt64) { (start, factor) = (first, second | 1) }

  /// Adds eight bytes, as an integer, to a hash. The upper bits of the result depend on all of them.
  @inlinable @inline(__always)
  public func add(_ number: UInt64, to hash: inout UInt64) {
    let product = (hash ^ number).multipliedFullWidth(by: factor)
    hash = product.high ^ product.low
  }

  /// Returns the hash of bytes. Its upper half depends on all of them and on their number.
  @inlinable
  public func hash(_ bytes: borrowing Span<UInt8>) -> UInt64 {
    var hash = start
    var (group, offset) = (UInt64(bytes.count), 0)
    while offset &+ 8 <= bytes.count {
      add(group, to: &hash)
      group = bytes.group(at: offset)
      offset &+= 8
    }
    add(group, to: &hash)
    add(bytes.group(at: offset), to: &hash)
    return hash
  }

  /// Returns the hash of an integer, such as another hash. Its upper half depends on all of its bits.
  @inlinable @inline(__always)
  public func hash(_ number: UInt64) -> UInt64 {
    var hash = start
    add(number, to: &hash)
    return hash &* factor
  }
}

extension HashSeed: CodedFields {
  /// A seed to read another into.
  public static var blank: HashSeed { HashSeed(digest: 0, 0) }

  public mutating func codeFields(_ coder: inout some FieldCoder) throws(DamagedRecord) {
    try coder.code(&start)
    try coder.code(&factor)
  }
}
