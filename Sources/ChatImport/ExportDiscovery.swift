public import ChatModel
public import ImportKit
import MessengerFormats

extension ImportFormat {
  /// The exports in `input`: the file or folder itself, or exports packed inside it.
  ///
  /// A folder that is no export is searched for files that are exports; if it has none, its folders are searched.
  public static func exports(
    in input: ImportInput, log: inout DiagnosticLog
  ) throws(ImportError) -> [(format: ImportFormat, input: ImportInput)] {
    guard input.bytes == nil else { return [(try recognise(input), input)] }
    var search = ExportDiscovery()
    search.look(into: input, depth: 1)
    guard !search.found.isEmpty else {
      throw search.problem ?? search.tooNested ?? search.unknown ?? UnknownInput(input).error
    }
    search.report(to: &log)
    return search.found
  }
}

/// Looks for exports in a folder.
private struct ExportDiscovery {
  private(set) var found: [(format: ImportFormat, input: ImportInput)] = []
  /// The error of the first file that cannot be read.
  var problem: ImportError? { problems.first?.error }
  /// The kind of the only file, or of the first one whose content breaks its format.
  var unknown: ImportError? {
    let inputs = others.map { UnknownInput($0) }
    if let known = inputs.first(where: { $0.knownExport != nil }) { return known.error }
    if let unfit = others.first(where: { Messengers.misfit($0) != nil }) { return UnknownInput(unfit).error }
    for input in others + databases {
      if let proposal = UnknownInput(input).proposal { return proposal }
    }
    for input in inputs {
      if let breach = input.breach { return breach }
    }
    return inputs.count == 1 ? inputs[0].error : nil
  }
  /// The error of the first archive in an archive of an archive.
  var tooNested: ImportError? {
    nested.first.map {
      .unreadable(path: $0, reason: "it \(Self.nestedWords); unpack it and name it instead")
    }
  }
  private static let nestedWords = "is an archive in an archive of an archive"
  private var problems: [(path: String, error: ImportError)] = []
  /// Texts that are not chats.
  private var others: [ImportInput] = []
  /// Databases that are not of a known program.
  private var databases: [ImportInput] = []
  /// Archives in archives of archives.
  private var nested: [String] = []
  /// Folders too deep to be searched.
  private var deep: [String] = []
  /// The diagnostics on members of archives with exports.
  private var oddMembers: [Diagnostic] = []
  private var misses = 0
  private var isInArchive = false

  /// The most folders and files without an export that are examined. Users with more name the export itself.
  private static let missLimit = 500

  /// Looks for exports in a folder, or in its files that do not belong to `owners`, the exports found in it so far.
  mutating func look(into input: ImportInput, depth: Int, owners: Set<ImportFormat> = []) {
    if let format = ImportFormat.format(of: input), !owners.contains(format) {
      return take(input, format, depth, owners)
    }
    misses += 1
    let before = found.count
    for name in input.files where !name.utf8.contains(UInt8(ascii: "/")) && misses < Self.missLimit {
      look(at: name, in: input)
    }
    let isWhole = found.count > before && !found[before...].contains { $0.format.goesOnInFolders }
    guard depth < InputFolder.depthLimit else {
      if !isWhole { deep += input.folders.map(\.path) }
      return
    }
    for folder in input.folders where misses < Self.missLimit {
      if isWhole { look(beside: folder, depth + 1) } else { look(into: folder, depth: depth + 1) }
    }
  }

  /// Takes a folder that is an export, and searches the rest of it. A format takes a folder once, so that the search ends even if files
  /// that are no part of the export by name look like the export itself.
  private mutating func take(
    _ input: ImportInput, _ format: ImportFormat, _ depth: Int, _ owners: Set<ImportFormat> = []
  ) {
    found.append((format, input))
    let others = input.files.filter { path in
      !format.isPart(String(Substring(path.utf8.prefix { $0 != UInt8(ascii: "/") })))
    }
    guard !others.isEmpty, others.count < input.files.count else { return }
    look(into: ImportInput(input.folder, files: others), depth: depth, owners: owners.union([format]))
  }

  /// Looks for folders that are exports beside files that are: most other folders hold these files' attachments.
  private mutating func look(beside folder: ImportInput, _ depth: Int) {
    if let format = ImportFormat.format(of: folder) { return take(folder, format, depth) }
    misses += 1
    guard depth < InputFolder.depthLimit else { return }
    for folder in folder.folders where misses < Self.missLimit { look(beside: folder, depth + 1) }
  }

  private mutating func look(at name: String, in folder: ImportInput) {
    do throws(ImportError) {
      // Chats are text or databases; other files, such as pictures, are recognised without unpacking.
      let start = try folder.folder.beginning(of: name)
      if let kind = ImportInput.archiveKind(start) {
        // An archive in an archive, because people send several exports at once; no deeper.
        guard folder.isFolderOfDisk || !isInArchive else {
          return nested.append(folder.folder.path(of: name))
        }
        let archive = try folder.folder.archive(at: name, kind)
        return try look(into: archive, isOnDisk: folder.isFolderOfDisk)
      }
      let isText = start.isText
      if isText || SQLiteTables.recognises(start) {
        let file = try folder.file(named: name)
        defer { file.bytes?.rest() }
        if let format = ImportFormat.format(of: file) { return found.append((format, file)) }
        if isText {
          others.append(file)
        } else if let bytes = file.bytes, SQLiteTables.isCut(bytes) {
          problems.append((file.path, UnknownInput(file).error))
        } else {
          databases.append(file)
        }
      }
    } catch {
      problems.append((folder.folder.path(of: name), error))
    }
    misses += 1
  }

  private mutating func look(into folder: InputFolder, isOnDisk: Bool) throws(ImportError) {
    let archive = ImportInput(folder, files: try folder.files())
    let (before, wasInArchive) = (found.count, isInArchive)
    isInArchive = !isOnDisk
    defer { isInArchive = wasInArchive }
    look(into: archive, depth: InputFolder.depthLimit - 1)
    if found.count > before { oddMembers += archive.warnings }
  }

  /// Reports everything that was skipped in the search.
  func report(to log: inout DiagnosticLog) {
    // The account lists empty files.
    for other in others where other.bytes?.count ?? 0 > 0 {
      if let breach = UnknownInput(other).breach {
        log.append(breach.loss)
        continue
      }
      if let known = UnknownInput(other).knownExport {
        log.append(
          Diagnostic(
            .loss, "unread-export", "\(other.path): \(known); it was left out", at: Origin(file: other.path)))
        continue
      }
      log.append(
        Diagnostic(
          .note, "not-a-chat", "\(other.path) has an unknown format and was left out",
          at: Origin(file: other.path)))
    }
    for warning in oddMembers { log.append(warning) }
    for path in nested {
      log.append(
        Diagnostic(
          .loss, "nested-archive",
          "\(path) \(Self.nestedWords), and was left out; unpack it and name it as well",
          at: Origin(file: path)))
    }
    if let first = deep.first {
      let were = deep.count == 1 ? "'\(first)' lies" : "\(deep.count) folders, such as '\(first)', lie"
      log.append(
        Diagnostic(
          .note, "deep-folder", "\(were) too deep to be searched; name exports that are there themselves",
          at: Origin(file: first)))
    }
    for (path, error) in problems {
      log.append(
        Diagnostic(.loss, "unreadable-file", "\(error.message); it was left out", at: Origin(file: path)))
    }
    if misses >= Self.missLimit {
      log.append(
        Diagnostic(
          .warning, "search-ended",
          "\(misses) files and folders are not chats, so the rest was not searched; name the exports themselves"
        ))
    }
  }
}

extension ImportInput {
  /// The folders in the folder, each with its files.
  fileprivate var folders: [ImportInput] {
    var folders: [ImportInput] = []
    var (name, files) = ("", [String]())
    func finish() {
      if !files.isEmpty { folders.append(ImportInput(folder.folder(name), files: files)) }
    }
    // In byte order, all files of a folder are adjacent.
    for file in self.files {
      guard let slash = file.utf8.firstIndex(of: UInt8(ascii: "/")) else { continue }
      if !file[..<slash].utf8.elementsEqual(name.utf8) {
        finish()
        (name, files) = (String(file[..<slash]), [])
      }
      files.append(String(file[file.utf8.index(after: slash)...]))
    }
    finish()
    return folders
  }
}
