/// The lines of a file. A line feed ends each line; the last line may lack it.
package enum LogLines {
  /// True if the line before the one that begins at `offset` is empty.
  package static func isBlankBefore(_ offset: Int, of bytes: InputBytes) -> Bool {
    guard offset >= 2 else { return true }
    let before = bytes[offset - 2]
    return before == 0x0A || before == 0x0D && (offset < 3 || bytes[offset - 3] == 0x0A)
  }

  /// Returns the offset of the first line, after a byte order mark.
  package static func start(of bytes: InputBytes) -> Int { bytes.contentStart }

  /// Returns the offset of the line feed that ends the line at `start`, or the file's end.
  @inline(__always)
  package static func end(of bytes: InputBytes, from start: Int) -> Int {
    bytes.firstIndex(of: 0x0A, in: start..<bytes.count) ?? bytes.count
  }

  /// Returns the line from `start` to its line feed at `end`, without a carriage return before it.
  @inline(__always)
  package static func content(of bytes: InputBytes, from start: Int, to end: Int) -> Range<Int> {
    start..<(end > start && bytes[end &- 1] == 0x0D ? end &- 1 : end)
  }

  /// Returns the text of the next line that is not empty after `clean` has removed what does not count, and moves `offset`
  /// after it; nil at the end, and for a line of more than 1,023 bytes.
  package static func nextText(
    of bytes: InputBytes, from offset: inout Int, _ clean: (String) -> String
  ) -> String? {
    while offset < bytes.count {
      let end = end(of: bytes, from: offset)
      let range = content(of: bytes, from: offset, to: end)
      offset = end + 1
      guard range.count < 1024 else { return nil }
      let line = clean(bytes.string(in: range) ?? "")
      if !line.isEmpty { return line }
    }
    return nil
  }

  /// True if a byte is a space, a tab or a carriage return.
  package static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
}

/// The first non-empty lines of a file, as many as needed to recognise a format: at most 60, of its first 64 KiB.
package struct LogSample: Sequence, IteratorProtocol {
  private static let lineLimit = 60
  private let bytes: InputBytes
  private var offset: Int
  private var left = Self.lineLimit

  /// Creates the sample of the lines from `offset` on.
  package init(_ bytes: InputBytes, from offset: Int) { (self.bytes, self.offset) = (bytes, offset) }

  /// Returns the next line without its ending, or nil if there are enough.
  package mutating func next() -> Range<Int>? {
    while offset < Swift.min(bytes.count, ImportInput.headLimit), left > 0 {
      let limit = Swift.min(bytes.count, offset + ImportInput.headLimit)
      let end = bytes.firstIndex(of: 0x0A, in: offset..<limit) ?? bytes.count
      let line = LogLines.content(of: bytes, from: offset, to: end)
      offset = end + 1
      guard !line.isEmpty else { continue }
      left -= 1
      return line
    }
    return nil
  }
}

/// A line that begins a message, with the lines that continue it.
package struct LogEntry: Equatable {
  /// The number of the first line, counted from 1.
  package var line: Int
  /// The bytes of all lines, without the line ending of the last.
  package var range: Range<Int>
}

/// Reads a log entry by entry. An entry is a line that begins a message, with the lines that continue it.
///
/// Chats exported as text have no escape for a line feed inside a message: its first line has a time and a name, the others
/// have neither. So a line continues the entry before it unless the format recognises it as a beginning.
package struct LogEntryReader {
  private let bytes: InputBytes
  private let ends: EntryEnds
  private var offset: Int
  private var line: Int

  /// Creates a reader that starts at the first line, or at the line with number `line` at `offset`. `ends` restricts
  /// the lines that may begin an entry.
  package init(_ bytes: InputBytes, from offset: Int? = nil, line: Int = 1, ends: EntryEnds = .any) {
    (self.bytes, self.offset, self.line) = (bytes, offset ?? LogLines.start(of: bytes), line)
    self.ends = ends
  }

  /// Returns the next entry, or nil at the end. `begins` returns true if a line, given without its ending, begins an entry.
  ///
  /// The first line read always counts as a beginning, so that no line is lost.
  package mutating func next(begins: (Range<Int>) -> Bool) -> LogEntry? {
    guard offset < bytes.count else { return nil }
    var end = LogLines.end(of: bytes, from: offset)
    var entry = LogEntry(line: line, range: LogLines.content(of: bytes, from: offset, to: end))
    (offset, line) = (end + 1, line + 1)
    while offset < bytes.count {
      end = LogLines.end(of: bytes, from: offset)
      let content = LogLines.content(of: bytes, from: offset, to: end)
      if ends.mayBegin(at: offset, of: bytes), begins(content) { break }
      entry.range = entry.range.lowerBound..<content.upperBound
      (offset, line) = (end + 1, line + 1)
    }
    return entry
  }
}
