// Boundary to untyped memory. Spans check bounds, but the language counts reading several bytes as one number, or numbers as
// bytes, among the things that it cannot check; here only integers are read this way, for which all bytes are valid values.

import SystemCalls

extension Span where Element == UInt8 {
  /// Returns the eight bytes from `offset` on, the first one lowest. Traps unless there are that many.
  @inlinable @inline(__always)
  public func word(at offset: Int) -> UInt64 {
    unsafe UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// True if a byte occurs. All bytes are compared, without an early exit, so that compilers compare sixteen at once.
  @inlinable
  public func contains(_ byte: UInt8) -> Bool {
    var found: UInt8 = 0
    for index in indices { found |= self[index] == byte ? 1 : 0 }
    return found != 0
  }

  /// Returns the offset of the first `byte` from `start` on, or nil.
  public func firstOffset(of byte: UInt8, from start: Int) -> Int? {
    unsafe extracting(start...).withUnsafeBytes { unsafe SystemCall.firstOffset(of: byte, in: $0) }
      .map { start + $0 }
  }

  /// Returns the offset of the first occurrence of a text from `start` on, or nil.
  public func firstOffset(of text: StaticString, from start: Int) -> Int? {
    unsafe extracting(start...).withUnsafeBytes { unsafe SystemCall.firstOffset(of: text, in: $0) }
      .map { start + $0 }
  }

  /// Returns the eight bytes from `offset` on, the first one lowest. Bytes beyond the end are 0.
  @inlinable @inline(__always)
  public func group(at offset: Int) -> UInt64 {
    if offset &+ 8 <= count { return word(at: offset) }
    if count >= 8, offset < count { return word(at: count &- 8) >> UInt64((offset &+ 8 &- count) &* 8) }
    var group: UInt64 = 0
    for index in offset..<Swift.max(offset, count) {
      group |= UInt64(self[index]) << UInt64((index &- offset) &* 8)
    }
    return group
  }
}

extension StaticString {
  /// Returns a byte of the text. Traps if `offset` is outside it.
  @inlinable @inline(__always)
  public func byte(at offset: Int) -> UInt8 {
    precondition(offset >= 0 && offset < utf8CodeUnitCount, "byte outside the text")
    return unsafe utf8Start[offset]
  }
}

extension Array where Element: FixedWidthInteger & BitwiseCopyable {
  /// Calls `body` with the memory of the elements, and returns its result.
  public mutating func withMutableRawSpan<Result, Failure: Error>(
    _ body: (inout MutableRawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var numbers = mutableSpan
    var bytes = unsafe numbers.mutableBytes
    return try body(&bytes)
  }
}

extension Array where Element == UInt8 {
  /// Appends bytes.
  public mutating func append(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}

extension Hasher {
  /// Adds bytes to a hash.
  @inlinable
  public mutating func combine(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBytes { unsafe combine(bytes: $0) }
  }
}

/// Bytes that exist for the whole run, such as files compiled into the program. Passing them on copies nothing.
@safe public struct ConstantBytes: @unchecked Sendable {
  /// The bytes in their original memory.
  @unsafe public let buffer: UnsafeBufferPointer<UInt8>

  /// Creates a view of memory that is never changed or freed.
  @unsafe public init(_ buffer: UnsafeBufferPointer<UInt8>) { unsafe self.buffer = unsafe buffer }

  /// A copy of the bytes.
  public var copy: [UInt8] { unsafe Array(buffer) }
}
