/// A list of byte strings in a ``SpillingArray``: only the last 64 kB stay in memory.
///
/// Each string follows its length in LEB128: seven bits per byte, lowest first; the last byte is below 128.
public struct SpillingRecords: Sendable {
  private var bytes = SpillingArray<UInt8>()

  /// Creates an empty list.
  public init() {}

  /// The offset of the next byte string to be appended.
  public var end: Int { bytes.count }

  /// Appends a byte string.
  public mutating func append(_ record: borrowing Span<UInt8>) {
    var length = record.count
    while length >= 0x80 {
      bytes.append(UInt8(length & 0x7F | 0x80))
      length >>= 7
    }
    bytes.append(UInt8(length))
    for index in record.indices { bytes.append(record[index]) }
  }

  /// Reads the byte strings of a list in order.
  public struct Reader {
    private let bytes: SpillingArray<UInt8>
    /// The piece of the list in memory.
    private var piece: [UInt8] = []
    /// Offset of the piece in the list.
    private var start = 0
    /// Offset of the next byte in the piece.
    private var offset = 0

    /// Creates a reader that starts with the byte string at an offset: 0, or ``SpillingRecords/end`` before it was appended.
    public init(_ records: SpillingRecords, at start: Int = 0) {
      bytes = records.bytes
      self.start = start
    }

    /// Returns the next byte string, or nil at the end.
    ///
    /// - Throws: ``StorageError`` if the file cannot be read.
    public mutating func next() throws(StorageError) -> ArraySlice<UInt8>? {
      start + offset < bytes.count ? try take(try length()) : nil
    }

    private mutating func length() throws(StorageError) -> Int {
      var length = 0
      var shift = 0
      while true {
        let byte = try take(1)
        length |= Int(byte[byte.startIndex] & 0x7F) << shift
        if byte[byte.startIndex] < 0x80 { return length }
        shift += 7
      }
    }

    private mutating func take(_ count: Int) throws(StorageError) -> ArraySlice<UInt8> {
      if count <= piece.count - offset {
        offset += count
        return piece[offset - count..<offset]
      }
      var taken: [UInt8] = []
      while taken.count < count {
        if offset == piece.count {
          start += piece.count
          piece = try bytes.piece(at: start)
          offset = 0
        }
        let more = min(count - taken.count, piece.count - offset)
        taken += piece[offset..<offset + more]
        offset += more
      }
      return taken[...]
    }
  }
}
