/// The names of a database's tables, read from the bytes of its file: enough to recognise a format, without opening it.
///
/// Source: "Database File Format", https://www.sqlite.org/fileformat2.html.
package struct SQLiteTables {
  /// In lower case.
  package private(set) var names: Set<String> = []

  private let bytes: InputBytes
  private let pageSize: Int
  private let encoding: TextEncoding
  private var pagesLeft = 4096

  /// The encoding of a database's texts.
  private enum TextEncoding {
    case utf8
    case utf16(isBigEndian: Bool)
  }

  /// Returns nil for a file that is no database.
  package init?(_ bytes: InputBytes) {
    guard Self.recognises(bytes), bytes.count >= 512 else { return nil }
    let size = Int(bytes[16]) << 8 | Int(bytes[17])
    self.bytes = bytes
    pageSize = size == 1 ? 65536 : size
    guard pageSize >= 512, pageSize & (pageSize - 1) == 0 else { return nil }
    encoding =
      switch bytes[59] {
      case 2: .utf16(isBigEndian: false)
      case 3: .utf16(isBigEndian: true)
      default: .utf8
      }
    readPage(1, depth: 0)
  }

  /// The size in the header, for a truncated file: if zeros replace the missing pages, SQLite reads the others. 0 if the header has no
  /// size, or an impossible one.
  package static func size(_ bytes: InputBytes) -> Int {
    guard let tables = SQLiteTables(bytes), bytes.has(bytes.array(in: 24..<28), at: 92) else { return 0 }
    let count = bytes.array(in: 28..<32).reduce(0) { $0 << 8 | Int($1) }
    let (size, isBeyond) = count.multipliedReportingOverflow(by: tables.pageSize)
    return isBeyond || size / Self.cutLimit > bytes.count ? 0 : size
  }

  /// The most times that a database may have been larger than its remaining part.
  private static let cutLimit = 64

  /// True for a database that is shorter than its header says.
  package static func isCut(_ bytes: InputBytes) -> Bool { size(bytes) > bytes.count }

  /// True if the bytes begin like a database.
  package static func recognises(_ bytes: InputBytes) -> Bool { bytes.has("SQLite format 3\0", at: 0) }

  package func has(_ tables: String...) -> Bool { tables.allSatisfy(names.contains) }

  /// Reads a page of the tree that holds the schema.
  private mutating func readPage(_ number: Int, depth: Int) {
    let (start, isBeyond) = (number &- 1).multipliedReportingOverflow(by: pageSize)
    guard number > 0, !isBeyond, start < bytes.count, depth < 16, pagesLeft > 0 else { return }
    pagesLeft -= 1
    let page = start..<min(bytes.count, start + pageSize)
    let header = number == 1 ? start + 100 : start
    guard let kind = byte(header, page), let cellCount = number16(header + 3, page) else { return }
    switch kind {
    case 0x0D:
      for cell in 0..<cellCount {
        guard let offset = number16(header + 8 + 2 * cell, page) else { return }
        readCell(start + offset, page)
      }
    case 0x05:
      for cell in 0..<cellCount {
        guard let offset = number16(header + 12 + 2 * cell, page) else { return }
        if let child = number32(start + offset, page) { readPage(child, depth: depth + 1) }
      }
      if let child = number32(header + 8, page) { readPage(child, depth: depth + 1) }
    default: return
    }
  }

  /// Reads a row of the schema: its type and name come first.
  private mutating func readCell(_ offset: Int, _ page: Range<Int>) {
    var offset = offset
    guard varint(&offset, page) != nil, varint(&offset, page) != nil else { return }
    let record = offset
    guard let headerSize = varint(&offset, page), let type = varint(&offset, page),
      let name = varint(&offset, page), let typeSize = Self.textSize(type),
      let nameSize = Self.textSize(name),
      headerSize < pageSize, typeSize <= 10, nameSize > 0
    else { return }
    let start = record + headerSize
    let end = start + typeSize + min(nameSize, pageSize)
    guard start >= page.lowerBound, end <= page.upperBound, text(start..<start + typeSize) == "table" else {
      return
    }
    names.insert(text(start + typeSize..<end).lowercased())
  }

  /// Returns the number of bytes of a text from its type in a row, or nil if the type is not a text's.
  private static func textSize(_ type: Int) -> Int? { type >= 13 && type % 2 == 1 ? (type - 13) / 2 : nil }

  private func text(_ range: Range<Int>) -> String {
    guard case .utf16(let isBigEndian) = encoding else { return bytes.repairedString(in: range) }
    let units = stride(from: range.lowerBound, to: range.upperBound - 1, by: 2).map { offset in
      let (first, second) = (UInt16(bytes[offset]), UInt16(bytes[offset + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    return String(decoding: units, as: UTF16.self)
  }

  private func byte(_ offset: Int, _ page: Range<Int>) -> Int? {
    page.contains(offset) ? Int(bytes[offset]) : nil
  }

  private func number16(_ offset: Int, _ page: Range<Int>) -> Int? {
    guard let high = byte(offset, page), let low = byte(offset + 1, page) else { return nil }
    return high << 8 | low
  }

  private func number32(_ offset: Int, _ page: Range<Int>) -> Int? {
    guard let high = number16(offset, page), let low = number16(offset + 2, page) else { return nil }
    return high << 16 | low
  }

  /// Reads a number of one to nine bytes; nil for a negative one, which cannot occur here.
  private func varint(_ offset: inout Int, _ page: Range<Int>) -> Int? {
    var value: UInt64 = 0
    for index in 0..<9 {
      guard let byte = byte(offset, page) else { return nil }
      offset += 1
      if index == 8 {
        value = value << 8 | UInt64(byte)
        break
      }
      value = value << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { break }
    }
    return Int(exactly: value)
  }
}
