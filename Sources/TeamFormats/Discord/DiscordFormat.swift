import ChatModel
import ImportKit

/// The output of DiscordChatExporter, in JSON, HTML, CSV or as text: a channel, thread or direct conversation a file.
///
/// Facts: keys of the exporter's JsonMessageWriter, its templates of HTML; docs/formats/discord.md.
enum DiscordFormat: ConvertedFormat {
  static let key = "discord"
  static let name = "Discord (DiscordChatExporter)"
  static let room = ConversationInfo.Room.withPictures

  static let capabilities: [FormatCapability] = [
    .full("text with its styles, spoilers, quotes, code, mentions"),
    .full("photos, files, video, audio, voice messages, stickers, spoilers"),
    .full("replies, pins, forwarded messages"),
    .full("reactions", "with the pictures of a server's own emoji"),
    .full("a server's own emoji", "as pictures where the export has them, else by name"),
    .partly("embeds, buttons", "as a card without styles"),
    .partly("edits", "the time of the last edit; the export has no earlier versions"),
    .full("HTML", "without who reacted, and with calls' lengths in minutes"),
    .partly("CSV and TXT", "they have neither ids nor replies, and TXT no styles of boxes"),
    .partly("polls", "results only; the exporter writes no questions"),
    .full("calls, events of the channel"),
    .full("channels and threads of a server", "one conversation each"),
    .full("names of people", "their names in the server; bots and roles are not marked"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    guard let bytes = input.bytes else { return !channels(in: input).isEmpty }
    return isChannel(input) || DiscordTable.isTable(bytes) || DiscordPage.recognises(input)
      || DiscordTranscript.recognises(bytes)
  }

  /// JSON has most, and takes precedence over pages of the same channel. Parts of an export keep their order.
  static func precedence(of input: ImportInput) -> Int {
    let part = input.bytes == nil ? 0 : min(DiscordFileName.part(of: input), 1 << 30)
    return (input.probe == nil ? 0 : 1 << 32) + part
  }

  private static func isChannel(_ input: ImportInput) -> Bool {
    guard let probe = input.probe else { return false }
    return probe.has("guild") && probe.has("channel") && (probe.has("messages") || probe.has("dateRange"))
  }

  /// The channels of a folder that has nothing else: in all its folders, because exporting a whole server makes them.
  ///
  /// Any other folder is left to the search for exports.
  private static func channels(in input: ImportInput) -> [String] {
    let files = input.files.filter { !$0.contains("_Files/") && !$0.contains("_media/") }
    let channels = files.filter { path in
      [".json", ".html", ".csv", ".txt"].contains { path.hasSuffix($0) } && DiscordFileName(path).id != nil
    }
    guard let first = channels.first, channels.contains(where: { $0.contains("/") }),
      files.count - channels.count <= channels.count,
      !files.contains(where: { file in
        [".zip", ".db", ".sqlite", ".jsonl", ".xml"].contains { file.hasSuffix($0) }
      }),
      let head = try? input.folder.beginning(of: first),
      recognises(ImportInput(path: first, head, in: input.folder))
    else { return [] }
    // If a channel is in JSON and in another layout, the JSON has more.
    let inJSON = Set(channels.filter { $0.hasSuffix(".json") }.compactMap { DiscordFileName($0).id })
    return channels.filter { path in
      path.hasSuffix(".json") || DiscordFileName(path).id.map { !inJSON.contains($0) } ?? true
    }
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    if input.bytes != nil { return try convert(channel: input, to: conversion, log: &log) }
    let files = try channels(in: input).map { name throws(ImportError) in try input.file(named: name) }
    let parts = files.map(DiscordFileName.part)
    for file in files.indices.sorted(by: { (parts[$0], $0) < (parts[$1], $1) }).map({ files[$0] }) {
      do throws(ImportError) {
        guard recognises(file) else { throw .unknownFormat(path: file.path) }
        try convert(channel: file, to: conversion, log: &log)
      } catch {
        log.append(
          Diagnostic(
            .warning, "unreadable-file", "\(error.message); it was left out", at: Origin(file: file.path)))
      }
    }
  }

  private static func convert(
    channel input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    guard let file = JSONFile(input) else { return }
    if DiscordTable.isTable(file.bytes) {
      return try DiscordTable(input, to: conversion).read(file.bytes, &log)
    }
    if DiscordPage.recognises(input) { return try DiscordPage(input, to: conversion).read(&log) }
    if DiscordTranscript.recognises(file.bytes) {
      var transcript = DiscordTranscript(input, file.bytes, to: conversion)
      return try transcript.read(&log)
    }
    let header = try DiscordHeader(file)
    let builder = conversion.conversation(
      "discord/\(header.id)", id: header.folderName, title: header.title, root: input.folder,
      parts: DiscordFileName.export(of: input))
    let names = try ChatNames(file, header, in: input.folder)
    let reader = DiscordReader(builder, header, file, names)
    try file.forEachElement(of: "messages", log: &log) { text, origin, _ throws(ImportError) in
      try builder.add(
        Message(id: "", content: .part(Unsupported(kind: "broken JSON", text: text))))
    } _: { value, _, origin, log throws(ImportError) in
      try reader.read(value, origin, &log)
    }
    reader.finish(chosen: conversion.options.me)
    if let count = header.messageCount(file), count > reader.count {
      log.append(
        Diagnostic(
          .warning, "message-count", "the file says it has \(count) messages, but there are \(reader.count)",
          at: Origin(file: file.path)))
    }
  }
}
