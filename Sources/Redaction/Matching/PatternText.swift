import ICU

/// A text as patterns see it: composed (NFC) and without invisible characters, in UTF-16, with the bytes of the text that each unit
/// comes from.
struct PatternText {
  private(set) var units: [UInt16] = []
  private var starts: [Int32] = []
  private var ends: [Int32] = []

  init(_ text: String) {
    guard text.utf8.count < Int(Int32.max) else { return }
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      units = Array(text.utf16)
      starts = (0..<Int32(units.count)).map(\.self)
      ends = starts.map { $0 + 1 }
      return
    }
    var offset = 0
    for character in text {
      let end = offset + character.utf8.count
      defer { offset = end }
      let shown = String(String.UnicodeScalarView(character.unicodeScalars.filter { !$0.isDefaultIgnorable }))
      for unit in NormalizationForm.nfc(shown).utf16 {
        units.append(unit)
        starts.append(Int32(truncatingIfNeeded: offset))
        ends.append(Int32(truncatingIfNeeded: end))
      }
    }
  }

  /// Returns the bytes that units come from. A character is never divided.
  func bytes(of range: Range<Int>) -> Range<Int> {
    Int(starts[range.lowerBound])..<Int(ends[range.upperBound - 1])
  }
}
