import Testing

@testable import AssistantFormats
@testable import ImportKit
@testable import TeamFormats
@testable import TranscriptFormats

@Suite struct ChosenJoinsTests {
  private func chosen(_ pairs: [String], of titles: [String]) -> [[Int]] {
    ChosenJoins(pairs).chosen(of: titles.map { ($0, "exports/\($0)") })
  }

  @Test("A group begins with the conversation that was named first, and pairs that share one are a group")
  func order() {
    #expect(chosen(["c=a"], of: ["a", "b", "c"]) == [[2, 0]])
    #expect(chosen(["a=b", "d=c", "b=d"], of: ["a", "b", "c", "d", "e"]) == [[0, 1, 3, 2]])
    #expect(chosen(["d=e", "exports/b=a"], of: ["a", "b", "c", "d", "e"]) == [[3, 4], [1, 0]])
  }

  @Test("A title joins all conversations that have it, and a pair that joins nothing is told")
  func names() {
    let joins = ChosenJoins(["x=x", "y=exports/y", "z=none"])
    let titles = ["x", "y", "x", "z", "x"]
    let groups = joins.chosen(
      of: titles.enumerated().map { ($1, $1 == "x" ? "exports/\($0)" : "exports/\($1)") })
    #expect(groups == [[0, 2, 4]])
    #expect(joins.unused == ["y=exports/y", "z=none"])
  }

  @Test("Many pairs of many conversations take no time")
  func growth() {
    let count = 20_000
    let titles = (0..<count).map { "chat \($0)" }
    let chain = (1..<count).map { "chat \($0)=chat \($0 - 1)" }
    let clock = ContinuousClock()
    var groups: [[Int]] = []
    let time = clock.measure { groups = chosen(chain, of: titles) }
    #expect(groups.map(\.count) == [count] && groups.first?.first == 1)
    let repeated = clock.measure {
      groups = chosen(Array(repeating: "crew=crew", count: count), of: Array(repeating: "crew", count: count))
    }
    #expect(groups == [Array(0..<count)])
    #expect(time < .seconds(5) && repeated < .seconds(5), "\(time), \(repeated)")
  }
}
