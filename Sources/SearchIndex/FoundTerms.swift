/// The terms that were found in a page's rows, and in which.
struct FoundTerms: Sendable {
  private var vocabulary = Vocabulary()
  /// A bit for each term of the vocabulary: whether it is on the page.
  private var isOnPage: [UInt64] = []
  /// Which messages have which terms.
  var rows = RowTerms()

  /// Notes a term of one group (`TermGroups`).
  @inline(__always)
  mutating func note(_ group: UInt64) { note(vocabulary.entry(of: group)) }

  /// Notes a term.
  mutating func note(_ groups: borrowing Span<UInt64>) { note(vocabulary.entry(of: groups)) }

  @inline(__always)
  private mutating func note(_ entry: Vocabulary.Entry) {
    let place = Int(entry.number &>> 6)
    while place >= isOnPage.count { isOnPage.append(0) }
    isOnPage[place] |= 1 &<< UInt64(entry.number & 63)
    rows.note(entry.bits)
  }

  /// Gives the page's terms, where pages have up to `size` messages. Nothing is noted then.
  mutating func take(size: Int) -> PageTerms {
    var page = PageTerms()
    page.inRows = rows.written(rows: size)
    rows.clear()
    for place in isOnPage.indices {
      var left = isOnPage[place]
      while left != 0 {
        vocabulary.append(place &<< 6 | left.trailingZeroBitCount, to: &page)
        left &= left &- 1
      }
      isOnPage[place] = 0
    }
    vocabulary.limit()
    return page
  }
}
