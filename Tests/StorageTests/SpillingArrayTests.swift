import Storage
import Testing

@Suite struct LongListTests {
  /// All numbers of a list.
  private func all(_ list: SpillingArray<UInt32>) throws -> [UInt32] {
    var found: [UInt32] = []
    try list.forEachPiece { start, piece in
      #expect(start == found.count)
      found += piece
    }
    return found
  }

  @Test("All numbers come back in their order", arguments: [0, 1, 65_535, 65_536, 65_537, 200_000])
  func order(count: Int) throws {
    var list = SpillingArray<UInt32>()
    list.append(contentsOf: (0..<count).map { UInt32($0) &* 2_654_435_761 })
    #expect(list.count == count)
    #expect(try all(list) == (0..<count).map { UInt32($0) &* 2_654_435_761 })
  }

  @Test("A list can be read from any place on")
  func pieces() throws {
    var list = SpillingArray<UInt8>()
    list.append(contentsOf: (0..<150_000).map { UInt8($0 % 251) })
    for start in [0, 1, 65_535, 100_000, 131_071, 131_072, 149_999] {
      let piece = try list.piece(at: start)
      #expect(!piece.isEmpty && start + piece.count <= list.count)
      #expect(piece == (start..<start + piece.count).map { UInt8($0 % 251) })
    }
  }

  @Test("Copies that grow do not know of each other")
  func copies() throws {
    var one = SpillingArray<UInt32>()
    one.append(contentsOf: 0..<70_000)
    var other = one
    one.append(contentsOf: repeatElement(1, count: 140_000))
    other.append(contentsOf: repeatElement(2, count: 70_000))
    #expect(try all(one) == Array(0..<70_000) + Array(repeating: 1, count: 140_000))
    #expect(try all(other) == Array(0..<70_000) + Array(repeating: 2, count: 70_000))
  }
}
