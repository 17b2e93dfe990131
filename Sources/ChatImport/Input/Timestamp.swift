import ICU

/// A date and time as an export writes it: an instant where it has an offset, else what a clock on the wall showed.
enum Timestamp: Equatable {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  case instant(Int64)
  /// Milliseconds since 1970-01-01T00:00:00 on the same clock.
  case wallClock(Int64)

  /// Reads `YYYY-MM-DDTHH:MM:SS` with an optional fraction and an optional `Z` or `±HH:MM` (RFC 3339 §5.6).
  ///
  /// The separator may be `t` or a space, as RFC 3339 allows; digits beyond milliseconds are dropped; second 60 is
  /// the next minute's first.
  init?(_ text: Span<UInt8>) {
    guard text.count >= 19, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
      text[10] | 0x20 == UInt8(ascii: "t") || text[10] == UInt8(ascii: " "),
      text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"),
      let century = Self.twoDigits(text, 0), let yearOfCentury = Self.twoDigits(text, 2),
      let month = Self.twoDigits(text, 5), let day = Self.twoDigits(text, 8),
      let hour = Self.twoDigits(text, 11), let minute = Self.twoDigits(text, 14),
      let second = Self.twoDigits(text, 17), hour < 24, minute < 60, second <= 60,
      let date = CivilDate(year: century &* 100 &+ yearOfCentury, month: month, day: day)
    else { return nil }
    var place = 19
    guard let fraction = Self.milliseconds(text, &place) else { return nil }
    let seconds = (date.daysSince1970 &* 24 &+ hour) &* 3600 &+ minute &* 60 &+ second
    let wallClock = Int64(seconds &* 1000 &+ fraction)
    if place == text.count {
      self = .wallClock(wallClock)
    } else if text[place] | 0x20 == UInt8(ascii: "z"), place &+ 1 == text.count {
      self = .instant(wallClock)
    } else {
      guard let offset = Self.offsetMinutes(text, place) else { return nil }
      self = .instant(wallClock &- Int64(offset &* 60_000))
    }
  }

  /// As `init(_: Span<UInt8>)`.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    self.init(bytes.span)
  }

  @inline(__always)
  private static func twoDigits(_ text: Span<UInt8>, _ place: Int) -> Int? {
    let (tens, ones) = (text[place] &- 0x30, text[place &+ 1] &- 0x30)
    guard tens <= 9, ones <= 9 else { return nil }
    return Int(tens) &* 10 &+ Int(ones)
  }

  /// The fraction at `place`, 0 if there is none; nil for a point without digits.
  private static func milliseconds(_ text: Span<UInt8>, _ place: inout Int) -> Int? {
    guard place < text.count, text[place] == UInt8(ascii: ".") else { return 0 }
    place &+= 1
    let start = place
    var (value, scale) = (0, 100)
    while place < text.count, text[place] &- 0x30 <= 9 {
      value &+= Int(text[place] &- 0x30) &* scale
      scale /= 10
      place &+= 1
    }
    return place > start ? value : nil
  }

  private static func offsetMinutes(_ text: Span<UInt8>, _ place: Int) -> Int? {
    guard place &+ 6 == text.count, text[place &+ 3] == UInt8(ascii: ":"),
      let hours = twoDigits(text, place &+ 1), let minutes = twoDigits(text, place &+ 4), hours < 24,
      minutes < 60
    else { return nil }
    switch text[place] {
    case UInt8(ascii: "+"): return hours &* 60 &+ minutes
    case UInt8(ascii: "-"): return -(hours &* 60 &+ minutes)
    default: return nil
    }
  }
}
