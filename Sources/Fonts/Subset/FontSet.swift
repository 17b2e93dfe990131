import Dispatch
public import Frames
import Synchronization

/// One face of an export: the shipped subset, with which text is also shaped.
public struct ExportFace: Sendable {
  /// Its index in the set. It depends on the other faces, so no page shows it.
  public let id: FaceID
  /// The subset of the face.
  let cut: FaceSubset
  /// The PostScript name of the face it comes from.
  public let postScriptName: String
  /// The characters it has.
  public let coverage: ScalarSet
  /// Font units per em.
  public let unitsPerEm: Int
  /// The number of bytes of the subset.
  public let size: Int

  /// The class and the family of text in the face, made from the face's own properties, whatever else the export holds.
  public var className: String { cut.className }
  /// The slot it was taken for.
  public var slot: FaceSlot { cut.slot }
  /// The name of the file it comes from.
  public var sourceName: String { cut.name }
  /// True if the face kerns; if not, a character's advance does not depend on the next.
  public var isKerned: Bool { cut.isKerned }
  /// True if the face is cut from a bundled one.
  public var isBundled: Bool { if case .bundled = cut.origin { true } else { false } }
}

/// One emoji of an export, shown as an image of fixed size.
public struct ExportEmoji: Hashable, Sendable {
  /// The emoji itself, which is also the image's text alternative.
  public let text: String
  /// True if a font has a picture of it; if not, the writer shows the character in a box of that size.
  public let hasPicture: Bool

  /// Creates an emoji of an export.
  public init(text: String, hasPicture: Bool) { (self.text, self.hasPicture) = (text, hasPicture) }
}

/// The faces and emoji of one export, for texts of one language.
///
/// The face of a character depends on the character, its slot, the language of its text (``HanEvidence``) and the available
/// fonts; never on the rest of the export. ``CharacterUsage`` makes sure that the face's subset contains the character.
///
/// A set without its fonts' bytes is enough for an export that reuses all its pages. Before a text is laid out,
/// ``load(isSame:)`` has to cut the faces of a recorded set (``FontRecord``).
public final class FontSet: Sendable {
  /// The faces in the order of their ids; the first is the base face.
  public let faces: [ExportFace]
  /// The emoji, in code point order.
  public let emoji: [ExportEmoji]
  /// The characters in no face, ascending: the browser's own font shows them.
  public let missing: [Unicode.Scalar]

  /// The face of plain text in each slot, by the slot's number.
  public let slotFaces: [UInt16]
  /// The face of each character in use, by ``CharacterUsage/context(_:in:)``.
  public let choices: [FaceMap]
  /// The setting that decides between languages in the texts that use the set.
  public let han: HanSetting
  /// The index of each emoji in ``emoji``.
  public let emojiIndices: [String: Int32]
  /// The indices of emoji of one character, as the maps of faces keep them.
  private let emojiOfOne: FaceMap
  private let files: SubsetFiles

  /// Makes a set; its subsets and pictures are nil if they are still to be cut.
  init(
    faces: [ExportFace], emoji: [ExportEmoji], missing: [Unicode.Scalar], slotFaces: [UInt16],
    choices: [FaceMap], files: SubsetFiles
  ) {
    (self.faces, self.emoji, self.missing) = (faces, emoji, missing)
    (self.slotFaces, self.choices, self.files) = (slotFaces, choices, files)
    han = HanSetting(locale: "")
    var indices: [String: Int32] = [:]
    var ofOne = FaceMap()
    for (index, emoji) in emoji.enumerated() {
      indices[emoji.text] = Int32(index)
      let scalars = emoji.text.unicodeScalars
      if let first = scalars.first, EmojiScanner.qualified([first.value]) == emoji.text {
        ofOne.set(first.value, to: UInt16(truncatingIfNeeded: index))
      }
    }
    (emojiIndices, emojiOfOne) = (indices, ofOne)
  }

  private init(_ set: FontSet, _ han: HanSetting) {
    (faces, emoji, missing) = (set.faces, set.emoji, set.missing)
    (slotFaces, choices, files) = (set.slotFaces, set.choices, set.files)
    (emojiIndices, emojiOfOne) = (set.emojiIndices, set.emojiOfOne)
    self.han = han
  }

  /// Returns the set for texts in a locale, a BCP 47 tag. It shares subsets and pictures with this one.
  public func reading(_ locale: String) -> FontSet { FontSet(self, HanSetting(locale: locale)) }

  /// Cuts the faces, on all cores, if that has not been done.
  ///
  /// `isSame` returns true if a face's bytes are the recorded ones.
  /// - Throws: `FontError.changed` if they are not, and the errors of cutting.
  public func load(isSame: @Sendable (ExportFace, [UInt8]) -> Bool) throws(FontError) {
    try files.load(faces, isSame: isSame)
  }

  /// The subset of a face, a font file; empty before ``load(isSame:)``.
  public func subset(of face: ExportFace) -> [UInt8] { files.subset(at: Int(face.id.index)) }

  /// The picture, a PNG file, of the emoji at an index of ``emoji``; empty if there is none.
  public func picture(ofEmoji index: Int) -> [UInt8] { files.picture(at: index, of: emoji) }

  /// Returns the index in ``emoji`` of an emoji in any spelling, or nil if the export does not show it.
  public func emojiIndex(of scalars: ArraySlice<UInt32>) -> Int32? {
    if scalars.count == 1, let first = scalars.first { return emojiIndex(of: first) }
    return emojiIndices[EmojiScanner.qualified(scalars)]
  }

  /// Returns the index in ``emoji`` of an emoji of one character, or nil if the export does not show it.
  public func emojiIndex(of scalar: UInt32) -> Int32? {
    emoji.count < Int(UInt16.max) - 1
      ? emojiOfOne[scalar].map(Int32.init) : emojiIndices[EmojiScanner.qualified([scalar])]
  }

  /// The ASCII advances of each face that has all of ASCII, measured on all cores on first use: an export that reuses all
  /// its pages never does. `mayBreak` returns true for pairs of characters that a line may break between; it has to be a
  /// pure function, because the tables are made once.
  public func asciiAdvances(mayBreak: @Sendable (UInt8, UInt8) -> Bool) -> [ASCIIAdvances?] {
    files.asciiAdvances(of: faces, mayBreak: mayBreak)
  }

  /// The face of plain text in a slot.
  public func face(of slot: FaceSlot) -> FaceID { FaceID(index: slotFaces[Int(slot.rawValue)]) }

  /// Returns the face of a character beyond ASCII, in a text of a language.
  ///
  /// Invisible characters have no face of their own. Any other character was surveyed in every context it is laid out in.
  /// If one was not, the browser's own font shows it, because taking the face from other texts would make a page depend on
  /// them.
  public func face(for scalar: UInt32, slot: FaceSlot, in language: EastAsianLanguage) -> UInt16 {
    choices[CharacterUsage.context(slot, in: language)][scalar] ?? FaceID.browser.index
  }
}

/// The subsets and pictures of a set, cut when they are first needed. Every language's view of the set shares them.
final class SubsetFiles: Sendable {
  /// The catalog of the faces and pictures that are not loaded yet.
  private let catalog: FontCatalog
  private let subsets: Mutex<[[UInt8]]?>
  private let pictures: Mutex<[[UInt8]]?>
  private let measured = Mutex<[ASCIIAdvances?]?>(nil)

  init(catalog: FontCatalog, subsets: [[UInt8]]?, pictures: [[UInt8]]?) {
    self.catalog = catalog
    self.subsets = Mutex(subsets)
    self.pictures = Mutex(pictures)
  }

  fileprivate func load(
    _ faces: [ExportFace], isSame: @Sendable (ExportFace, [UInt8]) -> Bool
  ) throws(FontError) {
    try subsets.withLock { known throws(FontError) in
      guard known == nil else { return }
      let catalog = self.catalog
      let cut = try FontError.concurrently(faces.count) { index throws(FontError) in
        guard let file = catalog.face(of: faces[index].cut.origin) else {
          throw .changed(name: faces[index].sourceName)
        }
        let made = try faces[index].cut.made(from: file)
        guard isSame(faces[index], made.subset) else { throw .changed(name: faces[index].sourceName) }
        return made.subset
      }
      known = cut
      catalog.forget()
    }
  }

  fileprivate func subset(at index: Int) -> [UInt8] { subsets.withLock { $0?[index] ?? [] } }

  fileprivate func picture(at index: Int, of emoji: [ExportEmoji]) -> [UInt8] {
    pictures.withLock { known in
      if let known { return known[index] }
      let font = catalog.emojiFont()
      let found = emoji.map { $0.hasPicture ? font?.emojiPicture(of: $0.text) ?? [] : [] }
      known = found
      return found[index]
    }
  }

  fileprivate func asciiAdvances(
    of faces: [ExportFace], mayBreak: @Sendable (UInt8, UInt8) -> Bool
  ) -> [ASCIIAdvances?] {
    measured.withLock { known in
      if let known { return known }
      let made = Mutex<[ASCIIAdvances?]>(Array(repeating: nil, count: faces.count))
      DispatchQueue.concurrentPerform(iterations: faces.count) { index in
        let table = ShapingFont(bytes: subset(at: index)).flatMap {
          ASCIIAdvances(of: $0, coverage: faces[index].coverage, mayBreak: mayBreak)
        }
        made.withLock { $0[index] = table }
      }
      let tables = made.withLock { $0 }
      known = tables
      return tables
    }
  }
}

/// A face number for each of some characters.
public struct FaceMap: Sendable {
  private(set) var pageStarts: [Int32] = []
  private(set) var faces: [UInt16] = []
  private static let none = UInt16.max - 1

  /// The face chosen for a character; nil if none was chosen.
  public subscript(scalar: UInt32) -> UInt16? {
    let page = Int(scalar >> 8)
    guard page < pageStarts.count, pageStarts[page] >= 0 else { return nil }
    let face = faces[Int(pageStarts[page]) + Int(scalar & 0xFF)]
    return face == Self.none ? nil : face
  }

  /// Notes the face of a character.
  mutating func set(_ scalar: UInt32, to face: UInt16) {
    if pageStarts.isEmpty { pageStarts = Array(repeating: -1, count: 0x1100) }
    let page = Int(scalar >> 8)
    if pageStarts[page] < 0 {
      pageStarts[page] = Int32(faces.count)
      faces.append(contentsOf: repeatElement(Self.none, count: 256))
    }
    faces[Int(pageStarts[page]) + Int(scalar & 0xFF)] = face
  }
}
