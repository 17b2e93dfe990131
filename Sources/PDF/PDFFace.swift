/// A face of a document: a composite font for each text that a glyph can be, all with one font program.
///
/// A code is the number of a glyph in the program, and a font says one text for each code. Where a glyph has several texts, for
/// example a bracket that is mirrored, the further ones are in further fonts of the face, its layers. So codes are known before the
/// program is cut, for TrueType and CFF alike.
public struct PDFFace: Sendable {
  /// The properties of a font program.
  public struct Properties: Sendable {
    /// The PostScript name.
    public var name: String
    /// True for CFF outlines, false for TrueType.
    public var isCFF: Bool
    /// Font units per em.
    public var unitsPerEm: Int
    /// The advance of each glyph in font units.
    public var advances: [UInt16]
    /// The smallest box around all glyphs in font units: left, lower, right and upper edge.
    public var box: [Int]
    /// The slant in degrees, counterclockwise from the vertical.
    public var italicAngle: Double

    /// Creates properties.
    public init(
      name: String, isCFF: Bool, unitsPerEm: Int, advances: [UInt16], box: [Int], italicAngle: Double
    ) {
      (self.name, self.isCFF, self.unitsPerEm, self.advances) = (name, isCFF, unitsPerEm, advances)
      (self.box, self.italicAngle) = (box, italicAngle)
    }
  }

  /// The most layers. A text that has no room is written as `ActualText`.
  private static let mostLayers = 24
  /// The most UTF-16 units of a glyph's text; readers stop at 512 bytes.
  private static let longestText = 64

  /// The properties of the program.
  public let properties: Properties
  /// The fonts, by layer, once they are used.
  private var layers: [Layer] = []
  /// The layer of each text of one character, by glyph and character, and of longer texts.
  private var ofScalars: [UInt64: UInt8] = [:]
  private var ofTexts: [GlyphText: UInt8] = [:]
  private var used: Set<UInt16> = []

  private struct Layer {
    let reference: PDFReference
    var texts: [UInt16: String] = [:]
  }

  private struct GlyphText: Hashable {
    var glyph: UInt16
    /// UTF-8, because equivalent texts differ.
    var text: [UInt8]
  }

  /// A face without glyphs.
  public init(_ properties: Properties) { self.properties = properties }

  /// Returns the advance of a glyph in thousandths of the font size, with three decimals: exactly as ``finish`` writes it.
  public func width(of glyph: UInt16) -> Double {
    let index = Int(glyph)
    let units =
      properties.advances.isEmpty ? 0 : properties.advances[min(index, properties.advances.count - 1)]
    return (Double(units) * 1_000_000 / Double(max(1, properties.unitsPerEm))).rounded() / 1_000
  }

  /// Returns the font in which the glyph is one character; nil if there is no room for it.
  public mutating func font(
    for glyph: UInt16, as scalar: Unicode.Scalar, in document: inout PDFDocument
  ) -> PDFReference? {
    let key = UInt64(glyph) << 32 | UInt64(scalar.value)
    if let layer = ofScalars[key] { return layers[Int(layer)].reference }
    guard let layer = layer(without: glyph, in: &document) else { return nil }
    layers[layer].texts[glyph] = String(scalar)
    ofScalars[key] = UInt8(layer)
    return layers[layer].reference
  }

  /// Returns the font in which the glyph is a text, which may be empty; nil if there is no room for it.
  public mutating func font(
    for glyph: UInt16, as text: String, in document: inout PDFDocument
  ) -> PDFReference? {
    let scalars = text.unicodeScalars
    if let only = scalars.first, scalars.count == 1 { return font(for: glyph, as: only, in: &document) }
    guard text.utf16.count <= Self.longestText else { return nil }
    let key = GlyphText(glyph: glyph, text: Array(text.utf8))
    if let layer = ofTexts[key] { return layers[Int(layer)].reference }
    guard let layer = layer(without: glyph, in: &document) else { return nil }
    layers[layer].texts[glyph] = text
    ofTexts[key] = UInt8(layer)
    return layers[layer].reference
  }

  /// Returns a font with any text for the glyph.
  public mutating func anyFont(for glyph: UInt16, in document: inout PDFDocument) -> PDFReference {
    if let layer = layers.first(where: { $0.texts[glyph] != nil }) { return layer.reference }
    return font(for: glyph, as: "", in: &document) ?? layers[0].reference
  }

  private mutating func layer(without glyph: UInt16, in document: inout PDFDocument) -> Int? {
    used.insert(glyph)
    if let index = layers.firstIndex(where: { $0.texts[glyph] == nil }) { return index }
    guard layers.count < Self.mostLayers else { return nil }
    layers.append(Layer(reference: document.reserve()))
    return layers.count - 1
  }

  /// The glyphs used.
  public var glyphs: [UInt16] { used.sorted() }

  /// True if no glyph is used.
  public var isEmpty: Bool { layers.isEmpty }

  /// Writes the fonts with a program that has the glyphs used under their numbers: a TrueType file or a CFF table.
  public func finish(program: [UInt8], in document: inout PDFDocument) throws {
    guard !layers.isEmpty else { return }
    let file = document.reserve()
    try document.addStream(file, program.span) { entries in
      if properties.isCFF {
        entries.raw("/Subtype/CIDFontType0C")
      } else {
        entries.raw("/Length1 ")
        entries.integer(program.count)
      }
    }
    let name = PDFFontName.tagged(properties.name, for: program.span)
    let descriptor = try document.add { object in writeDescriptor(name, file: file, to: &object) }
    let descendant = try document.add { object in writeDescendant(name, descriptor: descriptor, to: &object) }
    for layer in layers {
      let map = document.reserve()
      let texts = layer.texts.sorted { $0.key < $1.key }.map { (code: $0.key, text: $0.value) }
      try document.addStream(map, ToUnicodeMap.bytes(of: texts).span)
      try document.add(layer.reference) { object in
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

  private func writeDescriptor(_ name: String, file: PDFReference, to object: inout PDFSyntax) {
    func thousandths(_ units: Int) -> Int { units * 1_000 / max(1, properties.unitsPerEm) }
    object.raw("<</Type/FontDescriptor/FontName")
    object.name(name)
    object.raw(properties.italicAngle != 0 ? "/Flags 68/FontBBox[" : "/Flags 4/FontBBox[")
    for edge in properties.box {
      object.integer(thousandths(edge))
      object.raw(" ")
    }
    object.raw("]/ItalicAngle ")
    object.number(properties.italicAngle)
    object.raw("/Ascent 970/Descent -230/CapHeight 720/StemV 80")
    object.raw(properties.isCFF ? "/FontFile3 " : "/FontFile2 ")
    object.reference(file)
    object.raw(">>")
  }

  private func writeDescendant(_ name: String, descriptor: PDFReference, to object: inout PDFSyntax) {
    object.raw("<</Type/Font/Subtype")
    object.raw(properties.isCFF ? "/CIDFontType0" : "/CIDFontType2/CIDToGIDMap/Identity")
    object.raw("/BaseFont")
    object.name(name)
    object.raw("/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor ")
    object.reference(descriptor)
    object.raw("/DW 1000/W[")
    var previous: UInt16?
    for glyph in glyphs {
      if previous.map({ $0 + 1 == glyph }) ?? false {
        object.raw(" ")
      } else {
        if previous != nil { object.raw("]") }
        object.integer(Int(glyph))
        object.raw("[")
      }
      object.number(width(of: glyph))
      previous = glyph
    }
    object.raw(previous == nil ? "]>>" : "]]>>")
  }
}

/// Names of embedded subsets.
enum PDFFontName {
  /// Returns the name with six letters before it that name the subset (ISO 32000-1 §9.6.4), made of its content.
  static func tagged(_ name: String, for program: Span<UInt8>) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in program.indices { hash = (hash ^ UInt64(program[index])) &* 0x100_0000_01B3 }
    var tag = ""
    for _ in 0..<6 {
      tag.unicodeScalars.append(Unicode.Scalar(UInt8(ascii: "A") + UInt8(hash >> 32 % 26)))
      hash = (hash >> 5) ^ (hash &* 0x9E37_79B9_7F4A_7C15)
    }
    let letters = name.unicodeScalars.filter {
      $0.isASCII && ($0.properties.isAlphabetic || $0 == "-" || $0.properties.numericType != nil)
    }
    return tag + "+" + (letters.isEmpty ? "Font" : String(String.UnicodeScalarView(letters)))
  }
}
