import Synchronization

/// The rules of an IANA time zone, with the intervals between its changes kept once they were used.
///
/// Finding an offset costs a few ns while the instants are in one interval, as a chat's are for months.
public struct TimeZoneRules: Sendable {
  /// The IANA name, as given.
  public let identifier: String

  /// A stretch of time with one offset: from `start` until before `end`, in seconds since 1970 UTC.
  struct Interval: Sendable, Equatable {
    var start: Int64
    var end: Int64
    /// Seconds east of Greenwich.
    var offset: Int64

    func contains(_ instant: Int64) -> Bool { instant >= start && instant < end }
  }

  /// The system's rules; nil if there are none, or if they are older than ICU's.
  private let file: ZoneFile?
  private var last: Interval
  /// The intervals met so far, by start.
  private var known: [Interval]

  /// The maximum difference between offsets of one zone: a day, for moves of the date line, and a little more.
  private static let widestChange: Int64 = 26 * 3600
  /// Rules are meaningless outside this range: the years −9999 to 9999, in seconds since 1970.
  private static let meaningful: ClosedRange<Int64> = -377_705_116_800...253_402_300_799
  /// More changes than a zone has had in 200 years.
  private static let knownLimit = 512

  /// The rules of zones found so far: thousands of conversations have the zone of few.
  private static let found = Mutex<[String: TimeZoneRules]>([:])
  /// More zones than most exports have.
  private static let foundLimit = 64

  /// The rules of the zone with this IANA name; nil if there is no such zone, e.g. `Foo/Bar`.
  public init?(identifier: String) {
    if let found = Self.found.withLock({ $0[identifier] }) {
      self = found
      return
    }
    guard let rules = Self(found: identifier) else { return nil }
    self = rules
    Self.found.withLock { if $0.count < Self.foundLimit { $0[identifier] = rules } }
  }

  private init?(found identifier: String) {
    let isInICU = ZoneLookup.isKnown(identifier)
    guard isInICU || (ZoneLookup.isWellFormed(identifier) && ZoneFiles.lists(identifier)) else { return nil }
    let file =
      ZoneFiles.chosenZone(identifier) ?? (Self.prefersFiles || !isInICU ? ZoneFiles.zone(identifier) : nil)
    guard let first = file?.interval(at: 0) ?? ZoneLookup.interval(at: 0, zone: identifier) else {
      return nil
    }
    self.identifier = identifier
    self.file = file
    (last, known) = (first, [first])
  }

  /// The edition of the database with the rules, such as "2026a"; empty if it is unknown to the system and ICU, or in the folder of
  /// `TZDIR`.
  public static var edition: String {
    if let chosen = ZoneFiles.chosen { return chosen.edition }
    return prefersFiles ? ZoneFiles.database?.edition ?? "" : ZoneLookup.edition
  }

  /// A text that identifies the rules of this zone: their edition, or the rules themselves without one.
  public var fingerprint: String {
    let edition = Self.edition
    return edition.isEmpty ? file.map { "\($0)" } ?? "" : edition
  }

  /// True if the system's zone files are at least as new as ICU's rules. Editions are a year and a letter.
  private static let prefersFiles = (ZoneFiles.database?.edition ?? "") >= ZoneLookup.edition

  /// Seconds east of Greenwich at an instant.
  public mutating func offset(atUTC seconds: Int64) -> Int64 {
    if last.contains(seconds) { return last.offset }
    return interval(at: seconds).offset
  }

  /// Returns the seconds east of Greenwich at an instant whose local time the clocks show twice, as when summer time ends; nil at
  /// any other.
  public mutating func offsetIfRepeated(atUTC seconds: Int64) -> Int64? {
    if seconds >= last.start &+ Self.widestChange, seconds < last.end &- Self.widestChange { return nil }
    let offset = offset(atUTC: seconds)
    let both = candidates(ofWallClock: seconds &+ offset)
    return both.earlier == both.later ? nil : offset
  }

  /// The instant at which the zone's clocks show `seconds` (counted as if they were UTC).
  ///
  /// For a time that the clocks skipped it is the instant at which they did, so that times in order give instants in order. For
  /// a time that they showed twice it is the earlier instant.
  public mutating func instantSeconds(ofWallClock seconds: Int64) -> Int64 {
    let instant = seconds &- last.offset
    if instant >= last.start &+ Self.widestChange, instant < last.end { return instant }
    return candidates(ofWallClock: seconds).earlier
  }

  /// Returns the instant like ``instantSeconds(ofWallClock:)``, for logs that run forward: for a time that the clocks showed
  /// twice the earliest instant that is not before `notBefore`, or the later one if both are.
  public mutating func instantSeconds(ofWallClock seconds: Int64, notBefore: Int64) -> Int64 {
    let instant = seconds &- last.offset
    if instant >= last.start &+ Self.widestChange, instant < last.end &- Self.widestChange { return instant }
    let both = candidates(ofWallClock: seconds)
    return both.earlier >= notBefore ? both.earlier : both.later
  }

  /// True if the zone's clocks never show `seconds` (counted as if they were UTC), because they are put forward over it.
  public mutating func skips(wallClock seconds: Int64) -> Bool {
    !last.contains(seconds &- last.offset) && candidates(ofWallClock: seconds).isSkipped
  }

  /// The first and the last instant at which the clocks show `seconds`; equal if there is only one. For a skipped time, both
  /// are the instant of the change.
  private mutating func candidates(
    ofWallClock seconds: Int64
  ) -> (earlier: Int64, later: Int64, isSkipped: Bool) {
    let wallClock = Self.bounded(seconds)
    let limit = wallClock + Self.widestChange
    var current = interval(at: wallClock - Self.widestChange)
    var skip = wallClock - current.offset
    var found: (earlier: Int64, later: Int64)?
    while true {
      let instant = wallClock - current.offset
      if current.contains(instant) { found = (found?.earlier ?? instant, instant) }
      if instant >= current.end { skip = current.end }
      guard current.end <= limit else { break }
      current = interval(at: current.end)
    }
    return found.map { ($0.earlier, $0.later, false) } ?? (skip, skip, true)
  }

  private static func bounded(_ seconds: Int64) -> Int64 {
    min(max(seconds, meaningful.lowerBound), meaningful.upperBound)
  }

  /// The interval of an instant, which becomes the last one used.
  private mutating func interval(at seconds: Int64) -> Interval {
    let instant = Self.bounded(seconds)
    var low = 0
    var high = known.count
    while low < high {
      let middle = (low + high) / 2
      if known[middle].start <= instant { low = middle + 1 } else { high = middle }
    }
    if low > 0, known[low - 1].contains(instant) {
      last = known[low - 1]
    } else if let found = file?.interval(at: instant) ?? ZoneLookup.interval(at: instant, zone: identifier) {
      if known.count < Self.knownLimit { known.insert(found, at: low) }
      last = found
    }
    return last
  }
}
