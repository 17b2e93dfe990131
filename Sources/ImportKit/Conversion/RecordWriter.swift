/// Writes the values of a record one after the other: integers in LEB128, texts as their length in bytes and UTF-8.
struct RecordWriter {
  private(set) var bytes: [UInt8] = []
  /// A number above the indexes of all participants written.
  var participantEnd = 0

  /// Removes all content but keeps the memory.
  mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    participantEnd = 0
  }

  mutating func add(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func add(_ number: Int) { add(UInt64(bitPattern: Int64(number))) }

  mutating func add(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  /// Writes a signed integer with its sign in the lowest bit, so that small ones are short.
  mutating func addSigned(_ number: Int64) { add(UInt64(bitPattern: number << 1 ^ number >> 63)) }

  mutating func add(_ number: Double) { add(number.bitPattern) }

  mutating func add(_ text: String) {
    add(text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  mutating func add(_ list: [UInt8]) {
    add(list.count)
    bytes.append(contentsOf: list)
  }

  mutating func add<Value>(_ value: Value?, _ body: (inout RecordWriter, Value) -> Void) {
    add(value != nil)
    if let value { body(&self, value) }
  }

  mutating func add<Value>(each list: [Value], _ body: (inout RecordWriter, Value) -> Void) {
    add(list.count)
    for value in list { body(&self, value) }
  }

  mutating func add(_ text: String?) { add(text) { $0.add($1) } }
}

/// Reads the values of a record in the order in which `RecordWriter` wrote them.
struct RecordReader {
  let bytes: InputBytes
  private(set) var position: Int

  init(_ bytes: InputBytes, at position: Int) { (self.bytes, self.position) = (bytes, position) }

  mutating func number() -> UInt64 {
    var (number, shift): (UInt64, UInt64) = (0, 0)
    while true {
      let byte = bytes[position]
      position &+= 1
      number |= UInt64(byte & 0x7F) &<< shift
      if byte < 0x80 { return number }
      shift &+= 7
    }
  }

  mutating func integer() -> Int { Int(Int64(bitPattern: number())) }

  mutating func flag() -> Bool {
    position &+= 1
    return bytes[position &- 1] != 0
  }

  mutating func signed() -> Int64 {
    let number = number()
    return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }

  mutating func real() -> Double { Double(bitPattern: number()) }

  /// Returns the range of the next text, and skips it.
  mutating func range() -> Range<Int> {
    let count = integer()
    position &+= count
    return position &- count..<position
  }

  mutating func text() -> String { bytes.string(ofValid: range(), isASCII: false) }

  mutating func bytesList() -> [UInt8] { bytes.array(in: range()) }

  mutating func optional<Value>(_ body: (inout RecordReader) -> Value) -> Value? {
    flag() ? body(&self) : nil
  }

  mutating func list<Value>(_ body: (inout RecordReader) -> Value) -> [Value] {
    let count = integer()
    var list: [Value] = []
    list.reserveCapacity(count)
    for _ in 0..<count { list.append(body(&self)) }
    return list
  }

  mutating func optionalText() -> String? { optional { $0.text() } }
}
