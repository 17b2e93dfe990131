/// One line of `chatexport formats`: a part of a format and how much of it is shown.
public struct FormatCapability: Sendable, Hashable {
  /// The extent to which a part is shown.
  public enum Extent: String, Sendable, Hashable {
    case full, partly, none
  }
  /// The part, e.g. `replies`.
  public var part: String
  /// The extent to which the part is shown.
  public var extent: Extent
  /// A remark on missing or changed details.
  public var remark: String?

  /// Returns the line of a part that is shown as it is in the source.
  public static func full(_ part: String, _ remark: String? = nil) -> FormatCapability {
    FormatCapability(part: part, extent: .full, remark: remark)
  }

  /// Returns the line of a part with something missing or changed.
  public static func partly(_ part: String, _ remark: String? = nil) -> FormatCapability {
    FormatCapability(part: part, extent: .partly, remark: remark)
  }

  /// Returns the line of a part that is not shown.
  public static func none(_ part: String, _ remark: String? = nil) -> FormatCapability {
    FormatCapability(part: part, extent: .none, remark: remark)
  }
}
