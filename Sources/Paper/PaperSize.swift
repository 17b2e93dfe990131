public import PDF

/// The formats of paper.
public enum PaperSize: String, Sendable, CaseIterable {
  case a4, letter

  /// Width and height in points.
  public var points: PDFPoint {
    switch self {
    case .a4: PDFPoint(x: 595.276, y: 841.89)
    case .letter: PDFPoint(x: 612, y: 792)
    }
  }
}
