import Storage

/// Caches HarfBuzz's results, so that it is asked once for each pair of letters and each word.
///
/// Every cached value is a function of its key alone and keys are compared in full, so results never depend on
/// earlier texts.
struct AdvanceCache {
  /// True if the cache is used; off only to test that it makes no difference.
  let isEnabled: Bool

  /// A pair of characters in a face, and the first one's advance; a table of fixed size, in which later pairs replace
  /// earlier ones.
  private var pairs: [(key: UInt64, advance: Int32)]
  private static let pairBits = 13

  /// A word's bytes and the other inputs of its advance, in the order in which they are compared.
  struct WordKey {
    fileprivate var hash: UInt64
    /// Face, script, level, how many of the bytes follow the word, and how many there are.
    fileprivate var kind: UInt64
    /// The bytes of a short word, eight at a time; the last eight may have been in those before.
    fileprivate var bytes = InlineArray<5, UInt64>(repeating: 0)

    /// More bytes are kept apart.
    fileprivate static let most = 40

    init(
      face: UInt16, script: UInt8, level: UInt8, following: Int, bytes word: borrowing Span<UInt8>,
      hashKey: HashSeed
    ) {
      kind =
        UInt64(face) << 48 | UInt64(script) << 40 | UInt64(level) << 32
        | UInt64(UInt8(truncatingIfNeeded: following)) << 24 | UInt64(word.count) & 0xFF_FFFF
      var hash = hashKey.hash(kind)
      var (index, number) = (0, 0)
      while index < word.count {
        let eight = word.count < 8 ? word.few() : word.word(at: min(index, word.count - 8))
        if word.count <= Self.most { bytes[number] = eight }
        hash = hashKey.hash(hash ^ eight)
        index += 8
        number += 1
      }
      self.hash = hash
    }

    fileprivate var count: Int { Int(kind & 0xFF_FFFF) }

    @inline(__always)
    fileprivate static func == (one: WordKey, other: WordKey) -> Bool {
      guard one.hash == other.hash, one.kind == other.kind else { return false }
      var difference: UInt64 = 0
      for number in 0..<5 { difference |= one.bytes[number] ^ other.bytes[number] }
      return difference == 0
    }
  }

  /// A cached word, one cache line of the processor in size.
  private struct Word {
    var key: WordKey
    var advance: Int32
    /// Offset of the bytes of a long word; −1 in an empty slot.
    var start: Int32
  }
  private var words: [Word]
  /// The seed of the hashes of words.
  let hashKey = HashSeed.ofProcess
  private var wordCount = 0
  private static let mostWords = 1 << 16
  /// The bytes of long words.
  private var bytes: [UInt8] = []
  private static let mostBytes = 4 << 20

  init(isEnabled: Bool) {
    self.isEnabled = isEnabled
    pairs = Array(repeating: (UInt64.max, 0), count: 1 << Self.pairBits)
    words = Array(repeating: Self.noWord, count: 1024)
  }

  private static let noWord = Word(
    key: WordKey(face: 0, script: 0, level: 0, following: 0, bytes: Span(), hashKey: .ofProcess),
    advance: 0, start: -1)

  /// The key of a pair, which has room for 16,384 faces; `second` 0 means nothing follows.
  @inline(__always)
  static func pairKey(_ face: UInt16, _ script: UInt8, _ first: UInt32, _ second: UInt32) -> UInt64? {
    guard face < 1 << 14 else { return nil }
    return UInt64(script) << 56 | UInt64(face) << 42 | UInt64(first) << 21 | UInt64(second)
  }

  private static func index(of key: UInt64) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - pairBits))
  }

  /// The advance remembered for a pair.
  @inline(__always)
  func advance(ofPair key: UInt64) -> Int32? {
    let entry = pairs[Self.index(of: key)]
    return entry.key == key ? entry.advance : nil
  }

  /// Remembers a pair's advance.
  mutating func remember(pair key: UInt64, advance: Int32) {
    if isEnabled { pairs[Self.index(of: key)] = (key, advance) }
  }

  /// The advance remembered for a word of these bytes.
  func advance(of key: WordKey, bytes word: borrowing Span<UInt8>) -> Int32? {
    let words = words.span
    var index = firstSlot(of: key)
    while words[index].start >= 0 {
      if words[index].key == key,
        key.count <= WordKey.most || isEqual(word, from: Int(words[index].start))
      {
        return words[index].advance
      }
      index = (index + 1) & (words.count - 1)
    }
    return nil
  }

  private func firstSlot(of key: WordKey) -> Int {
    Int(truncatingIfNeeded: key.hash >> 32) & (words.count - 1)
  }

  private func isEqual(_ word: borrowing Span<UInt8>, from start: Int) -> Bool {
    let known = bytes.span.extracting(start..<start + word.count)
    for index in word.indices where known[index] != word[index] { return false }
    return true
  }

  /// Remembers a word's advance; forgets all words first when there are too many.
  mutating func remember(_ key: WordKey, bytes word: borrowing Span<UInt8>, advance: Int32) {
    guard isEnabled, word.count < 1024 else { return }
    if bytes.count + word.count > Self.mostBytes || wordCount == Self.mostWords {
      bytes.removeAll(keepingCapacity: true)
      for index in words.indices { words[index].start = -1 }
      wordCount = 0
    }
    if wordCount * 2 >= words.count { grow() }
    let start = Int32(bytes.count)
    if key.count > WordKey.most {
      for index in word.indices { bytes.append(word[index]) }
    }
    insert(Word(key: key, advance: advance, start: start))
    wordCount += 1
  }

  private mutating func insert(_ word: Word) {
    var index = firstSlot(of: word.key)
    while words[index].start >= 0 { index = (index + 1) & (words.count - 1) }
    words[index] = word
  }

  private mutating func grow() {
    let old = words
    words = Array(repeating: Self.noWord, count: old.count * 2)
    for word in old where word.start >= 0 { insert(word) }
  }
}

extension Span<UInt8> {
  /// The bytes, which are fewer than eight.
  fileprivate func few() -> UInt64 {
    var all: UInt64 = 0
    for index in indices { all = all << 8 | UInt64(self[index]) }
    return all
  }
}
