// Boundary to mapped memory and to `CJSONScan`, which searches it 16 bytes at a time. An export's bytes are read in place, several
// at once, which no checked type can do across a whole file without a cost for each byte.

package import CJSONScan
package import Storage
package import SystemCalls
import Zip

/// The bytes of one input file, mapped instead of copied, so that reading a file of many GB takes no memory.
///
/// This file alone owns the mapping: every access is checked against `count` here, and no pointer leaves it.
@safe
public final class InputBytes: Sendable {
  /// The number of bytes.
  public let count: Int
  nonisolated(unsafe) private let base: UnsafeRawPointer
  /// Nil for bytes that are not mapped.
  nonisolated(unsafe) private let mapping: SystemCall.MappedRange?
  /// The lines of the bytes, for the positions of faults.
  package let lines = LineIndex()

  /// Maps the regular file at `path`, or reads a pipe until its other end is closed. Only for paths that the user gave:
  /// ``InputFolder`` opens the paths that an export names.
  ///
  /// - Throws: ``ImportError/unreadable(path:reason:)``.
  public convenience init(contentsOf path: String) throws(ImportError) {
    let descriptor = try Self.system(path) { () throws(SystemError) in try SystemCall.openFile(path) }
    defer { SystemCall.close(descriptor) }
    try self.init(ofAll: descriptor, path: path)
  }

  /// Maps or reads standard input, called `name`.
  ///
  /// - Throws: ``ImportError/unreadable(path:reason:)``, also for a terminal.
  package convenience init(ofStandardInput name: String) throws(ImportError) {
    guard !SystemCall.isTerminal(SystemCall.standardInput) else {
      throw .unreadable(path: name, reason: "it is a terminal; name the exported file, or pipe it in")
    }
    try self.init(ofAll: SystemCall.standardInput, path: name)
  }

  private convenience init(ofAll descriptor: CInt, path: String) throws(ImportError) {
    let status = try Self.system(path) { () throws(SystemError) in try SystemCall.status(of: descriptor) }
    switch status.kind {
    case .file:
      InputChanges.note(path, status)
      try self.init(0..<status.size, of: descriptor, path: path)
    case .pipe:
      let spool = try PipeSpool(of: descriptor, path: path)
      try self.init(0..<spool.count, of: spool.file.descriptor, path: path)
    case .folder, .link, .special:
      throw .unreadable(
        path: path, reason: "it is neither a file nor a pipe; save the export to a file first")
    }
  }

  /// Maps a file of an export, which may be closed afterwards.
  ///
  /// - Throws: ``ImportError/unreadable(path:reason:)``.
  package convenience init(of file: borrowing ConfinedFile, path: String) throws(ImportError) {
    InputChanges.note(path, file.status)
    try self.init(0..<file.status.size, of: file.descriptor, path: path)
  }

  /// Maps `range` of an open file, which may be closed afterwards. The range starts with a page.
  ///
  /// - Throws: ``ImportError/unreadable(path:reason:)``.
  package init(_ range: Range<Int>, of descriptor: CInt, path: String) throws(ImportError) {
    count = range.count
    guard count > 0 else {
      unsafe (base, mapping) = (Self.block(of: []), nil)
      return
    }
    do throws(SystemError) {
      let mapping = unsafe try SystemCall.map(range, of: descriptor)
      unsafe (base, self.mapping) = (mapping.start, mapping)
    } catch {
      throw .unreadable(path: path, reason: error.reason.lowercased())
    }
  }

  /// Returns the kind of the file that `path` leads to.
  ///
  /// - Throws: ``ImportError/unreadable(path:reason:)`` if there is nothing.
  package static func kind(at path: String) throws(ImportError) -> FileStatus.Kind {
    do throws(SystemError) {
      return try SystemCall.status(at: path).kind
    } catch {
      throw .unreadable(
        path: path,
        reason: error.isNoEntry ? "no such file or folder" : error.reason.lowercased())
    }
  }

  private static func system<Value>(
    _ path: String, _ body: () throws(SystemError) -> Value
  ) throws(ImportError) -> Value {
    do throws(SystemError) { return try body() } catch {
      throw .unreadable(path: path, reason: error.reason.lowercased())
    }
  }

  /// The address of the first byte, for libraries that keep it; valid as long as the value exists.
  @unsafe package var start: UnsafeRawPointer { unsafe base }

  /// A copy of `bytes`.
  public init(_ bytes: [UInt8]) {
    count = bytes.count
    unsafe (base, mapping) = (Self.block(of: bytes), nil)
  }

  deinit {
    if let mapping = unsafe mapping {
      unsafe SystemCall.unmap(mapping, count: count)
    } else {
      unsafe base.deallocate()
    }
  }

  /// Returns the memory of a mapped file to the system, which reads the bytes again if they are needed. An export of 20,000
  /// conversations would otherwise have all of its files in memory, two pages at least of each.
  public func rest() {
    guard let mapping = unsafe mapping else { return }
    unsafe SystemCall.release(mapping, 0..<count)
  }

  /// The size of the blocks that ``rest(in:)`` returns: the system maps 64 kB around each byte that is read.
  private static let blockSize = 1 << 18

  /// Returns the memory of the whole blocks that end in `range`. If ranges are read in order, each block is returned once.
  func rest(in range: Range<Int>) {
    let start = range.lowerBound / Self.blockSize * Self.blockSize
    let end = range.upperBound / Self.blockSize * Self.blockSize
    guard start >= 0, start < end, end <= count, let mapping = unsafe mapping else { return }
    unsafe SystemCall.release(mapping, start..<end)
  }

  /// The byte at `offset`.
  @inline(__always)
  public subscript(offset: Int) -> UInt8 {
    precondition(offset >= 0 && offset < count, "byte beyond the input")
    return unsafe base.load(fromByteOffset: offset, as: UInt8.self)
  }

  /// The eight bytes from `offset` on, the first in the lowest byte; zeros after the end.
  @inline(__always)
  public func word(at offset: Int) -> UInt64 {
    if offset >= 0 && offset &+ 8 <= count {
      return unsafe UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    return wordAtTheEnd(offset)
  }

  /// Returns the offset of the first `byte` in `range`, or nil.
  public func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    check(range)
    guard !range.isEmpty else { return nil }
    let bytes = unsafe UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count)
    return unsafe SystemCall.firstOffset(of: byte, in: bytes).map { range.lowerBound &+ $0 }
  }

  /// Returns the end of the JSON array or object that begins with `range`, by its quotes and brackets alone, or nil if it does not
  /// end in `range`.
  public func endOfJSON(in range: Range<Int>) -> Int? {
    check(range)
    let end = unsafe json_skip_structure(
      base.assumingMemoryBound(to: UInt8.self), range.lowerBound, range.upperBound)
    return end <= range.upperBound ? end : nil
  }

  /// Returns the number of times that `byte` occurs in `range`.
  public func count(of byte: UInt8, in range: Range<Int>) -> Int {
    check(range)
    var count = 0
    for offset in range where unsafe base.load(fromByteOffset: offset, as: UInt8.self) == byte { count += 1 }
    return count
  }

  /// True if the bytes at `offset` are `bytes`.
  public func has(_ bytes: some Collection<UInt8>, at offset: Int) -> Bool {
    guard offset >= 0, offset + bytes.count <= count else { return false }
    var next = offset
    for byte in bytes {
      guard self[next] == byte else { return false }
      next += 1
    }
    return true
  }

  /// The offset of the first byte after a byte order mark of UTF-8; 0 without one.
  package var contentStart: Int { has([0xEF, 0xBB, 0xBF], at: 0) ? 3 : 0 }

  /// True if the bytes at `offset` are `text`.
  public func has(_ text: StaticString, at offset: Int) -> Bool {
    guard offset >= 0, offset &+ text.utf8CodeUnitCount <= count else { return false }
    for index in 0..<text.utf8CodeUnitCount
    where unsafe base.load(fromByteOffset: offset &+ index, as: UInt8.self) != text.utf8Start[index] {
      return false
    }
    return true
  }

  /// True if the bytes have `text` anywhere.
  public func has(_ text: StaticString) -> Bool {
    var offset = 0
    while let next = firstIndex(of: text.byte(at: 0), in: offset..<count) {
      if has(text, at: next) { return true }
      offset = next + 1
    }
    return false
  }

  /// The text of `range`, or nil when it is not UTF-8.
  public func string(in range: Range<Int>) -> String? {
    check(range)
    let text = unsafe UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count)
      .assumingMemoryBound(to: UInt8.self)
    guard let valid = try? UTF8Span(validating: unsafe text.span) else { return nil }
    return String(copying: valid)
  }

  /// True if the bytes of `range` are UTF-8.
  public func isUTF8(_ range: Range<Int>) -> Bool { firstInvalidUTF8(in: range) == nil }

  /// Bytes of a string in a text format that need no unescaping, up to the first that does.
  public struct PlainRun: Sendable {
    /// The offset of the first byte.
    public var start: Int
    /// The offset of a quote, a backslash or a control character, or of the limit.
    public var end: Int
    /// True if all bytes before are known to be printable characters of ASCII.
    public var isASCII: Bool

    /// A run of bytes with known contents.
    public init(start: Int, end: Int, isASCII: Bool) {
      (self.start, self.end, self.isASCII) = (start, end, isASCII)
    }

    /// The range of the bytes.
    public var range: Range<Int> { start..<end }
  }

  /// The plain bytes from `start` on, at most up to `limit`.
  @inline(__always)
  func plainRun(from start: Int, limit: Int) -> PlainRun {
    guard start < limit else { return PlainRun(start: limit, end: limit, isASCII: true) }
    check(start..<limit)
    let run = unsafe json_plain_run(base.assumingMemoryBound(to: UInt8.self), start, limit, count)
    return PlainRun(start: start, end: run.end, isASCII: run.is_ascii)
  }

  /// The first members with these names, one each, at the beginning of the JSON object at `start`.
  package func plainMembers(from start: Int, limit: Int, _ names: [json_name]) -> json_members {
    guard start >= 0, start < limit, names.count == json_name_count else { return json_members() }
    check(start..<limit)
    return unsafe names.withUnsafeBufferPointer { names in
      unsafe json_plain_members(
        base.assumingMemoryBound(to: UInt8.self), start, limit, count, names.baseAddress)
    }
  }

  /// The bytes of `range`, with `isASCII` true if all are printable ASCII characters, whatever they mean in JSON.
  public func run(_ range: Range<Int>) -> PlainRun {
    var others: UInt64 = 0
    var offset = range.lowerBound
    while offset < range.upperBound {
      var word = word(at: offset)
      let left = range.upperBound &- offset
      // Spaces replace the bytes after the range.
      if left < 8 {
        let behind = UInt64.max &<< UInt64(8 &* left)
        word = word & ~behind | 0x2020_2020_2020_2020 & behind
      }
      // Borrows and carries cause false matches only after a real one.
      others |= word | (word &+ 0x0101_0101_0101_0101) | (word &- 0x2020_2020_2020_2020)
      offset &+= 8
    }
    return PlainRun(
      start: range.lowerBound, end: range.upperBound, isASCII: others & 0x8080_8080_8080_8080 == 0)
  }

  /// Returns the first offset from `start` on without JSON white space, or `limit`.
  @inline(__always)
  public func offsetBehindSpace(from start: Int, limit: Int) -> Int {
    guard start < limit, self[start] <= 0x20 else { return start }
    return offsetBehindSpaces(from: start, limit: limit)
  }

  private func offsetBehindSpaces(from start: Int, limit: Int) -> Int {
    var offset = start
    while offset < limit {
      switch self[offset] {
      case 0x20, 0x0A, 0x0D, 0x09: offset &+= 1
      default: return offset
      }
      // Indented files have long runs of spaces.
      while offset &+ 8 <= limit, word(at: offset) == 0x2020_2020_2020_2020 { offset &+= 8 }
    }
    return offset
  }

  /// The text of a plain run, or nil when it is not UTF-8.
  @inline(__always)
  public func string(_ run: PlainRun) -> String? {
    run.isASCII ? string(ofValid: run.range, isASCII: true) : string(in: run.range)
  }

  /// The text of `range`, which is known to be UTF-8.
  @inline(__always)
  public func string(ofValid range: Range<Int>, isASCII: Bool) -> String {
    check(range)
    return unsafe String(
      copying: UTF8Span(
        unchecked: UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count)
          .assumingMemoryBound(to: UInt8.self).span, isKnownASCII: isASCII))
  }

  /// The text of `range`, each maximal ill-formed part replaced by U+FFFD.
  public func repairedString(in range: Range<Int>) -> String {
    check(range)
    return unsafe String(
      decoding: UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count), as: UTF8.self)
  }

  /// Returns the offset of the first byte of `range` that breaks UTF-8, or nil.
  public func firstInvalidUTF8(in range: Range<Int>) -> Int? {
    check(range)
    // Only runs of eight bytes that are not all ASCII need a look: a character never continues in the ASCII after it.
    func isASCII(_ offset: Int) -> Bool {
      unsafe (base + offset).loadUnaligned(as: UInt64.self) & 0x8080_8080_8080_8080 == 0
    }
    var next = range.lowerBound
    while next < range.upperBound {
      var end = next
      if range.upperBound - next >= 8 {
        if isASCII(next) {
          next += 8
          continue
        }
        repeat { end += 8 } while range.upperBound - end >= 8 && !isASCII(end)
      }
      if range.upperBound - end < 8 { end = range.upperBound }
      let text = unsafe UnsafeRawBufferPointer(start: base + next, count: end - next)
        .assumingMemoryBound(to: UInt8.self)
      do throws(UTF8.ValidationError) {
        _ = try UTF8Span(validating: unsafe text.span)
      } catch {
        return next + error.byteOffsets.lowerBound
      }
      next = end
    }
    return nil
  }

  /// Appends the bytes of `range` to `array`.
  @inline(__always)
  public func append(_ range: Range<Int>, to array: inout [UInt8]) {
    check(range)
    unsafe array.append(
      contentsOf: UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count))
  }

  /// A copy of the bytes of `range`.
  public func array(in range: Range<Int>) -> [UInt8] {
    check(range)
    return unsafe Array(UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count))
  }

  /// Calls `body` with the bytes of `range` in place.
  @inline(__always)
  public func withBytes<R, Failure: Error>(
    in range: Range<Int>, _ body: (Span<UInt8>) throws(Failure) -> R
  ) throws(Failure) -> R {
    check(range)
    let part = unsafe UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count)
      .assumingMemoryBound(to: UInt8.self)
    return try body(unsafe part.span)
  }

  @inline(__always)
  private func check(_ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "bytes beyond the input")
  }

  @inline(never)
  private func wordAtTheEnd(_ offset: Int) -> UInt64 {
    guard offset >= 0 else { return 0 }
    var word: UInt64 = 0
    var next = offset
    while next < count {
      word |= UInt64(self[next]) &<< UInt64(8 &* (next &- offset))
      next += 1
    }
    return word
  }

  /// A block of its own holding `bytes`; never empty, so that its address is one.
  private static func block(of bytes: [UInt8]) -> UnsafeRawPointer {
    let block = UnsafeMutableRawPointer.allocate(byteCount: max(1, bytes.count), alignment: 8)
    unsafe bytes.withUnsafeBytes { source in
      guard let start = source.baseAddress else { return }
      unsafe block.copyMemory(from: start, byteCount: source.count)
    }
    return UnsafeRawPointer(block)
  }
}
