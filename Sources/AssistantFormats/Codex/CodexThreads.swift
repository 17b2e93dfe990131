import ChatModel
import ImportKit

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

  /// The task or name of an agent whose session is a conversation of its own.
  var agentTitle: String? {
    let task = agentPath?.split(separator: "/").last.map(String.init)
    return parent == nil ? nil : task ?? agentName
  }

  /// The number of folders that the paths of two files have in common.
  fileprivate func nearness(to other: CodexThread) -> Int {
    zip(path.split(separator: "/"), other.path.split(separator: "/")).prefix { $0 == $1 }.count
  }
}

/// The sessions of several inputs, in reading order: each after the sessions that it continues.
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
    /// Returns the session with an id; if it has several files, the one nearest to the file of `number`.
    func nearest(_ id: String?, to number: Int) -> Int? {
      id.flatMap { numbers[$0] }?.max {
        threads[number].nearness(to: threads[$0]) < threads[number].nearness(to: threads[$1])
      }
    }
    var (callers, originals) = (Ancestry(), Ancestry())
    var members: [Int: [(depth: Int, number: Int)]] = [:]
    for number in threads.indices {
      let (depth, root) = callers.position(of: number) { nearest(threads[$0].parent, to: $0) }
      members[root, default: []].append((depth, number))
    }
    let roots = members.keys.sorted().map { root in
      (originals.position(of: root) { nearest(threads[$0].source, to: $0) }.depth, root)
    }
    groups = roots.sorted { $0 < $1 }.map { _, root in
      (members[root] ?? []).sorted { $0 < $1 }.map { threads[$0.number] }
    }
  }

  /// The positions of sessions in chains of sessions, each found only once.
  private struct Ancestry {
    /// The number of sessions before a session, and the first of them.
    typealias Position = (depth: Int, root: Int)

    private var positions: [Int: Position] = [:]

    /// Returns the position of a session. `previous` gives the session before another; a ring is cut where it closes.
    mutating func position(of number: Int, _ previous: (Int) -> Int?) -> Position {
      var (chain, seen, root) = ([Int](), Set([number]), number)
      while positions[root] == nil, let next = previous(root), seen.insert(next).inserted {
        chain.append(root)
        root = next
      }
      var position = positions[root] ?? (0, root)
      positions[root] = position
      for session in chain.reversed() {
        position.depth += 1
        positions[session] = position
      }
      return position
    }
  }
}

/// The facts from some files that are needed to read others.
final class CodexLinks {
  let threads: CodexThreads
  /// By the id of a session that others begin with: its records and texts.
  var histories: [String: CodexHistory] = [:]
  /// By the id of a session: the key of its conversation.
  var keys: [String: String] = [:]
  /// By the id of an agent, its path, or the words of its task: the id of the message that called it.
  var calls: [String: String] = [:]
  /// By the key of a conversation: the id of its first message.
  var roots: [String: String] = [:]
  /// By the id of a session: its title.
  var titles: [String: String] = [:]

  init(_ threads: CodexThreads) { self.threads = threads }

  /// Returns the records of the session of which a file begins with a copy; none if that session is missing.
  func history(of thread: CodexThread) -> CodexHistory {
    [thread.source, thread.parent].compactMap { $0.flatMap { histories[$0] } }
      .reduce(into: CodexHistory()) { $0.formUnion($1) }
  }
}
