import ChatModel
import ImportKit

/// Signal's plain export of 2026, from Signal Desktop or Android: `main.jsonl`, a frame of the backup on each line; also the output of
/// signal-export and sigtop from Signal Desktop's database, and the database in a backup of Android.
///
/// The facts come from the programs that write it: signalapp/Signal-Desktop and libsignal's backup protocol, carderne/signal-export,
/// tbvdm/sigtop.
enum SignalFormat: ConvertedFormat {
  static let key = "signal"
  static let name = "Signal (plain export, signal-export, sigtop)"

  static let capabilities: [FormatCapability] = [
    .full("text with its styles and mentions"),
    .full("photos, videos, files, voice messages, stickers, GIFs"),
    .full("replies, reactions, edits with the earlier texts"),
    .full("polls, contacts, calls, link previews"),
    .full("deleted and view-once messages", "their content is not in the export"),
    .full("events of chats and groups"),
    .partly("payments, badges, answers to stories", "as cards"),
    .none("messages that disappear", "the export leaves them out"),
    .partly(
      "signal-export", "its JSON, else its Markdown; no styles, edits or ids; replies by their quotation"),
    .full(
      "decrypted backups of Android",
      "the database and files that signalbackup-tools writes; events of groups by their first change"),
    .partly("sigtop's JSON", "people of groups by their ids, see --alias; files only beside it"),
    .partly("sigtop's text", "no styles, no facts of calls and events; files only beside it"),
    .partly(
      "sigtop's short text", "minutes without a zone, the number of files, neither quotations nor reactions"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    if input.bytes != nil {
      return isFrames(input) || SignalDatabase.recognises(input) || SignalExportReader.isChat(input)
        || SigtopReader.recognises(input) || SigtopText.recognises(input)
        || SigtopShortText.recognises(input)
    }
    if !snapshots(in: input).isEmpty || database(in: input) != nil { return true }
    // The folder of the export or of a chat, but not its parent, which may hold other exports.
    return SignalExportReader.chats(in: input).lazy
      .filter { depth(of: $0) <= 1 }.prefix(8)
      .contains { (try? input.file(named: $0)).map(SignalExportReader.isChat) ?? false }
  }

  /// Returns the database of a decrypted backup's folder, or nil.
  private static func database(in input: ImportInput) -> ImportInput? {
    guard let path = SignalDatabase.path(in: input), let file = try? input.file(named: path) else {
      return nil
    }
    return SignalDatabase.recognises(file) ? file : nil
  }

  /// Returns the files of snapshots in a folder, oldest first: its own `main.jsonl`, or the ones in its subfolders, which
  /// are named after their times. In other folders, for example of downloads, exports are looked for one by one.
  private static func snapshots(in input: ImportInput) -> [String] {
    let files = input.files.filter { $0 == mainName || depth(of: $0) == 1 && $0.hasSuffix("/\(mainName)") }
    guard let first = files.first else { return [] }
    let prefixes = files.map { $0.dropLast(mainName.utf8.count) } + ["\(SignalFiles.folder)/"]
    let isAlone =
      first == mainName || input.files.allSatisfy { path in prefixes.contains { path.hasPrefix($0) } }
    guard isAlone || input.files.contains(where: { $0.hasPrefix("\(SignalFiles.folder)/") }) else {
      return []
    }
    return files.filter { (try? input.file(named: $0)).map(isFrames) ?? false }
  }

  private static let mainName = "main.jsonl"

  /// The number of folders in a path.
  private static func depth(of path: String) -> Int { path.utf8.count { $0 == UInt8(ascii: "/") } }

  /// True if the first lines are the facts of a backup and its account.
  private static func isFrames(_ input: ImportInput) -> Bool {
    guard let first = input.firstLines.first else { return false }
    return first.has("backupTimeMs", "version") || first.has("mediaRootBackupKey")
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    if let file = input.bytes == nil ? database(in: input) : SignalDatabase.recognises(input) ? input : nil {
      return try SignalDatabase.convert(file, in: input.folder, to: conversion, log: &log)
    }
    guard input.bytes == nil || isFrames(input) else {
      if SigtopReader.recognises(input) {
        return try SigtopReader.convert(input, to: conversion, log: &log)
      }
      if SigtopText.recognises(input) {
        return try SigtopText.convert(input, to: conversion, log: &log)
      }
      if SigtopShortText.recognises(input) {
        return try SigtopShortText.convert(input, to: conversion, log: &log)
      }
      return try SignalExportReader.convert(input, in: nil, root: input.folder, to: conversion, log: &log)
    }
    guard input.bytes == nil else {
      return try convert(snapshot: input, of: input, to: conversion, log: &log)
    }
    let snapshots = snapshots(in: input)
    guard !snapshots.isEmpty else {
      return try SignalExportReader.convert(all: input, to: conversion, log: &log)
    }
    var failures: [ImportError] = []
    for (number, path) in snapshots.enumerated() {
      // Each snapshot is an export of its own, whose messages are merged with the other snapshots'.
      if number > 0 { conversion.begin(input) }
      do throws(ImportError) {
        try convert(snapshot: try input.file(named: path), of: input, to: conversion, log: &log)
      } catch {
        failures.append(error)
      }
    }
    if failures.count == snapshots.count, let error = failures.first { throw error }
    for error in failures { log.append(error.loss) }
  }

  /// Converts one `main.jsonl` of an input.
  private static func convert(
    snapshot main: ImportInput, of input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    guard let file = JSONFile(main) else { return }
    var backup = SignalBackup(
      conversion: conversion, root: SignalFiles.root(of: main, in: input),
      firstTimes: SignalFirstTimes(in: file.bytes))
    try file.forEachLine(log: &log) {
      (value: JSONValue, _: Int, origin: Origin, log: inout DiagnosticLog) throws(ImportError) in
      try backup.add(value, origin, &log)
    }
  }
}
