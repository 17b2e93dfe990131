import Testing

@testable import ChatImport

@Suite struct GeminiTimeTests {
  @Test(
    "Times of pages are read in the forms of several languages",
    arguments: [
      ("Sep 2, 2026, 1:26:27\u{202F}PM PDT", "2026-09-02T20:26:27Z"),
      ("Sep 2, 2026, 12:05:00 AM UTC", "2026-09-02T00:05:00Z"),
      ("18 Sept 2025, 12:02:52 CET", "2025-09-18T11:02:52Z"),
      ("02.09.2026, 09:00:00 MESZ", "2026-09-02T07:00:00Z"),
      ("2 sept. 2026, 09:00:00 UTC+02:00", "2026-09-02T07:00:00Z"),
      ("2 de set. de 2026, 09:00:00 BRT", "2026-09-02T12:00:00Z"),
      ("2026/09/02 9:00:00 JST", "2026-09-02T00:00:00Z"), ("2026年9月2日 9:00:00 JST", "2026-09-02T00:00:00Z"),
      ("2026. 9. 2. 오후 3:00:00 KST", "2026-09-02T06:00:00Z"),
      ("5 mars 2026, 10:00:00 GMT+5:30", "2026-03-05T04:30:00Z"),
      ("1 juil. 2026, 00:00:00 CEST", "2026-06-30T22:00:00Z"),
      ("Aug 31, 2026, 11:59:59 PM GMT-0300", "2026-09-01T02:59:59Z"),
    ])
  func times(text: String, expected: String) throws {
    #expect(GeminiTime.timestamp(text) == Timestamp(expected))
  }

  @Test("A time without a zone, or with one that is not known", arguments: ["2 Sep 2026, 09:00:00"])
  func wallClock(text: String) { #expect(GeminiTime.timestamp(text) == Timestamp("2026-09-02T09:00:00")) }

  @Test(
    "Other lines are no times",
    arguments: [
      "", "Sep", "2 Smarch 2026, 25:99 XYZ", "31.02.2026, 09:00:00 UTC", "Sep 2, 2026", "at 9:00",
      "99999999999999999999",
      "Sep 2, 2026, 9:00:00 UTC and more", "Sep 2, 2026, 9:00 UTC+99:00", ":::", "1.1.1, 1:1:99 UTC",
    ])
  func others(text: String) { #expect(GeminiTime.timestamp(text) == nil) }
}
