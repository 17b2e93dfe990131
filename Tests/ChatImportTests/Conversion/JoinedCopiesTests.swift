import ChatModel
import Testing

@testable import AssistantFormats
@testable import ImportKit
@testable import MessengerFormats
@testable import TranscriptFormats

@Suite struct JoinedCopiesTests {
  /// Messages of one sender, one at each of `times` (milliseconds), each with a text of its own.
  private func messages(
    at times: [Int64], _ spool: MessageSpool, _ options: ImportOptions
  ) throws -> [ConversationBuilder.MessageEntry] {
    let builder = ConversationBuilder(
      id: "chat", title: "Chat", order: .byTime, spool: spool, options: options)
    let sender = builder.participant("ann")
    for (number, time) in times.enumerated() {
      let text = MessageText("message number \(number)", markup: .plain)
      try builder.add(
        Message(id: "", sender: sender, instant: Instant(milliseconds: time), content: .text(text)))
    }
    return builder.entries
  }

  @Test("Local times whose zone changes at each message are made exact, in little time")
  func zones() throws {
    let (spool, options) = (try MessageSpool(), ImportOptions())
    let exact = (0..<50_000).map { Int64($0) * 600_000 }
    let local = exact.enumerated().map { $1 + ($0 % 2 == 0 ? 3_600_000 : 7_200_000) }
    let entries = [
      try messages(at: exact, spool, options), try messages(at: local, spool, options),
    ]
    let bytes = try spool.mapped()
    let copies = entries.map { $0.map { ComparedMessage($0, bytes, options.kinds) } }
    let time = ContinuousClock().measure {
      let join = JoinedCopies(
        base: copies[0], other: copies[1], senders: [0: 0], hasLocalTimes: true, words: { _ in "" })
      #expect(join.known == exact.count && join.new == 0)
    }
    #expect(time < .seconds(10), "\(time)")
  }

  @Test("A message without a time before the first one stays without")
  func later() throws {
    let (spool, options) = (try MessageSpool(), ImportOptions())
    var entries = try messages(at: [1000, 2000], spool, options)
    entries[0].time = .min
    let bytes = try spool.mapped()
    let moved = entries.map { ComparedMessage($0, bytes, options.kinds).later(by: 3600) }
    #expect(moved.map(\.entry.time) == [.min, 3_602_000])
    #expect(moved.map(\.delay) == [0, 3_600_000])
  }
}
