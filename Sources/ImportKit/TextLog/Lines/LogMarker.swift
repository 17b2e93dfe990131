package import ICU

/// A line in which a log speaks of itself: opened, closed, a new day.
package enum LogMarker: Equatable {
  /// The log goes on at this date and time of day (in milliseconds; 0 if the line names only a day).
  case date(CivilDate, clock: Int)
  /// A new day begins whose date could not be read. The day of the month, if the line has one.
  case unreadableDay(Int?)
  /// A line that dates nothing, such as the end of the log.
  case other
}
