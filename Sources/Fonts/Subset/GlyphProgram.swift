/// The outlines of a face, for documents that contain them: what a PDF says about a font, and its program.
public struct GlyphProgram: Sendable {
  /// True for CFF outlines, false for TrueType.
  public let isCFF: Bool
  /// The advance of each glyph in font units.
  public let advances: [UInt16]
  /// The smallest box around all glyphs in font units: left, lower, right and upper edge.
  public let box: [Int]
  private let bytes: [UInt8]

  /// The outlines in a font file; nil if it is damaged.
  public init?(_ bytes: [UInt8]) {
    guard let tables = SfntTables(bytes), let head = tables.table("head"), head.count >= 54,
      let hhea = tables.table("hhea"), hhea.count >= 36, let hmtx = tables.table("hmtx")
    else { return nil }
    func word(_ table: ArraySlice<UInt8>, _ offset: Int) -> UInt16 {
      UInt16(table[table.startIndex + offset]) << 8 | UInt16(table[table.startIndex + offset + 1])
    }
    self.bytes = bytes
    isCFF = tables.table("CFF ") != nil
    box = [36, 38, 40, 42].map { Int(Int16(bitPattern: word(head, $0))) }
    let count = min(Int(word(hhea, 34)), hmtx.count / 4)
    advances = (0..<count).map { word(hmtx, $0 * 4) }
  }

  /// Returns the program with some glyphs under their numbers: a TrueType file, or a CFF table. Nil if it cannot be made.
  public func program(of glyphs: [UInt16]) -> [UInt8]? {
    guard let cut = FontFile(bytes: bytes)?.subset(toGlyphs: glyphs), var tables = SfntTables(cut) else {
      return nil
    }
    guard isCFF else { return cut }
    // The numbers of characters are codes in a PDF, so they have to be numbers of glyphs.
    tables.numberCharacters()
    return tables.table("CFF ").map { Array($0) }
  }
}
