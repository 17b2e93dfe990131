import ChatModel

/// Turns mIRC's control codes into spans: 0x02 bold, 0x1D italic, 0x1F underline, 0x1E strikethrough, 0x11
/// monospace, 0x0F all off; 0x03 and 0x04 colours and 0x16 reverse are dropped with their numbers.
///
/// Codes switch, so spans may overlap where the text's own do; they are cut where one ends inside another, which
/// keeps them nested.
struct MIRCFormatting {
  private(set) var text: [UInt8] = []
  private(set) var spans: [SourceSpan] = []
  private var open: [(kind: SourceSpan.Kind, start: Int)] = []

  /// Reads the UTF-8 bytes of one line.
  mutating func read(_ raw: [UInt8]) {
    text.reserveCapacity(raw.count)
    var place = 0
    while place < raw.count {
      let byte = raw[place]
      place += 1
      switch byte {
      case 0x02: toggle(.bold)
      case 0x1D: toggle(.italic)
      case 0x1F: toggle(.underline)
      case 0x1E: toggle(.strikethrough)
      case 0x11: toggle(.code)
      case 0x0F: closeAll()
      case 0x03: place = Self.afterColours(raw, place, digits: 2) { $0 &- 48 < 10 }
      case 0x04: place = Self.afterColours(raw, place, digits: 6) { $0 &- 48 < 10 || ($0 | 0x20) &- 97 < 6 }
      case 0x09, 0x20...: text.append(byte)
      default: break
      }
    }
    closeAll()
    spans.sort { ($0.start, -$0.end) < ($1.start, -$1.end) }
  }

  private mutating func toggle(_ kind: SourceSpan.Kind) {
    guard let place = open.firstIndex(where: { $0.kind == kind }) else {
      open.append((kind, text.count))
      return
    }
    let reopened = open[(place + 1)...].map(\.kind)
    close(downTo: place)
    for kind in reopened { open.append((kind, text.count)) }
  }

  private mutating func closeAll() { close(downTo: 0) }

  private mutating func close(downTo place: Int) {
    while open.count > place {
      let span = open.removeLast()
      if span.start < text.count {
        spans.append(SourceSpan(start: span.start, end: text.count, kind: span.kind))
      }
    }
  }

  /// The place behind a colour and, after a comma, a second one; without the first, a comma is text.
  private static func afterColours(
    _ raw: [UInt8], _ start: Int, digits: Int, _ isDigit: (UInt8) -> Bool
  ) -> Int {
    func afterOne(_ start: Int) -> Int {
      var place = start
      while place < raw.count, place < start + digits, isDigit(raw[place]) { place += 1 }
      // A hex colour has all its digits or is none.
      return digits == 6 && place < start + digits ? start : place
    }
    let first = afterOne(start)
    guard first > start, first < raw.count, raw[first] == UInt8(ascii: ",") else { return first }
    let second = afterOne(first + 1)
    return second > first + 1 ? second : first
  }
}
