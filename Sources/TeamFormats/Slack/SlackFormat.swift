import ChatModel
import ImportKit

/// The export of a Slack workspace: day files in a folder for each channel, with lists of people and channels; and the exports,
/// databases and chunks of slackdump, which also have the files.
///
/// Facts: public samples and Slack's reference of blocks; docs/formats/slack.md.
enum SlackFormat: ConvertedFormat {
  static let key = "slack"
  static let name = "Slack (workspace export, slackdump)"
  static let room = ConversationInfo.Room.withPictures

  static let capabilities: [FormatCapability] = [
    .full("text with its styles, lists, quotes, code, mentions", "from blocks, else from the text"),
    .full("threads", "joined across days; answers stand in order of time"),
    .full("reactions"),
    .partly("a workspace's own emoji", "as pictures if a folder `emojis` has them, else by name"),
    .partly("files", "the official export has only their addresses; slackdump has the files"),
    .partly("previews of links, shared messages, messages of bots", "as a card without styles"),
    .partly("edits", "the time of the last edit"),
    .full("deleted messages, pinned messages, huddles, events of channels"),
    .full("channels, private channels, direct messages", "one conversation each"),
    .full("Enterprise Grid, slackdump's database and chunks"),
    .none("canvases and lists", "their names only"),
  ]

  static func isPart(_ name: String) -> Bool { isNoOtherChat(name) }

  static func recognises(_ input: ImportInput) -> Bool {
    guard let bytes = input.bytes else {
      if let archive = SlackArchive.file(in: input) {
        return archive.bytes.map(SlackArchive.recognises) ?? false
      }
      return SlackExport.isExport(input) || SlackChunks.recognises(input)
    }
    return SlackFiles.isMessages(bytes) || SlackFiles.isDump(input) || SlackArchive.recognises(bytes)
      || SlackChunks.recognises(input)
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    guard let bytes = input.bytes else {
      if let archive = SlackArchive.file(in: input) {
        return try SlackArchive.convert(archive, to: conversion, log: &log)
      }
      if SlackExport.isExport(input) {
        return try SlackExport(input, log: &log).convert(to: conversion, log: &log)
      }
      return try SlackChunks.convert(input, to: conversion, log: &log)
    }
    if SlackChunks.recognises(input) { return try SlackChunks.convert(input, to: conversion, log: &log) }
    if SlackArchive.recognises(bytes) { return try SlackArchive.convert(input, to: conversion, log: &log) }
    let isDump = !SlackFiles.isMessages(bytes)
    guard let file = JSONFile(input) else { return }
    let header = isDump ? file.wholeMembers(without: ["messages"], log: &log) : .null
    let folder = String(input.folder.namePath.split(separator: "/").last ?? "")
    let stem = SlackFiles.isDay(input.name) && !folder.isEmpty ? folder : input.stem
    let id = header["channel_id"]?.identifier ?? stem
    let name = header["name"]?.text.flatMap { $0.isEmpty ? nil : $0 } ?? stem
    let people = SlackPeople()
    people.forEachMessage = { file.forEachProfile(in: isDump ? "messages" : nil, $0) }
    let builder = conversion.slackConversation(id, title: name, root: input.folder)
    let files = SlackFiles(in: input.folder, names: (try? input.folder.files()) ?? [], limitedTo: id)
    let reader = SlackReader(builder, people, files, folder: "", file)
    try reader.read(isDump ? "messages" : nil, log: &log)
  }
}

extension JSONFile {
  /// Calls `body` with each message of a file that may have profiles of senders, and reports nothing.
  func forEachProfile(in member: String?, _ body: (JSONValue) -> Void) {
    guard bytes.has("\"user_profile\"") else { return }
    var unused = DiagnosticLog()
    try? forEachElement(of: member, log: &unused) { value, _, _, _ in body(value) }
  }
}

extension Conversion {
  /// Returns the conversation of a channel.
  func slackConversation(_ id: String, title: String, root: InputFolder) -> ConversationBuilder {
    conversation("slack/\(id)", id: "\(title.prefix(60)) \(id)", title: title, root: root)
  }
}
