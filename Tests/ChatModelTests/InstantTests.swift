import ChatModel
import Testing

@Suite struct InstantTests {
  @Test("Seconds round down, also before 1970")
  func seconds() {
    #expect(Instant(milliseconds: -1).seconds == -1)
    #expect(Instant(milliseconds: 1_999).seconds == 1)
  }
}
