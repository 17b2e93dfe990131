/// A pull reader for JSON text: it passes once through the bytes and only builds the values requested.
///
/// Strict JSON (RFC 8259), with a byte order mark tolerated. The caller walks containers with `beginObject` and
/// `nextName`, or `beginArray` and `nextElement`, and takes or skips each value; the reader handles commas and
/// colons. After an error the reader must not be used further.
package struct JSONReader {
  /// The kinds of values, known from their first byte.
  package enum Kind {
    case object, array, string, number, boolean, null
  }

  /// The depth to which containers may nest. Otherwise hostile input could exhaust the stack.
  package static let depthLimit = 512
  /// The most repairs that are recorded until the caller takes them.
  static let repairLimit = 64

  package let bytes: InputBytes
  /// Reading stops here: the end of the file, or of the line.
  package let end: Int
  /// Accepts deviations from JSON by Telegram Desktop: `\xNN` escapes and bare control characters in strings.
  package let isLenient: Bool
  /// The next byte to read.
  package private(set) var position: Int
  /// True if the bytes were made from the file's, so that offsets differ from the file's.
  package var isDerived = false
  /// The repairs of strings since the caller last took them.
  package var repairs: [JSONRepair] = []
  /// The current member's name, between its quotes, as written in the file.
  package private(set) var nameRange = 0..<0
  /// The current member's name if escapes make it differ from the file's bytes.
  package private(set) var unescapedName: String?
  /// Decoded bytes of a string with escapes; kept to save allocations.
  var scratch: [UInt8] = []
  private var depth = 0
  /// True if the innermost container was just opened, so that no comma comes before its next part.
  private var isFirst = false

  /// A reader of `range` of `bytes`, all of it by default.
  package init(_ bytes: InputBytes, in range: Range<Int>? = nil, isLenient: Bool = false) {
    self.bytes = bytes
    self.isLenient = isLenient
    end = min(range?.upperBound ?? bytes.count, bytes.count)
    position = range?.lowerBound ?? bytes.contentStart
  }

  /// Throws unless all of `bytes` is one JSON value.
  package static func validate(_ bytes: InputBytes) throws(JSONError) {
    var reader = JSONReader(bytes)
    try reader.skipValue()
    try reader.endDocument()
  }

  // MARK: Walking

  /// The kind of the next value.
  package mutating func peek() throws(JSONError) -> Kind {
    skipWhitespace()
    switch current {
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
    case UInt8(ascii: "t") where !isLenient || bytes.has("true", at: position),
      UInt8(ascii: "f") where !isLenient || bytes.has("false", at: position):
      return .boolean
    case UInt8(ascii: "n") where !isLenient || bytes.has("null", at: position): return .null
    default:
      guard endOfBareValue != nil else { throw JSONError(.value, at: position) }
      return .string
    }
  }

  /// The end of a text without quotation marks at the current position; nil if there is none, or the reader is strict.
  ///
  /// Telegram Desktop 4.1 wrote paths of custom emoji like this, with spaces and commas: the text ends at the end of the line.
  var endOfBareValue: Int? {
    guard isLenient, position < end, Self.mayStartBareValue(current) else { return nil }
    var stop = min(bytes.firstIndex(of: UInt8(ascii: "\n"), in: position..<end) ?? end, position + 4096)
    // In an object on one line, the next member and the end of the object are excluded.
    if let quote = bytes.firstIndex(of: UInt8(ascii: "\""), in: position..<stop) { stop = quote }
    if let brace = bytes.firstIndex(of: UInt8(ascii: "}"), in: position..<stop) { stop = brace }
    while stop > position, bytes[stop - 1] <= 0x20 || bytes[stop - 1] == UInt8(ascii: ",") { stop -= 1 }
    return stop > position ? stop : nil
  }

  /// True if a path may start with a byte: a letter, an opening parenthesis or a byte beyond ASCII.
  private static func mayStartBareValue(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "(") || byte >= 0x80
  }

  /// Enters the next value, an object.
  package mutating func beginObject() throws(JSONError) {
    skipWhitespace()
    guard current == UInt8(ascii: "{") else { throw JSONError(.objectStart, at: position) }
    try enter()
  }

  /// Enters the next value, an array.
  package mutating func beginArray() throws(JSONError) {
    skipWhitespace()
    guard current == UInt8(ascii: "[") else { throw JSONError(.arrayStart, at: position) }
    try enter()
  }

  /// Goes to the next member of the object, up to its value; false if there is none and the object is left.
  package mutating func nextName() throws(JSONError) -> Bool {
    if stepToPlainName() { return true }
    guard try nextPart(end: UInt8(ascii: "}"), .commaOrObjectEnd) else { return false }
    guard current == UInt8(ascii: "\"") else { throw JSONError(.memberName, at: position) }
    let start = position &+ 1
    let stop = endOfPlainRun(from: start)
    if byte(at: stop) == UInt8(ascii: "\"") {
      position = stop &+ 1
      nameRange = start..<stop
      if unescapedName != nil { unescapedName = nil }
    } else {
      unescapedName = try readString()
      nameRange = start..<(position &- 1)
    }
    skipWhitespace()
    guard current == UInt8(ascii: ":") else { throw JSONError(.colon, at: position) }
    position &+= 1
    skipWhitespace()
    return true
  }

  /// Goes to a member as almost all are written: after a comma, without white space, its name without escapes.
  ///
  /// Does not move if the next one is written differently, or there is none.
  @inline(__always)
  private mutating func stepToPlainName() -> Bool {
    let start = position &+ 2
    guard !isFirst, start < end, bytes.word(at: position) & 0xFFFF == 0x222C else { return false }
    let stop = endOfPlainRun(from: start)
    guard stop &+ 1 < end, bytes.word(at: stop) & 0xFFFF == 0x3A22 else { return false }
    position = stop &+ 2
    nameRange = start..<stop
    if unescapedName != nil { unescapedName = nil }
    skipWhitespace()
    return true
  }

  /// Goes to the next element of the array; false if there is none and the array is left.
  package mutating func nextElement() throws(JSONError) -> Bool {
    try nextPart(end: UInt8(ascii: "]"), .commaOrArrayEnd)
  }

  /// The current member's name as text.
  package var name: String { unescapedName ?? bytes.repairedString(in: nameRange) }

  /// Continues inside an array of the document's outermost object, at an element that starts at `offset`.
  package mutating func resume(atElement offset: Int) {
    (position, depth, isFirst) = (min(max(offset, 0), end), 2, true)
  }

  /// Throws unless nothing but whitespace is left.
  package mutating func endDocument() throws(JSONError) {
    skipWhitespace()
    guard position >= end else { throw JSONError(.documentEnd, at: position) }
  }

  // MARK: Skipping

  /// Skips the next value, and checks it.
  package mutating func skipValue() throws(JSONError) {
    switch try peek() {
    case .string: try skipString()
    case .number: _ = try scanNumber()
    case .boolean: _ = try readBool()
    case .null: try readNull()
    case .object:
      try enter()
      while try nextName() { try skipValue() }
    case .array:
      try enter()
      while try nextElement() { try skipValue() }
    }
  }

  /// Skips the next value by its quotes and brackets alone, as fast as memory allows.
  ///
  /// Only for values that are also read properly: any other fault inside is not noticed.
  package mutating func skipStructure() throws(JSONError) {
    let kind = try peek()
    guard kind == .object || kind == .array else { return try skipValue() }
    guard let behind = bytes.endOfJSON(in: position..<end) else { return try skipValue() }
    position = behind
  }

  // MARK: Steps

  /// The next byte; 0 at the end, which no token starts with.
  @inline(__always)
  package var current: UInt8 { byte(at: position) }

  @inline(__always)
  package func byte(at offset: Int) -> UInt8 { offset < end ? bytes[offset] : 0 }

  @inline(__always)
  package mutating func advance(to offset: Int) { position = offset }

  /// Continues after a member of the object that was just entered.
  package mutating func advance(behindMember offset: Int) { (position, isFirst) = (offset, false) }

  @inline(__always)
  package mutating func skipWhitespace() { position = bytes.offsetBehindSpace(from: position, limit: end) }

  private mutating func enter() throws(JSONError) {
    guard depth < Self.depthLimit else { throw JSONError(.lessDepth, at: position) }
    depth &+= 1
    position &+= 1
    isFirst = true
  }

  @inline(__always)
  private mutating func nextPart(
    end mark: UInt8, _ expectation: JSONError.Expectation
  ) throws(JSONError) -> Bool {
    skipWhitespace()
    if current == mark {
      position &+= 1
      depth &-= 1
      isFirst = false
      return false
    }
    if isFirst {
      isFirst = false
    } else {
      guard current == UInt8(ascii: ",") else { throw JSONError(expectation, at: position) }
      position &+= 1
      skipWhitespace()
    }
    return true
  }
}
