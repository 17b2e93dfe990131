/// A moment as machines read it: whole seconds since 1970-01-01T00:00:00Z.
public struct UTCTime: Hashable, Sendable {
  public var seconds: Int64

  public init(seconds: Int64) { self.seconds = seconds }

  /// The moment as `YYYY-MM-DDThh:mm:ssZ` (RFC 3339); years are clamped to 0…9999.
  public var text: String {
    var bytes: [UInt8] = []
    forEachByte { bytes.append($0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Gives the 20 bytes of the text, one after the other.
  @inline(__always)
  public func forEachByte(_ body: (UInt8) -> Void) {
    let (day, rest) = Self.floorDivided(seconds, by: 86_400)
    let (year, month, dayOfMonth) = Self.civil(fromDays: day)
    func put(_ value: Int64) {
      body(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value / 10 % 10))
      body(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value % 10))
    }
    let clamped = min(max(year, 0), 9_999)
    put(clamped / 100)
    put(clamped % 100)
    body(UInt8(ascii: "-"))
    put(month)
    body(UInt8(ascii: "-"))
    put(dayOfMonth)
    body(UInt8(ascii: "T"))
    put(rest / 3_600)
    body(UInt8(ascii: ":"))
    put(rest / 60 % 60)
    body(UInt8(ascii: ":"))
    put(rest % 60)
    body(UInt8(ascii: "Z"))
  }

  /// Year, month and day of the proleptic Gregorian calendar, days counted from 1970-01-01.
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

  /// The quotient rounded down, and what is left over.
  private static func floorDivided(_ value: Int64, by divisor: Int64) -> (quotient: Int64, rest: Int64) {
    let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
  }
}
