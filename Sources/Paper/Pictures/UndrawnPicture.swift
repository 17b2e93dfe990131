import MediaProbe

/// A picture that a document has a box in place of.
public struct UndrawnPicture: Sendable, Equatable {
  /// The reasons.
  public enum Problem: Error {
    /// The file cannot be read any more, or is too large to be embedded.
    case unread
    /// The file is cut short or damaged.
    case damaged
    /// It has more pixels than are decoded.
    case tooLarge
    /// It is of a kind that cannot be decoded.
    case otherKind

    init(_ problem: PicturePixels.Problem) {
      switch problem {
      case .damaged: self = .damaged
      case .tooLarge: self = .tooLarge
      case .otherKind: self = .otherKind
      }
    }
  }

  /// The path in frames.
  public var path: String
  /// The reason.
  public var problem: Problem
}
