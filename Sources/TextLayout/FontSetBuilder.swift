internal import Dispatch
internal import Frames
internal import ICU
internal import Synchronization

/// Chooses a face for every surveyed character and cuts the chosen faces down.
struct FontSetBuilder {
  private let catalog: FontCatalog
  private let survey: TextSurvey
  private let locale: String

  /// A face taken into the set, with what it will keep.
  private struct Taken {
    var file: FontFile
    var coverage: ScalarSet
    var slot: FaceSlot
    var name: String
    var keeps = ScalarSet()
    var isEastAsian = false
  }
  private var taken: [Taken] = []
  private var missing = ScalarSet()
  private var ranked: [FontCandidate.Wish: [FontCandidate]] = [:]
  private var opened: [FontCandidate: (file: FontFile, coverage: ScalarSet)?] = [:]
  private var mapped: [String: MappedFont] = [:]
  private var takenCandidates: [FontCandidate: UInt16] = [:]

  init(catalog: FontCatalog, survey: TextSurvey, locale: String) {
    (self.catalog, self.survey, self.locale) = (catalog, survey, locale)
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
      faces: faces, emoji: emoji, missing: unmatched, slotFaces: slotFaces, choices: choices)
  }

  /// Opens the regular face and those of the slots in use, each with all of ASCII and the ellipsis of cut lines.
  private mutating func takeBundledFaces() throws(FontError) -> [UInt16] {
    var slotFaces = [UInt16](repeating: 0, count: FaceSlot.allCases.count)
    for slot in FaceSlot.allCases where slot == .regular || survey.slots.contains(FaceSlots(slot)) {
      guard let source = catalog.bundled.first(where: { $0.slot == slot }) else {
        if slot == .regular { throw .noRegularFace }
        continue
      }
      guard let (file, coverage) = catalog.opened(source) else { throw .notAFont(name: source.name) }
      var face = Taken(file: file, coverage: coverage, slot: slot, name: source.name)
      for scalar in UInt32(0x20)...0x7E { face.keeps.insert(scalar) }
      if face.coverage.contains(0x2026) { face.keeps.insert(0x2026) }
      slotFaces[Int(slot.rawValue)] = UInt16(taken.count)
      taken.append(face)
    }
    return slotFaces
  }

  private mutating func chooseFaces(slotFaces: [UInt16]) -> [FaceMap] {
    var choices = [FaceMap](repeating: FaceMap(), count: survey.scalars.count)
    for slot in FaceSlot.allCases {
      for variant in TextSurvey.HanVariant.allCases {
        let context = TextSurvey.context(slot, variant)
        survey.scalars[context].forEach { value in
          guard let scalar = Unicode.Scalar(value), !scalar.isControl else { return }
          let own = slotFaces[Int(slot.rawValue)]
          let face = bundledFace(for: value, own: own) ?? fallback(for: scalar, slot: slot, variant: variant)
          if let face {
            taken[Int(face)].keeps.insert(value)
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
    for scalar: Unicode.Scalar, slot: FaceSlot, variant: TextSurvey.HanVariant
  ) -> UInt16? {
    if scalar.isDefaultIgnorable || scalar.isUnassigned { return nil }
    var script = scalar.script
    if script == .common || script == .inherited {
      script = scalar.scriptExtensions.first { $0 != .common && $0 != .inherited } ?? script
    }
    let language = EastAsianLanguage(script: script, variant: variant, locale: locale)
    let wish = FontCandidate.Wish(
      script: script, isBold: slot.isBold, isItalic: slot.isItalic, language: language)
    for candidate in ranking(for: wish) {
      guard let (_, coverage) = open(candidate), coverage.contains(scalar.value) else { continue }
      return take(candidate, slot: slot)
    }
    return nil
  }

  private mutating func ranking(for wish: FontCandidate.Wish) -> [FontCandidate] {
    if let known = ranked[wish] { return known }
    var keyed: [(rank: Int, place: Int, candidate: FontCandidate)] = []
    for (place, candidate) in catalog.candidates.enumerated() {
      guard let rank = candidate.rank(for: wish) else { continue }
      var chosen = candidate
      if candidate.isCollection { chosen.index = wish.language.rawValue }
      if candidate.isVariable { chosen.instance = (wish.isBold ? 1 : 0) + (wish.isItalic ? 2 : 0) }
      keyed.append((rank, place, chosen))
    }
    keyed.sort { ($0.rank, $0.place) < ($1.rank, $1.place) }
    let result = keyed.map(\.candidate)
    ranked[wish] = result
    return result
  }

  private mutating func open(_ candidate: FontCandidate) -> (file: FontFile, coverage: ScalarSet)? {
    if let known = opened[candidate] { return known }
    var result: (file: FontFile, coverage: ScalarSet)?
    let font = mapped[candidate.path] ?? MappedFont(path: candidate.path)
    mapped[candidate.path] = font
    if let font, let file = FontFile(font, index: candidate.index) { result = (file, file.coverage) }
    opened[candidate] = .some(result)
    return result
  }

  private mutating func take(_ candidate: FontCandidate, slot: FaceSlot) -> UInt16? {
    if let known = takenCandidates[candidate] { return known }
    guard let (file, coverage) = open(candidate), taken.count < Int(FaceID.browser.index) - 1 else {
      return nil
    }
    let name = candidate.path.split(separator: "/").last.map(String.init) ?? candidate.path
    var face = Taken(file: file, coverage: coverage, slot: slot, name: name)
    face.isEastAsian = candidate.isCollection || candidate.language != nil
    let id = UInt16(taken.count)
    taken.append(face)
    takenCandidates[candidate] = id
    return id
  }

  /// Lets every face keep the spaces, marks and joiners that can stand among its letters, and all that
  /// normalisation can make of them: with a letter's parts missing, HarfBuzz shapes differently.
  private mutating func keepNeighbours() {
    var joining = ScalarSet()
    for scalar: UInt32 in [0x20, 0xA0] { joining.insert(scalar) }
    for set in survey.scalars {
      // A soft hyphen shows as a hyphen.
      if set.contains(0xAD) { joining.insert(0x2D) }
      set.forEach { value in
        guard let scalar = Unicode.Scalar(value), scalar.isMark || scalar.isDefaultIgnorable else { return }
        joining.insert(value)
      }
    }
    for place in taken.indices {
      let coverage = taken[place].coverage
      var keeps = taken[place].keeps
      joining.forEach { if coverage.contains($0) { keeps.insert($0) } }
      keeps = Self.closed(keeps)
      // A dotted circle carries marks that have no letter.
      if coverage.contains(0x25CC), !joining.isEmpty, place >= firstFallback { keeps.insert(0x25CC) }
      taken[place].keeps = keeps
    }
  }

  private var firstFallback: Int { taken.count - takenCandidates.count }

  /// A set with the canonical parts of its characters, for Thai and Lao the compatibility parts, which HarfBuzz
  /// uses, and what canonical composition makes of the marks in the set: an acute that comes with `é` alone needs
  /// no other letters.
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

  /// Cuts the faces, and finds the emoji's pictures, on all cores: no two of these look at the same font.
  private mutating func export() throws(FontError) -> (faces: [ExportFace], emoji: [ExportEmoji]) {
    let (taken, emoji) = (taken, survey.emoji)
    let emojiFont = emoji.isEmpty ? nil : catalog.emojiFont()
    let pictures = Mutex<[ExportEmoji]>([])
    let cut = Mutex<[Int: Result<ExportFace, FontError>]>([:])
    DispatchQueue.concurrentPerform(iterations: taken.count + 1) { number in
      guard number > 0 else {
        let found = Self.pictures(of: emoji, in: emojiFont)
        return pictures.withLock { $0 = found }
      }
      let place = number - 1
      let result = Result { () throws(FontError) in try Self.export(taken[place], id: UInt16(place)) }
      cut.withLock { $0[place] = result }
    }
    let results = cut.withLock { $0 }
    var faces: [ExportFace] = []
    for place in taken.indices {
      guard let result = results[place] else { continue }
      faces.append(try result.get())
    }
    return (faces, pictures.withLock { $0 })
  }

  private static func export(_ face: Taken, id: UInt16) throws(FontError) -> ExportFace {
    let os2 = face.file.table("OS/2")
    if os2.count >= 10, (os2[9] & 0x0F) == 0x02 || (os2[8] & 0x03) != 0 {
      throw .embeddingForbidden(name: face.name)
    }
    guard let cut = face.file.subset(to: face.keeps, kerning: !face.isEastAsian, slot: face.slot),
      var tables = SfntTables(cut), let unpatched = ShapingFont(bytes: cut)
    else { throw .subsettingFailed(name: face.name) }
    tables.setCommonVerticalMetrics(unitsPerEm: unpatched.unitsPerEm)
    tables.numberCharacters()
    guard let font = ShapingFont(bytes: tables.bytes), let kept = FontFile(bytes: tables.bytes)?.coverage
    else {
      throw .subsettingFailed(name: face.name)
    }
    return ExportFace(
      id: FaceID(index: id), family: "c\(id)", slot: face.slot, sourceName: face.name,
      postScriptName: face.file.postScriptName, subset: tables.bytes, coverage: kept,
      unitsPerEm: font.unitsPerEm, isKerned: !face.isEastAsian)
  }

  /// The emoji in code point order, with their pictures if a folder has a font with them.
  ///
  /// A sequence newer than the font becomes its parts.
  private static func pictures(of emoji: Set<String>, in font: FontFile?) -> [ExportEmoji] {
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
      var place = 0
      while place < scalars.count {
        let end = EmojiScanner.end(of: scalars, from: place) { range in
          let whole = EmojiScanner.qualified(scalars[range])
          if !picture(whole).isEmpty { return true }
          // The reader's own fonts may know it; but not if ours has the first part and lacks the rest.
          let part = EmojiScanner.end(of: scalars, from: place) { $0.count < range.count }
          let first = part.map { EmojiScanner.qualified(scalars[place..<$0]) } ?? whole
          return EmojiScanner.isRecommended(whole) && (part == range.upperBound || picture(first).isEmpty)
        }
        if let end { shown.insert(EmojiScanner.qualified(scalars[place..<end])) }
        place = end ?? place + 1
      }
    }
    return shown.sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }.map {
      ExportEmoji(text: $0, png: picture($0))
    }
  }
}
