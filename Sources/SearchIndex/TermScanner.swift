/// Cuts texts into the terms they are found by, folded: words, pairs of characters, signs.
///
/// `Public/search.js` cuts what is looked for in the same way.
struct TermScanner {
  /// How many characters a word can have; longer ones become pieces of so many, a new one at each `longStep`.
  ///
  /// So any `longStep` + 1 characters of a word stand together in a piece.
  static let longest = 32
  static let longStep = 16

  private var folding = TextFolding()
  private var word: [UInt8] = []
  /// How many bytes of `word` do not begin a character.
  private var trailing = 0
  /// The character that the next one makes a pair with.
  private var first: Unicode.Scalar?

  /// Gives each term of `text`, as often as it occurs.
  mutating func scan(_ text: String, _ found: (borrowing [UInt8]) -> Void) {
    let bytes = text.utf8.span
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte >= 0x80 {
        index = scanOther(bytes, from: index, found)
        continue
      }
      index += 1
      let folded = Self.ascii[Int(byte)]
      if folded != 0 {
        if first != nil { endPairs(found) }
        word.append(folded)
      } else {
        end(found)
      }
    }
    end(found)
  }

  /// What ASCII is folded to: letters in upper case, digits, else 0.
  private static let ascii: [UInt8] = (0..<128).map { value in
    let byte = UInt8(value)
    return switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"): byte
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - 32
    default: 0
    }
  }

  /// Scans the character at `index`, which is not ASCII, with what composes with it, and returns where the next one is.
  private mutating func scanOther(
    _ bytes: borrowing Span<UInt8>, from index: Int, _ found: (borrowing [UInt8]) -> Void
  ) -> Int {
    let scalar: Unicode.Scalar
    var next: Int
    (scalar, next) = Self.scalar(bytes, at: index)
    var unit: String.UnicodeScalarView?
    while next < bytes.count, bytes[next] >= 0xE1 {
      let (following, end) = Self.scalar(bytes, at: next)
      guard TextFolding.continues(following) else { break }
      unit = unit ?? String.UnicodeScalarView([scalar])
      unit?.append(following)
      next = end
    }
    let folded = unit.map { TextFolding.folded(String($0)) } ?? folding.fold(scalar)
    for part in folded {
      switch part.termClass {
      case .word:
        if first != nil { endPairs(found) }
        append(part.scalar)
      case .pair:
        if !word.isEmpty { endWord(found) }
        if let first {
          append(first)
          append(part.scalar)
          found(word)
          clear()
        }
        first = part.scalar
      case .sign:
        end(found)
        append(part.scalar)
        found(word)
        clear()
      case .gap: end(found)
      }
    }
    return next
  }

  private mutating func end(_ found: (borrowing [UInt8]) -> Void) {
    if !word.isEmpty { endWord(found) }
    if first != nil { endPairs(found) }
  }

  /// The last character of a pair is a term too, so that every character begins one.
  private mutating func endPairs(_ found: (borrowing [UInt8]) -> Void) {
    guard let last = first else { return }
    first = nil
    append(last)
    found(word)
    clear()
  }

  private mutating func endWord(_ found: (borrowing [UInt8]) -> Void) {
    if word.count - trailing <= Self.longest {
      found(word)
    } else {
      let characters = Array(String(decoding: word, as: UTF8.self).unicodeScalars)
      var start = 0
      while start == 0 || start + Self.longest - Self.longStep < characters.count {
        var piece = String.UnicodeScalarView()
        piece.append(contentsOf: characters[start..<min(start + Self.longest, characters.count)])
        found(Array(String(piece).utf8))
        start += Self.longStep
      }
    }
    clear()
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
      word.append(byte)
      if byte & 0xC0 == 0x80 { trailing += 1 }
    }
  }

  private mutating func clear() {
    word.removeAll(keepingCapacity: true)
    trailing = 0
  }

  /// The character at `index` of valid UTF-8, and where the next one is.
  private static func scalar(_ bytes: borrowing Span<UInt8>, at index: Int) -> (Unicode.Scalar, Int) {
    let lead = bytes[index]
    let count = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    var value = UInt32(lead) & (0x7F >> UInt32(count))
    let end = min(index + count, bytes.count)
    for place in index + 1..<max(end, index + 1) { value = value << 6 | UInt32(bytes[place] & 0x3F) }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", end)
  }
}
