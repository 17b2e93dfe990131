/// The zone at the end of a written time: an offset such as `UTC+01` or `+0530`, or a name such as `MEZ`.
package enum WrittenZone: Equatable {
  /// Minutes east of Greenwich.
  case offset(Int)
  /// An abbreviation, or a name in brackets, known or not.
  case named(String)

  /// Splits a line into date and clock, and the zone after them.
  package static func split(_ line: [Unicode.Scalar]) -> (
    words: ArraySlice<Unicode.Scalar>, zone: WrittenZone?
  ) {
    var end = line.count
    while end > 0, isSpace(line[end - 1]) { end -= 1 }
    if end > 0, line[end - 1] == "]", let open = line[..<end].lastIndex(of: "[") {
      return (line[..<open], .named(text(line[(open + 1)..<(end - 1)])))
    }
    if let (start, minutes) = offset(line[..<end]) { return (line[..<start], .offset(minutes)) }
    var start = end
    while start > 0, WrittenTime.isLetter(line[start - 1]) { start -= 1 }
    let name = text(line[start..<end])
    let isZone = ZoneNames.knows(name) || isUnknownName(line[start..<end], name)
    return isZone ? (line[..<start], .named(name)) : (line[..<end], nil)
  }

  /// True for three to five capital letters after a space, like other zones' names. Halves of the day have such letters too.
  private static func isUnknownName(_ word: ArraySlice<Unicode.Scalar>, _ name: String) -> Bool {
    guard 3...5 ~= word.count, word.allSatisfy({ 0x41...0x5A ~= $0.value }) else { return false }
    let bytes = InputBytes(Array(name.utf8))
    var scanner = LineScanner(bytes, 0..<bytes.count)
    return scanner.dayHalf() == nil
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(scalars: scalars)
  }

  /// Returns the minutes of an offset at the end, such as `GMT-03:00`, `UTC+2` or `+0530`, and its start; nil if there is none.
  private static func offset(_ scalars: ArraySlice<Unicode.Scalar>) -> (start: Int, minutes: Int)? {
    var start = scalars.endIndex
    while start > 0, scalars[start - 1] == ":" || WrittenTime.digit(scalars[start - 1]) != nil { start -= 1 }
    guard start > 0, start < scalars.endIndex, let sign = sign(scalars[start - 1]) else { return nil }
    let parts = scalars[start...].split(separator: ":", omittingEmptySubsequences: false)
    let digits = parts.map { $0.compactMap(WrittenTime.digit) }
    guard 1...2 ~= parts.count, digits.allSatisfy({ 1...4 ~= $0.count }) else { return nil }
    var numbers = digits.map { $0.reduce(0) { $0 * 10 + $1 } }
    if numbers.count == 1 {
      numbers = numbers[0] > 99 ? [numbers[0] / 100, numbers[0] % 100] : [numbers[0], 0]
    }
    guard numbers[0] <= 15, numbers[1] < 60 else { return nil }
    // The name before it is of letters, in Arabic `غرينتش`. A sign after a digit belongs to a date.
    start -= 1
    while start > 0, WrittenTime.isLetter(scalars[start - 1]) { start -= 1 }
    guard start > 0, isSpace(scalars[start - 1]) else { return nil }
    return (start, sign * (numbers[0] * 60 + numbers[1]))
  }

  private static func sign(_ scalar: Unicode.Scalar) -> Int? {
    switch scalar {
    case "+": 1
    case "-", "−": -1
    default: nil
    }
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value <= 0x20 }
    return scalar.properties.isWhitespace || scalar.properties.generalCategory == .format
  }
}
