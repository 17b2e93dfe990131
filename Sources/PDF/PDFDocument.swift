import Compression
import Digests

/// A PDF 1.7 in the making (ISO 32000-1). Its bytes leave as soon as they are known; what stays in memory is the position of
/// each object, eight bytes.
///
/// Objects without a stream are collected in compressed object streams. The file's identifier is a digest of its bytes, and
/// nothing depends on the clock.
public struct PDFDocument: ~Copyable {
  private let output: (Span<UInt8>) throws -> Void
  private var written = 0
  private var digest = SHA256()
  /// The position of each object by its number: its offset, or with ``isInStream`` the number of its object stream and its
  /// index there. 0 for objects that are not written.
  private var positions: [UInt64] = [0]
  private static let isInStream: UInt64 = 1 << 63
  /// The objects of the next object stream, and the number and offset of each.
  private var objects = PDFSyntax()
  private var offsets: [(number: Int32, offset: Int)] = []
  /// The most objects of an object stream, and about the most bytes.
  private static let (mostObjects, mostBytes) = (200, 1 << 15)

  /// Begins a document whose bytes go to `output`. The second line of the file has `mark`, ASCII without line breaks.
  public init(mark: String, to output: @escaping (Span<UInt8>) throws -> Void) throws {
    self.output = output
    // Bytes above 127 say that the file is not text.
    try write(Array("%PDF-1.7\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3] + Array(" \(mark)\n".utf8))
  }

  /// Returns the number of a new object, to be written later.
  public mutating func reserve() -> PDFReference {
    positions.append(0)
    return PDFReference(Int32(clamping: positions.count - 1))
  }

  /// Adds an object without a stream.
  public mutating func add(_ reference: PDFReference, _ build: (inout PDFSyntax) -> Void) throws {
    offsets.append((reference.number, objects.count))
    positions[Int(reference.number)] = Self.isInStream
    build(&objects)
    objects.raw("\n")
    if offsets.count >= Self.mostObjects || objects.count >= Self.mostBytes { try flush() }
  }

  /// Adds an object without a stream under a new number.
  public mutating func add(_ build: (inout PDFSyntax) -> Void) throws -> PDFReference {
    let reference = reserve()
    try add(reference, build)
    return reference
  }

  /// Adds a stream of bytes, compressed. `dictionary` writes the entries of its dictionary besides length and filter.
  public mutating func addStream(
    _ reference: PDFReference, _ bytes: Span<UInt8>, _ dictionary: (inout PDFSyntax) -> Void = { _ in }
  ) throws {
    if let compressed = Flate.compressed(bytes), compressed.count < bytes.count {
      try beginStream(reference, count: compressed.count) { entries in
        entries.raw("/Filter/FlateDecode")
        dictionary(&entries)
      }
      try write(compressed)
    } else {
      try beginStream(reference, count: bytes.count, dictionary)
      try write(bytes)
    }
    try endStream()
  }

  /// Begins a stream of `count` bytes that are written as they are: ``write(_:)``, then ``endStream()``.
  public mutating func beginStream(
    _ reference: PDFReference, count: Int, _ dictionary: (inout PDFSyntax) -> Void
  ) throws {
    positions[Int(reference.number)] = UInt64(written)
    var head = PDFSyntax()
    head.integer(Int(reference.number))
    head.raw(" 0 obj\n<</Length ")
    head.integer(count)
    dictionary(&head)
    head.raw(">>stream\n")
    try write(head.bytes)
  }

  /// Writes bytes of the stream that was begun.
  public mutating func write(_ bytes: Span<UInt8>) throws {
    try output(bytes)
    digest.update(bytes)
    written += bytes.count
  }

  private mutating func write(_ bytes: [UInt8]) throws { try write(bytes.span) }

  /// Ends the stream that was begun.
  public mutating func endStream() throws { try write(Array("\nendstream\nendobj\n".utf8)) }

  /// Writes the collected objects.
  private mutating func flush() throws {
    guard !offsets.isEmpty else { return }
    let reference = reserve()
    var stream = PDFSyntax()
    for (index, object) in offsets.enumerated() {
      stream.integer(Int(object.number))
      stream.raw(" ")
      stream.integer(object.offset)
      stream.raw(" ")
      positions[Int(object.number)] =
        Self.isInStream | UInt64(UInt32(bitPattern: reference.number)) << 16 | UInt64(index)
    }
    let (first, count) = (stream.count, offsets.count)
    stream.append(objects)
    objects.removeAll()
    offsets.removeAll(keepingCapacity: true)
    try addStream(reference, stream.bytes.span) { entries in
      entries.raw("/Type/ObjStm/N ")
      entries.integer(count)
      entries.raw("/First ")
      entries.integer(first)
    }
  }

  /// Ends the file: the objects still collected, the table of positions and the trailer.
  public consuming func finish(catalog: PDFReference, info: PDFReference) throws {
    try flush()
    let reference = reserve()
    let start = written
    positions[Int(reference.number)] = UInt64(start)
    let identifier = digest.digest().bytes.prefix(16)
    // Type, offset or number of the stream, index: 1, 5 and 2 bytes.
    var table: [UInt8] = []
    table.reserveCapacity(positions.count * 8)
    for position in positions {
      let isInStream = position & Self.isInStream != 0
      let (value, index) =
        isInStream ? ((position & ~Self.isInStream) >> 16, position & 0xFFFF) : (position, 0)
      table.append(isInStream ? 2 : position > 0 ? 1 : 0)
      for shift in stride(from: 32, through: 0, by: -8) {
        table.append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
      }
      table.append(UInt8(truncatingIfNeeded: index >> 8))
      table.append(UInt8(truncatingIfNeeded: index))
    }
    let count = positions.count
    try addStream(reference, table.span) { entries in
      entries.raw("/Type/XRef/W[1 5 2]/Size ")
      entries.integer(count)
      entries.raw("/Root ")
      entries.reference(catalog)
      entries.raw("/Info ")
      entries.reference(info)
      entries.raw("/ID[")
      entries.hexadecimal(identifier)
      entries.hexadecimal(identifier)
      entries.raw("]")
    }
    try write(Array("startxref\n\(start)\n%%EOF\n".utf8))
  }
}
