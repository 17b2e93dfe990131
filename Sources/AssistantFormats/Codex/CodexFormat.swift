import ChatModel
import ImportKit

/// The sessions that Codex keeps: a file of JSON lines for each, in folders by day.
///
/// An agent's file belongs to the session that called it, and the file of a fork begins with a copy of the history it continues.
enum CodexFormat: ConvertedFormat {
  static let key = "codex"
  static let name = "Codex (sessions)"

  static let capabilities: [FormatCapability] = [
    .full("prompts and answers", "answers with all of Markdown"),
    .partly("reasoning", "the summaries; the thoughts themselves are encrypted"),
    .full("tool calls, tool results, patches, web searches", "folded"),
    .full("pictures that are in the session"),
    .full("agents", "folded, at the call that started them"),
    .full("forks", "without the history that they copy"),
    .full("voice sessions"),
    .full("compaction, turns that were ended", "as notices"),
    .none("instructions and facts that Codex adds to prompts", "left out, with a note"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    input.firstRecords.contains { line in
      switch line.text(of: "type") {
      case "session_meta", "response_item", "event_msg", "turn_context", "compacted", "world_state",
        "realtime_item":
        line.has("payload")
      // The first version had no envelope.
      case nil: line.has("id", "timestamp", "instructions")
      default: false
      }
    }
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    var failures: [ImportError] = []
    try convert([input], to: conversion, failures: &failures, log: &log)
    if let error = failures.first { throw error }
  }

  static func convert(
    _ inputs: [ImportInput], to conversion: Conversion, failures: inout [ImportError],
    log: inout DiagnosticLog
  ) throws(ImportError) {
    let threads = CodexThreads(inputs)
    let links = CodexLinks(threads)
    for group in threads.groups {
      guard let first = group.first else { continue }
      conversion.begin(inputs[first.input])
      for thread in group {
        do throws(ImportError) {
          try read(thread, inputs[thread.input], to: conversion, links, &log)
        } catch {
          failures.append(error)
        }
      }
      conversion.end(inputs[first.input], log: &log)
    }
  }

  private static func read(
    _ thread: CodexThread, _ input: ImportInput, to conversion: Conversion, _ links: CodexLinks,
    _ log: inout DiagnosticLog
  ) throws(ImportError) {
    guard let file = JSONFile(input) else { return }
    let isSource = links.threads.sources.contains(thread.id)
    let digest = try CodexDigest(of: file.uncounted, history: links.history(of: thread), isSource: isSource)
    if isSource { links.histories[thread.id, default: CodexHistory()].formUnion(digest.history) }
    var reader = CodexReader(conversion, thread, digest, links)
    try file.forEachSessionRecord(
      log: &log, broken: { text, origin throws(ImportError) in try reader.readBroken(text, at: origin) }
    ) { value, origin, log throws(ImportError) in
      try reader.read(value, at: origin, &log)
    }
    reader.finish(in: file, &log)
  }
}
