import ChatModel
import ImportKit

/// Zulip: the export of an organization, lists of messages from its interface, and topics that zulip-archive saves.
///
/// Facts: Zulip's export code and documentation; docs/formats/zulip.md.
enum ZulipFormat: ConvertedFormat {
  static let key = "zulip"
  static let name = "Zulip (export, messages of the API, zulip-archive)"
  static let room = ConversationInfo.Room.withPictures

  static let capabilities: [FormatCapability] = [
    .full("text with its styles, tables, code, spoilers, mentions, emoji"),
    .full("files", "if they are in the export"),
    .full("reactions, an organization's own emoji"),
    .full("edits with the earlier texts"),
    .full("polls with their votes"),
    .full("topics of channels, direct messages, groups", "one conversation each"),
    .partly("messages of the API, zulip-archive", "text and reactions, as far as they have them"),
    .none("messages moved between topics", "only their last topic"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    guard input.bytes == nil else { return isMessages(input) || isList(input) }
    return lists(in: input).first.flatMap { try? input.file(named: $0) }.map(isMessages) ?? false
  }

  private static func isMessages(_ input: ImportInput) -> Bool {
    input.shape.has(".zerver_message[].date_sent", ".zerver_message[].sender")
  }

  /// True for messages of the interface, or of a topic.
  private static func isList(_ input: ImportInput) -> Bool {
    let shape = input.shape
    return [".messages[]", "[]"].contains { path in
      shape.has("\(path).sender_full_name", "\(path).timestamp", "\(path).content")
    }
  }

  /// The lists of messages in an export's folder.
  private static func lists(in input: ImportInput) -> [String] {
    guard input.files.contains("realm.json") else { return [] }
    return input.files.filter { $0.hasPrefix("messages-") && $0.hasSuffix(".json") && !$0.contains("/") }
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    guard input.bytes == nil else {
      if isList(input) { return try ZulipListReader(input, conversion).read(&log) }
      return try ZulipReader(ZulipRealm(input, &log), conversion).read(input, &log)
    }
    let reader = ZulipReader(ZulipRealm(input, &log), conversion)
    for path in lists(in: input) {
      do throws(ImportError) {
        try reader.read(input.file(named: path), &log)
      } catch {
        log.append(error.loss)
      }
    }
  }
}
