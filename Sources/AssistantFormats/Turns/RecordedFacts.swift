import ChatModel
import ImportKit

extension Conversion {
  /// Returns the time in a record: a text in ISO 8601, a number of seconds or milliseconds since 1970, or MongoDB's `$date` with one of
  /// these. Nil for any other value.
  func instant(in value: JSONValue?) -> Instant? {
    var (value, instant) = (value, Timestamp?.none)
    for name in ["$date", "$numberLong"] { value = value?[name] ?? value }
    if let number = value?.number {
      instant = Timestamp(epoch: number)
    } else if let text = value?.text {
      instant = Timestamp(text) ?? Double(text).flatMap { Timestamp(epoch: $0) }
    }
    return instant.map { self.instant(of: $0) }
  }
}

extension Attachment {
  /// A file that the export names but does not have.
  static func absent(named name: String?, type: String? = nil) -> Attachment {
    var file = Attachment(kind: Attachment.Kind(ofFileNamed: name ?? "", type: type), name: name)
    (file.type, file.absence) = (type, .unavailable)
    return file
  }
}

extension ToolText {
  /// Returns the arguments of a call that may be JSON in a text.
  static func text(ofArguments value: JSONValue?) -> String {
    guard let value else { return "" }
    return text(ofInput: value.text.flatMap { AssistantWords.json(in: $0) } ?? value)
  }

  /// Returns the titles and addresses of pages that were found, a line each.
  static func text(ofPages pages: JSONValue?) -> String {
    (pages?.elements ?? []).compactMap { page in
      let words = ["title", "name", "url", "uri", "link", "preview", "snippet"].compactMap { page[$0]?.text }
      return words.isEmpty ? page.text : words.filter { !$0.isBlank }.joined(separator: "\n")
    }.joined(separator: "\n\n")
  }
}
