import Frames
import ICU
import Synchronization

/// Chooses a face for every surveyed character and cuts the chosen faces down.
struct FontSetBuilder {
  private let catalog: FontCatalog
  private let survey: CharacterUsage
  /// The characters of each context.
  private let scalars: [ScalarSet]

  /// A face of the set, with the characters it will keep.
  private struct Taken {
    var file: FontFile
    var coverage: ScalarSet
    var cut: FaceSubset
  }
  private var taken: [Taken] = []
  private var missing = ScalarSet()
  /// The number of faces taken from the bundled fonts.
  private var bundledCount = 0

  /// A face of the folders that was tried for a character.
  private struct TriedFace {
    let candidate: FontCandidate
    /// Nil if the file is not a font.
    let face: (file: FontFile, coverage: ScalarSet)?
    /// The index in `taken`.
    var takenAs: UInt16?
  }
  /// The faces tried, by number: the candidate's index times the most variants of a candidate, plus the variant.
  private var tried: [TriedFace?] = []
  /// The numbers of the faces that suit a wish, best first.
  private var ranked: [FontCandidate.Wish: [Int]] = [:]
  private var mapped: [String: MappedFont] = [:]

  init(catalog: FontCatalog, survey: CharacterUsage) {
    (self.catalog, self.survey, scalars) = (catalog, survey, survey.scalars)
  }

  /// Makes the set.
  mutating func build() throws(FontError) -> FontSet {
    let slotFaces = try takeBundledFaces()
    let choices = chooseFaces(slotFaces: slotFaces)
    keepNeighbours()
    let (faces, emoji) = try export()
    var unmatched: [Unicode.Scalar] = []
    missing.forEach { if let scalar = Unicode.Scalar($0) { unmatched.append(scalar) } }
    return FontSet(
      faces: faces.map(\.face), emoji: emoji.map(\.emoji), missing: unmatched, slotFaces: slotFaces,
      choices: choices,
      files: SubsetFiles(catalog: catalog, subsets: faces.map(\.subset), pictures: emoji.map(\.png)))
  }

  /// Opens the regular face and the faces of the slots in use, each with all of ASCII and the ellipsis of cut lines.
  private mutating func takeBundledFaces() throws(FontError) -> [UInt16] {
    var slotFaces = [UInt16](repeating: 0, count: FaceSlot.allCases.count)
    for slot in FaceSlot.allCases where slot == .regular || survey.slots.contains(FaceSlots(slot)) {
      guard let source = catalog.bundled.first(where: { $0.slot == slot }) else {
        if slot == .regular { throw .noRegularFace }
        continue
      }
      guard let (file, coverage) = catalog.opened(source) else { throw .notAFont(name: source.name) }
      var cut = FaceSubset(
        origin: .bundled(slot), name: source.name, className: FontCatalog.className(of: slot), slot: slot)
      for scalar in UInt32(0x20)...0x7E { cut.keeps.insert(scalar) }
      if coverage.contains(0x2026) { cut.keeps.insert(0x2026) }
      slotFaces[Int(slot.rawValue)] = UInt16(taken.count)
      taken.append(Taken(file: file, coverage: coverage, cut: cut))
    }
    bundledCount = taken.count
    return slotFaces
  }

  /// Chooses the face of each character in each context.
  ///
  /// A choice is a function of the character, the slot, the language and the catalogue. The other characters decide only
  /// which faces are in the set and at which index.
  private mutating func chooseFaces(slotFaces: [UInt16]) -> [FaceMap] {
    var choices = [FaceMap](repeating: FaceMap(), count: scalars.count)
    for slot in FaceSlot.allCases {
      for language in EastAsianLanguage.allCases {
        let context = CharacterUsage.context(slot, in: language)
        scalars[context].forEach { value in
          guard let scalar = Unicode.Scalar(value), !scalar.isControl else { return }
          let own = slotFaces[Int(slot.rawValue)]
          let face = bundledFace(for: value, own: own) ?? fallback(for: scalar, slot: slot, in: language)
          if let face {
            taken[Int(face)].cut.keeps.insert(value)
            choices[context].set(value, to: face)
          } else if !scalar.isDefaultIgnorable {
            missing.insert(value)
            choices[context].set(value, to: FaceID.browser.index)
          }
        }
      }
    }
    return choices
  }

  private func bundledFace(for value: UInt32, own: UInt16) -> UInt16? {
    if taken[Int(own)].coverage.contains(value) { return own }
    return taken[0].coverage.contains(value) ? 0 : nil
  }

  private mutating func fallback(
    for scalar: Unicode.Scalar, slot: FaceSlot, in text: EastAsianLanguage
  ) -> UInt16? {
    if scalar.isDefaultIgnorable || scalar.isUnassigned { return nil }
    let script = Self.script(of: scalar)
    let wish = FontCandidate.Wish(
      script: script, isBold: slot.isBold, isItalic: slot.isItalic,
      language: EastAsianLanguage(script: script, in: text))
    for number in ranking(for: wish) {
      if tried[number] == nil { tried[number] = open(number) }
      guard tried[number]?.face?.coverage.contains(scalar.value) == true else { continue }
      return take(number, slot: slot)
    }
    return nil
  }

  /// Returns the script that decides the face of a character. Common characters may be limited to some scripts: punctuation
  /// used with ideographs counts as theirs, so that it takes the forms of its text's language.
  private static func script(of scalar: Unicode.Scalar) -> Script {
    let script = scalar.script
    guard script == .common || script == .inherited else { return script }
    let extensions = scalar.scriptExtensions
    if extensions.contains(.han) { return .han }
    return extensions.first { $0 != .common && $0 != .inherited } ?? script
  }

  private mutating func ranking(for wish: FontCandidate.Wish) -> [Int] {
    if let known = ranked[wish] { return known }
    let family = wish.family
    var keyed: [(rank: Int, index: Int)] = []
    for (index, candidate) in catalog.candidates.enumerated() {
      if let rank = candidate.rank(for: wish, notoFamily: family) { keyed.append((rank, index)) }
    }
    keyed.sort { ($0.rank, $0.index) < ($1.rank, $1.index) }
    if tried.isEmpty {
      tried = Array(repeating: nil, count: catalog.candidates.count * FontCandidate.mostVariants)
    }
    let result = keyed.map { key in
      key.index * FontCandidate.mostVariants + catalog.candidates[key.index].variant(for: wish)
    }
    ranked[wish] = result
    return result
  }

  private mutating func open(_ number: Int) -> TriedFace {
    let (index, variant) = number.quotientAndRemainder(dividingBy: FontCandidate.mostVariants)
    let candidate = catalog.candidates[index].inVariant(variant)
    let font = mapped[candidate.path] ?? MappedFont(path: candidate.path)
    mapped[candidate.path] = font
    let file = font.flatMap { FontFile($0, index: candidate.index) }
    return TriedFace(candidate: candidate, face: file.map { ($0, $0.coverage) })
  }

  /// Adds an opened face to the set. Returns its index there, or nil if the set is full.
  private mutating func take(_ number: Int, slot: FaceSlot) -> UInt16? {
    guard let known = tried[number], let (file, coverage) = known.face else { return nil }
    if let index = known.takenAs { return index }
    guard taken.count < Int(FaceID.browser.index) - 1 else { return nil }
    let candidate = known.candidate
    let name = candidate.path.split(separator: "/").last.map(String.init) ?? candidate.path
    let cut = FaceSubset(
      origin: .file(candidate.file, face: candidate.index), name: name,
      className: catalog.className(of: candidate), slot: slot,
      isKerned: !candidate.isCollection && candidate.language == nil)
    let id = UInt16(taken.count)
    taken.append(Taken(file: file, coverage: coverage, cut: cut))
    tried[number]?.takenAs = id
    return id
  }

  /// Makes every face keep the spaces, marks and joiners that can be among its letters, and everything that normalisation
  /// can make of them: with a letter's parts missing, HarfBuzz shapes differently.
  ///
  /// A text thus has the same advances in every subset that contains its characters, so that a page laid out with a smaller
  /// subset is right beside a larger one (`WholeFontTests` compares subsets with whole fonts):
  /// - hb-subset keeps all glyphs that may replace the kept characters. Rules that it keeps for the sake of other
  ///   characters need those characters' glyphs, which are not in the text.
  /// - Advances and kerning belong to glyphs and pairs of glyphs, and are copied unchanged. No feature that looks further
  ///   is kept (`chatexport_keep_features`).
  /// - HarfBuzz composes and decomposes according to the font's coverage. All results for a text's own characters are kept
  ///   with them: here, and for syllables of conjoining jamo in ``CharacterUsage``.
  /// - A dotted circle is inserted if the face has one, so it is kept whether or not a text needs it.
  private mutating func keepNeighbours() {
    var joining = ScalarSet()
    for scalar: UInt32 in [0x20, 0xA0] { joining.insert(scalar) }
    for set in scalars {
      // A soft hyphen is shown as a hyphen.
      if set.contains(0xAD) { joining.insert(0x2D) }
      set.forEach { value in
        guard let scalar = Unicode.Scalar(value), scalar.isMark || scalar.isDefaultIgnorable else { return }
        joining.insert(value)
      }
    }
    for index in taken.indices {
      let coverage = taken[index].coverage
      var keeps = taken[index].cut.keeps
      joining.forEach { if coverage.contains($0) { keeps.insert($0) } }
      keeps = Self.closed(keeps)
      // A dotted circle carries marks without a letter.
      if coverage.contains(0x25CC), index >= bundledCount { keeps.insert(0x25CC) }
      taken[index].cut.keeps = keeps
    }
  }

  /// A set with the canonical parts of its characters, for Thai and Lao also the compatibility parts, which
  /// HarfBuzz uses, and the canonical compositions of the marks in the set: an acute that occurs only in `é`
  /// needs no other letters.
  private static func closed(_ set: ScalarSet) -> ScalarSet {
    var result = set
    var beyondASCII = false
    set.forEach { value in
      guard value >= 0xA1, let scalar = Unicode.Scalar(value) else { return }
      beyondASCII = true
      for part in scalar.decomposition() { result.insert(part.value) }
      if (0xE00...0xEFF).contains(value) {
        for part in scalar.decomposition(compatibility: true) { result.insert(part.value) }
      }
    }
    guard beyondASCII else { return result }
    for (scalar, parts) in CanonicalCompositions.all
    where parts.dropFirst().contains(where: { set.contains($0.value) })
      && parts.allSatisfy({ result.contains($0.value) })
    {
      result.insert(scalar.value)
    }
    return result
  }

  private typealias Cut = (face: ExportFace, subset: [UInt8])
  private typealias Pictured = (emoji: ExportEmoji, png: [UInt8])

  /// Cuts the faces, and finds the emoji's pictures, on all cores, each core on its own fonts.
  private func export() throws(FontError) -> (faces: [Cut], emoji: [Pictured]) {
    let (taken, emoji) = (taken, survey.emoji)
    let emojiFont = emoji.isEmpty ? nil : catalog.emojiFont()
    let pictures = Mutex<[Pictured]>([])
    let faces = try FontError.concurrently(taken.count + 1) { number throws(FontError) -> Cut? in
      guard number > 0 else {
        let found = Self.pictures(of: emoji, in: emojiFont)
        pictures.withLock { $0 = found }
        return nil
      }
      return try Self.cut(taken[number - 1], id: UInt16(number - 1))
    }
    return (faces.compactMap(\.self), pictures.withLock { $0 })
  }

  private static func cut(_ face: Taken, id: UInt16) throws(FontError) -> Cut {
    let made = try face.cut.made(from: face.file)
    return (
      ExportFace(
        id: FaceID(index: id), cut: face.cut, postScriptName: face.file.postScriptName,
        coverage: made.coverage,
        unitsPerEm: made.unitsPerEm, size: made.subset.count),
      made.subset
    )
  }

  /// The emoji in code point order, with their pictures if a folder has a font with them.
  ///
  /// A sequence newer than the font becomes its parts.
  private static func pictures(of emoji: Set<String>, in font: FontFile?) -> [Pictured] {
    var pictures: [String: [UInt8]] = [:]
    func picture(_ emoji: String) -> [UInt8] {
      if let known = pictures[emoji] { return known }
      let made = font?.emojiPicture(of: emoji) ?? []
      pictures[emoji] = made
      return made
    }
    var shown: Set<String> = []
    for sequence in emoji {
      let scalars = sequence.unicodeScalars.map(\.value)
      var index = 0
      while index < scalars.count {
        let end = EmojiScanner.end(of: scalars, from: index) { range in
          let whole = EmojiScanner.qualified(scalars[range])
          if !picture(whole).isEmpty { return true }
          // The reader's own fonts may have it, unless ours has the first part and lacks the rest.
          let part = EmojiScanner.end(of: scalars, from: index) { $0.count < range.count }
          let first = part.map { EmojiScanner.qualified(scalars[index..<$0]) } ?? whole
          return EmojiScanner.isRecommended(whole) && (part == range.upperBound || picture(first).isEmpty)
        }
        if let end { shown.insert(EmojiScanner.qualified(scalars[index..<end])) }
        index = end ?? index + 1
      }
    }
    return shown.sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }.map { text in
      let png = picture(text)
      return (ExportEmoji(text: text, hasPicture: !png.isEmpty), png)
    }
  }
}
