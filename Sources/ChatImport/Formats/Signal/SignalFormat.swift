import ChatModel

/// Signal's plain export of 2026, from Signal Desktop or Android: `main.jsonl`, a frame of the backup on each line.
///
/// The facts come from the programs that write it: signalapp/Signal-Desktop and libsignal's backup protocol.
enum SignalFormat: ConvertedFormat {
  static let name = "Signal (plain export)"

  static let capabilities: [FormatCapability] = [
    FormatCapability("text with its styles and mentions"),
    FormatCapability("photos, videos, files, voice messages, stickers, GIFs"),
    FormatCapability("replies, reactions, edits with the earlier texts"),
    FormatCapability("polls, contacts, calls, link previews"),
    FormatCapability("deleted and view-once messages", .full, "their content is not in the export"),
    FormatCapability("events of chats and groups"),
    FormatCapability("payments, badges, answers to stories", .partly, "as cards"),
    FormatCapability("messages that disappear", .none, "the export leaves them out"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    if input.bytes != nil { return isFrames(input) }
    guard let path = mainFile(in: input), let file = try? input.file(named: path) else { return false }
    return isFrames(file)
  }

  private static func mainFile(in input: ImportInput) -> String? {
    input.files.first { $0 == "main.jsonl" || $0.hasSuffix("/main.jsonl") }
  }

  /// Indicates whether the first lines are the facts of a backup and its account.
  private static func isFrames(_ input: ImportInput) -> Bool {
    let head = String(decoding: input.head.prefix(8192), as: UTF8.self)
    guard head.first == "{" else { return false }
    let first = head.prefix { $0 != "\n" }
    return first.contains("\"backupTimeMs\"") && first.contains("\"version\"")
      || first.contains("\"mediaRootBackupKey\"")
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
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
