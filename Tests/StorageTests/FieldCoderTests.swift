import Storage
import Testing

@Suite struct FieldCoderTests {
  private struct Sample: CodedFields, Equatable {
    var number = 0
    var words: [String] = []
    var table: [UInt64: Int32] = [:]
    var maybe: Int64?
    var set: Set<UInt8> = []
    var flag = false

    static var blank: Sample { Sample() }

    mutating func codeFields(_ coder: inout some FieldCoder) throws(DamagedRecord) {
      try coder.code(&number)
      try coder.code(&words)
      try coder.code(&table)
      try coder.code(&maybe)
      try coder.code(&set)
      try coder.code(&flag)
    }
  }

  private let sample = Sample(
    number: -7, words: ["né", ""], table: [.max: -1, 3: 4], maybe: .min, set: [9, 1], flag: true)

  @Test("Fields are read as they were written") func fieldsAreRead() throws {
    let read: Sample = try FieldReader.value(of: FieldWriter.bytes(of: sample)[...])
    #expect(read == sample)
  }

  @Test("Tables and sets have one order of bytes") func bytesAreCanonical() {
    var other = sample
    other.table = [3: 4]
    other.table[.max] = -1
    other.set = [1]
    other.set.insert(9)
    #expect(FieldWriter.bytes(of: other) == FieldWriter.bytes(of: sample))
  }

  @Test("Cut and longer bytes are errors, and changed ones never a trap") func damageIsFound() {
    let bytes = FieldWriter.bytes(of: sample)
    for count in bytes.indices {
      #expect(throws: DamagedRecord.self) { try FieldReader.value(of: bytes[..<count], as: Sample.self) }
    }
    #expect(throws: DamagedRecord.self) { try FieldReader.value(of: (bytes + [0])[...], as: Sample.self) }
    for index in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[index] ^= 1 << UInt8(bit)
        _ = try? FieldReader.value(of: changed[...], as: Sample.self)
      }
    }
  }
}
