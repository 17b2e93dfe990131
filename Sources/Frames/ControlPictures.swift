/// What is shown for characters that have no shape, or at which a browser would break the line where the engine did not.
///
/// They are Unicode's Control Pictures: U+2400…U+241F for C0 but tab and newline, ␡ for DEL, ␤ for NEL, U+2028 and
/// U+2029 (CSS Text 3 §4.1.3 and UAX #14 BK and NL break the line there). Texts are laid out, written and searched with
/// the pictures, so that all three agree. CR and CR LF are newlines, as in CommonMark §2.1.
public enum ControlPictures {
  /// The picture for a character; nil for one that shows as itself, or as a newline.
  @inlinable
  public static func picture(for scalar: UInt32) -> UInt32? {
    switch scalar {
    case 0x09, 0x0A, 0x0D: nil
    case 0..<0x20: 0x2400 + scalar
    case 0x7F: 0x2421
    case 0x85, 0x2028, 0x2029: 0x2424
    default: nil
    }
  }

  /// The text with its pictures.
  public static func shown(_ text: String) -> String {
    var (shown, marks) = (text, [TextMark]())
    replace(in: &shown, moving: &marks)
    return shown
  }

  /// Puts the pictures and newlines into a text; the marks' offsets move along. False: the text needs none.
  @discardableResult
  public static func replace(in text: inout String, moving marks: inout [TextMark]) -> Bool {
    guard areNeeded(in: text.utf8) else { return false }
    var shown = String.UnicodeScalarView()
    // Where lengths differ: the offset behind a character, and by how much what ends there is longer than it was.
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
      let picture = picture(for: scalar.value).flatMap(Unicode.Scalar.init)
      shown.append(scalar == "\r" ? "\n" : picture ?? scalar)
      guard let picture else { continue }
      longer += Int32(UTF8.width(picture)) - length
      growth.append((offset, longer))
    }
    text = String(shown)
    for place in marks.indices {
      marks[place].start += shift(of: marks[place].start, growth)
      marks[place].end += shift(of: marks[place].end, growth)
    }
    return true
  }

  /// How far an offset moves: by how much longer everything is that ends there or before.
  private static func shift(of offset: Int32, _ growth: [(offset: Int32, bytes: Int32)]) -> Int32 {
    var (low, high) = (0, growth.count)
    while low < high {
      let middle = (low + high) / 2
      if growth[middle].offset <= offset { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? 0 : growth[low - 1].bytes
  }

  /// Whether any character of a text shows as another.
  private static func areNeeded(in text: String.UTF8View) -> Bool {
    let bytes = text.span
    for place in bytes.indices {
      switch bytes[place] {
      case 0x09, 0x0A: continue
      case 0..<0x20, 0x7F: return true
      case 0xC2: if place + 1 < bytes.count, bytes[place + 1] == 0x85 { return true }
      case 0xE2:
        if place + 2 < bytes.count, bytes[place + 1] == 0x80, bytes[place + 2] & 0xFE == 0xA8 { return true }
      default: continue
      }
    }
    return false
  }
}
