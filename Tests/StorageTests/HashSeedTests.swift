import Storage
import Testing

struct HashKeyTests {
  /// Words that all have the same slot in a table of 2^20 by FNV-1a of 32 bits.
  private static let flood: [[UInt8]] = {
    let mask: UInt32 = 1 << 20 - 1
    let prime: UInt32 = 0x0100_0193
    let inverse = (0..<5).reduce(into: prime) { inverse, _ in inverse = inverse &* (2 &- prime &* inverse) }
    let letters = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
    var endings: [UInt32: [UInt8]] = [:]
    for one in letters {
      for two in letters {
        for three in letters {
          let word = [one, two, three]
          let state = word.reversed().reduce(UInt32(0)) { (($0 &* inverse) & mask) ^ UInt32($1) }
          endings[state] = word
        }
      }
    }
    var found: [[UInt8]] = []
    for number in 0..<400_000 {
      let word = (0..<4).map { letters[number / [1, 26, 676, 17_576][$0] % 26] }
      let state = word.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* prime }
      if let ending = endings[state & mask] { found.append(word + ending) }
    }
    return found
  }()

  @Test func wordsChosenToMeetByAKnownHashDoNotMeet() {
    #expect(Self.flood.count > 4_000)
    let known = Set(
      Self.flood.map { $0.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 } & 0xF_FFFF })
    #expect(known.count == 1)
    let key = HashSeed()
    for shift in [32, 44] as [UInt64] {
      let slots = Set(Self.flood.map { (key.hash($0.span) >> shift) & 0xF_FFFF })
      #expect(slots.count > Self.flood.count * 9 / 10)
    }
  }

  @Test func numbersThatDifferInFewBitsDoNotMeet() {
    let key = HashSeed()
    for step in [1, 1 << 20, 1 << 32, 1 << 44] as [UInt64] {
      let slots = Set((0..<4_096).map { key.hash(UInt64($0) &* step) >> 44 })
      #expect(slots.count > 3_600)
    }
  }

  @Test func everyKeyHasOtherHashes() {
    let word = Array("word".utf8)
    #expect(HashSeed().hash(word.span) != HashSeed().hash(word.span))
    #expect(HashSeed().hash(7) != HashSeed().hash(7))
    #expect(HashSeed.ofProcess.hash(word.span) == HashSeed.ofProcess.hash(word.span))
  }

  @Test func bytesThatDifferInLengthOrInOneBitDoNotMeet() {
    let key = HashSeed()
    for count in 0...40 {
      let bytes = [UInt8](repeating: 0, count: count)
      var hashes: Set<UInt64> = [key.hash(bytes.span), key.hash((bytes + [0]).span)]
      for bit in 0..<count * 8 {
        var other = bytes
        other[bit / 8] ^= 1 << UInt8(bit % 8)
        hashes.insert(key.hash(other.span) >> 32)
      }
      #expect(hashes.count == count * 8 + 2)
    }
  }

  @Test func aGroupHasTheBytesThatThereAre() {
    let bytes = Array("abcdefghijklm".utf8)
    for count in 0...bytes.count {
      let part = Array(bytes[..<count])
      for offset in 0...count + 2 {
        let expected = part.dropFirst(offset).prefix(8).reversed().reduce(0 as UInt64) {
          $0 << 8 | UInt64($1)
        }
        #expect(part.span.group(at: offset) == expected)
      }
    }
  }
}
