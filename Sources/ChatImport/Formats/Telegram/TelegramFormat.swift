import ChatModel

/// The machine-readable JSON that Telegram Desktop writes for "Export chat history" and "Export Telegram data".
///
/// The facts come from the program that writes it: telegramdesktop/tdesktop, `export_output_json.cpp`.
enum TelegramFormat: FormatReader {
  static let name = "Telegram Desktop (result.json)"
  /// The file's name inside an export's folder.
  static let fileName = "result.json"

  static let capabilities: [FormatCapability] = [
    FormatCapability("text with its styles", .partly, "the export itself loses overlapping styles"),
    FormatCapability("photos, files, video, audio, voice messages, stickers, GIFs"),
    FormatCapability("polls, contacts, locations, calls"),
    FormatCapability("replies", .full, "without quotations; the export has none"),
    FormatCapability("reactions", .partly, "custom emoji as pictures if the export has them"),
    FormatCapability("edits", .partly, "times only; the export has no earlier versions"),
    FormatCapability("forwarded messages"),
    FormatCapability("service messages"),
    FormatCapability("animated stickers", .partly, "as a still picture, or a card with the emoji"),
    FormatCapability("games and invoices", .partly, "as cards"),
    FormatCapability("topics of groups", .full, "named at each of their messages"),
    FormatCapability("buttons of bots", .full, "as lines, those with an address as links"),
    FormatCapability("to-do lists, giveaways, paid media", .partly, "as cards with their texts"),
    FormatCapability("stories", .none, "counted in the report"),
    FormatCapability("several chats in one export"),
  ]

  /// The values of a chat's `type`.
  static let chatTypes: Set<String> = [
    "saved_messages", "replies", "verification_codes", "personal_chat", "bot_chat", "private_group",
    "private_supergroup", "public_supergroup", "private_channel", "public_channel",
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    if input.files.contains(fileName) {
      guard let file = try? input.file(named: fileName) else { return false }
      return recognises(file)
    }
    guard let probe = JSONProbe(input), !probe.has("format") else { return false }
    if probe.chats.contains("list") { return true }
    // In a whole account's export much may stand before the chats.
    if probe.has("about"), probe.has("personal_information") || probe.has("contacts") { return true }
    guard probe.has("messages"), !probe.has("guild") else { return false }
    if let type = probe.text(of: "type"), chatTypes.contains(type) { return true }
    // Old and edited exports lack the chat's own members.
    let types = ["message", "service", "unsupported"]
    return types.contains(probe.firstElementText(of: "type") ?? "")
      && (probe.firstElementHas("date_unixtime") || probe.firstElementHas("from_id"))
  }

  static func open(
    _ input: ImportInput, options: ImportOptions, log: inout DiagnosticLog
  ) throws(ImportError) -> [any ConversationSource] {
    let input = input.bytes == nil ? try input.file(named: fileName) : input
    guard let bytes = input.bytes else {
      throw .unreadable(path: input.path, reason: "it is a folder where a file is expected")
    }
    var export = TelegramExport(bytes, file: input.path)
    do throws(JSONError) {
      try export.read(&log)
    } catch {
      // An export that was interrupted ends within its messages; those before count.
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
    let clock = try WallClock(zone: options.timeZone, at: nil)
    return export.chats.map { chat in
      TelegramSource(
        input, bytes, chat, account: export.account, clock: clock, options: options)
    }
  }
}
