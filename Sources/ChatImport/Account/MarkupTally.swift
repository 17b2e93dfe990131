import ChatModel

/// Counts texts and attributes of an XML or HTML file that nobody read, by their elements.
///
/// Elements and attributes are numbered by whoever counts; names are asked for once, at the end.
struct MarkupTally {
  /// The kind of a part: the text of an element, or one of its attributes.
  struct Part: Hashable {
    var element: UInt
    var attribute: UInt
    /// The second half of an element's identity, such as its classes, or its parent.
    var context: UInt = 0
  }

  private struct Count {
    var records = 0
    var texts = 0
    var line: Int?
    var path: String
  }

  private var counts: [Part: Count] = [:]

  /// The most kinds that are told apart.
  private static let limit = 2_000

  /// Counts a part with the bytes of its value. `path` is asked for when a kind is met first.
  mutating func add(_ part: Part, _ value: some Sequence<UInt8>, line: Int?, path: () -> String) {
    var (isEmpty, isText) = (true, false)
    var sawSpace = false
    for byte in value {
      if byte == 0x20 || 0x09...0x0D ~= byte {
        sawSpace = !isEmpty
      } else {
        isText = isText || byte >= 0x80 || sawSpace
        isEmpty = false
      }
      if isText { break }
    }
    guard !isEmpty else { return }
    if counts[part] == nil {
      guard counts.count < Self.limit else { return }
      counts[part] = Count(line: line, path: path())
    }
    counts[part]?.records += 1
    if isText { counts[part]?.texts += 1 }
  }

  /// Moves the counts to the account of the import.
  func report(to account: ImportAccount, file: String) {
    for count in counts.values {
      account.add(
        Account.Row(
          path: count.path, records: count.records, texts: count.texts,
          example: Origin(file: file, line: count.line)))
    }
  }
}
