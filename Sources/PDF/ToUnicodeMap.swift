/// The text of each code of a font, as a CMap (ISO 32000-1 §9.10.3).
struct ToUnicodeMap {
  private static let entriesPerBlock = 100

  /// Returns the CMap of some codes, in ascending order. An empty text is one too: without an entry readers print a code.
  static func bytes(of texts: [(code: UInt16, text: String)]) -> [UInt8] {
    var map = PDFSyntax()
    map.raw(
      """
      /CIDInit/ProcSet findresource begin
      12 dict begin
      begincmap
      /CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def
      /CMapName/Adobe-Identity-UCS def
      /CMapType 2 def
      1 begincodespacerange
      <0000><FFFF>
      endcodespacerange

      """)
    for start in stride(from: 0, to: texts.count, by: entriesPerBlock) {
      let block = texts[start..<min(start + entriesPerBlock, texts.count)]
      map.integer(block.count)
      map.raw(" beginbfchar\n")
      for (code, text) in block {
        map.hexadecimal([UInt8(code >> 8), UInt8(code & 0xFF)])
        map.hexadecimal(utf16: text)
        map.raw("\n")
      }
      map.raw("endbfchar\n")
    }
    map.raw("endcmap\nCMapName currentdict/CMap defineresource pop\nend\nend\n")
    return map.bytes
  }
}
