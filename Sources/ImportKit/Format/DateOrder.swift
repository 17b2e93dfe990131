/// The order in which a date written in digits names its day, month and year.
public enum DateOrder: String, CaseIterable, Sendable, Codable {
  /// Day, month, year, as in most of the world.
  case dmy
  /// Month, day, year, as in the United States.
  case mdy
  /// Year, month, day, as in East Asia.
  case ymd
}
