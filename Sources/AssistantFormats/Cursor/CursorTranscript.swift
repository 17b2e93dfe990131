import ChatModel
import ImportKit

/// Reads the transcript of a session. Its lines have neither ids nor times, and no results of tools.
struct CursorTranscript {
  private let conversion: Conversion
  /// The name of the file, which is the session's id.
  private let name: String
  /// True if another session called this one.
  var isOfAgent = false

  init(_ conversion: Conversion, name: String) { (self.conversion, self.name) = (conversion, name) }

  func convert(_ input: ImportInput, _ log: inout DiagnosticLog) throws(ImportError) {
    guard let file = JSONFile(input) else { return }
    let builder = conversion.conversation(name, title: name, order: .asGiven)
    var session = AgentSession(builder, agentName: "Cursor")
    if input.firstByte == UInt8(ascii: "{") || input.firstByte == UInt8(ascii: "[") {
      try file.forEachSessionRecord(
        log: &log,
        broken: { text, origin throws(ImportError) in
          try session.add(
            [session.unknown("malformed", text)], id: "line-\(origin.line ?? origin.offset ?? 0)", at: nil)
        }
      ) { line, origin, log throws(ImportError) in
        let pieces = try pieces(of: line, &session, at: origin, &log)
        try session.add(pieces, id: "line-\(origin.line ?? origin.offset ?? 0)", at: nil)
      }
    } else {
      try CursorText(file.bytes, path: input.path).forEachPart(
        log: &log
      ) { part, line, log throws(ImportError) in
        let pieces = pieces(of: part, &session, at: Origin(file: input.path, line: line), &log)
        try session.add(pieces, id: "line-\(line)", at: nil)
      }
    }
    if let title = session.firstPrompt { builder.title = title }
    if isOfAgent { builder.titleStandIn = .agent(builder.title) }
    if builder.count == 0 {
      log.append(
        Diagnostic(
          .note, "empty-conversation", "the session has no messages; it is left out", at: file.origin(0)))
    }
  }

  private func pieces(
    of line: JSONValue, _ session: inout AgentSession, at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) -> [AgentSession.Piece] {
    let role = line["role"]?.text ?? ""
    let content = line["message"]?["content"] ?? line["message"] ?? .null
    var pieces: [AgentSession.Piece] = []
    for block in content.isArray ? content.elements : [content] {
      switch block["type"]?.text {
      case nil where block.text != nil, "text":
        let text = block.text ?? block["text"]?.text ?? ""
        switch role {
        case "user": pieces += CursorWords.pieces(of: text, &session, at: origin, &log)
        case "system": CursorWords.noteHidden("system", at: origin, &log)
        case "assistant": if !text.isBlank { pieces.append(session.answer(text, model: nil)) }
        default: if !text.isBlank { pieces.append(session.result(role, text)) }
        }
      case "thinking", "reasoning":
        let text = (block["thinking"] ?? block["text"])?.text ?? ""
        if !text.isBlank { pieces.append(session.thinking(text)) }
      case "tool_use", "tool_call":
        let input = block["input"] ?? block["arguments"]
        pieces.append(session.call(block["name"]?.text ?? "tool", ToolText.text(ofArguments: input)))
      case "tool_result":
        let output = block["content"].map { content in
          let texts = content.elements.compactMap { $0["text"]?.text }
          return texts.isEmpty ? ToolText.text(ofInput: content) : texts.joined(separator: "\n")
        }
        pieces.append(
          session.result(block["name"]?.text, output ?? "", isError: ToolOutcome.hasErrorFlag(block)))
      case "image":
        let source = block["source"] ?? block
        guard let data = source["data"]?.text else {
          pieces.append(
            session.pictures([.absent(named: source["url"]?.text, type: "image/png")], role: role))
          continue
        }
        let type = (source["media_type"] ?? source["mimeType"])?.text
        let picture = try InlineFile.attachment(base64: data, type: type, files: conversion.extractedFiles)
        pieces.append(
          role == "user" ? session.prompt("", [picture]) : session.pictures([picture], role: role))
      case nil where block == .null: continue
      default: pieces.append(session.unknown("block", block, at: origin, &log))
      }
    }
    return pieces
  }

  private func pieces(
    of part: CursorText.TextPart, _ session: inout AgentSession, at origin: Origin, _ log: inout DiagnosticLog
  ) -> [AgentSession.Piece] {
    switch part {
    case .user(let text): CursorWords.pieces(of: text, &session, at: origin, &log)
    case .answer(let text): [session.answer(text, model: nil)]
    case .thinking(let text): [session.thinking(text)]
    case .call(let name, let input): [session.call(name, input)]
    case .result(let name, let output): [session.result(name, output)]
    }
  }
}

/// The user's words in a prompt, among what the program added to it.
enum CursorWords {
  private static let (open, close) = ("<user_query>", "</user_query>")

  /// Returns the words of the user. Elements of the program, such as files and reminders, are left out with a note.
  static func pieces(
    of text: String, _ session: inout AgentSession, at origin: Origin, _ log: inout DiagnosticLog
  ) -> [AgentSession.Piece] {
    var (words, others, rest): ([String], String, Substring) = ([], "", text[...])
    while let start = rest.range(of: open), let end = rest[start.upperBound...].range(of: close) {
      others += rest[..<start.lowerBound]
      words.append(String(rest[start.upperBound..<end.lowerBound]).trimmingSpaces)
      rest = rest[end.upperBound...]
    }
    others += rest
    if words.isEmpty {
      // Without the element, everything was typed, unless it is an element of the program alone.
      if let wrapped = WrappedText(text) {
        noteHidden(wrapped.name, at: origin, &log)
      } else {
        words.append(text.trimmingSpaces)
      }
    } else if !others.isBlank {
      noteHidden(WrappedText(others)?.name ?? "text", at: origin, &log)
    }
    let own = words.filter { !$0.isBlank }.joined(separator: "\n\n")
    return own.isEmpty ? [] : [session.prompt(own)]
  }

  static func noteHidden(_ name: String, at origin: Origin, _ log: inout DiagnosticLog) {
    log.append(
      Diagnostic(
        .note, "not-shown", "what the program added to a prompt ('\(name.prefix(60))') is left out",
        at: origin))
  }
}
