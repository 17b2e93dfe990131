import ChatModel
import ICU
import ImportKit

/// Logs of IRC clients and bouncers: one file, or a folder of them with a conversation for each channel.
enum IRCFormat: ConvertedFormat {
  static let key = "irc"
  static let name = "IRC logs"
  static let room = ConversationInfo.Room.withoutPictures
  static let capabilities: [FormatCapability] = [
    .full("messages and notices"),
    .full("actions (/me)", "shown in italics as a message from the sender"),
    .partly("joins, parts, quits, nicks, modes, topics, kicks", "user@host is left out"),
    .full("mIRC bold, italic, underline, strikethrough, monospace"),
    .none("mIRC colours", "dropped from the text"),
    .full("other lines of the client", "shown as notices"),
  ]

  /// The number of files of a folder that are examined to recognise it.
  private static let sampleCount = 40
  /// Derived files that collections put next to the logs.
  private static let derivedEndings = [".annotation.txt", ".ascii.txt", ".tok.txt"]

  /// True for a file whose first lines are mostly log lines, or a folder where a fifth of the files are such logs.
  static func recognises(_ input: ImportInput) -> Bool { recognises(input, among: NoOtherFormats()) }

  static func recognises(_ input: ImportInput, among formats: any KnownFormats) -> Bool {
    if let bytes = input.bytes { return isLog(bytes, named: input.path) }
    let files = input.files
    guard !files.isEmpty else { return false }
    let step = max(1, files.count / sampleCount)
    let sample = stride(from: 0, to: files.count, by: step).map { files[$0] }
    let logs = sample.count { name in
      guard !isDerived(name), let bytes = try? input.folder.beginning(of: name), bytes.isText else {
        return false
      }
      return isLog(bytes, named: name)
    }
    // With exports in archives the search finds the logs one by one.
    return logs > 0 && logs * 5 >= sample.count && !hasArchivedExport(input, formats)
  }

  /// True if an archive in the folder is an export: rotated logs are often packed.
  private static func hasArchivedExport(_ input: ImportInput, _ formats: any KnownFormats) -> Bool {
    let names = input.files.filter { name in archiveEndings.contains { name.lowercased().hasSuffix($0) } }
    return names.prefix(archiveLimit).contains { name in
      guard let archive = try? input.archive(named: name) else { return false }
      return formats.haveExport(in: archive)
    }
  }

  private static let archiveEndings = [".zip", ".gz", ".tgz", ".xz", ".bz2", ".zst", ".tar", ".7z", ".rar"]
  /// The most archives that are examined.
  private static let archiveLimit = 20

  /// True if a file is a log. The ending `.weechatlog` is WeeChat's alone, so ambiguous lines are enough there.
  private static func isLog(_ bytes: InputBytes, named name: String) -> Bool {
    let detector = LogDetector(bytes)
    return detector.isLog || name.hasSuffix(".weechatlog") && detector.mayBeLog
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    guard input.bytes == nil else { return try convert(files: [input], to: conversion, log: &log) }
    var channels = IRCChannels(zone: try zone(conversion.options))
    try addFiles(of: input, to: &channels, log: &log)
    try convert(channels, of: input, to: conversion, log: &log)
  }

  /// Files that are inputs of their own are converted together, where the first of them stands.
  static func convert(
    _ inputs: [ImportInput], to conversion: Conversion, failures: inout [ImportError],
    log: inout DiagnosticLog
  ) throws(ImportError) {
    var files = inputs.filter { $0.bytes != nil }
    for input in inputs where input.bytes == nil || !files.isEmpty {
      do throws(ImportError) {
        if input.bytes == nil {
          try convert(input, to: conversion, log: &log)
        } else {
          try convert(files: files, to: conversion, log: &log)
        }
      } catch {
        failures += input.bytes == nil ? [error] : files.map { _ in error }
      }
      if input.bytes != nil { files = [] }
    }
  }

  /// Converts files that are inputs of their own. Files of one folder and channel are one conversation, as in a folder; a file that is
  /// named twice counts once.
  private static func convert(
    files inputs: [ImportInput], to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    let zone = try zone(conversion.options)
    var groups: [String] = []
    var files: [String: [ImportInput]] = [:]
    var paths: Set<String> = []
    for input in inputs where paths.insert(input.path).inserted {
      let group = LogFileName(path: input.namePath).group
      if files[group] == nil { groups.append(group) }
      files[group, default: []].append(input)
    }
    for group in groups {
      guard let members = files[group], let first = members.first else { continue }
      var channels = IRCChannels(zone: zone)
      for input in members {
        guard let bytes = input.bytes else { continue }
        channels.add(input, bytes, detector: LogDetector(bytes), isWholeInput: true)
      }
      try convert(channels, of: first, to: conversion, log: &log)
    }
  }

  /// Converts channels found in `input`, each to a conversation of its own.
  private static func convert(
    _ channels: IRCChannels, of input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    noteZone(of: channels, of: input, conversion.options, &log)
    conversion.begin(input)
    for channel in channels.sorted(charset: conversion.options.charset) {
      let builder = conversion.conversation(
        "irc/\(input.path)\0\(channel.group)", id: channel.id, title: channel.title, order: .asGiven)
      try channel.convert(to: builder, log: &log)
    }
  }

  private static func zone(_ options: ImportOptions) throws(ImportError) -> TimeZoneRules {
    guard let zone = TimeZoneRules(identifier: options.timeZone ?? "UTC") else {
      throw .unknownTimeZone(options.timeZone ?? "", at: nil)
    }
    return zone
  }

  private static func noteZone(
    of channels: IRCChannels, of input: ImportInput, _ options: ImportOptions, _ log: inout DiagnosticLog
  ) {
    guard channels.needsZone, options.timeZone == nil else { return }
    log.append(
      Diagnostic(
        .note, "assumed-time-zone",
        "times have no time zone; UTC is assumed, set --time-zone to change it",
        at: Origin(file: input.path)))
  }

  private static func addFiles(
    of input: ImportInput, to channels: inout IRCChannels, log: inout DiagnosticLog
  ) throws(ImportError) {
    for name in input.files {
      let start = try input.folder.beginning(of: name)
      let detector = LogDetector(start)
      if detector.isEmpty { continue }
      if detector.mayBeLog, !isDerived(name), start.isText {
        let file = try input.file(named: name)
        guard let bytes = file.bytes else { continue }
        channels.add(file, bytes, detector: detector)
      } else {
        log.append(
          Diagnostic(
            .note, "not-a-log", "\(name) is not an IRC log and was left out",
            at: Origin(file: input.folder.path(of: name))))
      }
    }
  }

  private static func isDerived(_ name: String) -> Bool { derivedEndings.contains { name.hasSuffix($0) } }
}
