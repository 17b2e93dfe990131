/// Visible replacements for control characters, and newlines for all line terminators.
///
/// The replacements are Unicode's Control Pictures: U+2400…U+241F for C0 except tab and newline, ␡ for DEL. Texts are laid
/// out, written and searched with the pictures, so that all three agree. CR and CR LF become newlines, as in CommonMark
/// §2.1, and so do NEL, U+2028 and U+2029, at which browsers break the line (CSS Text 3 §4.1.3; UAX #14 BK, NL).
public enum ControlPictures {
  /// Returns the picture for a code point, or nil if it is shown as itself or as a newline.
  @inlinable
  public static func picture(for scalar: UInt32) -> UInt32? {
    switch scalar {
    case 0x09, 0x0A, 0x0D: nil
    case 0..<0x20: 0x2400 + scalar
    case 0x7F: 0x2421
    default: nil
    }
  }

  /// Returns true for NEL, U+2028 and U+2029, which are shown as newlines.
  @inlinable
  public static func isLineEnd(_ scalar: UInt32) -> Bool { scalar == 0x85 || scalar & ~1 == 0x2028 }

  /// Returns true if a text has more than one line, or a tab.
  public static func hasLines(_ text: String) -> Bool {
    let bytes = text.utf8.span
    guard !isPrintableASCII(bytes) else { return false }
    for index in bytes.indices {
      switch bytes[index] {
      case 0x09, 0x0A, 0x0D: return true
      case 0xC2, 0xE2: if isLineEnd(bytes, at: index) { return true }
      default: continue
      }
    }
    return false
  }

  /// Returns true for bytes from space to tilde, as most texts are. All bytes are compared, without an early exit, so that
  /// compilers compare sixteen at once.
  private static func isPrintableASCII(_ bytes: Span<UInt8>) -> Bool {
    var others: UInt8 = 0
    for index in bytes.indices { others |= bytes[index] &- 0x20 < 0x5F ? 0 : 1 }
    return others == 0
  }

  /// Returns true if a character shown as a newline starts there.
  private static func isLineEnd(_ bytes: Span<UInt8>, at index: Int) -> Bool {
    if bytes[index] == 0xC2 { return index + 1 < bytes.count && bytes[index + 1] == 0x85 }
    return index + 2 < bytes.count && bytes[index + 1] == 0x80 && bytes[index + 2] & 0xFE == 0xA8
  }

  /// Returns the text with pictures and newlines in place of control characters.
  public static func shown(_ text: String) -> String {
    var (shown, marks) = (text, [TextMark]())
    replace(in: &shown, moving: &marks)
    return shown
  }

  /// Replaces control characters in a text and moves the offsets of its marks along.
  ///
  /// Returns false if the text has none and stays as it is.
  @discardableResult
  public static func replace(in text: inout String, moving marks: inout [TextMark]) -> Bool {
    guard areNeeded(in: text.utf8) else { return false }
    var shown = String.UnicodeScalarView()
    // For each replacement of a different length: the old offset after it, and the bytes added so far.
    var growth: [(offset: Int32, bytes: Int32)] = []
    var (offset, longer): (Int32, Int32) = (0, 0)
    var isAfterReturn = false
    for scalar in text.unicodeScalars {
      let length = Int32(UTF8.width(scalar))
      offset += length
      defer { isAfterReturn = scalar == "\r" }
      if isAfterReturn, scalar == "\n" {
        longer -= 1
        growth.append((offset, longer))
        continue
      }
      let isLineEnd = isLineEnd(scalar.value)
      let picture = isLineEnd ? "\n" : picture(for: scalar.value).flatMap(Unicode.Scalar.init)
      shown.append(scalar == "\r" ? "\n" : picture ?? scalar)
      guard let picture else { continue }
      longer += Int32(UTF8.width(picture)) - length
      growth.append((offset, longer))
    }
    text = String(shown)
    for index in marks.indices {
      marks[index].start += shift(of: marks[index].start, growth)
      marks[index].end += shift(of: marks[index].end, growth)
    }
    return true
  }

  /// Returns the bytes added before `offset`, found by binary search in `growth`.
  private static func shift(of offset: Int32, _ growth: [(offset: Int32, bytes: Int32)]) -> Int32 {
    var (low, high) = (0, growth.count)
    while low < high {
      let middle = (low + high) / 2
      if growth[middle].offset <= offset { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? 0 : growth[low - 1].bytes
  }

  /// True if any character of a text is replaced.
  private static func areNeeded(in text: String.UTF8View) -> Bool {
    let bytes = text.span
    guard !isPrintableASCII(bytes) else { return false }
    for index in bytes.indices {
      switch bytes[index] {
      case 0x09, 0x0A: continue
      case 0..<0x20, 0x7F: return true
      case 0xC2, 0xE2: if isLineEnd(bytes, at: index) { return true }
      default: continue
      }
    }
    return false
  }
}
