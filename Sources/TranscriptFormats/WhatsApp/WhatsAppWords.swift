import ImportKit

/// Learns the app's words for media and edits if there are no marks and the phone's language is unknown: they recur in many
/// messages.
struct WhatsAppWords {
  private struct WordCount {
    var alone = 0
    var behind = 0
  }

  /// The words `<…>` by how often they are all of a message's line, and how often they follow a text.
  private var tags: [String: WordCount] = [:]
  /// The words in parentheses after the names of files.
  private var tails: [String: Int] = [:]

  private static let limit = 1000
  /// The fewest messages with equal words from which they are taken for the app's.
  private static let enough = 3
  private static let lengths = 6...80

  /// Counts the words at the end of a line.
  mutating func add(_ bytes: InputBytes, _ line: Range<Int>, isHead: Bool) {
    guard line.count > Self.lengths.lowerBound else { return }
    switch bytes[line.upperBound - 1] {
    case UInt8(ascii: ">"): addTag(bytes, line, isHead: isHead)
    case UInt8(ascii: ")"): if isHead { addTail(bytes, line) }
    default: break
    }
  }

  /// True if `<key>` means a file that did not come.
  func isOmitted(_ key: String) -> Bool {
    guard let count = tags[key] else { return false }
    return count.alone >= Self.enough && count.alone > count.behind
  }

  /// True if `<key>` after a text says that it was edited.
  func isEdited(_ key: String) -> Bool {
    guard let count = tags[key] else { return false }
    return count.behind >= Self.enough && count.behind > count.alone
  }

  /// True if `(key)` after a name says that the file came.
  func isAttached(_ key: String) -> Bool { tails[key] ?? 0 >= Self.enough }

  private mutating func addTag(_ bytes: InputBytes, _ line: Range<Int>, isHead: Bool) {
    guard let open = Self.last(UInt8(ascii: "<"), bytes, line), open >= line.lowerBound + 1,
      let words = Self.words(bytes, open + 1..<line.upperBound - 1),
      words.contains(" ") || !words.utf8.allSatisfy({ $0 < 0x80 })
    else { return }
    guard tags.count < Self.limit || tags[words] != nil else { return }
    let isAlone =
      isHead && bytes[open - 1] == 0x20 && open >= line.lowerBound + 2 && bytes[open - 2] == UInt8(ascii: ":")
    if isAlone {
      tags[words, default: WordCount()].alone += 1
    } else {
      tags[words, default: WordCount()].behind += 1
    }
  }

  private mutating func addTail(_ bytes: InputBytes, _ line: Range<Int>) {
    guard let open = Self.last(UInt8(ascii: "("), bytes, line), open > line.lowerBound + 6,
      bytes[open - 1] == 0x20,
      bytes.string(in: max(line.lowerBound, open - 12)..<open - 1)?.hasFileExtension
        ?? bytes.repairedString(in: max(line.lowerBound, open - 12)..<open - 1).hasFileExtension,
      let words = Self.words(bytes, open + 1..<line.upperBound - 1),
      tails.count < Self.limit || tails[words] != nil
    else { return }
    tails[words, default: 0] += 1
  }

  private static func last(_ byte: UInt8, _ bytes: InputBytes, _ line: Range<Int>) -> Int? {
    var offset = line.upperBound - 2
    let limit = max(line.lowerBound, line.upperBound - 2 - lengths.upperBound * 3)
    while offset >= limit {
      if bytes[offset] == byte { return offset }
      offset -= 1
    }
    return nil
  }

  /// The words in the form in which phrases are looked up; nil for text that looks like code or an address.
  private static func words(_ bytes: InputBytes, _ range: Range<Int>) -> String? {
    guard !range.isEmpty, let text = bytes.string(in: range), lengths.contains(text.count),
      !text.contains(where: { ":=/\\\"'<>".contains($0) })
    else { return nil }
    return text.withoutMarks.phraseKey
  }
}
