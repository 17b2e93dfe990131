import ChatModel
import ImportKit

/// Findings that many rows of a table have in common, each reported once.
struct TableFindings {
  /// Rows without anything.
  var blankRows = 0
  /// The kinds without a meaning here, with their rows and the first one's place.
  private var kinds: [String: (count: Int, origin: Origin)] = [:]

  private static let kindLimit = 20

  /// Notes a row of an unknown kind.
  mutating func note(kind: String, at origin: Origin) {
    if let known = kinds[kind] {
      kinds[kind] = (known.count + 1, known.origin)
    } else if kinds.count < Self.kindLimit {
      kinds[kind] = (1, origin)
    }
  }

  /// Reports a row whose time cannot be read.
  mutating func noteUntimed(_ text: String, at origin: Origin, _ log: inout DiagnosticLog) {
    log.append(
      Diagnostic(
        text.isBlank ? .warning : .loss, "odd-time",
        text.isBlank
          ? "the row has no time; its message follows the one before"
          : "'\(text.prefix(40))' is expected to be a time; its message follows the one before; times= of --map names the form",
        at: origin))
  }

  func report(in file: String, to log: inout DiagnosticLog) {
    if blankRows > 0 {
      log.append(
        Diagnostic(
          .note, "blank-rows", "rows without anything in any column are left out: \(blankRows)",
          at: Origin(file: file)))
    }
    for (kind, finding) in kinds.sorted(by: { $0.key < $1.key }) {
      log.append(
        Diagnostic(
          .note, "unknown-kind",
          "the kind '\(kind.prefix(40))' has no meaning here; its rows are shown as messages: \(finding.count)",
          at: finding.origin))
    }
  }
}
