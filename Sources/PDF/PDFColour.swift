/// A colour of a PDF: sRGB, opaque.
public struct PDFColour: Hashable, Sendable {
  /// The red part, 0…255.
  public var red: UInt8
  /// The green part.
  public var green: UInt8
  /// The blue part.
  public var blue: UInt8

  /// Creates a colour.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }
}

extension PDFSyntax {
  /// Writes the three parts of a colour.
  mutating func colour(_ colour: PDFColour) {
    for part in [colour.red, colour.green, colour.blue] {
      number(Double(part) / 255)
      raw(" ")
    }
  }
}
