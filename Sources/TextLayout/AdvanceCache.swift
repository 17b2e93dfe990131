internal import KeyedHash

/// Remembers what HarfBuzz said, so that it is asked once for each pair of letters and each word.
///
/// Every remembered value is a function of its key alone and keys are compared in full, so results never depend on
/// what was laid out before.
struct AdvanceCache {
  /// Whether anything is remembered; off only to test that it makes no difference.
  let isEnabled: Bool

  /// A pair of characters in a face, and the first one's advance; a fixed number of places, later pairs replace
  /// earlier ones.
  private var pairs: [(key: UInt64, advance: Int32)]
  private static let pairBits = 13

  /// A word's bytes and what else decides its advance.
  struct WordKey: Equatable {
    var face: UInt16
    var script: UInt8
    var level: UInt8
    /// How many of the bytes are what follows the word.
    var following: UInt8
    var hash: UInt64

    init(
      face: UInt16, script: UInt8, level: UInt8, following: Int, bytes: borrowing Span<UInt8>,
      hashKey: HashKey
    ) {
      (self.face, self.script, self.level) = (face, script, level)
      self.following = UInt8(truncatingIfNeeded: following)
      // The face, script and level make little difference; keys are compared in full.
      hash = hashKey.hash(bytes) ^ UInt64(face) << 32 ^ UInt64(script) << 40
    }
  }
  private struct Word {
    var key: WordKey
    var start: Int32
    var length: Int32
    var advance: Int32
  }
  private var words: [Word]
  /// What the places of words depend on.
  let hashKey = HashKey.ofProcess
  private var wordCount = 0
  private var bytes: [UInt8] = []
  private static let mostBytes = 4 << 20

  init(isEnabled: Bool) {
    self.isEnabled = isEnabled
    pairs = Array(repeating: (UInt64.max, 0), count: 1 << Self.pairBits)
    words = Array(repeating: Self.noWord, count: 1024)
  }

  private static let noWord = Word(
    key: WordKey(face: 0, script: 0, level: 0, following: 0, bytes: Span(), hashKey: .ofProcess),
    start: 0, length: -1, advance: 0)

  /// The key of a pair, which has room for 16,384 faces; `second` 0 means nothing follows.
  @inline(__always)
  static func pairKey(_ face: UInt16, _ script: UInt8, _ first: UInt32, _ second: UInt32) -> UInt64? {
    guard face < 1 << 14 else { return nil }
    return UInt64(script) << 56 | UInt64(face) << 42 | UInt64(first) << 21 | UInt64(second)
  }

  private static func place(of key: UInt64) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - pairBits))
  }

  /// The advance remembered for a pair.
  @inline(__always)
  func advance(ofPair key: UInt64) -> Int32? {
    let entry = pairs[Self.place(of: key)]
    return entry.key == key ? entry.advance : nil
  }

  /// Remembers a pair's advance.
  mutating func remember(pair key: UInt64, advance: Int32) {
    if isEnabled { pairs[Self.place(of: key)] = (key, advance) }
  }

  /// The advance remembered for a word of these bytes.
  func advance(of key: WordKey, bytes word: borrowing Span<UInt8>) -> Int32? {
    var place = firstPlace(of: key)
    while words[place].length >= 0 {
      let entry = words[place]
      if entry.key == key, Int(entry.length) == word.count, isEqual(word, from: Int(entry.start)) {
        return entry.advance
      }
      place = (place + 1) & (words.count - 1)
    }
    return nil
  }

  private func firstPlace(of key: WordKey) -> Int {
    Int(truncatingIfNeeded: key.hash >> 32) & (words.count - 1)
  }

  private func isEqual(_ word: borrowing Span<UInt8>, from start: Int) -> Bool {
    let known = bytes.span.extracting(start..<start + word.count)
    for place in word.indices where known[place] != word[place] { return false }
    return true
  }

  /// Remembers a word's advance; forgets all words first when there are too many.
  mutating func remember(_ key: WordKey, bytes word: borrowing Span<UInt8>, advance: Int32) {
    guard isEnabled, word.count < 1024 else { return }
    if bytes.count + word.count > Self.mostBytes {
      bytes.removeAll(keepingCapacity: true)
      for place in words.indices { words[place].length = -1 }
      wordCount = 0
    }
    if wordCount * 2 >= words.count { grow() }
    let start = Int32(bytes.count)
    for place in word.indices { bytes.append(word[place]) }
    insert(Word(key: key, start: start, length: Int32(word.count), advance: advance))
    wordCount += 1
  }

  private mutating func insert(_ word: Word) {
    var place = firstPlace(of: word.key)
    while words[place].length >= 0 { place = (place + 1) & (words.count - 1) }
    words[place] = word
  }

  private mutating func grow() {
    let old = words
    words = Array(repeating: Self.noWord, count: old.count * 2)
    for word in old where word.length >= 0 { insert(word) }
  }
}
