public import SiteReading

/// One thing that is not as it should be, named by its file and, if it concerns a message, by the message.
public struct Finding: Sendable, Equatable, Encodable {
  /// The kinds of findings.
  public enum Kind: String, Sendable, Encodable, CaseIterable {
    /// The manifest itself is missing, damaged or not in order.
    case manifest
    /// A file of the manifest is not in the folder.
    case missing
    /// A file in the folder is not in the manifest.
    case foreign
    /// A file has other bytes than the manifest states, is a link, or cannot be read.
    case changed
    /// A link or address leads to a file or message that does not exist.
    case deadLink = "dead-link"
    /// The site has another number or digest than `export.json` states.
    case count
    /// The signature is not one of the manifest.
    case signature
    /// An input is not the one that the site was made of.
    case input
    /// A message of the site is different in the inputs.
    case changedMessage = "changed-message"
    /// A message of the site is not in the inputs.
    case addedMessage = "not-in-inputs"
    /// A message of the inputs is not in the site.
    case lostMessage = "not-in-site"
    /// A message of the site is at another position in the inputs.
    case movedMessage = "moved-message"
    /// A file is not what the inputs give, although the messages are.
    case made
  }

  /// The kind.
  public var kind: Kind
  /// The path in the site; for an input, its name.
  public var file: String
  /// The message that it concerns; nil if it concerns the whole file.
  public var message: NamedMessage?
  /// A sentence without the file's name.
  public var text: String

  /// The folder at the top of the site that has the file.
  fileprivate var folder: Substring { file.prefix { $0 != "/" } }

  /// Creates a finding.
  public init(_ kind: Kind, _ file: String, _ text: String, message: NamedMessage? = nil) {
    (self.kind, self.file, self.text, self.message) = (kind, file, text, message)
  }
}

/// Findings in order, of which only so many are kept: a folder of a stranger can have millions of foreign files.
public struct Findings: Sendable {
  /// The most findings that are kept, of each kind.
  static let limit = 10_000

  /// The findings kept.
  public private(set) var list: [Finding] = []
  /// The number of all findings of each kind.
  public private(set) var counts: [Finding.Kind: Int] = [:]

  /// The number of all findings.
  var total: Int { counts.values.reduce(0, +) }

  /// Adds the findings of a result.
  mutating func append(_ result: Verification) {
    for finding in result.findings { append(finding) }
    for (kind, count) in result.counts { counts[kind] = count }
  }

  mutating func append(_ finding: Finding) {
    counts[finding.kind, default: 0] += 1
    if counts[finding.kind, default: 0] <= Self.limit { list.append(finding) }
  }

  mutating func append(_ other: Findings) {
    for finding in other.list { append(finding) }
    for (kind, count) in other.counts where count > Self.limit {
      counts[kind, default: 0] += count - Self.limit
    }
  }

  /// Sorts by kind, then messages by conversation and index, and others by file. Findings of one file keep their order.
  mutating func sort() {
    let ranks = Dictionary(uniqueKeysWithValues: Finding.Kind.allCases.enumerated().map { ($1, $0) })
    list = list.enumerated().sorted { one, other in
      let (a, b) = (ranks[one.element.kind] ?? 0, ranks[other.element.kind] ?? 0)
      if a != b { return a < b }
      let (first, second) = (one.element, other.element)
      if let index = first.message?.index, let next = second.message?.index {
        return (first.folder, index, one.offset) < (second.folder, next, other.offset)
      }
      return (first.file, one.offset) < (second.file, other.offset)
    }.map(\.element)
  }
}
