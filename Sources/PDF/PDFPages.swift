/// The pages of a document, in a tree with few kids at each node.
public struct PDFPages: Sendable {
  private static let kidsPerNode = 32
  /// The width and height of all pages in points.
  public let size: PDFPoint
  private var pages: [PDFReference] = []
  private var nodes: [PDFReference] = []
  private var footers: [PDFReference] = []
  /// The page that is begun.
  public private(set) var current: PDFReference?
  private var annotations: [PDFReference] = []

  /// Creates an empty tree for pages of a size.
  public init(size: PDFPoint) { self.size = size }

  /// The number of pages, with the one that is begun.
  public var count: Int { pages.count }

  /// The page at an index.
  public func page(at index: Int) -> PDFReference { pages[index] }

  /// Begins a page.
  public mutating func begin(in document: inout PDFDocument) {
    if pages.count % Self.kidsPerNode == 0 { nodes.append(document.reserve()) }
    let page = document.reserve()
    pages.append(page)
    footers.append(document.reserve())
    current = page
  }

  /// Adds an annotation to the current page.
  public mutating func add(annotation: PDFReference) { annotations.append(annotation) }

  /// Ends the current page with its drawing. Its footer follows by ``addFooter(_:at:in:)``, because it says how many pages there are.
  public mutating func end(_ drawing: PDFContent, _ tags: inout PDFTags, in document: inout PDFDocument)
    throws
  {
    guard let page = current, let node = nodes.last, let footer = footers.last else { return }
    let content = document.reserve()
    try document.addStream(content, drawing.bytes.span)
    let key = try tags.endPage(in: &document)
    let (size, annotations) = (size, annotations)
    try document.add(page) { object in
      object.raw("<</Type/Page/Parent ")
      object.reference(node)
      object.raw("/MediaBox")
      object.rectangle(PDFRectangle(left: 0, bottom: 0, right: size.x, top: size.y))
      object.raw("/Resources")
      drawing.writeResources(to: &object)
      object.raw("/Contents[")
      object.reference(content)
      object.raw(" ")
      object.reference(footer)
      object.raw("]/StructParents ")
      object.integer(key)
      if !annotations.isEmpty {
        object.raw("/Annots[")
        for annotation in annotations {
          object.reference(annotation)
          object.raw(" ")
        }
        object.raw("]")
      }
      object.raw("/Tabs/S>>")
    }
    self.annotations.removeAll(keepingCapacity: true)
    current = nil
  }

  /// Writes the footer of the page at an index, whose fonts the page's own drawing has to use.
  public func addFooter(_ drawing: PDFContent, at index: Int, in document: inout PDFDocument) throws {
    try document.addStream(footers[index], drawing.bytes.span)
  }

  /// Writes the tree and returns its root.
  func finish(in document: inout PDFDocument) throws -> PDFReference {
    var (level, counts) = (nodes, [Int]())
    var kids: [[PDFReference]] = []
    for start in stride(from: 0, to: pages.count, by: Self.kidsPerNode) {
      kids.append(Array(pages[start..<min(start + Self.kidsPerNode, pages.count)]))
      counts.append(kids[kids.count - 1].count)
    }
    while level.count > 1 {
      var (above, aboveCounts, aboveKids): ([PDFReference], [Int], [[PDFReference]]) = ([], [], [])
      for start in stride(from: 0, to: level.count, by: Self.kidsPerNode) {
        let end = min(start + Self.kidsPerNode, level.count)
        let parent = document.reserve()
        for index in start..<end {
          try Self.add(level[index], kids: kids[index], count: counts[index], parent: parent, in: &document)
        }
        above.append(parent)
        aboveCounts.append(counts[start..<end].reduce(0, +))
        aboveKids.append(Array(level[start..<end]))
      }
      (level, counts, kids) = (above, aboveCounts, aboveKids)
    }
    let root = level.first ?? document.reserve()
    try Self.add(root, kids: kids.first ?? [], count: counts.first ?? 0, parent: nil, in: &document)
    return root
  }

  private static func add(
    _ node: PDFReference, kids: [PDFReference], count: Int, parent: PDFReference?,
    in document: inout PDFDocument
  ) throws {
    try document.add(node) { object in
      object.raw("<</Type/Pages/Count ")
      object.integer(count)
      if let parent {
        object.raw("/Parent ")
        object.reference(parent)
      }
      object.raw("/Kids[")
      for kid in kids {
        object.reference(kid)
        object.raw(" ")
      }
      object.raw("]>>")
    }
  }
}
