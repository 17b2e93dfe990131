/// Numbers that ascend from 1 on, as the files of the index have them, in characters that a script's string can have as
/// they are: none is a quotation mark, a backslash, `|` or a space.
struct NumberList {
  private var last: Int32 = 0
  /// How many numbers before were each one more than the one before, and are not written yet.
  private var run: Int32 = 0

  /// Adds a number; one that is not more than the last is there already.
  @inline(__always)
  mutating func add(_ number: Int32, to put: (UInt8) -> Void) {
    let step = number &- last
    if step <= 0 { return }
    last = number
    if step == 1 {
      run += 1
    } else {
      end(to: put)
      Self.write(step - 1, to: put)
    }
  }

  /// Writes what is not written yet: that as many numbers follow, one after the other: `~` and how many, or `#` for each
  /// of a few.
  mutating func end(to put: (UInt8) -> Void) {
    if run > 2 {
      put(UInt8(ascii: "~"))
      Self.write(run, to: put)
    } else {
      for _ in 0..<run { put(UInt8(ascii: "#")) }
    }
    run = 0
  }

  /// Writes a number: digits to the base of 31 from `]` on, the lowest first, and a last one to the base of 57 from
  /// `#` on.
  private static func write(_ number: Int32, to put: (UInt8) -> Void) {
    var left = number
    while left >= 57 {
      put(UInt8(ascii: "]") + UInt8(truncatingIfNeeded: left % 31))
      left /= 31
    }
    put(UInt8(ascii: "#") + UInt8(truncatingIfNeeded: max(0, left)))
  }
}
