import ImportKit

/// The tags with which Claude Code marks parts of a user's text that the user did not type.
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
    /// The notice that an agent is idle, with the reason.
    case idle(name: String?, reason: String)
    /// The result of an agent that ran in the background.
    case answer(String)
    /// A message from another agent, or from a person through another program.
    case message(from: String?, String)
    /// A text that a program wrote in the user's name.
    case injected(name: String, String)
    /// The summary left by a compaction.
    case summary(String)
    /// A text that is not shown, by its tag.
    case hidden(String)

    /// True if the user wrote it for the agent.
    var isPrompt: Bool {
      switch self {
      case .text(let text): !text.hasPrefix("[Request interrupted by user")
      case .command: true
      case .call, .output, .notice, .idle, .answer, .message, .injected, .summary, .hidden: false
      }
    }

    /// The words.
    var words: String {
      switch self {
      case .text(let text), .command(let text), .notice(let text), .answer(let text), .summary(let text),
        .hidden(let text),
        .call(_, let text), .output(_, let text), .message(_, let text), .injected(_, let text),
        .idle(_, let text):
        text
      }
    }

    /// Returns the part as one written by the program `name`.
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
  /// The most bytes of a tag with its attributes. Longer ones are text: open quotation marks would be followed to the end
  /// of the text from each tag.
  private static let longestTag = 4_096

  /// Returns the parts of a message's texts. The user's words in consecutive texts are one part.
  static func parts(of texts: [String]) -> [TaggedPart] {
    var (parts, own, slot) = ([TaggedPart](), [String](), Int?.none)
    func endOwn() {
      if let slot { parts[slot] = .text(own.joined(separator: "\n\n")) }
      (own, slot) = ([], nil)
    }
    for part in texts.flatMap({ Self.parts(of: $0) }) {
      switch part {
      case .hidden: parts.append(part)
      case .text(let words) where part.isPrompt:
        if slot == nil {
          slot = parts.count
          parts.append(part)
        }
        own.append(words)
      default:
        endOwn()
        parts.append(part)
      }
    }
    endOwn()
    return parts
  }

  /// Returns the parts of a text.
  ///
  /// Claude Code makes an element a text of its own, or writes it in lines of its own before or after the user's words.
  /// Elsewhere, such as within a sentence or in a block of code, an element is the user's own words.
  private static func parts(of text: String) -> [TaggedPart] {
    guard text.utf8.contains(UInt8(ascii: "<")) else { return text.isBlank ? [] : [plainPart(text)] }
    if let wrapped = wrapped(text) { return [wrapped] }
    // Each tag without an end is searched for only once, however often it begins.
    var unclosed: Set<String> = []
    let before = elements(at: text[...], &unclosed)
    let after = lastElements(of: text[before.end...], &unclosed)
    let own = String(text[before.end..<(after?.start ?? text.endIndex)]).trimmingSpaces
    var parts: [TaggedPart] = []
    for element in before.elements { add(element, to: &parts) }
    if !own.isEmpty { parts.append(plainPart(own)) }
    for element in after?.elements ?? [] { add(element, to: &parts) }
    return parts
  }

  /// Appends the parts that an element represents.
  private static func add(_ element: TaggedElement, to parts: inout [TaggedPart]) {
    let words = ToolText.withoutTerminalCodes(String(element.inside)).trimmingSpaces
    let name = element.name
    switch element.meaning {
    case .repeated: if words.hasWords(countsFacts: true) { parts.append(.hidden(name)) }
    case .hidden: if !words.isEmpty { parts.append(.hidden(name)) }
    case .injected: if !words.isEmpty { parts.append(.injected(name: name, words)) }
    case .message: parts.append(message(words, from: sender(in: element.tag)))
    case .argument where words.isEmpty: return
    case .argument:
      if case .command(let command)? = parts.last {
        parts[parts.count - 1] = .command("\(command) \(words)")
      } else {
        parts.append(plainPart(words))
      }
    case .command: parts.append(.command(words))
    case .call: parts.append(.call(name: "Bash", words))
    case .output: if !words.isEmpty { parts.append(.output(name: nil, words)) }
    case .notification:
      let (summary, result) = (Self.words(in: "summary", of: words), Self.words(in: "result", of: words))
      parts += (summary.isEmpty && result.isEmpty ? [words] : summary).map { .notice($0) }
      parts += result.map { .answer($0) }
    }
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

  /// Returns the sender named in the attributes of a tag, or nil.
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

  /// Returns the message of another agent. Messages for programs are JSON objects.
  private static func message(_ words: String, from name: String?) -> TaggedPart {
    guard words.hasPrefix("{") else { return .message(from: name, words) }
    let bytes = InputBytes(Array(words.utf8))
    var reader = JSONReader(bytes, isLenient: true)
    guard let value = try? reader.readValue(), let kind = value["type"]?.text else {
      return .message(from: name, words)
    }
    guard kind == "idle_notification" else {
      return .injected(name: name ?? kind, ToolText.text(ofInput: value))
    }
    let reason = [value["summary"], value["failureReason"]].compactMap { $0?.text }.filter { !$0.isBlank }
    return .idle(name: name, reason: reason.joined(separator: ": "))
  }

  /// Returns a text that is nothing but an element made by a program, with a name that no HTML tag has; nil for others.
  private static func wrapped(_ text: String) -> TaggedPart? {
    guard let element = WrappedText(text), !tags.contains(where: { $0.name == element.name }) else {
      return nil
    }
    return .injected(name: element.name, ToolText.withoutTerminalCodes(element.words))
  }

  // MARK: Elements

  /// Returns the words within an element of a text; nothing if it is missing or blank.
  private static func words(in name: String, of text: String) -> [String] {
    guard let open = text.range(of: "<\(name)>"),
      let close = text[open.upperBound...].range(of: "</\(name)>")
    else { return [] }
    let words = String(text[open.upperBound..<close.lowerBound]).trimmingSpaces
    return words.isEmpty ? [] : [words]
  }

  private struct TaggedElement {
    var name: String
    var meaning: Meaning
    /// The opening tag.
    var tag: Substring
    /// The text between its tags.
    var inside: Substring
    /// The index after the closing tag.
    var end: Substring.Index
  }

  /// Returns the elements at the beginning of a text, each in lines of its own or next to other elements, and the index after the last
  /// one. `next`: the index after the next element that has other text next to it, or else `end`.
  private static func elements(
    at text: Substring, _ unclosed: inout Set<String>
  ) -> (elements: [TaggedElement], end: Substring.Index, next: Substring.Index) {
    var (elements, end) = ([TaggedElement](), text.startIndex)
    while let found = element(at: text[end...].drop(while: \.isWhitespace), &unclosed) {
      let rest = text[found.end...].drop { $0 == " " || $0 == "\t" }
      guard rest.first?.isNewline ?? true || tag(at: rest) != nil else { return (elements, end, found.end) }
      elements.append(found)
      end = found.end
    }
    return (elements, end, end)
  }

  /// Returns the elements at the end of a text, in lines of their own outside blocks of code, and the index of the first one.
  private static func lastElements(
    of text: Substring, _ unclosed: inout Set<String>
  ) -> (elements: [TaggedElement], start: Substring.Index)? {
    var (start, fence) = (text.startIndex, CodeFence?.none)
    while start < text.endIndex {
      let end = text.utf8[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.endIndex
      let line = text[start..<end].drop { $0.isWhitespace }
      start = end < text.endIndex ? text.utf8.index(after: end) : end
      if let mark = CodeFence(line) {
        if let opening = fence {
          if mark.closes(opening) { fence = nil }
        } else {
          fence = mark
        }
      } else if fence == nil, line.utf8.first == UInt8(ascii: "<") {
        let found = elements(at: text[line.startIndex...], &unclosed)
        if !found.elements.isEmpty, text[found.end...].allSatisfy(\.isWhitespace) {
          return (found.elements, line.startIndex)
        }
        // No element within these can be the first one.
        start = max(start, found.next)
      }
    }
    return nil
  }

  /// A line of backticks or tildes around a block of code (CommonMark §4.5).
  private struct CodeFence {
    private let mark: UInt8
    private let count: Int
    private let isBare: Bool

    /// Returns nil for any other line.
    init?(_ line: Substring) {
      guard let mark = line.utf8.first, mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else {
        return nil
      }
      let rest = line.utf8.drop { $0 == mark }
      count = line.utf8.count - rest.count
      guard count >= 3, mark == UInt8(ascii: "~") || !rest.contains(mark) else { return nil }
      self.mark = mark
      isBare = rest.allSatisfy { $0 <= 0x20 }
    }

    /// True if it ends the block that `opening` begins.
    func closes(_ opening: CodeFence) -> Bool {
      isBare && mark == opening.mark && count >= opening.count
    }
  }

  /// Returns the tag at the beginning of `text`, or nil.
  private static func tag(at text: Substring) -> (name: String, meaning: Meaning)? {
    guard text.utf8.first == UInt8(ascii: "<") else { return nil }
    let name = text.dropFirst().prefix(Self.longestName).prefix { $0 != ">" && $0 != "<" && !$0.isWhitespace }
    guard name != "channel" || text.hasPrefix("<channel ") else { return nil }
    return tags.first { $0.name == name }
  }

  /// Returns the element at the beginning of `text`, or nil.
  private static func element(at text: Substring, _ unclosed: inout Set<String>) -> TaggedElement? {
    guard let (name, meaning) = tag(at: text), !unclosed.contains(name), let start = endOfTag(text) else {
      return nil
    }
    guard let close = text.firstRange(of: "</\(name)>") else {
      unclosed.insert(name)
      return nil
    }
    let inside = text.index(after: start)
    guard inside <= close.lowerBound else { return nil }
    return TaggedElement(
      name: name, meaning: meaning, tag: text[..<start], inside: text[inside..<close.lowerBound],
      end: close.upperBound)
  }

  /// Returns the index of the `>` that ends a tag, or nil; one in quotation marks does not count.
  private static func endOfTag(_ text: Substring) -> Substring.Index? {
    var quote: UInt8?
    for index in text.utf8.indices.prefix(longestTag) {
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
