import Frames

/// One character of a text with all facts found about it.
struct TextCharacter {
  /// The position of its start along the text (``MeasuredText``).
  var position: Int64 = 0
  /// The character.
  var scalar: UInt32
  /// Its Unicode properties.
  var info: CharacterInfo
  /// The byte it starts at.
  var offset: Int32
  /// The emoji it is the start of, by its index in the set, −2 inside one, −1 in text.
  var emoji: Int32 = -1
  /// The face it is set in.
  var face: UInt16
  /// The script it belongs to, by its index in the character table.
  var script = CharacterProperties.latin
  /// Its embedding level.
  var level: UInt8 = 0
  /// The slot it is set in.
  var slot: FaceSlot
  /// True if a line may break before it.
  var mayBreak = false
  /// True if a mark starts or ends before it.
  var isMarkEdge = false
  /// True if a grapheme cluster starts at it; set on demand.
  var startsCluster = true

  /// True for characters common to all scripts in Hebrew text.
  @inline(__always)
  var isCommonInHebrew: Bool {
    script == CharacterProperties.hebrew && info.script <= CharacterProperties.inherited && scalar < 0x80
  }

  /// True for a leading jamo after another one: UAX #29 makes any number of them one cluster, which can be wider than a line.
  @inline(__always)
  func joinsJamo(after previous: TextCharacter) -> Bool {
    scalar &- 0x1100 < 0x60 && previous.scalar &- 0x1100 < 0x60
  }

  /// True if it is printable ASCII in Latin text.
  @inline(__always)
  var isPlainLatin: Bool { scalar &- 0x20 < 0x5F && script == CharacterProperties.latin }
}
