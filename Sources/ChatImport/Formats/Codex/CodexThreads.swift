import ChatModel

/// The facts of a session, or of an agent's session, in the first record of its file.
struct CodexThread {
  /// The index of the input that is its file.
  var input: Int
  var path: String
  /// The name of the file without its extension.
  var stem: String
  /// The id, or the path of a file that has none.
  var id: String
  /// The id of the session that called this one; nil for a session of the user.
  var parent: String?
  /// The id of the session whose history the file begins with; nil for none.
  var source: String?
  /// The name and the task of an agent.
  var agentName: String?
  var agentPath: String?

  fileprivate init(_ number: Int, _ input: ImportInput) {
    (self.input, path, stem, id) = (number, input.path, input.stem, input.path)
    guard let bytes = input.bytes else { return }
    let end =
      bytes.isList
      ? bytes.count : bytes.firstIndex(of: UInt8(ascii: "\n"), in: 0..<bytes.count) ?? bytes.count
    let start = bytes.isList ? bytes.firstIndex(of: UInt8(ascii: "{"), in: 0..<bytes.count) ?? 0 : 0
    var reader = JSONReader(bytes, in: min(start, end)..<end, isLenient: true)
    guard let line = try? reader.readValue() else { return }
    let meta =
      line["type"]?.text == "session_meta" ? line["payload"] ?? .null : line["type"] == nil ? line : .null
    id = meta["id"]?.text ?? input.path
    let agent = meta["source"]?["subagent"] ?? meta["source"]?["subAgent"]
    let spawn = agent?["thread_spawn"]
    source = meta["forked_from_id"]?.text ?? meta["forked_from_thread_id"]?.text
    if agent != nil || meta["thread_source"]?.text == "subagent" {
      parent = meta["parent_thread_id"]?.text ?? spawn?["parent_thread_id"]?.text ?? source
      agentPath = spawn?["agent_path"]?.text ?? meta["agent_path"]?.text
      let task = agentPath?.split(separator: "/").last.map(String.init)
      agentName =
        spawn?["agent_nickname"]?.text ?? meta["agent_nickname"]?.text ?? task ?? spawn?["agent_role"]?.text
        ?? meta["agent_role"]?.text ?? agent?["other"]?.text ?? agent?.text
    }
    source = source ?? parent
    if parent == id { parent = nil }
    if source == id { source = nil }
  }

  /// The title of an agent whose session is a conversation of its own.
  var agentTitle: String? {
    let task = agentPath?.split(separator: "/").last.map(String.init)
    return parent == nil ? nil : (task ?? agentName).map { "Agent: \($0)" }
  }

  /// The number of folders that the paths of two files have in common.
  fileprivate func nearness(to other: CodexThread) -> Int {
    zip(path.split(separator: "/"), other.path.split(separator: "/")).prefix { $0 == $1 }.count
  }
}

/// The sessions of several inputs, in the order in which they are read: each after those that it goes on from.
struct CodexThreads {
  /// Sessions that become one conversation: one of the user, and its agents.
  private(set) var groups: [[CodexThread]] = []
  /// The ids of sessions whose history others begin with.
  private(set) var sources: Set<String> = []

  init(_ inputs: [ImportInput]) {
    let threads = inputs.enumerated().map { CodexThread($0.offset, $0.element) }
    var numbers: [String: [Int]] = [:]
    for (number, thread) in threads.enumerated() {
      numbers[thread.id, default: []].append(number)
      if let source = thread.source { sources.insert(source) }
    }
    /// Returns the number of sessions before one, and the first of them.
    func ancestry(of number: Int, _ next: (CodexThread) -> String?) -> (depth: Int, root: Int) {
      var (depth, root, seen) = (0, number, Set([number]))
      while let id = next(threads[root]), let found = numbers[id] {
        guard
          let nearest = found.max(by: {
            threads[root].nearness(to: threads[$0]) < threads[root].nearness(to: threads[$1])
          }),
          seen.insert(nearest).inserted
        else { break }
        (root, depth) = (nearest, depth + 1)
      }
      return (depth, root)
    }
    var members: [Int: [(depth: Int, number: Int)]] = [:]
    for number in threads.indices {
      let (depth, root) = ancestry(of: number) { $0.parent }
      members[root, default: []].append((depth, number))
    }
    let roots = members.keys.map { (ancestry(of: $0) { $0.source }.depth, $0) }.sorted { $0 < $1 }
    groups = roots.map { _, root in
      (members[root] ?? []).sorted { $0 < $1 }.map { threads[$0.number] }
    }
  }
}

/// The facts in some files that others are read with.
final class CodexLinks {
  let threads: CodexThreads
  /// By the id of a session that others begin with: the hashes of its records.
  var histories: [String: Set<UInt64>] = [:]
  /// By the id of a session: the key of its conversation.
  var keys: [String: String] = [:]
  /// By the id of an agent, its path, or the words of its task: the id of the message that called it.
  var calls: [String: String] = [:]
  /// By the key of a conversation: the id of its first message.
  var roots: [String: String] = [:]
  /// By the id of a session: its title.
  var titles: [String: String] = [:]

  init(_ threads: CodexThreads) { self.threads = threads }

  /// Returns the records of the session that a file begins with a copy of; none if that session is not there.
  func history(of thread: CodexThread) -> Set<UInt64> {
    [thread.source, thread.parent].compactMap(\.self).reduce(into: []) { $0.formUnion(histories[$1] ?? []) }
  }
}
