import Fonts
import Frames
import ICU

/// Divides a text into runs of one face and direction, and finds the script of each letter.
struct Itemizer {
  let fonts: FontSet
  /// The setting that decides between the languages of Han characters.
  var han: HanSetting
  private let bidi = BidiLevels()
  /// True if each face has a space.
  private let hasSpace: [Bool]
  /// True for each bundled face: these have no Hebrew letters.
  private let isBundled: [Bool]

  init(fonts: FontSet) {
    (self.fonts, han) = (fonts, fonts.han)
    hasSpace = fonts.faces.map { $0.coverage.contains(0x20) }
    isBundled = fonts.faces.map(\.isBundled)
  }

  /// Fills the faces, scripts, levels, emoji and runs of `text`, and returns the paragraph direction.
  func itemize(
    _ text: inout TextAnalysis, marks: [TextMark], slot: FaceSlot, direction: TextDirection?,
    table: CharacterProperties
  ) -> TextDirection {
    text.isMixed = !marks.isEmpty
    chooseSlots(&text, marks: marks, slot: slot)
    if !text.isASCII {
      if text.infos.mayStartEmoji || text.infos.isKeycap { findEmoji(&text) }
      if marks.contains(where: \.isEmoji) { markEmoji(of: marks, in: &text) }
      chooseFaces(&text)
      // Letters are taken to be Latin unless a stage says otherwise.
      if !text.infos.isAllLatin || text.infos.isLimitedCommon { resolveScripts(&text, table: table) }
    }
    let direction = direction ?? Self.firstStrong(text.characters.span.extracting(first: text.count))
    findLevels(&text, direction: direction, isolates: marks.filter { $0.isIsolate && $0.start < $0.end })
    divide(&text)
    return direction
  }

  // MARK: Slots

  private func chooseSlots(_ text: inout TextAnalysis, marks: [TextMark], slot: FaceSlot) {
    let face = fonts.slotFaces[Int(slot.rawValue)]
    var characters = text.characters.mutableSpan
    if slot != .regular || face != 0 {
      for index in characters.indices { (characters[index].slot, characters[index].face) = (slot, face) }
    }
    for mark in marks where mark.start < mark.end {
      let range = Self.characterRange(of: mark, in: characters.span)
      characters[range.lowerBound].isMarkEdge = true
      characters[range.upperBound].isMarkEdge = true
      for index in range {
        let slot = Self.slot(of: mark, in: characters[index].slot)
        characters[index].slot = slot
        characters[index].face = fonts.slotFaces[Int(slot.rawValue)]
      }
    }
  }

  /// The slot of text in a mark that would be set in another slot without it.
  static func slot(of mark: TextMark, in slot: FaceSlot) -> FaceSlot {
    switch mark.kind {
    case .strong: slot == .code ? .code : slot.isItalic ? .boldItalic : .bold
    case .emphasis: slot == .code ? .code : slot.isBold ? .boldItalic : .italic
    case .code: .code
    case .strikethrough, .underline, .spoiler, .mention, .hashtag, .emoji, .link, .caution, .cut, .added,
      .removed, .gutter, .failed:
      slot
    }
  }

  /// The characters that start inside a mark.
  private static func characterRange(of mark: TextMark, in characters: borrowing Span<TextCharacter>)
    -> Range<Int>
  {
    let start = index(of: mark.start, in: characters)
    return start..<max(start, index(of: mark.end, in: characters))
  }

  /// The first character that starts at or after a byte.
  private static func index(of byte: Int32, in characters: borrowing Span<TextCharacter>) -> Int {
    var (low, high) = (0, characters.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if characters[middle].offset < byte { low = middle + 1 } else { high = middle }
    }
    return low
  }

  // MARK: Emoji

  private func findEmoji(_ text: inout TextAnalysis) {
    let scalars = text.scalars
    let hasKeycap = text.infos.isKeycap
    var isMixed = false
    var characters = text.characters.mutableSpan
    var index = 0
    while index < scalars.count {
      let info = characters[index].info
      guard info.mayStartEmoji || hasKeycap && EmojiScanner.mayStart(scalars[index]),
        let end = EmojiScanner.end(
          of: scalars, from: index,
          isKnown: { fonts.emojiIndices[EmojiScanner.qualified(scalars[$0])] != nil })
      else {
        index += 1
        continue
      }
      if let number = fonts.emojiIndex(of: scalars[index..<end]) {
        isMixed = true
        characters[index].emoji = number
        for inside in index + 1..<end { characters[inside].emoji = -2 }
      }
      index = end
    }
    if isMixed { text.isMixed = true }
  }

  /// Makes each mark of the chat's own emoji one emoji.
  private func markEmoji(of marks: [TextMark], in text: inout TextAnalysis) {
    text.isMixed = true
    var characters = text.characters.mutableSpan
    for mark in marks where mark.isEmoji {
      let range = Self.characterRange(of: mark, in: characters.span)
      for index in range { characters[index].emoji = index == range.lowerBound ? Self.ofMark : -2 }
    }
  }

  /// The number of an emoji drawn with a mark's picture instead of a font's.
  static let ofMark = Int32.max

  // MARK: Faces

  private func chooseFaces(_ text: inout TextAnalysis) {
    let language =
      text.infos.dependsOnLanguage ? HanEvidence(of: text.scalars).language(in: han) : han.home
    let count = text.count
    var isMixed = text.isMixed
    var characters = text.characters.mutableSpan
    var (slot, faces) = (FaceSlot.regular, fonts.choices[CharacterUsage.context(.regular, in: language)])
    for index in 0..<count where characters[index].scalar >= 0x80 && characters[index].emoji == -1 {
      // Characters are set in the face of their slot unless a rule says otherwise.
      let character = characters[index]
      let isAfterText = index > 0 && characters[index - 1].emoji == -1
      let previous = isAfterText ? characters[index - 1].face : character.face
      let info = character.info
      if character.slot != slot {
        slot = character.slot
        faces = fonts.choices[CharacterUsage.context(slot, in: language)]
      }
      let own = faces[character.scalar]
      if own != previous,
        info.isIgnorable || info.isControl || info.isMark && has(previous, character.scalar)
      {
        characters[index].face = previous
      } else {
        characters[index].face = own ?? fonts.face(for: character.scalar, slot: slot, in: language)
      }
      if characters[index].face != character.face { isMixed = true }
    }
    if isMixed { joinSpaces(&characters, count: count) }
    text.isMixed = isMixed
  }

  /// Spaces between two letters of one face are set in it, so that they do not end the run.
  private func joinSpaces(_ characters: inout MutableSpan<TextCharacter>, count: Int) {
    var index = 1
    while index < count {
      guard characters[index].scalar == 0x20 else {
        index += 1
        continue
      }
      var end = index
      while end < count, characters[end].scalar == 0x20 { end += 1 }
      let face = characters[index - 1].face
      if end < count, characters[index].face != face, characters[end].face == face,
        characters[end].emoji == -1, characters[index - 1].emoji == -1,
        Int(face) < hasSpace.count, hasSpace[Int(face)]
      {
        for space in index..<end { characters[space].face = face }
      }
      index = end
    }
  }

  private func has(_ face: UInt16, _ scalar: UInt32) -> Bool {
    Int(face) < fonts.faces.count && fonts.faces[Int(face)].coverage.contains(scalar)
  }

  // MARK: Scripts

  /// UAX #24 §5: common and inherited characters take the script of the character before them, or at the
  /// start after them; a closing bracket takes the script of its opening one.
  private func resolveScripts(_ text: inout TextAnalysis, table: CharacterProperties) {
    let count = text.count
    var characters = text.characters.mutableSpan
    var current = CharacterProperties.common
    var isLatin1 = true
    var open: [(closing: UInt32, script: UInt8)] = []
    for index in 0..<count {
      let info = characters[index].info
      let scalar = characters[index].scalar
      if scalar >= 0x100 { isLatin1 = false }
      let isCommon = info.script == CharacterProperties.common || info.script == CharacterProperties.inherited
      if !isCommon {
        if current == CharacterProperties.common {
          for before in 0..<index { characters[before].script = info.script }
        }
        current = info.script
      } else if info.isBracket, let bracket = Unicode.Scalar(scalar)?.pairedBracket {
        if bracket.opens {
          if open.count < 64 { open.append((bracket.scalar, current)) }
        } else if let match = open.lastIndex(where: { $0.closing == scalar }) {
          if open[match].script != CharacterProperties.common { current = open[match].script }
          open.removeSubrange(match...)
        }
      } else if info.isLimitedCommon, !info.isMark, current != CharacterProperties.han,
        let scalar = Unicode.Scalar(scalar)
      {
        // An ideographic full stop after a Latin word is not Latin.
        let scripts = scalar.scriptExtensions
        if scripts.contains(.han), !scripts.contains(table.scripts[Int(current)]) {
          if current == CharacterProperties.common {
            for before in 0..<index { characters[before].script = CharacterProperties.han }
          }
          current = CharacterProperties.han
        }
      }
      characters[index].script = current
    }
    if current == CharacterProperties.common {
      let script = Self.scriptWithoutLetters(isLatin1: isLatin1)
      for index in 0..<count { characters[index].script = script }
    }
  }

  /// Returns the script of a text without letters of any script: none, but Chromium treats Latin-1 as Latin.
  static func scriptWithoutLetters(isLatin1: Bool) -> UInt8 {
    isLatin1 ? CharacterProperties.latin : CharacterProperties.common
  }

  // MARK: Direction

  /// UAX #9 P2–P3: the first strong character outside isolates decides.
  static func firstStrong(_ characters: borrowing Span<TextCharacter>) -> TextDirection {
    var depth = 0
    for index in characters.indices {
      let character = characters[index]
      if character.info.isStrongLeft, depth == 0 { return .leftToRight }
      if character.info.isStrongRight, depth == 0 { return .rightToLeft }
      if character.scalar & ~0xF == 0x2060 {
        depth = max(0, depth + (Unicode.Scalar(character.scalar)?.isolateStep ?? 0))
      }
      if character.scalar == 0x0A { depth = 0 }
    }
    return .leftToRight
  }

  private func findLevels(_ text: inout TextAnalysis, direction: TextDirection, isolates: [TextMark]) {
    let isRightToLeft = direction == .rightToLeft
    guard isRightToLeft || text.infos.needsBidi else { return }
    text.encodeUnits()
    var levels: [UInt8] = []
    if isolates.isEmpty {
      bidi.find(in: text.units, rightToLeft: isRightToLeft, into: &levels)
    } else {
      let (units, isControl) = Self.isolated(text, isolates)
      bidi.find(in: units, rightToLeft: isRightToLeft, into: &levels)
      levels = zip(levels, isControl).filter { !$0.1 }.map(\.0)
    }
    text.isMixed = true
    let count = text.count
    var characters = text.characters.mutableSpan
    var unit = 0
    for index in 0..<count {
      characters[index].level = unit < levels.count ? levels[unit] : 0
      unit += characters[index].scalar < 0x1_0000 ? 1 : 2
    }
  }

  /// The text as the bidi algorithm reads it: with controls around each isolate (UAX #9 HL3).
  private static func isolated(
    _ text: TextAnalysis, _ isolates: [TextMark]
  ) -> (units: [UInt16], isControl: [Bool]) {
    let ranges = isolates.map { characterRange(of: $0, in: text.characters.span) }.filter { !$0.isEmpty }
    let starts = ranges.map(\.lowerBound).sorted()
    let ends = ranges.map(\.upperBound).sorted()
    var (start, end) = (0, 0)
    var units: [UInt16] = []
    var isControl: [Bool] = []
    for index in 0...text.count {
      while end < ends.count, ends[end] <= index {
        units.append(0x2069)
        isControl.append(true)
        end += 1
      }
      while start < starts.count, starts[start] <= index {
        units.append(0x2068)
        isControl.append(true)
        start += 1
      }
      guard index < text.count, let scalar = Unicode.Scalar(text.scalars[index]) else { continue }
      units.append(contentsOf: scalar.utf16)
      isControl.append(contentsOf: repeatElement(false, count: scalar.utf16.count))
    }
    return (units, isControl)
  }

  // MARK: Runs

  private func divide(_ text: inout TextAnalysis) {
    var runs: [TextAnalysis.Run] = []
    swap(&runs, &text.runs)
    defer { swap(&runs, &text.runs) }
    runs.removeAll(keepingCapacity: true)
    let characters = text.characters.span
    let count = text.count
    guard count > 0 else { return }
    var start = 0
    var end = text.isMixed || text.infos.breaksRun ? 1 : count
    while true {
      let first = characters[start]
      if first.emoji >= 0 {
        while end < count, characters[end].emoji == -2 { end += 1 }
      } else if !first.info.breaksRun {
        while end < count, belongs(characters[end], to: first) { end += 1 }
      }
      runs.append(
        TextAnalysis.Run(
          start: start, end: end, face: first.face, level: first.level, emoji: first.emoji,
          isCommonInHebrew: isKernedApart(first)))
      if end >= count { return }
      (start, end) = (end, end + 1)
    }
  }

  /// True if a character is in the run of letters that `first` begins.
  @inline(__always)
  private func belongs(_ character: TextCharacter, to first: TextCharacter) -> Bool {
    character.emoji == -1 && character.face == first.face && character.level == first.level
      && !character.isMarkEdge && !character.info.breaksRun
      && (character.isCommonInHebrew == first.isCommonInHebrew
        || isKernedApart(character) == isKernedApart(first))
  }

  /// True for characters common to all scripts in Hebrew text, in a bundled face.
  @inline(__always)
  private func isKernedApart(_ character: TextCharacter) -> Bool {
    character.isCommonInHebrew && Int(character.face) < isBundled.count && isBundled[Int(character.face)]
  }
}
