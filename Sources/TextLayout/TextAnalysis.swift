internal import Frames

/// A text taken apart into characters, with everything found out about each: the working memory of the stages
/// that handle text beyond plain ASCII.
struct TextAnalysis {
  /// The text's characters.
  var scalars: [UInt32] = []
  /// The byte each starts at, and the text's length.
  var offsets: [Int32] = []
  /// The text in UTF-16, for ICU; empty when all of it is ASCII.
  var units: [UInt16] = []
  /// What Unicode says of each character.
  var infos: [CharacterInfo] = []
  /// The slot each is set in.
  var slots: [FaceSlot] = []
  /// The face each is set in.
  var faces: [UInt16] = []
  /// The script each belongs to, by its place in the character table.
  var scripts: [UInt8] = []
  /// The embedding level of each.
  var levels: [UInt8] = []
  /// The emoji that each is the start of, by its place in the set, −2 inside one, −1 in text.
  var emoji: [Int32] = []
  /// Whether a line may break before each.
  var mayBreak: [Bool] = []
  /// The places before which a line may break only if a number does not fit in it whole, ascending.
  var keptNumbers: [Int] = []
  /// Whether a meaning starts or ends before each.
  var isMarkEdge: [Bool] = []
  /// Where each starts along the text (``MeasuredText``), with the end of the text last.
  var positions: [Int64] = []
  /// Stretches in one face and direction, with the end of each.
  var runs: [Run] = []
  /// Stretches that HarfBuzz measured as a whole: positions inside them are not known until asked for.
  var pieces: [Piece] = []
  /// Whether a grapheme cluster starts at each; empty until asked for.
  var startsCluster: [Bool] = []

  /// A stretch in one face and direction, or one emoji, or one tab: what a browser rounds the width of. Its letters
  /// may be of several scripts, which are shaped apart.
  struct Run {
    var start: Int
    var end: Int
    var face: UInt16
    var level: UInt8
    var emoji: Int32

    /// Whether letters of this run and of the next may be shaped together.
    func joins(_ next: Run) -> Bool {
      face == next.face && level == next.level && emoji == -1 && next.emoji == -1
    }
  }

  /// A stretch of a run, in one script, that was shaped as a whole.
  struct Piece {
    var start: Int
    var end: Int
    var run: Int
  }

  /// Takes a text apart.
  mutating func decode(_ text: borrowing Span<UInt8>, using table: inout CharacterTable) {
    scalars.removeAll(keepingCapacity: true)
    offsets.removeAll(keepingCapacity: true)
    units.removeAll(keepingCapacity: true)
    infos.removeAll(keepingCapacity: true)
    startsCluster.removeAll(keepingCapacity: true)
    var isASCII = true
    var place = 0
    while place < text.count {
      let lead = text[place]
      offsets.append(Int32(truncatingIfNeeded: place))
      var scalar = UInt32(lead)
      if lead < 0x80 {
        place += 1
      } else {
        isASCII = false
        // A Swift string is valid UTF-8: the lead byte tells the length.
        let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        scalar &= 0x7F >> UInt32(length)
        for next in place + 1..<min(place + length, text.count) {
          scalar = scalar << 6 | UInt32(text[next] & 0x3F)
        }
        place += length
      }
      scalars.append(scalar)
      infos.append(table.info(scalar))
    }
    offsets.append(Int32(truncatingIfNeeded: text.count))
    if !isASCII { encodeUnits() }
  }

  private mutating func encodeUnits() {
    for scalar in scalars {
      if scalar < 0x1_0000 {
        units.append(UInt16(truncatingIfNeeded: scalar))
      } else {
        units.append(UInt16(truncatingIfNeeded: 0xD7C0 + scalar >> 10))
        units.append(UInt16(truncatingIfNeeded: 0xDC00 + scalar & 0x3FF))
      }
    }
  }

  /// The piece whose last character is at `place`, if one ends there.
  func piece(endingAfter place: Int) -> Piece? {
    var (low, high) = (0, pieces.count)
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].end <= place { low = middle + 1 } else { high = middle }
    }
    return low < pieces.count && pieces[low].end == place + 1 ? pieces[low] : nil
  }

  /// The number of characters.
  var count: Int { scalars.count }
}

extension Array {
  /// Makes the array `count` times the same value, in place.
  mutating func refill(_ value: Element, count: Int) {
    removeAll(keepingCapacity: true)
    append(contentsOf: repeatElement(value, count: count))
  }
}
