import Frames

/// A chosen face and the part of it that an export keeps.
struct FaceSubset: Sendable, Equatable {
  /// The source of a face.
  enum FaceOrigin: Sendable, Hashable {
    /// The bundled face for a slot.
    case bundled(FaceSlot)
    /// A face of a file, by the file's index in ``FontCatalog/files`` and the face's number.
    case file(Int, face: Int)
  }
  var origin: FaceOrigin
  /// The name of the file that reports use.
  var name: String
  /// The name of the face on pages: ``FontCatalog/className(of:)``.
  var className: String
  var slot: FaceSlot
  /// The characters to keep, including some that the face may lack.
  var keeps = ScalarSet()
  /// True if the face kerns; East Asian faces do not.
  var isKerned = true

  /// The result of a cut.
  struct Result: Sendable {
    var subset: [UInt8]
    var coverage: ScalarSet
    var unitsPerEm: Int
  }

  /// Cuts the face out of its file. The result is deterministic.
  func made(from file: FontFile) throws(FontError) -> Result {
    let os2 = file.table("OS/2")
    if os2.count >= 10, (os2[9] & 0x0F) == 0x02 || (os2[8] & 0x03) != 0 {
      throw .embeddingForbidden(name: name)
    }
    guard let cut = file.subset(to: keeps, kerning: isKerned, slot: slot), var tables = SfntTables(cut),
      let unpatched = ShapingFont(bytes: cut)
    else { throw .subsettingFailed(name: name) }
    tables.setCommonVerticalMetrics(unitsPerEm: unpatched.unitsPerEm)
    tables.numberCharacters()
    guard let font = ShapingFont(bytes: tables.bytes), let kept = FontFile(bytes: tables.bytes)?.coverage
    else { throw .subsettingFailed(name: name) }
    return Result(subset: tables.bytes, coverage: kept, unitsPerEm: font.unitsPerEm)
  }
}
