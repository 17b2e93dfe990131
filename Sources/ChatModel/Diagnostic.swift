/// A location in the input.
public struct Origin: Sendable, Hashable {
  /// The file, as the user named it.
  public var file: String
  /// Line, counted from 1, if the format has lines.
  public var line: Int?
  /// Byte in the line, counted from 1.
  public var column: Int?
  /// Byte offset in the file.
  public var offset: Int?
  /// Path inside the document, e.g. `messages[41].at`.
  public var path: String?
  /// Creates an origin; line and column count from 1.
  public init(
    file: String, line: Int? = nil, column: Int? = nil, offset: Int? = nil, path: String? = nil
  ) {
    (self.file, self.line, self.column, self.offset, self.path) = (file, line, column, offset, path)
  }
}

/// A finding for the user; the export continues.
public struct Diagnostic: Sendable, Hashable {
  /// The consequence for the export.
  public enum Severity: String, Sendable, Hashable {
    /// A fact, e.g. an assumed time zone.
    case note
    /// Something was understood in part or repaired.
    case warning
    /// A message could not be represented fully; with `--strict` the run fails.
    case loss
  }
  /// The consequence for the export.
  public var severity: Severity
  /// A short stable word for counting, e.g. `duplicate-id`.
  public var code: String
  /// A sentence in lower case that names the thing and the remedy.
  public var message: String
  /// The position in the input, or nil if the finding is not about a single one.
  public var origin: Origin?
  /// Creates a diagnostic.
  public init(_ severity: Severity, _ code: String, _ message: String, at origin: Origin? = nil) {
    (self.severity, self.code, self.message, self.origin) = (severity, code, message, origin)
  }
}

/// Diagnostics of a run, counted by code: the first few notes and warnings of each code are kept, and losses one by
/// one up to a limit, so that memory does not grow with their number.
public struct DiagnosticLog: Sendable, Equatable {
  /// The most notes or warnings of a code that are recorded in full.
  public static let keptPerCode = 20
  /// The most losses of a code that are recorded in full, because a report names each message that is not shown
  /// unchanged.
  public static let keptLossesPerCode = 10_000
  /// The diagnostics recorded in full, in the order in which they were found.
  public private(set) var kept: [Diagnostic] = []
  /// Counts by code.
  public private(set) var counts: [String: Int] = [:]
  /// The number of losses.
  public private(set) var lossCount = 0
  /// The number of warnings.
  public private(set) var warningCount = 0
  /// The parts of the inputs that are not shown unchanged.
  public var account = Account()

  /// Creates an empty log.
  public init() {}

  /// Counts a diagnostic, and records it in full unless its code has reached its limit.
  public mutating func append(_ diagnostic: Diagnostic) {
    let count = counts[diagnostic.code, default: 0] + 1
    counts[diagnostic.code] = count
    switch diagnostic.severity {
    case .loss: lossCount += 1
    case .warning: warningCount += 1
    case .note: break
    }
    if count <= Self.limit(diagnostic) { kept.append(diagnostic) }
  }

  /// Adds the counts of another log and as many of its diagnostics as the limits allow.
  public mutating func merge(_ other: DiagnosticLog) {
    var room: [String: Int] = [:]
    for diagnostic in kept { room[diagnostic.code, default: 0] += 1 }
    for diagnostic in other.kept where room[diagnostic.code, default: 0] < Self.limit(diagnostic) {
      kept.append(diagnostic)
      room[diagnostic.code, default: 0] += 1
    }
    counts.merge(other.counts, uniquingKeysWith: +)
    lossCount += other.lossCount
    warningCount += other.warningCount
    account.merge(other.account)
  }

  private static func limit(_ diagnostic: Diagnostic) -> Int {
    diagnostic.severity == .loss ? keptLossesPerCode : keptPerCode
  }
}
