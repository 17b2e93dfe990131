/// The tools of ChatGPT, by the names that messages call them by.
enum ChatGPTTools {
  /// Tools of which a line says enough: they search and remember, and ChatGPT shows no more of them either.
  private static let quiet: Set<Substring> = ["browser", "web", "research_kickoff_tool", "bio"]
  /// The most characters of an input that are shown in a line.
  private static let limit = 300

  /// Indicates whether a tool is shown in a line and not folded.
  static func isQuiet(_ tool: String) -> Bool { quiet.contains(tool.prefix { $0 != "." }) }

  /// Returns what a tool searches or remembers, or nil if the input tells nothing to people.
  static func words(ofInput input: String) -> String? {
    if let value = JSONValue(parsing: input), value.isObject || value.isArray {
      var words: [String] = []
      collectQueries(value, depth: 0, into: &words)
      return words.isEmpty ? nil : String(words.joined(separator: "; ").prefix(limit))
    }
    let line = input.trimmingSpaces
    guard line.hasPrefix("search(\""), line.hasSuffix("\")"), line.count > 10 else {
      return line.isEmpty ? nil : String(line.prefix(limit))
    }
    return String(line.dropFirst(8).dropLast(2).prefix(limit))
  }

  private static func collectQueries(_ value: JSONValue, depth: Int, into words: inout [String]) {
    guard depth < 6, words.count < 20 else { return }
    for member in value.members {
      let (name, value) = (member.name, member.value)
      if ["q", "query", "url", "pattern", "location"].contains(name), let text = value.text {
        words.append(text)
      } else {
        collectQueries(value, depth: depth + 1, into: &words)
      }
    }
    for element in value.elements {
      if let text = element.text { words.append(text) }
      collectQueries(element, depth: depth + 1, into: &words)
    }
  }

  /// Returns the words that a call of a tool draws pictures from, or nil for other messages.
  static func prompt(of message: JSONValue) -> String? {
    guard let recipient = message["recipient"]?.text, recipient != "all",
      let text = message["content"]?["text"]?.text
    else { return nil }
    return JSONValue(parsing: text)?["prompt"]?.text
  }
}
