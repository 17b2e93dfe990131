import ICU

/// A date as three numbers in an unknown order.
package struct NumericDate: Equatable {
  package var first: Int
  package var second: Int
  package var third: Int
  /// The number of digits of the first and last number: a year has two or four.
  package var firstDigits: Int
  package var thirdDigits: Int
  /// True if the first or the second number is below ten and has one digit.
  package var isUnpadded: Bool

  package init(first: Int, second: Int, third: Int, firstDigits: Int, thirdDigits: Int, isUnpadded: Bool) {
    self.first = first
    self.second = second
    self.third = third
    self.firstDigits = firstDigits
    self.thirdDigits = thirdDigits
    self.isUnpadded = isUnpadded
  }

  /// Days since 1970 of the date, with its numbers in `order`; nil if there is no such date.
  package func day(_ order: DateOrder) -> Int? {
    switch order {
    case .dmy: Self.day(third, second, first, thirdDigits)
    case .mdy: Self.day(third, first, second, thirdDigits)
    case .ymd: Self.day(first, second, third, firstDigits)
    }
  }

  private static func day(_ year: Int, _ month: Int, _ day: Int, _ digits: Int) -> Int? {
    guard digits == 2 || digits == 4 else { return nil }
    var year = year
    if digits == 4, 1380...1430 ~= year { return Self.persianDay(year, month, day) }
    if digits == 4, HijriDate.years.contains(year) {
      return HijriDate.daysSince1970(year: year, month: month, day: day)
    }
    // No chat is that old or that far ahead: Thai phones count years from 543 BC.
    if digits == 2 { year += year > 55 ? 1957 : 2000 } else if 2500...2650 ~= year { year -= 543 }
    guard 1970...2200 ~= year else { return nil }
    return CivilDate(year: year, month: month, day: day)?.daysSince1970
  }
}

extension NumericDate {
  /// Days since 1970 of a date in the Persian calendar, with the leap years of a 33-year cycle, which is correct from 1178 to 1633.
  private static func persianDay(_ year: Int, _ month: Int, _ day: Int) -> Int? {
    guard 1...12 ~= month, 1...(month <= 6 ? 31 : 30) ~= day else { return nil }
    // The year 979 began on 21 March 1600, 135,061 days before 1970.
    let years = year - 979
    let leapDays = years / 33 * 8 + (years % 33 + 3) / 4
    let days = month <= 6 ? (month - 1) * 31 : 186 + (month - 7) * 30
    return years * 365 + leapDays + days + day - 1 - 135_061
  }
}

/// The evidence of a file's dates for the order of day, month and year.
///
/// No field of a text export says whether 03/04/24 is in March or in April, so all dates of the file are evidence, in this order:
/// a year of four digits, or a number above 12, which can be no month; dates in the names of attachments and days of the week; the order in
/// which the dates do not run backwards; the number that changes most often, which is the day. If none of these decides, the shape of the
/// dates and the language do.
package struct DateOrderSurvey {
  /// The fact that decided.
  package enum Evidence {
    case digits, names, sequence, changes
    /// Only the usual shape of dates.
    case habit
  }

  private struct PossibleOrder {
    let order: DateOrder
    var impossible = 0
    /// Steps back by more than a day: messages sent around midnight may be in the wrong order.
    var backwards = 0
    var named = 0
    var last: Int?
  }

  /// From 2009, when the first of these apps appeared, until 2040.
  private static let plausibleDays = 14_245..<25_567

  private var candidates: [PossibleOrder] = DateOrder.allCases.map { PossibleOrder(order: $0) }
  private var changes = (first: 0, second: 0, third: 0)
  private var last: NumericDate?
  private var isUnpadded = false
  /// True if the clock has twelve hours and `AM` or `PM` in capitals, as in the United States.
  package var hasCapitalHalves = false
  /// True if the file's own words are English.
  package var isEnglish = false

  package init(hasCapitalHalves: Bool = false, isEnglish: Bool = false) {
    (self.hasCapitalHalves, self.isEnglish) = (hasCapitalHalves, isEnglish)
  }

  /// Adds the next date of the file. `named` is the day in the name of the file attached to the message, `weekday` the day of the
  /// week beside the date, 0 for Monday.
  package mutating func add(_ date: NumericDate, named: Int? = nil, weekday: Int? = nil) {
    if date != last {
      addNew(date)
      last = date
    }
    if let weekday {
      for index in candidates.indices {
        if let day = candidates[index].last, WeekdayName.day(ofDaysSince1970: day) == weekday {
          candidates[index].named += 1
        }
      }
    }
    guard let named else { return }
    for index in candidates.indices {
      if let day = candidates[index].last, abs(day - named) <= 1 { candidates[index].named += 1 }
    }
  }

  private mutating func addNew(_ date: NumericDate) {
    isUnpadded = isUnpadded || date.isUnpadded
    if let last {
      if date.first != last.first { changes.first += 1 }
      if date.second != last.second { changes.second += 1 }
      if date.third != last.third { changes.third += 1 }
    }
    for index in candidates.indices {
      guard let day = date.day(candidates[index].order) else {
        candidates[index].impossible += 1
        candidates[index].last = nil
        continue
      }
      if !Self.plausibleDays.contains(day) { candidates[index].impossible += 1 }
      if let last = candidates[index].last, day < last - 1 { candidates[index].backwards += 1 }
      candidates[index].last = day
    }
  }

  /// The order, with the evidence for it.
  package var result: (order: DateOrder, evidence: Evidence) {
    var left = candidates
    func keep(_ evidence: Evidence, _ cost: (PossibleOrder) -> Int) -> (DateOrder, Evidence)? {
      let least = left.map(cost).min() ?? 0
      left = left.filter { cost($0) == least }
      return left.count == 1 ? (left[0].order, evidence) : nil
    }
    if let known = keep(.digits, { $0.impossible }) ?? keep(.names, { -$0.named })
      ?? keep(.sequence, { $0.backwards }) ?? keep(.changes, { -daysChanged($0.order) })
    {
      return known
    }
    let isAmerican = isUnpadded && (hasCapitalHalves || isEnglish)
    let habit = isAmerican ? [DateOrder.mdy, .dmy, .ymd] : [.dmy, .mdy, .ymd]
    return (habit.first { order in left.contains { $0.order == order } } ?? .dmy, .habit)
  }

  /// The number of times that the day changed if its number is in the position given by `order`.
  private func daysChanged(_ order: DateOrder) -> Int {
    switch order {
    case .dmy: changes.first
    case .mdy: changes.second
    case .ymd: changes.third
    }
  }
}
