/// The rules of folding and splitting text, as ranges for the exporter and as regular expressions for the script. The
/// expressions are written with the index, so there is one source of both.
enum SearchRules {
  /// The characters that searches ignore, besides format characters (Cf): marks on letters of European and Near Eastern
  /// scripts, and tatweel. Marks of other scripts are vowels and tones, and count.
  static let leftOut: [ClosedRange<UInt32>] = [
    0x300...0x36F, 0x483...0x487, 0x591...0x5C7, 0x610...0x61A, 0x640...0x640, 0x64B...0x65F, 0x670...0x670,
    0x6D6...0x6ED, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE00...0xFE2F,
  ]

  /// The characters that compose with the one before: Hangul vowels and finals, kana voicing marks.
  static let continuing: [ClosedRange<UInt32>] = [
    0x1160...0x11FF, 0x3099...0x309A, 0xFF9E...0xFF9F,
  ]

  /// Scripts written without spaces (Thai, Lao, Myanmar, Khmer, Han, kana), and Hangul, whose words have many suffixes.
  static let pairs: [ClosedRange<UInt32>] = [
    0xE00...0xEFF, 0x1000...0x109F, 0x1100...0x11FF, 0x1780...0x17FF, 0x3005...0x3007, 0x3041...0x30FF,
    0x3400...0x9FFF, 0xAC00...0xD7A3, 0x20000...0x3FFFF,
  ]

  /// The rules as JavaScript regular expressions, by the names that `search.js` uses.
  static var expressions: [(name: String, expression: String, flags: String)] {
    let (pair, between) = (list(pairs), #"\p{P}\p{S}\p{Z}\p{Cc}\p{Cs}"#)
    return [
      ("leftOut", #"[\p{Cf}\#(list(leftOut))]"#, "gu"),
      ("unit", ".[\(list(continuing))]*", "gsu"),
      ("pair", "[\(pair)]", "u"),
      ("word", "[^\(pair)\(between)]", "u"),
      ("pieces", #"[\#(pair)]+|[^\#(pair)\#(between)]+|[^\0-\x7f\p{Z}\p{Cc}]"#, "gu"),
    ]
  }

  private static func list(_ ranges: [ClosedRange<UInt32>]) -> String {
    ranges.map {
      "\\u{\(String($0.lowerBound, radix: 16))}-\\u{\(String($0.upperBound, radix: 16))}"
    }.joined()
  }
}
