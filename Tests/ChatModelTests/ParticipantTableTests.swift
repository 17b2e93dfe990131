import ChatModel
import Testing

@Suite struct ParticipantTableTests {
  @Test("A key keeps its place, whoever asks and in whatever order")
  func intern() {
    var table = ParticipantTable()
    let ana = table.intern(key: "ana", name: "Ana")
    let bo = table.intern(key: "bo", name: "Bo")
    let again = ["ana", "ana", "bo"].map { table.intern(key: $0, name: "Other") }
    #expect(again == [ana, ana, bo])
    #expect(table.participants.map(\.name) == ["Ana", "Bo"])
    #expect(table.index(ofKey: "cy") == nil)
  }

  @Test("A declared participant replaces one that was met, and keeps the place")
  func replace() {
    var table = ParticipantTable()
    let ana = table.intern(key: "ana", name: "ana")
    let replaced = table.add(Participant(key: "ana", name: "Ana Sousa"))
    #expect(replaced == ana)
    #expect(table[ana].name == "Ana Sousa")
  }

  @Test("Me is found by key or by name, and only there")
  func me() {
    var table = ParticipantTable()
    table.add(Participant(key: "1", name: "Ana", isMe: true))
    table.add(Participant(key: "2", name: "Bo"))
    let byName = table.markMe("Bo")
    #expect(byName)
    #expect(table.participants.map(\.isMe) == [false, true])
    let byKey = table.markMe("1")
    #expect(byKey)
    #expect(table.participants.map(\.isMe) == [true, false])
  }

  @Test("A key is found by its bytes, also among those that look alike")
  func bytes() {
    var table = ParticipantTable()
    let keys = (0..<200).map { "user\($0)x" } + ["", "é"]
    for key in keys { table.add(Participant(key: key, name: key)) }
    for key in keys + keys.reversed() {
      let bytes = Array(key.utf8)
      let found = table.index(ofKey: bytes.span)
      #expect(found == table.index(ofKey: key) && found != nil)
    }
    for unknown in [Array("user".utf8), [0xFF], Array("user1xx".utf8)] {
      let found = table.index(ofKey: unknown.span)
      #expect(found == nil)
    }
  }
}
