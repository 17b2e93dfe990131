import ImportKit

/// A binary property list ("bplist00"), whose values are read on demand.
///
/// Facts: the files of the examples, and the comment that heads CFBinaryPList.c in swift-corelibs-foundation.
struct BinaryPropertyList {
  enum Value {
    case none
    case truth(Bool)
    case integer(Int64)
    case real(Double)
    case data(Range<Int>)
    case text(String)
    /// A reference of a keyed archive to one of its objects.
    case archived(Int)
    /// The numbers of the values.
    case array([Int])
    /// The numbers of the keys and of their values.
    case dictionary([(key: Int, value: Int)])
  }

  let bytes: [UInt8]
  /// The number of the outermost value.
  let root: Int
  private let offsetSize: Int
  private let referenceSize: Int
  private let count: Int
  private let table: Int

  /// Returns nil if the bytes are not a binary property list.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 40, bytes.starts(with: "bplist0".utf8) else { return nil }
    self.bytes = bytes
    let trailer = bytes.count - 32
    (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
    let numbers = (0..<3).map { Self.number(bytes, trailer + 8 + 8 * $0, 8) }
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), let count = numbers[0],
      let root = numbers[1], let table = numbers[2], count < bytes.count, root < count, table < trailer,
      count * offsetSize <= trailer - table
    else { return nil }
    (self.count, self.root, self.table) = (count, root, table)
  }

  private static func number(_ bytes: [UInt8], _ offset: Int, _ size: Int) -> Int? {
    guard offset >= 0, size >= 0, size <= bytes.count, offset <= bytes.count - size else { return nil }
    var value: UInt64 = 0
    for index in offset..<offset + size { value = value << 8 | UInt64(bytes[index]) }
    return Int(exactly: value)
  }

  /// The value of this number; ``Value/none`` if it is missing or broken.
  func value(_ number: Int) -> Value {
    guard number >= 0, number < count,
      let offset = Self.number(bytes, table + number * offsetSize, offsetSize),
      offset < table
    else { return .none }
    let (kind, low) = (bytes[offset] >> 4, Int(bytes[offset] & 15))
    switch kind {
    case 0x0: return low == 8 ? .truth(false) : low == 9 ? .truth(true) : .none
    case 0x1: return integer(offset + 1, 1 << low)
    case 0x2, 0x3: return real(offset + 1, 1 << low)
    case 0x8: return Self.number(bytes, offset + 1, low + 1).map { .archived($0) } ?? .none
    default: break
    }
    guard let (start, length) = extent(offset) else { return .none }
    switch kind {
    case 0x4: return range(start, length).map { .data($0) } ?? .none
    case 0x5: return range(start, length).map { .text(String(decoding: bytes[$0], as: UTF8.self)) } ?? .none
    case 0x6: return wideText(start, length)
    case 0xA, 0xB, 0xC: return references(start, length).map { .array($0) } ?? .none
    case 0xD:
      let (both, isBeyond) = length.multipliedReportingOverflow(by: 2)
      guard !isBeyond, let numbers = references(start, both) else { return .none }
      return .dictionary((0..<length).map { (numbers[$0], numbers[length + $0]) })
    default: return .none
    }
  }

  private func integer(_ offset: Int, _ size: Int) -> Value {
    // Unsigned below eight bytes; of sixteen the low half counts.
    guard size <= 16, offset <= bytes.count - size else { return .none }
    var value: UInt64 = 0
    for index in offset..<offset + size { value = value << 8 | UInt64(bytes[index]) }
    return .integer(Int64(bitPattern: value))
  }

  private func real(_ offset: Int, _ size: Int) -> Value {
    guard size == 4 || size == 8, case .integer(let bits) = integer(offset, size) else { return .none }
    return .real(
      size == 4
        ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
        : Double(bitPattern: UInt64(bitPattern: bits)))
  }

  /// The offset of a value's content, and its length in units of the kind.
  private func extent(_ offset: Int) -> (start: Int, length: Int)? {
    let low = Int(bytes[offset] & 15)
    guard low == 15 else { return (offset + 1, low) }
    guard offset + 1 < bytes.count, bytes[offset + 1] >> 4 == 1 else { return nil }
    let size = 1 << Int(bytes[offset + 1] & 15)
    guard size <= 8, let length = Self.number(bytes, offset + 2, size), length <= bytes.count else {
      return nil
    }
    return (offset + 2 + size, length)
  }

  private func range(_ start: Int, _ length: Int) -> Range<Int>? {
    length <= bytes.count && start <= bytes.count - length ? start..<start + length : nil
  }

  private func wideText(_ start: Int, _ length: Int) -> Value {
    guard length <= bytes.count, let range = range(start, length * 2) else { return .none }
    let units = stride(from: range.lowerBound, to: range.upperBound, by: 2).map {
      UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
    }
    return .text(String(decoding: units, as: UTF16.self))
  }

  private func references(_ start: Int, _ count: Int) -> [Int]? {
    guard count <= bytes.count, range(start, count * referenceSize) != nil else { return nil }
    return (0..<count).map { Self.number(bytes, start + $0 * referenceSize, referenceSize) ?? -1 }
  }

  /// Returns the number of the value for `key` in the dictionary `number`, or nil.
  func member(_ key: String, of number: Int) -> Int? {
    guard case .dictionary(let members) = value(number) else { return nil }
    return members.first { if case .text(key) = value($0.key) { true } else { false } }?.value
  }
}
