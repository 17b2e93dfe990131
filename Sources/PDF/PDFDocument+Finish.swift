/// The facts about a document that readers show.
public struct PDFInformation: Sendable {
  /// The title.
  public var title: String
  /// The BCP 47 tag of its language.
  public var language: String
  /// The program that made it.
  public var producer: String

  /// Creates facts.
  public init(title: String, language: String, producer: String) {
    (self.title, self.language, self.producer) = (title, language, producer)
  }
}

extension PDFDocument {
  /// Ends a document: the page tree, the structure, the outline, the metadata and the catalogue.
  public consuming func finish(
    _ information: PDFInformation, pages: PDFPages, tags: consuming PDFTags, outline: PDFOutline
  ) throws {
    var tags = tags
    let tree = try pages.finish(in: &self)
    let structure = try tags.finish(in: &self)
    let bookmarks = try outline.finish(in: &self)
    let metadata = reserve()
    let packet = Self.metadata(information)
    try beginStream(metadata, count: packet.count) { $0.raw("/Type/Metadata/Subtype/XML") }
    try write(packet.span)
    try endStream()
    let info = try add { object in
      object.raw("<</Title")
      object.text(information.title)
      object.raw("/Producer")
      object.text(information.producer)
      object.raw(">>")
    }
    let catalog = try add { object in
      object.raw("<</Type/Catalog/Pages ")
      object.reference(tree)
      object.raw("/MarkInfo<</Marked true>>/StructTreeRoot ")
      object.reference(structure)
      object.raw("/Lang")
      object.text(information.language)
      object.raw("/ViewerPreferences<</DisplayDocTitle true>>/Metadata ")
      object.reference(metadata)
      if let bookmarks {
        object.raw("/PageMode/UseOutlines/Outlines ")
        object.reference(bookmarks)
      }
      object.raw(">>")
    }
    try finish(catalog: catalog, info: info)
  }

  /// Returns the metadata as XMP (ISO 16684-1), with no dates.
  private static func metadata(_ information: PDFInformation) -> [UInt8] {
    var packet = PDFSyntax()
    packet.raw("<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n")
    packet.raw(
      "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n"
    )
    packet.raw("<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\"")
    packet.raw(" xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\">\n")
    packet.raw("<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">")
    packet.xml(information.title)
    packet.raw("</rdf:li></rdf:Alt></dc:title>\n<dc:language><rdf:Bag><rdf:li>")
    packet.xml(information.language)
    packet.raw("</rdf:li></rdf:Bag></dc:language>\n<pdf:Producer>")
    packet.xml(information.producer)
    packet.raw("</pdf:Producer>\n</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end=\"r\"?>\n")
    return packet.bytes
  }
}
