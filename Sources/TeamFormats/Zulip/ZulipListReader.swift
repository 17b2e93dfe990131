import ChatModel
import ImportKit

/// Converts messages of the interface, and messages of a topic that zulip-archive saved, whose name is the file's.
final class ZulipListReader {
  private let file: ImportInput
  private let conversion: Conversion
  private let folder: InputFolder
  private let list: String?

  init(_ file: ImportInput, _ conversion: Conversion) {
    (self.file, self.conversion, folder) = (file, conversion, file.folder)
    list = file.shape.has(".messages[].sender_full_name") ? "messages" : nil
  }

  func read(_ log: inout DiagnosticLog) throws(ImportError) {
    guard let json = JSONFile(file) else { return }
    let text = ZulipText(path: json.path)
    let damaged = { () -> ConversationBuilder in self.conversation(.null) }
    try json.forEachElement(
      of: list, log: &log, broken: { text, _, _ throws(ImportError) in try damaged().addBroken(text) }
    ) { value, _, origin, log throws(ImportError) in try add(value, text, origin, &log) }
  }

  /// The conversation of a message: its channel and topic, its people, else the topic of the file's name.
  private func conversation(_ value: JSONValue) -> ConversationBuilder {
    if let people = value["display_recipient"]?.elements, !people.isEmpty {
      let ids = people.compactMap { $0["id"]?.identifier }.sorted()
      let title = people.compactMap { $0["full_name"]?.text }.joined(separator: ", ")
      return conversion.conversation(
        "zulip/list/@\(ids.joined(separator: ","))", id: String(title.prefix(100)), title: title)
    }
    if let channel = value["display_recipient"]?.text {
      let topic = value["subject"]?.text ?? value["topic"]?.text ?? ""
      let title = topic.isEmpty ? channel : "\(channel) > \(topic)"
      return conversion.conversation(
        "zulip/list/\(channel)/\(topic)", id: String(title.prefix(100)), title: title)
    }
    // `236446-Type-theory/Comparison.20with.20Coq.json`
    let topic = Self.name(file.stem)
    let parent = String(folder.namePath.split(separator: "/").last ?? "")
    let isNumbered = parent.prefix { $0.isNumber }.count > 0 && parent.contains("-")
    let channel =
      isNumbered
      ? String(parent[parent.index(after: parent.firstIndex(of: "-") ?? parent.startIndex)...]) : ""
    let title = channel.isEmpty ? topic : "\(Self.name(channel)) > \(topic)"
    return conversion.conversation(
      "zulip/list/\(parent)/\(topic)", id: String(title.prefix(100)), title: title)
  }

  /// Returns a name with characters in place of a point and two hexadecimal digits each.
  private static func name(_ text: String) -> String {
    var (bytes, rest) = ([UInt8](), Array(text.utf8)[...])
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "."), rest.count >= 2,
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(code)
        rest = rest.dropFirst(2)
        // The other bytes of a character may be without points.
        var count = code >= 0xF0 ? 3 : code >= 0xE0 ? 2 : code >= 0xC2 ? 1 : 0
        while count > 0, rest.count >= 2,
          let next = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), 0x80..<0xC0 ~= next
        {
          bytes.append(next)
          rest = rest.dropFirst(2)
          count -= 1
        }
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func add(
    _ value: JSONValue, _ reader: ZulipText, _ origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    let builder = conversation(value)
    guard value.isObject else { return try builder.addNoObject(value.json, at: origin, &log) }
    var draft = MessageDraft()
    draft.id = value["id"]?.identifier ?? ""
    let name = value["sender_full_name"]?.text
    if let key = value["sender_id"]?.identifier ?? name {
      draft.sender = builder.participant(key, name: name)
    }
    draft.instant = value["timestamp"]?.integer.map { Instant(milliseconds: $0 &* 1000) }
    let html = value["content"]?.text ?? ""
    let content =
      value["content_type"]?.text == "text/x-markdown"
      ? ZulipText.Content(text: ChatMarkdown.text(html)) : reader.content(html)
    draft.attachments = content.files.map { file in
      let last = file.address.split(separator: "/").last.map(String.init) ?? ""
      let name = file.name.isEmpty ? last : file.name
      var attachment = Attachment(kind: .init(ofFileNamed: name.hasFileExtension ? name : last), name: name)
      attachment.absence = .other(file.address)
      return attachment
    }
    if !content.text.string.isEmpty { draft.text = ZulipReader.action(content.text) }
    for row in value["reactions"]?.elements ?? [] {
      guard let name = row["emoji_name"]?.text else { continue }
      let emoji =
        row["reaction_type"]?.text == "realm_emoji"
        ? nil : row["emoji_code"]?.text.flatMap(ZulipText.emoji(ofCode:)) ?? EmojiShortName.emoji(name)
      let user = row["user_id"]?.identifier ?? row["user"]?["id"]?.identifier
      draft.reactions.add(
        emoji ?? ":\(name):", by: user.map { builder.participant($0, name: row["user"]?["full_name"]?.text) })
    }
    if let edit = value["last_edit_timestamp"]?.integer {
      var extras = MessageExtras()
      extras.editedAt = Instant(milliseconds: edit &* 1000)
      draft.extras = extras
    }
    draft.showCardIfEmpty(at: origin, &log)
    try builder.add(draft)
  }
}
