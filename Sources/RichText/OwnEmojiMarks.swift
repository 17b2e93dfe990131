public import Frames

/// Finds the names of a chat's own emoji in texts, for example `:wave_boat:`, and marks them with their pictures.
public enum OwnEmojiMarks {
  /// Adds a mark for each name in the blocks with a picture in `pictures`, except in code.
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

  /// Adds a mark for each name in a text with a picture in `pictures`, except in code or an address, or where another mark
  /// crosses the name. `marks` are sorted by start.
  public static func add(_ pictures: [String: String], to marks: inout [TextMark], in text: String) {
    guard !pictures.isEmpty else { return }
    let bytes = Array(text.utf8)
    let names = names(pictures, in: bytes)
    guard !names.isEmpty else { return }
    // The texts of cards have no marks for their addresses.
    let addresses = LinkDetector(marksNames: false)
      .marks(in: bytes.span, outside: MarkNesting.closedRanges(of: marks))
    var surroundings = MarkSurroundings(MarkNesting.nested(marks + addresses), in: bytes)
    let found = names.compactMap { range, picture -> TextMark? in
      guard surroundings.allowPicture(for: range) else { return nil }
      return TextMark(
        start: Int32(clamping: range.lowerBound), end: Int32(clamping: range.upperBound),
        kind: .emoji(path: picture))
    }
    if !found.isEmpty { marks = MarkNesting.nested(marks + found) }
  }

  /// Returns a text with a space in place of each name with a picture, and the number of these.
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

  /// The most bytes of a name. Names of servers have at most 100 letters.
  private static let nameLimit = 512
}

/// The marks around and inside names of emoji. The names are looked up in order, so all of them take one pass.
private struct MarkSurroundings {
  private let marks: [TextMark]
  private let text: [UInt8]
  /// The first mark that begins after the last name.
  private var next = 0
  /// The marks that end after the start of the last name, and whether pictures may be shown in them.
  private var open: [(range: Range<Int>, takesPictures: Bool)] = []

  /// The marks of a text, sorted by start.
  init(_ marks: [TextMark], in text: [UInt8]) { (self.marks, self.text) = (marks, text) }

  /// True if a name may be shown as its picture: no mark crosses it, and it is not in code or an address.
  mutating func allowPicture(for name: Range<Int>) -> Bool {
    while next < marks.count, Int(marks[next].start) < name.upperBound {
      let start = min(max(0, Int(marks[next].start)), text.count)
      let range = start..<max(start, min(Int(marks[next].end), text.count))
      open.append((range, marks[next].kind.takesPictures(in: text[range])))
      next += 1
    }
    open.removeAll { $0.range.upperBound <= name.lowerBound }
    return open.allSatisfy { range, takesPictures in
      if range.lowerBound <= name.lowerBound, name.upperBound <= range.upperBound { return takesPictures }
      return name.lowerBound <= range.lowerBound && range.upperBound <= name.upperBound
    }
  }
}

extension TextMark.Kind {
  /// True if the names of emoji in a text with this mark may be shown as pictures.
  fileprivate func takesPictures(in text: ArraySlice<UInt8>) -> Bool {
    switch self {
    case .code, .emoji: false
    // An address is shown unchanged.
    case .link: !text.indices.contains { text[$0...].starts(with: "://".utf8) }
    case .strong, .emphasis, .strikethrough, .underline, .spoiler, .mention, .hashtag, .caution, .cut: true
    case .added, .removed, .gutter, .failed: false
    }
  }
}
