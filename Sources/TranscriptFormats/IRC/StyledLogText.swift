import ChatModel
import ImportKit

/// The text of a line with its styles.
///
/// mIRC's control codes become spans and are removed from the text. Colours and other control characters are dropped; a tab
/// stays.
struct StyledLogText {
  /// True if the bytes are not UTF-8.
  private(set) var isDecoded = false
  private(set) var isAction = false
  private(set) var content: MessageText

  /// Reads the text of `range`. `isAction` puts all of it in italics.
  init(_ bytes: InputBytes, _ range: Range<Int>, isAction: Bool, encoding: LogEncoding = .windows1252) {
    if !LogText.hasControls(bytes, range), let string = bytes.string(in: range) {
      self.isAction = isAction
      content = Self.text(string, spans: [], isAction: isAction)
      return
    }
    var text = LogText(bytes, range, encoding: encoding)
    isDecoded = text.isDecoded
    self.isAction = isAction || Self.unwrapAction(&text.utf8)
    var styles = MIRCFormatting()
    styles.read(text.utf8)
    content = Self.text(
      String(decoding: styles.text, as: UTF8.self), spans: styles.spans, isAction: self.isAction)
  }

  private static func text(_ string: String, spans: [SourceSpan], isAction: Bool) -> MessageText {
    guard isAction || !spans.isEmpty else { return MessageText(string, markup: .plain) }
    guard isAction, !string.isEmpty else { return MessageText(string, markup: .spans(spans)) }
    let whole = SourceSpan(start: 0, end: string.utf8.count, kind: .italic)
    return MessageText(string, markup: .spans([whole] + spans.filter { $0.kind != .italic }))
  }

  /// Removes the frame of a CTCP ACTION that a client logged unchanged: 0x01 `ACTION waves` 0x01.
  private static func unwrapAction(_ raw: inout [UInt8]) -> Bool {
    let frame: [UInt8] = [0x01] + Array("ACTION ".utf8)
    guard raw.starts(with: frame) else { return false }
    raw.removeFirst(frame.count)
    if raw.last == 0x01 { raw.removeLast() }
    return true
  }
}
