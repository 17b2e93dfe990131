import BubbleLayout
internal import Digests
import Frames
import MediaProbe
import SearchIndex
import SiteWriter

/// What is found out of a page's rows while they are written: for the index of the search, and for the next export.
struct RowNotes {
  /// How many rows the page has, and how many of them an earlier page had.
  private(set) var count = 0
  private(set) var kept = 0
  private var terms = TermCollector()
  private var marks: [RowMark] = []
  private var hasSearch = false

  /// Starts a page; the memory stays.
  mutating func begin(hasSearch: Bool) {
    (count, kept, self.hasSearch) = (0, 0, hasSearch)
    marks.removeAll(keepingCapacity: true)
  }

  /// Says that what is added next belongs to this message of the page, counted from 0.
  mutating func begin(message place: Int) { terms.begin(place) }

  /// Adds a row that was laid out.
  mutating func add(_ row: borrowing Row) {
    count += 1
    if hasSearch { terms.add(row) }
    if let mark = RowMark(RowOutline(row), hasSearch ? terms.kinds : []) { marks.append(mark) }
  }

  /// Adds a row of an earlier page, from `sender`; false when its words cannot be told, so that it has to be laid out.
  mutating func add(_ found: EarlierRows.Found, from sender: String?) -> Bool {
    if hasSearch {
      guard let texts = found.row.texts else { return false }
      terms.add(sender: sender, texts: texts.lazy.map { ($0.role, $0.text) }, kinds: found.mark.kinds)
    }
    addSeparator(found)
    return true
  }

  /// Adds a day's separator of an earlier page, in which nobody searches.
  mutating func addSeparator(_ found: EarlierRows.Found) {
    count += 1
    kept += 1
    marks.append(found.mark)
  }

  /// The terms of the page, where pages have up to `size` messages.
  mutating func takeTerms(size: Int) -> PageTerms { hasSearch ? terms.take(size: size) : PageTerms() }

  /// What the next export is told of the page's rows; nil when it cannot be told of all.
  func rows(keys: [ShortDigest], shared: String, start: Int, ids: [UInt32]) -> KeptRows? {
    guard !keys.isEmpty, keys.count == count, keys.count == marks.count else { return nil }
    return KeptRows(shared: shared, start: start, keys: keys, marks: marks, ids: ids)
  }
}

extension PageRenderer {
  /// The rows of a page that shares some with earlier pages; nil when it shares none.
  func rows(
    of job: PageJob, keys: [ShortDigest], with layouter: RowLayouter, notes: inout RowNotes
  ) -> [PageRow]? {
    guard let keyer, !keys.isEmpty else { return nil }
    var earlier = self.earlier.rows(near: job.number, shared: keyer.shared)
    guard keys.contains(where: { earlier.has($0) }) else { return nil }
    var rows: [PageRow] = []
    rows.reserveCapacity(keys.count)
    var keys = keys[...]
    for (place, input) in job.inputs.enumerated() {
      notes.begin(message: place)
      if input.decoration.newDay != nil {
        if let found = earlier.row(keys.popFirst(), at: input.index) {
          notes.addSeparator(found)
          rows.append(.written(found.row))
        } else if let row = layouter.dayRow(for: input) {
          notes.add(row)
          rows.append(.laidOut(row))
        }
      }
      if let found = earlier.row(keys.popFirst(), at: input.index),
        notes.add(found, from: layouter.sender(of: input))
      {
        rows.append(.written(found.row))
      } else {
        let row = layouter.messageRow(for: input)
        notes.add(row)
        rows.append(.laidOut(row))
      }
    }
    return rows
  }
}
