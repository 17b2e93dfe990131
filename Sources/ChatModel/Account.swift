/// The parts of an input that are not shown unchanged: one row for each path with such parts.
///
/// A path is the shape of a part's position, for example `messages[].poll.note`, `table.column`, `element@attribute`, `column
/// NAME` or `line`. Memory grows with the number of different paths, up to a limit, and not with the input.
public struct Account: Sendable, Equatable {
  /// The outcome of the parts at a path.
  public enum State: String, Sendable, Hashable, Encodable, CaseIterable {
    /// Shown as a fact of a card, in words that are not the app's own layout.
    case card
    /// Left out by a rule with a name and a reason.
    case leftOut = "left-out"
    /// Present, but not read by any code.
    case unknown
  }

  /// The parts at one path with one outcome.
  public struct Row: Sendable, Equatable {
    /// The name of the import format.
    public var format: String
    /// The shape of the position, for example `messages[].poll.note`.
    public var path: String
    /// The outcome.
    public var state: State
    /// The name of the rule that leaves the parts out; nil unless `state` is ``State/leftOut``.
    public var rule: String?
    /// The rule's reason, in a sentence.
    public var reason: String?
    /// The number of records (messages, lines, rows of a table) with such parts.
    public var records: Int
    /// The number of parts that hold words: a space between letters, or a letter beyond ASCII.
    public var texts: Int
    /// The position of the first such part in the first file with one.
    public var example: Origin?

    /// Creates a row.
    public init(
      format: String = "", path: String, state: State = .unknown, rule: String? = nil, reason: String? = nil,
      records: Int, texts: Int, example: Origin? = nil
    ) {
      (self.format, self.path, self.state, self.rule) = (format, path, state, rule)
      (self.reason, self.records, self.texts, self.example) = (reason, records, texts, example)
    }
  }

  private struct Key: Hashable {
    var format: String
    var path: String
    var state: State
    var rule: String?
  }

  /// The most rows. Later paths are counted in a row with the path `**`.
  public static let rowLimit = 5_000
  /// The most characters (Unicode scalars) of a path. Longer paths are cut, because names in a file may have any length.
  private static let pathLimit = 400

  private var table: [Key: Row] = [:]
  /// The paths of files that were read, as shown to people.
  public private(set) var filesRead: Set<String> = []

  /// Creates an empty account.
  public init() {}

  /// True if every part of the input is shown unchanged.
  public var isEmpty: Bool { table.isEmpty }

  /// The rows, sorted by format and path.
  public var rows: [Row] {
    table.values.sorted {
      ($0.format, $0.path, $0.state.rawValue, $0.rule ?? "")
        < ($1.format, $1.path, $1.state.rawValue, $1.rule ?? "")
    }
  }

  /// The rows of unknown parts with words, sorted by format and path.
  public var unknownTexts: [Row] { rows.filter { $0.state == .unknown && $0.texts > 0 } }

  /// Adds the parts of a row to the row of the same path and outcome.
  public mutating func add(_ row: Row) {
    var row = row
    if row.path.utf8.count > Self.pathLimit, row.path.unicodeScalars.count > Self.pathLimit {
      row.path = String(row.path.unicodeScalars.prefix(Self.pathLimit - 1)) + "…"
    }
    var key = Key(format: row.format, path: row.path, state: row.state, rule: row.rule)
    if table[key] == nil, table.count >= Self.rowLimit {
      row.path = "**"
      key.path = row.path
    }
    guard var known = table[key] else {
      table[key] = row
      return
    }
    known.records += row.records
    known.texts += row.texts
    if let example = row.example, known.example.map({ example.isBefore($0) }) ?? true {
      known.example = example
    }
    table[key] = known
  }

  /// Notes that a file was read. For a file in an archive, the archive is noted as well.
  public mutating func noteRead(_ path: String) { filesRead.insert(path) }

  /// Adds the rows and files of another account.
  public mutating func merge(_ other: Account) {
    filesRead.formUnion(other.filesRead)
    // Sorted, so that a limit leaves out the same rows in every run.
    for row in other.rows { add(row) }
  }
}

extension Origin {
  /// True if this position comes first: by file, then by offset or line. Keeps examples independent of the order of reading.
  fileprivate func isBefore(_ other: Origin) -> Bool {
    (file, offset ?? line ?? 0) < (other.file, other.offset ?? other.line ?? 0)
  }
}
