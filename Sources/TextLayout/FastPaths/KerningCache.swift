/// The advances of letters before others in a face and script, and whether a line may break between them, for
/// the pairs met so far.
struct KerningCache {
  /// The faces and scripts met; an alphabet is an index into this list.
  private var alphabets: [UInt32] = []
  /// The index at which the row of each letter of each alphabet starts; −1 if there is none yet.
  private var rows: [Int32] = []
  /// The kerning of each pair (the difference to the advance before nothing), in font units, above the bits of a
  /// ``PairBreak``. The smaller the entries, the more of them fit in the processor's caches.
  private var entries: [Int16] = []

  static let unknown = Int16.min

  /// The entry of a pair kerned by so much; undecided if the kerning is too large for an entry.
  static func entry(kerning: Int32, _ breaks: PairBreak) -> Int16 {
    let most = Int32(Int16.max) >> PairBreak.bits
    return abs(kerning) <= most
      ? Int16(kerning << PairBreak.bits | breaks.rawValue) : Int16(PairBreak.undecided.rawValue)
  }

  /// The alphabet of a face and script.
  mutating func alphabet(_ face: UInt16, _ script: UInt8) -> Int {
    let key = UInt32(face) << 8 | UInt32(script)
    if let known = alphabets.firstIndex(of: key) { return known }
    alphabets.append(key)
    rows.append(contentsOf: repeatElement(-1, count: 256))
    return alphabets.count - 1
  }

  /// The row of a letter.
  @inline(__always)
  mutating func row(of letter: UInt8, in alphabet: Int) -> Int {
    let row = rows[alphabet << 8 | Int(letter)]
    return row >= 0 ? Int(row) : open(letter, in: alphabet)
  }

  private mutating func open(_ letter: UInt8, in alphabet: Int) -> Int {
    let row = entries.count
    rows[alphabet << 8 | Int(letter)] = Int32(truncatingIfNeeded: row)
    entries.append(contentsOf: repeatElement(Self.unknown, count: 256))
    return row
  }

  /// The entry of a pair: a row's letter and another one.
  @inline(__always)
  subscript(row: Int, letter: UInt8) -> Int16 {
    get { entries[row + Int(letter)] }
    set { entries[row + Int(letter)] = newValue }
  }
}
