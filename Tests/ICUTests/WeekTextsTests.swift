import ICU
import Testing

@Suite struct WeekTextsTests {
  @Test(
    "A week begins where the locale's does",
    arguments: [
      ("en-GB", 0), ("en-US", 6), ("de", 0), ("ar-EG", 5), ("ja", 6), ("pt-PT", 6), ("fa-IR", 5),
      ("xx-nonsense", 6),
    ])
  func firstDay(locale: String, day: Int) {
    let week = WeekTexts(locale: locale)
    #expect(week.firstDay == day)
    #expect(week.order.first == day && Set(week.order) == Set(0..<7))
  }

  @Test("Days and hours are said in the locale's words")
  func words() {
    let english = WeekTexts(locale: "en-US")
    #expect(english.days[0] == "Monday" && english.shortDays[6] == "Sun")
    #expect(english.hours[0] == "12 AM" && english.hours[13] == "1 PM")
    let german = WeekTexts(locale: "de")
    #expect(german.days[2] == "Mittwoch" && german.hours[9] == "09 Uhr")
    for locale in ["en-GB", "ar", "ja", "th", "xx-nonsense"] {
      let week = WeekTexts(locale: locale)
      #expect(Set(week.days).count == 7 && Set(week.hours).count == 24)
    }
  }

  @Test("Tenths are said with the locale's decimal sign, and not at all when there are none")
  func tenths() {
    #expect(DateTexts(locale: "en-GB").tenths(12_345) == "1,234.5")
    #expect(DateTexts(locale: "de").tenths(123) == "12,3")
    #expect(DateTexts(locale: "en-GB").tenths(120) == "12")
    #expect(DateTexts(locale: "en-GB").tenths(4) == "0.4")
  }

  @Test(
    "Percentages have the sign of their language, on its side",
    arguments: [
      ("en-GB", "75%"), ("de", "75 %"), ("fr", "75 %"), ("ar-EG", "٧٥٪"), ("fa", "۷۵٪"), ("tr", "%75"),
      ("he", "75%"),
    ])
  func percent(locale: String, words: String) {
    #expect(DateTexts(locale: locale).percent(75) == words)
  }
}
