public import BubbleLayout
public import ChatModel
public import ICU

/// The local times of a conversation.
public struct OutputClock: Sendable {
  private var rules: TimeZoneRules
  /// The IANA name of the zone.
  public var zone: String { rules.identifier }

  /// Creates the clock of a zone.
  public init(_ rules: TimeZoneRules) { self.rules = rules }

  /// Returns the local date and time at `instant`.
  public mutating func local(_ instant: Instant) -> OutputTime {
    // Far outside any calendar the offset no longer matters; clamping keeps the arithmetic in range.
    let seconds = min(max(instant.seconds, -60_000_000_000), 250_000_000_000)
    let offset = rules.offset(atUTC: seconds)
    let local = seconds + offset
    let day = local >= 0 ? local / 86_400 : (local - 86_399) / 86_400
    let second = Int(local - day * 86_400)
    return OutputTime(
      date: CivilDate(daysSince1970: Int(day)), second: second,
      millisecond: Int(instant.milliseconds - instant.seconds * 1_000), secondsEast: Int(offset))
  }

  /// Returns the local minute at `instant`, with its offset from Greenwich if the zone's clocks show it twice.
  public mutating func minute(of instant: Instant) -> LocalTime {
    let local = local(instant)
    let offset = rules.offsetIfRepeated(atUTC: min(max(instant.seconds, -60_000_000_000), 250_000_000_000))
    return LocalTime(
      day: Int32(truncatingIfNeeded: local.date.daysSince1970),
      minute: Int16(truncatingIfNeeded: local.second / 60),
      offset: offset.map { Int16(truncatingIfNeeded: $0 / 60) })
  }
}

/// A date with the time of day.
public struct OutputTime: Sendable, Hashable {
  /// The date.
  public var date: CivilDate
  /// The second of the day.
  public var second: Int
  /// The millisecond of the second.
  public var millisecond: Int
  /// The zone's seconds east of Greenwich at this time.
  public var secondsEast: Int

  /// Creates a time.
  public init(date: CivilDate, second: Int, millisecond: Int, secondsEast: Int) {
    (self.date, self.second, self.millisecond, self.secondsEast) = (date, second, millisecond, secondsEast)
  }

  /// The hour of the day.
  public var hour: Int { second / 3_600 }
  /// The minute of the hour.
  public var minute: Int { second / 60 % 60 }
}
