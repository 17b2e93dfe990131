/// Texts written for a terminal, without the parts that only a terminal understands.
public enum TerminalText {
  private static let escape: UInt8 = 0x1B

  /// Returns the text without control sequences (ECMA-48): colours, titles, movements of the cursor.
  ///
  /// `overwrites`: a carriage return inside a line restarts the line, and a backspace removes a character, as in the output of
  /// progress displays.
  public static func plain(_ text: String, overwrites: Bool = false) -> String {
    let bytes = text.utf8.span
    guard hasControls(bytes, overwrites: overwrites) else { return text }
    var shown: [UInt8] = []
    shown.reserveCapacity(bytes.count)
    var (offset, lineStart, returns) = (0, 0, false)
    while offset < bytes.count {
      let byte = bytes[offset]
      switch byte {
      case escape:
        offset = end(ofSequenceAt: offset, in: bytes)
        continue
      case 0x0A:
        shown.append(byte)
        (lineStart, returns) = (shown.count, false)
      case 0x0D where overwrites: returns = true
      case 0x08 where overwrites: removeCharacter(from: &shown, downTo: lineStart)
      default:
        if returns { shown.removeLast(shown.count - lineStart) }
        returns = false
        shown.append(byte)
      }
      offset += 1
    }
    return String(decoding: shown, as: UTF8.self)
  }

  private static func hasControls(_ bytes: Span<UInt8>, overwrites: Bool) -> Bool {
    contains(escape, bytes) || overwrites && (contains(0x0D, bytes) || contains(0x08, bytes))
  }

  /// True if a byte occurs. All bytes are compared, without an early exit, so that compilers compare sixteen at once.
  private static func contains(_ byte: UInt8, _ bytes: Span<UInt8>) -> Bool {
    var found: UInt8 = 0
    for index in bytes.indices { found |= bytes[index] == byte ? 1 : 0 }
    return found != 0
  }

  /// Returns the offset after the sequence that the escape at `start` begins.
  private static func end(ofSequenceAt start: Int, in bytes: Span<UInt8>) -> Int {
    var offset = start + 1
    guard offset < bytes.count else { return offset }
    switch bytes[offset] {
    case UInt8(ascii: "["):
      offset += 1
      while offset < bytes.count, 0x20...0x3F ~= bytes[offset] { offset += 1 }
      return offset < bytes.count && 0x40...0x7E ~= bytes[offset] ? offset + 1 : offset
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
      return end(ofStringFrom: offset + 1, in: bytes) ?? start + 1
    default:
      while offset < bytes.count, 0x20...0x2F ~= bytes[offset] { offset += 1 }
      return offset < bytes.count && 0x30...0x7E ~= bytes[offset] ? offset + 1 : offset
    }
  }

  /// Returns the offset after the bell or string terminator; nil for a string without one in its line, whose text somebody may have meant
  /// to be read.
  private static func end(ofStringFrom start: Int, in bytes: Span<UInt8>) -> Int? {
    var offset = start
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x07: return offset + 1
      case escape:
        return offset + 1 < bytes.count && bytes[offset + 1] == UInt8(ascii: "\\") ? offset + 2 : nil
      case 0x0A: return nil
      default: offset += 1
      }
    }
    return nil
  }

  private static func removeCharacter(from shown: inout [UInt8], downTo start: Int) {
    while shown.count > start, let byte = shown.popLast() {
      // The first byte of a character in UTF-8.
      if byte & 0xC0 != 0x80 { return }
    }
  }
}
