/// The tags by which Claude Code marks in a user's text what the user did not type as text.
enum ClaudeCodeTags {
  enum TaggedPart: Equatable {
    case text(String)
    /// A slash command with its arguments.
    case command(String)
    /// A command that the user gave to the shell.
    case call(name: String, String)
    /// The output of a command.
    case output(name: String?, String)
    /// A notice about a task in the background.
    case notice(String)
    /// The result of an agent that ran in the background.
    case answer(String)

    /// Indicates whether the user wrote it for the agent.
    var isPrompt: Bool {
      switch self {
      case .text(let text): !text.hasPrefix("[Request interrupted by user")
      case .command: true
      case .call, .output, .notice, .answer: false
      }
    }
  }

  private enum Meaning {
    case hidden, command, argument, call, output, notification
  }

  private static let tags: [(name: String, meaning: Meaning)] = [
    ("command-name", .command), ("command-args", .argument), ("command-message", .hidden),
    ("command-contents", .hidden), ("local-command-stdout", .output), ("local-command-stderr", .output),
    ("local-command-caveat", .hidden), ("bash-input", .call), ("bash-stdout", .output),
    ("bash-stderr", .output),
    ("system-reminder", .hidden), ("ide_opened_file", .hidden), ("ide_selection", .hidden),
    ("ide_diagnostics", .hidden), ("user-memory-input", .argument), ("task-notification", .notification),
    ("user-prompt-submit-hook", .hidden), ("session-start-hook", .hidden),
  ]

  private static let longestName = 40

  /// Returns the parts of a text; none if all of it is hidden.
  static func parts(of text: String) -> [TaggedPart] {
    guard text.utf8.contains(UInt8(ascii: "<")) else { return text.isBlank ? [] : [.text(text)] }
    var (parts, plain, rest) = ([TaggedPart](), "", text[...])
    // Each tag without an end is looked for only once, however often it begins.
    var unclosed: Set<String> = []
    func addPlain() {
      let text = plain.trimmingSpaces
      if !text.isEmpty { parts.append(.text(text)) }
      plain = ""
    }
    while let open = rest.firstIndex(of: "<") {
      plain += rest[..<open]
      rest = rest[open...]
      guard let (meaning, inside, end) = element(at: rest, &unclosed) else {
        plain += "<"
        rest = rest.dropFirst()
        continue
      }
      rest = rest[end...]
      let words = ToolText.withoutTerminalCodes(String(inside)).trimmingSpaces
      switch meaning {
      case .hidden: continue
      case .argument where words.isEmpty: continue
      case .argument:
        if case .command(let command)? = parts.last {
          parts[parts.count - 1] = .command("\(command) \(words)")
        } else {
          plain += words
        }
      case .command:
        addPlain()
        parts.append(.command(words))
      case .call:
        addPlain()
        parts.append(.call(name: "Bash", words))
      case .output:
        addPlain()
        if !words.isEmpty { parts.append(.output(name: nil, words)) }
      case .notification:
        addPlain()
        let (summary, result) = (Self.words(in: "summary", of: words), Self.words(in: "result", of: words))
        parts += (summary.isEmpty && result.isEmpty ? [words] : summary).map { .notice($0) }
        parts += result.map { .answer($0) }
      }
    }
    plain += rest
    addPlain()
    return parts
  }

  /// Returns the words within an element of a text; nothing if it is not there or blank.
  private static func words(in name: String, of text: String) -> [String] {
    guard let open = text.range(of: "<\(name)>"),
      let close = text[open.upperBound...].range(of: "</\(name)>")
    else { return [] }
    let words = String(text[open.upperBound..<close.lowerBound]).trimmingSpaces
    return words.isEmpty ? [] : [words]
  }

  /// Returns the meaning and inside of the element that `text` begins with, and where it ends.
  private static func element(
    at text: Substring, _ unclosed: inout Set<String>
  ) -> (meaning: Meaning, inside: Substring, end: Substring.Index)? {
    let name = text.dropFirst().prefix(Self.longestName).prefix { $0 != ">" && $0 != "<" && !$0.isWhitespace }
    guard let tag = tags.first(where: { $0.name == name }), !unclosed.contains(tag.name),
      let start = text.utf8.firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    guard let close = text.firstRange(of: "</\(tag.name)>") else {
      unclosed.insert(tag.name)
      return nil
    }
    let inside = text.index(after: start)
    guard inside <= close.lowerBound else { return nil }
    return (tag.meaning, text[inside..<close.lowerBound], close.upperBound)
  }

  /// Returns a result without the tags around errors.
  static func withoutErrorTags(_ text: String) -> String {
    let (open, close) = ("<tool_use_error>", "</tool_use_error>")
    guard text.hasPrefix(open), text.hasSuffix(close) else { return text }
    return String(text.dropFirst(open.count).dropLast(close.count))
  }
}
