import ChatModel
import ImportKit

/// Finds the styles that people write with signs: `*bold*`, `_italic_`, `~struck~`, `` `code` ``, ```` ```code``` ````.
///
/// The export has the signs as they were typed, and they stay: only the text between them is styled.
enum WhatsAppMarkup {
  /// The text with its styles and mentions.
  static func text(_ string: String) -> MessageText {
    guard string.utf8.contains(where: isSign) else { return MessageText(string, markup: .plain) }
    var finder = Finder(bytes: Array(string.utf8))
    finder.find()
    guard !finder.spans.isEmpty else { return MessageText(string, markup: .plain) }
    return MessageText(string, markup: .spans(finder.spans))
  }

  private static func isSign(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "`"), UInt8(ascii: "@"): true
    default: false
    }
  }

  private struct Finder {
    let bytes: [UInt8]
    var spans: [SourceSpan] = []
    /// For each sign the offset up to which none is closed, so that no part of the text is searched twice.
    private var unclosed: [UInt8: Int] = [:]
    /// Ends of the styles that are open, the innermost last.
    private var ends: [Int] = []

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func find() {
      var offset = 0
      while offset < bytes.count {
        while let end = ends.last, end <= offset { ends.removeLast() }
        offset = step(offset)
      }
    }

    /// Processes one byte and returns the next offset to process.
    private mutating func step(_ offset: Int) -> Int {
      let byte = bytes[offset]
      switch byte {
      case UInt8(ascii: "`"): return code(offset)
      case UInt8(ascii: "*"): open(offset, byte, .bold)
      case UInt8(ascii: "_"): open(offset, byte, .italic)
      case UInt8(ascii: "~"): open(offset, byte, .strikethrough)
      case UInt8(ascii: "@"): mention(offset)
      default: break
      }
      return offset + 1
    }

    private mutating func code(_ offset: Int) -> Int {
      let count = bytes[offset...].prefix(3).prefix { $0 == UInt8(ascii: "`") }.count
      guard count == 1 || count == 3 else { return offset + count }
      let sign = Array(repeating: UInt8(ascii: "`"), count: count)
      let limit = min(ends.last ?? bytes.count, bytes.count)
      var end = offset + count
      while end + count <= limit {
        if count == 1, bytes[end] == 0x0A { break }
        if bytes[end] == UInt8(ascii: "`"), bytes[end..<end + count].elementsEqual(sign) {
          if end > offset + count { spans.append(SourceSpan(start: offset + count, end: end, kind: .code)) }
          return end + count
        }
        end += 1
      }
      return offset + count
    }

    /// Opens a style that is closed on its line, with its signs touching words inside and none outside.
    private mutating func open(_ offset: Int, _ sign: UInt8, _ kind: SourceSpan.Kind) {
      guard offset == 0 || !isWord(bytes[offset - 1]), offset + 1 < bytes.count,
        !isSpace(bytes[offset + 1]), bytes[offset + 1] != sign, offset >= unclosed[sign] ?? 0
      else { return }
      let limit = min(ends.last ?? bytes.count, bytes.count)
      var end = offset + 2
      while end < limit, bytes[end] != 0x0A {
        if bytes[end] == sign, !isSpace(bytes[end - 1]), end + 1 == bytes.count || !isWord(bytes[end + 1]) {
          spans.append(SourceSpan(start: offset + 1, end: end, kind: kind))
          return ends.append(end)
        }
        end += 1
      }
      unclosed[sign] = end
    }

    /// `@⁨Robin Vale⁩` and `@15550104477`.
    private mutating func mention(_ offset: Int) {
      guard offset == 0 || !isWord(bytes[offset - 1]) else { return }
      let limit = min(ends.last ?? bytes.count, bytes.count)
      var end = offset + 1
      if bytes[end...].starts(with: [0xE2, 0x81, 0xA8]) {
        let close = min(limit, offset + 400)
        while end + 3 <= close, bytes[end] != 0x0A {
          if bytes[end...].starts(with: [0xE2, 0x81, 0xA9]) {
            spans.append(SourceSpan(start: offset, end: end + 3, kind: .mention))
            return
          }
          end += 1
        }
        return
      }
      while end < limit, bytes[end] &- 0x30 <= 9 { end += 1 }
      if 8...16 ~= end - offset, end == bytes.count || !isWord(bytes[end]) {
        spans.append(SourceSpan(start: offset, end: end, kind: .mention))
      }
    }

    private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A }

    /// True if a byte belongs to a letter or digit; all bytes of other scripts count as such.
    private func isWord(_ byte: UInt8) -> Bool {
      byte >= 0x80 || byte &- 0x30 <= 9 || 0x41...0x5A ~= byte & 0xDF
    }
  }
}
