/// A face of blank glyphs, each with a text of its own: over the picture of an emoji, or where half a ligature is.
///
/// All codes share one glyph without an outline, as wide as the font size, and are stretched to the width of what they are over.
/// Readers that look for texts find them there; `ActualText` around a drawing without glyphs gives nothing in any of six.
public struct PDFBlankFace: Sendable {
  /// The font.
  public let reference: PDFReference
  private var codes: [[UInt8]: UInt16] = [:]
  private var texts: [String] = []
  /// The most UTF-16 units of a text.
  private static let longestText = 200

  /// Creates a face without codes.
  public init(in document: inout PDFDocument) { reference = document.reserve() }

  /// Returns the code of a text. A text that is too long, or one too many, is a space.
  public mutating func code(of text: String) -> UInt16 {
    let key = Array(text.utf8)
    if let known = codes[key] { return known }
    guard texts.count < 0xFFFF, text.utf16.count <= Self.longestText else { return code(of: " ") }
    let code = UInt16(texts.count + 1)
    texts.append(text)
    codes[key] = code
    return code
  }

  /// Writes the font if it is used.
  public func finish(in document: inout PDFDocument) throws {
    guard !texts.isEmpty else { return }
    let (file, map, glyphs) = (document.reserve(), document.reserve(), document.reserve())
    let program = Self.program
    try document.addStream(file, program.span) { entries in
      entries.raw("/Length1 ")
      entries.integer(program.count)
    }
    let codes = texts.enumerated().map { (code: UInt16($0.offset + 1), text: $0.element) }
    try document.addStream(map, ToUnicodeMap.bytes(of: codes).span)
    try document.addStream(glyphs, ([0, 0] + texts.flatMap { _ in [UInt8(0), 1] }).span)
    let name = PDFFontName.tagged("Blank", for: program.span)
    let descriptor = try document.add { object in
      object.raw("<</Type/FontDescriptor/FontName")
      object.name(name)
      object.raw(
        "/Flags 4/FontBBox[0 -230 1000 970]/ItalicAngle 0/Ascent 970/Descent -230/CapHeight 720/StemV 80/FontFile2 "
      )
      object.reference(file)
      object.raw(">>")
    }
    let descendant = try document.add { object in
      object.raw("<</Type/Font/Subtype/CIDFontType2/BaseFont")
      object.name(name)
      object.raw("/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 1000/FontDescriptor ")
      object.reference(descriptor)
      object.raw("/CIDToGIDMap ")
      object.reference(glyphs)
      object.raw(">>")
    }
    try document.add(reference) { object in
      object.raw("<</Type/Font/Subtype/Type0/BaseFont")
      object.name(name)
      object.raw("/Encoding/Identity-H/DescendantFonts[")
      object.reference(descendant)
      object.raw("]/ToUnicode ")
      object.reference(map)
      object.raw(">>")
    }
  }
}

extension PDFBlankFace {
  /// A TrueType file of two empty glyphs, 1,000 units wide.
  private static var program: [UInt8] {
    let (version, magic): ([UInt16], [UInt16]) = ([1, 0], [0x5F0F, 0x3CF5])
    let head: [UInt16] =
      version + [1, 0, 0, 0] + magic + [0, 1_000, 0, 0, 0, 0, 0, 0, 0, 0] + [0, 0xFF1A, 1_000, 970] + [
        0, 8, 2, 0, 0,
      ]
    let hhea: [UInt16] = version + [970, 0xFF1A, 0, 1_000, 0, 0, 1_000, 1, 0, 0, 0, 0, 0, 0, 0, 2]
    let maxp: [UInt16] = version + [2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]
    let tables: [(StaticString, [UInt16])] = [
      ("glyf", [0, 0]), ("head", head), ("hhea", hhea), ("hmtx", [1_000, 0, 1_000, 0]), ("loca", [0, 0, 0]),
      ("maxp", maxp),
    ]
    return sfnt(tables.map { ($0.0, $0.1.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }) })
  }

  /// Returns a font file of tables in the order of their tags (OpenType §"Organization of an OpenType Font").
  private static func sfnt(_ tables: [(tag: StaticString, bytes: [UInt8])]) -> [UInt8] {
    func four(_ value: Int) -> [UInt8] {
      stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
    }
    let power = 4
    var directory = four(0x10000) + [0, UInt8(tables.count), 0, UInt8(power * 16), 0, 2]
    directory += [0, UInt8(tables.count * 16 - power * 16)]
    var (content, sum) = ([UInt8](), 0)
    for (tag, bytes) in tables {
      let padded = bytes + [UInt8](repeating: 0, count: -bytes.count & 3)
      sum = stride(from: 0, to: padded.count, by: 4).reduce(0) { sum, at in
        sum &+ padded[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
      }
      directory += Array(tag.description.utf8) + four(sum & 0xFFFF_FFFF)
      directory += four(12 + tables.count * 16 + content.count) + four(bytes.count)
      content += padded
    }
    return directory + content
  }
}
