import ChatModel

/// The JSON that DiscordChatExporter writes: a channel, thread or direct conversation a file.
///
/// Facts: keys of the exporter's JsonMessageWriter; docs/formats/discord.md.
enum DiscordFormat: ConvertedFormat {
  static let name = "Discord (DiscordChatExporter JSON)"

  static let capabilities: [FormatCapability] = [
    FormatCapability("text with its styles, spoilers, quotes, code, mentions"),
    FormatCapability("photos, files, video, audio, voice messages, stickers, spoilers"),
    FormatCapability("replies, pins, forwarded messages"),
    FormatCapability("reactions", .full, "with the pictures of a server's own emoji"),
    FormatCapability("emoji of a server in texts", .partly, "by name"),
    FormatCapability("embeds, buttons", .partly, "as a card without styles"),
    FormatCapability("edits", .partly, "the time of the last edit; the export has no earlier versions"),
    FormatCapability("polls", .partly, "results only; the exporter writes no questions"),
    FormatCapability("calls, events of the channel"),
    FormatCapability("channels and threads of a server", .full, "one conversation each"),
    FormatCapability("names of people", .full, "their names in the server; bots and roles are not marked"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    guard let bytes = input.bytes else { return !channels(in: input).isEmpty }
    return isChannel(input) || DiscordTable.isTable(bytes)
  }

  /// The reason and remedy for layouts of the exporter that lack too much to be read.
  static let otherLayouts =
    "it is DiscordChatExporter's HTML or text, which has no ids of messages; export the channel again as JSON"

  /// Indicates whether the bytes begin like the exporter's HTML or text.
  static func isOtherLayout(_ bytes: InputBytes) -> Bool {
    let head = bytes.repairedString(in: 0..<min(bytes.count, 64 * 1024))
    let isText =
      head.hasPrefix("====") && head.range(of: "\nChannel: ") != nil && head.range(of: "\nGuild: ") != nil
    let isPage =
      head.range(of: "<html") != nil
      && (head.range(of: "chatlog__") != nil || head.range(of: "preamble__") != nil)
    return isText || isPage
  }

  private static func isChannel(_ input: ImportInput) -> Bool {
    guard let probe = JSONProbe(input) else { return false }
    return probe.has("guild") && probe.has("channel") && (probe.has("messages") || probe.has("dateRange"))
  }

  /// The channels of a folder that has nothing else: in all its folders, as exporting a whole server makes them.
  ///
  /// Any other folder is left to the search for exports.
  private static func channels(in input: ImportInput) -> [String] {
    let files = input.files.filter { !$0.contains(".json_Files/") && !$0.contains("_media/") }
    let channels = files.filter { $0.hasSuffix("].json") }
    guard let first = channels.first, channels.contains(where: { $0.contains("/") }),
      files.count - channels.count <= channels.count,
      !files.contains(where: { file in
        [".zip", ".db", ".sqlite", ".jsonl", ".xml"].contains { file.hasSuffix($0) }
      }),
      let head = try? input.folder.beginning(of: first)
    else { return [] }
    return isChannel(ImportInput(path: first, head, in: input.folder)) ? channels : []
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    if input.bytes != nil { return try convert(channel: input, to: conversion, log: &log) }
    for name in channels(in: input) {
      let file = try input.file(named: name)
      do throws(ImportError) {
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
    let header = try DiscordHeader(file)
    let builder = conversion.conversation(
      "discord/\(header.id)", id: header.folderName, title: header.title, root: input.folder)
    let reader = DiscordReader(builder, header, file)
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
