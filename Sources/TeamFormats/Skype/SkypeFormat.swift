import ChatModel
import ImportKit

/// The download of a Skype account, which Microsoft Teams for private accounts writes too: `messages.json`, with a folder of media.
///
/// Facts: programs that read such downloads; docs/formats/skype.md.
enum SkypeFormat: ConvertedFormat {
  static let key = "skype"
  static let name = "Skype (download of an account)"

  static let capabilities: [FormatCapability] = [
    .full("text with its styles, links, mentions, emoticons"),
    .full("photos, films, voice messages, files", "if the folder media is there"),
    .full("quotations", "as replies"),
    .full("reactions, calls, contacts, locations"),
    .partly("edits", "the time of the last edit"),
    .full("deleted messages", "that one was there"),
    .full("members, titles, pictures and other events"),
    .partly("polls and cards of bots", "their words as a card"),
    .full("the owner"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    guard input.bytes == nil else {
      return input.shape.has(".userId", ".conversations")
        && (input.shape.has(".conversations[].MessageList") || input.shape.has(".exportDate"))
    }
    return files(of: input).contains { (try? input.file(named: $0)).map(recognises) ?? false }
  }

  /// The files of a folder with messages.
  private static func files(of input: ImportInput) -> [String] {
    input.files.filter { $0.lowercased() == "messages.json" }
  }

  static func isPart(_ name: String) -> Bool { isNoOtherChat(name) }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    guard input.bytes == nil else { return try convert(file: input, to: conversion, &log) }
    for name in files(of: input) { try convert(file: input.file(named: name), to: conversion, &log) }
  }

  private static func convert(
    file: ImportInput, to conversion: Conversion, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    guard let json = JSONFile(file) else { return }
    var quiet = DiagnosticLog()
    let owner = json.uncounted.wholeMembers(without: ["conversations"], log: &quiet)["userId"]?.text ?? ""
    let reader = SkypeReader(file, conversion, json, owner: owner)
    try json.walk(
      [.member("conversations"), .elements, .member("MessageList"), .elements], reader, log: &log)
    reader.finish()
  }
}
