import ChatModel
import ImportKit

/// The machine-readable JSON that Telegram Desktop writes for "Export chat history" and "Export Telegram data".
///
/// The facts come from the program that writes it: telegramdesktop/tdesktop, `export_output_json.cpp`.
enum TelegramFormat: ConvertedFormat {
  static let key = "telegram"
  static let name = "Telegram Desktop (result.json)"
  /// The file's name inside an export's folder.
  static let fileName = "result.json"

  static let capabilities: [FormatCapability] = [
    .partly("text with its styles", "the export itself loses overlapping styles"),
    .full("photos, files, video, audio, voice messages, stickers, GIFs"),
    .full("polls, contacts, locations, calls"),
    .full("replies", "without quotations; the export has none"),
    .partly("reactions", "custom emoji as pictures if the export has them"),
    .partly("edits", "times only; the export has no earlier versions"),
    .full("forwarded messages"),
    .full("service messages"),
    .partly("animated stickers", "as a still picture, or a card with the emoji"),
    .partly("games and invoices", "as cards"),
    .full("topics of groups", "named at each of their messages"),
    .full("buttons of bots", "as lines, those with an address as links"),
    .partly("to-do lists, giveaways, paid media", "as cards with their texts"),
    .none("stories", "counted in the report"),
    .full("several chats in one export"),
  ]

  /// The values of a chat's `type`.
  static let chatTypes: Set<String> = [
    "saved_messages", "replies", "verification_codes", "personal_chat", "bot_chat", "private_group",
    "private_supergroup", "public_supergroup", "private_channel", "public_channel",
  ]

  /// The folders that Telegram Desktop makes, and the pages that it writes if one chooses JSON and HTML.
  private static let parts: Set<String> = [
    fileName, "photos", "files", "video_files", "voice_messages", "round_video_messages", "stickers",
    "animations",
    "profile_pictures", "profile_music", "stories", "contacts", "chats", "left_chats", "lists",
    "export_results.html",
    "css", "js", "images",
  ]

  static func isPart(_ name: String) -> Bool { parts.contains(name) || TelegramHTMLFormat.isPageName(name) }

  static func recognises(_ input: ImportInput) -> Bool {
    if input.files.contains(fileName) {
      guard let file = try? input.file(named: fileName) else { return false }
      return recognises(file)
    }
    guard let probe = input.probe, !probe.has("format") else { return false }
    if probe.chats.contains("list") { return true }
    // In a whole account's export much may come before the chats.
    if probe.has("about"), probe.has("personal_information") || probe.has("contacts") { return true }
    guard probe.has("messages"), !probe.has("guild") else { return false }
    if let type = probe.text(of: "type"), chatTypes.contains(type) { return true }
    // Old and edited exports lack the chat's own members.
    let types = ["message", "service", "unsupported"]
    return types.contains(probe.firstElementText(of: "type") ?? "")
      && (probe.firstElementHas("date_unixtime") || probe.firstElementHas("from_id"))
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    if let page = input.files.first(where: TelegramHTMLFormat.isPageName) {
      log.append(
        Diagnostic(
          .note, "second-copy",
          "\(page) and other pages beside \(fileName) have the same messages and are not read",
          at: Origin(file: input.folder.path(of: page))))
    }
    let input = input.bytes == nil ? try input.file(named: fileName) : input
    let export = try chats(of: input, &log)
    // Copied, so that the file is named where its times have no zone.
    var clock = conversion.clock
    defer { clock.report(in: input.path, to: &log) }
    var occurrences: [String: Int] = [:]
    for (number, chat) in export.chats.enumerated() {
      // A person and a group may have one id.
      let key = chat.id.map { id in
        occurrences[id, default: 0] += 1
        return "\(id)/\(occurrences[id] ?? 1)"
      }
      let builder = conversion.conversation(
        "telegram/\(key ?? "\(input.path)\0\(number)")", id: chat.id ?? input.stem, title: chat.title,
        root: input.folder)
      (builder.title, builder.titleStandIn) = (chat.title, chat.titleStandIn)
      guard let start = chat.messages else { continue }
      var reader = TelegramReader(chat, of: export, to: builder, clock, conversion.options)
      defer { clock = reader.clock }
      try reader.read(from: start, &log)
    }
  }

  /// Returns the export, whose messages are not yet read.
  private static func chats(
    of input: ImportInput, _ log: inout DiagnosticLog
  ) throws(ImportError) -> TelegramExport {
    guard let bytes = input.bytes else {
      throw .unreadable(path: input.path, reason: "it is a folder where a file is expected")
    }
    var export = TelegramExport(input, bytes)
    do throws(JSONError) {
      try export.read(&log)
    } catch {
      // An interrupted export ends within its messages; the complete ones count.
      guard error.offset >= bytes.count, !export.chats.isEmpty else {
        throw error.located(in: input.path, bytes)
      }
      log.append(
        Diagnostic(
          .loss, "malformed-file",
          "expected \(error.expected.rawValue), but the file ends; what follows is missing; export the chat again",
          at: bytes.origin(of: bytes.count, in: input.path)))
    }
    guard !export.chats.isEmpty else {
      throw .malformed(
        at: Origin(file: input.path), expected: "`messages`, or `chats` with a `list`",
        remedy: "choose at least one kind of chat when exporting")
    }
    return export
  }
}
