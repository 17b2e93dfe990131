/// The drawing of a page: a content stream, and the names of what it uses.
///
/// Colours, fonts and widths are written only when they change. Text is between ``beginText()`` and ``endText()``; paths and
/// pictures are not.
public struct PDFContent: Sendable {
  private var syntax = PDFSyntax()
  private var fill: PDFColour?
  private var stroke: PDFColour?
  private var lineWidth = -1.0
  private var font: (reference: PDFReference, size: Double)?
  private var rise = 0.0
  private var stretch = 100.0
  /// The fonts, pictures and states used, for the page's resources.
  private(set) var fonts: Set<PDFReference> = []
  private(set) var pictures: Set<PDFReference> = []
  private(set) var states: Set<PDFReference> = []

  /// Creates an empty drawing.
  public init() {}

  /// The bytes of the stream.
  var bytes: [UInt8] { syntax.bytes }

  /// Empties the drawing for the next page and keeps its memory.
  public mutating func removeAll() {
    syntax.removeAll()
    (fill, stroke, lineWidth, font, rise, stretch) = (nil, nil, -1, nil, 0, 100)
    fonts.removeAll(keepingCapacity: true)
    pictures.removeAll(keepingCapacity: true)
    states.removeAll(keepingCapacity: true)
  }

  /// Notes what another drawing on the page uses.
  public mutating func use(resourcesOf other: PDFContent) {
    fonts.formUnion(other.fonts)
    pictures.formUnion(other.pictures)
    states.formUnion(other.states)
  }
}

// MARK: Marked content

extension PDFContent {
  /// Begins content of the structure, by its number on the page. `type` is the type of its element.
  public mutating func beginContent(_ type: StaticString, number: Int) {
    syntax.raw("/")
    syntax.raw(type)
    syntax.raw("<</MCID ")
    syntax.integer(number)
    syntax.raw(">>BDC\n")
  }

  /// Begins content that is no part of the structure, such as grounds.
  public mutating func beginArtifact() { syntax.raw("/Artifact BMC\n") }

  /// Begins a page's header or footer.
  public mutating func beginPagination() { syntax.raw("/Artifact<</Type/Pagination>>BDC\n") }

  /// Begins glyphs that are a text together (ISO 32000-1 §14.9.4).
  public mutating func beginActualText(_ text: String) {
    syntax.raw("/Span<</ActualText")
    // Always UTF-16: in ASCII some readers take an escape for a character.
    syntax.text(text)
    syntax.raw(">>BDC\n")
  }

  /// Ends the content begun last.
  public mutating func endContent() { syntax.raw("EMC\n") }
}

// MARK: Drawing

extension PDFContent {
  /// Keeps the state of the drawing until ``restore()``.
  public mutating func save() { syntax.raw("q\n") }

  /// Returns to the state before ``save()``.
  public mutating func restore() {
    syntax.raw("Q\n")
    (fill, stroke, lineWidth, font, rise, stretch) = (nil, nil, -1, nil, 0, 100)
  }

  /// Limits what follows to a path, until ``restore()``.
  public mutating func clip(to path: PDFPath) {
    write(path)
    syntax.raw("W n\n")
  }

  /// Fills a path. `evenOdd` chooses the rule for what is inside.
  public mutating func fill(_ path: PDFPath, _ colour: PDFColour, evenOdd: Bool = false) {
    setFill(colour)
    write(path)
    syntax.raw(evenOdd ? "f*\n" : "f\n")
  }

  /// Draws a line along a path.
  public mutating func stroke(_ path: PDFPath, _ colour: PDFColour, width: Double, isRound: Bool = false) {
    if stroke != colour {
      stroke = colour
      syntax.colour(colour)
      syntax.raw("RG\n")
    }
    if lineWidth != width {
      lineWidth = width
      syntax.number(width)
      syntax.raw(" w\n")
    }
    if isRound { syntax.raw("1 J 1 j\n") }
    write(path)
    syntax.raw("S\n")
    if isRound { syntax.raw("0 J 0 j\n") }
  }

  /// Draws a picture whose unit square becomes the parallelogram from `origin` with the sides `across` and `up`.
  public mutating func draw(_ picture: PDFReference, origin: PDFPoint, across: PDFPoint, up: PDFPoint) {
    pictures.insert(picture)
    syntax.raw("q ")
    for value in [across.x, across.y, up.x, up.y, origin.x, origin.y] {
      syntax.number(value)
      syntax.raw(" ")
    }
    syntax.raw("cm/P")
    syntax.integer(Int(picture.number))
    syntax.raw(" Do Q\n")
  }

  /// Sets a graphics state, such as an opacity, until ``restore()``.
  public mutating func use(state: PDFReference) {
    states.insert(state)
    syntax.raw("/G")
    syntax.integer(Int(state.number))
    syntax.raw(" gs\n")
  }

  private mutating func setFill(_ colour: PDFColour) {
    guard fill != colour else { return }
    fill = colour
    syntax.colour(colour)
    syntax.raw("rg\n")
  }

  private mutating func write(_ path: PDFPath) {
    for step in path.steps {
      switch step {
      case .move(let point): write([point], "m\n")
      case .line(let point): write([point], "l\n")
      case .curve(let a, let b, let end): write([a, b, end], "c\n")
      case .close: syntax.raw("h\n")
      }
    }
  }

  private mutating func write(_ points: [PDFPoint], _ operation: StaticString) {
    for point in points {
      syntax.number(point.x)
      syntax.raw(" ")
      syntax.number(point.y)
      syntax.raw(" ")
    }
    syntax.raw(operation)
  }
}

// MARK: Text

extension PDFContent {
  /// Begins text.
  public mutating func beginText() { syntax.raw("BT\n") }

  /// Ends text.
  public mutating func endText() { syntax.raw("ET\n") }

  /// Moves the pen to the start of a line of glyphs.
  public mutating func moveText(to point: PDFPoint) {
    syntax.raw("1 0 0 1 ")
    syntax.number(point.x)
    syntax.raw(" ")
    syntax.number(point.y)
    syntax.raw(" Tm\n")
  }

  /// Sets the font, size, colour and rise of the next glyphs, and how wide they are in hundredths. With `isAnew`, the font is set even if
  /// it does not change.
  public mutating func setText(
    font reference: PDFReference, size: Double, colour: PDFColour, rise newRise: Double = 0,
    stretch newStretch: Double = 100, isAnew: Bool = false
  ) {
    if isAnew || font?.reference != reference || font?.size != size {
      font = (reference, size)
      fonts.insert(reference)
      syntax.raw("/F")
      syntax.integer(Int(reference.number))
      syntax.raw(" ")
      syntax.number(size)
      syntax.raw(" Tf\n")
    }
    setFill(colour)
    if rise != newRise {
      rise = newRise
      syntax.number(rise)
      syntax.raw(" Ts\n")
    }
    if stretch != newStretch {
      stretch = newStretch
      syntax.number(stretch)
      syntax.raw(" Tz\n")
    }
  }

  /// Begins an array of glyphs.
  public mutating func beginGlyphs() { syntax.raw("[") }

  /// Moves the pen to the left by thousandths of the font size. Only between strings of an array.
  public mutating func moveLeft(_ thousandths: Int) {
    syntax.integer(thousandths)
    syntax.raw(" ")
  }

  /// Begins a string of codes in an array.
  public mutating func beginCodes() { syntax.raw("(") }

  /// Writes the code of a glyph.
  @inline(__always)
  public mutating func code(_ code: UInt16) {
    syntax.escaped(UInt8(code >> 8))
    syntax.escaped(UInt8(code & 0xFF))
  }

  /// Ends a string of codes.
  public mutating func endCodes() { syntax.raw(")") }

  /// Ends an array of glyphs.
  public mutating func endGlyphs() { syntax.raw("]TJ\n") }
}

extension PDFContent {
  /// Writes the dictionary of everything the drawing uses.
  func writeResources(to object: inout PDFSyntax) {
    object.raw("<<")
    Self.write(fonts, "/Font<<", "/F", to: &object)
    Self.write(pictures, "/XObject<<", "/P", to: &object)
    Self.write(states, "/ExtGState<<", "/G", to: &object)
    object.raw(">>")
  }

  private static func write(
    _ references: Set<PDFReference>, _ start: StaticString, _ prefix: StaticString, to object: inout PDFSyntax
  ) {
    guard !references.isEmpty else { return }
    object.raw(start)
    for reference in references.sorted(by: { $0.number < $1.number }) {
      object.raw(prefix)
      object.integer(Int(reference.number))
      object.raw(" ")
      object.reference(reference)
    }
    object.raw(">>")
  }
}
