public import Frames

/// Finds the names of a chat's own emoji in texts, such as `:wave_boat:`, and marks them with their pictures.
public enum OwnEmojiMarks {
  /// Adds a mark for each name in the blocks that has a picture in `pictures`, but not in code.
  public static func add(_ pictures: [String: String], to blocks: inout [RichBlock]) {
    guard !pictures.isEmpty else { return }
    for index in blocks.indices {
      switch blocks[index].leaf {
      case .code, .rule: continue
      case .paragraph, .heading: add(pictures, to: &blocks[index].marks, in: blocks[index].text)
      case .table(var table):
        for row in table.rows.indices {
          for cell in table.rows[row].indices {
            add(pictures, to: &table.rows[row][cell].marks, in: table.rows[row][cell].text)
          }
        }
        blocks[index].leaf = .table(table)
      }
    }
  }

  /// Adds a mark for each name in a text that has a picture in `pictures`, but not in code or an address, nor where another mark begins
  /// or ends within the name.
  public static func add(_ pictures: [String: String], to marks: inout [TextMark], in text: String) {
    guard !pictures.isEmpty else { return }
    let bytes = Array(text.utf8)
    let found = names(pictures, in: bytes).compactMap { range, picture -> TextMark? in
      let mark = TextMark(
        start: Int32(clamping: range.lowerBound), end: Int32(clamping: range.upperBound),
        kind: .emoji(path: picture))
      return marks.allSatisfy { $0.allows(mark, in: bytes) } ? mark : nil
    }
    if !found.isEmpty { marks = MarkNesting.nested(marks + found) }
  }

  /// Returns a text with a space for each name that has a picture, and the number of these.
  public static func removed(_ pictures: [String: String], from text: String) -> (rest: String, count: Int) {
    let bytes = Array(text.utf8)
    let names = names(pictures, in: bytes)
    var (rest, offset) = ([UInt8](), 0)
    for (range, _) in names {
      rest += bytes[offset..<range.lowerBound]
      rest.append(0x20)
      offset = range.upperBound
    }
    return (String(decoding: rest + bytes[offset...], as: UTF8.self), names.count)
  }

  private static func names(
    _ pictures: [String: String], in bytes: [UInt8]
  ) -> [(range: Range<Int>, picture: String)] {
    var found: [(range: Range<Int>, picture: String)] = []
    var open: Int?
    for offset in bytes.indices where bytes[offset] == UInt8(ascii: ":") {
      if let start = open, offset - start < nameLimit,
        let picture = pictures[String(decoding: bytes[start...offset], as: UTF8.self)]
      {
        found.append((start..<offset + 1, picture))
        open = nil
      } else {
        open = offset
      }
    }
    return found
  }

  /// The most bytes of a name. Those of servers have at most 100 letters.
  private static let nameLimit = 512
}

extension TextMark {
  /// True if the name of an emoji may be shown as its picture in text with this mark.
  fileprivate func allows(_ emoji: TextMark, in text: [UInt8]) -> Bool {
    guard start < emoji.end, emoji.start < end else { return true }
    guard start <= emoji.start, emoji.end <= end else { return emoji.start <= start && end <= emoji.end }
    switch kind {
    case .code, .emoji: return false
    case .link:
      let (start, end) = (max(0, Int(start)), min(Int(end), text.count))
      // An address is shown as it is.
      return start < end && !String(decoding: text[start..<end], as: UTF8.self).contains("://")
    case .strong, .emphasis, .strikethrough, .underline, .spoiler, .mention, .hashtag, .caution, .cut:
      return true
    }
  }
}
