import ChatModel
import Frames
import MediaProbe

/// Values in one canonical form, of which a key is made: equal bytes mean equal values.
///
/// Every value says where it ends, so that no two sequences of values have the same bytes.
struct KeyWriter {
  private(set) var bytes: [UInt8] = []
  /// Whether everything added was understood. A key of what was not would stand for different values.
  private(set) var isComplete = true
  /// What is added for each participant that is named, besides their place.
  var people: [[UInt8]] = []

  var isEmpty: Bool { bytes.isEmpty }

  /// SHA-256 of what was added, in hexadecimal; nil when some of it was not understood.
  func digest() -> String? {
    guard isComplete else { return nil }
    let digest = MediaFile.sha256(of: bytes)
    return digest.isEmpty ? nil : digest
  }

  /// Forgets what was added and keeps the memory.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    isComplete = true
  }

  mutating func add(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  mutating func add(_ number: some FixedWidthInteger & SignedInteger) {
    let wide = Int64(truncatingIfNeeded: number)
    add(UInt64(bitPattern: wide << 1 ^ wide >> 63))
  }

  mutating func add(_ number: some FixedWidthInteger & UnsignedInteger) {
    var left = UInt64(truncatingIfNeeded: number)
    while left >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: left) | 0x80)
      left >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: left))
  }

  /// By its bits: what is not a number is the same as itself.
  mutating func add(_ number: Double) { add(number.bitPattern) }

  mutating func add(_ text: String) {
    add(text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  mutating func add(_ raw: Span<UInt8>) {
    add(raw.count)
    unsafe raw.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
  }

  mutating func add(_ raw: some Collection<UInt8>) {
    add(raw.count)
    bytes += raw
  }

  /// Numbers as they lie in memory.
  mutating func add<Number: BitwiseCopyable>(numbers: [Number]) {
    unsafe numbers.withUnsafeBytes { raw in
      add(raw.count)
      unsafe bytes.append(contentsOf: raw)
    }
  }

  mutating func add(_ text: String?) {
    add(text != nil)
    if let text { add(text) }
  }

  mutating func add(_ number: (some FixedWidthInteger & SignedInteger)?) {
    add(number != nil)
    if let number { add(number) }
  }

  mutating func add(_ number: Double?) {
    add(number != nil)
    if let number { add(number) }
  }

  /// Somebody, and how rows show them.
  mutating func add(_ index: ParticipantIndex) {
    add(index.value)
    if people.indices.contains(Int(index.value)) { add(people[Int(index.value)]) }
  }

  mutating func add(_ index: ParticipantIndex?) {
    add(index != nil)
    if let index { add(index) }
  }

  mutating func add(people: [ParticipantIndex]) {
    add(people.count)
    for index in people { add(index) }
  }

  mutating func add(texts: [String]) {
    add(texts.count)
    for text in texts { add(text) }
  }

  mutating func add(_ instant: Instant?) {
    add(instant != nil)
    // In all its bytes: of those of today's instants most are filled.
    if let instant { add(wide: instant.milliseconds) }
  }

  private mutating func add(wide number: Int64) {
    unsafe withUnsafeBytes(of: number.littleEndian) { raw in unsafe bytes.append(contentsOf: raw) }
  }
}

extension KeyWriter {
  /// A value of any type, with all that is stored in it: what nobody has to list, and nobody can forget.
  ///
  /// Costs far more than the others: for what comes once in a run, and for kinds of messages that are few. Objects and
  /// functions are not understood.
  mutating func add(reflecting value: Any) {
    switch value {
    case let value as String: add(value)
    case let value as Bool: add(value)
    // Asking a type what it conforms to takes as long as all of these together.
    case let value as LayoutUnit: add(integer: value.raw)
    case let value as Int: add(integer: value)
    case let value as UInt8: add(integer: value)
    case let value as any FixedWidthInteger: add(integer: value)
    case let value as Double: add(value)
    case let value as [UInt8]: add(value)
    case let value as ParticipantIndex: add(value)
    default: add(mirrored: value)
    }
  }

  private mutating func add(integer: some FixedWidthInteger) {
    add(UInt64(truncatingIfNeeded: integer))
  }

  private mutating func add(mirrored value: Any) {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .struct, .tuple:
      if mirror.children.isEmpty { isComplete = false }
      for child in mirror.children { add(reflecting: child.value) }
    case .optional, .collection:
      add(mirror.children.count)
      for child in mirror.children { add(reflecting: child.value) }
    case .enum:
      if let child = mirror.children.first {
        add(child.label)
        add(reflecting: child.value)
      } else {
        // Only the case's own name tells it for sure.
        if value is any CustomStringConvertible || value is any TextOutputStreamable { isComplete = false }
        add("\(value)")
      }
    case .set, .dictionary:
      let entries = mirror.children.map { child in
        var entry = KeyWriter()
        entry.people = people
        entry.add(reflecting: child.value)
        isComplete = isComplete && entry.isComplete
        return entry.bytes
      }
      add(entries.count)
      for entry in entries.sorted(by: { $0.lexicographicallyPrecedes($1) }) { add(entry) }
    default: isComplete = false
    }
  }
}
