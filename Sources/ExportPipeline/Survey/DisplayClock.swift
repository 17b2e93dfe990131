import ChatModel
import ICU

/// Local days and minutes of instants in the display zone.
///
/// Keeps the zone's current interval, so that a message costs some arithmetic but no lookup.
struct DisplayClock: Sendable {
  private var zoneRules: TimeZoneRules
  var zone: String { zoneRules.identifier }
  /// A text that identifies the rules.
  var rules: String { zoneRules.fingerprint }

  init(zone: String) throws(ExportError) {
    guard let rules = TimeZoneRules(identifier: zone) else {
      throw .usage("'\(zone)' is not a time zone; give an IANA name such as Europe/Lisbon")
    }
    zoneRules = rules
  }

  /// Days since 1970 and minute of the day at `instant`.
  mutating func local(_ instant: Instant) -> (day: Int32, minute: Int16) {
    // Far outside any calendar the offset no longer matters; clamping keeps the arithmetic in range.
    let seconds = min(max(instant.seconds, -60_000_000_000), 250_000_000_000)
    let local = seconds + zoneRules.offset(atUTC: seconds)
    let day = local >= 0 ? local / 86_400 : (local - 86_399) / 86_400
    return (Int32(truncatingIfNeeded: day), Int16(truncatingIfNeeded: (local - day * 86_400) / 60))
  }

  /// Minutes east of Greenwich at `instant`, if its local time occurs twice in the zone; otherwise nil.
  mutating func repeatedOffset(_ instant: Instant) -> Int16? {
    zoneRules.offsetIfRepeated(atUTC: instant.seconds).map { Int16(truncatingIfNeeded: $0 / 60) }
  }
}
