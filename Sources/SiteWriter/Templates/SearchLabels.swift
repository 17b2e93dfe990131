/// The words of the search, so that they can be said in the reader's language.
public struct SearchLabels: Hashable, Sendable {
  public var name = "Search"
  /// What may be written into the field.
  public var words = "Words or “whole words”"
  public var sender = "Sender"
  public var anybody = "Anybody"
  public var kind = "Kind"
  /// The choices of kind.
  public var everything = "Everything"
  public var links = "Links"
  public var attachments = "Attachments"
  public var photo = "Photo"
  public var video = "Video"
  public var audio = "Audio"
  public var file = "File"
  public var firstDay = "From"
  public var lastDay = "Until"
  /// Says how many messages were found, with `{count}` where the number goes.
  public var hits = "Found: {count}"
  public var nothing = "Nothing found"
  /// Says how many pages could not be looked at, with `{count}` where the number goes.
  public var missing = "Pages that could not be read: {count}"

  /// The English words.
  public init() {}

  /// What the page template can name.
  var values: [String: Any] {
    [
      "name": name, "words": words, "sender": sender, "anybody": anybody, "kind": kind,
      "everything": everything,
      "links": links, "attachments": attachments, "photo": photo, "video": video, "audio": audio,
      "file": file,
      "firstDay": firstDay, "lastDay": lastDay, "hits": hits, "nothing": nothing, "missing": missing,
    ]
  }
}
