import ChatModel

/// Counts the unread texts and attributes of an XML or HTML file, by their elements.
///
/// The caller numbers elements and attributes; their names are only asked for once, at the end.
struct MarkupTally {
  /// The kind of a part: the text of an element, or one of its attributes.
  struct Part: Hashable {
    var element: UInt
    var attribute: UInt
    /// The second half of an element's identity, such as its classes, or its parent.
    var context: UInt = 0
  }

  private struct Count {
    var path: String
    var line: Int?
    var records = 0
    var texts = 0
  }

  /// In the order in which kinds occurred, so that the account is equal in every run.
  private var counts: [Count] = []
  private var indexes: [Part: Int] = [:]
  /// The kind that counts for all kinds beyond the limit.
  private var others: Int?

  /// The most kinds that are counted separately. Later ones are counted with the path `**`.
  private static let limit = 2_000

  /// Counts a part with the bytes of its value. `path` is called when a kind occurs first.
  mutating func add(_ part: Part, _ value: Span<UInt8>, line: Int?, path: () -> String) {
    var (isEmpty, isText) = (true, false)
    var sawSpace = false
    for index in value.indices {
      let byte = value[index]
      if byte == 0x20 || 0x09...0x0D ~= byte {
        sawSpace = !isEmpty
      } else {
        isText = isText || byte >= 0x80 || sawSpace
        isEmpty = false
      }
      if isText { break }
    }
    guard !isEmpty else { return }
    let index = index(of: part, line: line, path)
    counts[index].records += 1
    if isText { counts[index].texts += 1 }
  }

  private mutating func index(of part: Part, line: Int?, _ path: () -> String) -> Int {
    if let known = indexes[part] { return known }
    if let others { return others }
    if counts.count < Self.limit {
      indexes[part] = counts.count
    } else {
      others = counts.count
    }
    counts.append(Count(path: others == nil ? path() : "**", line: line))
    return counts.count - 1
  }

  /// Moves the counts to the account of the import.
  func report(to account: ImportAccount, file: String) {
    for count in counts {
      account.add(
        Account.Row(
          path: count.path, records: count.records, texts: count.texts,
          example: Origin(file: file, line: count.line)))
    }
  }
}
