/// An instant in whole seconds, as written into `datetime` attributes.
public struct UTCTime: Hashable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z.
  public var seconds: Int64

  /// The instant `seconds` after 1970-01-01T00:00:00Z.
  public init(seconds: Int64) { self.seconds = seconds }

  /// The instant as `YYYY-MM-DDThh:mm:ssZ` (RFC 3339); years are clamped to 0…9999.
  public var text: String {
    let (first, second, last) = words
    let bytes = (0..<8).map { first >> ($0 * 8) } + (0..<8).map { second >> ($0 * 8) }
    let end = (0..<4).map { UInt64(last) >> ($0 * 8) }
    return String(decoding: (bytes + end).map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
  }

  /// The 20 bytes of `text` as little-endian words: `YYYY-MM-`, `DDThh:mm` and `:ssZ`.
  public var words: (UInt64, UInt64, UInt32) {
    let (days, rest) = Self.floorDivided(seconds, by: 86_400)
    let (year, month, day) = Self.civil(fromDays: days)
    func digits(_ value: Int64) -> UInt64 {
      let (tens, ones) = UInt64(truncatingIfNeeded: value).quotientAndRemainder(dividingBy: 10)
      return 0x3030 + tens + ones << 8
    }
    let (dash, colon) = (UInt64(0x2D), UInt64(0x3A))
    let clamped = min(max(year, 0), 9_999)
    let first =
      digits(clamped / 100) | digits(clamped % 100) << 16 | dash << 32 | digits(month) << 40 | dash << 56
    let second =
      digits(day) | 0x54 << 16 | digits(rest / 3_600) << 24 | colon << 40 | digits(rest / 60 % 60) << 48
    return (first, second, UInt32(colon | digits(rest % 60) << 8 | 0x5A << 24))
  }

  /// Returns the date of the proleptic Gregorian calendar for days counted from 1970-01-01.
  ///
  /// Counts in eras of 400 years (146,097 days) from 0000-03-01, so that leap days fall at the end of a year.
  private static func civil(fromDays days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) = floorDivided(days + 719_468, by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  /// Returns the quotient rounded down, and a remainder that is never negative.
  private static func floorDivided(_ value: Int64, by divisor: Int64) -> (quotient: Int64, rest: Int64) {
    let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
  }
}
