import ChatModel
import ImportKit

/// The text of messages: HTML, else plain text; without the words of the answered message, which programs put before an answer.
final class MatrixText {
  private let path: String
  private let vocabulary = HTMLVocabulary()

  init(path: String) { self.path = path }

  func text(_ content: JSONValue, isReply: Bool) -> MessageText {
    let body = content["body"]?.text ?? ""
    guard content["format"]?.text == "org.matrix.custom.html", let formatted = content["formatted_body"]?.text
    else {
      return MessageText(isReply ? Self.withoutQuotation(body) : body, markup: .plain)
    }
    let html = Self.withoutReply(formatted)
    if let plain = MessageHTML.plain(html) { return MessageText(plain, markup: .plain) }
    guard let message = MessageHTML(html, path: path, vocabulary) else {
      return MessageText(isReply ? Self.withoutQuotation(body) : body, markup: .plain)
    }
    return message.text(style: Self.style, words: Self.words)
  }

  private static func style(_ element: HTMLElement) -> SourceSpan.Kind? {
    if element.name == "a", element["href"]?.hasPrefix("https://matrix.to/#/@") == true { return .mention }
    return element["data-mx-spoiler"] != nil ? .spoiler : nil
  }

  /// The name of an emoji that is a picture.
  private static func words(_ element: HTMLElement) -> String? {
    element.name == "img" ? element["alt"] ?? element["title"] ?? "" : nil
  }

  /// Removes `<mx-reply>…</mx-reply>`.
  private static func withoutReply(_ html: String) -> String {
    guard let start = html.range(of: "<mx-reply>"), let end = html.range(of: "</mx-reply>"),
      start.lowerBound < end.lowerBound
    else { return html }
    return String(html[..<start.lowerBound]) + html[end.upperBound...]
  }

  /// Removes the lines `> <@person:server> …` and the blank line after them.
  private static func withoutQuotation(_ body: String) -> String {
    guard body.hasPrefix("> <") || body.hasPrefix("> * <") else { return body }
    var lines = body.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = lines.first, line.hasPrefix(">") { lines.removeFirst() }
    if lines.first?.isEmpty == true { lines.removeFirst() }
    return lines.joined(separator: "\n")
  }
}

/// The files of an export: in folders by kind, named after the message's text and its local time.
final class MatrixFiles {
  /// Paths in the order of their names.
  private let paths: [String]
  private var taken: Set<String> = []

  init(_ folder: InputFolder) {
    let folders: Set = ["images", "videos", "audio", "files", "stickers"]
    paths = ((try? folder.files()) ?? []).filter { path in
      let steps = path.split(separator: "/")
      return steps.count == 2 && folders.contains(String(steps[0]))
    }
  }

  /// Returns the file of a message: its name without its ending, a hyphen, the time, and the ending. The time has the exporter's zone and
  /// language, so of several files the one with the message's minute and second is taken.
  func path(of name: String, body: String, kind: String, at instant: Instant?) -> String? {
    guard !paths.isEmpty else { return nil }
    for name in [body, name] where !name.isEmpty {
      let dot = name.hasFileExtension ? name.lastIndex(of: ".") : nil
      let stem = dot.map { String(name[..<$0]) } ?? name
      let ending = dot.map { name[$0...].lowercased() } ?? ""
      let found = paths.filter { path in
        guard !taken.contains(path), let slash = path.firstIndex(of: "/") else { return false }
        let file = path[path.index(after: slash)...]
        return file.hasPrefix(stem + "-") && (kind == "m.sticker" || file.lowercased().hasSuffix(ending))
      }
      if let path = Self.best(found, instant) {
        taken.insert(path)
        return path
      }
    }
    return nil
  }

  private static func best(_ paths: [String], _ instant: Instant?) -> String? {
    guard paths.count > 1, let instant else { return paths.first }
    let (minute, second) = (instant.seconds / 60 % 60, instant.seconds % 60)
    return paths.first { path in
      let numbers = path.split { !$0.isNumber }.compactMap { Int64($0) }
      return zip(numbers, numbers.dropFirst()).contains { $0 == minute && $1 == second }
    } ?? paths.first
  }
}
