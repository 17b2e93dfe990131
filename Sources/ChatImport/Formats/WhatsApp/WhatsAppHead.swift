import ICU

/// The head of a message: the date and time with which its first line begins.
///
/// `[1/5/24, 9:12:05 AM] Name: text` on iOS, `05/01/2024, 09:12 - Name: text` on Android, in the phone's language: with other
/// separators, digits, a word between date and time, or the half of the day before or behind the time.
struct WhatsAppHead {
  var date: NumericDate
  /// Milliseconds since midnight.
  var clock: Int
  /// Equal for the heads of a file, which all come from one phone: a line with another head is text that somebody pasted.
  var shape: UInt64
  /// Indicates whether the head is in brackets, as on iOS.
  var isBracketed: Bool
  /// Indicates whether it is like those of Threema and of Signal's tools: in brackets and with a comma, but without seconds, which
  /// iOS always writes.
  var isAmbiguous: Bool
  /// Indicates whether the half of the day is written `AM` or `PM`.
  var hasCapitalHalf: Bool
  /// The offset behind the head, where the name or the text of a notice begins.
  var end: Int

  /// The most bytes of a word between date and time.
  private static let wordLimit = 24

  /// Reads the head of the line in `range`, or returns nil if it has none.
  @inline(__always)
  init?(_ bytes: InputBytes, _ range: Range<Int>) {
    guard range.count >= 10 else { return nil }
    let first = bytes[range.lowerBound]
    // A digit, a bracket, or the first byte of an invisible character or of another script's digit.
    guard first &- 0x30 <= 9 || first == UInt8(ascii: "[") || first >= 0xD9 else { return nil }
    self.init(line: bytes, range)
  }

  private init?(line bytes: InputBytes, _ range: Range<Int>) {
    var scanner = LineScanner(bytes, range)
    var shape = ShapeHash()
    scanner.skipInvisible()
    isBracketed = scanner.take(UInt8(ascii: "["))
    scanner.skipInvisible()
    shape.add(isBracketed ? 1 : 0)
    if Self.hasTimeFirst(scanner) {
      guard let time = Self.clock(&scanner, &shape) else { return nil }
      scanner.skipSpaces()
      isAmbiguous = false
      hasCapitalHalf = scanner.byte == UInt8(ascii: "A") || scanner.byte == UInt8(ascii: "P")
      let half = scanner.dayHalf()
      _ = scanner.take(UInt8(ascii: ","))
      scanner.skipSpaces()
      guard let date = Self.date(&scanner, &shape) else { return nil }
      scanner.skipSpaces()
      self.date = date
      let hour = time.milliseconds / 3_600_000
      clock = time.milliseconds + ((half?.hour(hour) ?? hour) - hour) * 3_600_000
      guard Self.end(&scanner, isBracketed: isBracketed) else { return nil }
      shape.add(11)
      self.shape = shape.value
      end = scanner.offset
      return
    }
    guard let date = Self.date(&scanner, &shape) else { return nil }
    self.date = date
    let hasComma = scanner.byte == UInt8(ascii: ",")
    guard var half = Self.joint(&scanner, &shape), let time = Self.clock(&scanner, &shape) else {
      return nil
    }
    var clock = time.milliseconds
    isAmbiguous = isBracketed && hasComma && !time.hasSeconds
    scanner.skipSpaces()
    let isCapital = scanner.byte == UInt8(ascii: "A") || scanner.byte == UInt8(ascii: "P")
    if half == nil, let behind = scanner.dayHalf() {
      half = behind
      scanner.skipSpaces()
      shape.add(2)
    }
    hasCapitalHalf = isCapital && half != nil
    if let half {
      let hour = clock / 3_600_000
      clock += (half.hour(hour) - hour) * 3_600_000
    }
    self.clock = clock
    guard Self.end(&scanner, isBracketed: isBracketed) else { return nil }
    self.shape = shape.value
    end = scanner.offset
  }

  /// Indicates whether the time stands before the date, as in Vietnamese.
  private static func hasTimeFirst(_ scanner: LineScanner) -> Bool {
    var ahead = scanner
    return ahead.number(limit: 2) != nil && ahead.byte == UInt8(ascii: ":")
  }

  /// Reads three numbers with separators: `5.1.2024`, `2024/01/05`, `2024. 1. 5.`, `2024年1月5日`.
  private static func date(_ scanner: inout LineScanner, _ shape: inout ShapeHash) -> NumericDate? {
    guard let first = scanner.number(limit: 4), separator(&scanner, &shape),
      let second = scanner.number(limit: 2), separator(&scanner, &shape),
      let third = scanner.number(limit: 4), first.digits != 3, third.digits != 3,
      first.digits < 4 || third.digits < 4
    else { return nil }
    shape.add(first.digits == 4 ? 4 : third.digits == 4 ? 5 : 6)
    return NumericDate(
      first: first.value, second: second.value, third: third.value, firstDigits: first.digits,
      thirdDigits: third.digits,
      isUnpadded: first.value < 10 && first.digits == 1 || second.value < 10 && second.digits == 1)
  }

  private static func separator(_ scanner: inout LineScanner, _ shape: inout ShapeHash) -> Bool {
    scanner.skipSpaces()
    let byte = scanner.byte
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"): _ = scanner.take(byte)
    default:
      guard scanner.take("年") || scanner.take("月") || scanner.take("년") || scanner.take("월") else {
        return false
      }
    }
    shape.add(byte)
    scanner.skipSpaces()
    return true
  }

  /// Reads what stands between date and time: a comma, a word such as `klo`, the half of the day. Returns nil if no time can follow;
  /// the inner nil says that there is no half.
  private static func joint(_ scanner: inout LineScanner, _ shape: inout ShapeHash) -> DayHalf?? {
    if scanner.take(UInt8(ascii: ".")) || scanner.take("日") || scanner.take("일") { shape.add(7) }
    let limit = scanner.offset + wordLimit
    var half: DayHalf?
    var hasSpace = false
    while scanner.offset < limit {
      if scanner.skipSpaces() { hasSpace = true }
      if DecimalDigit.at(scanner.offset, of: scanner.bytes, end: scanner.end) != nil {
        return hasSpace || half != nil ? .some(half) : nil
      }
      if let found = scanner.dayHalf() {
        half = found
        shape.add(8)
        continue
      }
      let byte = scanner.byte
      switch byte {
      case 0, UInt8(ascii: "]"), UInt8(ascii: "["), UInt8(ascii: ":"), UInt8(ascii: "<"), UInt8(ascii: "/"):
        return nil
      default: break
      }
      // A dash is the end of a head, not a word in it.
      if byte == UInt8(ascii: "-"), hasSpace { return nil }
      shape.add(byte)
      _ = scanner.take(byte)
    }
    return nil
  }

  /// Reads `9:12`, `09:12:05` or `9.12.05`, in milliseconds.
  private static func clock(_ scanner: inout LineScanner, _ shape: inout ShapeHash) -> (
    milliseconds: Int, hasSeconds: Bool
  )? {
    guard let hour = scanner.number(limit: 2), hour.value < 25 else { return nil }
    let colon = scanner.byte
    guard colon == UInt8(ascii: ":") || colon == UInt8(ascii: ".") || colon == UInt8(ascii: "h"),
      scanner.take(colon), let minute = scanner.number(limit: 2), minute.digits == 2, minute.value < 60
    else { return nil }
    shape.add(colon)
    var seconds: Int?
    if scanner.byte == colon {
      var ahead = scanner
      if ahead.take(colon), let second = ahead.number(limit: 2), second.digits == 2, second.value < 61 {
        scanner = ahead
        seconds = second.value
        shape.add(9)
      }
    }
    let clock = (hour.value % 24) * 3600 + minute.value * 60 + (seconds ?? 0)
    return (clock * 1000, seconds != nil)
  }

  /// Reads the end of the head, `] ` or ` - `, and moves behind the one space that follows.
  private static func end(_ scanner: inout LineScanner, isBracketed: Bool) -> Bool {
    if isBracketed {
      guard scanner.take(UInt8(ascii: "]")) else { return false }
      return scanner.take(UInt8(ascii: " ")) || scanner.isAtEnd
    }
    guard scanner.take(UInt8(ascii: "-")) || scanner.take("–") else { return false }
    return scanner.take(UInt8(ascii: " ")) || scanner.isAtEnd
  }
}

/// A hash of the signs of a head (FNV-1a).
private struct ShapeHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  @inline(__always)
  mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
}
