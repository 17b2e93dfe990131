import Testing

@testable import AssistantFormats
@testable import ImportKit
@testable import TranscriptFormats

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
      ("4 maj 2026 09:15:00 CEST", "2026-05-04T07:15:00Z"),
      ("2 sept 2026, 9:05:06 p.\u{A0}m. GMT-05:00", "2026-09-03T02:05:06Z"),
      ("2 sept 2026, 9:05:06\u{202F}a.\u{A0}m. CST", "2026-09-02T15:05:06Z"),
      ("2026年6月19日 12:23:08 CST", "2026-06-19T04:23:08Z"),
      ("2026年6月19日 下午1:23:08 [台北標準時間]", "2026-06-19T05:23:08Z"),
      ("١٩ يونيو ٢٠٢٦ في ١٢:٢٣:٠٨ م غرينتش+٣", "2026-06-19T09:23:08Z"),
      ("19\u{200F}/06\u{200F}/2026، 12:23:08\u{202F}ص UTC+3", "2026-06-18T21:23:08Z"),
      ("19 июн. 2026 г., 12:23:08 MSK", "2026-06-19T09:23:08Z"),
      ("19 paź 2026, 12:23:08 CEST", "2026-10-19T10:23:08Z"),
      ("19 Haz 2026 12:23:08 GMT+03:00", "2026-06-19T09:23:08Z"),
      ("19 जून 2026, 12:23:08 pm IST", "2026-06-19T06:53:08Z"),
      ("19 Agu 2026, 12.23.08 WIB", "2026-08-19T05:23:08Z"),
      ("12:23:08 19 thg 6, 2026 GMT+07:00", "2026-06-19T05:23:08Z"),
      ("19 มิ.ย. 2569 12:23:08 GMT+07:00", "2026-06-19T05:23:08Z"),
      ("19 черв. 2026 р., 12:23:08 EEST", "2026-06-19T09:23:08Z"),
      ("19 ביוני 2026, 12:23:08 IDT", "2026-06-19T09:23:08Z"),
      ("19 ביוני 2026, 12:23:08 IST", "2026-06-19T10:23:08Z"),
    ])
  func times(text: String, expected: String) throws {
    #expect(GeminiTime.timestamp(text) == Timestamp(expected))
  }

  @Test(
    "A time without a zone, or with one that is not known",
    arguments: ["2 Sep 2026, 09:00:00", "2 Sep 2026, 09:00:00 XYZT"])
  func wallClock(text: String) { #expect(GeminiTime.timestamp(text) == Timestamp("2026-09-02T09:00:00")) }

  @Test(
    "Other lines are no times",
    arguments: [
      "", "Sep", "2 Smarch 2026, 25:99 XYZ", "31.02.2026, 09:00:00 UTC", "Sep 2, 2026", "at 9:00",
      "99999999999999999999",
      "Sep 2, 2026, 9:00:00 UTC and more", "Sep 2, 2026, 9:00 UTC+99:00", ":::", "1.1.1, 1:1:99 UTC",
      "Meet on Sep 2, 2026 at 9:00:00 AM in Berlin", "2026-09-02 09:00:00 123456", "2026-09-02 09:00",
      "2026-09-02 09:00:00 warning", "2026-09-02 09:00:00 10:00:00",
    ])
  func others(text: String) { #expect(GeminiTime.timestamp(text) == nil) }
}
