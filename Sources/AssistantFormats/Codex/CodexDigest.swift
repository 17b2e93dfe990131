import ChatModel
import ImportKit
import Storage

/// The facts of a file that its records are read with: which texts and calls are in response items, and where a copied history
/// ends.
///
/// Codex writes most texts twice: as an item for the model, and as an event for the screen. Versions differ in which of the two they
/// leave out, and in which comes first.
struct CodexDigest {
  /// The number of times that response items have a text or call, by its hash.
  private var counts: [UInt64: Int] = [:]
  /// The hashes of ids of calls and items.
  private var ids: Set<UInt64> = []
  /// The hashes of ids of items that were completed.
  private var completed: Set<UInt64> = []
  /// The hashes of ids of calls that failed, as events say; response items may not.
  private var failed: Set<UInt64> = []
  /// The records and texts, if other sessions begin with a copy of this one.
  private(set) var history = CodexHistory()
  /// The texts of the session of which the file begins with a copy.
  let copiedTexts: Set<UInt64>
  /// True if a compaction names the messages that it kept.
  private(set) var hasReplacements = false
  /// The number of the first record that is not copied from another session.
  private(set) var firstOwn = 0
  /// The number of copied records.
  private(set) var copies = 0
  /// The first prompt that is not copied.
  private(set) var firstPrompt: String?

  private enum TextKind: UInt64 { case user, assistant, thought, command, tool }

  /// Reads the facts of a file that begins with a copy of the records `known`. `isSource`: other sessions begin with a copy of it.
  init(of file: JSONFile, history known: CodexHistory, isSource: Bool) throws(ImportError) {
    copiedTexts = known.texts
    var log = DiagnosticLog()
    var (number, isCopy) = (0, !known.records.isEmpty)
    try file.forEachSessionRecord(log: &log, broken: { _, _ in number += 1 }) {
      line, _, _ throws(ImportError) in
      defer { number += 1 }
      let kind = line["type"]?.text
      let record = line["payload"] ?? line
      if isSource { line.forEachText { _, hash in history.texts.insert(hash) } }
      if kind == "compacted", record["replacement_history"] != nil { hasReplacements = true }
      let isItem = kind == "response_item" || line["payload"] == nil
      guard isItem || kind == "event_msg" else { return }
      if isSource || isCopy, let hash = Self.hash(of: record, isItem: isItem) {
        if isSource { history.records.insert(hash) }
        if isCopy {
          if known.records.contains(hash) {
            copies += 1
            (counts, ids) = ([:], [])
            firstOwn = number + 1
            return
          }
          isCopy = false
        }
      }
      if isItem {
        add(record)
      } else if record["type"]?.text == "item_completed" {
        guard let item = record["item"], let id = item["id"]?.text else { return }
        completed.insert(Self.hash(id))
        if CodexToolUse.hasFailed(item) { failed.insert(Self.hash(id)) }
      } else if let id = record["call_id"]?.text, CodexToolUse.hasFailed(record) {
        failed.insert(Self.hash(id))
      }
    }
  }

  private static func hash(_ text: String) -> UInt64 { HashSeed.ofProcess.hash(text.utf8Span.span) }

  private static func hash(_ kind: TextKind, _ text: String) -> UInt64 {
    var hash = text.wordsHash
    HashSeed.ofProcess.add(kind.rawValue, to: &hash)
    return hash
  }

  /// Returns the hash of a record, or nil for one without words of the session.
  private static func hash(of record: JSONValue, isItem: Bool) -> UInt64? {
    let item = record["item"] ?? record
    let texts = Self.texts(of: item["content"] ?? item["message"] ?? .null)
    let kind = (item["type"]?.text ?? "") + (item["role"]?.text ?? "")
    if item["role"]?.text == "developer" || item["role"]?.text == "system" { return nil }
    if item["role"]?.text == "user", texts.allSatisfy({ CodexContext($0).words.isBlank }) { return nil }
    let facts =
      isItem
      ? [item["call_id"]?.text, item["arguments"]?.text, item["input"]?.text, item["output"]?.text]
      : [item["id"]?.text, item["text"]?.text, item["call_id"]?.text]
    let words = texts + facts.compactMap(\.self)
    return words.isEmpty ? nil : (kind + words.joined()).wordsHash
  }

  /// Returns the texts of a content, which is a text or a list of parts.
  static func texts(of content: JSONValue) -> [String] {
    if let text = content.text { return [text] }
    return content.elements.compactMap { $0.text ?? $0["text"]?.text ?? $0["refusal"]?.text }
  }

  private mutating func count(_ kind: TextKind, _ text: String) {
    if !text.isBlank { counts[Self.hash(kind, text), default: 0] += 1 }
  }

  // MARK: Items

  private mutating func add(_ item: JSONValue) {
    for id in [item["call_id"], item["id"]].compactMap({ $0?.text }) { ids.insert(Self.hash(id)) }
    switch item["type"]?.text ?? CodexReader.kind(of: item) {
    case "message":
      let texts = Self.texts(of: item["content"] ?? .null)
      guard item["role"]?.text == "user" else {
        return count(.assistant, CodexReader.withoutTags(texts.joined()))
      }
      let words = texts.map { CodexContext($0).words }.filter { !CodexContext.isPictureTag($0) }
      count(.user, words.joined())
      if firstPrompt == nil { firstPrompt = words.first { !$0.isBlank } }
      for text in texts {
        if let command = CodexContext.shellCommand(text) { count(.command, command.input) }
      }
    case "reasoning":
      for part in (item["summary"]?.elements ?? []) + (item["content"]?.elements ?? []) {
        if let text = part["text"]?.text { count(.thought, text) }
      }
    case "function_call", "custom_tool_call", "local_shell_call", "web_search_call", "image_generation_call",
      "tool_search_call":
      let input = CodexReader.input(of: item)
      count(.tool, Self.toolName(item["name"]?.text ?? item["type"]?.text ?? ""))
      for command in Self.commands(in: input) { count(.command, command) }
    default: break
    }
  }

  /// The name of a tool without the server's and without marks, because items, events and calls differ in them.
  private static func toolName(_ name: String) -> String {
    switch name.lowercased() {
    case "websearch", "web_search_call", "web_search", "web.run": return "search"
    case "imagegeneration", "image_generation_call", "image_gen": return "image"
    case "imageview", "view_image", "view_image_tool_call": return "view"
    case "filechange", "apply_patch", "patch_apply": return "patch"
    default:
      let last =
        name.range(of: "__").map { _ in name.split(separator: "_").last.map(String.init) ?? name } ?? name
      return last.lowercased().replacing("_", with: "")
    }
  }

  /// Returns the commands for the shell in the input of a call: arguments, or the source of a program that calls tools.
  private static func commands(in input: JSONValue) -> [String] {
    if let words = input["command"] ?? input["cmd"] {
      return words.text.map { [$0] } ?? [command(words)]
    }
    guard let source = input.text, source.range(of: "cmd") != nil || source.range(of: "command") != nil else {
      return []
    }
    return quoted(in: source)
  }

  /// Returns a command given as a list of words, without the shell that runs it.
  static func command(_ words: JSONValue) -> String {
    let words = words.text.map { [$0] } ?? words.elements.compactMap(\.text)
    if words.count == 3, words[1].hasPrefix("-"), words[1].hasSuffix("c") { return words[2] }
    return words.joined(separator: " ")
  }

  /// Returns the texts in quotation marks in the source of a program.
  private static func quoted(in source: String) -> [String] {
    var (texts, text, quote, isEscaped) = (
      [String](), String.UnicodeScalarView(), Unicode.Scalar?.none, false
    )
    for scalar in source.unicodeScalars {
      guard let open = quote else {
        if scalar == "\"" || scalar == "'" || scalar == "`" { quote = scalar }
        continue
      }
      if isEscaped {
        text.append(scalar == "n" ? "\n" : scalar == "t" ? "\t" : scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else if scalar == open {
        texts.append(String(text))
        text = String.UnicodeScalarView()
        quote = nil
      } else {
        text.append(scalar)
      }
    }
    return texts
  }

  // MARK: Events

  /// The kinds of records that repeat response items. Each of them has a text once.
  enum RecordStream: UInt64 { case events, items, ends }

  /// The number of times that a stream had a text, by the hash of both.
  private var told: [UInt64: Int] = [:]

  /// True if a text of a stream is shown already: the nth one of a stream is the nth one of all. Otherwise it counts as shown.
  private mutating func isShown(_ text: UInt64, in stream: RecordStream) -> Bool {
    var key = text
    HashSeed.ofProcess.add(stream.rawValue, to: &key)
    let number = told[key, default: 0] + 1
    told[key] = number
    if number <= counts[text, default: 0] { return true }
    counts[text] = number
    return false
  }

  /// True if the prompt is shown already.
  mutating func hasPrompt(_ text: String, in stream: RecordStream) -> Bool {
    isShown(Self.hash(.user, CodexContext(text).words), in: stream)
  }

  /// True if the answer is shown already.
  mutating func hasAnswer(_ text: String, in stream: RecordStream) -> Bool {
    isShown(Self.hash(.assistant, CodexReader.withoutTags(text)), in: stream)
  }

  /// True if the thought is shown already.
  mutating func hasThought(_ text: String, in stream: RecordStream) -> Bool {
    isShown(Self.hash(.thought, text), in: stream)
  }

  /// True if the call is shown already, by its id, its command or its tool.
  mutating func hasCall(
    _ ids: [String?], command: String? = nil, tool: String? = nil, in stream: RecordStream
  ) -> Bool {
    if ids.contains(where: { $0.map { self.ids.contains(Self.hash($0)) } ?? false }) { return true }
    if let command { return isShown(Self.hash(.command, command), in: stream) }
    return tool.map { isShown(Self.hash(.tool, Self.toolName($0)), in: stream) } ?? false
  }

  /// True if an item that began was completed.
  func isCompleted(_ id: String) -> Bool { completed.contains(Self.hash(id)) }

  /// True if an event says that a call failed.
  func hasFailed(_ id: String) -> Bool { failed.contains(Self.hash(id)) }
}
