import Testing

@testable import ExportPipeline

/// `IDSurvey` and `MessageIDIndex` are private steps of the survey; their rules are easier to read here than through whole exports.
@Suite struct IDIndexTests {
  private static let partSizes = [1 << 19, 700, 3]

  /// The index of messages with these ids, of which some are going to be looked up.
  private func index(_ ids: [String], wanted: [String] = [], partSize: Int = 1 << 19) throws -> MessageIDIndex
  {
    var survey = IDSurvey()
    for id in ids { survey.append(id) }
    for id in wanted { survey.want(id) }
    return try survey.finish(partSize: partSize)
  }

  @Test("Every id is found at its first message, an unknown one nowhere", arguments: partSizes)
  func indexes(partSize: Int) throws {
    let ids = (0..<5_000).map { "id-\($0)" }
    let index = try index(ids, wanted: ids.reversed(), partSize: partSize)
    for (number, id) in ids.enumerated() { #expect(index.index(of: id) == number) }
    #expect(index.index(of: "id-5000") == nil)
    #expect(index.index(of: "") == nil)
    #expect(index.repeats.isEmpty)
  }

  @Test("Repeats are counted in order; empty ids never repeat", arguments: partSizes)
  func repeats(partSize: Int) throws {
    let index = try index(["a", "b", "a", "", "", "a", "b"], partSize: partSize)
    #expect(index.repeats == [2: 2, 5: 3, 6: 2])
    #expect(index.index(of: "a") == 0)
    #expect(index.index(of: "b") == 1)
  }

  @Test("An id is found although half of its hash is that of an earlier one in the same slot")
  func halves() throws {
    let (one, other) = ("id-110423", "id-127931")
    let hashes = [MessageIDIndex.hash(one), MessageIDIndex.hash(other)]
    #expect(UInt32(truncatingIfNeeded: hashes[0]) == UInt32(truncatingIfNeeded: hashes[1]))
    let all = try index([one, other, other])
    #expect(all.index(of: one) == 0)
    #expect(all.index(of: other) == 1)
    #expect(all.repeats == [2: 2])
    let some = try index([one, other] + (0..<8).map { "id-\($0)" }, wanted: [other, one])
    #expect(some.index(of: one) == 0)
    #expect(some.index(of: other) == 1)
    #expect(some.index(of: "id-0") == nil)
  }

  @Test(
    "Only ids that are wanted are kept, and all where one repeats or is missing",
    arguments: ["", "more", "id-7"], partSizes)
  func wanted(last: String, partSize: Int) throws {
    let ids = (0..<1_000).map { "id-\($0)" }
    // Twice, and one that never comes.
    let wanted = stride(from: 0, to: 1_000, by: 10).flatMap { number in
      ["id-\(number / 2)", "id-\(number + 3)", "id-3", "none"]
    }
    let index = try index(ids + [last], wanted: wanted, partSize: partSize)
    let hasAll = last != "more"
    for (number, id) in ids.enumerated() {
      let isWanted = number % 10 == 3 || number % 5 == 0 && number < 500
      #expect(index.index(of: id) == (hasAll || isWanted ? number : nil))
    }
    #expect(index.index(of: "none") == nil)
  }

  @Test("Where most ids are wanted, all are found")
  func most() throws {
    let ids = (0..<100).map { "id-\($0)" }
    let index = try index(ids, wanted: ids.dropLast(20))
    for (number, id) in ids.enumerated() { #expect(index.index(of: id) == number) }
  }

  @Test("Each part is asked for ids once, and knows its own")
  func parts() throws {
    var survey = IDSurvey()
    for number in 0..<1_000 { survey.append("id-\(number)") }
    var parts = 0
    var found = [Int](repeating: 0, count: 1_000)
    _ = try survey.finish(partSize: 200) { index in
      parts += 1
      for number in 0..<1_000 where index(MessageIDIndex.hash("id-\(number)")) == number {
        found[number] += 1
      }
      #expect(index(MessageIDIndex.hash("none")) == nil)
    }
    #expect(parts == 5)
    #expect(found.allSatisfy { $0 == 1 })
  }

  @Test("An index of nothing finds nothing")
  func empty() throws {
    #expect(try index([]).index(of: "a") == nil)
    #expect(MessageIDIndex().index(of: "a") == nil)
  }
}
