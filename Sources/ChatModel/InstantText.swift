extension Instant {
  /// The instant as `YYYY-MM-DDThh:mm:ssZ` (RFC 3339), milliseconds left out; years are clamped to 0…9999.
  public var iso8601: String {
    let seconds = self.seconds
    let day = Self.floorDiv(seconds, 86_400)
    let rest = Int(seconds - day * 86_400)
    let (year, month, dayOfMonth) = Self.civil(fromDays: day)
    return unsafe String(unsafeUninitializedCapacity: 20) { bytes in
      func put(_ place: Int, _ value: Int, before mark: UInt8) {
        unsafe bytes[place] = UInt8(truncatingIfNeeded: 48 + value / 10 % 10)
        unsafe bytes[place + 1] = UInt8(truncatingIfNeeded: 48 + value % 10)
        unsafe bytes[place + 2] = mark
      }
      let clamped = min(max(year, 0), 9_999)
      put(0, clamped / 100, before: 0)
      put(2, clamped % 100, before: UInt8(ascii: "-"))
      put(5, month, before: UInt8(ascii: "-"))
      put(8, dayOfMonth, before: UInt8(ascii: "T"))
      put(11, rest / 3_600, before: UInt8(ascii: ":"))
      put(14, rest / 60 % 60, before: UInt8(ascii: ":"))
      put(17, rest % 60, before: UInt8(ascii: "Z"))
      return 20
    }
  }

  /// Year, month and day of the proleptic Gregorian calendar, days counted from 1970-01-01.
  ///
  /// Counts in eras of 400 years (146,097 days) from 0000-03-01, so that leap days fall at the end of a year.
  static func civil(fromDays days: Int64) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = floorDiv(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (Int(year), Int(month), Int(day))
  }
}
