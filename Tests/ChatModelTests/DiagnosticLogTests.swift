import ChatModel
import Testing

@Suite struct DiagnosticLogTests {
  @Test("All are counted, the first of each code are kept")
  func keeping() {
    var log = DiagnosticLog()
    for number in 0..<1_000 { log.append(Diagnostic(.warning, "a", "number \(number)")) }
    log.append(Diagnostic(.note, "b", "one"))
    #expect(log.counts == ["a": 1_000, "b": 1])
    #expect(log.lossCount == 0)
    #expect(log.kept.count == DiagnosticLog.keptPerCode + 1)
    #expect(log.kept.first?.message == "number 0")
  }

  @Test("Losses are kept one by one, up to a bound")
  func losses() {
    var log = DiagnosticLog()
    for number in 0..<10_100 { log.append(Diagnostic(.loss, "a", "number \(number)")) }
    #expect(log.kept.count == DiagnosticLog.keptLossesPerCode)
    #expect(log.lossCount == 10_100)
  }

  @Test("Merged logs count together and keep no more than one would")
  func merging() {
    var a = DiagnosticLog()
    var b = DiagnosticLog()
    for number in 0..<15 {
      a.append(Diagnostic(.warning, "x", "a\(number)"))
      b.append(Diagnostic(.warning, "x", "b\(number)"))
    }
    a.merge(b)
    #expect(a.counts == ["x": 30])
    #expect(a.kept.count == DiagnosticLog.keptPerCode)
  }
}
