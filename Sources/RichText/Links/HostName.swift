/// A host name found in text: labels separated by dots.
struct HostName {
  /// Offset of the first byte.
  var start: Int
  /// Offset after the last label, without a trailing dot.
  var end: Int
  /// Offset of the last label.
  var lastLabel: Int

  /// Maximum bytes of a label. RFC 1035 §2.3.4 allows 63 octets in ASCII form; in UTF-8 it can be longer.
  private static let labelLimit = 128
  /// Maximum bytes of a name. RFC 1035 §2.3.4 allows 253 in ASCII form.
  private static let nameLimit = 512

  /// Reads the host name at `start`.
  ///
  /// Nil if there is none, because of an empty label, a hyphen at the edge of a label, or too many bytes. `underscores`:
  /// allow underscores, which occur in the host names of links although domain names may not contain them.
  init?(in text: Span<UInt8>, from start: Int, underscores: Bool) {
    (self.start, end, lastLabel) = (start, start, start)
    var index = start
    while true {
      let labelEnd = HostName.labelEnd(in: text, from: index, underscores: underscores)
      guard labelEnd > index, labelEnd - index <= HostName.labelLimit, text[index] != 0x2D else { return nil }
      guard text[labelEnd - 1] != 0x2D, labelEnd - start <= HostName.nameLimit else { return nil }
      (lastLabel, end) = (index, labelEnd)
      guard text.byte(labelEnd) == 0x2E else { return }
      let next = labelEnd + 1
      if HostName.startsLabel(in: text, at: next) {
        index = next
      } else if text.byte(next) == 0x2E, HostName.startsLabel(in: text, at: next + 1) {
        // `foo..example.com` is not a host, while `foo.com...` ends before an ellipsis.
        return nil
      } else {
        return
      }
    }
  }

  /// True if the last label is a top-level domain with a label before it.
  func isPublic(in text: Span<UInt8>) -> Bool {
    lastLabel > start && TopLevelDomain.contains(text, lastLabel..<end)
  }

  /// Returns the start of the host around the dot at `dot`, at or after `floor`; `dot` itself if there is no label
  /// before it.
  static func start(in text: Span<UInt8>, before dot: Int, floor: Int) -> Int {
    var start = dot
    while start > floor, dot - start <= nameLimit {
      let previous = text.scalarStart(before: start)
      guard previous >= floor else { break }
      let byte = text[previous]
      if byte < 0x80 {
        guard ASCII.isAlphanumeric(byte) || byte == 0x2D || byte == 0x2E else { break }
        if byte == 0x2E, text[start] == 0x2E { break }
        if ASCII.isAlphanumeric(byte), text[start] >= 0x80, isRunOn(text.scalar(at: start).value) { break }
      } else {
        let scalar = text.scalar(at: previous).value
        guard isLabelScalar(scalar) else { break }
        if isRunOn(scalar), start < dot, ASCII.isAlphanumeric(text[start]) { break }
      }
      start = previous
    }
    while start < dot, text[start] == 0x2E { start += 1 }
    return start
  }

  /// Returns the end of the run of host characters from `index`.
  static func runEnd(in text: Span<UInt8>, from index: Int) -> Int {
    var index = index
    while index < text.count {
      let byte = text[index]
      if byte < 0x80 {
        guard ASCII.isAlphanumeric(byte) || byte == 0x2D || byte == 0x2E else { break }
        index += 1
      } else {
        let (scalar, length) = text.scalar(at: index)
        guard isLabelScalar(scalar) else { break }
        index += length
      }
    }
    return index
  }

  private static func startsLabel(in text: Span<UInt8>, at index: Int) -> Bool {
    guard index < text.count else { return false }
    let byte = text[index]
    return byte < 0x80 ? ASCII.isAlphanumeric(byte) : isLabelScalar(text.scalar(at: index).value)
  }

  private static func labelEnd(in text: Span<UInt8>, from start: Int, underscores: Bool) -> Int {
    var index = start
    var wasASCII = false
    var wasRunOn = false
    // Most labels are ASCII letters and digits.
    let limit = min(text.count, start + labelLimit + 1)
    while index < limit, ASCII.isAlphanumeric(text[index]) { index += 1 }
    wasASCII = index > start
    while index < limit {
      let byte = text[index]
      if byte < 0x80 {
        guard ASCII.isAlphanumeric(byte) || byte == 0x2D || (underscores && byte == 0x5F) else { break }
        if wasRunOn, ASCII.isAlphanumeric(byte) { break }
        (wasASCII, wasRunOn) = (ASCII.isAlphanumeric(byte), false)
        index += 1
      } else {
        let (scalar, length) = text.scalar(at: index)
        guard isLabelScalar(scalar) else { break }
        let runsOn = isRunOn(scalar)
        if runsOn, wasASCII { break }
        (wasASCII, wasRunOn) = (false, runsOn)
        index += length
      }
    }
    return index
  }

  /// True if a non-ASCII code point may be in a label: letters, marks and digits (RFC 5892 §2.1), and those
  /// allowed as exceptions or in context (§2.6, appendix A).
  static func isLabelScalar(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x00B7, 0x0375, 0x05F3, 0x05F4, 0x06FD, 0x06FE, 0x0F0B, 0x200C, 0x200D, 0x3007, 0x30FB: return true
    default: break
    }
    guard let value = Unicode.Scalar(scalar) else { return false }
    switch value.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .decimalNumber:
      return true
    default: return false
    }
  }

  /// True if the code point is of a script written without spaces, or with suffixes directly after Latin words.
  /// Between such a character and ASCII a host ends, as in `看example.com吧`.
  private static func isRunOn(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1100...0x11FF, 0x1780...0x17FF, 0x3040...0x30FF,
      0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
