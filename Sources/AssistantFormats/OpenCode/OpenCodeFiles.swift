import ChatModel
import ImportKit

/// The records of sessions in a folder, a file for each: `session/PROJECT/ses_….json`, `message/SESSION/msg_….json`,
/// `part/MESSAGE/prt_….json`.
struct OpenCodeFiles {
  private let input: ImportInput
  private var sessions: [(id: String, path: String)] = []
  /// The paths of messages by session, and of parts by message, in the order of their ids, which is the order of time.
  private var messages: [String: [String]] = [:]
  private var parts: [String: [String]] = [:]
  /// The paths of lists of tasks.
  private var tasks: [String] = []

  /// Returns nil for a folder without sessions.
  init?(_ input: ImportInput) {
    guard let start = Self.start(in: input) else { return nil }
    self.input = input
    for path in input.files where path.hasPrefix(start) && path.hasSuffix(".json") {
      let steps = path.dropFirst(start.count).split(separator: "/").map(String.init)
      guard steps.count >= 2 else { continue }
      let id = String(steps[steps.count - 1].dropLast(5))
      switch steps[0] {
      case "session": sessions.append((id, path))
      case "message" where steps.count == 3: messages[steps[1], default: []].append(path)
      case "part" where steps.count == 3: parts[steps[1], default: []].append(path)
      case "todo": tasks.append(path)
      default: continue
      }
    }
  }

  /// Returns the path of the folder with the records, up to its `/`; nil if there is none.
  static func start(in input: ImportInput) -> String? {
    for start in ["", "storage/"] {
      let isThere = input.files.contains { path in
        guard path.hasPrefix(start) else { return false }
        let rest = path.dropFirst(start.count)
        return rest.hasPrefix("message/ses_") && rest.hasSuffix(".json") && rest.contains("/msg_")
      }
      if isThere { return start }
    }
    return nil
  }

  func read(to reader: inout OpenCodeSessions, _ log: inout DiagnosticLog) throws(ImportError) {
    var infos: [OpenCodeSessionOrder.Entry] = []
    for (id, path) in sessions {
      let info = value(path, &log) ?? .object([])
      infos.append(OpenCodeSessionOrder.Entry(id: id, parent: info["parentID"]?.text, info: info, path: path))
    }
    // Messages of a session whose own file is missing.
    let known = Set(sessions.map(\.id))
    for id in messages.keys.sorted() where !known.contains(id) {
      infos.append(
        OpenCodeSessionOrder.Entry(id: id, parent: nil, info: .object([]), path: messages[id]?.first ?? id))
    }
    for entry in OpenCodeSessionOrder.sorted(infos) {
      reader.begin(entry.info, id: entry.id)
      for path in messages[entry.id] ?? [] { try read(path, to: &reader, &log) }
      reader.end(at: Origin(file: input.path(of: entry.path)), &log)
    }
    let shown = Set(messages.values.joined().map(Self.id))
    let lost = parts.filter { !shown.contains($0.key) }.sorted { $0.key < $1.key }
    if let first = lost.first?.value.first {
      let count = lost.reduce(0) { $0 + $1.value.count }
      log.append(
        Diagnostic(
          .loss, "missing-messages",
          "\(count) parts belong to messages that are not in the folder; they are left out",
          at: Origin(file: input.path(of: first))))
    }
    guard let first = tasks.first else { return }
    log.append(
      Diagnostic(
        .note, "not-shown", "\(tasks.count) lists of tasks are left out, such as \(first)",
        at: Origin(file: input.path(of: first))))
  }

  /// The id of a record, by the name of its file.
  private static func id(_ path: String) -> String {
    String(path.split(separator: "/").last?.dropLast(5) ?? "")
  }

  private func read(
    _ path: String, to reader: inout OpenCodeSessions, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    let origin = Origin(file: input.path(of: path))
    let id = Self.id(path)
    let parts = (parts[id] ?? []).compactMap { value($0, &log) }
    let message = value(path, &log)
    guard message != nil || !parts.isEmpty else { return try reader.addBroken("message \(id)", id: id) }
    try reader.add(message ?? .object([]), id: id, parts, at: origin, &log)
  }

  /// Returns the record in a file, or nil with a diagnostic if it cannot be read.
  private func value(_ path: String, _ log: inout DiagnosticLog) -> JSONValue? {
    do throws(ImportError) {
      let value = try JSONFile(try input.file(named: path))?.document()
      if let value, value.isObject { return value }
      throw .unreadable(path: input.path(of: path), reason: "an object is expected; copy the folder again")
    } catch {
      log.append(error.loss)
      return nil
    }
  }
}

/// The order of sessions: each comes after the one that called it.
enum OpenCodeSessionOrder {
  struct Entry {
    var id: String
    var parent: String?
    var info: JSONValue
    var path: String
  }

  static func sorted(_ entries: [Entry]) -> [Entry] {
    let parents = Dictionary(entries.map { ($0.id, $0.parent) }, uniquingKeysWith: { first, _ in first })
    func depth(of entry: Entry) -> Int {
      var (depth, next) = (0, entry.parent)
      // A circle of calls ends after as many steps as there are sessions, or sooner.
      while let parent = next, depth < min(64, entries.count), let above = parents[parent] {
        (depth, next) = (depth + 1, above)
      }
      return depth
    }
    return entries.map { (depth(of: $0), $0) }.sorted { ($0.0, $0.1.id) < ($1.0, $1.1.id) }.map(\.1)
  }
}
