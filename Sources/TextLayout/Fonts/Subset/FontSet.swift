internal import Dispatch
public import Frames
internal import Synchronization

/// One face of an export: what is shipped, which is also what text is shaped with.
public struct ExportFace: Sendable {
  /// Its place in the set.
  public let id: FaceID
  /// What it is cut from.
  let cut: FaceSubset
  /// The PostScript name of the face it comes from.
  public let postScriptName: String
  /// The characters it has.
  public let coverage: ScalarSet
  /// Font units per em.
  let unitsPerEm: Int
  /// How many bytes the subset has.
  public let size: Int

  /// The family name the style sheet gives it: `c` and the number.
  public var family: String { "c\(id.index)" }
  /// The slot it was taken for.
  public var slot: FaceSlot { cut.slot }
  /// The name of the file it comes from.
  public var sourceName: String { cut.name }
  /// Whether it kerns: if not, what a character advances does not depend on the next.
  var isKerned: Bool { cut.isKerned }
}

/// One emoji of an export, shown as an image of fixed size.
public struct ExportEmoji: Hashable, Sendable {
  /// The emoji itself, which is also the image's text alternative.
  public let text: String
  /// Whether a font has a picture of it; if none has, the writer shows the character in a box of that size.
  public let hasPicture: Bool

  public init(text: String, hasPicture: Bool) { (self.text, self.hasPicture) = (text, hasPicture) }
}

/// The faces and emoji of one export.
///
/// What is known of a set without its fonts' bytes is enough for an export that keeps all its pages. Before a text is laid
/// out, ``load(isSame:)`` has to cut the faces of a set that was written down (``FontRecord``).
public final class FontSet: Sendable {
  /// The faces in the order of their ids; the first is the base face.
  public let faces: [ExportFace]
  /// The emoji, in code point order.
  public let emoji: [ExportEmoji]
  /// The characters no face has, ascending: the browser's own font shows them.
  public let missing: [Unicode.Scalar]

  /// The face of plain text in each slot, by the slot's number.
  let slotFaces: [UInt16]
  /// The face of each surveyed character, by ``CharacterUsage/context(_:_:)``.
  let choices: [FaceMap]
  /// Where each emoji lies in ``emoji``.
  let emojiPlaces: [String: Int32]
  /// The same for emoji of one character, as the maps of faces keep it.
  private let emojiOfOne: FaceMap
  private let measured = Mutex<[ASCIIAdvances?]?>(nil)
  /// Where faces and pictures are found that are not there yet.
  private let catalog: FontCatalog
  private let subsets: Mutex<[[UInt8]]?>
  private let pictures: Mutex<[[UInt8]]?>

  /// A set; its subsets and pictures are nil if they are still to be cut.
  init(
    faces: [ExportFace], emoji: [ExportEmoji], missing: [Unicode.Scalar], slotFaces: [UInt16],
    choices: [FaceMap], catalog: FontCatalog, subsets: [[UInt8]]?, pictures: [[UInt8]]?
  ) {
    (self.faces, self.emoji, self.missing) = (faces, emoji, missing)
    (self.slotFaces, self.choices, self.catalog) = (slotFaces, choices, catalog)
    self.subsets = Mutex(subsets)
    self.pictures = Mutex(pictures)
    var places: [String: Int32] = [:]
    var ofOne = FaceMap()
    for (place, emoji) in emoji.enumerated() {
      places[emoji.text] = Int32(place)
      let scalars = emoji.text.unicodeScalars
      if let first = scalars.first, EmojiScanner.qualified([first.value]) == emoji.text {
        ofOne.set(first.value, to: UInt16(truncatingIfNeeded: place))
      }
    }
    (emojiPlaces, emojiOfOne) = (places, ofOne)
  }

  /// Cuts the faces, on all cores, if that has not been done.
  ///
  /// `isSame` says whether a face's bytes are those the set was written down with.
  /// - Throws: `FontError.changed` if they are not, and what cutting throws.
  public func load(isSame: @Sendable (ExportFace, [UInt8]) -> Bool) throws(FontError) {
    try subsets.withLock { known throws(FontError) in
      guard known == nil else { return }
      let (faces, catalog) = (self.faces, self.catalog)
      let cut = try FontError.concurrently(faces.count) { place throws(FontError) in
        guard let file = catalog.face(of: faces[place].cut.origin) else {
          throw .changed(name: faces[place].sourceName)
        }
        let made = try faces[place].cut.made(from: file)
        guard isSame(faces[place], made.subset) else { throw .changed(name: faces[place].sourceName) }
        return made.subset
      }
      known = cut
      catalog.forget()
    }
  }

  /// The subset of a face, a font file; empty before ``load(isSame:)``.
  public func subset(of face: ExportFace) -> [UInt8] {
    subsets.withLock { $0?[Int(face.id.index)] ?? [] }
  }

  /// The picture, a PNG file, of the emoji at a place in ``emoji``; empty if it has none.
  public func picture(ofEmoji place: Int) -> [UInt8] {
    pictures.withLock { known in
      if let known { return known[place] }
      let font = catalog.emojiFont()
      let found = emoji.map { $0.hasPicture ? font?.emojiPicture(of: $0.text) ?? [] : [] }
      known = found
      return found[place]
    }
  }

  /// Where an emoji, in any spelling, lies in ``emoji``.
  func emojiPlace(of scalars: ArraySlice<UInt32>) -> Int32? {
    if scalars.count == 1, let first = scalars.first { return emojiPlace(of: first) }
    return emojiPlaces[EmojiScanner.qualified(scalars)]
  }

  /// Where the emoji of one character lies in ``emoji``.
  func emojiPlace(of scalar: UInt32) -> Int32? {
    emoji.count < Int(UInt16.max) - 1
      ? emojiOfOne[scalar].map(Int32.init) : emojiPlaces[EmojiScanner.qualified([scalar])]
  }

  /// The ASCII advances of each face that has all of ASCII, measured on all cores when they are first asked for: an export
  /// that keeps all its pages never does.
  func pairTables() -> [ASCIIAdvances?] {
    measured.withLock { known in
      if let known { return known }
      let made = Mutex<[ASCIIAdvances?]>(Array(repeating: nil, count: faces.count))
      DispatchQueue.concurrentPerform(iterations: faces.count) { place in
        let table = ShapingFont(bytes: subset(of: faces[place])).flatMap {
          ASCIIAdvances(of: $0, coverage: faces[place].coverage)
        }
        made.withLock { $0[place] = table }
      }
      let tables = made.withLock { $0 }
      known = tables
      return tables
    }
  }

  /// The face of plain text in a slot.
  public func face(of slot: FaceSlot) -> FaceID { FaceID(index: slotFaces[Int(slot.rawValue)]) }

  /// The face for a character beyond ASCII: as surveyed, or else the first that has it.
  func face(for scalar: UInt32, slot: FaceSlot, variant: CharacterUsage.HanVariant) -> UInt16 {
    if let face = choices[CharacterUsage.context(slot, variant)][scalar] { return face }
    for other in CharacterUsage.HanVariant.allCases where other != variant {
      if let face = choices[CharacterUsage.context(slot, other)][scalar] { return face }
    }
    let own = slotFaces[Int(slot.rawValue)]
    if faces[Int(own)].coverage.contains(scalar) { return own }
    return faces.first { $0.coverage.contains(scalar) }?.id.index ?? FaceID.browser.index
  }
}

/// A face number for each of some characters.
struct FaceMap: Sendable {
  private(set) var places: [Int32] = []
  private(set) var faces: [UInt16] = []
  private static let none = UInt16.max - 1

  /// The face chosen for a character; nil when none was ever chosen.
  subscript(scalar: UInt32) -> UInt16? {
    let page = Int(scalar >> 8)
    guard page < places.count, places[page] >= 0 else { return nil }
    let face = faces[Int(places[page]) + Int(scalar & 0xFF)]
    return face == Self.none ? nil : face
  }

  /// Notes the face of a character.
  mutating func set(_ scalar: UInt32, to face: UInt16) {
    if places.isEmpty { places = Array(repeating: -1, count: 0x1100) }
    let page = Int(scalar >> 8)
    if places[page] < 0 {
      places[page] = Int32(faces.count)
      faces.append(contentsOf: repeatElement(Self.none, count: 256))
    }
    faces[Int(places[page]) + Int(scalar & 0xFF)] = face
  }
}
