package import ICU

/// A line about the log itself: opened, closed, a new day.
package enum LogMarker: Equatable {
  /// The log continues at this date and time of day (in milliseconds; 0 if the line names only a day).
  case date(CivilDate, clock: Int)
  /// A new day with an unreadable date begins. The day of the month, if the line has one.
  case unreadableDay(Int?)
  /// A line without a date, such as the end of the log.
  case other
}
