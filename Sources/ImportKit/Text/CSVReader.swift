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
  private let bytes: InputBytes
  private var offset: Int
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
    if offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") { return quotedField() }
    let start = offset
    while offset < bytes.count, bytes[offset] != separator || isLast, !isLineEnd(offset) { offset += 1 }
    return bytes.repairedString(in: start..<offset)
  }

  /// Reads a field in quotes whose first quote is at the offset.
  private mutating func quotedField() -> String {
    var text: [UInt8] = []
    var start = offset + 1
    var next = start
    while let quote = bytes.firstIndex(of: UInt8(ascii: "\""), in: next..<bytes.count) {
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
    // No closing quote: the rest of the text.
    return finish(&text, start..<bytes.count, bytes.count)
  }

  private mutating func finish(_ text: inout [UInt8], _ last: Range<Int>, _ end: Int) -> String {
    line += bytes.count(of: 0x0A, in: offset..<last.upperBound)
    offset = end
    guard !text.isEmpty else { return bytes.repairedString(in: last) }
    bytes.append(last, to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}
