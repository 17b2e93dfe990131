import ChatModel
import ImportKit

/// The sessions that OpenCode keeps: a file for each record until early 2026, a database since; and sessions that `opencode export`
/// wrote.
///
/// The facts come from the program's own source (`message-v2.ts`).
enum OpenCodeFormat: ConvertedFormat {
  static let key = "opencode"
  static let name = "OpenCode (sessions)"

  static let capabilities: [FormatCapability] = [
    .full("prompts and answers", "answers with all of Markdown"),
    .full("thinking, tools with their results", "folded"),
    .full("pictures and files that are in the session"),
    .partly("other files", "their names"),
    .full("agents", "folded, at the call that started them"),
    .full("errors, retries, compaction", "as notices"),
    .full("titles"),
    .none("texts that the program added to a prompt", "left out, with a note"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    if let bytes = input.bytes {
      if SQLiteTables.recognises(bytes) {
        return SQLiteTables(bytes)?.has("session", "message", "part", "project") ?? false
      }
      let shape = input.shape
      return shape.has(".info", ".messages[].info", ".messages[].parts")
        || shape.has(".info.id", ".info.projectID", ".info.directory")
    }
    return OpenCodeFiles.start(in: input) != nil
  }

  /// The folders of a storage, and what the program keeps beside it. A database is an export of its own.
  static func isPart(_ name: String) -> Bool { !name.hasSuffix(".db") && isNoOtherChat(name) }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    var sessions = OpenCodeSessions(conversion)
    guard let bytes = input.bytes else {
      guard let files = OpenCodeFiles(input) else { return }
      return try files.read(to: &sessions, &log)
    }
    if SQLiteTables.recognises(bytes) {
      return try OpenCodeDatabase(input, &log).read(to: &sessions, &log)
    }
    guard let file = JSONFile(input) else { return }
    let info = file.wholeMembers(without: ["messages"], log: &log)["info"] ?? .object([])
    sessions.begin(info, id: info["id"]?.text ?? input.stem)
    try file.forEachElement(
      of: "messages", log: &log, readsPart: true,
      broken: { text, origin, _ throws(ImportError) in
        try sessions.addBroken(text, id: "\(origin.offset ?? 0)")
      }
    ) { message, index, origin, log throws(ImportError) in
      try sessions.add(
        message["info"] ?? message, id: "message-\(index + 1)", message["parts"]?.elements ?? [], at: origin,
        &log)
    }
    sessions.end(at: file.origin(0), &log)
  }
}
