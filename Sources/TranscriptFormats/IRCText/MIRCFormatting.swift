import ChatModel
import ImportKit

/// Turns mIRC's control codes into spans: 0x02 bold, 0x1D italic, 0x1F underline, 0x1E strikethrough, 0x11
/// monospace, 0x0F all off; 0x03 and 0x04 colours and 0x16 reverse are dropped with their numbers.
///
/// Codes switch, so spans may overlap if the styles do; they are cut where one ends inside another, which
/// keeps them nested.
struct MIRCFormatting {
  private(set) var text: [UInt8] = []
  private(set) var spans: [SourceSpan] = []
  private var open: [(kind: SourceSpan.Kind, start: Int)] = []

  /// Reads the UTF-8 bytes of one line.
  mutating func read(_ raw: [UInt8]) {
    text.reserveCapacity(raw.count)
    var index = 0
    while index < raw.count {
      let byte = raw[index]
      index += 1
      switch byte {
      case 0x02: toggle(.bold)
      case 0x1D: toggle(.italic)
      case 0x1F: toggle(.underline)
      case 0x1E: toggle(.strikethrough)
      case 0x11: toggle(.code)
      case 0x0F: closeAll()
      case 0x03: index = Self.afterColours(raw, index, digits: 2) { $0 &- 48 < 10 }
      case 0x04: index = Self.afterColours(raw, index, digits: 6) { $0 &- 48 < 10 || ($0 | 0x20) &- 97 < 6 }
      case 0x09, 0x20...: text.append(byte)
      default: break
      }
    }
    closeAll()
    spans.sort { ($0.start, -$0.end) < ($1.start, -$1.end) }
  }

  /// Returns the offset after the control code at `offset`, with the numbers of its colours.
  static func offset(behindCodeAt offset: Int, in bytes: InputBytes, limit: Int) -> Int {
    guard bytes[offset] == 0x03 || bytes[offset] == 0x04 else { return offset + 1 }
    let raw = bytes.array(in: offset..<min(limit, offset + 16))
    let isHex = raw[0] == 0x04
    return offset
      + afterColours(raw, 1, digits: isHex ? 6 : 2) { $0 &- 48 < 10 || isHex && ($0 | 0x20) &- 97 < 6 }
  }

  private mutating func toggle(_ kind: SourceSpan.Kind) {
    guard let index = open.firstIndex(where: { $0.kind == kind }) else {
      open.append((kind, text.count))
      return
    }
    let reopened = open[(index + 1)...].map(\.kind)
    close(downTo: index)
    for kind in reopened { open.append((kind, text.count)) }
  }

  private mutating func closeAll() { close(downTo: 0) }

  private mutating func close(downTo index: Int) {
    while open.count > index {
      let span = open.removeLast()
      if span.start < text.count {
        spans.append(SourceSpan(start: span.start, end: text.count, kind: span.kind))
      }
    }
  }

  /// Returns the index after a colour and, after a comma, a second one. Without the first, a comma is text.
  private static func afterColours(
    _ raw: [UInt8], _ start: Int, digits: Int, _ isDigit: (UInt8) -> Bool
  ) -> Int {
    func afterOne(_ start: Int) -> Int {
      var index = start
      while index < raw.count, index < start + digits, isDigit(raw[index]) { index += 1 }
      // A hex colour has all its digits or does not count.
      return digits == 6 && index < start + digits ? start : index
    }
    let first = afterOne(start)
    guard first > start, first < raw.count, raw[first] == UInt8(ascii: ",") else { return first }
    let second = afterOne(first + 1)
    return second > first + 1 ? second : first
  }
}
