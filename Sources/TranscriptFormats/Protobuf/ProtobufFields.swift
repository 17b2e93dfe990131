import ImportKit

/// The fields of a Protocol Buffers message, in order. A damaged end is left out.
///
/// Facts: "Encoding", https://protobuf.dev/programming-guides/encoding.
struct ProtobufFields: Sequence, IteratorProtocol {
  /// A field's number and its value: a number, or bytes.
  struct Field {
    var number: Int
    /// nil for bytes.
    var integer: UInt64?
    /// Empty for a number.
    var bytes: [UInt8]

    var text: String { String(decoding: bytes, as: UTF8.self) }
    /// The fields of a message in the field.
    var fields: ProtobufFields { ProtobufFields(bytes) }
  }

  private let bytes: [UInt8]
  private var offset = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> Field? {
    guard let key = varint() else { return nil }
    let number = Int(truncatingIfNeeded: key >> 3)
    switch key & 7 {
    case 0: return varint().map { Field(number: number, integer: $0, bytes: []) }
    case 1: return fixed(8).map { Field(number: number, integer: $0, bytes: []) }
    case 5: return fixed(4).map { Field(number: number, integer: $0, bytes: []) }
    case 2:
      guard let count = varint(), count <= UInt64(bytes.count - offset) else { return nil }
      let start = offset
      offset += Int(count)
      return Field(number: number, integer: nil, bytes: Array(bytes[start..<offset]))
    default: return nil
    }
  }

  /// Returns the first field with a number, or nil.
  func first(_ number: Int) -> Field? { first { $0.number == number } }

  private mutating func varint() -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 70, by: 7) {
      guard offset < bytes.count else { return nil }
      let byte = bytes[offset]
      offset += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    return nil
  }

  private mutating func fixed(_ count: Int) -> UInt64? {
    guard count <= bytes.count - offset else { return nil }
    defer { offset += count }
    return bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
