import ICU

/// A time in the words of My Activity: `Sep 2, 2026, 1:26:27 PM PDT`, `18 Sept 2025, 12:02:52 CET`, `02.09.2026, 09:00:00 MESZ`.
enum GeminiTime {
  /// Returns the time that a line is, or nil if it is anything else.
  static func timestamp(_ line: String) -> Timestamp? {
    var reader = Reader(line)
    return line.utf8.count <= 80 ? reader.timestamp() : nil
  }

  /// The beginnings of the months' names in the languages of Western Europe. Longer ones stand before those they begin with.
  private static let months: [(name: String, number: Int)] = [
    ("juin", 6), ("juil", 7), ("jan", 1), ("ene", 1), ("gen", 1), ("feb", 2), ("fev", 2), ("fév", 2),
    ("mar", 3),
    ("mär", 3), ("mrt", 3), ("apr", 4), ("abr", 4), ("avr", 4), ("may", 5), ("mai", 5), ("mag", 5),
    ("mei", 5),
    ("jun", 6), ("giu", 6), ("jul", 7), ("lug", 7), ("aug", 8), ("ago", 8), ("aoû", 8), ("sep", 9),
    ("set", 9),
    ("oct", 10), ("okt", 10), ("ott", 10), ("out", 10), ("nov", 11), ("dec", 12), ("dez", 12), ("déc", 12),
    ("dic", 12),
  ]

  /// Zones by the abbreviations that Google writes, in minutes east of Greenwich.
  private static let zones: [String: Int] = [
    "UTC": 0, "GMT": 0, "WET": 0, "WEST": 60, "BST": 60, "CET": 60, "MEZ": 60, "CEST": 120, "MESZ": 120,
    "EET": 120, "EEST": 180, "MSK": 180, "IST": 330, "JST": 540, "KST": 540, "SGT": 480, "HKT": 480,
    "AWST": 480, "ACST": 570, "ACDT": 630, "AEST": 600, "AEDT": 660, "NZST": 720, "NZDT": 780, "BRT": -180,
    "NST": -210, "NDT": -150, "AST": -240, "ADT": -180, "EST": -300, "EDT": -240, "CST": -360, "CDT": -300,
    "MST": -420, "MDT": -360, "PST": -480, "PDT": -420, "AKST": -540, "AKDT": -480, "HST": -600,
  ]

  /// Reads words and numbers one after the other.
  private struct Reader {
    private var rest: Substring.UnicodeScalarView

    init(_ line: String) { rest = Substring(line).unicodeScalars }

    mutating func timestamp() -> Timestamp? {
      guard let date = date(), let clock = clock() else { return nil }
      let seconds = Int64(date.daysSince1970) &* 86_400 &+ Int64(clock)
      guard let zone = zone() else { return rest.isEmpty ? .wallClock(seconds &* 1000) : nil }
      return .instant((seconds &- Int64(zone) &* 60) &* 1000)
    }

    private mutating func date() -> CivilDate? {
      var numbers: [Int] = []
      var month: Int?
      while numbers.count + (month == nil ? 0 : 1) < 3 {
        skipSeparators()
        if let number = number() {
          numbers.append(number)
          // 2026年9月2日
          if let mark = rest.first, "年月日년월일".unicodeScalars.contains(mark) { rest.removeFirst() }
        } else if let word = word() {
          // `2 de set. de 2026`
          if word == "de" || word == "del" { continue }
          guard month == nil else { return nil }
          month = GeminiTime.months.first { word.hasPrefix($0.name) }?.number
          if month == nil { return nil }
        } else {
          return nil
        }
      }
      if let month {
        let (first, second) = (numbers[0], numbers[1])
        return first > 31
          ? CivilDate(year: first, month: month, day: second)
          : CivilDate(year: second, month: month, day: first)
      }
      if numbers[0] > 31 { return CivilDate(year: numbers[0], month: numbers[1], day: numbers[2]) }
      return CivilDate(year: numbers[2], month: numbers[1], day: numbers[0])
        ?? CivilDate(year: numbers[2], month: numbers[0], day: numbers[1])
    }

    /// Reads the seconds since midnight.
    private mutating func clock() -> Int? {
      skipSeparators()
      var half = half()
      guard let hour = number(), hour < 24, take(":"), let minute = number(), minute < 60 else { return nil }
      var second = 0
      if take(":") {
        guard let number = number(), number <= 60 else { return nil }
        second = number
      }
      skipSpaces()
      half = half ?? self.half()
      return (half?.hour(hour) ?? hour) * 3600 + minute * 60 + second
    }

    private static let halves: [(words: [String], half: DayHalf)] = [
      (["am", "a.m.", "a. m.", "午前", "오전", "上午"], .morning),
      (["pm", "p.m.", "p. m.", "午後", "오후", "下午"], .afternoon),
    ]

    private mutating func half() -> DayHalf? {
      skipSpaces()
      guard let first = rest.first, !(0x30...0x39 ~= first.value) else { return nil }
      let next = String(rest.prefix(5)).lowercased().unicodeScalars
      for (words, half) in Self.halves {
        for word in words where next.starts(with: word.unicodeScalars) {
          rest = rest.dropFirst(word.unicodeScalars.count)
          skipSpaces()
          return half
        }
      }
      return nil
    }

    /// Reads a zone to the end of the line.
    private mutating func zone() -> Int? {
      skipSpaces()
      let before = rest
      let name = String(rest.prefix { $0.properties.isAlphabetic })
      rest = rest.dropFirst(name.unicodeScalars.count)
      let base = GeminiTime.zones[name.uppercased()]
      guard !rest.isEmpty else {
        if base == nil, !name.isEmpty, name.unicodeScalars.count > 5 { rest = before }
        return base
      }
      let sign = take("+") ? 1 : take("-") || take("−") ? -1 : 0
      if sign != 0, base == 0 || name.isEmpty, let minutes = minutes() { return sign * minutes }
      rest = before
      return nil
    }

    /// Reads `2`, `05:30` or `0530` to the end of the line.
    private mutating func minutes() -> Int? {
      guard var hours = number() else { return nil }
      var minutes = 0
      if take(":") {
        minutes = number() ?? 60
      } else if hours > 99 {
        (hours, minutes) = (hours / 100, hours % 100)
      }
      skipSpaces()
      return hours <= 15 && minutes < 60 && rest.isEmpty ? hours * 60 + minutes : nil
    }

    private mutating func number() -> Int? {
      let digits = rest.prefix { 0x30...0x39 ~= $0.value }
      guard !digits.isEmpty, digits.count <= 4 else { return nil }
      rest = rest.dropFirst(digits.count)
      return Int(String(digits))
    }

    private mutating func word() -> String? {
      let letters = String(rest.prefix { $0.properties.isAlphabetic })
      rest = rest.dropFirst(letters.unicodeScalars.count)
      return letters.isEmpty ? nil : letters.lowercased()
    }

    private mutating func take(_ mark: Unicode.Scalar) -> Bool {
      guard rest.first == mark else { return false }
      rest.removeFirst()
      return true
    }

    private mutating func skipSpaces() {
      while rest.first?.properties.isWhitespace == true { rest.removeFirst() }
    }

    private mutating func skipSeparators() {
      while let first = rest.first, first.properties.isWhitespace || ",./-،".unicodeScalars.contains(first) {
        rest.removeFirst()
      }
    }
  }
}
