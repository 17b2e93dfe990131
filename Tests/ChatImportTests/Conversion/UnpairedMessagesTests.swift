import TestSupport
import Testing

@testable import AssistantFormats
@testable import ChatImport
@testable import ImportKit

@Suite struct UnpairedMessagesTests {
  @Test(
    "The nearest message that is left is taken, the first of several at equal distance", arguments: 1...40)
  func nearest(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let times = (0..<Int.random(in: 0...30, using: &random)).map { _ in
      Int64.random(in: 0...40, using: &random)
    }
    .sorted()
    var messages = UnpairedMessages(Array(times.indices)) { times[$0] }
    var left = Set(times.indices)
    for _ in 0..<60 {
      let time = Int64.random(in: -5...45, using: &random)
      let expected = left.filter { abs(times[$0] - time) <= 9 }
        .min { (abs(times[$0] - time), times[$0], $0) < (abs(times[$1] - time), times[$1], $1) }
      #expect(messages.takeNearest(to: time, within: 9) == expected)
      if let expected { left.remove(expected) }
    }
  }

  @Test("Many messages of one second are taken one after the other, without a look at those taken before")
  func sameSecond() {
    let count = 200_000
    var messages = UnpairedMessages(Array(0..<count)) { _ in 7 }
    for index in 0..<count { #expect(messages.takeNearest(to: 60, within: 90) == index) }
    #expect(messages.takeNearest(to: 7, within: 90) == nil)
  }
}
