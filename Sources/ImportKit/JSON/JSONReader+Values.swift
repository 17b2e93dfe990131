/// A JSON number: exact if it is a whole number that fits.
package enum JSONNumber: Equatable {
  case integer(Int64)
  case real(Double)

  package var double: Double {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    }
  }
}

extension JSONReader {
  // MARK: Literals and numbers

  /// Reads the next value, a boolean.
  package mutating func readBool() throws(JSONError) -> Bool {
    if current == UInt8(ascii: "t") {
      try readLiteral("true")
      return true
    }
    try readLiteral("false")
    return false
  }

  /// Skips the next value, a `null`.
  package mutating func readNull() throws(JSONError) { try readLiteral("null") }

  /// Reads the next value, a number.
  package mutating func readNumber() throws(JSONError) -> JSONNumber {
    let start = position
    let isWhole = try scanNumber()
    if isWhole, let value = integer(in: start..<position) { return .integer(value) }
    let text = bytes.repairedString(in: start..<position)
    return .real(Double(text) ?? .nan)
  }

  /// Skips the next value, a number. Returns true if it has neither fraction nor exponent.
  package mutating func scanNumber() throws(JSONError) -> Bool {
    var offset = position
    if byte(at: offset) == UInt8(ascii: "-") { offset &+= 1 }
    if byte(at: offset) == UInt8(ascii: "0") {
      offset &+= 1
    } else {
      offset = try endOfDigits(from: offset)
    }
    var isWhole = true
    if byte(at: offset) == UInt8(ascii: ".") {
      isWhole = false
      offset = try endOfDigits(from: offset &+ 1)
    }
    if byte(at: offset) | 0x20 == UInt8(ascii: "e") {
      isWhole = false
      offset &+= 1
      if byte(at: offset) == UInt8(ascii: "+") || byte(at: offset) == UInt8(ascii: "-") { offset &+= 1 }
      offset = try endOfDigits(from: offset)
    }
    advance(to: offset)
    return isWhole
  }

  private func endOfDigits(from start: Int) throws(JSONError) -> Int {
    var offset = start
    while byte(at: offset) &- UInt8(ascii: "0") <= 9 { offset &+= 1 }
    guard offset > start else { throw JSONError(.digit, at: start) }
    return offset
  }

  private func integer(in range: Range<Int>) -> Int64? {
    let isNegative = bytes[range.lowerBound] == UInt8(ascii: "-")
    var value: Int64 = 0
    for offset in (isNegative ? range.dropFirst() : range) {
      let (scaled, overflow) = value.multipliedReportingOverflow(by: 10)
      let digit = Int64(bytes[offset] &- UInt8(ascii: "0"))
      let (sum, carry) =
        isNegative
        ? scaled.subtractingReportingOverflow(digit) : scaled.addingReportingOverflow(digit)
      guard !overflow, !carry else { return nil }
      value = sum
    }
    return value
  }

  private mutating func readLiteral(_ literal: StaticString) throws(JSONError) {
    guard position + literal.utf8CodeUnitCount <= end, bytes.has(literal, at: position) else {
      throw JSONError(.value, at: position)
    }
    advance(to: position &+ literal.utf8CodeUnitCount)
  }

  // MARK: Strings

  /// Reads the next value, a string.
  package mutating func readString() throws(JSONError) -> String {
    guard current == UInt8(ascii: "\"") else { return try readBareValue() }
    let start = position &+ 1
    let run = plainRun(from: start)
    guard byte(at: run.end) == UInt8(ascii: "\"") else {
      return try readEscapedString(from: start, plainUntil: run.end)
    }
    advance(to: run.end &+ 1)
    return bytes.string(run) ?? repairedText(in: start..<run.end)
  }

  /// The text of a range without escapes; anything in it that is not UTF-8 is repaired and noted.
  package mutating func text(in range: Range<Int>) -> String {
    bytes.string(in: range) ?? repairedText(in: range)
  }

  private mutating func repairedText(in range: Range<Int>) -> String {
    note(.invalidUTF8, at: bytes.firstInvalidUTF8(in: range) ?? range.lowerBound)
    return bytes.repairedString(in: range)
  }

  /// The bytes between the quotes of the next string, if it has no escapes; otherwise nil, without moving.
  package mutating func readPlainRange() -> Range<Int>? {
    guard current == UInt8(ascii: "\"") else { return nil }
    let start = position &+ 1
    let stop = endOfPlainRun(from: start)
    guard byte(at: stop) == UInt8(ascii: "\"") else { return nil }
    advance(to: stop &+ 1)
    return start..<stop
  }

  /// The bytes between the quotes of the next string, if they are UTF-8 without escapes; otherwise nil, without moving.
  mutating func readPlainRun() -> InputBytes.PlainRun? {
    guard current == UInt8(ascii: "\"") else { return nil }
    let run = plainRun(from: position &+ 1)
    guard byte(at: run.end) == UInt8(ascii: "\""), run.isASCII || bytes.isUTF8(run.range) else { return nil }
    advance(to: run.end &+ 1)
    return run
  }

  /// Reads a text without quotation marks.
  private mutating func readBareValue() throws(JSONError) -> String {
    guard let stop = endOfBareValue else { throw JSONError(.string, at: position) }
    note(.bareValue, at: position)
    let start = position
    advance(to: stop)
    return text(in: start..<stop)
  }

  /// Skips the next string, and checks its escapes.
  mutating func skipString() throws(JSONError) {
    guard current == UInt8(ascii: "\"") else {
      _ = try readBareValue()
      return
    }
    let start = position &+ 1
    let stop = endOfPlainRun(from: start)
    if byte(at: stop) == UInt8(ascii: "\"") {
      advance(to: stop &+ 1)
    } else {
      let repairsBefore = repairs.count
      _ = try readEscapedString(from: start, plainUntil: stop)
      // A text that is not shown needs no repair.
      repairs.removeLast(repairs.count - repairsBefore)
    }
  }

  /// The bytes from `start` on that need no unescaping.
  func plainRun(from start: Int) -> InputBytes.PlainRun { bytes.plainRun(from: start, limit: end) }

  /// Returns the first offset from `start` on that holds a quote, a backslash or a control character, or is the end.
  @inline(__always)
  func endOfPlainRun(from start: Int) -> Int { bytes.plainRun(from: start, limit: end).end }

  /// Returns the offset of the quote that ends the string whose content starts at `start`; escapes are skipped.
  func endOfString(from start: Int) throws(JSONError) -> Int {
    var offset = start
    while true {
      offset = endOfPlainRun(from: offset)
      switch byte(at: offset) {
      case UInt8(ascii: "\""): return offset
      case UInt8(ascii: "\\"): offset &+= 2
      default:
        guard offset < end else { throw JSONError(.stringEnd, at: end) }
        offset &+= 1
      }
    }
  }

  private mutating func readEscapedString(from start: Int, plainUntil: Int) throws(JSONError) -> String {
    scratch.removeAll(keepingCapacity: true)
    var runStart = start
    var offset = plainUntil
    while true {
      bytes.append(runStart..<offset, to: &scratch)
      switch byte(at: offset) {
      case UInt8(ascii: "\""):
        advance(to: offset &+ 1)
        return text(ofScratchFrom: start)
      case UInt8(ascii: "\\"):
        runStart = try appendEscape(at: offset)
      default:
        guard offset < end else { throw JSONError(.stringEnd, at: end) }
        guard isLenient else { throw JSONError(.noControlCharacter, at: offset) }
        note(.invalidEscape, at: offset)
        scratch.append(bytes[offset])
        runStart = offset &+ 1
      }
      offset = plainRun(from: runStart).end
    }
  }

  private mutating func text(ofScratchFrom start: Int) -> String {
    if let string = String(validating: scratch, as: UTF8.self) { return string }
    note(.invalidUTF8, at: start)
    return String(decoding: scratch, as: UTF8.self)
  }

  /// Decodes the escape whose backslash is at `offset` into `scratch`; returns where it ends.
  private mutating func appendEscape(at offset: Int) throws(JSONError) -> Int {
    switch byte(at: offset &+ 1) {
    case UInt8(ascii: "\""): scratch.append(UInt8(ascii: "\""))
    case UInt8(ascii: "\\"): scratch.append(UInt8(ascii: "\\"))
    case UInt8(ascii: "/"): scratch.append(UInt8(ascii: "/"))
    case UInt8(ascii: "b"): scratch.append(0x08)
    case UInt8(ascii: "f"): scratch.append(0x0C)
    case UInt8(ascii: "n"): scratch.append(0x0A)
    case UInt8(ascii: "r"): scratch.append(0x0D)
    case UInt8(ascii: "t"): scratch.append(0x09)
    case UInt8(ascii: "u"): return try appendUnicodeEscape(at: offset)
    case UInt8(ascii: "x") where isLenient:
      note(.invalidEscape, at: offset)
      append(Unicode.Scalar(UInt8(truncatingIfNeeded: try hexadecimal(at: offset &+ 2, digits: 2))))
      return offset &+ 4
    default: throw JSONError(.escape, at: offset &+ 1)
    }
    return offset &+ 2
  }

  private mutating func appendUnicodeEscape(at offset: Int) throws(JSONError) -> Int {
    let unit = try hexadecimal(at: offset &+ 2, digits: 4)
    if let scalar = Unicode.Scalar(unit) {
      append(scalar)
      return offset &+ 6
    }
    // RFC 8259 §7: a character beyond the Basic Multilingual Plane is two escapes, high half first.
    if unit < 0xDC00, byte(at: offset &+ 6) == UInt8(ascii: "\\"), byte(at: offset &+ 7) == UInt8(ascii: "u")
    {
      let low = try hexadecimal(at: offset &+ 8, digits: 4)
      if (0xDC00...0xDFFF).contains(low) {
        append(Unicode.Scalar(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00)) ?? "\u{FFFD}")
        return offset &+ 12
      }
    }
    note(.loneSurrogate, at: offset)
    append("\u{FFFD}")
    return offset &+ 6
  }

  private func hexadecimal(at start: Int, digits: Int) throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for offset in start..<(start &+ digits) {
      switch byte(at: offset) {
      case let digit where digit &- UInt8(ascii: "0") <= 9: value = value &<< 4 | UInt32(digit &- 0x30)
      case let digit where (digit | 0x20) &- UInt8(ascii: "a") <= 5:
        value = value &<< 4 | UInt32((digit | 0x20) &- UInt8(ascii: "a") &+ 10)
      default: throw JSONError(.hexDigits, at: offset)
      }
    }
    return value
  }

  private mutating func append(_ scalar: Unicode.Scalar) { scratch.append(contentsOf: String(scalar).utf8) }

  private mutating func note(_ kind: JSONRepair.Kind, at offset: Int) {
    guard repairs.count < Self.repairLimit else { return }
    repairs.append(JSONRepair(kind: kind, offset: offset))
  }
}
