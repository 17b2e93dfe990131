import ICU
import Storage

/// A date and time as written by an export: an instant if it has an offset, otherwise a wall clock's time.
package enum Timestamp: Equatable {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  case instant(Int64)
  /// Milliseconds since 1970-01-01T00:00:00 on that clock.
  case wallClock(Int64)

  /// Takes a number of seconds since 1970, or of milliseconds if as seconds it would be further away than the year 5138.
  package init?(epoch: Double) {
    guard epoch.isFinite, abs(epoch) < 1e14 else { return nil }
    self = .instant(Int64((abs(epoch) < 1e11 ? epoch * 1000 : epoch).rounded()))
  }

  /// Reads `YYYY-MM-DDTHH:MM`, with the second 0.
  private init?(withoutSeconds text: Span<UInt8>) {
    guard text.count >= 16, text.count <= 22 else { return nil }
    var whole: [UInt8] = []
    whole.reserveCapacity(25)
    for index in 0..<16 { whole.append(text[index]) }
    whole += [UInt8(ascii: ":"), UInt8(ascii: "0"), UInt8(ascii: "0")]
    for index in 16..<text.count { whole.append(text[index]) }
    self.init(whole.span)
  }

  /// Reads `YYYY-MM-DDTHH:MM:SS` with an optional fraction and an optional `Z` or `±HH:MM` (RFC 3339 §5.6).
  ///
  /// The separator may be `t` or a space, as RFC 3339 allows; digits beyond milliseconds are dropped; second 60 is
  /// the next minute's first.
  ///
  /// Missing seconds are 0.
  package init?(_ text: Span<UInt8>) {
    guard text.count >= 19, text[16] == UInt8(ascii: ":") else {
      self.init(withoutSeconds: text)
      return
    }
    guard text[10] | 0x20 == UInt8(ascii: "t") || text[10] == UInt8(ascii: " "),
      // `YYYY-MM-` and `HH:MM:SS`
      let date = Self.pairs(text, 0, separators: 0x2D00_002D_0000_0000),
      let clock = Self.pairs(text, 11, separators: 0x0000_3A00_003A_0000), let day = Self.twoDigits(text, 8)
    else { return nil }
    let (hour, minute, second) = (Int(clock & 0xFF), Int(clock >> 24 & 0xFF), Int(clock >> 48 & 0xFF))
    let year = Int(date & 0xFF) &* 100 &+ Int(date >> 16 & 0xFF)
    guard hour < 24, minute < 60, second <= 60,
      let date = CivilDate(year: year, month: Int(date >> 40 & 0xFF), day: day)
    else { return nil }
    var offset = 19
    guard let fraction = Self.milliseconds(text, &offset) else { return nil }
    let seconds = (date.daysSince1970 &* 24 &+ hour) &* 3600 &+ minute &* 60 &+ second
    let wallClock = Int64(seconds &* 1000 &+ fraction)
    if offset == text.count {
      self = .wallClock(wallClock)
    } else if text[offset] | 0x20 == UInt8(ascii: "z"), offset &+ 1 == text.count {
      self = .instant(wallClock)
    } else {
      guard let minutesEast = Self.offsetMinutes(text, offset) else { return nil }
      self = .instant(wallClock &- Int64(minutesEast &* 60_000))
    }
  }

  /// Reads the text like ``init(_:)-(Span<UInt8>)``.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    self.init(bytes.span)
  }

  /// Returns the numbers in the eight bytes at `offset`, which must be digits except at the `separators`: each byte, counted from the
  /// lowest, has the number of two digits that begins there.
  @inline(__always)
  private static func pairs(_ text: Span<UInt8>, _ offset: Int, separators: UInt64) -> UInt64? {
    guard offset >= 0, offset &+ 8 <= text.count else { return nil }
    let word = text.word(at: offset)
    // A separator also has bit 5, and all bits of a zero.
    let isSeparator = (separators & 0x2020_2020_2020_2020) >> 5 &* 0xFF
    let digits = word ^ (separators | 0x3030_3030_3030_3030 & ~isSeparator)
    // Nine and 0x76 are 0x7F.
    guard ((digits &+ 0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080 == 0,
      digits & isSeparator == 0
    else { return nil }
    return digits &* 10 &+ digits >> 8
  }

  @inline(__always)
  private static func twoDigits(_ text: Span<UInt8>, _ offset: Int) -> Int? {
    let (tens, ones) = (text[offset] &- 0x30, text[offset &+ 1] &- 0x30)
    guard tens <= 9, ones <= 9 else { return nil }
    return Int(tens) &* 10 &+ Int(ones)
  }

  /// The fraction at `offset`, or 0 if there is none; nil for a point without digits.
  private static func milliseconds(_ text: Span<UInt8>, _ offset: inout Int) -> Int? {
    guard offset < text.count, text[offset] == UInt8(ascii: ".") else { return 0 }
    offset &+= 1
    let start = offset
    var (value, scale) = (0, 100)
    while offset < text.count, text[offset] &- 0x30 <= 9 {
      value &+= Int(text[offset] &- 0x30) &* scale
      scale /= 10
      offset &+= 1
    }
    return offset > start ? value : nil
  }

  private static func offsetMinutes(_ text: Span<UInt8>, _ offset: Int) -> Int? {
    guard offset &+ 6 == text.count, text[offset &+ 3] == UInt8(ascii: ":"),
      let hours = twoDigits(text, offset &+ 1), let minutes = twoDigits(text, offset &+ 4), hours < 24,
      minutes < 60
    else { return nil }
    switch text[offset] {
    case UInt8(ascii: "+"): return hours &* 60 &+ minutes
    case UInt8(ascii: "-"): return -(hours &* 60 &+ minutes)
    default: return nil
    }
  }
}
