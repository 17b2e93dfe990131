/// The terms found on a page so far, and the messages that have them.
struct FoundTerms: Sendable {
  private var vocabulary = Vocabulary()
  /// A bit for each number of the vocabulary, set if the page has the term.
  private var marks: [UInt64] = []
  /// The numbers of the page's terms.
  private var numbers: [UInt32] = []
  /// The occurrences, by message.
  var rows = RowTerms()

  /// Records a term of one group (``PackedTerm``) in the current message.
  @inline(__always)
  mutating func note(_ group: UInt64) {
    let entry = vocabulary.entry(of: group)
    rows.note(entry.number, entry.bits)
  }

  /// Records a term in the current message.
  mutating func note(_ groups: borrowing Span<UInt64>) {
    let entry = vocabulary.entry(of: groups)
    rows.note(entry.number, entry.bits)
  }

  /// Returns the page's terms and starts the next page. Pages have up to `size` messages.
  mutating func take(size: Int) -> PageTerms {
    marks.removeAll(keepingCapacity: true)
    marks.append(contentsOf: repeatElement(0, count: vocabulary.end / 64 + 1))
    rows.collect(&numbers, marking: &marks)
    var page = vocabulary.terms(of: numbers)
    page.inRows = rows.written(rows: size)
    rows.clear()
    vocabulary.limit()
    return page
  }
}
