import PDF

/// The sheet that is being drawn, with the document around it.
struct Sheet: ~Copyable {
  var document: PDFDocument
  var tags: PDFTags
  var pages: PDFPages
  var content = PDFContent()

  init(_ document: consuming PDFDocument, size: PDFPoint) {
    var document = document
    tags = PDFTags(in: &document)
    pages = PDFPages(size: size)
    self.document = document
  }

  /// The object of the sheet.
  var page: PDFReference? { pages.current }

  /// Begins a sheet.
  mutating func begin() {
    content.removeAll()
    pages.begin(in: &document)
  }

  /// Ends the sheet, if one is begun.
  mutating func end() throws {
    guard page != nil else { return }
    try pages.end(content, &tags, in: &document)
  }

  /// Opens an element of the structure.
  mutating func open(_ kind: PDFTags.Kind, _ attributes: PDFTags.Attributes = PDFTags.Attributes()) {
    tags.open(kind, attributes, in: &document)
  }

  /// Closes the innermost element.
  mutating func closeElement() throws { try tags.close(in: &document) }

  /// Begins content of the innermost element.
  mutating func beginContent() {
    guard let page else { return content.beginArtifact() }
    tags.beginContent(on: page, in: &content)
  }

  /// The destinations of links.
  enum LinkTarget {
    /// An address outside the document, which the policy for links allows.
    case address(String)
    /// A destination inside it, written as an object of its own.
    case position(PDFReference)
  }

  /// Adds a link over an area as a part of the innermost element.
  mutating func addLink(_ area: PDFRectangle, to target: LinkTarget, name: String) throws {
    guard let page else { return }
    let annotation = document.reserve()
    let key = tags.add(annotation: annotation, on: page)
    try document.add(annotation) { object in
      object.raw("<</Type/Annot/Subtype/Link/F 4/Border[0 0 0]/Rect")
      object.rectangle(area)
      object.raw("/Contents")
      object.text(name)
      if key >= 0 {
        object.raw("/StructParent ")
        object.integer(key)
      }
      switch target {
      case .address(let address):
        object.raw("/A<</S/URI/URI")
        object.address(address)
        object.raw(">>")
      case .position(let destination):
        object.raw("/Dest ")
        object.reference(destination)
      }
      object.raw(">>")
    }
    pages.add(annotation: annotation)
  }
}
