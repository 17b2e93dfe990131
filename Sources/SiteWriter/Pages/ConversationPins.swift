import HTML

/// The pinned messages of a conversation, for the bar above the messages: the file `map/pins.js`, written if there are any.
///
/// A later message may change the choice, so pages do not contain it. The file calls `chatexport("pins", …)` with an
/// object: `label`, the bar's name, and `pins`, a list for each: page, HTML id, sender, text.
public enum ConversationPins {
  /// The most messages in the bar.
  public static let most = 200

  /// A pinned message.
  public struct Pin: Hashable, Sendable {
    /// The page of the message, counted from 1.
    public var page: Int
    /// Its anchor name, without `m-`.
    public var anchor: String
    /// The sender's name; may be empty.
    public var sender: String
    /// Its text in one line, or the name of its kind.
    public var text: String

    /// Creates the entry of a message.
    public init(page: Int, anchor: String, sender: String, text: String) {
      (self.page, self.anchor, self.sender, self.text) = (page, anchor, sender, text)
    }
  }

  /// The file with these messages, in order. Deterministic.
  public static func bytes(of pins: [Pin], label: String) -> [UInt8] {
    var content = Array("{\"label\":".utf8)
    ScriptString.append(label, to: &content)
    content += Array(",\"pins\":[".utf8)
    ScriptString.appendList(pins, to: &content) { pin, content in
      content += Array("[\(pin.page),".utf8)
      ScriptString.appendList([AnchorName.id(pin.anchor), pin.sender, pin.text], to: &content) {
        ScriptString.append($0, to: &$1)
      }
      content.append(UInt8(ascii: "]"))
    }
    content += Array("]}".utf8)
    return DataScript.bytes(named: "pins", content: content)
  }
}
