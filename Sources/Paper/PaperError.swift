/// The reasons that a document cannot be made.
public enum PaperError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A font cannot be cut to the glyphs that are used.
  case font(String)

  /// The sentence that names the font and the remedy.
  public var description: String {
    switch self {
    case .font(let name): "the font \(name) cannot be embedded; give another folder of fonts with --fonts"
    }
  }
}
