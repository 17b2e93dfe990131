/// A list of numbers of which, once there are many, only the last are in memory: the others are in a temporary file.
///
/// For what grows with a conversation and is only gone through in order. Where there is no room for a file, all stay in
/// memory.
public struct SpillingArray<Number: FixedWidthInteger & BitwiseCopyable & Sendable>: Sendable {
  /// How many are put aside at a time.
  private static var pieceSize: Int { 1 << 16 }
  private static var byteCount: Int { MemoryLayout<Number>.stride }

  private var file: SharedFile?
  /// How many are in the file.
  private var written = 0
  private var last: [Number] = []

  /// A file that copies of a list may have together; only one that has it alone writes to it.
  private final class SharedFile: Sendable {
    let file: AnonymousFile
    init(_ file: consuming AnonymousFile) { self.file = file }
  }

  public init() {}

  public var count: Int { written + last.count }

  public mutating func append(_ number: Number) {
    last.append(number)
    if last.count & (Self.pieceSize - 1) == 0 { putAside() }
  }

  public mutating func append(contentsOf numbers: some Sequence<Number>) {
    for number in numbers { append(number) }
  }

  /// Calls `body` with all numbers in their order, a piece at a time, and with the place of the piece's first.
  public func forEachPiece(_ body: (_ start: Int, _ piece: [Number]) -> Void) throws(StorageError) {
    var start = 0
    while start < count {
      let piece = try piece(at: start)
      body(start, piece)
      start += piece.count
    }
  }

  /// Some of the numbers from a place on, which is one of theirs.
  public func piece(at start: Int) throws(StorageError) -> [Number] {
    guard let file, start < written else { return Array(last[(start - written)...]) }
    var piece = [Number](repeating: 0, count: min(written - start, Self.pieceSize))
    var numbers = piece.mutableSpan
    var room = unsafe numbers.mutableBytes
    guard file.file.read(&room, at: start * Self.byteCount) else {
      throw StorageError(words: "it lost its end")
    }
    return piece
  }

  private mutating func putAside() {
    if file == nil, let fresh = try? AnonymousFile() { file = SharedFile(fresh) }
    guard isKnownUniquelyReferenced(&file), let file else { return }
    do throws(StorageError) {
      try file.file.write(last.span, at: written * Self.byteCount)
      written += last.count
      last.removeAll(keepingCapacity: true)
    } catch {
      // They stay where they are, and the next piece is tried with them.
    }
  }
}
