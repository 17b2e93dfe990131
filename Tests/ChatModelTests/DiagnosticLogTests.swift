import ChatModel
import Testing

@Suite struct DiagnosticLogTests {
  @Test("All are counted, the first of each code are kept")
  func keeping() {
    var log = DiagnosticLog()
    for number in 0..<1_000 { log.append(Diagnostic(.loss, "a", "number \(number)")) }
    log.append(Diagnostic(.note, "b", "one"))
    #expect(log.counts == ["a": 1_000, "b": 1])
    #expect(log.lossCount == 1_000)
    #expect(log.kept.count == DiagnosticLog.keptPerCode + 1)
    #expect(log.kept.first?.message == "number 0")
  }

  @Test("Merged logs count together and keep no more than one would")
  func merging() {
    var a = DiagnosticLog()
    var b = DiagnosticLog()
    for number in 0..<15 {
      a.append(Diagnostic(.warning, "x", "a\(number)"))
      b.append(Diagnostic(.loss, "x", "b\(number)"))
    }
    a.merge(b)
    #expect(a.counts == ["x": 30])
    #expect(a.lossCount == 15)
    #expect(a.kept.count == DiagnosticLog.keptPerCode)
  }
}
