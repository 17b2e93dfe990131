/// The names of the days of the week, in the languages of exports with a line for each day.
package enum WeekdayName {
  /// Beginnings of names in Latin letters, three letters or a whole shorter name, by day from Monday on.
  private static let latin: [[String]] = [
    ["mon", "mo", "lun", "seg", "sen", "isn", "pzt", "ma"], ["tue", "di", "mar", "ter", "sel", "sal"],
    ["wed", "mi", "mié", "mie", "mer", "qua", "rab", "çar"],
    ["thu", "do", "jue", "jeu", "qui", "gio", "kam", "kha", "per"],
    ["fri", "fr", "vie", "ven", "sex", "jum", "cum"], ["sat", "sa", "sáb", "sab", "sam", "cmt"],
    ["sun", "so", "dom", "dim", "min", "aha", "paz"],
  ]
  private static let others: [[String]] = [
    ["月", "一", "월", "จ", "จันทร์"], ["火", "二", "화", "อ", "อังคาร"], ["水", "三", "수", "พ", "พุธ"],
    ["木", "四", "목", "พฤ", "พฤหัสบดี", "พฤหัส"], ["金", "五", "금", "ศ", "ศุกร์"], ["土", "六", "토", "ส", "เสาร์"],
    ["日", "天", "일", "อา", "อาทิตย์"],
  ]
  /// The days by their names. If two names are equal, the first counts.
  private static let days: [String: Int] = {
    var days: [String: Int] = [:]
    for (day, names) in (latin + others).enumerated() {
      for name in names where days[name] == nil { days[name] = day % 7 }
    }
    return days
  }()

  /// Returns the day named by `text`, from 0 for Monday to 6, or nil: `Fri`, `Friday,`, `(金)`, `（五）`, `金曜日`, `星期五`, `พฤ.`.
  package static func day(_ text: some StringProtocol) -> Int? {
    var name = text.lowercased()[...]
    while let first = name.first, !first.isLetter { name.removeFirst() }
    while let last = name.last, !last.isLetter { name.removeLast() }
    for suffix in ["曜日", "요일"] where name.hasSuffix(suffix) { name = name.dropLast(suffix.count) }
    for prefix in ["星期", "週", "周", "礼拜", "禮拜", "วัน"] where name.hasPrefix(prefix) && name.count > prefix.count
    {
      name = name.dropFirst(prefix.count)
    }
    guard !name.isEmpty, name.count <= 16 else { return nil }
    return days[String(name)] ?? days[String(name.prefix(3))]
  }

  /// The day of the week of a day since 1970, whose first day was a Thursday.
  package static func day(ofDaysSince1970 days: Int) -> Int { ((days % 7) + 10) % 7 }
}
