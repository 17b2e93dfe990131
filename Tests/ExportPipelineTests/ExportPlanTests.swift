import TestSupport
import Testing

@testable import ExportPipeline

@Suite struct ExportPlanTests {
  @Test("Shards have every page once, in order, and about as many each") func pagesAreDivided() {
    var random = SplitMix64(seed: 12)
    for _ in 0..<300 {
      let pages = (0..<Int.random(in: 1...60, using: &random)).map { _ in
        Bool.random(using: &random)
          ? Int.random(in: 0...3, using: &random) : Int.random(in: 0...900, using: &random)
      }
      let count = Int.random(in: 1...20, using: &random)
      let shards = ExportPlan.shards(count, ofPages: pages)
      #expect(shards.count == count)
      let all = shards.joined().flatMap { piece in
        (piece.first...piece.last).map { [piece.conversation, $0] }
      }
      #expect(
        all
          == pages.indices.flatMap { conversation in (0..<pages[conversation]).map { [conversation, $0 + 1] }
          })
      let total = pages.reduce(0, +)
      let step = min(16, max(1, total / (4 * count)))
      for shard in shards {
        let size = shard.reduce(0) { $0 + $1.last - $1.first + 1 }
        #expect(abs(Double(size) - Double(total) / Double(count)) <= Double(step) + 1)
      }
    }
  }

  @Test("Pieces of one conversation in a shard are one piece") func piecesAreJoined() {
    #expect(
      ExportPlan.shards(1, ofPages: [1000]) == [[ExportPlan.Piece(conversation: 0, first: 1, last: 1000)]])
    #expect(ExportPlan.shards(2, ofPages: [3, 0, 1])[1].map(\.conversation).contains(1) == false)
    #expect(ExportPlan.shards(3, ofPages: []) == [[], [], []])
  }
}
