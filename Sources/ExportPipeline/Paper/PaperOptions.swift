public import Paper

/// The options of an export to paper.
public struct PaperOptions: Sendable {
  /// The format of the paper.
  public var size = PaperSize.a4
  /// The letters before the numbers of messages in the margin; nil for no numbers.
  public var bates: String?

  /// True for a cover with the digests of what was read, and an index of attachments.
  public var isForCourt = false

  /// The defaults.
  public init() {}

  /// True if an output is a PDF and not a site, by the ending of its name.
  public static func isPaper(_ output: String) -> Bool { output.lowercased().hasSuffix(".pdf") }
}
