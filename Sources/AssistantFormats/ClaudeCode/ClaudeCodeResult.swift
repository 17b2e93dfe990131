import ChatModel
import ImportKit
import Storage

/// The texts of a tool's structured result that its result for the model lacks.
struct ClaudeCodeResult {
  /// The texts, a line or block for each with its name.
  private(set) var lines: [String] = []
  /// True if the file before an edit is left out.
  private(set) var hasOriginalFile = false
  /// A picture in Base64, with its type.
  private(set) var picture: (data: String, type: String?)?
  private var known: KnownWords

  /// Members with which Claude Code keeps its own state.
  private static let state: Set<String> = [
    "type", "status", "mode", "agentId", "agentType", "toolUseId", "tool_use_id", "taskId", "task_id",
    "shellId", "shell_id", "backgroundTaskId", "timestamp", "uuid", "id", "model", "resolvedModel",
    "codeText",
    "persistedOutputPath", "outputFile", "rawOutputPath", "encoding", "signature", "sessionId", "requestId",
    "service_tier", "stdoutLines", "stderrLines",
  ]
  private static let depthLimit = 8

  /// Reads a structured result. `known` are the texts that are shown.
  init(_ value: JSONValue, known: [String]) {
    self.known = KnownWords(known)
    look(at: value, "", 0)
  }

  private mutating func look(at value: JSONValue, _ name: String, _ depth: Int) {
    if let text = value.text { return add(text, name) }
    guard depth < Self.depthLimit else {
      let json = value.json
      return value.members.isEmpty && value.elements.isEmpty ? () : add(json, name)
    }
    if name == "structuredPatch", value.isArray {
      // It has the words of the call, but not where they stand in the file.
      guard !value.elements.isEmpty else { return }
      let patch = value.elements.map(Self.hunk).joined(separator: "\n")
      known.add(patch)
      return lines.append("patch:\n\(ToolText.withoutTerminalCodes(patch))")
    }
    if value.isArray {
      let texts = value.elements.compactMap(\.text)
      if !texts.isEmpty { add(texts.joined(separator: "\n"), name) }
      for element in value.elements where element.text == nil { look(at: element, name, depth + 1) }
      return
    }
    for member in value.members where !Self.state.contains(member.name) {
      switch member.name {
      case "originalFile", "originalFileContents":
        if member.value.text?.isEmpty == false { hasOriginalFile = true }
      case "base64":
        if picture == nil, let data = member.value.text { picture = (data, value["type"]?.text) }
      case "source" where member.value["data"] != nil: continue
      default: look(at: member.value, member.name, depth + 1)
      }
    }
  }

  private mutating func add(_ text: String, _ name: String) {
    guard text.hasWords(countsFacts: true) || name.utf8.contains(0x20) else { return }
    guard !known.contain(text) else { return }
    known.add(text)
    let text = ToolText.withoutTerminalCodes(text)
    if name.isEmpty {
      lines.append(text)
    } else {
      lines.append(text.utf8.contains(0x0A) ? "\(name):\n\(text)" : "\(name): \(text)")
    }
  }

  /// Returns a part of a change as `diff -u` writes it.
  private static func hunk(_ hunk: JSONValue) -> String {
    func range(_ start: String, _ count: String) -> String {
      "\(hunk[start]?.integer ?? 0),\(hunk[count]?.integer ?? 0)"
    }
    let head = "@@ -\(range("oldStart", "oldLines")) +\(range("newStart", "newLines")) @@"
    return ([head] + (hunk["lines"]?.elements ?? []).compactMap(\.text)).joined(separator: "\n")
  }

  // MARK: Saved results

  /// Returns the name of the file to which a long result was saved, and the session in whose folder it is if the path
  /// says so; nil if the result was not saved.
  static func savedFile(in text: String, _ value: JSONValue?) -> (name: String, session: String?)? {
    if let path = value?["persistedOutputPath"]?.text ?? value?["rawOutputPath"]?.text {
      return file(ofPath: path[...])
    }
    guard text.range(of: "saved to") != nil, let folder = text.range(of: "tool-results") else { return nil }
    let path = text[folder.upperBound...].prefix { !$0.isWhitespace && !"<>\"'`)".contains($0) }
    let parent = text[..<folder.lowerBound].split(separator: "\n").last ?? ""
    return file(ofPath: "\(parent)tool-results\(path)"[...])
  }

  private static func file(ofPath path: Substring) -> (name: String, session: String?)? {
    var steps = path.split { $0 == "/" || $0 == "\\" }
    guard var name = steps.popLast() else { return nil }
    while name.last == "." || name.last == "," { name.removeLast() }
    let session = steps.last { ClaudeCodeFile.isSessionID(String($0)) }
    return name.isEmpty ? nil : (String(name), session.map { String($0) })
  }

  /// Returns the type of a saved file, by its name.
  static func type(ofFile name: String) -> String {
    switch name.lowercased().split(separator: ".").last {
    case "png": "image/png"
    case "jpg", "jpeg": "image/jpeg"
    case "gif": "image/gif"
    case "webp": "image/webp"
    case "pdf": "application/pdf"
    default: "text/plain"
    }
  }

  /// Returns the beginning of a saved result without the tags around it.
  static func withoutSavedTags(_ text: String) -> String {
    guard let open = text.range(of: "<persisted-output>"), text[..<open.lowerBound].allSatisfy(\.isWhitespace)
    else { return text }
    let rest = String(text[open.upperBound...])
    guard let close = rest.range(of: "</persisted-output>") else { return rest.trimmingSpaces }
    return (String(rest[..<close.lowerBound]) + rest[close.upperBound...]).trimmingSpaces
  }
}

/// The words of shown texts, by their pairs, because a text may be repeated with line numbers or other indents.
private struct KnownWords {
  private var texts: [String]
  private var pairs: Set<UInt64> = []
  /// The number of texts whose pairs are known.
  private var count = 0

  init(_ texts: [String]) { self.texts = texts }

  mutating func add(_ text: String) { texts.append(text) }

  /// True if all adjacent words of a text are in the known texts.
  mutating func contain(_ text: String) -> Bool {
    if texts.contains(where: { $0 == text || $0.utf8.count > text.utf8.count && $0.hasSuffix(text) }) {
      return true
    }
    while count < texts.count {
      Self.forEachPair(of: texts[count]) { pairs.insert($0) }
      count += 1
    }
    var isKnown = true
    Self.forEachPair(of: text) { if isKnown, !pairs.contains($0) { isKnown = false } }
    return isKnown
  }

  /// Calls `body` with the hash of each word that has letters, and of each two of them.
  private static func forEachPair(of text: String, _ body: (UInt64) -> Void) {
    let seed = HashSeed.ofProcess
    var (word, hasLetter, previous) = (seed.start, false, UInt64(0))
    func end() {
      if hasLetter {
        var pair = seed.start
        seed.add(word, to: &pair)
        body(pair)
        if previous != 0 {
          seed.add(previous, to: &pair)
          body(pair)
        }
        previous = word
      }
      (word, hasLetter) = (seed.start, false)
    }
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39: seed.add(UInt64(byte), to: &word)
      case 0x41...0x5A, 0x61...0x7A, 0x80...:
        seed.add(UInt64(byte), to: &word)
        hasLetter = true
      default: end()
      }
    }
    end()
  }
}
