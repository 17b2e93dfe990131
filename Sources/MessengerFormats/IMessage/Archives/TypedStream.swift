import ImportKit
import Storage

/// An archive of Cocoa's old `NSArchiver` ("typedstream"), in which Messages keeps the bodies of messages.
///
/// Values come in groups, each after a text that encodes their types as Objective-C does. Such texts, class names, classes and objects are
/// written once and then referred to by their numbers; objects, classes and C strings share one numbering. The contents of an object end
/// with a mark, so that classes need not be known to be read.
///
/// Facts: the archives of the made and the found databases, byte by byte; GNUstep's and pytypedstream's readers agree.
struct TypedStream {
  enum StreamValue: Equatable {
    case none
    case integer(Int64)
    case real(Double)
    /// The bytes of a text or of data.
    case bytes(Range<Int>)
    /// The index of an object.
    case object(Int)
  }

  /// An object with all values that its classes wrote, without their names: typedstream has none.
  struct Object {
    /// The bytes of the class's name.
    var name: Range<Int> = 0..<0
    var values: [StreamValue] = []
  }

  private(set) var objects: [Object] = []
  let bytes: [UInt8]
  private var position = 0
  /// The texts that can be referred to.
  private var texts: [Range<Int>] = []
  /// The objects, classes and C strings that can be referred to.
  private var entries: [SharedEntry] = []
  private var depth = 0
  private var valueCount = 0

  private enum SharedEntry {
    case object(Int)
    case classNamed(Range<Int>)
    case text(Range<Int>)
  }

  private struct Malformed: Error {}

  /// Reads the archive, whose first object is ``objects``' first. Returns nil if the bytes are not one, or are broken.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard bytes.starts(with: Self.start) else { return nil }
    position = Self.start.count
    do throws(Malformed) {
      // The version of the system that wrote it.
      _ = try integer()
      while position < bytes.count { try readGroup { _, _ in } }
    } catch {
      // The body's text comes first, so damage after it costs only the attributes that were not read yet.
      guard objects.count > 1, !objects[1].values.isEmpty else { return nil }
    }
    guard !objects.isEmpty else { return nil }
  }

  /// Version 4, little-endian.
  private static let start = [0x04, 0x0B] + Array("streamtyped".utf8)
  private static let depthLimit = 64
  private static let valueLimit = 1_000_000

  /// True if the object's class has this name.
  func isNamed(_ index: Int, _ name: StaticString) -> Bool {
    guard objects.indices.contains(index) else { return false }
    let range = objects[index].name
    guard range.count == name.utf8CodeUnitCount else { return false }
    for offset in range.indices where bytes[offset] != name.byte(at: offset - range.lowerBound) {
      return false
    }
    return true
  }

  // MARK: Marks

  private enum StreamMark {
    static let twoBytes: UInt8 = 0x81
    static let fourBytes: UInt8 = 0x82
    static let real: UInt8 = 0x83
    static let new: UInt8 = 0x84
    static let none: UInt8 = 0x85
    static let end: UInt8 = 0x86
    static let eightBytes: UInt8 = 0x87
    /// The number 0 of a reference, as a signed byte.
    static let firstReference: Int64 = -110
  }

  private mutating func byte() throws(Malformed) -> UInt8 {
    guard position < bytes.count else { throw Malformed() }
    defer { position += 1 }
    return bytes[position]
  }

  private mutating func take(_ count: Int) throws(Malformed) -> Range<Int> {
    guard count >= 0, count <= bytes.count - position else { throw Malformed() }
    defer { position += count }
    return position..<position + count
  }

  private mutating func littleEndian(_ count: Int) throws(Malformed) -> UInt64 {
    var value: UInt64 = 0
    for offset in try take(count).reversed() { value = value << 8 | UInt64(bytes[offset]) }
    return value
  }

  private mutating func integer() throws(Malformed) -> Int64 {
    let head = try byte()
    switch head {
    case StreamMark.twoBytes: return Int64(Int16(truncatingIfNeeded: try littleEndian(2)))
    case StreamMark.fourBytes: return Int64(Int32(truncatingIfNeeded: try littleEndian(4)))
    case StreamMark.eightBytes: return Int64(bitPattern: try littleEndian(8))
    case 0x80, 0x83...0x91: throw Malformed()
    default: return Int64(Int8(bitPattern: head))
    }
  }

  /// A length, which is never negative.
  private mutating func count() throws(Malformed) -> Int {
    let head = try byte()
    switch head {
    case StreamMark.twoBytes: return Int(try littleEndian(2))
    case StreamMark.fourBytes: return Int(try littleEndian(4))
    case 0...0x7F: return Int(head)
    default: throw Malformed()
    }
  }

  private mutating func real(_ byteCount: Int) throws(Malformed) -> Double {
    guard position < bytes.count, bytes[position] == StreamMark.real else { return Double(try integer()) }
    position += 1
    let bits = try littleEndian(byteCount)
    return byteCount == 4
      ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)
  }

  private mutating func reference() throws(Malformed) -> Int {
    Int(truncatingIfNeeded: try integer() &- StreamMark.firstReference)
  }

  /// A text that is written once: an encoding of types or a name. Nil for none.
  private mutating func sharedText() throws(Malformed) -> Range<Int>? {
    guard position < bytes.count else { throw Malformed() }
    switch bytes[position] {
    case StreamMark.new:
      position += 1
      let text = try take(try count())
      texts.append(text)
      return text
    case StreamMark.none:
      position += 1
      return nil
    default:
      let index = try reference()
      guard texts.indices.contains(index) else { throw Malformed() }
      return texts[index]
    }
  }

  // MARK: Objects

  private mutating func object() throws(Malformed) -> StreamValue {
    guard position < bytes.count else { throw Malformed() }
    switch bytes[position] {
    case StreamMark.new: position += 1
    case StreamMark.none:
      position += 1
      return .none
    default:
      let index = try reference()
      guard entries.indices.contains(index), case .object(let object) = entries[index] else {
        throw Malformed()
      }
      return .object(object)
    }
    guard depth < Self.depthLimit else { throw Malformed() }
    depth += 1
    let index = objects.count
    objects.append(Object())
    // The object's number comes before its classes' numbers.
    entries.append(.object(index))
    objects[index].name = try classNamed() ?? 0..<0
    while try !isAtEnd() {
      try readGroup { objects, value in objects[index].values.append(value) }
    }
    depth -= 1
    return .object(index)
  }

  private mutating func isAtEnd() throws(Malformed) -> Bool {
    guard position < bytes.count else { throw Malformed() }
    guard bytes[position] == StreamMark.end else { return false }
    position += 1
    return true
  }

  /// Reads a class and its superclasses, and returns its name.
  private mutating func classNamed() throws(Malformed) -> Range<Int>? {
    var first: Range<Int>?
    while true {
      guard position < bytes.count else { throw Malformed() }
      switch bytes[position] {
      case StreamMark.new: position += 1
      case StreamMark.none:
        position += 1
        return first
      default:
        let index = try reference()
        guard entries.indices.contains(index), case .classNamed(let name) = entries[index] else {
          throw Malformed()
        }
        return first ?? name
      }
      guard let name = try sharedText() else { throw Malformed() }
      // Its version.
      _ = try integer()
      entries.append(.classNamed(name))
      first = first ?? name
    }
  }

  // MARK: Values

  private mutating func readGroup(
    _ body: (inout [Object], StreamValue) -> Void
  ) throws(Malformed) {
    guard let types = try sharedText() else { throw Malformed() }
    var offset = types.lowerBound
    while offset < types.upperBound { try readValue(&offset, types.upperBound, body) }
  }

  /// Reads a value of the type encoded at `offset`, and moves past the type.
  private mutating func readValue(
    _ offset: inout Int, _ end: Int, _ body: (inout [Object], StreamValue) -> Void
  ) throws(Malformed) {
    guard offset < end else { throw Malformed() }
    valueCount += 1
    guard valueCount < Self.valueLimit else { throw Malformed() }
    let type = bytes[offset]
    offset += 1
    switch type {
    case UInt8(ascii: "@"): body(&objects, try object())
    case UInt8(ascii: "+"): body(&objects, .bytes(try take(try count())))
    case UInt8(ascii: "*"): body(&objects, try cString())
    case UInt8(ascii: ":"), UInt8(ascii: "%"): body(&objects, try sharedText().map { .bytes($0) } ?? .none)
    case UInt8(ascii: "#"): body(&objects, try classNamed().map { .bytes($0) } ?? .none)
    case UInt8(ascii: "c"): body(&objects, .integer(Int64(Int8(bitPattern: try byte()))))
    case UInt8(ascii: "C"), UInt8(ascii: "B"): body(&objects, .integer(Int64(try byte())))
    case UInt8(ascii: "s"), UInt8(ascii: "S"), UInt8(ascii: "i"), UInt8(ascii: "I"), UInt8(ascii: "l"),
      UInt8(ascii: "L"), UInt8(ascii: "q"), UInt8(ascii: "Q"):
      body(&objects, .integer(try integer()))
    case UInt8(ascii: "f"): body(&objects, .real(try real(4)))
    case UInt8(ascii: "d"): body(&objects, .real(try real(8)))
    case UInt8(ascii: "["): try readArray(&offset, end, body)
    case UInt8(ascii: "{"): try readStructure(&offset, end, body)
    default: throw Malformed()
    }
  }

  private mutating func cString() throws(Malformed) -> StreamValue {
    guard position < bytes.count else { throw Malformed() }
    switch bytes[position] {
    case StreamMark.new:
      position += 1
      guard let text = try sharedText() else { return .none }
      entries.append(.text(text))
      return .bytes(text)
    case StreamMark.none:
      position += 1
      return .none
    default:
      let index = try reference()
      guard entries.indices.contains(index), case .text(let text) = entries[index] else { throw Malformed() }
      return .bytes(text)
    }
  }

  /// Reads `[582c]`, a number of values of one type; bytes are taken unchanged.
  private mutating func readArray(
    _ offset: inout Int, _ end: Int, _ body: (inout [Object], StreamValue) -> Void
  ) throws(Malformed) {
    var count = 0
    while offset < end, bytes[offset] &- 0x30 <= 9 {
      count = count &* 10 &+ Int(bytes[offset] &- 0x30)
      guard count <= bytes.count else { throw Malformed() }
      offset += 1
    }
    guard offset + 1 < end else { throw Malformed() }
    if bytes[offset] | 0x20 == UInt8(ascii: "c"), bytes[offset + 1] == UInt8(ascii: "]") {
      offset += 2
      return body(&objects, .bytes(try take(count)))
    }
    depth += 1
    guard depth < Self.depthLimit else { throw Malformed() }
    let start = offset
    for _ in 0..<count {
      offset = start
      try readValue(&offset, end, body)
    }
    depth -= 1
    // An array without values is malformed: nobody writes one, and its type was not skipped.
    guard count > 0, offset < end, bytes[offset] == UInt8(ascii: "]") else { throw Malformed() }
    offset += 1
  }

  /// Reads `{_NSRange=QQ}`, the values of its members one after the other.
  private mutating func readStructure(
    _ offset: inout Int, _ end: Int, _ body: (inout [Object], StreamValue) -> Void
  ) throws(Malformed) {
    while offset < end, bytes[offset] != UInt8(ascii: "=") { offset += 1 }
    offset += 1
    depth += 1
    guard depth < Self.depthLimit else { throw Malformed() }
    while offset < end, bytes[offset] != UInt8(ascii: "}") { try readValue(&offset, end, body) }
    depth -= 1
    offset += 1
  }
}
