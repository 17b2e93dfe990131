internal import KeyedHash

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
  private let hashKey = HashKey.ofProcess

  /// What a byte of ASCII that is a letter or digit is in upper case; 0 for every other byte.
  private let upperCase: [UInt8] = (0...255).map { (byte: UInt8) in
    TermClass(Unicode.Scalar(byte)) == .word && byte < 0x80 ? Self.upper(byte) : 0
  }

  /// Gives each term of `text`, as often as it occurs, with its key. Its letters of ASCII are still to be put in upper
  /// case, see ``upper(_:)``, which the key knows already.
  mutating func scan(_ text: String, _ found: (borrowing Span<UInt8>, TermKey) -> Void) {
    let bytes = text.utf8.span
    let hashKey = self.hashKey
    let give: (borrowing [UInt8]) -> Void = { found($0.span, TermKey(of: $0.span, hashKey)) }
    let upperCases = self.upperCase
    let upperCase = upperCases.span
    var index = 0
    while index < bytes.count {
      if bytes[index] >= 0x80 {
        index = scanOther(bytes, from: index, give)
        continue
      }
      if first != nil { endPairs(give) }
      let start = index
      var key = TermKey(hashKey)
      while index < bytes.count {
        let byte = upperCase[Int(bytes[index])]
        if byte == 0 { break }
        key.add(byte, hashKey)
        index &+= 1
      }
      let isEnd = index >= bytes.count || bytes[index] < 0x80
      // Most words are of ASCII alone, and stay where they are.
      if isEnd, word.isEmpty, index - start <= Self.longest {
        if index > start { found(bytes.extracting(start..<index), key) }
      } else {
        for place in start..<index { word.append(Self.upper(bytes[place])) }
        if isEnd { end(give) }
      }
      if isEnd { index += 1 }
    }
    end(give)
  }

  /// A byte in upper case, if it is a letter of ASCII.
  @inline(__always)
  static func upper(_ byte: UInt8) -> UInt8 { byte &- UInt8(ascii: "a") < 26 ? byte &- 32 : byte }

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
    if let unit {
      for part in TextFolding.folded(String(unit)) { add(part, found) }
    } else if let part = folding.foldedToOne(scalar) {
      add(part, found)
    } else {
      for part in folding.fold(scalar) { add(part, found) }
    }
    return next
  }

  private mutating func add(_ part: FoldedScalar, _ found: (borrowing [UInt8]) -> Void) {
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
    let value = scalar.value
    if value < 0x80 { return word.append(UInt8(truncatingIfNeeded: value)) }
    let count: UInt32 = value < 0x800 ? 2 : value < 0x1_0000 ? 3 : 4
    word.append(addingCapacity: 4) { word in
      word.append(UInt8(truncatingIfNeeded: (0xF00 &>> count) & 0xF0 | value &>> (6 &* (count &- 1))))
      if count > 3 { word.append(Self.trailing(value &>> 12)) }
      if count > 2 { word.append(Self.trailing(value &>> 6)) }
      word.append(Self.trailing(value))
    }
    trailing += Int(count) - 1
  }

  /// A byte that follows the first of a character, with its last six bits.
  @inline(__always)
  private static func trailing(_ value: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: 0x80 | value & 0x3F) }

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
