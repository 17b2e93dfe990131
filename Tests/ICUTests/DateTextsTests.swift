import Testing

@testable import ICU

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct DateTextsTests {
  private let first = CivilDate(daysSince1970: 20_574)  // 2026-05-01
  private let last = CivilDate(daysSince1970: 20_578)

  @Test("English dates, times and counts")
  func english() {
    let british = DateTexts(locale: "en-GB")
    #expect(british.day(first) == "Friday, 1 May 2026")
    #expect(british.month(year: 2026, month: 5) == "May 2026")
    #expect(british.shortDate(first) == "1 May 2026")
    #expect(british.timeOfDay[9 * 60 + 12] == "09:12")
    #expect(british.dateRange(first, last) == "1–5 May 2026")
    #expect(british.dateRange(first, first) == "1 May 2026")
    #expect(british.dateAndTime(first, minuteOfDay: 552) == "1 May 2026 at 09:12")
    #expect(british.integer(1_234_567) == "1,234,567")
    let american = DateTexts(locale: "en-US")
    #expect(american.day(first) == "Friday, May 1, 2026")
    #expect(american.timeOfDay[9 * 60 + 12] == "9:12 AM")
    #expect(american.timeOfDay[0] == "12:00 AM")
    #expect(american.timeOfDay[1439] == "11:59 PM")
  }

  @Test(
    "Every minute of the day has its own text", arguments: ["en-GB", "en-US", "de", "ja", "ar", "fa", "th"])
  func minutes(locale: String) {
    let texts = DateTexts(locale: locale)
    #expect(texts.timeOfDay.count == 1440)
    #expect(Set(texts.timeOfDay).count == 1440)
    #expect(texts.timeOfDay.allSatisfy { !$0.isEmpty && !$0.contains("\u{202F}") })
  }

  @Test(
    "The texts of the minutes are those ICU gives for each",
    arguments: [
      "en-GB", "en-US", "de", "ja", "ar", "fa", "th", "zh-TW", "hi", "bn", "bg", "fr-CA", "da", "sw", "ml",
    ])
  func minutesAreICUs(locale: String) throws {
    let words = try #require(LocaleWords(locale: locale))
    for (minute, text) in DateTexts(locale: locale).timeOfDay.enumerated() {
      let direct = try #require(words.text(.time, milliseconds: Double(minute) * 60_000))
      #expect(text == direct.replacing("\u{202F}", with: " ").replacing("\u{A0}", with: " "))
    }
  }

  @Test("The Gregorian year is shown even where another calendar is usual")
  func calendars() {
    #expect(DateTexts(locale: "th-TH").day(first).contains("2026"))
    #expect(DateTexts(locale: "th").month(year: 2026, month: 5) == "พฤษภาคม 2026")
    #expect(DateTexts(locale: "th-TH-u-ca-buddhist").day(first).contains("2026"))
    #expect(DateTexts(locale: "ja-JP-u-ca-japanese").day(first) == "2026年5月1日金曜日")
    #expect(DateTexts(locale: "fa-IR").day(first).contains("۲۰۲۶"))
    #expect(DateTexts(locale: "fa-IR").dateRange(first, last).contains("۲۰۲۶"))
    #expect(DateTexts(locale: "ar-EG").day(first).contains("٢٠٢٦"))
    #expect(DateTexts(locale: "ar-SA").day(first).contains("٢٠٢٦"))
    #expect(DateTexts(locale: "de").day(first) == "Freitag, 1. Mai 2026")
    #expect(DateTexts(locale: "de").integer(1234) == "1.234")
  }

  @Test("Dates before 1582 are not shifted to the Julian calendar")
  func proleptic() throws {
    let texts = DateTexts(locale: "en-GB")
    #expect(texts.day(try #require(CivilDate(year: 1066, month: 10, day: 14))).hasSuffix("14 October 1066"))
    #expect(texts.shortDate(try #require(CivilDate(year: 1500, month: 2, day: 28))) == "28 Feb 1500")
  }

  @Test("Years without a common short form are written as ISO dates")
  func distantYears() throws {
    let texts = DateTexts(locale: "en-GB")
    let early = try #require(CivilDate(year: -5, month: 3, day: 2))
    #expect(texts.day(early) == "-0005-03-02")
    #expect(texts.month(year: -5, month: 3) == "-0005-03")
    #expect(texts.dateRange(early, early) == "-0005-03-02")
    #expect(texts.dateAndTime(early, minuteOfDay: 5000) == "-0005-03-02 23:59")
  }

  @Test(
    "A locale ICU does not know gives English",
    arguments: ["xx", "", "C", "!!", "tlh-Latn", String(repeating: "a-", count: 400)])
  func unknown(locale: String) {
    #expect(!DateTexts.isKnown(locale: locale))
    #expect(DateTexts(locale: locale).locale == "en")
    #expect(DateTexts(locale: locale).day(first) == "Friday, May 1, 2026")
  }

  @Test("The machine's zone and language change nothing")
  func environment() async {
    await #expect(processExitsWith: .success) {
      unsafe setenv("TZ", "Pacific/Apia", 1)
      unsafe setenv("LANG", "fa_IR.UTF-8", 1)
      unsafe setenv("LC_ALL", "fa_IR.UTF-8", 1)
      tzset()
      let date = CivilDate(daysSince1970: 20_574)
      #expect(DateTexts(locale: "en-GB").day(date) == "Friday, 1 May 2026")
      #expect(DateTexts(locale: "en-GB").timeOfDay[552] == "09:12")
      #expect(DateTexts(locale: "en-GB").dateRange(date, date) == "1 May 2026")
      #expect(DateTexts(locale: "xx").day(date) == "Friday, May 1, 2026")
      var zone = try #require(TimeZoneRules(identifier: "Europe/Lisbon"))
      #expect(zone.offset(atUTC: 1_782_864_000) == 3600)
    }
  }

  @Test("Texts can be made in several tasks at once")
  func concurrency() async {
    let texts = DateTexts(locale: "en-GB")
    let first = first
    let all = await withTaskGroup(of: [String].self) { group in
      for _ in 0..<4 {
        group.addTask {
          (0..<2000).map { texts.day(CivilDate(daysSince1970: first.daysSince1970 + $0)) + texts.integer($0) }
        }
      }
      return await group.reduce(into: [[String]]()) { $0.append($1) }
    }
    #expect(Set(all).count == 1)
  }
}
