public import ChatModel
import ICU
import Storage

/// Writes a JSON value as bytes of UTF-8, in one line.
///
/// Strings without anything to escape are copied as they are; Foundation's encoder, which builds a tree first, takes many times as long.
public struct JSONWriter: Sendable {
  /// The value so far.
  public private(set) var bytes: [UInt8] = []
  /// True if a comma separates the next value or member from the one before.
  private var needsComma = false

  /// Creates an empty writer.
  public init() {}

  /// Removes everything written but keeps the memory.
  public mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  // MARK: Objects and lists

  /// Writes an object, whose members `body` writes.
  public mutating func object(_ body: (inout JSONWriter) -> Void) { enclose("{", "}", body) }

  /// Writes a list, whose elements `body` writes.
  public mutating func list(_ body: (inout JSONWriter) -> Void) { enclose("[", "]", body) }

  /// Writes a member that is an object.
  public mutating func object(_ name: StaticString, _ body: (inout JSONWriter) -> Void) {
    self.name(name)
    object(body)
  }

  /// Writes a member that is a list, with an element for each value.
  public mutating func list<Value>(
    _ name: StaticString, _ values: [Value], _ body: (inout JSONWriter, Value) -> Void
  ) {
    self.name(name)
    list { writer in for value in values { body(&writer, value) } }
  }

  /// Writes a member that is a list, whose elements `body` writes.
  public mutating func list(_ name: StaticString, _ body: (inout JSONWriter) -> Void) {
    self.name(name)
    list(body)
  }

  private mutating func enclose(
    _ begin: Unicode.Scalar, _ end: Unicode.Scalar, _ body: (inout JSONWriter) -> Void
  ) {
    separate()
    bytes.append(UInt8(ascii: begin))
    needsComma = false
    body(&self)
    bytes.append(UInt8(ascii: end))
    needsComma = true
  }

  // MARK: Members

  /// Writes the name of a member, whose value follows.
  public mutating func name(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    append(name)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a member with a name of the input.
  public mutating func member(named name: String, _ value: String) {
    text(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
    text(value)
  }

  /// Writes a text; nothing if it is nil.
  public mutating func member(_ name: StaticString, _ text: String?) {
    guard let text else { return }
    self.name(name)
    self.text(text)
  }

  /// Writes a number; nothing if it is nil.
  public mutating func member(_ name: StaticString, _ number: (some BinaryInteger)?) {
    guard let number else { return }
    self.name(name)
    self.number(Int64(number))
  }

  /// Writes a number; nothing if it is nil, or not finite.
  public mutating func member(_ name: StaticString, _ number: Double?) {
    guard let number, number.isFinite else { return }
    self.name(name)
    self.number(number)
  }

  /// Writes `true`; nothing for false, for members that are false if they are left out.
  public mutating func member(_ name: StaticString, ifTrue flag: Bool) {
    guard flag else { return }
    self.name(name)
    self.flag(true)
  }

  /// Writes a flag; nothing if it is nil.
  public mutating func member(_ name: StaticString, _ flag: Bool?) {
    guard let flag else { return }
    self.name(name)
    self.flag(flag)
  }

  /// Writes a time; nothing if it is nil.
  public mutating func member(_ name: StaticString, _ instant: Instant?) {
    guard let instant else { return }
    self.name(name)
    self.time(instant)
  }

  // MARK: Values

  /// Writes a text.
  public mutating func text(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    append(escaping: text.utf8Span.span)
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  /// Writes a value that is JSON already.
  public mutating func raw(_ json: [UInt8]) {
    separate()
    bytes.append(contentsOf: json)
    needsComma = true
  }

  /// Writes an integer.
  public mutating func number(_ number: Int64) {
    separate()
    bytes.append(contentsOf: "\(number)".utf8)
    needsComma = true
  }

  /// Writes a finite number so that the same one is read again; a whole one without a point.
  public mutating func number(_ number: Double) {
    if let whole = Int64(exactly: number), whole.magnitude < 1 << 53 { return self.number(whole) }
    separate()
    bytes.append(contentsOf: "\(number)".utf8)
    needsComma = true
  }

  /// Writes a flag.
  public mutating func flag(_ flag: Bool) {
    separate()
    append(flag ? "true" : "false")
    needsComma = true
  }

  /// Writes `null`.
  public mutating func null() {
    separate()
    append("null")
    needsComma = true
  }

  /// Writes a time as in RFC 3339, in UTC; outside the years 0 to 9999 as milliseconds since 1970.
  public mutating func time(_ instant: Instant) {
    guard JSONTime.years.contains(instant.milliseconds) else { return number(instant.milliseconds) }
    separate()
    bytes.append(UInt8(ascii: "\""))
    JSONTime.append(instant, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  private mutating func separate() { if needsComma { bytes.append(UInt8(ascii: ",")) } }

  private mutating func append(_ text: StaticString) {
    for offset in 0..<text.utf8CodeUnitCount { bytes.append(text.byte(at: offset)) }
  }

  /// Appends the bytes of a text with the escapes that JSON needs (RFC 8259 §7).
  private mutating func append(escaping text: Span<UInt8>) {
    var start = 0
    for index in text.indices where JSONWriter.mustEscape(text[index]) {
      bytes.append(text.extracting(start..<index))
      appendEscape(of: text[index])
      start = index + 1
    }
    bytes.append(text.extracting(start..<text.count))
  }

  private static func mustEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func appendEscape(of byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): append("\\\"")
    case UInt8(ascii: "\\"): append("\\\\")
    case 0x0A: append("\\n")
    case 0x0D: append("\\r")
    case 0x09: append("\\t")
    default:
      append("\\u00")
      bytes.append(Self.digits[Int(byte >> 4)])
      bytes.append(Self.digits[Int(byte & 15)])
    }
  }

  private static let digits = Array("0123456789abcdef".utf8)
}

/// Times as in RFC 3339.
enum JSONTime {
  /// The milliseconds since 1970 of the years 0 to 9999.
  static let years: Range<Int64> = -62_167_219_200_000..<253_402_300_800_000

  /// Appends the time at an instant of these years, in UTC, with milliseconds if there are any.
  static func append(_ instant: Instant, to bytes: inout [UInt8]) {
    let seconds = instant.seconds
    let milliseconds = Int(instant.milliseconds - seconds * 1_000)
    let date = CivilDate(wallClock: seconds)
    let second = Int(seconds - Int64(date.daysSince1970) * 86_400)
    pair(date.year / 100, &bytes)
    pair(date.year % 100, &bytes)
    bytes.append(UInt8(ascii: "-"))
    pair(date.month, &bytes)
    bytes.append(UInt8(ascii: "-"))
    pair(date.day, &bytes)
    bytes.append(UInt8(ascii: "T"))
    pair(second / 3_600, &bytes)
    bytes.append(UInt8(ascii: ":"))
    pair(second / 60 % 60, &bytes)
    bytes.append(UInt8(ascii: ":"))
    pair(second % 60, &bytes)
    if milliseconds > 0 {
      bytes.append(UInt8(ascii: "."))
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: milliseconds / 100))
      pair(milliseconds % 100, &bytes)
    }
    bytes.append(UInt8(ascii: "Z"))
  }

  private static func pair(_ number: Int, _ bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10))
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
  }
}
