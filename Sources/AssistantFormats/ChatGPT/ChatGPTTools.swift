import ImportKit

/// The tools of ChatGPT, by their names in messages.
enum ChatGPTTools {
  /// Tools for which a line is enough: they search and remember, and ChatGPT itself shows no more of them.
  private static let quiet: Set<Substring> = ["browser", "web", "research_kickoff_tool", "bio"]
  /// The most characters of an input that are shown in a line.
  private static let limit = 300

  /// True if a tool is shown in a line and not folded.
  static func isQuiet(_ tool: String) -> Bool { quiet.contains(tool.prefix { $0 != "." }) }

  /// True if a message says that its tool failed: by its kind, by a status, or by the exception that ended a program.
  static func hasFailed(_ message: JSONValue) -> Bool {
    if message["content"]?["content_type"]?.text == "system_error" { return true }
    let (metadata, result) = (message["metadata"], message["metadata"]?["aggregate_result"])
    let statuses = [message["status"], metadata?["status"], result?["status"]].compactMap { $0?.text }
    return statuses.contains { $0 == "error" || $0.hasPrefix("failed") }
      || ["in_kernel_exception", "system_exception", "timeout_triggered"].contains {
        result?[$0].map { $0.flag ?? true } ?? false
      }
  }

  /// The form in which a call of a quiet tool is shown.
  enum Shown: Equatable {
    /// A line with its search or memory.
    case line(String)
    /// The whole call, folded, because a line has no room for it.
    case folded
    /// Nothing: positions in pages that were found before.
    case nothing
  }

  /// Returns the form in which the call of a quiet tool with this input is shown.
  static func shown(ofInput input: String) -> Shown {
    if let value = JSONValue(parsing: input), value.isObject || value.isArray {
      var found = Words()
      found.add(value, depth: 0)
      let line = found.words.joined(separator: "; ")
      if line.isEmpty { return found.hasOthers ? .folded : .nothing }
      return found.hasSentences || line.count > limit ? .folded : .line(line)
    }
    var line = input.trimmingSpaces
    if line.hasPrefix("search(\""), line.hasSuffix("\")"), line.count > 10 {
      line = String(line.dropFirst(8).dropLast(2))
    }
    if line.isEmpty { return .nothing }
    return line.count > limit ? .folded : .line(line)
  }

  /// The words in the input of a search.
  private struct Words {
    var words: [String] = []
    /// True if there are texts other than positions such as `turn0search1`.
    var hasOthers = false
    /// True if there are also texts of several words.
    var hasSentences = false

    mutating func add(_ value: JSONValue, depth: Int) {
      guard depth < 6 else { return hasSentences = true }
      for member in value.members {
        let (name, value) = (member.name, member.value)
        if ["q", "query", "url", "pattern", "location"].contains(name), let text = value.text {
          words.append(text)
        } else {
          note(value)
          add(value, depth: depth + 1)
        }
      }
      for element in value.elements {
        if let text = element.text { words.append(text) }
        add(element, depth: depth + 1)
      }
    }

    private mutating func note(_ value: JSONValue) {
      guard let text = value.text, !text.isEmpty else { return }
      hasOthers = hasOthers || !text.hasPrefix("turn")
      hasSentences = hasSentences || text.hasWords()
    }
  }

  /// Returns the prompt with which a call of a tool draws pictures, or nil for other messages.
  static func prompt(of message: JSONValue) -> String? {
    guard let recipient = message["recipient"]?.text, recipient != "all",
      let text = message["content"]?["text"]?.text
    else { return nil }
    return JSONValue(parsing: text)?["prompt"]?.text
  }
}
