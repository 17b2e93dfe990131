internal import Digests
import MediaProbe
import SiteWriter

/// The rows of an earlier page and of those beside it, by their keys: where messages came or went, rows are on another
/// page now.
///
/// A page is read when one of its rows is wanted, and only if it is as it was written.
struct EarlierRows {
  /// A row of an earlier page, with what was noted of it.
  struct Found {
    var row: WrittenRow
    var mark: RowMark
  }

  private let read: (_ number: Int) -> [UInt8]?
  private var notes: [Int: KeptRows]
  private var places: [ShortDigest: (page: Int, row: Int)] = [:]
  /// The pages that were read; nil for those that are not as they were written.
  private var pages: [Int: WrittenPage?] = [:]

  /// The rows of the pages with these notes, whose bytes `read` gives.
  init(_ notes: [Int: KeptRows], read: @escaping (_ number: Int) -> [UInt8]?) {
    (self.notes, self.read) = (notes, read)
    places.reserveCapacity(notes.values.reduce(0) { $0 + $1.keys.count })
    for (number, rows) in notes.sorted(by: { $0.key < $1.key }) {
      for (row, key) in rows.keys.enumerated() { places[key] = (number, row) }
    }
  }

  /// Whether there is a row with a key.
  func has(_ key: ShortDigest) -> Bool { places[key] != nil }

  /// The row with a key, as that of the message at `index`.
  mutating func row(_ key: ShortDigest?, at index: Int32) -> Found? {
    guard let key, let place = places[key], let rows = notes[place.page],
      rows.marks.indices.contains(place.row),
      let row = page(place.page, rows)?.row(place.row, at: index)
    else { return nil }
    return Found(row: row, mark: rows.marks[place.row])
  }

  private mutating func page(_ number: Int, _ rows: KeptRows) -> WrittenPage? {
    if let known = pages[number] { return known }
    let page = read(number).flatMap { WrittenPage($0, from: rows.start, rows: rows.marks.map(\.outline)) }
    pages[number] = .some(page)
    return page
  }
}
