import Storage
import Testing

@Suite struct SpillingRecordsTests {
  /// All byte strings of a list.
  private func all(_ records: SpillingRecords) throws -> [[UInt8]] {
    var reader = SpillingRecords.Reader(records)
    var found: [[UInt8]] = []
    while let record = try reader.next() { found.append(Array(record)) }
    return found
  }

  @Test("All byte strings come back in their order, whatever their lengths and the pieces they lie in")
  func order() throws {
    let lengths = [0, 1, 127, 128, 16_383, 16_384, 0, 65_535, 65_536, 200_000, 3]
    let strings = lengths.enumerated().map { number, length in
      (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ number) }
    }
    var records = SpillingRecords()
    for string in strings { records.append(string.span) }
    #expect(try all(records) == strings)
    #expect(try all(records) == strings, "a list can be read again")
  }

  @Test("An empty list has nothing")
  func nothing() throws { #expect(try all(SpillingRecords()).isEmpty) }
}
