import ChatModel
import Testing

@testable import ExportPipeline

/// Faults that sites of real chats showed, by the names they were given.
@Suite struct FindingsTests {
  @Test(
    "findings A1: incoming senders are counted, not participants; a message without a sender has one of its own"
  )
  func speakers() {
    var table = ParticipantTable()
    for name in ["Ana", "Bo", "Cy"] { table.add(Participant(key: name, name: name)) }
    var speakers = Speakers()
    for index in [0, 1, 0] { speakers.insert(ParticipantIndex(Int32(index))) }
    #expect(speakers.incoming(in: table) == 2)
    #expect(speakers.participants(of: table).map(\.name) == ["Ana", "Bo"])
    table.markMe("Ana")
    #expect(speakers.incoming(in: table) == 1)
    speakers.insert(nil)
    #expect(speakers.incoming(in: table) == 2)
  }
}
