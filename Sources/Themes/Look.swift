public import BubbleLayout
public import SiteWriter

/// A theme that was read: the numbers for the layout, the colours for the pages, and their origin.
public struct Look: Sendable {
  /// The numbers for the layout.
  public var theme = Theme()
  /// The colours for the pages.
  public var palette = Palette()
  /// The built-in theme that it is, or that the user's files extend.
  public var name = ""
  /// The user's files, the chosen one first.
  public var files: [File] = []
  /// The bytes of all files it was read from, the chosen one first: equal bytes and an equal width give an equal look.
  public var sources: [[UInt8]] = []

  /// A theme file of the user's.
  public struct File: Sendable {
    /// The path of the file.
    public var path: String
    /// The content of the file.
    public var bytes: [UInt8]
  }
}
