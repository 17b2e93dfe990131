internal import Frames

/// Measures and divides texts that need nothing but letters and pairs of letters: alphabets without joining, ideographs and
/// syllables, and emoji among them, in any faces. One pass over the bytes does what ``Itemizer``, ``LineBreaker`` and
/// ``Shaper`` do one after the other, with the same result; a text with anything else is left to them.
struct LetterScan {
  private let fonts: FontSet
  private let knowsIdeographs: Bool
  /// The ASCII pairs of each face that has all of ASCII.
  private let ofFaces: [PairTable?]
  /// The ASCII pairs of each slot's own face, which plain text keeps near.
  private let ofASCII: [PairTable?]
  private var letters: LetterTable
  private var pairs = LetterPairs()
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
    _ text: borrowing Span<UInt8>, _ request: borrowing Request, table: inout CharacterTable,
    shaper: inout Shaper, numbers: inout NumberRule, into measured: inout MeasuredText
  ) -> Bool {
    guard text.count > 0, findEdges(request) else { return false }
    var variant = TextSurvey.HanVariant.unmarked
    while true {
      let outcome = scan(
        text, request, variant, table: &table, shaper: &shaper, numbers: &numbers, into: &measured)
      switch outcome {
      case .isMeasured: return true
      case .isOther: return false
      case .tellsHanVariant:
        if variant != .unmarked { return false }
        variant = TextSurvey.HanVariant(of: text)
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
    of text: borrowing Span<UInt8>, in context: Int, table: inout CharacterTable
  ) -> UInt8 {
    var place = 0
    var isLatin1 = true
    while place < text.count {
      let scalar = text.scalar(at: &place)
      let letter = letters.known(scalar, in: context)
      let script = letter.kind == .unknown ? table.info(scalar).script : letter.info.script
      if script > CharacterTable.inherited { return script }
      if scalar >= 0x100 { isLatin1 = false }
    }
    return isLatin1 ? CharacterTable.latin : CharacterTable.common
  }
}

// MARK: The scan

extension LetterScan {
  private mutating func scan(
    _ text: borrowing Span<UInt8>, _ request: borrowing Request, _ variant: TextSurvey.HanVariant,
    table: inout CharacterTable, shaper: inout Shaper, numbers: inout NumberRule,
    into measured: inout MeasuredText
  ) -> Outcome {
    measured.clear()
    runs.removeAll(keepingCapacity: true)
    shaper.setScales(for: request.style.fontSize)
    var cursor = LetterCursor()
    var slot = request.style.slot
    var context = letters.open(slot, variant)
    if !request.isASCII { cursor.script = firstScript(of: text, in: context, table: &table) }
    // No face is that of what comes first, or behind an emoji.
    var (face, scale) = (FaceID.browser.index, Int64(0))
    var slotFace = fonts.slotFaces[Int(slot.rawValue)]
    var alphabet = 0
    var nextEdge = 0
    var place = 0
    while place < text.count {
      let start = place
      let scalar = text.scalar(at: &place)
      let isEdge = nextEdge < edges.count && edges[nextEdge].place <= start
      if isEdge {
        while nextEdge < edges.count, edges[nextEdge].place <= start {
          slot = edges[nextEdge].slot
          nextEdge += 1
        }
        context = letters.open(slot, variant)
        slotFace = fonts.slotFaces[Int(slot.rawValue)]
      }
      var letter = letters.known(scalar, in: context)
      if letter.kind == .unknown {
        letter = letters.look(up: scalar, slot: slot, variant: variant, table: &table, shaper: &shaper)
      }
      let lastRun = Int32(truncatingIfNeeded: runs.count - 1)
      switch letter.kind {
      case .letter: break
      case .newline:
        guard cursor.endParagraph(at: start, lastRun, request, &measured) else { return .isOther }
        if face != letter.face || isEdge {
          openRun(at: start, letter.face, cursor.at, &measured)
          (face, scale) = (letter.face, shaper.scales[Int(letter.face)])
          alphabet = pairs.alphabet(face, cursor.script)
        }
        continue
      case .symbol, .emoji:
        var symbol = Symbol.emoji(number: letter.advance, end: place)
        if letter.kind == .symbol || place < text.count && text[place] >= 0xE2 {
          symbol = emoji(in: text, from: start, scalar, letter.info, table: &table)
        }
        switch symbol {
        case .text:
          guard letter.kind == .symbol, Int(letter.face) < fonts.faces.count else { return .isOther }
        case .other: return .isOther
        case .emoji(let number, let end):
          place = end
          if nextEdge < edges.count, edges[nextEdge].place < end { return .isOther }
          let breaks = cursor.breaksBeforeEmoji
          cursor.at = cursor.end
          openRun(at: start, slotFace, cursor.at, emoji: number, &measured)
          guard
            cursor.divide(
              breaks, before: BreakQuestion.object, at: start, lastRun, text, request, &numbers, &measured)
          else { return .isOther }
          cursor.passEmoji(advance: Shaper.emojiAdvance(fontSize: request.style.fontSize))
          face = FaceID.browser.index
          continue
        }
      case .tellsHanVariant: return .tellsHanVariant
      case .other, .unknown: return .isOther
      }

      guard let isSameScript = cursor.follow(letter.info, at: start, in: text) else { return .isOther }
      if scalar == 0x20, letter.face != face, !request.isASCII, !cursor.isAtStart, !cursor.isBehindEmoji {
        guard
          let isJoined = joinsSpaces(
            in: text, from: place, face: face, slot, variant, table: &table, shaper: &shaper)
        else { return .isOther }
        if isJoined {
          letter.face = face
          letter.number = fonts.faces[Int(face)].isKerned ? 0 : Letter.unpaired
          letter.advance = shaper.advance(of: 0x20, face: face)
        }
      }
      let breaks: LetterBreak
      if letter.face == face, isSameScript, letter.number != Letter.unpaired, cursor.hasLetter {
        var entry = pairs[cursor.row, letter.number]
        if entry == LetterPairs.unknown {
          let advance = shaper.advance(
            of: cursor.last, before: scalar, face: face, script: cursor.script, table)
          entry = LetterPairs.entry(
            kerning: advance - shaper.advance(of: cursor.last, face: face),
            cursor.breaks(before: scalar, letter.info, knowsIdeographs: knowsIdeographs))
          pairs[cursor.row, letter.number] = entry
        }
        breaks = LetterBreak(rawValue: Int32(entry) & (1 << LetterBreak.bits - 1))
        cursor.at = cursor.end + Int64(entry >> Int16(LetterBreak.bits)) * scale
      } else {
        breaks = cursor.breaks(before: scalar, letter.info, knowsIdeographs: knowsIdeographs)
        cursor.at = cursor.end
      }
      if letter.face != face || isEdge {
        openRun(at: start, letter.face, cursor.at, &measured)
        (face, scale) = (letter.face, shaper.scales[Int(letter.face)])
        alphabet = pairs.alphabet(face, cursor.script)
      } else if !isSameScript {
        alphabet = pairs.alphabet(face, cursor.script)
      }
      if cursor.isAtStart || scalar == 0x20 || breaks.rawValue != 0 {
        guard cursor.divide(breaks, before: scalar, at: start, lastRun, text, request, &numbers, &measured)
        else { return .isOther }
      }
      cursor.pass(scalar, letter, scale: scale)
      if scalar < 0x7F, cursor.script == CharacterTable.latin, face == slotFace,
        let known = ofASCII[Int(slot.rawValue)]
      {
        let limit = nextEdge < edges.count ? min(edges[nextEdge].place, text.count) : text.count
        guard
          let end = cursor.passASCII(
            text, from: place, to: limit, known.entries.span, scale: scale,
            run: Int32(truncatingIfNeeded: runs.count - 1), request, &numbers, &measured)
        else { return .isOther }
        if end > place {
          place = end
          letter = letters.known(cursor.last, in: context)
          if letter.kind == .unknown {
            letter = letters.look(
              up: cursor.last, slot: slot, variant: variant, table: &table, shaper: &shaper)
          }
          cursor.tell(letter.info)
        }
      } else if letter.number == Letter.unpaired, letter.info.isEastAsianAlone, knowsIdeographs {
        let limit = nextEdge < edges.count ? min(edges[nextEdge].place, text.count) : text.count
        guard
          let end = cursor.passIdeographs(
            text, from: place, to: limit, letters, context: context, face: face, scale: scale,
            run: Int32(truncatingIfNeeded: runs.count - 1), request, &measured)
        else { return .isOther }
        place = end
      }
      if letter.number != Letter.unpaired { cursor.row = pairs.row(of: letter.number, in: alphabet) }
    }
    let lastRun = Int32(truncatingIfNeeded: runs.count - 1)
    guard cursor.endParagraph(at: text.count, lastRun, request, &measured), cursor.isSure else {
      return .isOther
    }
    measured.runs[Int(lastRun)].end = cursor.at
    if cursor.isWide {
      let wide = WideSegments(pairs: ofFaces, maxWidth: request.maxWidth, breaksURLs: request.breaksURLs)
      guard wide.divide(text, faces: runs, scales: shaper.scales, in: &measured) else { return .isOther }
    }
    return .isMeasured
  }

  /// Ends the run of what was read, and opens another one.
  private mutating func openRun(
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
    in text: borrowing Span<UInt8>, from start: Int, face: UInt16, _ slot: FaceSlot,
    _ variant: TextSurvey.HanVariant, table: inout CharacterTable, shaper: inout Shaper
  ) -> Bool? {
    var place = start
    while place < text.count, text[place] == 0x20 {
      place += 1
      if place - start > 64 { return nil }
    }
    guard place < text.count, fonts.faces[Int(face)].coverage.contains(0x20) else { return false }
    let scalar = text.scalar(at: &place)
    var next = letters.known(scalar, in: letters.open(slot, variant))
    if next.kind == .unknown {
      next = letters.look(up: scalar, slot: slot, variant: variant, table: &table, shaper: &shaper)
    }
    if next.kind == .emoji { return false }
    return next.kind == .symbol && next.face == face ? nil : next.face == face
  }

  private enum Symbol {
    case emoji(number: Int32, end: Int)
    case text
    case other
  }

  /// What a character is that may be an emoji.
  private mutating func emoji(
    in text: borrowing Span<UInt8>, from start: Int, _ first: UInt32, _ info: CharacterInfo,
    table: inout CharacterTable
  ) -> Symbol {
    var end = start
    _ = text.scalar(at: &end)
    var afterNext = end
    let next = afterNext < text.count ? text.scalar(at: &afterNext) : 0
    if let isEmoji = EmojiScanner.isEmoji(first, before: next) {
      if !isEmoji { return .text }
      if next == 0xFE0F {
        end = afterNext
        if end < text.count, EmojiScanner.mayGoOn(text.scalar(at: &afterNext)) {
          return sequence(in: text, from: start, table: &table)
        }
      }
      guard info.isOfNoScript, let number = fonts.emojiPlace(of: first) else { return .other }
      return .emoji(number: number, end: end)
    }
    return sequence(in: text, from: start, table: &table)
  }

  /// The same for a sequence of more characters.
  private mutating func sequence(
    in text: borrowing Span<UInt8>, from start: Int, table: inout CharacterTable
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
