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
    index.halve()
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
    index.halve()
    #expect(index.place(of: one) == 0)
    #expect(index.place(of: other) == 1)
    #expect(index.repeats == [2: 2])
  }

  @Test("An index of nothing finds nothing")
  func empty() {
    var index = IDIndex()
    index.finish()
    #expect(index.place(of: "a") == nil)
  }
}
