internal import Frames

/// Measures and divides texts that need nothing but letters and pairs of letters: alphabets without joining, ideographs and
/// syllables, and emoji among them, in any faces. One pass over the bytes does what ``Itemizer``, ``SegmentBuilder`` and
/// ``Shaper`` do one after the other, with the same result; a text with anything else is left to them.
struct SimpleTextMeasurer {
  private let fonts: FontSet
  private let knowsIdeographs: Bool
  /// The ASCII pairs of each face that has all of ASCII.
  private let ofFaces: [ASCIIAdvances?]
  /// The ASCII pairs of each slot's own face, which plain text keeps near.
  private let ofASCII: [ASCIIAdvances?]
  private var letters: LetterTable
  private var pairs = KerningCache()
  /// The runs of the text measured last.
  private(set) var runs: [Run] = []
  /// Where meanings start or end in the text, ascending, and the slots of what stands between them.
  private var edges: [Edge] = []
  /// A few characters from where an emoji starts.
  private var window: [UInt32] = []

  /// Where a run starts, and what it is set in.
  struct Run {
    var start: Int32
    var face: UInt16
    /// The emoji's place in the set, −1 for letters.
    var emoji: Int32
  }

  private struct Edge {
    var place: Int
    var slot: FaceSlot
  }

  private enum Outcome { case isMeasured, isOther, tellsHanVariant }

  init(fonts: FontSet, knowsIdeographs: Bool) {
    (self.fonts, self.knowsIdeographs) = (fonts, knowsIdeographs)
    let ofFaces = fonts.pairTables()
    self.ofFaces = ofFaces
    ofASCII = fonts.slotFaces.map { ofFaces[Int($0)] }
    letters = LetterTable(fonts: fonts)
  }

  /// What a text is measured with and for.
  struct Request {
    var marks: [TextMark]
    var style: TextStyle
    var maxWidth: Int32
    var keepsNumbers: Bool
    var breaksURLs: Bool
    var isASCII: Bool
  }

  /// Fills `measured`; false: the text has something else in it, or a word wider than a line.
  mutating func measure(
    _ text: borrowing Span<UInt8>, _ request: borrowing Request, table: inout CharacterProperties,
    shaper: inout Shaper, numbers: inout NumberRule, into measured: inout MeasuredText
  ) -> Bool {
    guard text.count > 0, findEdges(request) else { return false }
    var variant = CharacterUsage.HanVariant.unmarked
    while true {
      let outcome = scan(
        text, request, variant, table: &table, shaper: &shaper, numbers: &numbers, into: &measured)
      switch outcome {
      case .isMeasured: return true
      case .isOther: return false
      case .tellsHanVariant:
        if variant != .unmarked { return false }
        variant = CharacterUsage.HanVariant(of: text)
        if variant == .unmarked { return false }
      }
    }
  }

  // MARK: Before the scan

  /// Notes where marks start and end; false if there are too many, or if other faces would have spaces between them.
  private mutating func findEdges(_ request: borrowing Request) -> Bool {
    if !edges.isEmpty { edges.removeAll(keepingCapacity: true) }
    if request.marks.isEmpty { return true }
    guard request.marks.count <= 32 else { return false }
    let own = request.style.slot
    for mark in request.marks where mark.start < mark.end {
      edges.append(Edge(place: Int(mark.start), slot: own))
      edges.append(Edge(place: Int(mark.end), slot: own))
    }
    edges.sort { $0.place < $1.place }
    for place in edges.indices {
      for mark in request.marks
      where mark.start < mark.end && mark.start <= edges[place].place && edges[place].place < mark.end {
        edges[place].slot = Itemizer.slot(of: mark, in: edges[place].slot)
      }
      if edges[place].slot != own, !request.isASCII { return false }
    }
    return true
  }

  /// The script of the first letter that has one. Text without any is Latin if Latin-1 can write it, as in Chromium.
  private func firstScript(
    of text: borrowing Span<UInt8>, in context: Int, table: inout CharacterProperties
  ) -> UInt8 {
    var place = 0
    var isLatin1 = true
    while place < text.count {
      let scalar = text.scalar(at: &place)
      let letter = letters.known(scalar, in: context)
      let script = letter.kind == .unknown ? table.info(scalar).script : letter.info.script
      if script > CharacterProperties.inherited { return script }
      if scalar >= 0x100 { isLatin1 = false }
    }
    return isLatin1 ? CharacterProperties.latin : CharacterProperties.common
  }
}

// MARK: The scan

extension SimpleTextMeasurer {
  /// Where a scan is in its text, and what the text is set in there.
  private struct ScanState {
    var cursor = SimpleTextCursor()
    /// The byte that is read next.
    var place = 0
    /// How many of the edges lie behind.
    var edges = 0
    var slot: FaceSlot
    let variant: CharacterUsage.HanVariant
    /// What the slot's and the variant's letters are in the table.
    var context: Int
    /// The slot's own face.
    var slotFace: UInt16
    /// The run's face: none for what comes first, or behind an emoji.
    var face = FaceID.browser.index
    /// What a font unit of it is (``Shaper/scales``).
    var scale: Int64 = 0
    /// Where its pairs are in the script.
    var alphabet = 0
  }

  private mutating func scan(
    _ text: borrowing Span<UInt8>, _ request: borrowing Request, _ variant: CharacterUsage.HanVariant,
    table: inout CharacterProperties, shaper: inout Shaper, numbers: inout NumberRule,
    into measured: inout MeasuredText
  ) -> Outcome {
    measured.clear()
    runs.removeAll(keepingCapacity: true)
    shaper.setScales(for: request.style.fontSize)
    let slot = request.style.slot
    var spot = ScanState(
      slot: slot, variant: variant, context: letters.open(slot, variant),
      slotFace: fonts.slotFaces[Int(slot.rawValue)])
    if !request.isASCII { spot.cursor.script = firstScript(of: text, in: spot.context, table: &table) }
    while spot.place < text.count {
      let start = spot.place
      let scalar = text.scalar(at: &spot.place)
      let isEdge = passEdges(to: start, &spot)
      var letter = letter(of: scalar, at: spot, table: &table, shaper: &shaper)
      switch letter.kind {
      case .letter: break
      case .newline:
        guard spot.cursor.endParagraph(at: start, lastRun, request, &measured) else { return .isOther }
        if letter.face != spot.face || isEdge { openRun(at: start, of: letter, &spot, shaper, &measured) }
        continue
      case .symbol, .emoji:
        switch symbol(scalar, letter, in: text, from: start, to: spot.place, table: &table) {
        case .text where letter.kind == .symbol && Int(letter.face) < fonts.faces.count: break
        case .text, .other: return .isOther
        case .emoji(let number, let end):
          let isPassed = passEmoji(
            number, in: text, from: start, to: end, &spot, request, numbers: &numbers, &measured)
          guard isPassed else { return .isOther }
          continue
        }
      case .tellsHanVariant: return .tellsHanVariant
      case .other, .unknown: return .isOther
      }

      guard let isSameScript = spot.cursor.follow(letter.info, at: start, in: text) else { return .isOther }
      if scalar == 0x20, letter.face != spot.face, !request.isASCII, !spot.cursor.isAtStart,
        !spot.cursor.isBehindEmoji
      {
        guard let isJoined = joinsSpaces(in: text, at: spot, table: &table, shaper: &shaper) else {
          return .isOther
        }
        if isJoined {
          letter.face = spot.face
          letter.number = fonts.faces[Int(spot.face)].isKerned ? 0 : CharacterAdvance.unpaired
          letter.advance = shaper.advance(of: 0x20, face: spot.face)
        }
      }
      let lastRun = lastRun
      let breaks = reach(scalar, letter, isSameScript: isSameScript, &spot, table, &shaper)
      if letter.face != spot.face || isEdge {
        openRun(at: start, of: letter, &spot, shaper, &measured)
      } else if !isSameScript {
        spot.alphabet = pairs.alphabet(spot.face, spot.cursor.script)
      }
      if spot.cursor.isAtStart || scalar == 0x20 || breaks.rawValue != 0 {
        let isDivided = spot.cursor.divide(
          breaks, before: scalar, at: start, lastRun, text, request, &numbers, &measured)
        guard isDivided else { return .isOther }
      }
      spot.cursor.pass(scalar, letter, scale: spot.scale)
      let isPassed = passAlike(
        &letter, in: text, &spot, request, table: &table, shaper: &shaper, numbers: &numbers, &measured)
      guard isPassed else { return .isOther }
      if letter.number != CharacterAdvance.unpaired {
        spot.cursor.row = pairs.row(of: letter.number, in: spot.alphabet)
      }
    }
    guard spot.cursor.endParagraph(at: text.count, lastRun, request, &measured), spot.cursor.isSure else {
      return .isOther
    }
    measured.runs[Int(lastRun)].end = spot.cursor.at
    if spot.cursor.isWide {
      let wide = WideSegments(pairs: ofFaces, maxWidth: request.maxWidth, breaksURLs: request.breaksURLs)
      guard wide.divide(text, faces: runs, scales: shaper.scales, in: &measured) else { return .isOther }
    }
    return .isMeasured
  }

  private var lastRun: Int32 { Int32(truncatingIfNeeded: runs.count - 1) }

  /// Takes the slot of the last edge up to a byte; whether there is one behind the byte before.
  @inline(__always)
  private mutating func passEdges(to start: Int, _ spot: inout ScanState) -> Bool {
    guard spot.edges < edges.count, edges[spot.edges].place <= start else { return false }
    while spot.edges < edges.count, edges[spot.edges].place <= start {
      spot.slot = edges[spot.edges].slot
      spot.edges += 1
    }
    spot.context = letters.open(spot.slot, spot.variant)
    spot.slotFace = fonts.slotFaces[Int(spot.slot.rawValue)]
    return true
  }

  @inline(__always)
  private mutating func letter(
    of scalar: UInt32, at spot: borrowing ScanState, table: inout CharacterProperties, shaper: inout Shaper
  ) -> CharacterAdvance {
    let letter = letters.known(scalar, in: spot.context)
    if letter.kind != .unknown { return letter }
    return letters.look(up: scalar, slot: spot.slot, variant: spot.variant, table: &table, shaper: &shaper)
  }

  /// Goes up to a letter, with what the last one's pair with it is kerned by, and says what the two tell of a break.
  @inline(__always)
  private mutating func reach(
    _ scalar: UInt32, _ letter: CharacterAdvance, isSameScript: Bool, _ spot: inout ScanState,
    _ table: CharacterProperties,
    _ shaper: inout Shaper
  ) -> PairBreak {
    let isPair =
      letter.face == spot.face && isSameScript && letter.number != CharacterAdvance.unpaired
      && spot.cursor.hasLetter
    guard isPair else {
      spot.cursor.at = spot.cursor.end
      return spot.cursor.breaks(before: scalar, letter.info, knowsIdeographs: knowsIdeographs)
    }
    var entry = pairs[spot.cursor.row, letter.number]
    if entry == KerningCache.unknown {
      let (last, script) = (spot.cursor.last, spot.cursor.script)
      let advance = shaper.advance(of: last, before: scalar, face: spot.face, script: script, table)
      entry = KerningCache.entry(
        kerning: advance - shaper.advance(of: last, face: spot.face),
        spot.cursor.breaks(before: scalar, letter.info, knowsIdeographs: knowsIdeographs))
      pairs[spot.cursor.row, letter.number] = entry
    }
    spot.cursor.at = spot.cursor.end + Int64(entry >> Int16(PairBreak.bits)) * spot.scale
    return PairBreak(rawValue: Int32(entry) & (1 << PairBreak.bits - 1))
  }

  /// Goes behind an emoji, which is a run of its own; false if that takes more than a scan.
  private mutating func passEmoji(
    _ number: Int32, in text: borrowing Span<UInt8>, from start: Int, to end: Int, _ spot: inout ScanState,
    _ request: borrowing Request, numbers: inout NumberRule, _ measured: inout MeasuredText
  ) -> Bool {
    spot.place = end
    if spot.edges < edges.count, edges[spot.edges].place < end { return false }
    let (breaks, lastRun) = (spot.cursor.breaksBeforeEmoji, lastRun)
    spot.cursor.at = spot.cursor.end
    addRun(at: start, spot.slotFace, spot.cursor.at, emoji: number, &measured)
    let isDivided = spot.cursor.divide(
      breaks, before: ICUBreakQuery.object, at: start, lastRun, text, request, &numbers, &measured)
    guard isDivided else { return false }
    spot.cursor.passEmoji(advance: Shaper.emojiAdvance(fontSize: request.style.fontSize))
    spot.face = FaceID.browser.index
    return true
  }

  /// Goes behind what is like a letter that was just read, which a loop of its own reads, and gives the last of it; false if
  /// a word is wider than a line.
  @inline(__always)
  private mutating func passAlike(
    _ letter: inout CharacterAdvance, in text: borrowing Span<UInt8>, _ spot: inout ScanState,
    _ request: borrowing Request, table: inout CharacterProperties, shaper: inout Shaper,
    numbers: inout NumberRule, _ measured: inout MeasuredText
  ) -> Bool {
    if spot.cursor.last < 0x7F, spot.cursor.script == CharacterProperties.latin, spot.face == spot.slotFace,
      let known = ofASCII[Int(spot.slot.rawValue)]
    {
      let end = spot.cursor.passASCII(
        text, from: spot.place, to: limit(of: text, spot), known.entries.span, scale: spot.scale,
        run: lastRun, request, &numbers, &measured)
      guard let end else { return false }
      if end > spot.place {
        spot.place = end
        letter = self.letter(of: spot.cursor.last, at: spot, table: &table, shaper: &shaper)
        spot.cursor.tell(letter.info)
      }
    } else if letter.number == CharacterAdvance.unpaired, letter.info.isEastAsianAlone, knowsIdeographs {
      let end = spot.cursor.passIdeographs(
        text, from: spot.place, to: limit(of: text, spot), letters, context: spot.context,
        face: spot.face, scale: spot.scale, run: lastRun, request, &measured)
      guard let end else { return false }
      spot.place = end
    }
    return true
  }

  /// Up to where the text is in one slot.
  @inline(__always)
  private func limit(of text: borrowing Span<UInt8>, _ spot: borrowing ScanState) -> Int {
    spot.edges < edges.count ? min(edges[spot.edges].place, text.count) : text.count
  }

  /// Ends the run of what was read, and opens one in a letter's face.
  @inline(__always)
  private mutating func openRun(
    at start: Int, of letter: CharacterAdvance, _ spot: inout ScanState, _ shaper: borrowing Shaper,
    _ measured: inout MeasuredText
  ) {
    addRun(at: start, letter.face, spot.cursor.at, &measured)
    (spot.face, spot.scale) = (letter.face, shaper.scales[Int(letter.face)])
    spot.alphabet = pairs.alphabet(spot.face, spot.cursor.script)
  }

  /// Ends the run of what was read, and opens another one.
  private mutating func addRun(
    at start: Int, _ face: UInt16, _ position: Int64, emoji: Int32 = -1, _ measured: inout MeasuredText
  ) {
    var before: Int64 = 0
    if let last = measured.runs.indices.last {
      measured.runs[last].end = position
      before = measured.runs[last].before + measured.runs[last].width
    }
    measured.runs.append(MeasuredText.Run(start: position, end: position, before: before))
    runs.append(Run(start: Int32(truncatingIfNeeded: start), face: face, emoji: emoji))
  }

  /// Whether spaces behind a letter are set in its face, as those between two letters of one face are; nil: that takes
  /// a longer look.
  private mutating func joinsSpaces(
    in text: borrowing Span<UInt8>, at spot: borrowing ScanState, table: inout CharacterProperties,
    shaper: inout Shaper
  ) -> Bool? {
    let face = spot.face
    var place = spot.place
    while place < text.count, text[place] == 0x20 {
      place += 1
      if place - spot.place > 64 { return nil }
    }
    guard place < text.count, fonts.faces[Int(face)].coverage.contains(0x20) else { return false }
    let next = letter(of: text.scalar(at: &place), at: spot, table: &table, shaper: &shaper)
    if next.kind == .emoji { return false }
    return next.kind == .symbol && next.face == face ? nil : next.face == face
  }

  private enum Symbol {
    case emoji(number: Int32, end: Int)
    case text
    case other
  }

  /// What a character is that may be an emoji, by itself or with what follows it.
  private mutating func symbol(
    _ first: UInt32, _ letter: CharacterAdvance, in text: borrowing Span<UInt8>, from start: Int, to end: Int,
    table: inout CharacterProperties
  ) -> Symbol {
    if letter.kind == .emoji, end == text.count || text[end] < 0xE2 {
      return .emoji(number: letter.advance, end: end)
    }
    var (end, afterNext) = (end, end)
    let next = afterNext < text.count ? text.scalar(at: &afterNext) : 0
    if let isEmoji = EmojiScanner.isEmoji(first, before: next) {
      if !isEmoji { return .text }
      if next == 0xFE0F {
        end = afterNext
        if end < text.count, EmojiScanner.mayGoOn(text.scalar(at: &afterNext)) {
          return sequence(in: text, from: start, table: &table)
        }
      }
      guard letter.info.isOfNoScript, let number = fonts.emojiPlace(of: first) else { return .other }
      return .emoji(number: number, end: end)
    }
    return sequence(in: text, from: start, table: &table)
  }

  /// The same for a sequence of more characters.
  private mutating func sequence(
    in text: borrowing Span<UInt8>, from start: Int, table: inout CharacterProperties
  ) -> Symbol {
    window.removeAll(keepingCapacity: true)
    var place = start
    while place < text.count, window.count < 64 {
      let scalar = text.scalar(at: &place)
      // The flags of regions are as long as somebody likes.
      if EmojiScanner.isTag(scalar) { return .other }
      window.append(scalar)
    }
    guard
      let count = EmojiScanner.end(
        of: window, from: 0,
        isKnown: { fonts.emojiPlaces[EmojiScanner.qualified(window[$0])] != nil })
    else { return .text }
    guard let number = fonts.emojiPlace(of: window[..<count]) else { return .other }
    var end = start
    for _ in 0..<count {
      guard table.info(text.scalar(at: &end)).isOfNoScript else { return .other }
    }
    return .emoji(number: number, end: end)
  }
}
