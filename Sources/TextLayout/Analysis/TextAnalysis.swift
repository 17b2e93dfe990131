import Frames
import ICU
import Storage

/// A text split into characters, with all facts found about each: the working memory of the stages that handle text beyond
/// plain ASCII.
///
/// The properties that every stage needs of a character are stored together. A stage only changes characters that are unlike
/// most: not Latin letters, not in the text's own face, or not left to right.
struct TextAnalysis {
  /// The text's characters, and one more for its end.
  var characters: [TextCharacter] = []
  /// The characters alone, without one for the end.
  private(set) var scalars: [UInt32] = []
  /// The text in UTF-16, for ICU; empty until asked for.
  private(set) var units: [UInt16] = []
  /// The combined properties of all characters.
  private(set) var infos = CharacterInfo(bits: 0)
  /// True if the text is all ASCII.
  private(set) var isASCII = true
  /// True if one run may not be enough: there are marks, emoji, other faces or other levels.
  var isMixed = false
  /// See ``PositionedText``.
  var breaks: [Int32] = []
  var keptNumbers: [Int32] = []
  /// Stretches in one face and direction, with the end of each.
  var runs: [Run] = []
  /// Stretches that HarfBuzz measured as a whole: positions inside them are found on demand.
  var pieces: [ShapedSegment] = []
  /// True once the characters at which grapheme clusters start have been found.
  private var hasClusters = false
  /// The ends of clusters in ``units``.
  private var boundaries: [Int32] = []

  /// A stretch in one face and direction, or one emoji, or one tab: the unit whose width browsers round. Its
  /// letters may be of several scripts, which are shaped separately.
  struct Run {
    var start: Int
    var end: Int
    var face: UInt16
    var level: UInt8
    var emoji: Int32
    /// True for characters common to all scripts in Hebrew text: HarfBuzz applies no kerning of another script there, and Firefox
    /// treats some of them as Latin.
    var isCommonInHebrew = false

    /// True if letters of this run and of the next may be shaped together.
    func joins(_ next: Run) -> Bool {
      face == next.face && level == next.level && emoji == -1 && next.emoji == -1
        && isCommonInHebrew == next.isCommonInHebrew
    }
  }

  /// A stretch of a run, in one script, that was shaped as a whole.
  struct ShapedSegment {
    var start: Int
    var end: Int
    var run: Int
    /// Its advance before the text after it, in font units.
    var advance: Int32 = 0
  }

  /// The number of characters.
  var count: Int { scalars.count }

  /// A character, or the end of the text.
  @inline(__always)
  subscript(index: Int) -> TextCharacter { characters[index] }

  /// Splits a text into characters. All of it is set in one slot and its face, unless a stage decides otherwise.
  mutating func decode(
    _ text: borrowing Span<UInt8>, using table: inout CharacterProperties, slot: FaceSlot = .regular,
    face: UInt16 = 0
  ) {
    scalars.removeAll(keepingCapacity: true)
    units.removeAll(keepingCapacity: true)
    characters.removeAll(keepingCapacity: true)
    pieces.removeAll(keepingCapacity: true)
    breaks.removeAll(keepingCapacity: true)
    keptNumbers.removeAll(keepingCapacity: true)
    (hasClusters, isMixed) = (false, false)
    var all: UInt32 = 0
    var isASCII = true
    let known = table.ascii
    let ascii = known.span
    scalars.append(addingCapacity: text.count) { scalars in
      characters.append(addingCapacity: text.count + 1) { characters in
        var offset = 0
        while offset < text.count {
          let start = offset
          let byte = text[offset]
          let scalar: UInt32
          let info: CharacterInfo
          if byte < 0x80 {
            (scalar, info) = (UInt32(byte), ascii[Int(byte)])
            offset += 1
          } else {
            scalar = text.scalar(at: &offset)
            info = table.info(scalar)
            isASCII = false
          }
          all |= info.bits
          scalars.append(scalar)
          characters.append(
            TextCharacter(
              scalar: scalar, info: info, offset: Int32(truncatingIfNeeded: start), face: face, slot: slot))
        }
        characters.append(
          TextCharacter(
            scalar: 0, info: CharacterInfo(bits: 0), offset: Int32(truncatingIfNeeded: text.count),
            face: face,
            slot: slot))
      }
    }
    infos = CharacterInfo(bits: all)
    self.isASCII = isASCII
  }

  /// Fills ``units``.
  mutating func encodeUnits() {
    guard units.isEmpty else { return }
    units.reserveCapacity(scalars.count)
    for scalar in scalars { units.append(utf16Of: scalar) }
  }

  /// The piece whose last character is at `index`, if one ends there.
  func piece(endingAfter index: Int) -> ShapedSegment? {
    var (low, high) = (0, pieces.count)
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].end <= index { low = middle + 1 } else { high = middle }
    }
    return low < pieces.count && pieces[low].end == index + 1 ? pieces[low] : nil
  }
}

extension TextAnalysis: PositionedText {
  var breakCount: Int { breaks.count }

  @inline(__always)
  func offset(of index: Int) -> Int { Int(characters[index].offset) }

  @inline(__always)
  func position(of index: Int) -> Int64 { characters[index].position }

  var isOneRun: Bool { runs.count == 1 }

  @inline(__always)
  func end(ofRun run: Int) -> Int { runs[run].end }

  func lineEnd(
    before index: Int, run: Int, utf8: borrowing Span<UInt8>, shaper: inout Shaper
  ) -> Int64 {
    characters[index - 1].position
      + shaper.lastAdvance(index - 1, run: runs[run], in: self, utf8: utf8)
  }

  /// A soft hyphen shows unless a newline or the end of the text follows.
  func hyphenAdvance(before index: Int, run: Int, shaper: inout Shaper) -> Int64? {
    guard index > 0, index < count, scalars[index - 1] == 0xAD, scalars[index] != 0x0A else { return nil }
    return shaper.hyphenAdvance(index - 1, run: runs[run], in: self)
  }

  func startsCluster(at index: Int) -> Bool { characters[index].startsCluster }

  mutating func findClusters(
    in range: Range<Int>, utf8: borrowing Span<UInt8>, graphemes: TextBoundaries, shaper: inout Shaper
  ) -> Bool {
    if !hasClusters { findClusters(graphemes) }
    hasClusters = true
    var (low, high) = (0, pieces.count)
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].end <= range.lowerBound { low = middle + 1 } else { high = middle }
    }
    while low < pieces.count, pieces[low].start < range.upperBound {
      shaper.locate(pieces[low], in: &self, utf8: utf8)
      low += 1
    }
    return true
  }

  /// Fills `startsCluster` (UAX #29). An emoji is one cluster, and so are letters stacked under one another.
  private mutating func findClusters(_ graphemes: TextBoundaries) {
    if isASCII { return }
    encodeUnits()
    graphemes.find(in: units, into: &boundaries)
    let (count, boundaries) = (count, boundaries)
    var characters = characters.mutableSpan
    var unit: Int32 = 0
    var next = 0
    for index in 0..<count {
      while next < boundaries.count, boundaries[next] < unit { next += 1 }
      characters[index].startsCluster =
        index == 0
        || next < boundaries.count && boundaries[next] == unit && characters[index].emoji != -2
          && !characters[index - 1].info.isInvisibleStacker
        || index > 0 && characters[index].joinsJamo(after: characters[index - 1])
      unit += characters[index].scalar < 0x1_0000 ? 1 : 2
    }
  }
}
