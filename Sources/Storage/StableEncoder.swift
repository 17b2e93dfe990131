/// Values in one canonical form: equal bytes mean equal values, on every machine and in every run.
///
/// The end of every value is encoded, so that no two sequences of values have equal bytes. Digests are made of these bytes,
/// and files for the next export are written in them (``StableDecoder`` reads them back).
public struct StableEncoder: Sendable {
  /// The bytes encoded so far.
  public private(set) var bytes: [UInt8] = []

  /// Creates an encoder without bytes.
  public init() {}

  /// True if nothing was added.
  public var isEmpty: Bool { bytes.isEmpty }

  /// Empties the encoder and keeps its memory.
  public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Adds one byte, 1 for true.
  public mutating func add(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  /// Adds a number in seven bits a byte, lowest first, its sign in the lowest bit: small numbers stay short.
  public mutating func add(_ number: some FixedWidthInteger & SignedInteger) {
    let wide = Int64(truncatingIfNeeded: number)
    add(UInt64(bitPattern: wide << 1 ^ wide >> 63))
  }

  /// Adds a number in seven bits a byte, lowest first; the last byte is below 128.
  public mutating func add(_ number: some FixedWidthInteger & UnsignedInteger) {
    var left = UInt64(truncatingIfNeeded: number)
    while left >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: left) | 0x80)
      left >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: left))
  }

  /// Adds a text after its length in bytes.
  public mutating func add(_ text: String) { add(text.utf8.span) }

  /// Adds bytes after their count.
  public mutating func add(_ raw: Span<UInt8>) {
    add(raw.count)
    bytes.append(raw)
  }

  /// Adds bytes after their count.
  public mutating func add(_ raw: [UInt8]) { add(raw.span) }

  /// Adds a text that may be absent.
  public mutating func add(_ text: String?) {
    add(text != nil)
    if let text { add(text) }
  }

  /// Adds a number that may be absent.
  public mutating func add(_ number: (some FixedWidthInteger & SignedInteger)?) {
    add(number != nil)
    if let number { add(number) }
  }

  /// Adds 32-bit numbers, four bytes each, lowest first: for hashes, whose bytes are all in use.
  public mutating func add(numbers: [UInt32]) {
    add(numbers.count)
    bytes.append(addingCapacity: numbers.count * 4) { room in
      for number in numbers {
        room.append(UInt8(truncatingIfNeeded: number))
        room.append(UInt8(truncatingIfNeeded: number >> 8))
        room.append(UInt8(truncatingIfNeeded: number >> 16))
        room.append(UInt8(truncatingIfNeeded: number >> 24))
      }
    }
  }
}

/// Reads the output of ``StableEncoder``, and nothing beyond its end.
///
/// Every method returns nil if the bytes are not such a value; after that, nothing else is to be trusted.
public struct StableDecoder {
  private var left: ArraySlice<UInt8>

  /// Creates a decoder of `bytes`.
  public init(_ bytes: ArraySlice<UInt8>) { left = bytes }

  /// True if nothing is left to read.
  public var isAtEnd: Bool { left.isEmpty }

  /// Reads a flag.
  public mutating func flag() -> Bool? {
    guard let byte = left.popFirst(), byte < 2 else { return nil }
    return byte == 1
  }

  /// Reads a signed number.
  public mutating func integer() -> Int? {
    number().flatMap { Int(exactly: Int64(bitPattern: $0 >> 1) ^ -Int64($0 & 1)) }
  }

  /// Reads a number of a smaller type.
  public mutating func integer<Number: FixedWidthInteger & SignedInteger>(as _: Number.Type) -> Number? {
    integer().flatMap { Number(exactly: $0) }
  }

  /// Reads an unsigned number.
  public mutating func number() -> UInt64? {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while shift < 64, let byte = left.popFirst() {
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
    return nil
  }

  /// Reads bytes after their count.
  public mutating func raw() -> ArraySlice<UInt8>? {
    guard let count = integer(), count >= 0, count <= left.count else { return nil }
    defer { left = left.dropFirst(count) }
    return left.prefix(count)
  }

  /// Reads a text after its length.
  public mutating func text() -> String? { raw().flatMap { String(validating: $0, as: UTF8.self) } }

  /// Reads a value that may be absent: `.some(nil)` if it is.
  public mutating func optional<Value>(_ read: (inout StableDecoder) -> Value?) -> Value?? {
    guard let isPresent = flag() else { return nil }
    guard isPresent else { return .some(nil) }
    return read(&self).map { .some($0) }
  }

  /// Reads as many values as the count before them.
  ///
  /// The count may be wrong: no memory is reserved for it, and each value takes at least a byte.
  public mutating func list<Value>(_ read: (inout StableDecoder) -> Value?) -> [Value]? {
    guard let count = integer(), count >= 0, count <= left.count else { return nil }
    var values: [Value] = []
    while values.count < count {
      guard let value = read(&self) else { return nil }
      values.append(value)
    }
    return values
  }

  /// Reads 32-bit numbers.
  public mutating func numbers() -> [UInt32]? {
    guard let count = integer(), count >= 0, count <= left.count / 4 else { return nil }
    defer { left = left.dropFirst(count * 4) }
    let bytes = left.span
    return (0..<count).map { index in
      (0..<4).reduce(0) { $0 | UInt32(bytes[index * 4 + $1]) << UInt32($1 * 8) }
    }
  }
}
