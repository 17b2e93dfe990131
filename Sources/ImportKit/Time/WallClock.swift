package import ChatModel
import ICU

/// Turns what a clock on the wall showed into instants.
package struct WallClock: Sendable {
  private var rules: TimeZoneRules?
  /// The zone's IANA name; nil where UTC is assumed.
  package var zone: String? { rules?.identifier }
  /// A time without a zone was met and UTC was assumed.
  private var hasAssumedUTC = false
  /// The times that the zone's clocks skipped.
  private var skipped = SkippedTimes()

  /// The clock of the zone `name`; nil: UTC is assumed, and remembered to have been.
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

  /// The instant of a wall clock's time, in milliseconds as if it were UTC. Of a time that the clocks showed twice it is the first
  /// that is not before `notBefore`, or the second where both are. A time that the clocks skipped is the instant at which they did,
  /// and is told with its `origin`.
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

  /// Forgets what was found, as before another file.
  mutating func forgetFindings() { (hasAssumedUTC, skipped) = (false, SkippedTimes()) }

  /// Adds to `log` that UTC was assumed, and that times were skipped.
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
