import ChatModel
import MediaProbe

/// Attachments of a redacted output that keep the facts which cameras and programs add to them.
struct UnstrippedFiles: Sendable {
  /// The digests of the files by kind.
  private var digests: [String: Set<String>] = [:]

  /// Enters a file of a kind that is left as it is.
  mutating func insert(_ kind: MediaInfo.Kind, sha256: String) {
    digests[kind.rawValue, default: []].insert(sha256)
  }

  /// The warning about the files; nil if there are none.
  var finding: Diagnostic? {
    guard !digests.isEmpty else { return nil }
    let kinds = digests.sorted { $0.key < $1.key }.map {
      "\($0.value.count) \($0.key == "unknown" ? "other" : $0.key)"
    }
    return Diagnostic(
      .warning, "unredacted-files",
      "attachments keep what is written in them, such as names and times: \(kinds.joined(separator: ", ")); look at these files, or leave them out with 'attachment:' rules"
    )
  }
}

extension MediaFile {
  /// Returns a copy without the facts that cameras and programs add, or the file itself if it is of a kind that is left as it is, which
  /// `note` is told with its digest.
  consuming func withoutFacts(
    in memory: inout ReadBuffer, note: (MediaInfo.Kind, String) -> Void
  ) throws(MediaProblem) -> MediaFile {
    let kind = try info(in: &memory).kind
    if !MediaFile.canStrip(kind) { note(kind, try sha256()) }
    if let stripped = try stripped(kind) { return stripped }
    return self
  }
}
