import Synchronization

/// The numbers of a file's lines, counted as far as needed.
///
/// Counting continues from the last requested position, or from the 16 KB block that contains the new one. So the positions of all
/// faults of a file take one pass over it, and positions in another order at most a block more each.
package final class LineIndex: Sendable {
  /// A line: its number, from 1, and the offset at which it begins.
  package struct Line {
    package var number = 1
    package var start = 0

    /// Advances to the line that holds the end of `range`, which begins in this line.
    fileprivate mutating func advance(over range: Range<Int>, of bytes: InputBytes) {
      var offset = range.lowerBound
      while let feed = bytes.firstIndex(of: UInt8(ascii: "\n"), in: offset..<range.upperBound) {
        offset = feed + 1
        (number, start) = (number + 1, offset)
      }
    }
  }

  private struct Counted {
    /// The line at the end of each block of bytes.
    var blockEnds: [Line] = []
    /// The last requested position.
    var last = (offset: 0, line: Line())

    mutating func line(atBeginningOf block: Int, in bytes: InputBytes) -> Line {
      var line = blockEnds.last ?? Line()
      while blockEnds.count < block {
        let start = blockEnds.count * blockSize
        line.advance(over: start..<start + blockSize, of: bytes)
        blockEnds.append(line)
      }
      return block == 0 ? Line() : blockEnds[block - 1]
    }
  }

  private let counted = Mutex(Counted())

  private static let blockSize = 16 << 10

  /// Returns the line that holds `offset` of `bytes`.
  package func line(of offset: Int, in bytes: InputBytes) -> Line {
    let offset = min(max(offset, 0), bytes.count)
    let block = offset / Self.blockSize
    return counted.withLock { counted in
      var (start, line) = (block * Self.blockSize, counted.line(atBeginningOf: block, in: bytes))
      if counted.last.offset > start, counted.last.offset <= offset { (start, line) = counted.last }
      line.advance(over: start..<offset, of: bytes)
      counted.last = (offset, line)
      return line
    }
  }
}
