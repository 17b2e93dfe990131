import CJSONScan
import Storage
import Zip

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The bytes of one input file, mapped and not copied, so that reading a file of many GB takes no memory.
///
/// This file alone owns the mapping: every access is checked against `count` here, and no pointer leaves it.
@safe
public final class InputBytes: Sendable {
  /// How many bytes there are.
  public let count: Int
  nonisolated(unsafe) private let base: UnsafeRawPointer
  private let isMapped: Bool

  /// The bytes of the regular file at `path`, or what comes through a pipe of that name until its other end is closed.
  public convenience init(contentsOf path: String) throws(ImportError) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .unreadable(path: path, reason: Self.lastReason()) }
    defer { close(descriptor) }
    try self.init(ofAll: descriptor, path: path)
  }

  /// What standard input is, or what comes through it, called `name`.
  convenience init(ofStandardInput name: String) throws(ImportError) {
    guard isatty(STDIN_FILENO) == 0 else {
      throw .unreadable(path: name, reason: "it is a terminal; name the exported file, or pipe it in")
    }
    try self.init(ofAll: STDIN_FILENO, path: name)
  }

  private convenience init(ofAll descriptor: CInt, path: String) throws(ImportError) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw .unreadable(path: path, reason: Self.lastReason())
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: try self.init(0..<Int(status.st_size), of: descriptor, path: path)
    case S_IFIFO, S_IFSOCK:
      let spool = try PipeSpool(of: descriptor, path: path)
      try self.init(0..<spool.count, of: spool.file.descriptor, path: path)
    default:
      throw .unreadable(
        path: path, reason: "it is neither a file nor a pipe; save the export to a file first")
    }
  }

  /// The bytes of `range` in an open file, which may be closed after; the range starts with a page.
  init(_ range: Range<Int>, of descriptor: CInt, path: String) throws(ImportError) {
    count = range.count
    isMapped = count > 0
    unsafe base =
      isMapped
      ? try Self.map(descriptor, from: range.lowerBound, count: count, path: path) : Self.block(of: [])
  }

  /// What a path leads to.
  enum Place { case folder, file, other }

  /// What `path` leads to; throws when that is nothing.
  static func place(at path: String) throws(ImportError) -> Place {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      let reason = errno == ENOENT ? "there is no such file or folder" : lastReason()
      throw .unreadable(path: path, reason: reason)
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return .folder
    case S_IFREG: return .file
    default: return .other
    }
  }

  /// A copy of `bytes`.
  public init(_ bytes: [UInt8]) {
    count = bytes.count
    isMapped = false
    unsafe base = Self.block(of: bytes)
  }

  deinit {
    if isMapped {
      unsafe munmap(UnsafeMutableRawPointer(mutating: base), count)
    } else {
      unsafe base.deallocate()
    }
  }

  /// The byte at `offset`.
  @inline(__always)
  public subscript(offset: Int) -> UInt8 {
    precondition(offset >= 0 && offset < count, "byte beyond the input")
    return unsafe base.load(fromByteOffset: offset, as: UInt8.self)
  }

  /// The eight bytes from `offset` on, the first in the lowest byte; zeros stand for what lies beyond the end.
  @inline(__always)
  public func word(at offset: Int) -> UInt64 {
    if offset >= 0 && offset &+ 8 <= count {
      return unsafe UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    return wordAtTheEnd(offset)
  }

  /// The place of the first `byte` in `range`, or nil.
  public func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    check(range)
    guard !range.isEmpty else { return nil }
    guard let found = unsafe memchr(base + range.lowerBound, Int32(byte), range.count) else { return nil }
    return unsafe UnsafeRawPointer(found) - base
  }

  /// Where the JSON array or object that begins with `range` ends, by its quotes and brackets alone; nil when it is still
  /// open at the end of `range`.
  func endOfJSON(in range: Range<Int>) -> Int? {
    check(range)
    let end = unsafe json_skip_structure(
      base.assumingMemoryBound(to: UInt8.self), range.lowerBound, range.upperBound)
    return end <= range.upperBound ? end : nil
  }

  /// How often `byte` occurs in `range`.
  public func count(of byte: UInt8, in range: Range<Int>) -> Int {
    check(range)
    var count = 0
    for offset in range where unsafe base.load(fromByteOffset: offset, as: UInt8.self) == byte { count += 1 }
    return count
  }

  /// Whether `bytes` stand at `offset`.
  public func has(_ bytes: some Collection<UInt8>, at offset: Int) -> Bool {
    guard offset >= 0, offset + bytes.count <= count else { return false }
    var place = offset
    for byte in bytes {
      guard self[place] == byte else { return false }
      place += 1
    }
    return true
  }

  /// Whether `text` stands at `offset`.
  func has(_ text: StaticString, at offset: Int) -> Bool {
    guard offset >= 0, offset &+ text.utf8CodeUnitCount <= count else { return false }
    return unsafe memcmp(base + offset, text.utf8Start, text.utf8CodeUnitCount) == 0
  }

  /// The text of `range`, or nil when it is not UTF-8.
  public func string(in range: Range<Int>) -> String? {
    check(range)
    let text = unsafe UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count)
      .assumingMemoryBound(to: UInt8.self)
    guard let valid = try? UTF8Span(validating: unsafe text.span) else { return nil }
    return String(copying: valid)
  }

  /// Whether the bytes of `range` are UTF-8.
  func isUTF8(_ range: Range<Int>) -> Bool { firstInvalidUTF8(in: range) == nil }

  /// Bytes of a string in a text format that say what they mean, up to something that does not.
  struct PlainRun {
    var start: Int
    /// Where a quote, a backslash or a control character stands, or reading stops.
    var end: Int
    /// Whether all bytes before are known to be printable characters of ASCII.
    var isASCII: Bool

    var range: Range<Int> { start..<end }
  }

  /// The plain bytes from `start` on, at most up to `limit`.
  @inline(__always)
  func plainRun(from start: Int, limit: Int) -> PlainRun {
    guard start < limit else { return PlainRun(start: limit, end: limit, isASCII: true) }
    check(start..<limit)
    let run = unsafe json_plain_run(base.assumingMemoryBound(to: UInt8.self), start, limit, count)
    return PlainRun(start: start, end: run.end, isASCII: run.is_ascii)
  }

  /// The members with these names, one for each that there can be, at the beginning of the JSON object at `start`.
  func plainMembers(from start: Int, limit: Int, _ names: [json_name]) -> json_members {
    guard start >= 0, start < limit, names.count == json_name_count else { return json_members() }
    check(start..<limit)
    return unsafe names.withUnsafeBufferPointer { names in
      unsafe json_plain_members(
        base.assumingMemoryBound(to: UInt8.self), start, limit, count, names.baseAddress)
    }
  }

  /// The bytes of `range` with whether all of them are printable characters of ASCII, whatever they mean in JSON.
  func run(_ range: Range<Int>) -> PlainRun {
    var others: UInt64 = 0
    var place = range.lowerBound
    while place < range.upperBound {
      var word = word(at: place)
      let left = range.upperBound &- place
      // Spaces stand for what lies behind.
      if left < 8 {
        let behind = UInt64.max &<< UInt64(8 &* left)
        word = word & ~behind | 0x2020_2020_2020_2020 & behind
      }
      // Borrows and carries make false finds behind a real one only.
      others |= word | (word &+ 0x0101_0101_0101_0101) | (word &- 0x2020_2020_2020_2020)
      place &+= 8
    }
    return PlainRun(
      start: range.lowerBound, end: range.upperBound, isASCII: others & 0x8080_8080_8080_8080 == 0)
  }

  /// The first place from `start` on that holds no white space of JSON, or `limit`.
  @inline(__always)
  func placeBehindSpace(from start: Int, limit: Int) -> Int {
    guard start < limit, self[start] <= 0x20 else { return start }
    return placeBehindSpaces(from: start, limit: limit)
  }

  private func placeBehindSpaces(from start: Int, limit: Int) -> Int {
    var place = start
    while place < limit {
      switch self[place] {
      case 0x20, 0x0A, 0x0D, 0x09: place &+= 1
      default: return place
      }
      // Indented files have long runs of spaces.
      while place &+ 8 <= limit, word(at: place) == 0x2020_2020_2020_2020 { place &+= 8 }
    }
    return place
  }

  /// The text of a plain run, or nil when it is not UTF-8.
  @inline(__always)
  func string(_ run: PlainRun) -> String? {
    run.isASCII ? string(ofValid: run.range, isASCII: true) : string(in: run.range)
  }

  /// The text of `range`, which is known to be UTF-8.
  @inline(__always)
  func string(ofValid range: Range<Int>, isASCII: Bool) -> String {
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

  /// The place of the first byte of `range` that breaks UTF-8, or nil.
  public func firstInvalidUTF8(in range: Range<Int>) -> Int? {
    check(range)
    let text = unsafe UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count)
      .assumingMemoryBound(to: UInt8.self)
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: unsafe text.span)
      return nil
    } catch {
      return range.lowerBound + error.byteOffsets.lowerBound
    }
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

  /// Lets `body` read the bytes of `range` in place.
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
    var place = offset
    while place < count {
      word |= UInt64(self[place]) &<< UInt64(8 &* (place &- offset))
      place += 1
    }
    return word
  }

  private static func map(
    _ descriptor: CInt, from offset: Int, count: Int, path: String
  ) throws(ImportError) -> UnsafeRawPointer {
    let mapping = unsafe mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, off_t(offset))
    guard let mapping = unsafe mapping, unsafe mapping != MAP_FAILED else {
      throw .unreadable(path: path, reason: lastReason())
    }
    return UnsafeRawPointer(mapping)
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

  static func lastReason() -> String {
    guard let text = unsafe strerror(errno) else { return "error \(errno)" }
    return unsafe String(cString: text).lowercased()
  }
}
