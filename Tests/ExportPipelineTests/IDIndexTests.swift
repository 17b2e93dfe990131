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

  @Test("An index of nothing finds nothing")
  func empty() {
    var index = IDIndex()
    index.finish()
    #expect(index.place(of: "a") == nil)
  }
}
