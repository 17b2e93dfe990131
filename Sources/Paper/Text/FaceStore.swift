import Fonts
import Frames
import PDF

/// The faces of a document, and the blank one.
struct FaceStore {
  let fonts: FontSet
  private var faces: [PDFFace]
  private var programs: [GlyphProgram?]
  var blank: PDFBlankFace

  init(_ fonts: FontSet, in document: inout PDFDocument) {
    self.fonts = fonts
    let empty = PDFFace.Properties(
      name: "", isCFF: false, unitsPerEm: 1, advances: [], box: [], italicAngle: 0)
    faces = Array(repeating: PDFFace(empty), count: fonts.faces.count)
    programs = Array(repeating: nil, count: fonts.faces.count)
    blank = PDFBlankFace(in: &document)
  }

  /// Calls `body` with the face at an index; nil if its font is damaged.
  mutating func withFace<Result>(_ index: Int, _ body: (inout PDFFace) -> Result) -> Result? {
    if programs[index] == nil { load(index) }
    return programs[index] == nil ? nil : body(&faces[index])
  }

  private mutating func load(_ index: Int) {
    let face = fonts.faces[index]
    guard let program = GlyphProgram(fonts.subset(of: face)) else { return }
    programs[index] = program
    let isItalic = face.slot == .italic || face.slot == .boldItalic
    faces[index] = PDFFace(
      PDFFace.Properties(
        name: face.postScriptName, isCFF: program.isCFF, unitsPerEm: face.unitsPerEm,
        advances: program.advances, box: program.box, italicAngle: isItalic ? -9.4 : 0))
  }

  /// Writes the fonts that are used.
  func finish(in document: inout PDFDocument) throws {
    for (face, program) in zip(faces, programs) {
      guard let program, !face.isEmpty else { continue }
      guard let bytes = program.program(of: face.glyphs) else { throw PaperError.font(face.properties.name) }
      try face.finish(program: bytes, in: &document)
    }
    try blank.finish(in: &document)
  }
}
