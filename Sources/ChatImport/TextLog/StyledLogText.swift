import ChatModel

/// What was said in a line, as text and styles.
///
/// mIRC's control codes become spans and vanish from the text; colours and other control characters are dropped.
/// A tab stays.
struct StyledLogText {
  /// Whether the bytes were read as windows-1252, since they are not UTF-8.
  private(set) var isWindows1252 = false
  private(set) var isAction = false
  private(set) var content: MessageText

  /// The text of `range`; `isAction` puts all of it in italics.
  init(_ bytes: InputBytes, _ range: Range<Int>, isAction: Bool) {
    if !Self.hasControls(bytes, range), let string = bytes.string(in: range) {
      self.isAction = isAction
      content = Self.text(string, spans: [], isAction: isAction)
      return
    }
    var raw = bytes.array(in: range)
    isWindows1252 = bytes.string(in: range) == nil
    if isWindows1252 { raw = Windows1252.utf8(of: raw) }
    self.isAction = isAction || Self.unwrapAction(&raw)
    var styles = MIRCFormatting()
    styles.read(raw)
    content = Self.text(
      String(decoding: styles.text, as: UTF8.self), spans: styles.spans, isAction: self.isAction)
  }

  private static func text(_ string: String, spans: [SourceSpan], isAction: Bool) -> MessageText {
    guard isAction || !spans.isEmpty else { return MessageText(string, markup: .plain) }
    guard isAction, !string.isEmpty else { return MessageText(string, markup: .spans(spans)) }
    let whole = SourceSpan(start: 0, end: string.utf8.count, kind: .italic)
    return MessageText(string, markup: .spans([whole] + spans.filter { $0.kind != .italic }))
  }

  /// Whether a byte below the space, other than a tab, is among them; eight at a time.
  @inline(__always)
  static func hasControls(_ bytes: InputBytes, _ range: Range<Int>) -> Bool {
    var place = range.lowerBound
    while place &+ 8 <= range.upperBound {
      let word = bytes.word(at: place)
      // Borrows make false finds beside a real one only: the word is then looked at byte by byte.
      if (word &- 0x2020_2020_2020_2020) & ~word & 0x8080_8080_8080_8080 != 0 {
        for offset in place..<(place &+ 8) where isControl(bytes[offset]) { return true }
      }
      place &+= 8
    }
    while place < range.upperBound {
      if isControl(bytes[place]) { return true }
      place &+= 1
    }
    return false
  }

  @inline(__always)
  private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x09 }

  /// Takes the frame of a CTCP ACTION off that a client logged as it came: 0x01 `ACTION waves` 0x01.
  private static func unwrapAction(_ raw: inout [UInt8]) -> Bool {
    let frame: [UInt8] = [0x01] + Array("ACTION ".utf8)
    guard raw.starts(with: frame) else { return false }
    raw.removeFirst(frame.count)
    if raw.last == 0x01 { raw.removeLast() }
    return true
  }
}
