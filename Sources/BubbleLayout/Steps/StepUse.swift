import ChatModel

/// The meaning of a step of an LLM turn: the action of its tool, and the file, command or words that it is about.
///
/// Formats differ in the names of tools and of their arguments, which ``TurnPart`` has as lines. Both are known by what agents call
/// them; an unknown tool has its own name.
struct StepUse: Equatable {
  /// The kinds of actions, each with words of its own.
  enum Action: Hashable {
    case thought, read, search, command, tests, edit, write, plan, web, page, agent, other
  }
  var action: Action
  /// The file's name, the beginning of the command, the pattern; empty if there is none.
  var object: String
  /// The numbers of lines that an edit adds and removes.
  var (added, removed) = (0, 0)

  /// The maximum number of characters of a command.
  private static let longestCommand = 25
  /// The maximum number of characters of other words.
  private static let longestWords = 40

  /// The use of the tool that a step calls.
  init(of step: TurnPart) {
    let name = step.name ?? ""
    action = step.kind == .thinking ? .thought : Self.action(ofTool: name)
    object = ""
    // A result says nothing of the call, which is on the page before.
    guard step.kind == .toolCall else { return }
    let input = StepInput(step.text)
    switch action {
    case .command:
      let command = input.command
      if Self.runsTests(command) { action = .tests }
      object = Self.cut(command, to: Self.longestCommand)
    case .read, .write, .edit:
      if action == .edit || input.isPatch { (added, removed) = input.changedLines }
      object = Self.cut(
        Self.fileName(input.value(of: Self.pathKeys) ?? input.patchedFile ?? ""), to: Self.longestWords)
    case .search:
      object = Self.cut(
        input.value(of: ["pattern", "query", "regex", "glob", "path"]) ?? "", to: Self.longestWords)
    case .page: object = Self.cut(Self.host(input.value(of: ["url", "uri"]) ?? ""), to: Self.longestWords)
    case .web: object = Self.cut(input.value(of: ["query", "q"]) ?? "", to: Self.longestWords)
    case .agent:
      object = Self.cut(input.value(of: ["description", "subagent_type"]) ?? "", to: Self.longestWords)
    case .other: object = Self.cut(name, to: Self.longestWords)
    case .thought, .plan, .tests: break
    }
  }

  private static let pathKeys = [
    "file_path", "path", "filePath", "absolute_path", "target_file", "notebook_path", "filename", "file",
  ]

  /// Returns the action of a tool, by its name without signs and case.
  private static func action(ofTool name: String) -> Action {
    let letters = String(
      decoding: name.utf8.compactMap { byte -> UInt8? in
        switch byte {
        case 0x41...0x5A: byte | 0x20
        case 0x61...0x7A: byte
        default: nil
        }
      }, as: UTF8.self)
    return actions[letters] ?? .other
  }

  private static let actions: [String: Action] = {
    let names: [(Action, String)] = [
      (
        .read,
        "read readfile view viewfile cat openfile readmanyfiles notebookread fsread viewimage readresource"
      ),
      (
        .search,
        "grep glob ls list listdir listdirectory listfiles searchfilecontent findfiles find filesearch"
          + " codebasesearch grepsearch greprepo searchfiles searchcode semanticsearch ripgrep toolsearch"
      ),
      (
        .command,
        "bash shell exec execcommand runterminalcmd runterminalcommand runshellcommand localshellcall terminal"
          + " powershell runinterminal runcommand localshell shellcommand executecommand python"
      ),
      (
        .edit,
        "edit multiedit strreplace strreplaceeditor strreplacebasededittool replace applypatch editfile"
          + " searchreplace notebookedit patch editnotebook insertedit"
      ),
      (.write, "write writefile createfile create fswrite savefile"),
      (
        .plan,
        "todowrite updateplan todo todos updatetodos writetodos taskcreate taskupdate exitplanmode managetodolist"
      ),
      (.web, "websearch googlewebsearch searchweb searchtheweb googlesearch"),
      (.page, "webfetch fetch openurl webopen readurl fetchwebpage fetchurl browse"),
      (.agent, "task agent spawnagent subagent delegate runsubagent"),
    ]
    return Dictionary(
      names.flatMap { action, words in words.split(separator: " ").map { (String($0), action) } },
      uniquingKeysWith: { first, _ in first })
  }()

  private static let runners = [
    "pytest", "unittest", "swift test", "npm test", "npm run test", "yarn test", "pnpm test", "bun test",
    "jest", "vitest",
    "cargo test", "go test", "make test", "mocha", "rspec", "phpunit", "ctest", "tox", "nox", "gradle test",
    "mvn test",
    "dotnet test", "deno test", "rails test", "mix test", "bazel test",
  ]

  private static func runsTests(_ command: String) -> Bool {
    let start = command.prefix(400)
    return runners.contains { start.contains($0) }
  }

  /// The last part of a path.
  private static func fileName(_ path: String) -> String {
    path.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? path
  }

  private static func host(_ address: String) -> String {
    guard let start = address.firstRange(of: "://")?.upperBound else { return address }
    return String(address[start...].prefix { $0 != "/" && $0 != "?" })
  }

  private static func cut(_ words: String, to length: Int) -> String {
    let line = words.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    return line.count > length ? line.prefix(length - 1) + "…" : line
  }
}

/// The arguments of a call, as lines: `name: value`, or `name:` with the value in the lines after it.
struct StepInput {
  private let lines: [Substring]
  let isPatch: Bool
  /// The most lines in which names are looked for.
  private static let mostLines = 4_000

  init(_ text: String) {
    lines = text.split(separator: "\n", maxSplits: Self.mostLines, omittingEmptySubsequences: false)
    isPatch = lines.prefix(40).contains {
      $0.hasSuffix("*** Begin Patch") || $0.hasPrefix("@@ ") || $0.hasPrefix("*** Update File: ")
    }
  }

  /// Returns the value of the first of these names that the input has.
  func value(of names: [String]) -> String? {
    for name in names {
      guard
        let index = lines.firstIndex(where: { $0.hasPrefix(name) && $0.dropFirst(name.count).first == ":" })
      else { continue }
      let value = lines[index].dropFirst(name.count + 1)
      if value.allSatisfy({ $0 == " " }) { return index + 1 < lines.count ? String(lines[index + 1]) : nil }
      return String(value.drop { $0 == " " })
    }
    return nil
  }

  /// The command, without the change of folder before it.
  var command: String {
    var command =
      value(of: ["command", "cmd", "script", "code", "input"]) ?? lines.first.map(String.init) ?? ""
    // A list of arguments: the last is what a shell runs.
    if command.hasPrefix("[\""), command.hasSuffix("\"]") {
      let words = command.dropFirst(2).dropLast(2).split(separator: "\",\"")
      command =
        words.first.map { $0.hasSuffix("sh") } == true
        ? words.last.map(String.init) ?? "" : words.joined(separator: " ")
    }
    if command.hasPrefix("cd "), let end = command.firstRange(of: " && ") {
      command = String(command[end.upperBound...])
    }
    return command
  }

  /// The first file of a patch.
  var patchedFile: String? {
    for line in lines.prefix(200) {
      for head in ["*** Update File: ", "*** Add File: ", "*** Delete File: ", "+++ b/"]
      where line.hasPrefix(head) {
        return String(line.dropFirst(head.count))
      }
    }
    return nil
  }

  /// The numbers of lines that a patch or a replacement adds and removes.
  var changedLines: (added: Int, removed: Int) {
    if isPatch { return StepInput.counts(ofPatch: lines[...]) }
    guard let old = block("old_string") ?? block("old_str") ?? block("oldString"),
      let new = block("new_string") ?? block("new_str") ?? block("newString")
    else { return (0, 0) }
    let differences = LineDifference(old, new)
    return (differences.added, differences.removed)
  }

  /// The replaced text and its replacement, and the other arguments; no replacement if the call has none.
  var replacement: (arguments: String, replaced: (old: [Substring], new: [Substring])?) {
    for (first, second) in [("old_string", "new_string"), ("old_str", "new_str"), ("oldString", "newString")]
    {
      guard let old = range(of: first), let new = range(of: second), !old.overlaps(new),
        let one = block(first),
        let other = block(second)
      else { continue }
      let rest = lines.indices.filter { !old.contains($0) && !new.contains($0) }.map { lines[$0] }
      return (rest.joined(separator: "\n"), (one, other))
    }
    return (lines.joined(separator: "\n"), nil)
  }

  /// The lines of an argument with its name.
  private func range(of name: String) -> Range<Int>? {
    guard
      let index = lines.firstIndex(where: { $0.hasPrefix(name) && $0.dropFirst(name.count).first == ":" }),
      let block = block(name)
    else { return nil }
    let isInline = !lines[index].dropFirst(name.count + 1).allSatisfy { $0 == " " }
    return index..<(index + (isInline ? 1 : block.count + 1))
  }

  static func counts(ofPatch lines: ArraySlice<Substring>) -> (added: Int, removed: Int) {
    var (added, removed) = (0, 0)
    for line in lines {
      if line.hasPrefix("+"), !line.hasPrefix("+++ ") { added += 1 }
      if line.hasPrefix("-"), !line.hasPrefix("--- ") { removed += 1 }
    }
    return (added, removed)
  }

  /// The lines of an argument, up to the next one that is known.
  private func block(_ name: String) -> [Substring]? {
    guard let index = lines.firstIndex(where: { $0.hasPrefix(name) && $0.dropFirst(name.count).first == ":" })
    else { return nil }
    let value = lines[index].dropFirst(name.count + 1)
    guard value.allSatisfy({ $0 == " " }) else { return [value.dropFirst()] }
    let rest = lines[(index + 1)...]
    let end = rest.firstIndex { line in Self.ends.contains { line.hasPrefix($0) } } ?? rest.endIndex
    return Array(rest[..<end])
  }

  private static let ends = [
    "new_string:", "old_string:", "new_str:", "old_str:", "newString:", "oldString:", "replace_all:",
    "file_path:", "path:",
  ]
}

/// The lines that differ between two texts: by the longest common part of short ones, else by what is between their common beginning and end.
struct LineDifference {
  /// A line of either text.
  enum Change: Equatable { case kept, added, removed }
  private(set) var lines: [(change: Change, text: Substring)] = []

  var added: Int { lines.count { $0.change == .added } }
  var removed: Int { lines.count { $0.change == .removed } }

  /// The most pairs of lines that are compared.
  private static let mostPairs = 40_000

  init(_ old: [Substring], _ new: [Substring]) {
    var start = 0
    while start < old.count, start < new.count, old[start] == new[start] { start += 1 }
    var end = 0
    while end < old.count - start, end < new.count - start,
      old[old.count - 1 - end] == new[new.count - 1 - end]
    { end += 1 }
    lines = old[..<start].map { (.kept, $0) }
    let (one, other) = (Array(old[start..<(old.count - end)]), Array(new[start..<(new.count - end)]))
    if one.count * other.count <= Self.mostPairs {
      addCommon(one, other)
    } else {
      lines += one.map { (.removed, $0) } + other.map { (.added, $0) }
    }
    lines += old[(old.count - end)...].map { (.kept, $0) }
  }

  /// Adds the lines with as many kept ones as possible.
  private mutating func addCommon(_ one: [Substring], _ other: [Substring]) {
    // The length of the longest common part of the lines from each pair of indices on.
    var lengths = Array(repeating: Array(repeating: 0, count: other.count + 1), count: one.count + 1)
    for i in one.indices.reversed() {
      for j in other.indices.reversed() {
        lengths[i][j] =
          one[i] == other[j] ? lengths[i + 1][j + 1] + 1 : max(lengths[i + 1][j], lengths[i][j + 1])
      }
    }
    var (i, j) = (0, 0)
    while i < one.count || j < other.count {
      if i < one.count, j < other.count, one[i] == other[j] {
        lines.append((.kept, one[i]))
        (i, j) = (i + 1, j + 1)
      } else if i < one.count, j == other.count || lengths[i + 1][j] >= lengths[i][j + 1] {
        lines.append((.removed, one[i]))
        i += 1
      } else {
        lines.append((.added, other[j]))
        j += 1
      }
    }
  }
}
