/// How texts are folded and cut, as tables for the exporter and as expressions for the pages' script: it is told with
/// the index, so that both have one rule.
enum SearchRules {
  /// What a search does not care about, besides format characters: marks over and under letters of Europe and the Near
  /// East, and tatweel. The marks of other scripts are vowels and tones, which are no decoration.
  static let leftOut: [ClosedRange<UInt32>] = [
    0x300...0x36F, 0x483...0x487, 0x591...0x5C7, 0x610...0x61A, 0x640...0x640, 0x64B...0x65F, 0x670...0x670,
    0x6D6...0x6ED, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE00...0xFE2F,
  ]

  /// What can compose with the character before: vowels and finals of Hangul, voicing marks of kana.
  static let continuing: [ClosedRange<UInt32>] = [
    0x1160...0x11FF, 0x3099...0x309A, 0xFF9E...0xFF9F,
  ]

  /// Scripts written without spaces, and Hangul, whose words take many endings: Thai and Lao, Myanmar, Hangul, Khmer,
  /// Han and kana.
  static let pairs: [ClosedRange<UInt32>] = [
    0xE00...0xEFF, 0x1000...0x109F, 0x1100...0x11FF, 0x1780...0x17FF, 0x3005...0x3007, 0x3041...0x30FF,
    0x3400...0x9FFF, 0xAC00...0xD7A3, 0x20000...0x3FFFF,
  ]

  /// The same as expressions in the script's own language, by the names it knows.
  static var expressions: [(name: String, literal: String)] {
    let (pair, between) = (list(pairs), #"\p{P}\p{S}\p{Z}\p{Cc}\p{Cs}"#)
    return [
      ("leftOut", #"/[\p{Cf}\#(list(leftOut))]/gu"#),
      ("unit", "/.[\(list(continuing))]*/gsu"),
      ("pair", "/[\(pair)]/u"),
      ("word", "/[^\(pair)\(between)]/u"),
      ("pieces", #"/[\#(pair)]+|[^\#(pair)\#(between)]+|[^\0-\x7f\p{Z}\p{Cc}]/gu"#),
    ]
  }

  private static func list(_ ranges: [ClosedRange<UInt32>]) -> String {
    ranges.map {
      "\\u{\(String($0.lowerBound, radix: 16))}-\\u{\(String($0.upperBound, radix: 16))}"
    }.joined()
  }
}
