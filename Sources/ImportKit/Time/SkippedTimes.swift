package import ChatModel
import ICU

/// The times of a file that no clock of its zone showed, because the clocks were put forward past them.
///
/// Such a time was written in another zone, or by a clock that was slow. It is shown as the instant at which the clocks were put
/// forward, which keeps the order of the file.
package struct SkippedTimes: Sendable {
  private var count = 0
  private var first: (milliseconds: Int64, origin: Origin?)?

  package init() {}

  /// Adds the next such time, in milliseconds as if it were UTC.
  package mutating func add(_ milliseconds: Int64, at origin: Origin?) {
    count += 1
    first = first ?? (milliseconds, origin)
  }

  /// Returns the warning, or nil if there are no skipped times. `origin` is used if the first time has none.
  package func warning(zone: String, at origin: Origin) -> Diagnostic? {
    guard let first else { return nil }
    let others = count == 1 ? "" : " and \(count - 1) more \(count == 2 ? "time" : "times") here"
    return Diagnostic(
      .warning, "skipped-time",
      "the clocks of \(zone) skipped \(Self.text(first.milliseconds))\(others), so the zone is wrong or the clock was late; "
        + "shown as the moment when they did; set --time-zone to change the zone",
      at: first.origin ?? origin)
  }

  /// Returns `2025-03-30 02:10`.
  private static func text(_ milliseconds: Int64) -> String {
    let seconds = Instant(milliseconds: milliseconds).seconds
    let date = CivilDate(wallClock: seconds)
    let minutes = (seconds - Int64(date.daysSince1970) * 86_400) / 60
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(date.isoText) \(two(minutes / 60)):\(two(minutes % 60))"
  }
}
