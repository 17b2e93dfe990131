import ChatModel
import ImportKit

/// The sessions that GitHub Copilot CLI keeps: a folder for each with a file of events, JSON lines; older ones are a file alone.
///
/// The facts come from the types that GitHub generates for programs (`session-events.ts`).
enum CopilotCLIFormat: ConvertedFormat {
  static let key = "copilotcli"
  static let name = "GitHub Copilot CLI (sessions)"

  static let capabilities: [FormatCapability] = [
    .full("prompts and answers", "answers with all of Markdown"),
    .full("thinking, tool calls, tool results", "folded"),
    .full("agents", "folded, at the call that started them"),
    .full("compaction, changes of the model, warnings, errors", "as notices"),
    .partly("files given to a prompt", "their names"),
    .full("titles"),
    .none("the system's instructions, reminders, hooks", "left out, with a note"),
  ]

  private static let fileName = "events.jsonl"

  static func recognises(_ input: ImportInput) -> Bool {
    if input.bytes != nil { return isSession(input) }
    return sessions(in: input).contains { (try? input.file(named: $0)).map(isSession) ?? false }
  }

  /// The paths of sessions in the folder of one, or of all: `session-state/ID/events.jsonl`, and older files beside such folders.
  private static func sessions(in input: ImportInput) -> [String] {
    let events = input.files.filter { path in
      let steps = path.split(separator: "/")
      return steps.last == "events.jsonl" && steps.count <= 3 && (steps.count < 3 || steps[0] == folder)
    }
    guard !events.isEmpty else { return [] }
    return events
      + input.files.filter { path in
        let steps = path.split(separator: "/")
        return path.hasSuffix(".jsonl") && steps.last != "events.jsonl"
          && (steps.count == 1 || steps.count == 2 && steps[0] == folder)
      }
  }

  /// The folder of all sessions.
  private static let folder = "session-state"

  /// True if the records of a file are events of a session.
  private static func isSession(_ input: ImportInput) -> Bool {
    input.firstRecords.contains { event in
      guard let kind = event.text(of: "type"), event.has("data") else { return false }
      return kind.contains(".") && event.has("id", "timestamp", "parentId")
        && kinds.contains { kind.hasPrefix($0) }
    }
  }

  /// The beginnings of kinds of events.
  private static let kinds = ["session.", "user.message", "assistant.", "tool.", "system."]

  /// The other files of a session, and the folders of sessions, which are named by ids.
  private static let parts: Set<String> = [
    folder, fileName, "workspace.yaml", "plan.md", "checkpoints", "files", "research", "rewind-snapshots",
  ]

  static func isPart(_ name: String) -> Bool {
    parts.contains(name) || name.hasSuffix(".jsonl")
      || name.split(separator: "-").map(\.utf8.count) == [8, 4, 4, 4, 12]
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    guard input.bytes == nil else {
      return try convert(session: input, at: "", of: input, to: conversion, &log)
    }
    for path in sessions(in: input) {
      let start = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
      do throws(ImportError) {
        let file = try input.file(named: path)
        guard isSession(file) || file.name == fileName else {
          log.append(
            Diagnostic(
              .note, "not-a-chat", "\(file.path) is no session and was left out", at: Origin(file: file.path))
          )
          continue
        }
        try convert(session: file, at: start, of: input, to: conversion, &log)
      } catch {
        log.append(error.loss)
      }
    }
  }

  /// Converts the session in a file, which is in the folder `start` of the input.
  private static func convert(
    session source: ImportInput, at start: String, of input: ImportInput, to conversion: Conversion,
    _ log: inout DiagnosticLog
  ) throws(ImportError) {
    guard let file = JSONFile(source) else { return }
    let isInFolder = source.name == fileName
    let facts = isInFolder ? WorkspaceFacts(input.folder, "\(start)workspace.yaml") : WorkspaceFacts()
    let folder = start.split(separator: "/").last.map(String.init) ?? input.name
    let name = isInFolder ? facts["id"] ?? folder : source.stem
    var reader = CopilotCLIReader(conversion, name: name, title: facts["summary"] ?? facts["name"])
    try file.forEachSessionRecord(
      log: &log, broken: { text, origin throws(ImportError) in try reader.addBroken(text, at: origin) }
    ) { event, origin, log throws(ImportError) in
      try reader.read(event, at: origin, &log)
    }
    reader.finish(at: file.origin(0), &log)
    let plan = "\(start)plan.md"
    if input.files.contains(plan) {
      log.append(
        Diagnostic(
          .note, "not-shown", "plan.md, the program's plan of its work, is left out",
          at: Origin(file: input.path(of: plan))))
    }
  }
}

/// The members of `workspace.yaml`, a list of names and values with at most one text over several lines.
struct WorkspaceFacts {
  private var facts: [String: String] = [:]

  /// No facts.
  init() {}

  init(_ folder: InputFolder, _ path: String) {
    guard folder.has(path), let bytes = try? folder.bytes(of: path) else { return }
    let text = bytes.repairedString(in: 0..<min(bytes.count, 65_536))
    var block: String?
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      if let name = block, line.hasPrefix(" ") || line.isEmpty {
        let known = facts[name] ?? ""
        facts[name] = known + (known.isEmpty ? "" : "\n") + String(line).trimmingSpaces
        continue
      }
      block = nil
      guard let colon = line.firstIndex(of: ":"), line.first.map({ !$0.isWhitespace }) ?? false else {
        continue
      }
      let name = String(line[..<colon])
      let value = String(line[line.index(after: colon)...]).trimmingSpaces
      // A block scalar (YAML 1.2 §8.1).
      if ["|", "|-", "|+", ">", ">-", ">+"].contains(value) {
        block = name
      } else {
        facts[name] = Self.unquoted(value)
      }
    }
  }

  /// The value of this name; nil if there is none or it is blank.
  subscript(name: String) -> String? { facts[name].flatMap { $0.isBlank ? nil : $0.trimmingSpaces } }

  private static func unquoted(_ value: String) -> String {
    guard value.utf8.count > 1, let mark = value.utf8.first, value.utf8.last == mark else { return value }
    let inside = String(value.dropFirst().dropLast())
    switch mark {
    case UInt8(ascii: "\""): return JSONValue(parsing: value)?.text ?? inside
    case UInt8(ascii: "'"): return inside.replacing("''", with: "'")
    default: return value
    }
  }
}
