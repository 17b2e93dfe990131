import ChatModel
import ImportKit

/// The conversations that Cursor keeps: transcripts of its agent, a file for each, and the database of its windows.
///
/// Cursor does not describe them. The facts come from programs that read them (agentsview, cli-continues, chatrxiv).
enum CursorFormat: ConvertedFormat {
  static let key = "cursor"
  static let name = "Cursor (agent transcripts, state.vscdb)"

  static let capabilities: [FormatCapability] = [
    .full("prompts and answers", "answers with all of Markdown"),
    .full("thinking, tools", "folded; with results in the database"),
    .full("agents", "folded, at the call that started them, or as conversations"),
    .full("errors of tools"),
    .partly("files and selections given to a prompt", "their names"),
    .partly("times", "in the database"),
    .full("titles"),
    .none("what the program added to a prompt", "left out, with a note"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    guard let bytes = input.bytes else { return !transcripts(in: input).isEmpty }
    if SQLiteTables.recognises(bytes) { return SQLiteTables(bytes)?.has("cursordiskkv") ?? false }
    return isTranscript(input)
  }

  /// True if a file is a transcript: records with a role and a message, or the older text.
  private static func isTranscript(_ input: ImportInput) -> Bool {
    let records = input.firstRecords
    if let first = records.first {
      return first.has("role", "message")
        && records.allSatisfy { line in
          line.has("role", "message")
            && !["type", "uuid", "id", "timestamp", "sessionId", "content"].contains { line.has($0) }
        }
    }
    return CursorText.recognises(input.head)
  }

  /// The folder of transcripts in a project's folder.
  private static let folder = "agent-transcripts"

  /// The paths of the transcripts in a folder of projects; the agents of a session come after it.
  private static func transcripts(in input: ImportInput) -> [String] {
    let paths = input.files.filter { path in
      guard path.hasSuffix(".jsonl") || path.hasSuffix(".txt") else { return false }
      return path.split(separator: "/").dropLast().contains { $0 == folder }
        || input.name == folder || input.name == "subagents"
    }
    let isAny = paths.contains { (try? input.file(named: $0)).map(isTranscript) ?? false }
    return isAny ? paths.filter { !isOfAgent($0) } + paths.filter(isOfAgent) : []
  }

  private static func isOfAgent(_ path: String) -> Bool {
    path.split(separator: "/").dropLast().contains { $0 == "subagents" }
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    if let bytes = input.bytes {
      if SQLiteTables.recognises(bytes) {
        return try CursorDatabase(input, conversion, &log).convert(&log)
      }
      return try CursorTranscript(conversion, name: input.stem).convert(input, &log)
    }
    for path in transcripts(in: input) {
      let file = try input.file(named: path)
      guard isTranscript(file) else {
        log.append(
          Diagnostic(
            .note, "not-a-chat", "\(file.path) is no transcript and was left out", at: Origin(file: file.path)
          ))
        continue
      }
      do throws(ImportError) {
        var transcript = CursorTranscript(conversion, name: file.stem)
        transcript.isOfAgent = isOfAgent(path)
        try transcript.convert(file, &log)
      } catch {
        log.append(error.loss)
      }
    }
  }
}
