import HTML
import Phrases

/// The list of conversations for the script of pages, which shows it beside the messages if there is room.
///
/// Pages do not depend on other conversations, so the list is in a file at the site's root. It calls `chatexport("chats", …)`
/// with an object: `language`, `direction`, `words` by the names of their phrases, and `chats`, a list for each: folder, number
/// of pages, title, initials, colour, picture, sender and text of the last message, its date, number of messages, that number in
/// words, and with its noun.
public enum ChatsFile {
  /// The file's name at the root of the site.
  public static let name = "chats.js"

  /// The phrases that the script shows, with placeholders that it fills.
  private static let words: [Phrase] = [
    .conversations, .messages, .filterChats, .nothingFound, .unreadPages, .moreInChat, .newMessages, .close,
  ]

  /// The file with the entries of a list, in their order. Deterministic.
  public static func bytes(of list: IndexModel) -> [UInt8] {
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
    content += Array("},\"chats\":[".utf8)
    ScriptString.appendList(list.conversations, to: &content) { entry, content in
      content += Array("\n[".utf8)
      Self.append(entry, to: &content)
      content.append(UInt8(ascii: "]"))
    }
    content += Array("]}".utf8)
    return DataScript.bytes(named: "chats", content: content)
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
