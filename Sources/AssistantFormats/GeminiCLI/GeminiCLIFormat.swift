import ChatModel
import ImportKit

/// The sessions that Gemini CLI keeps: a file for each, JSON until early 2026 and JSON lines since; and conversations that were
/// saved or shared with `/chat`.
///
/// The facts come from the program's own source (`chatRecordingService.ts`).
enum GeminiCLIFormat: ConvertedFormat {
  static let key = "geminicli"
  static let name = "Gemini CLI (sessions)"

  static let capabilities: [FormatCapability] = [
    .full("prompts and answers", "answers with all of Markdown"),
    .full("thoughts, tool calls, tool results", "folded, in the answer they belong to"),
    .full("pictures and files that are in the session"),
    .full("information, warnings, errors", "as notices"),
    .full("branches", "prompts that were taken back, folded"),
    .full("titles"),
    .partly("sessions that Gemini CLI deleted", "their prompts, from its log"),
    .partly("agents", "as conversations of their own"),
    .partly("conversations that were saved or shared", "without times, which they lack"),
    .none("texts of files that a prompt names", "left out, with a note"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    if GeminiCLICheckpoint.recognises(input) || GeminiCLILog.recognises(input) { return true }
    if input.bytes?.isList == true {
      guard let first = input.firstRecords.first else { return false }
      return first.has("sessionId", "projectHash") && (first.has("startTime") || first.has("lastUpdated"))
    }
    guard let probe = input.probe else { return false }
    return probe.has("sessionId") && probe.has("projectHash")
      && (probe.has("startTime") || probe.has("lastUpdated"))
  }

  /// Sessions are in the folder `chats` next to checkpoints, sessions of agents in folders next to the calling sessions.
  static let goesOnInFolders = true

  static func convert(
    _ inputs: [ImportInput], to conversion: Conversion, failures: inout [ImportError],
    log: inout DiagnosticLog
  ) throws(ImportError) {
    let sessions = GeminiCLISessions()
    // The log of prompts comes last, because it also has the prompts in sessions.
    let logs = inputs.filter(GeminiCLILog.recognises)
    for input in inputs.filter({ !GeminiCLILog.recognises($0) }) + logs {
      conversion.begin(input)
      do throws(ImportError) {
        try convert(input, to: conversion, sessions, log: &log)
      } catch {
        failures.append(error)
      }
      conversion.end(input, log: &log)
    }
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    try convert(input, to: conversion, GeminiCLISessions(), log: &log)
  }

  private static func convert(
    _ input: ImportInput, to conversion: Conversion, _ sessions: GeminiCLISessions,
    log: inout DiagnosticLog
  ) throws(ImportError) {
    if GeminiCLILog.recognises(input), let prompts = GeminiCLILog(input) {
      return try prompts.convert(to: conversion, sessions, log: &log)
    }
    if GeminiCLICheckpoint.recognises(input), let checkpoint = GeminiCLICheckpoint(input) {
      return try checkpoint.convert(to: conversion, log: &log)
    }
    guard let records = GeminiCLIRecords(input) else { return }
    let session = try GeminiCLISession(records, name: input.stem)
    let reader = GeminiCLIReader(conversion, session, sessions: sessions)
    try records.forEach(
      log: &log,
      broken: { text, origin, log throws(ImportError) in try reader.addBroken(text, at: origin) }
    ) { record, _, origin, log throws(ImportError) in
      guard case .message(let message, let number) = record else { return }
      try reader.read(message, number, at: origin, &log)
    }
  }
}
