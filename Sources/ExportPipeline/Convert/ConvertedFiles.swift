import ChatModel
import ICU
import ImportKit
import MediaProbe
import OutputFormats
import Redaction
import SiteFiles

/// Copies the files that messages name to a folder beside the conversations' files. A file keeps its name; of several with one name,
/// each further one is in a folder with its number.
struct ConvertedFiles {
  private let output: StagedOutput?
  /// The name of the folder.
  private let folder: String
  private let method: ExportOptions.Attachments
  /// Nil if the output is not redacted.
  private let redaction: FileRedaction?
  private var resolvers = MediaResolvers()
  /// The results by root and path.
  private var known: [String: OutputPath] = [:]
  /// The number of files with a name, without regard to case and to the form of accents.
  private var names: [String: Int] = [:]
  /// The files that cannot be copied.
  private(set) var missing: [MissingFile] = []
  /// The number of copied files.
  private(set) var count = 0
  /// The files that keep the facts in them although the output is redacted.
  private(set) var unstripped = UnstrippedFiles()
  private var memory = ReadBuffer()

  /// Copies to `folder` of `output`; nothing if that is nil, as files cannot be beside standard output. With `redaction` files are
  /// copied without the facts that cameras and programs add to them, and texts without redacted words.
  init(
    _ output: StagedOutput?, folder: String, by method: ExportOptions.Attachments, redaction: FileRedaction?
  ) {
    (self.output, self.folder, self.method, self.redaction) = (output, folder, method, redaction)
  }

  /// Returns the path of the file that messages of the export at `root` call `named`, which is copied when first named.
  ///
  /// - Throws: `OutputError` if the output cannot be written; a file that cannot be read is missing.
  mutating func path(of named: String, root: InputFolder) throws(OutputError) -> OutputPath {
    let source = redaction?.aliases.path(for: named) ?? named
    let (root, path) = root.located(source)
    let key = "\(root.path)\u{0}\(path)"
    if let known = known[key] { return known }
    // The output knows a file by its alias alone.
    let made = try copied(path, shown: source == named ? path : named, named: named, root: root)
    known[key] = made
    return made
  }

  private mutating func copied(
    _ path: String, shown: String, named: String, root: InputFolder
  ) throws(OutputError) -> OutputPath {
    guard let output else { return OutputPath(shown, isStored: false) }
    let file: MediaFile
    var kept: UnstrippedFiles.File?
    do throws(MediaProblem) { file = try open(path, in: root, &kept) } catch {
      return noteMissing(path, shown: shown, named: named, error.description)
    }
    let stored = nextPath(for: shown)
    do throws(OutputError) { try store(file, at: stored, in: output) } catch {
      output.remove(stored)
      guard case .unreadable = error else { throw error }
      return noteMissing(path, shown: shown, named: named, error.description)
    }
    count += 1
    if let kept { unstripped.insert(kept, at: stored) }
    return OutputPath(stored, isStored: true)
  }

  /// Opens a file; for a redacted output, without the facts that cameras and programs add. `kept` is set if others may be left in it.
  private mutating func open(
    _ path: String, in root: InputFolder, _ kept: inout UnstrippedFiles.File?
  ) throws(MediaProblem) -> MediaFile {
    let file = try resolvers.resolver(of: root).open(path)
    guard let redaction else { return file }
    return try file.redacted(redaction.texts, in: &memory, &kept)
  }

  private mutating func noteMissing(
    _ path: String, shown: String, named: String, _ reason: String
  ) -> OutputPath {
    missing.append(MissingFile(path: path, named: named, reason: reason))
    return OutputPath(Self.missingPath(shown), isStored: false)
  }

  /// The warning about files that are not beside standard output; nil if there are none.
  var unwritten: Diagnostic? {
    guard output == nil, !known.isEmpty else { return nil }
    return Diagnostic(
      .warning, "unwritten-files",
      "messages name \(known.count) files, which are not written beside standard output; give --out the name of a file to have them"
    )
  }

  private func store(
    _ file: borrowing MediaFile, at path: String, in output: StagedOutput
  ) throws(OutputError) {
    if method == .linked, try output.link(file.descriptor, to: path) { return }
    try output.copy(file.descriptor, called: file.path, to: path, mayShare: method != .copied)
  }

  /// Returns a free path for a file that a source calls `path`.
  private mutating func nextPath(for path: String) -> String {
    let name = FileName.last(of: path)
    let number = names[Self.key(name), default: 0] + 1
    names[Self.key(name)] = number
    return number == 1 ? "\(folder)/\(name)" : "\(folder)/\(number)/\(name)"
  }

  private static func key(_ name: String) -> String {
    let lower = name.lowercased()
    return lower.utf8.allSatisfy { $0 < 0x80 } ? lower : NormalizationForm.nfc(lower)
  }

  /// Returns the path in the output for a missing file that a source calls `path`: in a folder that does not exist, because another file
  /// beside the output may have the source's path.
  private static func missingPath(_ path: String) -> String {
    path.hasPrefix("missing/") ? path : "missing/\(path)"
  }
}

/// Names of files in the output.
private enum FileName {
  /// The most bytes of a name that systems allow (`NAME_MAX`).
  private static let longest = 255

  /// Returns the last part of a path, cut to an allowed length before its ending.
  static func last(of path: String) -> String {
    var name = Attachment(kind: .file, path: path).fileName ?? ""
    // Hidden files are refused when they are read.
    if name.isEmpty || name.hasPrefix(".") { name = "_\(name)" }
    guard name.utf8.count > longest else { return name }
    let dot = name.utf8.lastIndex(of: UInt8(ascii: "."))
    let ending = dot.map { String(name[$0...]) } ?? ""
    let kept = ending.utf8.count <= 20 ? ending : ""
    var stem = Substring(name)
    while stem.utf8.count > longest - kept.utf8.count { stem.unicodeScalars.removeLast() }
    return stem + kept
  }
}
