import HTML
import Phrases

/// The list of conversations for the script of pages, which shows it beside the messages if there is room.
///
/// Pages do not depend on other conversations, so the list is in a file at the site's root. It calls `chatexport("chats", …)`
/// with an object: `language`, `direction`, `words` by the names of their phrases, and `chats`, a list for each: folder, number
/// of pages, title, initials, colour, picture, sender and text of the last message, its date, number of messages, that number in
/// words, and with its noun.
///
/// It has the first thousand conversations. `chats-1.js`, `chats-2.js` and so on, as many as its member `files`, have a thousand others
/// each, as lists; scripts load them when the list is scrolled or searched that far.
public enum ChatsFile {
  /// The most conversations in a file.
  static let chatsInFile = 1000

  /// The phrases that the script shows, with placeholders that it fills.
  private static let words: [Phrase] = [
    .conversations, .messages, .filterChats, .nothingFound, .unreadPages, .moreInChat, .newMessages, .close,
  ]

  /// The names of the files at the root of the site, and their bytes, with the entries of a list in their order. Deterministic.
  public static func files(of list: IndexModel) -> some Sequence<(name: String, bytes: [UInt8])> {
    let count = max(1, (list.conversations.count + chatsInFile - 1) / chatsInFile)
    return (0..<count).lazy.map { number in
      let part = Array(list.conversations.dropFirst(number * chatsInFile).prefix(chatsInFile))
      if number == 0 { return ("chats.js", first(of: list, part, others: count - 1)) }
      var content: [UInt8] = []
      append(part, to: &content)
      return ("chats-\(number).js", DataScript.bytes(named: "chats-\(number)", content: content))
    }
  }

  /// The first file.
  private static func first(
    of list: IndexModel, _ conversations: [IndexEntry], others: Int
  ) -> [UInt8] {
    var content: [UInt8] = []
    func append(_ name: StaticString, _ text: String) {
      content += Array(name.description.utf8)
      ScriptString.append(text, to: &content)
    }
    append("{\"language\":", list.language.tag)
    append(",\"direction\":", list.language.direction.attribute)
    content += Array(",\"words\":{".utf8)
    ScriptString.appendList(words, to: &content) { word, content in
      ScriptString.append(word.rawValue, to: &content)
      content.append(UInt8(ascii: ":"))
      ScriptString.append(list.language.phrases.unfilled(word), to: &content)
    }
    content += Array("},".utf8)
    if others > 0 { content += Array("\"files\":\(others),".utf8) }
    content += Array("\"chats\":".utf8)
    Self.append(conversations, to: &content)
    content.append(UInt8(ascii: "}"))
    return DataScript.bytes(named: "chats", content: content)
  }

  private static func append(_ conversations: [IndexEntry], to content: inout [UInt8]) {
    content.append(UInt8(ascii: "["))
    ScriptString.appendList(conversations, to: &content) { entry, content in
      content += Array("\n[".utf8)
      Self.append(entry, to: &content)
      content.append(UInt8(ascii: "]"))
    }
    content.append(UInt8(ascii: "]"))
  }

  private static func append(_ entry: IndexEntry, to list: inout [UInt8]) {
    let comma = UInt8(ascii: ",")
    func appendText(_ text: String) {
      ScriptString.append(text, to: &list)
      list.append(comma)
    }
    func appendNumber(_ number: Int) {
      list += Array(String(number).utf8)
      list.append(comma)
    }
    appendText(PageAddress.file(entry.folder))
    appendNumber(entry.pages)
    appendText(entry.title)
    appendText(entry.initials)
    appendNumber(Int(entry.colour) % PersonColour.count)
    appendText(entry.picture.map(PageAddress.file) ?? "")
    appendText(entry.last?.sender ?? "")
    appendText(entry.last?.text ?? "")
    appendText(entry.last?.date ?? "")
    appendNumber(entry.messages)
    appendText(entry.count)
    ScriptString.append(entry.detail, to: &list)
  }
}
