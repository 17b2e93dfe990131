import Frames
import Testing

@Suite struct UTCTimeTests {
  @Test(
    "RFC 3339 texts, with leap days, before 1970 and at the ends of the range",
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (951_782_400, "2000-02-29T00:00:00Z"),
      (1_777_626_723, "2026-05-01T09:12:03Z"),
      (-1, "1969-12-31T23:59:59Z"), (-2_203_891_200, "1900-03-01T00:00:00Z"),
      (253_402_300_799, "9999-12-31T23:59:59Z"), (-62_167_219_200, "0000-01-01T00:00:00Z"),
    ] as [(Int64, String)])
  func texts(seconds: Int64, text: String) {
    #expect(UTCTime(seconds: seconds).text == text)
  }

  @Test("The ends of the number range do not trap", arguments: [Int64.min, Int64.max])
  func extremes(seconds: Int64) {
    #expect(UTCTime(seconds: seconds).text.utf8.count == 20)
  }
}
