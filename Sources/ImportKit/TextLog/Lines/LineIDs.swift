package import ICU

/// Ids of messages in a log without ids: the day and the line's number, such as `2017-01-05-12`.
///
/// They depend neither on other files nor on later lines, so that a growing archive keeps its links.
package struct LineIDs {
  private let hasDayOfFile: Bool
  private var prefix: [UInt8]
  private var day: Int?

  /// Creates the ids of the file at `path`. `day` and `hour` come from the file's name. Without them an id has the line's own
  /// day, or else the file's name.
  package init(day: CivilDate?, hour: Int? = nil, path: String) {
    hasDayOfFile = day != nil
    let hour = hour.map { "_\($0 < 10 ? "0" : "")\($0)" } ?? ""
    let name =
      path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) } ?? "line"
    prefix = Array(((day.map { $0.isoText + hour } ?? name) + "-").utf8)
  }

  /// Returns the id of the message on a line of a day.
  @inline(__always)
  package mutating func id(day: Int?, line: Int) -> String {
    if !hasDayOfFile, day != self.day, let day {
      self.day = day
      prefix = Array((CivilDate(daysSince1970: day).isoText + "-").utf8)
    }
    let length = prefix.count
    var divisor = 1
    while line / divisor >= 10 { divisor &*= 10 }
    while divisor > 0 {
      prefix.append(UInt8(truncatingIfNeeded: 48 &+ line / divisor % 10))
      divisor /= 10
    }
    let id = String(decoding: prefix, as: UTF8.self)
    prefix.removeLast(prefix.count &- length)
    return id
  }
}
