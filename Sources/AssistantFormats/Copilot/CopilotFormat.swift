import ChatModel
import ImportKit

/// Chats of VS Code with GitHub Copilot or another participant: the output of "Export Chat", and the files that VS Code keeps itself.
///
/// The facts come from VS Code's own source (`chatModel.ts`, `objectMutationLog.ts`).
enum CopilotFormat: ConvertedFormat {
  static let key = "copilot"
  static let name = "Copilot Chat of VS Code"

  static let capabilities: [FormatCapability] = [
    .full("prompts and answers", "answers with all of Markdown"),
    .full("thinking, tools, edits of files", "folded"),
    .full("pictures that are in the chat"),
    .partly("files given to a prompt", "their names"),
    .full("warnings, errors, questions", "as notices"),
    .full("votes", "as reactions"),
    .none("progress, buttons, suggestions", "left out, with a note"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    let shape = input.shape
    if shape.has(".kind", ".v.requests") {
      return shape.has(".v.responderUsername") || shape.has(".v.sessionId")
    }
    guard shape.has(".requests"), !shape.has(".kind") else { return false }
    return shape.has(".responderUsername")
      && (shape.has(".initialLocation") || shape.has(".requests[].message") || shape.has(".sessionId"))
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    guard let file = JSONFile(input) else { return }
    guard !input.shape.has(".kind") else {
      return try convertLog(file, input, to: conversion, &log)
    }
    // If the file was cut off, its beginning is enough.
    let members = input.probe?.members ?? []
    let head = members.compactMap { name, text in
      text.map { JSONValue.Member(name: name, value: .string($0)) }
    }
    let facts = (try? file.document(without: ["requests"])) ?? .object(head)
    var reader = CopilotReader(conversion, facts, name: input.stem)
    try file.forEachElement(
      of: "requests", log: &log, readsPart: true,
      broken: { text, _, _ throws(ImportError) in try reader.addBroken(text) }
    ) { request, index, origin, log throws(ImportError) in
      try reader.read(request, index, at: origin, &log)
    }
    reader.finish(at: file.origin(0), &log)
  }

  /// Converts a log of changes. The chat is its state after the last of them, so it is in memory as a whole.
  private static func convertLog(
    _ file: JSONFile, _ input: ImportInput, to conversion: Conversion, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    var state = CopilotState.object([])
    var broken: [String] = []
    try file.forEachLine(
      log: &log, broken: { text, _, _ throws(ImportError) in broken.append(text) }
    ) { change, _, origin, log throws(ImportError) in
      guard state.apply(change) else {
        broken.append(String(change.json.prefix(1000)))
        return log.append(
          Diagnostic(
            .loss, "unknown-change", "a change of the chat is not understood; it is shown as a card",
            at: origin))
      }
    }
    let chat = state.json
    var reader = CopilotReader(conversion, chat, name: input.stem)
    for (index, request) in (chat["requests"]?.elements ?? []).enumerated() {
      try reader.read(request, index, at: file.origin(0, "requests[\(index)]"), &log)
    }
    for text in broken { try reader.addBroken(text) }
    reader.finish(at: file.origin(0), &log)
  }
}
