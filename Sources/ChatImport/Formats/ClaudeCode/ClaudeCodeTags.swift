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
    /// A message of another agent, or of a person through another program.
    case message(from: String, String)
    /// A text that a program wrote in the user's name.
    case injected(name: String, String)
    /// The summary of what was compacted.
    case summary(String)
    /// A text that is not shown, by its tag.
    case hidden(String)

    /// True if the user wrote it for the agent.
    var isPrompt: Bool {
      switch self {
      case .text(let text): !text.hasPrefix("[Request interrupted by user")
      case .command: true
      case .call, .output, .notice, .answer, .message, .injected, .summary, .hidden: false
      }
    }

    /// The words.
    var words: String {
      switch self {
      case .text(let text), .command(let text), .notice(let text), .answer(let text), .summary(let text),
        .hidden(let text),
        .call(_, let text), .output(_, let text), .message(_, let text), .injected(_, let text):
        text
      }
    }

    /// Returns the part as one that the program `name` wrote.
    func injected(by name: String) -> TaggedPart {
      switch self {
      case .text(let text), .command(let text): .injected(name: name, text)
      default: self
      }
    }
  }

  private enum Meaning {
    case hidden, repeated, command, argument, call, output, notification, message, injected
  }

  private static let tags: [(name: String, meaning: Meaning)] = [
    ("command-name", .command), ("command-args", .argument), ("command-message", .repeated),
    ("command-contents", .hidden), ("local-command-stdout", .output), ("local-command-stderr", .output),
    ("local-command-caveat", .hidden), ("bash-input", .call), ("bash-stdout", .output),
    ("bash-stderr", .output),
    ("system-reminder", .hidden), ("ide_opened_file", .hidden), ("ide_selection", .hidden),
    ("ide_diagnostics", .hidden), ("user-memory-input", .argument), ("task-notification", .notification),
    ("user-prompt-submit-hook", .hidden), ("session-start-hook", .hidden), ("post-tool-use-hook", .hidden),
    ("new-diagnostics", .hidden), ("bash-exit-code", .repeated), ("tick", .hidden),
    ("fork-boilerplate", .hidden), ("forked-skill-launch", .hidden), ("fork-source", .hidden),
    ("teammate-message", .message), ("agent-message", .message), ("cross-session-message", .message),
    ("coordinator-relay", .message), ("channel", .message), ("slack-tag-message", .message),
    ("slack-ping", .message), ("remote-review", .injected), ("remote-review-progress", .hidden),
    ("fetched-web-content", .injected), ("artifact-type-instructions", .injected),
    ("cowritten-artifact-html", .injected),
  ]

  private static let longestName = 40

  /// Returns the parts of a text; none if all of it is hidden.
  static func parts(of text: String) -> [TaggedPart] {
    guard text.utf8.contains(UInt8(ascii: "<")) else { return text.isBlank ? [] : [plainPart(text)] }
    if let wrapped = wrapped(text) { return [wrapped] }
    var (parts, plain, rest) = ([TaggedPart](), "", text[...])
    // Each tag without an end is looked for only once, however often it begins.
    var unclosed: Set<String> = []
    func addPlain() {
      let text = plain.trimmingSpaces
      if !text.isEmpty { parts.append(plainPart(text)) }
      plain = ""
    }
    while let open = rest.firstIndex(of: "<") {
      plain += rest[..<open]
      rest = rest[open...]
      guard let (name, meaning, tag, inside, end) = element(at: rest, &unclosed) else {
        plain += "<"
        rest = rest.dropFirst()
        continue
      }
      rest = rest[end...]
      let words = ToolText.withoutTerminalCodes(String(inside)).trimmingSpaces
      switch meaning {
      case .repeated: if ToolText.hasWords(words) { parts.append(.hidden(name)) }
      case .hidden: if !words.isEmpty { parts.append(.hidden(name)) }
      case .injected:
        addPlain()
        if !words.isEmpty { parts.append(.injected(name: name, words)) }
      case .message:
        addPlain()
        parts.append(message(words, from: sender(in: tag) ?? "Agent"))
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

  /// Returns a text without tags, which Claude Code may have written itself.
  private static func plainPart(_ text: String) -> TaggedPart {
    guard let first = text.utf8.first, "CTSO".utf8.contains(first) else { return .text(text) }
    if text.hasPrefix("Caveat: The messages below were generated by the user while running local commands") {
      return .hidden("caveat")
    }
    if text.hasPrefix("This session is being continued from a previous conversation") {
      return .summary(text)
    }
    return text.hasPrefix("Stop hook feedback:") ? .injected(name: "hook", text) : .text(text)
  }

  // MARK: Messages of others

  /// Attributes that name a sender, the best one first.
  private static let senderAttributes = [
    "teammate_id", "teammate-id", "user", "from", "sender", "name", "agent", "agent_id", "session", "source",
  ]

  /// Returns the sender that the attributes of a tag name, or nil.
  private static func sender(in tag: Substring) -> String? {
    senderAttributes.lazy.compactMap { attribute(named: $0, of: tag) }.first
  }

  private static func attribute(named name: String, of tag: Substring) -> String? {
    for quote in ["\"", "'"] {
      guard let start = tag.range(of: " \(name)=\(quote)"),
        let end = tag[start.upperBound...].range(of: quote)
      else { continue }
      let value = String(tag[start.upperBound..<end.lowerBound]).trimmingSpaces
      if !value.isEmpty { return value }
    }
    return nil
  }

  /// Returns the message of another agent. Those that programs read are objects of JSON.
  private static func message(_ words: String, from name: String) -> TaggedPart {
    guard words.hasPrefix("{") else { return .message(from: name, words) }
    let bytes = InputBytes(Array(words.utf8))
    var reader = JSONReader(bytes, isLenient: true)
    guard let value = try? reader.readValue(), let kind = value["type"]?.text else {
      return .message(from: name, words)
    }
    guard kind == "idle_notification" else { return .injected(name: name, ToolText.text(ofInput: value)) }
    let reason = [value["summary"], value["failureReason"]].compactMap { $0?.text }.filter { !$0.isBlank }
    return .notice((["\(name) is idle"] + reason).joined(separator: ": "))
  }

  /// Returns a text that is nothing but an element of a program's own making, with a name that no tag of HTML has; nil for others.
  private static func wrapped(_ text: String) -> TaggedPart? {
    guard let element = WrappedText(text), !tags.contains(where: { $0.name == element.name }) else {
      return nil
    }
    return .injected(name: element.name, ToolText.withoutTerminalCodes(element.words))
  }

  // MARK: Elements

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
  ) -> (name: String, meaning: Meaning, tag: Substring, inside: Substring, end: Substring.Index)? {
    let name = text.dropFirst().prefix(Self.longestName).prefix { $0 != ">" && $0 != "<" && !$0.isWhitespace }
    guard let tag = tags.first(where: { $0.name == name }), !unclosed.contains(tag.name),
      tag.name != "channel" || text.hasPrefix("<channel ")
    else { return nil }
    guard let start = endOfTag(text) else {
      unclosed.insert(tag.name)
      return nil
    }
    guard let close = text.firstRange(of: "</\(tag.name)>") else {
      unclosed.insert(tag.name)
      return nil
    }
    let inside = text.index(after: start)
    guard inside <= close.lowerBound else { return nil }
    return (tag.name, tag.meaning, text[..<start], text[inside..<close.lowerBound], close.upperBound)
  }

  /// Returns the index of the `>` that ends a tag; one in quotation marks ends none.
  private static func endOfTag(_ text: Substring) -> Substring.Index? {
    var quote: UInt8?
    for index in text.utf8.indices {
      let byte = text.utf8[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return index
      }
    }
    return nil
  }

  /// Returns a result without the tags around errors.
  static func withoutErrorTags(_ text: String) -> String {
    let (open, close) = ("<tool_use_error>", "</tool_use_error>")
    guard text.hasPrefix(open), text.hasSuffix(close) else { return text }
    return String(text.dropFirst(open.count).dropLast(close.count))
  }
}
