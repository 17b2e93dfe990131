import ImportKit

/// A text in the user's name, divided into the user's words and Codex's additions: instructions, and facts of the environment.
struct CodexContext {
  /// The user's own words.
  private(set) var words: String
  /// The kinds of context that are left out.
  private(set) var hidden: [String] = []
  /// Texts of programs with words of their own, by their names.
  private(set) var injected: [(name: String, text: String)] = []

  /// The names of elements that Codex adds.
  private static let elements = [
    "environment_context", "user_instructions", "permissions instructions", "permissions_instructions",
    "turn_aborted", "skill", "INSTRUCTIONS", "recommended_plugins", "app-context", "apps_instructions",
    "skills_instructions", "plugins_instructions", "collaboration_mode", "multi_agent_mode",
    "codex_internal_context", "goal_context", "personality_spec", "model_switch", "token_budget",
    "realtime_conversation", "exec_policy_amendment", "in-app-browser-context", "memories", "memory_summary",
  ]

  /// The names of elements with words of other agents and programs.
  private static let messages = ["subagent_notification", "hook_prompt", "user_action"]

  /// The beginnings of texts that Codex adds without an element around them.
  private static let beginnings = [
    "# AGENTS.md instructions", "Warning: apply_patch was requested via", "<external_",
    "Warning: The maximum number of unified exec processes",
    "You are performing a CONTEXT CHECKPOINT COMPACTION",
  ]

  /// The beginning of the summary left by a compaction.
  private static let summary = "Another language model started to solve this problem and produced a summary"

  init(_ text: String) {
    words = text
    guard let first = text.utf8.first(where: { $0 > 0x20 }),
      first == UInt8(ascii: "<") || first == UInt8(ascii: "#") || "WAY".utf8.contains(first)
    else { return }
    if text.hasPrefix(Self.summary) {
      injected.append(("summary", text))
      words = ""
      return
    }
    var rest = text[...]
    while let next = readElement(of: rest) { rest = next }
    if !hidden.isEmpty || !injected.isEmpty { words = String(rest).trimmingSpaces }
    readRequest()
    if let wrapped = WrappedText(words), wrapped.name != "user_shell_command" {
      injected.append((wrapped.name, wrapped.words))
      words = ""
    }
  }

  /// Notes the element at the beginning of a text. Returns the text after it, or nil if there is no such element.
  private mutating func readElement(of text: Substring) -> Substring? {
    let text = text.drop { $0.isWhitespace }
    guard !text.isEmpty else { return nil }
    if let start = Self.beginnings.first(where: { text.hasPrefix($0) }) {
      hidden.append("context")
      let end = start.hasPrefix("#") ? text.range(of: "</INSTRUCTIONS>")?.upperBound : nil
      return text[(end ?? text.endIndex)...]
    }
    guard text.hasPrefix("<"),
      let name = (Self.elements + Self.messages).first(where: { Self.begins(text, $0) })
    else { return nil }
    let close = text.range(of: "</\(name)>")
    if Self.messages.contains(name) {
      let inside = text[..<(close?.lowerBound ?? text.endIndex)]
      let start = inside.firstIndex(of: ">").map(inside.index(after:)) ?? inside.startIndex
      injected.append((name, String(inside[start...]).trimmingSpaces))
    } else {
      hidden.append("context")
    }
    return text[(close?.upperBound ?? text.endIndex)...]
  }

  private static func begins(_ text: Substring, _ name: String) -> Bool {
    let rest = text.utf8.dropFirst()
    guard rest.starts(with: name.utf8), let next = rest.dropFirst(name.utf8.count).first else { return false }
    return next == UInt8(ascii: ">") || next <= 0x20
  }

  /// Removes the editor's or app's additions about open files, pages and mentioned files.
  private mutating func readRequest() {
    guard words.hasPrefix("# "), let request = words.range(of: "\n## My request"),
      let end = words[request.upperBound...].range(of: ":"),
      words[request.upperBound..<end.lowerBound].utf8.count < 40
    else { return }
    words = String(words[end.upperBound...]).trimmingSpaces
    hidden.append("files and facts around a prompt")
  }

  /// True if a text is one of the tags that Codex puts around a picture.
  static func isPictureTag(_ text: String) -> Bool {
    let text = text.trimmingSpaces
    return text == "</image>" || text.hasPrefix("<image") && text.hasSuffix(">") && text.count < 200
  }

  /// Returns a user's shell command and its output, or nil for other texts.
  static func shellCommand(_ text: String) -> (input: String, output: String)? {
    guard text.hasPrefix("<user_shell_command>"), let input = inside(of: "command", in: text) else {
      return nil
    }
    return (input, inside(of: "result", in: text) ?? "")
  }

  private static func inside(of tag: String, in text: String) -> String? {
    guard let open = text.range(of: "<\(tag)>"), let close = text[open.upperBound...].range(of: "</\(tag)>")
    else { return nil }
    return String(text[open.upperBound..<close.lowerBound]).trimmingSpaces
  }
}
