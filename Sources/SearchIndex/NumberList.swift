/// Numbers that ascend from 1 on, as the files of the index have them, in characters that a script's string can have as
/// they are: none is a quotation mark, a backslash, `|` or a space.
struct NumberList: BitwiseCopyable {
  private var last: Int32 = 0
  /// How many numbers before were each one more than the one before, and are not written yet.
  private var run: Int32 = 0

  /// Up to eight bytes, the first one lowest and zeros behind the last.
  struct Digits: BitwiseCopyable {
    var bytes: UInt64
    var count: Int

    func append(to script: inout [UInt8]) {
      for place in 0..<count { script.append(UInt8(truncatingIfNeeded: bytes >> UInt64(place * 8))) }
    }
  }

  /// Adds a number; one that is not more than the last is there already.
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

  /// Writes what is not written yet: that as many numbers follow, one after the other: `~` and how many, or `#` for each
  /// of a few.
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

  /// A number: digits to the base of 31 from `]` on, the lowest first, and a last one to the base of 57 from `#` on.
  @inline(__always)
  private static func digits(_ number: UInt32) -> Digits {
    if number < 57 { return Digits(bytes: UInt64(number &+ 0x23), count: 1) }
    guard number < 57 * 31 * 31 else { return longDigits(number) }
    let (second, third) = (number / 31, number / (31 * 31))
    let first = number &- second &* 31 &+ 0x5D
    // Which of both lengths it is cannot be foreseen, so there is no branch.
    let isLong = number >= 57 * 31
    let middle = isLong ? second &- third &* 31 &+ 0x5D | (third &+ 0x23) &<< 8 : second &+ 0x23
    return Digits(bytes: UInt64(first | middle &<< 8), count: isLong ? 3 : 2)
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

/// Bytes of a script in the making.
struct ScriptBytes {
  private var bytes: [UInt8]
  private(set) var count = 0

  /// None yet; there will be about `capacity`.
  init(capacity: Int) { bytes = [UInt8](repeating: 0, count: capacity + 8) }

  @inline(__always)
  mutating func append(_ digits: NumberList.Digits) {
    if count &+ 8 > bytes.count { bytes.append(contentsOf: repeatElement(0, count: bytes.count)) }
    let place = count
    var span = bytes.mutableSpan
    var room = unsafe span.mutableBytes
    room.storeBytes(of: digits.bytes.littleEndian, toByteOffset: place, as: UInt64.self)
    count &+= digits.count
  }

  mutating func append(_ byte: UInt8) { append(NumberList.Digits(bytes: UInt64(byte), count: 1)) }

  /// What was appended.
  consuming func finish() -> [UInt8] {
    bytes.removeLast(bytes.count - count)
    return bytes
  }
}
