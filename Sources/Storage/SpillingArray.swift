/// A list of integers of which only the last 65,536 stay in memory; the others move to a temporary file.
///
/// For data that grows with a conversation and is read in order. If no file can be created or written, all integers
/// stay in memory.
public struct SpillingArray<Number: FixedWidthInteger & BitwiseCopyable & Sendable>: Sendable {
  /// The number of elements that move to the file at a time.
  private static var pieceSize: Int { 1 << 16 }
  private static var byteCount: Int { MemoryLayout<Number>.stride }

  private var file: SharedFile?
  /// The number of elements in the file.
  private var spilled = 0
  private var tail: [Number] = []

  /// A file shared by copies of a list. Only a list that holds it alone writes to it.
  private final class SharedFile: Sendable {
    let file: AnonymousFile
    init(_ file: consuming AnonymousFile) { self.file = file }
  }

  /// Creates an empty list.
  public init() {}

  /// The number of elements.
  public var count: Int { spilled + tail.count }

  /// Appends an element.
  public mutating func append(_ number: Number) {
    tail.append(number)
    if tail.count & (Self.pieceSize - 1) == 0 { spill() }
  }

  /// Appends all elements of a sequence.
  public mutating func append(contentsOf numbers: some Sequence<Number>) {
    for number in numbers { append(number) }
  }

  /// Calls `body` with all elements in order, a piece at a time, and with the index of the piece's first element.
  ///
  /// - Throws: ``StorageError`` if the file cannot be read.
  public func forEachPiece(_ body: (_ start: Int, _ piece: [Number]) -> Void) throws(StorageError) {
    var start = 0
    while start < count {
      let piece = try piece(at: start)
      body(start, piece)
      start += piece.count
    }
  }

  /// Returns one or more elements from index `start` on.
  ///
  /// - Throws: ``StorageError`` if the file cannot be read.
  public func piece(at start: Int) throws(StorageError) -> [Number] {
    guard let file, start < spilled else { return Array(tail[(start - spilled)...]) }
    var piece = [Number](repeating: 0, count: min(spilled - start, Self.pieceSize))
    guard file.file.read(&piece, at: start * Self.byteCount) else {
      throw StorageError(words: "it lost its end")
    }
    return piece
  }

  private mutating func spill() {
    if file == nil, let fresh = try? AnonymousFile() { file = SharedFile(fresh) }
    guard isKnownUniquelyReferenced(&file), let file else { return }
    do throws(StorageError) {
      try file.file.write(tail.span, at: spilled * Self.byteCount)
      spilled += tail.count
      tail.removeAll(keepingCapacity: true)
    } catch {
      // The elements stay in memory; the next piece is tried together with them.
    }
  }
}
