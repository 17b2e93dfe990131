import ChatModel
import MediaProbe
import Redaction

/// Attachments of a redacted output that keep what is written in them, such as names and times.
struct UnstrippedFiles: Sendable {
  /// A file of a kind that is left as it is, but for the words of texts.
  struct File {
    var info: MediaInfo
    var sha256: String
  }

  /// The digests of the files by kind.
  private var digests: [String: Set<String>] = [:]
  private var names: Set<String> = []

  /// Enters a file with its path in the output.
  mutating func insert(_ file: File, at path: String) {
    digests[file.info.kind.rawValue, default: []].insert(file.sha256)
    names.insert(path)
  }

  /// The paths of the files in the output, sorted.
  var paths: [String] { names.sorted() }

  /// The warning about the files; nil if there are none.
  var finding: Diagnostic? {
    guard !digests.isEmpty else { return nil }
    let kinds = digests.sorted { $0.key < $1.key }.map {
      "\($0.value.count) \($0.key == "unknown" ? "other" : $0.key)"
    }
    return Diagnostic(
      .warning, "unredacted-files",
      "attachments keep what is written in them, such as names and times: \(kinds.joined(separator: ", ")); look at these files, which 'unredactedFiles' in the report names, or leave them out with 'attachment:' rules"
    )
  }
}

extension MediaFile {
  /// The largest text that is searched for words, in bytes.
  private static let textLimit = 4 << 20

  /// Returns a copy without the facts that cameras and programs add, and of a text without redacted words; the file itself if it has
  /// nothing of that. `kept` is set for a kind in which other facts are left.
  consuming func redacted(
    _ texts: Redaction.OtherTexts, in memory: inout ReadBuffer, _ kept: inout UnstrippedFiles.File?
  ) throws(MediaProblem) -> MediaFile {
    let info = try info(in: &memory)
    if let stripped = try stripped(info.kind) { return stripped }
    if info.kind == .unknown || info.kind == .svg, let text = try text(limit: Self.textLimit) {
      let shown = texts(text)
      if shown != text {
        let copy = try replaced(with: Array(shown.utf8))
        kept = UnstrippedFiles.File(info: try copy.info(in: &memory), sha256: try copy.sha256())
        return copy
      }
    }
    kept = UnstrippedFiles.File(info: info, sha256: try sha256())
    return self
  }
}
