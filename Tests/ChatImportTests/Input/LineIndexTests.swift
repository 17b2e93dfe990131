import ChatModel
import Testing

@testable import AssistantFormats
@testable import ImportKit
@testable import TranscriptFormats

@Suite struct LineIndexTests {
  /// Lines of 0 to 99 letters, then one line that is longer than several blocks.
  private static let text =
    (0..<2_000).map { String(repeating: "a", count: $0 * 37 % 100) }.joined(separator: "\n")
    + String(repeating: "b", count: 70_000)

  @Test("A position's line and column do not depend on what was asked for before", arguments: [1, 7, 20_011])
  func order(step: Int) {
    let bytes = Array(Self.text.utf8)
    let input = InputBytes(bytes)
    var (starts, offset) = ([0], 0)
    for byte in bytes {
      offset += 1
      if byte == UInt8(ascii: "\n") { starts.append(offset) }
    }
    for number in 0..<3_000 {
      let offset = number &* step &* 61 % (bytes.count + 1)
      let line = (starts.firstIndex { $0 > offset } ?? starts.count) - 1
      let origin = input.origin(of: offset, in: "chat.json")
      #expect(origin.line == line + 1 && origin.column == offset - starts[line] + 1)
    }
  }

  @Test("The offset behind a byte order mark", arguments: [("\u{FEFF}a", 3), ("a\u{FEFF}", 0), ("", 0)])
  func contentStart(text: String, start: Int) {
    #expect(InputBytes(Array(text.utf8)).contentStart == start)
  }
}
