import Testing

@testable import ExportPipeline

/// `IDIndex` is a private step of the survey; its rules are easier to read here than through whole exports.
@Suite struct IDIndexTests {
  @Test("Every id is found at its first place, an unknown one nowhere")
  func places() {
    var index = IDIndex()
    let ids = (0..<5_000).map { "id-\($0)" }
    for id in ids { index.append(id) }
    index.finish()
    for (place, id) in ids.enumerated() { #expect(index.place(of: id) == place) }
    for id in ids.reversed() { index.want(id) }
    index.shrink()
    for (place, id) in ids.enumerated() { #expect(index.place(of: id) == place) }
    #expect(index.place(of: "id-5000") == nil)
    #expect(index.place(of: "") == nil)
    #expect(index.repeats.isEmpty)
  }

  @Test("Repeats are counted in order; empty ids never repeat")
  func repeats() {
    var index = IDIndex()
    for id in ["a", "b", "a", "", "", "a", "b"] { index.append(id) }
    index.finish()
    #expect(index.repeats == [2: 2, 5: 3, 6: 2])
    #expect(index.place(of: "a") == 0)
  }

  @Test("An id is found although half of its hash is that of an earlier one in the same slot")
  func halves() {
    let (one, other) = ("id-110423", "id-127931")
    let hashes = [IDIndex.hash(one), IDIndex.hash(other)]
    #expect(UInt32(truncatingIfNeeded: hashes[0]) == UInt32(truncatingIfNeeded: hashes[1]))
    var index = IDIndex()
    for id in [one, other, other] { index.append(id) }
    index.finish()
    index.shrink()
    #expect(index.place(of: one) == 0)
    #expect(index.place(of: other) == 1)
    #expect(index.repeats == [2: 2])
  }

  @Test(
    "Only ids that are wanted are kept, and all where one repeats or is missing",
    arguments: ["", "more", "id-7"])
  func wanted(last: String) {
    var index = IDIndex()
    let ids = (0..<1_000).map { "id-\($0)" }
    for (place, id) in ids.enumerated() {
      index.append(id)
      // Before it comes and after, twice, and one that never comes.
      if place % 10 == 0 {
        for id in ["id-\(place / 2)", "id-\(place + 3)", "id-3", "none"] { index.want(id) }
      }
    }
    index.append(last)
    index.finish()
    index.shrink()
    let hasAll = last != "more"
    for (place, id) in ids.enumerated() {
      let isWanted = place % 10 == 3 || place % 5 == 0 && place < 500
      #expect(index.place(of: id) == (hasAll || isWanted ? place : nil))
    }
    #expect(index.place(of: "none") == nil)
  }

  @Test("An index of nothing finds nothing")
  func empty() {
    var index = IDIndex()
    index.finish()
    #expect(index.place(of: "a") == nil)
  }
}
