public import ChatModel

/// The facts of a conversation that a form cannot hold, counted for the report.
public struct OutputOmissions: Sendable, Equatable {
  /// A kind of facts.
  public struct Omission: Sendable, Hashable {
    /// The word that findings are counted by.
    public var code: String
    /// The facts in the plural, for example `reactions`.
    public var words: String
    /// True if they are words or files of people, false for facts about them.
    public var isContent: Bool

    /// Creates a kind of facts.
    public init(_ code: String, _ words: String, isContent: Bool = false) {
      (self.code, self.words, self.isContent) = (code, words, isContent)
    }
  }

  private var counts: [Omission: Int] = [:]

  /// Creates an empty list.
  public init() {}

  /// Counts facts that are left out.
  public mutating func add(_ omission: Omission, _ count: Int = 1) {
    if count > 0 { counts[omission, default: 0] += count }
  }

  /// Adds the counts of another list.
  public mutating func merge(_ other: OutputOmissions) {
    for (omission, count) in other.counts { add(omission, count) }
  }

  /// Returns a finding for each kind, for the file of the conversation called `title` in the form with the key `form`.
  public func findings(in title: String, form: String) -> [Diagnostic] {
    counts.sorted { $0.key.code < $1.key.code }.map { omission, count in
      Diagnostic(
        omission.isContent ? .warning : .note, omission.code,
        "\(title): the form '\(form)' cannot hold \(omission.words): \(count)")
    }
  }
}
