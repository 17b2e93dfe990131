import ChatModel

/// Signal's plain export of 2026, from Signal Desktop or Android: `main.jsonl`, a frame of the backup on each line; and what signal-export
/// and sigtop write of Signal Desktop's database.
///
/// The facts come from the programs that write it: signalapp/Signal-Desktop and libsignal's backup protocol, carderne/signal-export,
/// tbvdm/sigtop.
enum SignalFormat: ConvertedFormat {
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
    .partly("sigtop's JSON", "people of groups by their ids, see --alias; files only beside it"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    if input.bytes != nil {
      return isFrames(input) || SignalExportReader.isChat(input) || SigtopReader.recognises(input)
    }
    if let path = mainFile(in: input) { return (try? input.file(named: path)).map(isFrames) ?? false }
    return SignalExportReader.chats(in: input).prefix(8).contains {
      (try? input.file(named: $0)).map(SignalExportReader.isChat) ?? false
    }
  }

  private static func mainFile(in input: ImportInput) -> String? {
    input.files.first { $0 == "main.jsonl" || $0.hasSuffix("/main.jsonl") }
  }

  /// Indicates whether the first lines are the facts of a backup and its account.
  private static func isFrames(_ input: ImportInput) -> Bool {
    guard let first = input.firstLines.first else { return false }
    return first.has("backupTimeMs", "version") || first.has("mediaRootBackupKey")
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    guard input.bytes == nil || isFrames(input) else {
      if SigtopReader.recognises(input) {
        return try SigtopReader.convert(input, to: conversion, log: &log)
      }
      return try SignalExportReader.convert(input, in: nil, root: input.folder, to: conversion, log: &log)
    }
    if input.bytes == nil, mainFile(in: input) == nil {
      return try SignalExportReader.convert(all: input, to: conversion, log: &log)
    }
    var main = input
    if input.bytes == nil, let path = mainFile(in: input) { main = try input.file(named: path) }
    guard let file = JSONFile(main) else { return }
    let root = SignalFiles.root(of: input)
    var backup = SignalBackup(conversion: conversion, root: root)
    try file.forEachLine(log: &log) {
      (value: JSONValue, _: Int, origin: Origin, log: inout DiagnosticLog) throws(ImportError) in
      try backup.add(value, origin, &log)
    }
  }
}
