/// Writes the fields of a value, or reads them back. A type lists its fields once, in ``CodedFields/codeFields(_:)``, so that writing
/// and reading cannot differ.
public protocol FieldCoder {
  /// Codes a number.
  mutating func code<Number: FixedWidthInteger>(number: inout Number) throws(DamagedRecord)
  /// Codes a text.
  mutating func code(text: inout String) throws(DamagedRecord)
  /// Codes 32-bit numbers, four bytes each.
  mutating func code(numbers: inout [UInt32]) throws(DamagedRecord)
  /// Codes the number of elements that follow: returns `count` when writing, and the written number when reading.
  mutating func code(count: Int) throws(DamagedRecord) -> Int
}

/// The error of bytes that are not the record that was expected.
public struct DamagedRecord: Error {
  /// Creates the error.
  public init() {}
}

/// A value that can be written to a file and read back.
public protocol CodedFields {
  /// A value to read fields into.
  static var blank: Self { get }
  /// Codes each field, in one order.
  mutating func codeFields(_ coder: inout some FieldCoder) throws(DamagedRecord)
}

/// Writes fields in the canonical form of ``StableEncoder``.
public struct FieldWriter: FieldCoder {
  private var encoder = StableEncoder()

  private init() {}

  /// Returns the bytes of a value.
  public static func bytes(of value: some CodedFields) -> [UInt8] {
    var (writer, value) = (FieldWriter(), value)
    // Only reading throws.
    try? value.codeFields(&writer)
    return writer.encoder.bytes
  }

  public mutating func code<Number: FixedWidthInteger>(number: inout Number) {
    if Number.isSigned {
      encoder.add(Int64(truncatingIfNeeded: number))
    } else {
      encoder.add(UInt64(truncatingIfNeeded: number))
    }
  }

  public mutating func code(text: inout String) { encoder.add(text) }

  public mutating func code(numbers: inout [UInt32]) { encoder.add(numbers: numbers) }

  public mutating func code(count: Int) -> Int {
    encoder.add(count)
    return count
  }
}

/// Reads what ``FieldWriter`` wrote.
public struct FieldReader: FieldCoder {
  private var decoder: StableDecoder

  /// Returns the value that has these bytes.
  ///
  /// - Throws: ``DamagedRecord`` if they are not a value's.
  public static func value<Value: CodedFields>(
    of bytes: ArraySlice<UInt8>, as _: Value.Type = Value.self
  ) throws(DamagedRecord) -> Value {
    var (reader, value) = (FieldReader(decoder: StableDecoder(bytes)), Value.blank)
    try value.codeFields(&reader)
    guard reader.decoder.isAtEnd else { throw DamagedRecord() }
    return value
  }

  public mutating func code<Number: FixedWidthInteger>(number: inout Number) throws(DamagedRecord) {
    let read =
      Number.isSigned
      ? decoder.integer().flatMap { Number(exactly: $0) } : decoder.number().flatMap { Number(exactly: $0) }
    guard let read else { throw DamagedRecord() }
    number = read
  }

  public mutating func code(text: inout String) throws(DamagedRecord) {
    guard let read = decoder.text() else { throw DamagedRecord() }
    text = read
  }

  public mutating func code(numbers: inout [UInt32]) throws(DamagedRecord) {
    guard let read = decoder.numbers() else { throw DamagedRecord() }
    numbers = read
  }

  /// The count may be wrong, so no memory is reserved for it: reading the elements fails at the end of the bytes.
  public mutating func code(count: Int) throws(DamagedRecord) -> Int {
    guard let read = decoder.integer(), read >= 0 else { throw DamagedRecord() }
    return read
  }
}

extension FieldCoder {
  /// Codes a value.
  public mutating func code(_ value: inout some CodedFields) throws(DamagedRecord) {
    try value.codeFields(&self)
  }

  /// Codes a value that may be absent.
  public mutating func code<Value: CodedFields>(_ value: inout Value?) throws(DamagedRecord) {
    var isPresent = value != nil
    try code(&isPresent)
    guard isPresent else { return value = nil }
    var present = value ?? .blank
    try code(&present)
    value = present
  }

  /// Codes a list.
  public mutating func code<Value: CodedFields>(_ values: inout [Value]) throws(DamagedRecord) {
    let count = try code(count: values.count)
    for index in 0..<count {
      if index == values.count { values.append(.blank) }
      try code(&values[index])
    }
  }

  /// Codes a set, in the order of its elements.
  public mutating func code<Value: CodedFields & Comparable & Hashable>(
    _ values: inout Set<Value>
  ) throws(DamagedRecord) {
    var list = values.sorted()
    try code(&list)
    values = Set(list)
  }

  /// Codes a dictionary, in the order of its keys.
  public mutating func code<Key: CodedFields & Comparable & Hashable, Value: CodedFields>(
    _ values: inout [Key: Value]
  ) throws(DamagedRecord) {
    var entries = values.map { CodedEntry(key: $0, value: $1) }.sorted { $0.key < $1.key }
    try code(&entries)
    values = Dictionary(entries.map { ($0.key, $0.value) }) { $1 }
  }

  /// Codes a value of a type whose cases have raw values.
  public mutating func code<Value: RawRepresentable>(raw value: inout Value) throws(DamagedRecord)
  where Value.RawValue: CodedFields {
    var raw = value.rawValue
    try code(&raw)
    guard let read = Value(rawValue: raw) else { throw DamagedRecord() }
    value = read
  }
}

private struct CodedEntry<Key: CodedFields, Value: CodedFields>: CodedFields {
  var key: Key
  var value: Value

  static var blank: Self { Self(key: .blank, value: .blank) }

  mutating func codeFields(_ coder: inout some FieldCoder) throws(DamagedRecord) {
    try coder.code(&key)
    try coder.code(&value)
  }
}

extension CodedFields where Self: FixedWidthInteger {
  /// Zero.
  public static var blank: Self { 0 }
  public mutating func codeFields(_ coder: inout some FieldCoder) throws(DamagedRecord) {
    try coder.code(number: &self)
  }
}

extension Int: CodedFields {}
extension Int32: CodedFields {}
extension Int64: CodedFields {}
extension UInt8: CodedFields {}
extension UInt32: CodedFields {}
extension UInt64: CodedFields {}

extension Bool: CodedFields {
  /// False.
  public static var blank: Bool { false }
  public mutating func codeFields(_ coder: inout some FieldCoder) throws(DamagedRecord) {
    var number: UInt8 = self ? 1 : 0
    try coder.code(number: &number)
    guard number < 2 else { throw DamagedRecord() }
    self = number == 1
  }
}

extension String: CodedFields {
  /// The empty text.
  public static var blank: String { "" }
  public mutating func codeFields(_ coder: inout some FieldCoder) throws(DamagedRecord) {
    try coder.code(text: &self)
  }
}

extension Array: CodedFields where Element: CodedFields {
  /// The empty list.
  public static var blank: [Element] { [] }
  public mutating func codeFields(_ coder: inout some FieldCoder) throws(DamagedRecord) {
    try coder.code(&self)
  }
}
