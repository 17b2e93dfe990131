/// Writes the fields of OpenSSH's keys and signatures (RFC 4251 §5): a string is its length, in 32 bits with the highest byte first, and
/// its bytes.
struct SSHWriter {
  private(set) var bytes: [UInt8]

  /// Creates a writer that begins with bytes that have no length.
  init(_ beginning: some Sequence<UInt8> = []) { bytes = Array(beginning) }

  mutating func add(_ number: UInt32) {
    for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: number >> UInt32(shift))) }
  }

  mutating func add(_ string: some Collection<UInt8>) {
    add(UInt32(string.count))
    bytes += string
  }

  mutating func add(_ text: String) { add(Array(text.utf8)) }
}

/// Reads the fields of OpenSSH's keys and signatures. Each method returns nil if the bytes end before the field does.
struct SSHReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: some Sequence<UInt8>) { rest = Array(bytes)[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func raw(_ count: Int) -> [UInt8]? {
    guard count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  mutating func number() -> UInt32? { raw(4)?.reduce(0) { $0 << 8 | UInt32($1) } }

  mutating func string() -> [UInt8]? {
    guard let count = number() else { return nil }
    return raw(Int(count))
  }

  mutating func text() -> String? { string().flatMap { String(validating: $0, as: UTF8.self) } }
}
