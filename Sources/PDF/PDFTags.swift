/// The logical structure of a document: a tree of elements with the content of the pages (ISO 32000-1 §14.7).
///
/// An element is written when it closes; what stays in memory are the elements that are open, and a number for each page and link.
public struct PDFTags: Sendable {
  /// The types of elements that are used.
  public enum Kind: String, Sendable {
    case document = "Document", section = "Sect", division = "Div", paragraph = "P", quote = "BlockQuote"
    case heading1 = "H1", heading2 = "H2", heading3 = "H3", heading4 = "H4"
    case list = "L", listItem = "LI", label = "Lbl", listBody = "LBody"
    case table = "Table", row = "TR", header = "TH", cell = "TD"
    case figure = "Figure", link = "Link", code = "Code", span = "Span", note = "Note"

    /// The name in a content stream.
    fileprivate var literal: StaticString {
      switch self {
      case .document: "Document"
      case .section: "Sect"
      case .division: "Div"
      case .paragraph: "P"
      case .quote: "BlockQuote"
      case .heading1: "H1"
      case .heading2: "H2"
      case .heading3: "H3"
      case .heading4: "H4"
      case .list: "L"
      case .listItem: "LI"
      case .label: "Lbl"
      case .listBody: "LBody"
      case .table: "Table"
      case .row: "TR"
      case .header: "TH"
      case .cell: "TD"
      case .figure: "Figure"
      case .link: "Link"
      case .code: "Code"
      case .span: "Span"
      case .note: "Note"
      }
    }
  }

  /// The properties of an element besides its type.
  public struct Attributes: Sendable {
    /// Its title, for example the sender of a message.
    public var title: String?
    /// The text for readers who do not see a figure.
    public var alternative: String?
    /// The box of a figure.
    public var box: PDFRectangle?

    /// Creates attributes.
    public init(title: String? = nil, alternative: String? = nil, box: PDFRectangle? = nil) {
      (self.title, self.alternative, self.box) = (title, alternative, box)
    }
  }

  fileprivate enum Kid {
    case element(PDFReference)
    case content(number: Int32, page: PDFReference)
    case annotation(PDFReference, page: PDFReference)
  }
  fileprivate struct OpenElement {
    let reference: PDFReference
    let kind: Kind
    let attributes: Attributes
    var kids: [Kid] = []
  }
  private let root: PDFReference
  private var open: [OpenElement] = []
  private var documents: [PDFReference] = []
  /// The elements of the current page's content, by number.
  private var contents: [PDFReference] = []
  /// The value of each key of the parent tree.
  private var parents: [PDFReference] = []

  /// Creates an empty tree.
  public init(in document: inout PDFDocument) { root = document.reserve() }

  /// The number of open elements.
  public var depth: Int { open.count }

  /// Opens an element in the innermost open one.
  public mutating func open(
    _ kind: Kind, _ attributes: Attributes = Attributes(), in document: inout PDFDocument
  ) {
    open.append(OpenElement(reference: document.reserve(), kind: kind, attributes: attributes))
  }

  /// Begins content of the innermost element on a page.
  public mutating func beginContent(on page: PDFReference, in drawing: inout PDFContent) {
    guard let last = open.indices.last else { return drawing.beginArtifact() }
    let number = contents.count
    contents.append(open[last].reference)
    open[last].kids.append(.content(number: Int32(clamping: number), page: page))
    drawing.beginContent(open[last].kind.literal, number: number)
  }

  /// Makes an annotation a part of the innermost element, and returns its key.
  public mutating func add(annotation: PDFReference, on page: PDFReference) -> Int {
    guard let last = open.indices.last else { return -1 }
    open[last].kids.append(.annotation(annotation, page: page))
    parents.append(open[last].reference)
    return parents.count - 1
  }

  /// Closes the innermost element. One without content leaves no trace.
  public mutating func close(in document: inout PDFDocument) throws {
    guard let element = open.popLast(), !element.kids.isEmpty else { return }
    let parent = open.last?.reference ?? root
    if let last = open.indices.last {
      open[last].kids.append(.element(element.reference))
    } else {
      documents.append(element.reference)
    }
    try document.add(element.reference) { object in element.write(parent: parent, to: &object) }
  }

  /// Closes elements until `depth` are open.
  public mutating func close(to depth: Int, in document: inout PDFDocument) throws {
    while open.count > depth { try close(in: &document) }
  }

  /// Ends a page and returns the key of its content.
  mutating func endPage(in document: inout PDFDocument) throws -> Int {
    let elements = contents
    contents.removeAll(keepingCapacity: true)
    let list = try document.add { object in
      object.raw("[")
      for element in elements {
        object.reference(element)
        object.raw(" ")
      }
      object.raw("]")
    }
    parents.append(list)
    return parents.count - 1
  }

  /// Writes the tree and returns its root.
  mutating func finish(in document: inout PDFDocument) throws -> PDFReference {
    try close(to: 0, in: &document)
    var nodes: [PDFReference] = []
    let size = 128
    for start in stride(from: 0, to: parents.count, by: size) {
      let end = min(start + size, parents.count)
      nodes.append(
        try document.add { object in
          object.raw("<</Limits[")
          object.integer(start)
          object.raw(" ")
          object.integer(end - 1)
          object.raw("]/Nums[")
          for key in start..<end {
            object.integer(key)
            object.raw(" ")
            object.reference(parents[key])
            object.raw(" ")
          }
          object.raw("]>>")
        })
    }
    let tree = try document.add { object in
      object.raw("<</Kids[")
      for node in nodes {
        object.reference(node)
        object.raw(" ")
      }
      object.raw("]>>")
    }
    try document.add(root) { object in
      object.raw("<</Type/StructTreeRoot/K[")
      for element in documents {
        object.reference(element)
        object.raw(" ")
      }
      object.raw("]/ParentTree ")
      object.reference(tree)
      object.raw("/ParentTreeNextKey ")
      object.integer(parents.count)
      object.raw(">>")
    }
    return root
  }
}

extension PDFTags.OpenElement {
  fileprivate func write(parent: PDFReference, to object: inout PDFSyntax) {
    object.raw("<</S")
    object.name(kind.rawValue)
    object.raw("/P ")
    object.reference(parent)
    if let title = attributes.title {
      object.raw("/T")
      object.text(title)
    }
    if let alternative = attributes.alternative {
      object.raw("/Alt")
      object.text(alternative)
    }
    if kind == .list {
      object.raw("/A<</O/List/ListNumbering/None>>")
    } else if kind == .header {
      object.raw("/A<</O/Table/Scope/Column>>")
    } else if let box = attributes.box {
      object.raw("/A<</O/Layout/Placement/Block/BBox")
      object.rectangle(box)
      object.raw(">>")
    }
    let page = ownPage
    if let page {
      object.raw("/Pg ")
      object.reference(page)
    }
    object.raw(kids.count == 1 ? "/K " : "/K[")
    for (index, kid) in kids.enumerated() {
      if index > 0 { object.raw(" ") }
      write(kid, on: page, to: &object)
    }
    object.raw(kids.count == 1 ? ">>" : "]>>")
  }

  /// The page of the first content.
  private var ownPage: PDFReference? {
    for kid in kids { if case .content(_, let page) = kid { return page } }
    return nil
  }

  private func write(_ kid: PDFTags.Kid, on page: PDFReference?, to object: inout PDFSyntax) {
    switch kid {
    case .element(let element): object.reference(element)
    case .content(let number, let other):
      if other == page { return object.integer(Int(number)) }
      object.raw("<</Type/MCR/Pg ")
      object.reference(other)
      object.raw("/MCID ")
      object.integer(Int(number))
      object.raw(">>")
    case .annotation(let annotation, let other):
      object.raw("<</Type/OBJR/Obj ")
      object.reference(annotation)
      if other != page {
        object.raw("/Pg ")
        object.reference(other)
      }
      object.raw(">>")
    }
  }
}
