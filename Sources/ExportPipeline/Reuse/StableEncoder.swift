import ChatModel
internal import Digests
import Frames
import MediaProbe

/// Values in one canonical form, of which a key is made: equal bytes mean equal values.
///
/// Every value says where it ends, so that no two sequences of values have the same bytes.
struct StableEncoder {
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

  /// A short digest of what was added; nil when some of it was not understood.
  func digest(by digester: inout ShortDigester) -> ShortDigest? {
    isComplete ? digester.digest(of: bytes.span) : nil
  }

  /// Forgets what was added and keeps the memory.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    isComplete = true
  }

  mutating func add(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  mutating func add(_ number: some FixedWidthInteger & SignedInteger) {
    add(OutputSpan<UInt8>.unsigned(Int64(truncatingIfNeeded: number)))
  }

  mutating func add(_ number: some FixedWidthInteger & UnsignedInteger) {
    let wide = UInt64(truncatingIfNeeded: number)
    // Most numbers are small.
    if wide < 0x80 { return bytes.append(UInt8(truncatingIfNeeded: wide)) }
    bytes.append(addingCapacity: OutputSpan<UInt8>.longestNumber) { $0.append(number: wide) }
  }

  /// By its bits: what is not a number is the same as itself.
  mutating func add(_ number: Double) { add(number.bitPattern) }

  mutating func add(_ text: String) { add(text.utf8.span) }

  mutating func add(_ raw: Span<UInt8>) {
    bytes.append(addingCapacity: OutputSpan<UInt8>.longestNumber + raw.count) { room in
      room.append(count: raw.count)
      room.append(raw)
    }
  }

  mutating func add(_ raw: [UInt8]) { add(raw.span) }

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
    let person = shown(index)
    add(person.span)
  }

  mutating func add(_ index: ParticipantIndex?) {
    add(index != nil)
    if let index { add(index) }
  }

  private func shown(_ index: ParticipantIndex?) -> [UInt8] {
    guard let index, people.indices.contains(Int(index.value)) else { return [] }
    return people[Int(index.value)]
  }

  /// What every message begins with.
  mutating func add(id: Span<UInt8>, _ sender: ParticipantIndex?, _ instant: Instant?) {
    let person = shown(sender)
    bytes.append(addingCapacity: OutputSpan<UInt8>.room(for: id, person.span)) { room in
      room.append(id: id, sender, person.span, instant)
    }
  }

  /// The same, and a text behind it that stands where the content of most messages does.
  mutating func add(
    id: Span<UInt8>, _ sender: ParticipantIndex?, _ instant: Instant?, text: Span<UInt8>, markup: UInt8
  ) {
    let person = shown(sender)
    bytes.append(addingCapacity: OutputSpan<UInt8>.room(for: id, person.span) + text.count + 12) { room in
      room.append(id: id, sender, person.span, instant)
      room.append(0)
      room.append(count: text.count)
      room.append(text)
      room.append(markup)
    }
  }

  /// What most rows say of what stands around them.
  mutating func add(flags: UInt8, day: Int?, minute: Int16) {
    bytes.append(addingCapacity: 2 * OutputSpan<UInt8>.longestNumber + 1) { room in
      room.append(flags)
      if let day { room.append(number: OutputSpan<UInt8>.unsigned(Int64(day))) }
      room.append(number: OutputSpan<UInt8>.unsigned(Int64(minute)))
    }
  }

  mutating func add(people: [ParticipantIndex]) {
    add(people.count)
    for index in people { add(index) }
  }

  mutating func add(texts: [String]) {
    add(texts.count)
    for text in texts { add(text) }
  }

  mutating func add(_ instant: Instant?) { bytes.append(addingCapacity: 9) { $0.append(instant) } }
}

extension OutputSpan<UInt8> {
  /// How many bytes a number takes at most.
  fileprivate static var longestNumber: Int { 10 }

  /// How many bytes it takes at most to say who sent a message when.
  fileprivate static func room(for id: Span<UInt8>, _ person: Span<UInt8>) -> Int {
    id.count + person.count + 4 * longestNumber
  }

  /// A number that may be negative as one that may not: small ones stay small.
  @inline(__always)
  fileprivate static func unsigned(_ number: Int64) -> UInt64 {
    UInt64(bitPattern: number << 1 ^ number >> 63)
  }

  /// What every message begins with.
  @inline(__always)
  fileprivate mutating func append(
    id: Span<UInt8>, _ sender: ParticipantIndex?, _ person: Span<UInt8>, _ instant: Instant?
  ) {
    append(count: id.count)
    append(id)
    append(number: sender.map { UInt64(UInt32(bitPattern: $0.value)) + 1 } ?? 0)
    append(count: person.count)
    append(person)
    append(instant)
  }

  /// Adds a number in seven bits a byte, the lowest first; the last one has no high bit.
  @inline(__always)
  fileprivate mutating func append(number: UInt64) {
    var left = number
    while left >= 0x80 {
      append(UInt8(truncatingIfNeeded: left) | 0x80)
      left >>= 7
    }
    append(UInt8(truncatingIfNeeded: left))
  }

  /// Adds how many there are, as `StableEncoder` writes numbers that may be negative.
  @inline(__always)
  fileprivate mutating func append(count: Int) { append(number: UInt64(truncatingIfNeeded: count) << 1) }

  @inline(__always)
  fileprivate mutating func append(_ instant: Instant?) {
    guard let instant else { return append(0) }
    append(1)
    // In all its bytes: of those of today's instants most are filled.
    precondition(freeCapacity >= 8, "no room for the instant")
    unsafe withUnsafeMutableBufferPointer { room, count in
      unsafe UnsafeMutableRawBufferPointer(room).storeBytes(
        of: instant.milliseconds.littleEndian, toByteOffset: count, as: Int64.self)
      count += 8
    }
  }

  /// Adds bytes for which there is room.
  @inline(__always)
  fileprivate mutating func append(_ bytes: Span<UInt8>) {
    precondition(bytes.count <= freeCapacity, "no room for the bytes")
    unsafe withUnsafeMutableBufferPointer { room, count in
      unsafe bytes.withUnsafeBufferPointer { source in
        guard let from = source.baseAddress, let to = room.baseAddress else { return }
        unsafe (to + count).initialize(from: from, count: source.count)
        count += source.count
      }
    }
  }
}

extension StableEncoder {
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
    case let value as [UInt8]: add(value.span)
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
        var entry = StableEncoder()
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
