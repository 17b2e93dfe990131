package import ChatModel
import ICU

/// Converts wall-clock times to instants.
package struct WallClock: Sendable {
  private var rules: TimeZoneRules?
  /// The zone's IANA name; nil if UTC is assumed.
  package var zone: String? { rules?.identifier }
  /// True if a time without a zone occurred and UTC was assumed.
  private var hasAssumedUTC = false
  /// The times that the zone's clocks skipped.
  private var skipped = SkippedTimes()

  /// The clock of the zone `name`; if nil, UTC is assumed and reported.
  package init(zone name: String?, at origin: Origin?) throws(ImportError) {
    guard let name else { return }
    guard let rules = TimeZoneRules(identifier: name) else { throw .unknownTimeZone(name, at: origin) }
    self.rules = rules
  }

  /// The instant of a time stamp.
  package mutating func instant(of timestamp: Timestamp) -> Instant {
    switch timestamp {
    case .instant(let milliseconds): return Instant(milliseconds: milliseconds)
    case .wallClock(let milliseconds): return instant(ofWallClock: milliseconds, notBefore: nil, at: nil)
    }
  }

  /// The instant of a wall clock's time, in milliseconds as if it were UTC. A time that occurs twice means the first instant that is not
  /// before `notBefore`, or the second if both are. A skipped time means the instant of the skip, and is reported with its `origin`.
  package mutating func instant(
    ofWallClock milliseconds: Int64, notBefore: Instant?, at origin: @autoclosure () -> Origin?
  ) -> Instant {
    let time = Instant(milliseconds: milliseconds)
    guard rules != nil else {
      hasAssumedUTC = true
      return time
    }
    let seconds =
      rules?.instantSeconds(ofWallClock: time.seconds, notBefore: notBefore?.seconds ?? .min) ?? time.seconds
    if rules?.skips(wallClock: time.seconds) == true {
      skipped.add(milliseconds, at: origin())
      return Instant(milliseconds: seconds &* 1000)
    }
    return Instant(milliseconds: seconds &* 1000 &+ (milliseconds &- time.seconds &* 1000))
  }

  /// Forgets all findings, for another file.
  mutating func forgetFindings() { (hasAssumedUTC, skipped) = (false, SkippedTimes()) }

  /// Reports to `log` that UTC was assumed, and that times were skipped.
  package func report(in file: String, to log: inout DiagnosticLog) {
    if hasAssumedUTC {
      log.append(
        Diagnostic(
          .note, "assumed-time-zone", "times have no time zone; UTC is assumed, set --time-zone to change it",
          at: Origin(file: file)))
    }
    if let zone, let warning = skipped.warning(zone: zone, at: Origin(file: file)) { log.append(warning) }
  }
}
