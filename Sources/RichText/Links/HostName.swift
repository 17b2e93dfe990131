/// A host name found in text: labels with dots between, as a domain name may be written.
struct HostName {
  /// Where the name starts.
  var start: Int
  /// Where it ends, without a dot that may end it.
  var end: Int
  /// Where its last label starts.
  var lastLabel: Int

  /// A label may have 63 characters as it is resolved; in UTF-8 it can be longer.
  private static let labelLimit = 128
  /// RFC 1035 §2.3.4 gives 253 for the resolved name.
  private static let nameLimit = 512

  /// The host name that starts at `start`; nil when what stands there is none: an empty label, a hyphen at a
  /// label's edge, too long.
  ///
  /// `underscores`: allow them, as names of machines have them though domains may not.
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
        // `foo..example.com` is no host at all, while `foo.com...` ends before an ellipsis.
        return nil
      } else {
        return
      }
    }
  }

  /// Whether the last label is a top-level domain and there is one before it.
  func isPublic(in text: Span<UInt8>) -> Bool {
    lastLabel > start && TopLevelDomain.contains(text, lastLabel..<end)
  }

  /// Where the host around the dot at `dot` starts, going back no further than `floor`; `dot` when nothing
  /// stands before the dot.
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

  /// The end of the run of characters of hosts around `index`.
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
    // Letters and digits of ASCII, as most labels are.
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

  /// Whether a code point beyond ASCII can stand in a label: letters, marks and digits (RFC 5892 §2.1) and the
  /// characters it allows by name or in context (§2.6, appendix A).
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

  /// Whether the code point is of a script that is written without spaces, or whose endings follow a Latin word
  /// directly: between such and ASCII a host ends, as in `看example.com吧`.
  private static func isRunOn(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1100...0x11FF, 0x1780...0x17FF, 0x3040...0x30FF,
      0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
