/// The encoding of ascending numbers from 1 in the index's files.
///
/// Numbers are written as differences. A run of consecutive numbers is `~` and its length, or one `#` each for one or two;
/// any other number is its difference to the last one minus 1. A difference is digits to base 31, lowest first, as
/// characters from `]`, and a last digit to base 57 as a character from `#`; so the last digit also ends the number. None
/// of the characters is a quotation mark, a backslash, `|` or a space, so a script's string needs no escapes.
struct PostingEncoding: BitwiseCopyable {
  private var last: Int32 = 0
  /// Length of the current run of consecutive numbers, not written yet.
  private var run: Int32 = 0

  /// Up to eight bytes, little-endian and padded with zeros.
  struct Digits: BitwiseCopyable {
    var bytes: UInt64
    var count: Int

    /// Returns one ASCII character.
    @inline(__always)
    static func one(_ character: Unicode.Scalar) -> Digits {
      Digits(bytes: UInt64(character.value & 0x7F), count: 1)
    }

    /// Appends the bytes to a script.
    func append(to script: inout [UInt8]) {
      for index in 0..<count { script.append(UInt8(truncatingIfNeeded: bytes >> UInt64(index * 8))) }
    }
  }

  /// Adds a number. One that is not greater than the last is ignored as already present.
  @inline(__always)
  mutating func add(_ number: Int32, to put: (Digits) -> Void) {
    let step = number &- last
    if step <= 0 { return }
    last = number
    if step == 1 {
      run &+= 1
    } else {
      end(to: put)
      put(Self.digits(UInt32(bitPattern: step &- 1)))
    }
  }

  /// Writes the current run.
  @inline(__always)
  mutating func end(to put: (Digits) -> Void) {
    if run == 0 { return }
    if run > 2 {
      let digits = Self.digits(UInt32(bitPattern: run))
      put(Digits(bytes: digits.bytes << 8 | UInt64(UInt8(ascii: "~")), count: digits.count + 1))
    } else {
      put(Digits(bytes: run == 1 ? 0x23 : 0x2323, count: Int(run)))
    }
    run = 0
  }

  /// Returns the digits of a difference.
  @inline(__always)
  private static func digits(_ number: UInt32) -> Digits {
    if number < 57 { return Digits(bytes: UInt64(number &+ 0x23), count: 1) }
    guard number < 57 * 31 * 31 else { return longDigits(number) }
    let (second, third) = (number / 31, number / (31 * 31))
    let first = number &- second &* 31 &+ 0x5D
    // No branch on the length, which would be unpredictable: 1 for three digits, 0 for two.
    let isLong = (57 * 31 &- 1 &- number) &>> 31
    let (short, long) = (second &+ 0x23, second &- third &* 31 &+ 0x5D | (third &+ 0x23) &<< 8)
    let others = short ^ (short ^ long) & (0 &- isLong)
    return Digits(bytes: UInt64(first | others &<< 8), count: Int(2 &+ isLong))
  }

  private static func longDigits(_ number: UInt32) -> Digits {
    var digits = Digits(bytes: 0, count: 0)
    var left = UInt64(number)
    while left >= 57 {
      digits.bytes |= (left % 31 + 0x5D) << UInt64(digits.count * 8)
      digits.count += 1
      left /= 31
    }
    digits.bytes |= (left + 0x23) << UInt64(digits.count * 8)
    digits.count += 1
    return digits
  }
}

/// Reads the ascending numbers that ``PostingEncoding`` wrote.
struct PostingDecoder {
  private var left: ArraySlice<UInt8>
  private var last = 0
  /// Remaining numbers of the current run.
  private var run = 0

  init(_ written: ArraySlice<UInt8>) { left = written }

  /// Returns the next number, or nil at the end.
  mutating func next() -> Int? {
    if run == 0 {
      guard let first = left.first else { return nil }
      if first == UInt8(ascii: "~") {
        left = left.dropFirst()
        guard let count = number(), count > 0 else { return nil }
        run = count
      } else {
        guard let step = number() else { return nil }
        last += step
        run = 1
      }
    }
    run -= 1
    last += 1
    return last
  }

  /// Reads a difference, or returns nil if the bytes are damaged. No difference has more than 8 digits.
  private mutating func number() -> Int? {
    var (number, unit) = (0, 1)
    for _ in 0..<8 {
      guard let digit = left.popFirst() else { return nil }
      switch digit {
      case UInt8(ascii: "]")..<UInt8(ascii: "|"):
        number += Int(digit - UInt8(ascii: "]")) * unit
        unit *= 31
      case UInt8(ascii: "#")..<UInt8(ascii: "\\"): return number + Int(digit - UInt8(ascii: "#")) * unit
      default: return nil
      }
    }
    return nil
  }
}
