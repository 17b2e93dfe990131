import ChatModel
import ImportKit
import Storage

/// A file of a session or of one of its agents.
struct ClaudeCodeFile {
  /// The index of the input that has it.
  var input: Int
  /// Its path in the input; nil if the input is the file.
  var name: String?
  var path: String
  var isAgent = false
  /// The id of the session that its entries name.
  var session: String?
  /// The time of the first entry in milliseconds since 1970; the highest number if there is none.
  var start = Int64.max
  /// True if it begins with a copy of another session's entries.
  var isFork = false

  /// The path without the extension.
  fileprivate var pathWithoutExtension: String {
    path.hasSuffix(".jsonl") ? String(path.dropLast(6)) : path
  }

  /// The name of the file without its folder and extension.
  var stem: String { pathWithoutExtension.split(separator: "/").last.map(String.init) ?? path }

  /// The ids of the session that an agent's file belongs to: the one that its entries name, and the one in whose folder it is.
  fileprivate var sessions: [String] {
    [session].compactMap(\.self)
      + path.split(separator: "/").dropLast().map(String.init).filter(Self.isSessionID)
  }

  /// True if a name is a session's id, which is the name of its file and folder.
  static func isSessionID(_ name: String) -> Bool {
    name.utf8.count == 36 && name.split(separator: "-").map(\.utf8.count) == [8, 4, 4, 4, 12]
  }

  /// True if a file in a project's folder is not a session: notes, results that were too long, settings of agents.
  static func isAside(_ name: String) -> Bool {
    if name.hasSuffix(".jsonl") {
      return name.split(separator: "/").dropLast().contains { $0 == "memory" || $0 == "tool-results" }
    }
    let folders = name.split(separator: "/").dropLast()
    return folders.contains { $0 == "memory" || isSessionID(String($0)) || asideFolders.contains($0) }
      || name.split(separator: "/").last == "sessions-index.json" || name.hasSuffix(".meta.json")
  }

  /// Folders that Claude Code makes in the folder of a session.
  private static let asideFolders: Set<Substring> = ["tool-results", "session-memory", "subagents"]

  /// True if a file is in the folder of a session.
  static func isInSession(_ name: String) -> Bool {
    name.split(separator: "/").dropLast().contains { isSessionID(String($0)) || asideFolders.contains($0) }
  }

  /// Reads the facts from the first entries.
  fileprivate mutating func look(at bytes: InputBytes) {
    let lines = bytes.isList ? JSONLinesProbe.elements(of: bytes) : JSONLinesProbe(bytes).lines
    session = lines.lazy.compactMap { $0.text(of: "sessionId") }.first
    let instants = lines.lazy.compactMap { $0.text(of: "timestamp") }.compactMap { Timestamp($0) }
    if case .instant(let time)? = instants.first { start = time }
    isFork = lines.contains { $0.has("forkedFrom") }
    let sides = lines.compactMap { $0.text(of: "isSidechain") }
    isAgent =
      stem.hasPrefix("agent-")
      || !sides.isEmpty && sides.allSatisfy { $0 == "true" } && lines.contains { $0.has("agentId") }
  }
}

/// The files of sessions in several inputs, in the order in which they are read.
///
/// Sessions precede the files that refer to them: their agents, and later sessions that begin with a copy of their entries.
struct ClaudeCodeFiles {
  /// The files that are read as one export.
  struct Group {
    var input: Int
    var files: [ClaudeCodeFile]
  }

  private(set) var groups: [Group] = []
  private let inputs: [ImportInput]
  /// The paths of saved results in folders, by their names, with their inputs.
  private var outputs: [String: [(input: Int, path: String)]] = [:]
  /// By the name of an agent's file without its extension: the sessions whose agent it is.
  private var agentSessions: [String: Set<String>] = [:]
  /// The settings of agents, by the paths of their files without extensions.
  private var settings: [String: (input: Int, path: String)] = [:]
  /// The paths of files that are not sessions.
  private(set) var others: [String] = []

  init(_ inputs: [ImportInput]) {
    self.inputs = inputs
    var (sessions, agents) = ([ClaudeCodeFile](), [ClaudeCodeFile]())
    for (number, input) in inputs.enumerated() {
      for file in files(of: input, number) {
        if file.isAgent { agents.append(file) } else { sessions.append(file) }
      }
    }
    // Among sessions that begin alike, the one that ends first is the original.
    let ends = ends(of: sessions)
    let byTime = { (one: ClaudeCodeFile, other: ClaudeCodeFile) in
      if one.start != other.start { return one.start < other.start }
      if one.isFork != other.isFork { return other.isFork }
      return (ends[one.path] ?? 0, one.input, one.path) < (ends[other.path] ?? 0, other.input, other.path)
    }
    sessions.sort(by: byTime)
    agents.sort(by: byTime)
    for agent in agents { agentSessions[agent.stem, default: []].formUnion(agent.sessions) }
    var indexes: [Int: Int] = [:]
    func add(_ file: ClaudeCodeFile, to input: Int) {
      if indexes[input] == nil {
        indexes[input] = groups.count
        groups.append(Group(input: input, files: []))
      }
      if let index = indexes[input] { groups[index].files.append(file) }
    }
    var holders: [String: [ClaudeCodeFile]] = [:]
    for session in sessions {
      add(session, to: session.input)
      for id in Set([session.stem, session.session ?? session.stem]) {
        holders[id, default: []].append(session)
      }
    }
    for agent in agents {
      let candidates = agent.session.flatMap { holders[$0] } ?? []
      let nearest = candidates.max { agent.nearness(to: $0) < agent.nearness(to: $1) }
      add(agent, to: nearest?.input ?? agent.input)
    }
  }

  /// Returns the times of the last entries of sessions that begin at the same time, by their paths.
  private func ends(of sessions: [ClaudeCodeFile]) -> [String: Int64] {
    var counts: [Int64: Int] = [:]
    for session in sessions { counts[session.start, default: 0] += 1 }
    var ends: [String: Int64] = [:]
    for session in sessions where counts[session.start, default: 0] > 1 && session.start < .max {
      let folder = inputs[session.input].folder
      let bytes = session.name.map { try? folder.bytes(of: $0) } ?? inputs[session.input].bytes
      ends[session.path] = bytes.flatMap(Self.end)
    }
    return ends
  }

  /// Returns the time of the last entry that has one, or nil.
  private static func end(of bytes: InputBytes) -> Int64? {
    let tail = max(0, bytes.count - 65_536)..<bytes.count
    let lines = bytes.repairedString(in: tail).split(separator: "\n")
    for line in lines.reversed() {
      guard let mark = line.range(of: "\"timestamp\"") else { continue }
      let value = line[mark.upperBound...].split(separator: "\"").dropFirst().first.map(String.init)
      if case .instant(let time)? = value.flatMap({ Timestamp($0) }) { return time }
    }
    return nil
  }

  private mutating func files(of input: ImportInput, _ number: Int) -> [ClaudeCodeFile] {
    if let bytes = input.bytes {
      var file = ClaudeCodeFile(input: number, path: input.path)
      file.look(at: bytes)
      return [file]
    }
    var files: [ClaudeCodeFile] = []
    for name in input.files {
      let path = input.folder.path(of: name)
      let last = name.split(separator: "/").last.map(String.init) ?? name
      if name.hasSuffix(".jsonl"), !ClaudeCodeFile.isAside(name) {
        var file = ClaudeCodeFile(input: number, name: name, path: path)
        if let bytes = try? input.folder.beginning(of: name) { file.look(at: bytes) }
        files.append(file)
      } else if name.split(separator: "/").dropLast().last == "tool-results" {
        outputs[last, default: []].append((number, name))
      } else if last.hasSuffix(".meta.json") {
        settings[String(path.dropLast(10))] = (number, name)
      } else {
        others.append(path)
      }
    }
    return files
  }

  /// Returns the bytes and path of a result that was saved next to one of `sessions`, the likeliest first; nil if there is none.
  ///
  /// Names of results are counted in each session, so a result of another session is none of these. A result in no session's folder, for
  /// example because somebody copied the results alone, may belong to any session of its input.
  func savedOutput(
    _ name: String, of sessions: [String], beside source: ImportInput
  ) -> (bytes: InputBytes, path: String)? {
    guard !name.isEmpty, name != ".", name != "..", !name.contains("/"), !name.contains("\\") else {
      return nil
    }
    let found = outputs[name] ?? []
    // A session that was named by itself has its folder next to it.
    let files = inputs.filter { $0.bytes != nil }.map(\.folder)
    for session in sessions {
      let own = found.filter { $0.path.split(separator: "/").contains { $0 == session } }
        .map { (folder: inputs[$0.input].folder, path: $0.path) }
      let beside = ([source.folder] + files).map { (folder: $0, path: "\(session)/tool-results/\(name)") }
      if let output = Self.firstThatOpens(own + beside) { return output }
    }
    let nobodys = found.filter { output in
      inputs[output.input].path == source.path
        && !output.path.split(separator: "/").contains { ClaudeCodeFile.isSessionID(String($0)) }
    }
    return Self.firstThatOpens(nobodys.map { (inputs[$0.input].folder, $0.path) })
  }

  private static func firstThatOpens(
    _ places: [(folder: InputFolder, path: String)]
  ) -> (bytes: InputBytes, path: String)? {
    for (folder, path) in places {
      if let bytes = try? folder.bytes(of: path) { return (bytes, folder.path(of: path)) }
    }
    return nil
  }

  /// True if an agent of one of these sessions has a file of its own.
  func hasAgent(_ id: String, of sessions: [String]) -> Bool {
    guard let owners = agentSessions["agent-\(id)"] else { return false }
    return sessions.contains(where: owners.contains)
  }

  /// Returns the settings of an agent, or nil.
  func settings(of file: ClaudeCodeFile) -> JSONValue? {
    guard let found = settings[file.pathWithoutExtension],
      let bytes = try? inputs[found.input].folder.bytes(of: found.path)
    else { return nil }
    var reader = JSONReader(bytes, isLenient: true)
    return try? reader.readValue()
  }

  /// The paths of all results that were saved.
  var savedOutputs: [String] {
    outputs.values.joined().map { inputs[$0.input].folder.path(of: $0.path) }.sorted()
  }
}

extension ClaudeCodeFile {
  /// The number of folders that the paths of two files have in common; more if they are of one input.
  fileprivate func nearness(to other: ClaudeCodeFile) -> Int {
    let common = zip(path.split(separator: "/"), other.path.split(separator: "/")).prefix { $0 == $1 }.count
    return common + (input == other.input ? 1_000 : 0)
  }
}

/// The facts from some files that are needed to read others.
final class ClaudeCodeLinks {
  let files: ClaudeCodeFiles
  /// By the key of a conversation and a name of an agent (its id, the id of its call, or the beginning of its first prompt):
  /// the id of the message that called the agent. Ids of agents are so short that sessions may share one.
  private var calls: [String: [String: String]] = [:]
  /// By the key of a conversation: the id of its first message.
  var roots: [String: String] = [:]
  /// By the id of a session: the key of its conversation.
  var keys: [String: String] = [:]
  /// By the key of a conversation: its title.
  var titles: [String: String] = [:]
  /// The number of the export that is read.
  var input = -1
  /// The paths of saved results that are shown.
  var shownOutputs: Set<String> = []
  /// The entries of all files, by their ids and contents; nothing if there is only one file.
  private var entries: [UInt64: EntryOwner] = [:]
  private var owners: [String] = []
  private var ownerNumbers: [String: Int32] = [:]
  private let isAlone: Bool

  private struct EntryOwner {
    var conversation: Int32
    var input: Int32
  }

  init(_ files: ClaudeCodeFiles) {
    self.files = files
    isAlone = files.groups.reduce(0) { $0 + $1.files.count } <= 1
  }

  /// Notes that a message of the conversation `key` called an agent, by one of the agent's names.
  func noteCall(_ name: String, in key: String, by message: String) {
    calls[key, default: [:]][name] = message
  }

  /// Returns the message of the conversation `key` that called an agent, or nil.
  func call(_ name: String, in key: String) -> String? { calls[key]?[name] }

  /// Notes an entry of the conversation `key`. Returns the key of the conversation that has it already, or nil.
  ///
  /// An entry of this conversation in another export is not a copy: exports are joined later.
  func owner(of entry: UInt64, in key: String) -> String? {
    guard !isAlone else { return nil }
    let number = ownerNumbers[key] ?? Int32(clamping: owners.count)
    if ownerNumbers[key] == nil {
      ownerNumbers[key] = number
      owners.append(key)
    }
    if let known = entries[entry] {
      if known.conversation == number, known.input != Int32(clamping: input) { return nil }
      return owners[Int(known.conversation)]
    }
    entries[entry] = EntryOwner(conversation: number, input: Int32(clamping: input))
    return nil
  }

  /// Notes the files that are not shown.
  func report(_ log: inout DiagnosticLog) {
    for path in files.others {
      log.append(
        Diagnostic(
          .note, "not-a-chat", "\(path) is no session of Claude Code and was left out", at: Origin(file: path)
        ))
    }
    for path in files.savedOutputs where !shownOutputs.contains(path) {
      log.append(
        Diagnostic(
          .note, "not-shown", "\(path) is a saved result that no session mentions; it is left out",
          at: Origin(file: path)))
    }
  }
}
