import ICU

/// The form of a table's times: `times=` of ``TableMap``.
package enum TableTimes: Sendable, Equatable {
  /// Any form that can be told by the value: ISO 8601, a date and time in words or numbers, seconds to nanoseconds since 1970, and
  /// days as spreadsheets count them.
  case any
  /// Numbers: multiplied by `factor` and increased by `offset`, they are milliseconds since 1970.
  case number(factor: Double, offset: Double, isWallClock: Bool)
  /// A pattern of `strptime` (POSIX.1-2024).
  case pattern(TimePattern)

  /// The forms, for people.
  package static let remedy =
    "give iso, unix, unix-ms, unix-us, unix-ns, apple, excel, or a pattern such as %d.%m.%Y %H:%M"

  /// Returns the form that a text names; nil if it names none.
  package init?(_ text: String) {
    switch text.lowercased() {
    case "any", "auto", "iso": self = .any
    case "unix", "unix-s": self = .number(factor: 1000, offset: 0, isWallClock: false)
    case "unix-ms": self = .number(factor: 1, offset: 0, isWallClock: false)
    case "unix-us": self = .number(factor: 1e-3, offset: 0, isWallClock: false)
    case "unix-ns": self = .number(factor: 1e-6, offset: 0, isWallClock: false)
    // Seconds since 2001.
    case "apple": self = .number(factor: 1000, offset: 978_307_200_000, isWallClock: false)
    case "apple-ns": self = .number(factor: 1e-6, offset: 978_307_200_000, isWallClock: false)
    case "excel": self = Self.excel
    default:
      guard let pattern = TimePattern(text) else { return nil }
      self = .pattern(pattern)
    }
  }

  /// Days since 30 December 1899, on the wall clock.
  private static let excel = TableTimes.number(
    factor: 86_400_000, offset: -2_209_161_600_000, isWallClock: true)

  /// Returns the time that a text is; nil for any other. `order` is the order of dates in numbers.
  package func time(_ text: String, order: DateOrder?) -> Timestamp? {
    switch self {
    case .pattern(let pattern): return pattern.time(text)
    case .number: return Double(text.trimmingSpaces).flatMap(time)
    case .any:
      if let time = Timestamp(text) { return time }
      let text = text.trimmingSpaces
      if let number = Double(text) { return time(number) }
      return Self.written(text, order)
    }
  }

  /// Returns the time that a number is; nil if it is further away than the year 5138.
  package func time(_ number: Double) -> Timestamp? {
    switch self {
    case .pattern(let pattern): return pattern.time(String(Int64(exactly: number) ?? 0))
    case .number(let factor, let offset, let isWallClock):
      let milliseconds = (number * factor + offset).rounded()
      guard milliseconds.isFinite, abs(milliseconds) < 1e14 else { return nil }
      return isWallClock ? .wallClock(Int64(milliseconds)) : .instant(Int64(milliseconds))
    case .any:
      // By size: days from 1954 to 2119, and seconds, milliseconds and so on up to the year 5138.
      switch abs(number) {
      case 20_000..<80_000: return Self.excel.time(number)
      case 0..<1e11: return number == 0 ? nil : Timestamp(epoch: number)
      case 1e11..<1e14: return .instant(Int64(number.rounded()))
      case 1e14..<1e17: return .instant(Int64((number / 1e3).rounded()))
      case 1e17..<1e20: return .instant(Int64((number / 1e6).rounded()))
      default: return nil
      }
    }
  }

  /// A date and time as people write them, with a zone or without, or a date alone, which is its midnight.
  private static func written(_ text: String, _ order: DateOrder?) -> Timestamp? {
    guard text.utf8.count <= 80, text.utf8.contains(where: { $0 &- 0x30 < 10 || $0 >= 0x80 }) else {
      return nil
    }
    let (words, zone) = WrittenZone.split(Array(text.unicodeScalars))
    let line = String(String.UnicodeScalarView(words))
    let minutes: Int? =
      switch zone {
      case .offset(let minutes): minutes
      case .named(let name): ["UTC", "GMT", "Z"].contains(name.uppercased()) ? 0 : nil
      case nil: nil
      }
    guard
      let milliseconds = WrittenTime.milliseconds(line, order: order)
        ?? WrittenTime.milliseconds(line + " 00:00", order: order)
    else { return nil }
    return minutes.map { .instant(milliseconds &- Int64($0) &* 60_000) } ?? .wallClock(milliseconds)
  }

  /// Returns the numbers of a date in digits at the beginning of a text, for a survey of their order; nil for any other text.
  package static func numericDate(_ text: String) -> NumericDate? {
    var numbers: [(value: Int, digits: Int, isPadded: Bool)] = []
    var rest = text.utf8[...]
    while numbers.count < 3 {
      let digits = rest.prefix { $0 &- 0x30 < 10 }
      guard 1...4 ~= digits.count else { return nil }
      numbers.append((digits.reduce(0) { $0 * 10 + Int($1 &- 0x30) }, digits.count, digits.first == 0x30))
      rest = rest[digits.endIndex...]
      if numbers.count == 3 { break }
      guard let sign = rest.popFirst(), "./- ".utf8.contains(sign) else { return nil }
      while rest.first == 0x20 { rest.removeFirst() }
    }
    return NumericDate(
      first: numbers[0].value, second: numbers[1].value, third: numbers[2].value,
      firstDigits: numbers[0].digits, thirdDigits: numbers[2].digits,
      isUnpadded: numbers.prefix(2).contains { $0.digits == 1 && $0.value < 10 })
  }
}

/// A pattern of times in the notation of `strptime`, such as `%d.%m.%Y %H:%M`.
package struct TimePattern: Sendable, Equatable {
  private enum Piece: Equatable {
    case literal(UInt8)
    case space
    case directive(UInt8)
  }
  private var pieces: [Piece] = []

  /// The directives that are known. `f` are digits of a fraction, as in Python.
  private static let directives = Set("YymdeHkIlMSfpbBhaAzZs%".utf8)
  private static let long: [UInt8: String] = [
    UInt8(ascii: "T"): "%H:%M:%S", UInt8(ascii: "D"): "%m/%d/%y", UInt8(ascii: "F"): "%Y-%m-%d",
    UInt8(ascii: "R"): "%H:%M",
  ]

  /// Returns nil if the text has no directive of `strptime`, or an unknown one.
  package init?(_ text: String) {
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        pieces.append(byte == 0x20 ? .space : .literal(byte))
        continue
      }
      guard let directive = rest.popFirst() else { return nil }
      if let whole = Self.long[directive], let pattern = TimePattern(whole) {
        pieces += pattern.pieces
      } else if directive == UInt8(ascii: "%") {
        pieces.append(.literal(directive))
      } else if Self.directives.contains(directive) {
        pieces.append(.directive(directive))
      } else {
        return nil
      }
    }
    guard pieces.contains(where: { if case .directive = $0 { true } else { false } }) else { return nil }
  }

  /// The parts of a time while it is read.
  private struct Parts {
    var year: Int?
    var month = 1
    var day = 1
    var hour = 0
    var minute = 0
    var second = 0
    var millisecond = 0
    var isAfternoon: Bool?
    var minutesEast: Int?
    var epoch: Int?
  }

  /// Returns the time that a text has in this pattern; nil for any other text.
  package func time(_ text: String) -> Timestamp? {
    let text = Array(text.utf8)
    var (offset, parts) = (0, Parts())
    for piece in pieces {
      switch piece {
      case .literal(let byte):
        guard offset < text.count, text[offset] == byte else { return nil }
        offset += 1
      case .space: Self.skipSpaces(text, &offset)
      case .directive(let directive):
        if directive != UInt8(ascii: "f") { Self.skipSpaces(text, &offset) }
        guard Self.read(directive, text, &offset, &parts) else { return nil }
      }
    }
    Self.skipSpaces(text, &offset)
    guard offset == text.count else { return nil }
    if let epoch = parts.epoch { return Timestamp(epoch: Double(epoch)) }
    if let isAfternoon = parts.isAfternoon {
      guard 1...12 ~= parts.hour else { return nil }
      parts.hour = parts.hour % 12 + (isAfternoon ? 12 : 0)
    }
    guard let year = parts.year, 1...9999 ~= year, parts.hour < 24, parts.minute < 60, parts.second <= 60,
      let date = CivilDate(year: year, month: parts.month, day: parts.day)
    else { return nil }
    let seconds = (date.daysSince1970 &* 24 &+ parts.hour) &* 3600 &+ parts.minute &* 60 &+ parts.second
    let milliseconds = Int64(seconds &* 1000 &+ parts.millisecond)
    return parts.minutesEast.map { .instant(milliseconds &- Int64($0) &* 60_000) } ?? .wallClock(milliseconds)
  }

  private static func skipSpaces(_ text: [UInt8], _ offset: inout Int) {
    while offset < text.count, text[offset] == 0x20 || text[offset] == 0x09 { offset += 1 }
  }

  private static func read(_ directive: UInt8, _ text: [UInt8], _ offset: inout Int, _ parts: inout Parts)
    -> Bool
  {
    func number(_ limit: Int) -> Int? {
      let start = offset
      var value = 0
      while offset < text.count, offset - start < limit, text[offset] &- 0x30 < 10 {
        value = value &* 10 &+ Int(text[offset] &- 0x30)
        offset += 1
      }
      return offset > start ? value : nil
    }
    func word() -> String {
      let start = offset
      while offset < text.count,
        (text[offset] | 0x20) &- 0x61 < 26 || text[offset] >= 0x80 || text[offset] == 0x2E
      {
        offset += 1
      }
      return String(decoding: text[start..<offset], as: UTF8.self).lowercased()
    }
    switch directive {
    case UInt8(ascii: "Y"): parts.year = number(4)
    // POSIX: 69 to 99 are of the twentieth century.
    case UInt8(ascii: "y"): parts.year = number(2).map { $0 < 69 ? $0 + 2000 : $0 + 1900 }
    case UInt8(ascii: "m"): parts.month = number(2) ?? 0
    case UInt8(ascii: "d"), UInt8(ascii: "e"): parts.day = number(2) ?? 0
    case UInt8(ascii: "H"), UInt8(ascii: "k"), UInt8(ascii: "I"), UInt8(ascii: "l"):
      parts.hour = number(2) ?? 99
    case UInt8(ascii: "M"): parts.minute = number(2) ?? 99
    case UInt8(ascii: "S"): parts.second = number(2) ?? 99
    case UInt8(ascii: "f"):
      let start = offset
      guard let fraction = number(9) else { return false }
      var value = Double(fraction)
      for _ in 0..<(offset - start) { value /= 10 }
      parts.millisecond = Int(value * 1000)
    case UInt8(ascii: "p"):
      let half = word().replacing(".", with: "")
      guard half == "am" || half == "pm" else { return false }
      parts.isAfternoon = half == "pm"
    case UInt8(ascii: "b"), UInt8(ascii: "B"), UInt8(ascii: "h"):
      parts.month = MonthName.number(named: word()) ?? 0
    case UInt8(ascii: "a"), UInt8(ascii: "A"): return !word().isEmpty
    case UInt8(ascii: "Z"):
      let zone = word()
      guard !zone.isEmpty else { return false }
      if ["utc", "gmt", "z"].contains(zone) { parts.minutesEast = 0 }
    case UInt8(ascii: "z"):
      guard offset < text.count else { return false }
      if text[offset] | 0x20 == UInt8(ascii: "z") {
        (offset, parts.minutesEast) = (offset + 1, 0)
        return true
      }
      let sign = text[offset] == UInt8(ascii: "-") ? -1 : 1
      guard text[offset] == UInt8(ascii: "-") || text[offset] == UInt8(ascii: "+") else { return false }
      offset += 1
      guard let hours = number(2) else { return false }
      if offset < text.count, text[offset] == UInt8(ascii: ":") { offset += 1 }
      parts.minutesEast = sign * (hours * 60 + (number(2) ?? 0))
    case UInt8(ascii: "s"): parts.epoch = number(12)
    default: return false
    }
    return true
  }
}
