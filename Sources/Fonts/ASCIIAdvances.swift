import ICU

/// The advances of a face's printable ASCII characters, each by what follows it, and where lines may break.
///
/// Exact for whole texts because the subsets keep no feature that looks at more than a pair of letters.
public struct ASCIIAdvances: Sendable {
  /// Characters from the space to `~`.
  @inlinable public static var count: Int { 95 }
  /// A row holds the advances before each character and, last, before nothing. The last row is for nothing, whose
  /// advance is 0.
  @inlinable public static var stride: Int { 96 }
  /// The first entry of the row for nothing.
  @inlinable public static var nothing: Int { count * stride }

  /// The advance in font units above ``flagBits`` flags.
  public let entries: [Int32]
  /// The number of bits of flags in an entry.
  @inlinable public static var flagBits: Int32 { 2 }
  /// Set if a line may break between the two.
  @inlinable public static var mayBreak: Int32 { 1 }
  /// Set if the second is a digit.
  @inlinable public static var isDigit: Int32 { 2 }
  /// Font units per em.
  public let unitsPerEm: Int

  /// Measures a face; nil if it lacks one of the characters. `mayBreak` returns true for pairs that a line may break
  /// between.
  public init?(of font: ShapingFont, coverage: ScalarSet, mayBreak: (UInt8, UInt8) -> Bool) {
    guard (UInt32(0x20)...0x7E).allSatisfy(coverage.contains) else { return nil }
    var entries = [Int32](repeating: 0, count: Self.nothing + Self.stride)
    var advances: [Int32] = []
    for first in 0..<Self.count {
      // "aaabac…": every pair of `first` with the characters from it on, both ways round.
      var text: [UInt8] = []
      for second in first..<Self.count { text += [UInt8(first + 0x20), UInt8(second + 0x20)] }
      text.append(UInt8(first + 0x20))
      font.shape(text, script: .latin, rightToLeft: false, into: &advances)
      for index in 0..<text.count - 1 {
        let (a, b) = (Int(text[index]) - 0x20, Int(text[index + 1]) - 0x20)
        entries[a * Self.stride + b] = advances[index]
      }
      entries[first * Self.stride + Self.count] = font.advance(of: UInt32(first + 0x20))
    }
    for first in 0...Self.count {
      for second in 0..<Self.stride {
        let index = first * Self.stride + second
        entries[index] <<= Self.flagBits
        if (0x30...0x39).contains(second + 0x20) { entries[index] |= Self.isDigit }
        let isPair = first < Self.count && second < Self.count
        if isPair, mayBreak(UInt8(first + 0x20), UInt8(second + 0x20)) {
          entries[index] |= Self.mayBreak
        }
      }
    }
    self.entries = entries
    unitsPerEm = font.unitsPerEm
  }

  /// The advance of `first` before `second`, both in 0x20...0x7E.
  @inline(__always)
  public func advance(_ first: UInt32, before second: UInt32) -> Int32 {
    entries[Int(first - 0x20) * Self.stride + Int(second - 0x20)] >> Self.flagBits
  }

  /// The advance of the character of a row with nothing after it.
  @inline(__always)
  public func lastAdvance(inRow row: Int) -> Int32 { entries[row + Self.count] >> Self.flagBits }

  /// The advance of a character with nothing after it.
  @inline(__always)
  public func advance(_ last: UInt32) -> Int32 {
    entries[Int(last - 0x20) * Self.stride + Self.count] >> Self.flagBits
  }
}
