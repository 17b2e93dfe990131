import ICU
import Testing

@Suite struct CivilDateTests {
  @Test("A date and its day number are each other's inverse from the year −1000 to 9999")
  func roundTrip() throws {
    let first = try #require(CivilDate(year: -1000, month: 1, day: 1)).daysSince1970
    let last = try #require(CivilDate(year: 9999, month: 12, day: 31)).daysSince1970
    for days in stride(from: first, through: last, by: 7) {
      let date = CivilDate(daysSince1970: days)
      #expect(date.daysSince1970 == days)
      #expect(CivilDate(year: date.year, month: date.month, day: date.day) == date)
      #expect(CivilDate(daysSince1970: days + 1) > date)
    }
  }

  @Test(
    "Known days",
    arguments: [
      (0, "1970-01-01"), (-1, "1969-12-31"), (11_016, "2000-02-29"), (11_017, "2000-03-01"),
      (-25_508, "1900-03-01"),
      (-719_162, "0001-01-01"), (-719_528, "0000-01-01"), (-719_529, "-0001-12-31"),
      (2_932_896, "9999-12-31"),
      (2_932_897, "+10000-01-01"),
    ])
  func known(days: Int, text: String) {
    #expect(CivilDate(daysSince1970: days).isoText == text)
  }

  @Test("A day number out of bounds gives a date, not a crash", arguments: [Int.min, Int.max])
  func extremes(days: Int) {
    #expect(abs(CivilDate(daysSince1970: days).year) == 999_999)
  }

  @Test("A date no calendar has is refused")
  func invalid() {
    #expect(CivilDate(year: 2023, month: 2, day: 29) == nil)
    #expect(CivilDate(year: 1900, month: 2, day: 29) == nil)
    #expect(CivilDate(year: 2024, month: 13, day: 1) == nil)
    #expect(CivilDate(year: 2024, month: 0, day: 1) == nil)
    #expect(CivilDate(year: 2024, month: 4, day: 31) == nil)
    #expect(CivilDate(year: .max, month: 1, day: 1) == nil)
    #expect(CivilDate(year: 2024, month: 2, day: 29) != nil)
  }

  @Test("Wall-clock seconds before 1970 belong to the day they are in")
  func wallClock() {
    #expect(CivilDate(wallClock: -1).isoText == "1969-12-31")
    #expect(CivilDate(wallClock: -86_400).isoText == "1969-12-31")
    #expect(CivilDate(wallClock: 86_399).isoText == "1970-01-01")
  }
}
