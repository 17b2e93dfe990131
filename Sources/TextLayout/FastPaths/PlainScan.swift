/// Where each character of a plain text starts, and before which a line may break.
///
/// Nothing is decided while it is found out: a processor that guesses where words end is wrong at each of them, and
/// that costs more than to note what may not be needed.
struct PlainScan {
  /// Where each character starts, in font units.
  private(set) var positions: [Int64] = []
  /// The first ``breakCount`` are the characters of the last paragraph before which the table allows a break.
  private(set) var breaks: [Int32] = []
  private(set) var breakCount = 0
  /// Where the last paragraph ends, in font units.
  var at: Int64 = 0
  private var flags: Int32 = 0

  /// Whether there is a digit in what was scanned.
  var hasDigits: Bool { flags & ASCIIAdvances.isDigit != 0 }

  /// Makes room for a text of so many bytes.
  mutating func begin(count: Int) {
    (at, flags, breakCount) = (0, 0, 0)
    if positions.count < count {
      positions += repeatElement(0, count: count - positions.count)
      breaks += repeatElement(0, count: count - breaks.count)
    }
  }

  /// Scans a paragraph, and returns the place of the first character that is not printable ASCII.
  mutating func measure(
    _ text: borrowing Span<UInt8>, from start: Int, _ entries: borrowing Span<Int32>
  ) -> Int {
    var (at, flags, count) = (at, flags, 0)
    var ends: [Int32] = []
    swap(&ends, &self.breaks)
    defer { swap(&ends, &self.breaks) }
    var breaks = ends.mutableSpan
    var positions = positions.mutableSpan
    var row = ASCIIAdvances.nothing  // of the character before
    // One bound for all three, so that a place is compared with it once.
    let end = min(text.count, positions.count, breaks.count)
    var place = start
    while place >= 0, place < end {
      let current = text[place] &- 0x20
      guard current < UInt8(ASCIIAdvances.count) else { break }
      let entry = entries[row + Int(current)]
      at &+= Int64(entry >> ASCIIAdvances.flagBits)
      positions[place] = at
      breaks[count] = Int32(truncatingIfNeeded: place)
      count &+= Int(entry & ASCIIAdvances.mayBreak)
      flags |= entry
      row = Int(current) &* ASCIIAdvances.stride
      place &+= 1
    }
    if row != ASCIIAdvances.nothing {
      at &+= Int64(entries[row + ASCIIAdvances.count] >> ASCIIAdvances.flagBits)
    }
    (self.at, self.flags, breakCount) = (at, flags, count)
    return place
  }
}
