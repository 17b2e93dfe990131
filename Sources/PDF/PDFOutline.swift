/// The bookmarks of a document, up to three levels.
public struct PDFOutline: Sendable {
  private struct Item {
    var title: String
    var level: Int
    var page: PDFReference
    var top: Double
  }
  private var items: [Item] = []

  /// Creates an outline without items.
  public init() {}

  /// Adds an item after all others: under the last item of a lower level. Level 0 is the outermost.
  public mutating func add(_ title: String, level: Int, page: PDFReference, top: Double) {
    items.append(Item(title: title, level: level, page: page, top: top))
  }

  /// Writes the outline and returns its root; nil if it is empty. Only the outermost level is open.
  func finish(in document: inout PDFDocument) throws -> PDFReference? {
    guard !items.isEmpty else { return nil }
    let root = document.reserve()
    let references = items.map { _ in document.reserve() }
    var parents = [Int](repeating: -1, count: items.count)
    var kids: [[Int]] = Array(repeating: [], count: items.count)
    var (tops, path): ([Int], [Int]) = ([], [])
    for index in items.indices {
      while let last = path.last, items[last].level >= items[index].level { path.removeLast() }
      parents[index] = path.last ?? -1
      if let parent = path.last { kids[parent].append(index) } else { tops.append(index) }
      path.append(index)
    }
    for siblings in [tops] + kids {
      for (position, index) in siblings.enumerated() {
        let item = items[index]
        try document.add(references[index]) { object in
          object.raw("<</Title")
          object.text(item.title)
          object.raw("/Parent ")
          object.reference(parents[index] < 0 ? root : references[parents[index]])
          if position > 0 {
            object.raw("/Prev ")
            object.reference(references[siblings[position - 1]])
          }
          if position + 1 < siblings.count {
            object.raw("/Next ")
            object.reference(references[siblings[position + 1]])
          }
          if let first = kids[index].first, let last = kids[index].last {
            object.raw("/First ")
            object.reference(references[first])
            object.raw("/Last ")
            object.reference(references[last])
            object.raw("/Count ")
            object.integer(-kids[index].count)
          }
          object.raw("/Dest")
          object.destination(item.page, top: item.top)
          object.raw(">>")
        }
      }
    }
    try document.add(root) { object in
      object.raw("<</Type/Outlines/First ")
      object.reference(references[tops[0]])
      object.raw("/Last ")
      object.reference(references[tops[tops.count - 1]])
      object.raw("/Count ")
      object.integer(tops.count)
      object.raw(">>")
    }
    return root
  }
}

extension PDFSyntax {
  /// Writes a position on a page, to go to.
  public mutating func destination(_ page: PDFReference, top: Double) {
    raw("[")
    reference(page)
    raw("/XYZ null ")
    number(top)
    raw(" null]")
  }
}
