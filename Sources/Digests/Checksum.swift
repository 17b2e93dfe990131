import CXXHash

/// A 128-bit XXH3 checksum: about ten times as fast as SHA-256, and no protection against deliberately colliding bytes.
public struct Checksum: Sendable, Hashable, BitwiseCopyable {
  /// The low half of the 128 bits.
  public var low: UInt64
  /// The high half of the 128 bits.
  public var high: UInt64

  /// Creates a checksum from its two halves.
  public init(low: UInt64, high: UInt64) { (self.low, self.high) = (low, high) }

  /// Computes the checksum of bytes in memory.
  public init(of bytes: Span<UInt8>) {
    let hash = unsafe bytes.withUnsafeBytes { unsafe XXH3_128bits($0.baseAddress, $0.count) }
    self.init(low: hash.low64, high: hash.high64)
  }
}

/// Computes a ``Checksum`` of bytes that arrive in pieces.
@safe public struct ChecksumBuilder: ~Copyable {
  private let state: OpaquePointer

  /// Creates a builder, or nil if xxHash cannot allocate its state.
  public init?() {
    guard let state = unsafe XXH3_createState() else { return nil }
    guard unsafe XXH3_128bits_reset(state) == XXH_OK else {
      unsafe _ = XXH3_freeState(state)
      return nil
    }
    unsafe self.state = state
  }

  deinit { unsafe _ = XXH3_freeState(state) }

  /// Adds the next piece.
  public mutating func update(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBytes { unsafe _ = XXH3_128bits_update(state, $0.baseAddress, $0.count) }
  }

  /// Returns the checksum of all pieces.
  public consuming func checksum() -> Checksum {
    let hash = unsafe XXH3_128bits_digest(state)
    return Checksum(low: hash.low64, high: hash.high64)
  }
}
