import Fonts
import Frames
import Storage

/// Measures texts that need only letters and pairs of letters, in one pass over their bytes.
///
/// **Accepts** alphabets without joining, ideographs and syllables, with emoji, marks and newlines among them, in any faces: nearly
/// all texts of most chats. A single character of any other kind – combining marks, controls, joining letters, tabs, right-to-left
/// text – leaves the text to ``WordMeasurer`` or to all stages.
///
/// **Why it is exact.** The fonts keep no feature that looks at more than a pair of letters (``ASCIIAdvances``), so a letter is at
/// the end of the one before it, plus their kerning. Breaks follow from the pair (``PairBreak``); where a pair does not decide, the
/// stages ask ICU. A text that fits in one line needs no breaks, so it stays here even then.
///
/// **Saves** splitting the text into characters, itemising it and asking ICU.
/// **Held equal** to all stages by `FastWayTests` (9,000 seeded texts of six locales) and to the browsers by `BrowserReplayTests`.
struct SimpleTextMeasurer {
  private let fonts: FontSet
  /// The setting that decides between the languages of Han characters.
  var han: HanSetting
  private let knowsIdeographs: Bool
  /// The ASCII advances of each slot's own face.
  private let ascii: [ASCIIAdvances?]
  private var letters: LetterTable
  private var kerning = KerningCache()
  /// The result for the text measured last.
  var text: SimpleText
  /// The bytes at which marks start or end, ascending, and the slots between them.
  private var edges: [Edge] = []
  /// A few characters, from the start of an emoji.
  private var window: [UInt32] = []

  /// The byte at which marks start or end, and the slot of the text after it.
  private struct Edge {
    var byte: Int
    var slot: FaceSlot
  }

  /// The result of a scan. If a text fits in a line, unsure breaks do not matter.
  private enum Outcome { case isMeasured(areBreaksSure: Bool), isOther, asksForLanguage }

  /// A measurer with no memory of any text.
  init(fonts: FontSet, knowsIdeographs: Bool) {
    (self.fonts, han, self.knowsIdeographs) = (fonts, fonts.han, knowsIdeographs)
    let ofFaces = fonts.asciiAdvances(mayBreak: ASCIIBreaks.mayBreak)
    ascii = fonts.slotFaces.map { ofFaces[Int($0)] }
    letters = LetterTable(fonts: fonts)
    text = SimpleText(fonts: fonts)
  }

  /// The marks and style that a text is measured with.
  struct Request {
    var marks: [TextMark]
    var style: TextStyle
    /// True if the text is ASCII, whose script is always Latin.
    var isASCII: Bool
  }

  /// Fills ``text`` and the runs of `measured`. Returns true if ICU would see the same breaks, or nil if the text needs other
  /// stages.
  mutating func measure(
    _ utf8: borrowing Span<UInt8>, _ request: borrowing Request, shaper: inout Shaper,
    into measured: inout MeasuredText
  ) -> Bool? {
    guard utf8.count > 0, findEdges(request) else { return nil }
    var language: EastAsianLanguage?
    while true {
      switch scan(utf8, request, language, shaper: &shaper, into: &measured) {
      case .isMeasured(let areBreaksSure): return areBreaksSure
      case .isOther: return nil
      case .asksForLanguage:
        if language != nil { return nil }
        language = HanEvidence(of: utf8).language(in: han)
      }
    }
  }

  /// Returns the length in bytes of the longest beginning of a line of ASCII that, without the spaces at its end, is not
  /// wider than `maxWidth`; nil if there is anything but ASCII.
  mutating func asciiPrefix(
    of utf8: borrowing Span<UInt8>, style: TextStyle, maxWidth: Int32, shaper: inout Shaper
  ) -> Int? {
    guard let advances = ascii[Int(style.slot.rawValue)] else { return nil }
    shaper.setScales(for: style.fontSize)
    let scale = shaper.scales[Int(fonts.slotFaces[Int(style.slot.rawValue)])]
    text.begin(count: utf8.count, isASCII: true)
    var (start, row, position) = (0, ASCIIAdvances.nothing, Int64(0))
    while start < utf8.count {
      // A line is cut at some forty characters of the thousand that it may have.
      let limit = min(start + 64, utf8.count)
      let end = text.measureASCII(
        utf8, from: start, to: limit, by: advances, scale: scale, row: &row, position: &position)
      for byte in start..<end where utf8[byte] != 0x20 {
        let lineEnd = text.position(of: byte) + Int64(advances.advance(UInt32(utf8[byte]))) * scale
        if lineEnd > Int64(maxWidth) << 16 { return byte }
      }
      if end < limit { return nil }
      start = end
    }
    return utf8.count
  }

  // MARK: Before the scan

  /// Notes the start and end of marks; false if there are too many, or if other faces would have spaces between them.
  private mutating func findEdges(_ request: borrowing Request) -> Bool {
    if !edges.isEmpty { edges.removeAll(keepingCapacity: true) }
    if request.marks.isEmpty { return true }
    guard request.marks.count <= 32 else { return false }
    let own = request.style.slot
    for mark in request.marks where mark.start < mark.end {
      edges.append(Edge(byte: Int(mark.start), slot: own))
      edges.append(Edge(byte: Int(mark.end), slot: own))
    }
    edges.sort { $0.byte < $1.byte }
    for index in edges.indices {
      for mark in request.marks
      where mark.start < mark.end && mark.start <= edges[index].byte && edges[index].byte < mark.end {
        edges[index].slot = Itemizer.slot(of: mark, in: edges[index].slot)
      }
      if edges[index].slot != own, !request.isASCII { return false }
    }
    return true
  }

  /// Returns the script of the first letter with a script, or the default for texts without such letters.
  private func firstScript(
    of utf8: borrowing Span<UInt8>, in context: Int, table: inout CharacterProperties
  ) -> UInt8 {
    var byte = 0
    var isLatin1 = true
    while byte < utf8.count {
      let scalar = utf8.scalar(at: &byte)
      let letter = letters.known(scalar, in: context)
      let script = letter.kind == .unknown ? table.info(scalar).script : letter.info.script
      if script > CharacterProperties.inherited { return script }
      if scalar >= 0x100 { isLatin1 = false }
    }
    return Itemizer.scriptWithoutLetters(isLatin1: isLatin1)
  }
}

// MARK: The scan

extension SimpleTextMeasurer {
  /// The position of a scan, and the setting of the text there.
  private struct ScanState {
    var cursor = SimpleTextCursor()
    /// The byte that is read next.
    var byte = 0
    /// The number of edges before it.
    var edges = 0
    var slot: FaceSlot
    let language: EastAsianLanguage?
    /// The context of the slot and the language in the table of letters.
    var context: Int
    /// The slot's own face.
    var slotFace: UInt16
    /// The run's face; none at the start and after an emoji.
    var face = FaceID.browser.index
    /// The size of a font unit of it (``Shaper/scales``).
    var scale: Int64 = 0
    /// The alphabet of the face and the script in ``KerningCache``.
    var alphabet = 0
  }

  private mutating func scan(
    _ utf8: borrowing Span<UInt8>, _ request: borrowing Request, _ language: EastAsianLanguage?,
    shaper: inout Shaper, into measured: inout MeasuredText
  ) -> Outcome {
    measured.clear()
    text.begin(count: utf8.count, isASCII: request.isASCII)
    shaper.setScales(for: request.style.fontSize)
    let slot = request.style.slot
    var state = ScanState(
      slot: slot, language: language, context: letters.open(slot, in: language),
      slotFace: fonts.slotFaces[Int(slot.rawValue)])
    if !request.isASCII {
      state.cursor.script = firstScript(of: utf8, in: state.context, table: &shaper.properties)
    }
    while state.byte < utf8.count {
      let start = state.byte
      let isEdge = passEdges(to: start, &state)
      if !isEdge || text.runs.isEmpty {
        passASCII(utf8, &state, shaper, &measured)
        if state.byte == utf8.count { break }
        if state.byte > start {
          if utf8[state.byte] != 0x0A { noteLastOfASCII(&state, shaper: &shaper) }
          continue
        }
      }
      let scalar = utf8.scalar(at: &state.byte)
      let letter = letter(of: scalar, at: state, shaper: &shaper)
      switch letter.kind {
      case .letter: break
      case .newline:
        state.cursor.endParagraph()
        text.endParagraph(at: start, position: state.cursor.position)
        if letter.face != state.face || isEdge { openRun(at: start, of: letter, &state, shaper, &measured) }
        continue
      case .symbol, .emoji:
        switch symbol(scalar, letter, in: utf8, from: start, to: state.byte, table: &shaper.properties) {
        case .text where letter.kind == .symbol && Int(letter.face) < fonts.faces.count: break
        case .text, .other: return .isOther
        case .emoji(let ordinal, let end):
          guard passEmoji(ordinal, from: start, to: end, &state, request, &measured) else { return .isOther }
          continue
        }
      case .asksForLanguage: return .asksForLanguage
      case .other, .unknown: return .isOther
      }
      let isPassed = pass(
        scalar, letter, in: utf8, from: start, isEdge: isEdge, &state, request, shaper: &shaper,
        &measured)
      if !isPassed { return .isOther }
    }
    state.cursor.endParagraph()
    text.endParagraph(at: utf8.count, position: state.cursor.position)
    measured.runs[text.runs.count - 1].end = state.cursor.position
    return .isMeasured(areBreaksSure: state.cursor.areBreaksSure)
  }

  /// Steps over a letter and similar ones after it. Returns false if a scan is not enough.
  @inline(__always)
  private mutating func pass(
    _ scalar: UInt32, _ known: CharacterAdvance, in utf8: borrowing Span<UInt8>, from start: Int,
    isEdge: Bool,
    _ state: inout ScanState, _ request: borrowing Request, shaper: inout Shaper,
    _ measured: inout MeasuredText
  ) -> Bool {
    var letter = known
    guard let isSameScript = state.cursor.follow(letter.info, at: start, in: utf8) else { return false }
    if scalar == 0x20, letter.face != state.face, !request.isASCII, !state.cursor.isAtStart,
      !state.cursor.isBehindEmoji
    {
      guard let isJoined = joinsSpaces(in: utf8, at: state, shaper: &shaper) else {
        return false
      }
      if isJoined {
        letter.face = state.face
        letter.number = fonts.faces[Int(state.face)].isKerned ? 0 : CharacterAdvance.unpaired
        letter.advance = shaper.advance(of: 0x20, face: state.face)
      }
    }
    let breaks = reach(scalar, letter, isSameScript: isSameScript, &state, &shaper)
    if letter.face != state.face || isEdge {
      openRun(at: start, of: letter, &state, shaper, &measured)
    } else if !isSameScript {
      state.alphabet = kerning.alphabet(state.face, state.cursor.script)
    }
    text.set(state.cursor.position, at: start)
    if breaks.rawValue != 0, state.cursor.see(breaks) { text.addBreak(before: start) }
    if letter.info.isDigit { text.hasDigit = true }
    state.cursor.pass(scalar, letter, scale: state.scale)
    if letter.number != CharacterAdvance.unpaired {
      state.cursor.row = kerning.row(of: letter.number, in: state.alphabet)
    } else if letter.info.isEastAsianAlone, knowsIdeographs {
      passIdeographs(utf8, &state)
    }
    return true
  }

  // MARK: Letters alike

  /// Steps over printable ASCII in Latin text, if its slot's face is the run's or nothing was read yet.
  @inline(__always)
  private mutating func passASCII(
    _ utf8: borrowing Span<UInt8>, _ state: inout ScanState, _ shaper: borrowing Shaper,
    _ measured: inout MeasuredText
  ) {
    guard state.cursor.script == CharacterProperties.latin, utf8[state.byte] &- 0x20 < 0x5F,
      state.face == state.slotFace ? state.cursor.last < 0x7F : text.runs.isEmpty,
      let advances = ascii[Int(state.slot.rawValue)]
    else { return }
    if text.runs.isEmpty { openRun(at: state.byte, in: state.slotFace, &state, shaper, &measured) }
    var row =
      state.cursor.isAtStart
      ? ASCIIAdvances.nothing : (Int(state.cursor.last) - 0x20) * ASCIIAdvances.stride
    let end = text.measureASCII(
      utf8, from: state.byte, to: limit(of: utf8, state), by: advances, scale: state.scale, row: &row,
      position: &state.cursor.position)
    state.byte = end
    state.cursor.passASCII(
      last: utf8[end - 1], advance: Int64(advances.lastAdvance(inRow: row)) * state.scale)
  }

  /// Gives the cursor the last character of some ASCII, which matters if anything but ASCII follows.
  private mutating func noteLastOfASCII(
    _ state: inout ScanState, shaper: inout Shaper
  ) {
    let letter = letter(of: state.cursor.last, at: state, shaper: &shaper)
    state.cursor.setInfo(letter.info)
    if letter.number != CharacterAdvance.unpaired {
      state.cursor.row = kerning.row(of: letter.number, in: state.alphabet)
    }
  }

  /// Steps over ideographs and their punctuation in the run's face, which does not kern.
  private mutating func passIdeographs(_ utf8: borrowing Span<UInt8>, _ state: inout ScanState) {
    let (limit, script) = (limit(of: utf8, state), state.cursor.script)
    while state.byte < limit, utf8[state.byte] >= 0xE0 {
      var next = state.byte
      let scalar = utf8.scalar(at: &next)
      let letter = letters.known(scalar, in: state.context)
      guard letter.kind == .letter, letter.face == state.face, letter.number == CharacterAdvance.unpaired,
        letter.info.isEastAsianAlone,
        letter.info.script == script || letter.info.script <= CharacterProperties.inherited,
        script == CharacterProperties.han || !letter.info.isLimitedCommon
      else { return }
      state.cursor.goToEnd()
      text.set(state.cursor.position, at: state.byte)
      if state.cursor.see(PairBreak(behindIdeographBefore: letter.info)) { text.addBreak(before: state.byte) }
      state.cursor.pass(scalar, letter, scale: state.scale)
      state.byte = next
    }
  }

  /// Returns the byte up to which the text is in one slot.
  @inline(__always)
  private func limit(of utf8: borrowing Span<UInt8>, _ state: borrowing ScanState) -> Int {
    state.edges < edges.count ? min(edges[state.edges].byte, utf8.count) : utf8.count
  }

  // MARK: Steps

  /// Takes the slot of the last edge up to a byte. Returns true if there is an edge after the previous byte.
  @inline(__always)
  private mutating func passEdges(to start: Int, _ state: inout ScanState) -> Bool {
    guard state.edges < edges.count, edges[state.edges].byte <= start else { return false }
    while state.edges < edges.count, edges[state.edges].byte <= start {
      state.slot = edges[state.edges].slot
      state.edges += 1
    }
    state.context = letters.open(state.slot, in: state.language)
    state.slotFace = fonts.slotFaces[Int(state.slot.rawValue)]
    return true
  }

  @inline(__always)
  private mutating func letter(
    of scalar: UInt32, at state: borrowing ScanState, shaper: inout Shaper
  ) -> CharacterAdvance {
    let letter = letters.known(scalar, in: state.context)
    if letter.kind != .unknown { return letter }
    return letters.look(up: scalar, slot: state.slot, in: state.language, shaper: &shaper)
  }

  /// Moves to a letter, kerned with the last one, and notes the break that the pair allows.
  @inline(__always)
  private mutating func reach(
    _ scalar: UInt32, _ letter: CharacterAdvance, isSameScript: Bool, _ state: inout ScanState,
    _ shaper: inout Shaper
  ) -> PairBreak {
    let isPair =
      letter.face == state.face && isSameScript && letter.number != CharacterAdvance.unpaired
      && state.cursor.hasLetter
    guard isPair else {
      state.cursor.goToEnd()
      return state.cursor.breaks(before: scalar, letter.info, knowsIdeographs: knowsIdeographs)
    }
    var entry = kerning[state.cursor.row, letter.number]
    if entry == KerningCache.unknown {
      let (last, script) = (state.cursor.last, state.cursor.script)
      let advance = shaper.advance(of: last, before: scalar, face: state.face, script: script)
      entry = KerningCache.entry(
        kerning: advance - shaper.advance(of: last, face: state.face),
        state.cursor.breaks(before: scalar, letter.info, knowsIdeographs: knowsIdeographs))
      kerning[state.cursor.row, letter.number] = entry
    }
    state.cursor.position = state.cursor.end + Int64(entry >> Int16(PairBreak.bits)) * state.scale
    return PairBreak(rawValue: Int32(entry) & (1 << PairBreak.bits - 1))
  }

  /// Steps over an emoji, which is a run of its own. Returns false if a scan is not enough.
  private mutating func passEmoji(
    _ ordinal: Int32, from start: Int, to end: Int, _ state: inout ScanState, _ request: borrowing Request,
    _ measured: inout MeasuredText
  ) -> Bool {
    state.byte = end
    if state.edges < edges.count, edges[state.edges].byte < end { return false }
    let breaks = state.cursor.breaksBeforeEmoji
    state.cursor.goToEnd()
    addRun(at: start, state.slotFace, state.cursor.position, emoji: ordinal, &measured)
    text.set(state.cursor.position, at: start)
    if state.cursor.see(breaks) { text.addBreak(before: start) }
    state.cursor.passEmoji(advance: Shaper.emojiAdvance(fontSize: request.style.fontSize))
    state.face = FaceID.browser.index
    return true
  }

  /// Ends the current run, and opens one in a letter's face.
  @inline(__always)
  private mutating func openRun(
    at start: Int, of letter: CharacterAdvance, _ state: inout ScanState, _ shaper: borrowing Shaper,
    _ measured: inout MeasuredText
  ) { openRun(at: start, in: letter.face, &state, shaper, &measured) }

  /// Ends the current run, and opens one in a face.
  private mutating func openRun(
    at start: Int, in face: UInt16, _ state: inout ScanState, _ shaper: borrowing Shaper,
    _ measured: inout MeasuredText
  ) {
    addRun(at: start, face, state.cursor.position, &measured)
    (state.face, state.scale) = (face, shaper.scales[Int(face)])
    state.alphabet = kerning.alphabet(state.face, state.cursor.script)
  }

  /// Ends the current run, and opens another one.
  private mutating func addRun(
    at start: Int, _ face: UInt16, _ position: Int64, emoji: Int32 = -1, _ measured: inout MeasuredText
  ) {
    var before: Int64 = 0
    if let last = measured.runs.indices.last {
      measured.runs[last].end = position
      before = measured.runs[last].before + measured.runs[last].width
    }
    measured.runs.append(MeasuredText.MeasuredRun(start: position, end: position, before: before))
    text.addRun(at: start, face: face, emoji: emoji)
  }

  /// True if spaces after a letter are set in its face, like those between two letters of one face; nil if a closer look is needed.
  private mutating func joinsSpaces(
    in utf8: borrowing Span<UInt8>, at state: borrowing ScanState, shaper: inout Shaper
  ) -> Bool? {
    let face = state.face
    var byte = state.byte
    while byte < utf8.count, utf8[byte] == 0x20 {
      byte += 1
      if byte - state.byte > 64 { return nil }
    }
    guard byte < utf8.count, fonts.faces[Int(face)].coverage.contains(0x20) else { return false }
    let next = letter(of: utf8.scalar(at: &byte), at: state, shaper: &shaper)
    if next.kind == .emoji { return false }
    return next.kind == .symbol && next.face == face ? nil : next.face == face
  }

  private enum Symbol {
    case emoji(ordinal: Int32, end: Int)
    case text
    case other
  }

  /// Classifies a character that may be an emoji, by itself or with the characters after it.
  private mutating func symbol(
    _ first: UInt32, _ letter: CharacterAdvance, in utf8: borrowing Span<UInt8>, from start: Int, to end: Int,
    table: inout CharacterProperties
  ) -> Symbol {
    if letter.kind == .emoji, end == utf8.count || utf8[end] < 0xE2 {
      return .emoji(ordinal: letter.advance, end: end)
    }
    var (end, afterNext) = (end, end)
    let next = afterNext < utf8.count ? utf8.scalar(at: &afterNext) : 0
    if let isEmoji = EmojiScanner.isEmoji(first, before: next) {
      if !isEmoji { return .text }
      if next == 0xFE0F {
        end = afterNext
        if end < utf8.count, EmojiScanner.mayGoOn(utf8.scalar(at: &afterNext)) {
          return sequence(in: utf8, from: start, table: &table)
        }
      }
      guard letter.info.isOfNoScript, let number = fonts.emojiIndex(of: first) else { return .other }
      return .emoji(ordinal: number, end: end)
    }
    return sequence(in: utf8, from: start, table: &table)
  }

  /// Classifies a sequence of more characters.
  private mutating func sequence(
    in utf8: borrowing Span<UInt8>, from start: Int, table: inout CharacterProperties
  ) -> Symbol {
    window.removeAll(keepingCapacity: true)
    var byte = start
    while byte < utf8.count, window.count < 64 {
      let scalar = utf8.scalar(at: &byte)
      // Flags of regions have no maximum length.
      if EmojiScanner.isTag(scalar) { return .other }
      window.append(scalar)
    }
    guard
      let count = EmojiScanner.end(
        of: window, from: 0,
        isKnown: { fonts.emojiIndices[EmojiScanner.qualified(window[$0])] != nil })
    else { return .text }
    guard let number = fonts.emojiIndex(of: window[..<count]) else { return .other }
    var end = start
    for _ in 0..<count {
      guard table.info(utf8.scalar(at: &end)).isOfNoScript else { return .other }
    }
    return .emoji(ordinal: number, end: end)
  }
}
