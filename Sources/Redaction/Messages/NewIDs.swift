/// New ids for messages whose own ids contain redacted words.
struct NewIDs: Sendable {
  /// The number of each id, by its hash.
  private var numbers: [Int: Int32] = [:]
  /// The hyphens after the first word, more than any id of the source has there.
  private var hyphens = 1

  private static let word = "redacted"

  /// True if all ids stay.
  var isEmpty: Bool { numbers.isEmpty }

  /// Notes an id of the source, which no new id may equal.
  mutating func note(_ id: String) {
    guard id.hasPrefix(Self.word) else { return }
    hyphens = max(
      hyphens, id.utf8.dropFirst(Self.word.utf8.count).prefix { $0 == UInt8(ascii: "-") }.count + 1)
  }

  /// Gives an id a new one.
  mutating func replace(_ id: String) {
    if !id.isEmpty, numbers[id.hashValue] == nil {
      numbers[id.hashValue] = Int32(clamping: numbers.count + 1)
    }
  }

  /// True if an id is a number or time that an app counts with, so that it tells nothing of a text. Other ids may be made of one.
  static func isPlain(_ id: String) -> Bool {
    id.utf8.count <= 19 && id.utf8.allSatisfy { $0 &- 0x30 < 10 || $0 == UInt8(ascii: ".") }
  }

  /// Returns the new id of a message, or its own.
  func id(_ id: String) -> String {
    guard !numbers.isEmpty, let number = numbers[id.hashValue] else { return id }
    return Self.word + String(repeating: "-", count: hyphens) + String(number)
  }
}
