import ICU
import ImportKit

/// The facts in the path of a log file: the channel and the day.
///
/// `tea/2024/2024-01-15`, `user/net/#tea/2024-01-15.log`, `#tea_20240115.log`, `irc.net.#tea.weechatlog`,
/// `dev/2011-11-13_02.raw.txt`, `2024/01/15.log`, `tea.log.15Jan2024`.
struct LogFileName: Equatable {
  /// The day that the file covers.
  var date: CivilDate?
  /// The hour of that day, which some collections add.
  var hour: Int?
  /// The year of an undated file, from a folder or name such as `2024-01`.
  var year: Int?
  /// The channel or person, from the file's name or the nearest folder that is not a date; empty if neither has it.
  var channel: String
  /// The folders and the channel. Files of equal group belong together.
  var group: String

  private static let extensions = ["log", "txt", "raw", "weechatlog", "irclog"]

  /// Reads a path of `/`-separated parts.
  init(path: String) {
    var parts = path.split(separator: "/").map { Array($0.utf8) }
    var name = Self.withoutExtensions(parts.popLast() ?? [])
    if let found = Self.date(in: name) {
      date = found.date
      name.removeSubrange(found.range)
      if found.range.lowerBound == name.count { name = Self.withoutExtensions(Self.trimmed(name)) }
      hour = Self.takeHour(from: &name, at: found.range.lowerBound)
    }
    name = Self.trimmed(name)
    // 2024/01/15.log: the folders are parts of the date.
    let numbers = Self.trailingNumbers(of: parts)
    if date == nil, let day = Self.number(name), numbers.count >= 2 {
      date = CivilDate(year: numbers[numbers.count - 2], month: numbers[numbers.count - 1], day: day)
      if date != nil { name = [] }
    }
    if date == nil {
      year = Self.year(in: name) ?? numbers.first { 1988...2200 ~= $0 }
      if Self.number(name) != nil || Self.isMonth(name) { name = [] }
    }
    let folders = parts.filter { Self.number($0) == nil && !Self.isMonth($0) && Self.date(in: $0) == nil }
    channel = Self.channel(in: name) ?? folders.last.map { String(decoding: $0, as: UTF8.self) } ?? ""
    group = (folders + (name.isEmpty ? [] : [name])).map { String(decoding: $0, as: UTF8.self) }
      .joined(separator: "/")
  }

  /// The part of a name that is the channel: from its `#` on if it has one, as in `irc.net.#tea`.
  private static func channel(in name: [UInt8]) -> String? {
    guard !name.isEmpty else { return nil }
    let start = name.firstIndex(of: UInt8(ascii: "#")) ?? 0
    return String(decoding: name[start...], as: UTF8.self)
  }

  private static func withoutExtensions(_ name: [UInt8]) -> [UInt8] {
    var name = name
    while let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0,
      extensions.contains(String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased())
    {
      name.removeSubrange(dot...)
    }
    return name
  }

  /// A date like `2024-01-15`, `2024_01_15`, `2024.01.15` or `20240115`, with no digit next to it.
  private static func date(in name: [UInt8]) -> (date: CivilDate, range: Range<Int>)? {
    if let found = dateWithMonthName(in: name) { return found }
    for start in name.indices where start == 0 || !isDigit(name[start - 1]) {
      for (length, starts) in [(10, [0, 5, 8]), (8, [0, 4, 6])] where start + length <= name.count {
        let end = start + length
        guard end == name.count || !isDigit(name[end]),
          let year = number(name[(start + starts[0])..<(start + starts[0] + 4)]),
          let month = number(name[(start + starts[1])..<(start + starts[1] + 2)]),
          let day = number(name[(start + starts[2])..<(start + starts[2] + 2)]),
          1988...2200 ~= year, let date = CivilDate(year: year, month: month, day: day)
        else { continue }
        if length == 10 {
          guard name[start + 4] == name[start + 7], [0x2D, 0x5F, 0x2E].contains(name[start + 4]) else {
            continue
          }
        }
        return (date, start..<end)
      }
    }
    return nil
  }

  /// A date like `15Jan2024` at the end of the name, as eggdrop writes it.
  private static func dateWithMonthName(in name: [UInt8]) -> (date: CivilDate, range: Range<Int>)? {
    guard name.count >= 8, let year = number(name.suffix(4)), 1988...2200 ~= year else { return nil }
    let month = name.count - 7
    let start = month >= 2 && isDigit(name[month - 2]) ? month - 2 : month - 1
    guard let number = MonthName.number(in: InputBytes(name), at: month),
      let day = self.number(name[start..<month]),
      let date = CivilDate(year: year, month: number, day: day)
    else { return nil }
    return (date, start..<name.count)
  }

  /// `_02` in the position of the date.
  private static func takeHour(from name: inout [UInt8], at index: Int) -> Int? {
    guard index + 3 == name.count, name[index] == UInt8(ascii: "_"), let hour = number(name[(index + 1)...]),
      hour < 24
    else { return nil }
    name.removeSubrange(index...)
    return hour
  }

  private static func year(in name: [UInt8]) -> Int? {
    guard name.count >= 4, let year = number(name.prefix(4)), 1988...2200 ~= year else { return nil }
    return year
  }

  /// `2024-01`.
  private static func isMonth(_ name: [UInt8]) -> Bool {
    name.count == 7 && name[4] == UInt8(ascii: "-") && year(in: name) != nil && number(name[5...]) != nil
  }

  private static func trailingNumbers(of parts: [[UInt8]]) -> [Int] {
    Array(parts.reversed().prefix { number($0) != nil }.compactMap { number($0) }.reversed())
  }

  private static func number(_ digits: some Collection<UInt8>) -> Int? {
    guard (1...4).contains(digits.count), digits.allSatisfy(isDigit) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 48) }
  }

  private static func trimmed(_ name: [UInt8]) -> [UInt8] {
    func isSeparator(_ byte: UInt8) -> Bool { [0x2D, 0x5F, 0x2E, 0x20].contains(byte) }
    return Array(name.drop(while: isSeparator).reversed().drop(while: isSeparator).reversed())
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }
}
