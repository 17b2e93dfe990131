/// Reads the records of comma-separated values (RFC 4180) one after the other.
///
/// Fields may be in quotes, and then hold separators, line feeds and doubled quotes. A quote that is neither doubled nor before a
/// separator or the end of a line is part of the text, because some writers forget to double them. Lines may end in CR LF, LF or CR.
package struct CSVReader {
  /// A record's fields and position.
  package struct Record: Equatable {
    package var fields: [String]
    /// The number of its first line, counted from 1.
    package var line: Int
    /// The offset of its first byte.
    package var offset: Int
  }

  /// The byte between fields.
  package let separator: UInt8
  /// The encoding of fields that are not UTF-8; nil replaces their ill-formed parts by U+FFFD.
  package var encoding: LogEncoding?
  /// The usual number of fields of a record; nil if nothing is known of it. With it, a quote that is never closed is told from a last
  /// record that is cut off.
  package var fieldCount: Int?
  /// True if a field was not UTF-8.
  package private(set) var isDecoded = false
  /// The line of the first quote that is never closed, if records follow it; nil for none.
  package private(set) var openQuoteLine: Int?
  private let bytes: InputBytes
  private var offset: Int
  /// Before this offset, quotes are part of the text.
  private var literalQuotesEnd = 0
  private var line = 1

  /// The most fields of a record; the last one holds the rest.
  private static let fieldLimit = 1000

  /// Creates a reader that starts after a byte order mark. If `separator` is nil, it is the one of `,` `;` and tab that is most
  /// frequent in the first line.
  package init(_ bytes: InputBytes, separator: UInt8? = nil) {
    self.bytes = bytes
    offset = LogLines.start(of: bytes)
    self.separator = separator ?? Self.separator(of: bytes, from: offset)
  }

  private static func separator(of bytes: InputBytes, from start: Int) -> UInt8 {
    let end =
      bytes.firstIndex(of: 0x0A, in: start..<min(bytes.count, start + 64 * 1024))
      ?? min(bytes.count, start + 4096)
    let counts = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09].map {
      ($0, bytes.count(of: $0, in: start..<end))
    }
    return counts.reduce(counts[0]) { $1.1 > $0.1 ? $1 : $0 }.0
  }

  /// Returns the next record, or nil at the end. Empty lines are skipped.
  package mutating func next() -> Record? {
    while offset < bytes.count, isLineEnd(offset) { skipLineEnd() }
    guard offset < bytes.count else { return nil }
    var record = Record(fields: [], line: line, offset: offset)
    while true {
      record.fields.append(field(isLast: record.fields.count + 1 == Self.fieldLimit))
      guard offset < bytes.count, bytes[offset] == separator else { break }
      offset += 1
    }
    if offset < bytes.count { skipLineEnd() }
    return record
  }

  private func isLineEnd(_ offset: Int) -> Bool { bytes[offset] == 0x0A || bytes[offset] == 0x0D }

  private mutating func skipLineEnd() {
    offset += bytes[offset] == 0x0D && offset + 1 < bytes.count && bytes[offset + 1] == 0x0A ? 2 : 1
    line += 1
  }

  private mutating func field(isLast: Bool) -> String {
    if offset < bytes.count, bytes[offset] == UInt8(ascii: "\""), offset >= literalQuotesEnd,
      let field = quotedField()
    {
      return field
    }
    let start = offset
    while offset < bytes.count, bytes[offset] != separator || isLast, !isLineEnd(offset) { offset += 1 }
    return string(in: start..<offset)
  }

  private mutating func string(in range: Range<Int>) -> String {
    guard let encoding, !bytes.isUTF8(range) else { return bytes.repairedString(in: range) }
    isDecoded = true
    return String(decoding: encoding.utf8(of: bytes.array(in: range)), as: UTF8.self)
  }

  /// The most bytes of a field in quotes in a table with a known number of fields.
  private static let quotedLimit = 16 << 20

  /// Reads a field in quotes whose first quote is at the offset. Returns nil if the quote is part of the text.
  private mutating func quotedField() -> String? {
    var text: [UInt8] = []
    var start = offset + 1
    var next = start
    let limit = fieldCount == nil ? bytes.count : min(bytes.count, offset + Self.quotedLimit)
    while next < limit, let quote = bytes.firstIndex(of: UInt8(ascii: "\""), in: next..<limit) {
      let behind = quote + 1
      if behind == bytes.count || bytes[behind] == separator || isLineEnd(behind) {
        return finish(&text, start..<quote, behind)
      }
      if bytes[behind] == UInt8(ascii: "\"") {
        bytes.append(start..<behind, to: &text)
        (start, next) = (behind + 1, behind + 1)
      } else {
        next = behind
      }
    }
    if limit < bytes.count || hasRecordAhead {
      // Looked for once, so that a file full of such quotes is not searched again for each of them.
      literalQuotesEnd = limit
      openQuoteLine = openQuoteLine ?? line
      return nil
    }
    // No closing quote: the rest of the text.
    return finish(&text, start..<bytes.count, bytes.count)
  }

  /// True if one of the next lines has as many fields as a record.
  private var hasRecordAhead: Bool {
    guard let fieldCount, var end = bytes.firstIndex(of: 0x0A, in: offset..<bytes.count) else { return false }
    for _ in 0..<8 where end + 1 < bytes.count {
      let next = bytes.firstIndex(of: 0x0A, in: end + 1..<bytes.count) ?? bytes.count
      if bytes.count(of: separator, in: end + 1..<next) == fieldCount - 1 { return true }
      end = next
    }
    return false
  }

  private mutating func finish(_ text: inout [UInt8], _ last: Range<Int>, _ end: Int) -> String {
    line += bytes.count(of: 0x0A, in: offset..<last.upperBound)
    offset = end
    guard !text.isEmpty else { return string(in: last) }
    bytes.append(last, to: &text)
    if let encoding, String(validating: text, as: UTF8.self) == nil {
      isDecoded = true
      text = encoding.utf8(of: text)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
