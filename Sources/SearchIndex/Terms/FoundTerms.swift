/// The terms that were found in a page's rows, and in which.
struct FoundTerms: Sendable {
  private var vocabulary = Vocabulary()
  /// A bit for each of its numbers: whether the page has that term.
  private var marks: [UInt64] = []
  /// Which messages have which terms.
  var rows = RowTerms()

  /// Notes a term of one group (`PackedTerm`).
  @inline(__always)
  mutating func note(_ group: UInt64) {
    let entry = vocabulary.entry(of: group)
    rows.note(entry.number, entry.bits)
  }

  /// Notes a term.
  mutating func note(_ groups: borrowing Span<UInt64>) {
    let entry = vocabulary.entry(of: groups)
    rows.note(entry.number, entry.bits)
  }

  /// Gives the page's terms, where pages have up to `size` messages. Nothing is noted then.
  mutating func take(size: Int) -> PageTerms {
    marks.removeAll(keepingCapacity: true)
    marks.append(contentsOf: repeatElement(0, count: vocabulary.end / 64 + 1))
    rows.mark(&marks)
    var page = vocabulary.terms(marked: marks)
    page.inRows = rows.written(rows: size)
    rows.clear()
    vocabulary.limit()
    return page
  }
}
