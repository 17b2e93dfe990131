import Storage

/// Converts the bytes of an XML file that may break the rules of XML to UTF-8 that a parser can read.
///
/// Phones write emoji as two references to the halves of a surrogate pair, which XML forbids; other tools write UTF-16, control
/// characters and unescaped ampersands. No entities but XML's five survive, so none can be expanded.
package struct XMLText {
  private enum Encoding { case utf8, utf16LittleEndian, utf16BigEndian }

  private let bytes: InputBytes
  private let encoding: Encoding
  private let count: Int
  private var offset: Int
  /// The bytes of a character or reference cut by the end of the last chunk.
  private var rest: [UInt8] = []
  /// The first half of a pair that is still incomplete.
  private var highSurrogate: UInt32?

  private static let chunkSize = 256 * 1024
  /// The most bytes of a reference, with its ampersand and semicolon.
  private static let referenceLimit = 12

  /// Creates a text of at most the first `limit` bytes.
  package init(_ bytes: InputBytes, limit: Int = .max) {
    count = min(bytes.count, limit)
    self.bytes = bytes
    if bytes.has([0xFF, 0xFE], at: 0) {
      (encoding, offset) = (.utf16LittleEndian, 2)
    } else if bytes.has([0xFE, 0xFF], at: 0) {
      (encoding, offset) = (.utf16BigEndian, 2)
    } else if bytes.has([0x3C, 0x00], at: 0) {
      (encoding, offset) = (.utf16LittleEndian, 0)
    } else if bytes.has([0x00, 0x3C], at: 0) {
      (encoding, offset) = (.utf16BigEndian, 0)
    } else {
      (encoding, offset) = (.utf8, bytes.contentStart)
    }
  }

  /// Returns the next bytes, or nil at the end.
  package mutating func next() -> [UInt8]? {
    guard offset < count || !rest.isEmpty || highSurrogate != nil else { return nil }
    let isLast = count - offset <= Self.chunkSize
    var chunk = rest
    rest = []
    var end = isLast ? count : offset + Self.chunkSize
    // A UTF-16 pair stays together.
    if !isLast, encoding != .utf8,
      bytes[end - (encoding == .utf16LittleEndian ? 1 : 2)] & 0xFC == 0xD8
    {
      end -= 2
    }
    if encoding == .utf8 {
      bytes.append(offset..<end, to: &chunk)
    } else {
      append(units: offset..<end, to: &chunk)
    }
    offset = end
    if !isLast { keepIncompleteEnd(of: &chunk) }
    if (try? UTF8Span(validating: chunk.span)) == nil {
      chunk = Array(String(decoding: chunk, as: UTF8.self).utf8)
    }
    var text: [UInt8] = []
    text.reserveCapacity(chunk.count + 16)
    mend(chunk, into: &text)
    if isLast { finishPair(&text) }
    return text
  }

  private func append(units range: Range<Int>, to chunk: inout [UInt8]) {
    var units: [UInt16] = []
    var next = range.lowerBound
    while next + 1 < range.upperBound {
      let (first, second) = (UInt16(bytes[next]), UInt16(bytes[next + 1]))
      units.append(encoding == .utf16LittleEndian ? second << 8 | first : first << 8 | second)
      next += 2
    }
    var decoder = UTF16()
    var iterator = units.makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar):
        chunk.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      case .error: chunk.append(contentsOf: UTF8.encodedReplacementCharacter)
      case .emptyInput: return
      }
    }
  }

  /// Moves a character or reference that continues in the next chunk to the rest.
  private mutating func keepIncompleteEnd(of chunk: inout [UInt8]) {
    var cut = chunk.count
    let window = max(0, chunk.count - Self.referenceLimit)
    if let ampersand = chunk[window...].lastIndex(of: UInt8(ascii: "&")),
      !chunk[ampersand...].contains(UInt8(ascii: ";"))
    {
      cut = ampersand
    } else if chunk.last == UInt8(ascii: "<") {
      cut = chunk.count - 1
    } else {
      var lead = chunk.count - 1
      while lead > 0, chunk.count - lead < 4, chunk[lead] & 0xC0 == 0x80 { lead -= 1 }
      if lead >= 0, chunk[lead] >= 0xC0 {
        let length = chunk[lead] >= 0xF0 ? 4 : chunk[lead] >= 0xE0 ? 3 : 2
        if chunk.count - lead < length { cut = lead }
      }
    }
    rest = Array(chunk[cut...])
    chunk.removeSubrange(cut...)
  }

  private mutating func mend(_ chunk: [UInt8], into text: inout [UInt8]) {
    var start = 0
    var next = 0
    if highSurrogate != nil, chunk.first != UInt8(ascii: "&") { finishPair(&text) }
    while next < chunk.count {
      let byte = chunk[next]
      if byte == UInt8(ascii: "&") {
        text.append(contentsOf: chunk[start..<next])
        next = mendReference(chunk, next, into: &text)
        if highSurrogate != nil, next < chunk.count, chunk[next] != UInt8(ascii: "&") { finishPair(&text) }
        start = next
      } else if byte == UInt8(ascii: "<"), !Self.isTag(chunk, next) {
        text.append(contentsOf: chunk[start..<next])
        text.append(contentsOf: "&lt;".utf8)
        next += 1
        start = next
      } else if byte < 0x20, byte != 0x09, byte != 0x0A, byte != 0x0D {
        text.append(contentsOf: chunk[start..<next])
        text.append(contentsOf: UTF8.encodedReplacementCharacter)
        next += 1
        start = next
      } else {
        next = Self.endOfPlainText(in: chunk.span, from: next + 1)
      }
    }
    text.append(contentsOf: chunk[start...])
  }

  /// Returns an offset before which nothing has to be mended: of eight bytes with an ampersand, an angle or a control character among
  /// them, or near the end.
  private static func endOfPlainText(in bytes: Span<UInt8>, from start: Int) -> Int {
    let (ones, highs): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    var next = start
    while next + 8 <= bytes.count {
      let word = bytes.word(at: next)
      // For bytes below 0x80, the highest bit is set if the subtraction went below zero. The ampersand is 0x26, the angle 0x3C.
      let (ampersands, angles) = (word ^ ones &* 0x26, word ^ ones &* 0x3C)
      let found =
        (word &- ones &* 0x20) & ~word | (ampersands &- ones) & ~ampersands | (angles &- ones) & ~angles
      guard found & highs == 0 else { break }
      next += 8
    }
    return next
  }

  /// True if a tag, a comment or an instruction can begin at `offset`, according to the next character.
  private static func isTag(_ chunk: [UInt8], _ offset: Int) -> Bool {
    guard offset + 1 < chunk.count else { return false }
    switch chunk[offset + 1] {
    case UInt8(ascii: "/"), UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: "_"), 0x80...: return true
    case let byte: return 0x61...0x7A ~= byte | 0x20
    }
  }

  /// Writes the reference at `start`, and returns the offset after it.
  private mutating func mendReference(_ chunk: [UInt8], _ start: Int, into text: inout [UInt8]) -> Int {
    let window = chunk[start..<min(chunk.count, start + Self.referenceLimit)]
    guard let end = window.firstIndex(of: UInt8(ascii: ";")) else {
      finishPair(&text)
      text.append(contentsOf: "&amp;".utf8)
      return start + 1
    }
    let name = String(decoding: chunk[start + 1..<end], as: UTF8.self)
    switch name {
    case "amp", "lt", "gt", "quot", "apos":
      finishPair(&text)
      text.append(contentsOf: chunk[start...end])
    default:
      guard let number = Self.number(name) else {
        finishPair(&text)
        text.append(contentsOf: "&amp;".utf8)
        return start + 1
      }
      append(number, to: &text)
    }
    return end + 1
  }

  /// The number of a character reference, without its ampersand and semicolon.
  private static func number(_ name: String) -> UInt32? {
    guard name.utf8.first == UInt8(ascii: "#") else { return nil }
    let digits = name.dropFirst()
    if let first = digits.utf8.first, first | 0x20 == UInt8(ascii: "x") {
      return UInt32(digits.dropFirst(), radix: 16)
    }
    return UInt32(digits)
  }

  private mutating func append(_ number: UInt32, to text: inout [UInt8]) {
    if let high = highSurrogate, 0xDC00...0xDFFF ~= number {
      highSurrogate = nil
      write(0x10000 + (high - 0xD800) << 10 + (number - 0xDC00), to: &text)
      return
    }
    finishPair(&text)
    if 0xD800...0xDBFF ~= number { highSurrogate = number } else { write(number, to: &text) }
  }

  private func write(_ number: UInt32, to text: inout [UInt8]) {
    // As a reference, white space does not change and `<` begins no tag.
    if number < 0x80, number >= 0x20 || number == 0x09 || number == 0x0A || number == 0x0D {
      text.append(contentsOf: "&#\(number);".utf8)
    } else if number >= 0x80, number != 0xFFFE, number != 0xFFFF, let scalar = Unicode.Scalar(number),
      let encoded = UTF8.encode(scalar)
    {
      text.append(contentsOf: encoded)
    } else {
      text.append(contentsOf: UTF8.encodedReplacementCharacter)
    }
  }

  /// Writes a replacement for an unpaired half.
  private mutating func finishPair(_ text: inout [UInt8]) {
    guard highSurrogate != nil else { return }
    highSurrogate = nil
    text.append(contentsOf: UTF8.encodedReplacementCharacter)
  }
}
