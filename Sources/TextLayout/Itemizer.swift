internal import Frames
internal import ICU

/// Divides a text into runs of one face and direction, and finds the script of each letter.
struct Itemizer {
  let fonts: FontSet
  private let bidi = BidiLevels()

  init(fonts: FontSet) { self.fonts = fonts }

  /// Fills the faces, scripts, levels, emoji and runs of `text`, and returns the paragraph direction.
  func itemize(
    _ text: inout TextAnalysis, marks: [TextMark], slot: FaceSlot, direction: TextDirection?,
    table: CharacterTable
  ) -> TextDirection {
    chooseSlots(&text, marks: marks, slot: slot)
    findEmoji(&text)
    chooseFaces(&text)
    resolveScripts(&text, table: table)
    let direction = direction ?? Self.firstStrong(text.infos, text.scalars)
    findLevels(&text, direction: direction, isolates: marks.filter { $0.isIsolate && $0.start < $0.end })
    divide(&text)
    return direction
  }

  // MARK: Slots

  private func chooseSlots(_ text: inout TextAnalysis, marks: [TextMark], slot: FaceSlot) {
    text.slots.refill(slot, count: text.count)
    text.isMarkEdge.refill(false, count: text.count + 1)
    for mark in marks where mark.start < mark.end {
      let range = Self.place(of: mark.start, in: text.offsets)..<Self.place(of: mark.end, in: text.offsets)
      text.isMarkEdge[range.lowerBound] = true
      text.isMarkEdge[range.upperBound] = true
      for place in range {
        let current = text.slots[place]
        switch mark.kind {
        case .strong: text.slots[place] = current == .code ? .code : current.isItalic ? .boldItalic : .bold
        case .emphasis: text.slots[place] = current == .code ? .code : current.isBold ? .boldItalic : .italic
        case .code: text.slots[place] = .code
        case .strikethrough, .underline, .spoiler, .mention, .hashtag, .link, .caution: break
        }
      }
    }
  }

  /// The first character that starts at or after a byte.
  private static func place(of byte: Int32, in offsets: [Int32]) -> Int {
    var (low, high) = (0, offsets.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if offsets[middle] < byte { low = middle + 1 } else { high = middle }
    }
    return low
  }

  // MARK: Emoji

  private func findEmoji(_ text: inout TextAnalysis) {
    text.emoji.refill(-1, count: text.count)
    if text.units.isEmpty { return }
    var place = 0
    while place < text.count {
      guard EmojiScanner.mayStart(text.scalars[place]),
        let end = EmojiScanner.end(
          of: text.scalars, from: place,
          isKnown: { fonts.emojiPlaces[EmojiScanner.qualified(text.scalars[$0])] != nil })
      else {
        place += 1
        continue
      }
      if let number = fonts.emojiPlaces[EmojiScanner.qualified(text.scalars[place..<end])] {
        text.emoji[place] = number
        for inside in place + 1..<end { text.emoji[inside] = -2 }
      }
      place = end
    }
  }

  // MARK: Faces

  private func chooseFaces(_ text: inout TextAnalysis) {
    text.faces.refill(0, count: text.count)
    let variant = text.units.isEmpty ? .unmarked : TextSurvey.HanVariant(of: text.scalars)
    for place in 0..<text.count {
      let scalar = text.scalars[place]
      let base = fonts.slotFaces[Int(text.slots[place].rawValue)]
      if scalar < 0x80 || text.emoji[place] != -1 {
        text.faces[place] = base
        continue
      }
      let info = text.infos[place]
      let previous = place > 0 && text.emoji[place - 1] == -1 ? text.faces[place - 1] : base
      if info.isIgnorable || info.isControl || info.isMark && has(previous, scalar) {
        text.faces[place] = previous
      } else {
        text.faces[place] = fonts.face(for: scalar, slot: text.slots[place], variant: variant)
      }
    }
    joinSpaces(&text)
  }

  /// Spaces between two letters of one face are set in it, so that they do not end the run.
  private func joinSpaces(_ text: inout TextAnalysis) {
    if text.units.isEmpty { return }
    var place = 1
    while place < text.count {
      guard text.scalars[place] == 0x20 else {
        place += 1
        continue
      }
      var end = place
      while end < text.count, text.scalars[end] == 0x20 { end += 1 }
      let face = text.faces[place - 1]
      let isBetween = end < text.count && text.faces[end] == face && text.emoji[end] == -1
      if isBetween, text.emoji[place - 1] == -1, has(face, 0x20) {
        for space in place..<end { text.faces[space] = face }
      }
      place = end
    }
  }

  private func has(_ face: UInt16, _ scalar: UInt32) -> Bool {
    Int(face) < fonts.faces.count && fonts.faces[Int(face)].coverage.contains(scalar)
  }

  // MARK: Scripts

  /// UAX #24 §5: common and inherited characters take the script of what stands before them, or at the start
  /// after them; a closing bracket takes the script of its opening one.
  ///
  /// A text with nothing but common characters has no script, except that Chromium takes what Latin-1 can write
  /// for Latin.
  private func resolveScripts(_ text: inout TextAnalysis, table: CharacterTable) {
    text.scripts.refill(CharacterTable.latin, count: text.count)
    if text.units.isEmpty { return }
    var current = CharacterTable.common
    var open: [(closing: UInt32, script: UInt8)] = []
    for place in 0..<text.count {
      let info = text.infos[place]
      let isCommon = info.script == CharacterTable.common || info.script == CharacterTable.inherited
      if !isCommon {
        if current == CharacterTable.common {
          for before in 0..<place { text.scripts[before] = info.script }
        }
        current = info.script
      } else if info.isBracket, let bracket = Unicode.Scalar(text.scalars[place])?.pairedBracket {
        if bracket.opens {
          if open.count < 64 { open.append((bracket.scalar, current)) }
        } else if let match = open.lastIndex(where: { $0.closing == text.scalars[place] }) {
          if open[match].script != CharacterTable.common { current = open[match].script }
          open.removeSubrange(match...)
        }
      } else if info.isLimitedCommon, !info.isMark, current != CharacterTable.han,
        let scalar = Unicode.Scalar(text.scalars[place])
      {
        // An ideographic full stop after a Latin word is no Latin.
        let scripts = scalar.scriptExtensions
        if scripts.contains(.han), !scripts.contains(table.scripts[Int(current)]) {
          if current == CharacterTable.common {
            for before in 0..<place { text.scripts[before] = CharacterTable.han }
          }
          current = CharacterTable.han
        }
      }
      text.scripts[place] = current
    }
    if current == CharacterTable.common, text.scalars.allSatisfy({ $0 < 0x100 }) {
      text.scripts.refill(CharacterTable.latin, count: text.count)
    }
  }

  // MARK: Direction

  /// UAX #9 P2–P3: the first strong character outside isolates decides.
  static func firstStrong(_ infos: [CharacterInfo], _ scalars: [UInt32]) -> TextDirection {
    var depth = 0
    for place in infos.indices {
      if infos[place].isStrongLeft, depth == 0 { return .leftToRight }
      if infos[place].isStrongRight, depth == 0 { return .rightToLeft }
      if scalars[place] & ~0xF == 0x2060 {
        depth = max(0, depth + (Unicode.Scalar(scalars[place])?.isolateStep ?? 0))
      }
      if scalars[place] == 0x0A { depth = 0 }
    }
    return .leftToRight
  }

  private func findLevels(_ text: inout TextAnalysis, direction: TextDirection, isolates: [TextMark]) {
    let isRightToLeft = direction == .rightToLeft
    guard isRightToLeft || text.infos.contains(where: \.needsBidi) else {
      text.levels.refill(0, count: text.count)
      return
    }
    if text.units.isEmpty { text.units = text.scalars.map { UInt16(truncatingIfNeeded: $0) } }
    var levels: [UInt8] = []
    if isolates.isEmpty {
      bidi.find(in: text.units, rightToLeft: isRightToLeft, into: &levels)
    } else {
      let (units, isControl) = Self.isolated(text, isolates)
      bidi.find(in: units, rightToLeft: isRightToLeft, into: &levels)
      levels = zip(levels, isControl).filter { !$0.1 }.map(\.0)
    }
    text.levels.removeAll(keepingCapacity: true)
    var unit = 0
    for scalar in text.scalars {
      text.levels.append(unit < levels.count ? levels[unit] : 0)
      unit += scalar < 0x1_0000 ? 1 : 2
    }
  }

  /// The text as the bidi algorithm reads it: isolates stand between the controls that mean them (UAX #9 HL3).
  private static func isolated(
    _ text: TextAnalysis, _ isolates: [TextMark]
  ) -> (units: [UInt16], isControl: [Bool]) {
    let ranges = isolates.map {
      place(of: $0.start, in: text.offsets)..<place(of: $0.end, in: text.offsets)
    }.filter { !$0.isEmpty }
    let starts = ranges.map(\.lowerBound).sorted()
    let ends = ranges.map(\.upperBound).sorted()
    var (start, end) = (0, 0)
    var units: [UInt16] = []
    var isControl: [Bool] = []
    for place in 0...text.count {
      while end < ends.count, ends[end] <= place {
        units.append(0x2069)
        isControl.append(true)
        end += 1
      }
      while start < starts.count, starts[start] <= place {
        units.append(0x2068)
        isControl.append(true)
        start += 1
      }
      guard place < text.count, let scalar = Unicode.Scalar(text.scalars[place]) else { continue }
      units.append(contentsOf: scalar.utf16)
      isControl.append(contentsOf: repeatElement(false, count: scalar.utf16.count))
    }
    return (units, isControl)
  }

  // MARK: Runs

  /// Tabs and non-joiners are runs of their own, as in Chromium.
  private static func standsAlone(_ scalar: UInt32) -> Bool {
    scalar == 0x09 || scalar == CharacterTable.nonJoiner
  }

  private func divide(_ text: inout TextAnalysis) {
    text.runs.removeAll(keepingCapacity: true)
    for place in 0..<text.count {
      if text.emoji[place] == -2, !text.runs.isEmpty {
        text.runs[text.runs.count - 1].end = place + 1
        continue
      }
      let run = TextAnalysis.Run(
        start: place, end: place + 1, face: text.faces[place],
        level: text.levels[place], emoji: text.emoji[place])
      if let last = text.runs.last, last.joins(run), !text.isMarkEdge[place],
        !Self.standsAlone(text.scalars[place]), !Self.standsAlone(text.scalars[place - 1])
      {
        text.runs[text.runs.count - 1].end = place + 1
      } else {
        text.runs.append(run)
      }
    }
  }
}
