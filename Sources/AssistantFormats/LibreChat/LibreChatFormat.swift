import ChatModel
import ImportKit

/// A conversation that LibreChat exports as JSON, with all branches or only the one that is shown.
///
/// The facts come from the program's own source (`useExportConversation.ts`) and its samples.
enum LibreChatFormat: ConvertedFormat {
  static let key = "librechat"
  static let name = "LibreChat"

  static let capabilities: [FormatCapability] = [
    .full("questions and answers", "answers with all of Markdown"),
    .full("thinking, tools", "folded"),
    .full("branches", "if the export has them"),
    .partly("files", "their names; the export does not have them"),
    .full("errors", "as notices"),
    .full("votes", "as reactions"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    let shape = input.shape
    return shape.has(".conversationId")
      && (shape.has(".messagesTree")
        || shape.has(".exportAt") && (shape.has(".messages") || shape.has(".branches")))
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    try JSONFile(input)?.forEachRecordInLists(log: &log, broken: conversion.addDamaged) {
      value, origin, log throws(ImportError) in
      try LibreChatConversation(value, conversion, origin, name: input.stem).convert(&log)
    }
  }
}

/// One conversation.
struct LibreChatConversation {
  private let value: JSONValue
  private let conversion: Conversion
  private let origin: Origin
  private let name: String

  /// The parent of first messages.
  private static let beginning = "00000000-0000-0000-0000-000000000000"

  init(_ value: JSONValue, _ conversion: Conversion, _ origin: Origin, name: String) {
    (self.value, self.conversion, self.origin, self.name) = (value, conversion, origin, name)
  }

  func convert(_ log: inout DiagnosticLog) throws(ImportError) {
    let title = [value["title"]?.text].firstWords
    let messages = messages
    guard !messages.isEmpty else {
      return log.append(
        Diagnostic(
          .note, "empty-conversation",
          "the conversation '\(title.prefix(80))' has no messages; it is left out",
          at: origin))
    }
    let builder = conversion.conversation(
      value["conversationId"]?.text ?? name, title: title.isEmpty ? name : title, order: .asGiven)
    if title.isEmpty { builder.titleStandIn = .newChat }
    let answer = messages.first { !isQuestion($0.message) }?.message
    let options = value["options"]
    let sender = [
      answer?["sender"], options?["modelLabel"], options?["chatGptLabel"], answer?["model"],
      options?["model"],
    ].map { $0?.text }.firstWords
    var session = AgentSession(builder, agentName: sender.isEmpty ? nil : sender)
    let instructions = [options?["promptPrefix"], options?["system"]].map { $0?.text }.firstWords
    if !instructions.isEmpty {
      try session.add([session.instructions(instructions)], id: "instructions", at: nil)
    }
    var turns = BranchedTurns()
    for (index, (message, parent)) in messages.enumerated() {
      let pieces = try pieces(of: message, &session, &log)
      turns.add(
        pieces, id: message["messageId"]?.text ?? "message-\(index + 1)", parent: parent,
        at: conversion.instant(in: message["createdAt"]), isLiked: Self.vote(message))
    }
    try turns.append(to: &session, current: .newestAtForks, at: origin, &log)
  }

  /// The messages with their parents. In a tree, a message's answers are its members.
  private var messages: [(message: JSONValue, parent: String?)] {
    var found: [(message: JSONValue, parent: String?)] = []
    // The next message is the last one.
    var rest = ((value["messagesTree"] ?? value["messages"])?.elements ?? []).reversed().map {
      ($0, String?.none)
    }
    while let (message, above) = rest.popLast() {
      let named = message["parentMessageId"]?.text.flatMap { $0 == Self.beginning || $0.isEmpty ? nil : $0 }
      found.append((message, named ?? above))
      let id = message["messageId"]?.text
      rest += (message["children"]?.elements ?? []).reversed().map { ($0, id) }
    }
    return found
  }

  private func isQuestion(_ message: JSONValue) -> Bool {
    message["isCreatedByUser"]?.flag ?? (message["sender"]?.text?.lowercased() == "user")
  }

  private static func vote(_ message: JSONValue) -> Bool? {
    switch message["feedback"]?["rating"]?.text {
    case "thumbsUp": true
    case "thumbsDown": false
    default: nil
    }
  }

  // MARK: Messages

  private func pieces(
    of message: JSONValue, _ session: inout AgentSession, _ log: inout DiagnosticLog
  ) throws(ImportError) -> [AgentSession.Piece] {
    let blocks = message["content"]?.elements ?? []
    let text = message["text"]?.text ?? message["content"]?.text ?? ""
    let files = (message["files"]?.elements ?? []).map(file)
    if message["error"]?.flag == true { return [session.event("error", text)] }
    guard !isQuestion(message) else {
      let words = text.isBlank ? blocks.compactMap(Self.text).joined(separator: "\n\n") : text
      return words.isBlank && files.isEmpty ? [] : [session.prompt(words, files)]
    }
    let model = message["model"]?.text
    var pieces: [AgentSession.Piece] = []
    for block in blocks { pieces += try self.pieces(of: block, model, session, &log) }
    // Some versions write the text into both.
    let known = blocks.compactMap(Self.text).joined(separator: "\n")
    if !text.isBlank, !AssistantWords.isKnown(text.trimmingSpaces, in: known) {
      pieces.append(session.answer(text, model: model))
    }
    if !files.isEmpty { pieces.append(session.pictures(files, role: "assistant")) }
    for attachment in message["attachments"]?.elements ?? [] {
      pieces += try self.pieces(ofAttachment: attachment, session, &log)
    }
    if message["unfinished"]?.flag == true { pieces.append(session.event("turnInterrupted")) }
    if let comment = message["feedback"]?["text"]?.text, !comment.isBlank {
      pieces.append(session.event("feedback", comment))
    }
    return AgentSession.folded(pieces)
  }

  private static func text(of block: JSONValue) -> String? {
    block["text"]?.text ?? block["text"]?["value"]?.text
  }

  private func pieces(
    of block: JSONValue, _ model: String?, _ session: AgentSession, _ log: inout DiagnosticLog
  ) throws(ImportError) -> [AgentSession.Piece] {
    switch block["type"]?.text {
    case "text":
      return (Self.text(of: block) ?? "").isBlank
        ? [] : [session.answer(Self.text(of: block) ?? "", model: model)]
    case "think":
      let thought = block["think"]?.text ?? block["think"]?["value"]?.text ?? ""
      return thought.isBlank ? [] : [session.thinking(thought)]
    case "tool_call":
      let call = block["tool_call"] ?? block
      let details = call["function"] ?? call["code_interpreter"] ?? call
      let name = details["name"]?.text ?? call["type"]?.text ?? "tool"
      let input = ToolText.text(ofArguments: details["arguments"] ?? details["args"] ?? details["input"])
      let output = details["output"] ?? details["outputs"]
      return [session.use(name, input, output.map { ToolText.text(ofInput: $0) } ?? "")]
    case "image_file":
      let picture = file(block["image_file"] ?? block)
      return [session.pictures([picture], role: "assistant")]
    case "image_url":
      let address = block["image_url"]?["url"]?.text ?? block["image_url"]?.text ?? ""
      let picture = try InlineFile.attachment(dataURL: address, files: conversion.extractedFiles)
      return [session.pictures([picture ?? .absent(named: address, type: "image/png")], role: "assistant")]
    case "error":
      let words = block["error"]?.text ?? block["error"]?["message"]?.text ?? Self.text(of: block) ?? ""
      return [session.event("error", words)]
    case "agent_update":
      return [session.event("modelChanged", block["agent_update"]?["agentId"]?.text ?? "")]
    default: return [session.unknown("block", block, at: origin, &log)]
    }
  }

  private func file(_ file: JSONValue) -> Attachment {
    let name = [file["filename"], file["name"], file["filepath"], file["file_id"]].map { $0?.text }.firstWords
    var attachment = Attachment.absent(named: name.isEmpty ? nil : name, type: file["type"]?.text)
    (attachment.width, attachment.height) = (
      file["width"]?.integer.flatMap { Int(exactly: $0) },
      file["height"]?.integer.flatMap { Int(exactly: $0) }
    )
    attachment.byteCount = file["bytes"]?.integer.flatMap { Int(exactly: $0) }
    return attachment
  }

  /// Returns what a tool gave beside its output: a file, or pages that were found.
  private func pieces(
    ofAttachment attachment: JSONValue, _ session: AgentSession, _ log: inout DiagnosticLog
  ) throws(ImportError) -> [AgentSession.Piece] {
    if attachment["filename"] != nil || attachment["filepath"] != nil {
      return [session.pictures([file(attachment)], role: "tool")]
    }
    let search = attachment["web_search"]
    let pages = ["organic", "topStories", "news", "references", "images"].map {
      ToolText.text(ofPages: search?[$0])
    }.filter { !$0.isEmpty }
    if !pages.isEmpty { return [session.result("web_search", pages.joined(separator: "\n\n"))] }
    return [session.unknown("attachment", attachment, at: origin, &log)]
  }
}
