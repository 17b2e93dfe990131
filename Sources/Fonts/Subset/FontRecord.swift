import Frames

/// A set of faces stored for the next export: all facts about it except the fonts' bytes.
///
/// Equal texts and equal fonts give an equal set, so it need not be chosen, cut and compressed again.
public struct FontRecord: Sendable, Equatable {
  /// A face: its source and the result of the cut.
  public struct Face: Sendable, Equatable {
    /// The index of its file among the folders' files; −1 for the bundled face of the slot.
    public var file: Int
    /// Its number in the file.
    public var index: Int
    /// The raw value of the slot it is for.
    public var slot: Int
    /// The name that reports use, e.g. the file's.
    public var name: String
    /// The name of the face on pages.
    public var className: String
    /// True if the subset keeps kerning.
    public var isKerned: Bool
    /// The characters requested of it.
    public var keeps: ScalarSet
    /// The characters it has.
    public var coverage: ScalarSet
    /// The font's PostScript name.
    public var postScriptName: String
    /// The font's units per em.
    public var unitsPerEm: Int
    /// The subset's size in bytes.
    public var size: Int

    /// Creates a face.
    public init(
      file: Int, index: Int, slot: Int, name: String, className: String, isKerned: Bool, keeps: ScalarSet,
      coverage: ScalarSet, postScriptName: String, unitsPerEm: Int, size: Int
    ) {
      (self.file, self.index, self.slot, self.name, self.isKerned) = (file, index, slot, name, isKerned)
      self.className = className
      (self.keeps, self.coverage, self.postScriptName) = (keeps, coverage, postScriptName)
      (self.unitsPerEm, self.size) = (unitsPerEm, size)
    }
  }

  /// The face of a run of surveyed characters.
  public struct FaceRun: Sendable, Equatable {
    /// The number of characters.
    public var count: Int
    /// The index of a face, or ``none``.
    public var face: Int
    /// No face was chosen.
    public static let none = -1

    /// Creates a run.
    public init(count: Int, face: Int) { (self.count, self.face) = (count, face) }
  }

  /// The faces in the order of the set.
  public var faces: [Face]
  /// The face of plain text in each slot.
  public var slotFaces: [Int]
  /// The faces of the surveyed characters, ascending, one list for each context of the survey.
  public var choices: [[FaceRun]]
  /// The surveyed characters that are in no face.
  public var missing: ScalarSet
  /// The emoji of the export, in the order of the set.
  public var emoji: [ExportEmoji]

  /// Creates a record.
  public init(
    faces: [Face], slotFaces: [Int], choices: [[FaceRun]], missing: ScalarSet, emoji: [ExportEmoji]
  ) {
    (self.faces, self.slotFaces, self.choices) = (faces, slotFaces, choices)
    (self.missing, self.emoji) = (missing, emoji)
  }

  /// Creates the record of a set made for these texts.
  public init(of fonts: FontSet, for survey: CharacterUsage) {
    faces = fonts.faces.map(Face.init)
    slotFaces = fonts.slotFaces.map(Int.init)
    choices = zip(survey.scalars, fonts.choices).map { scalars, faces in
      var runs: [FaceRun] = []
      scalars.forEach { scalar in
        let face = faces[scalar].map(Int.init) ?? FaceRun.none
        if let last = runs.indices.last, runs[last].face == face {
          runs[last].count += 1
        } else {
          runs.append(FaceRun(count: 1, face: face))
        }
      }
      return runs
    }
    missing = ScalarSet()
    for scalar in fonts.missing { missing.insert(scalar.value) }
    emoji = fonts.emoji
  }
}

extension FontRecord.Face {
  fileprivate init(_ face: ExportFace) {
    (file, index) =
      switch face.cut.origin {
      case .bundled: (-1, 0)
      case .file(let file, let index): (file, index)
      }
    (slot, name, isKerned) = (Int(face.slot.rawValue), face.sourceName, face.isKerned)
    className = face.className
    (keeps, coverage, postScriptName) = (face.cut.keeps, face.coverage, face.postScriptName)
    (unitsPerEm, size) = (face.unitsPerEm, face.size)
  }

  /// The face with this id; nil if the record is not valid.
  fileprivate func face(_ id: UInt16) -> ExportFace? {
    guard let slot = UInt8(exactly: slot).flatMap(FaceSlot.init(rawValue:)), (0...0xFFFF).contains(index),
      (1...0xFFFF).contains(unitsPerEm), (1...1 << 30).contains(size), FontCatalog.isClassName(className)
    else { return nil }
    let cut = FaceSubset(
      origin: file < 0 ? .bundled(slot) : .file(file, face: index), name: name, className: className,
      slot: slot, keeps: keeps, isKerned: isKerned)
    return ExportFace(
      id: FaceID(index: id), cut: cut, postScriptName: postScriptName, coverage: coverage,
      unitsPerEm: unitsPerEm, size: size)
  }
}

extension FontSet {
  /// The recorded set for a survey of the same texts; nil if it does not fit the survey.
  public convenience init?(_ record: FontRecord, for survey: CharacterUsage, in catalog: FontCatalog) {
    let faces = record.faces.enumerated().compactMap { $1.face(UInt16(truncatingIfNeeded: $0)) }
    let slotFaces = record.slotFaces.compactMap(UInt16.init(exactly:))
    guard !faces.isEmpty, faces.count == record.faces.count, faces.count < Int(FaceID.browser.index),
      slotFaces.count == FaceSlot.allCases.count, slotFaces.allSatisfy({ $0 < faces.count }),
      case let contexts = survey.scalars, record.choices.count == contexts.count
    else { return nil }
    var choices: [FaceMap] = []
    for (runs, scalars) in zip(record.choices, contexts) {
      guard let map = FaceMap(runs, of: scalars, faces: faces.count) else { return nil }
      choices.append(map)
    }
    var missing: [Unicode.Scalar] = []
    record.missing.forEach { if let scalar = Unicode.Scalar($0) { missing.append(scalar) } }
    self.init(
      faces: faces, emoji: record.emoji, missing: missing, slotFaces: slotFaces, choices: choices,
      files: SubsetFiles(catalog: catalog, subsets: nil, pictures: nil))
  }
}

extension FaceMap {
  /// The faces that `runs` give the characters of a set; nil if the counts differ or a face's index is too large.
  fileprivate init?(_ runs: [FontRecord.FaceRun], of scalars: ScalarSet, faces: Int) {
    var (map, run, left) = (FaceMap(), runs.makeIterator(), 0)
    var face = FontRecord.FaceRun.none
    var isSound = true
    scalars.forEach { scalar in
      if left == 0 {
        guard let next = run.next(), next.count > 0 else { return isSound = false }
        (left, face) = (next.count, next.face)
      }
      left -= 1
      if face == FontRecord.FaceRun.none { return }
      guard let number = UInt16(exactly: face), face < faces || number == FaceID.browser.index else {
        return isSound = false
      }
      map.set(scalar, to: number)
    }
    guard isSound, left == 0, run.next() == nil else { return nil }
    self = map
  }
}
