import ChatModel
import ImportKit

/// One conversation of a download.
struct GrokConversation {
  private let value: JSONValue
  private let conversion: Conversion
  private let assets: GrokAssets
  private let origin: Origin

  init(_ value: JSONValue, _ conversion: Conversion, _ assets: GrokAssets, _ origin: Origin) {
    (self.value, self.conversion, self.assets, self.origin) = (value, conversion, assets, origin)
  }

  func convert(_ log: inout DiagnosticLog) throws(ImportError) {
    let facts = value["conversation"]
    let title = [facts?["title"]?.text].firstWords
    // Each answer is in a record that may also say where it was shared.
    let answers = (value["responses"]?.elements ?? []).map { $0["response"] ?? $0 }
    guard !answers.isEmpty else {
      return log.append(
        Diagnostic(
          .note, "empty-conversation",
          "the conversation '\(title.prefix(80))' has no messages; it is left out",
          at: origin))
    }
    let id = facts?["id"]?.text ?? facts?["_id"]?.text ?? origin.path ?? title
    let builder = conversion.conversation(id, title: title.isEmpty ? "New chat" : title, order: .asGiven)
    if title.isEmpty { builder.titleStandIn = .newChat }
    var session = AgentSession(builder, agentName: "Grok")
    var turns = BranchedTurns()
    let namesParents = answers.contains { $0["parent_response_id"] != nil }
    var last: String?
    for (index, answer, time) in byTime(answers) {
      let id = answer["_id"]?.text ?? answer["id"]?.text ?? "message-\(index + 1)"
      turns.add(
        try pieces(of: answer, &session, &log), id: id,
        parent: answer["parent_response_id"]?.text ?? (namesParents ? nil : last), at: time)
      last = id
    }
    try turns.append(
      to: &session, current: .ending(in: facts?["leaf_response_id"]?.text), at: origin, &log)
  }

  /// Returns the messages by time, with their indexes.
  private func byTime(_ answers: [JSONValue]) -> [(index: Int, answer: JSONValue, time: Instant?)] {
    let timed = answers.enumerated().map {
      (index: $0, answer: $1, time: conversion.instant(in: $1["create_time"]))
    }
    guard timed.allSatisfy({ $0.time != nil }) else { return timed }
    return timed.sorted {
      ($0.time?.milliseconds ?? 0, $0.index) < ($1.time?.milliseconds ?? 0, $1.index)
    }
  }

  private func pieces(
    of answer: JSONValue, _ session: inout AgentSession, _ log: inout DiagnosticLog
  ) throws(ImportError) -> [AgentSession.Piece] {
    let text = Self.withoutCards(answer["message"]?.text ?? "")
    var files = (answer["file_attachments"]?.elements ?? []).compactMap { $0.text ?? $0["id"]?.text }
      .map(assets.file)
    files += (answer["generated_image_urls"]?.elements ?? []).compactMap(\.text).map(assets.picture)
    var pieces: [AgentSession.Piece] = []
    switch answer["sender"]?.text?.lowercased() {
    case "human", "user":
      if !text.isBlank || !files.isEmpty { pieces.append(session.prompt(text, files)) }
    default:
      let thoughts =
        [answer["thinking_trace"]?.text].compactMap(\.self)
        + (answer["agent_thinking_traces"]?.elements ?? []).compactMap { ($0["thinking_trace"] ?? $0)?.text }
      for thought in thoughts where !thought.isBlank { pieces.append(session.thinking(thought)) }
      addSteps(answer["steps"], known: thoughts.joined(separator: "\n") + "\n" + text, to: &pieces, session)
      if !text.isBlank { pieces.append(session.answer(text, model: answer["model"]?.text)) }
      if !files.isEmpty { pieces.append(session.pictures(files, role: "assistant")) }
      addSources(of: answer, to: &pieces, session)
    }
    if let error = answer["error"], error.flag != false {
      let words = [error.text, error["message"]?.text].firstWords
      pieces.append(session.event("error", words.isEmpty ? error.json : words))
    }
    return pieces
  }

  /// Adds the words of an answer's steps that neither its thoughts nor its text have.
  private func addSteps(
    _ steps: JSONValue?, known: String, to pieces: inout [AgentSession.Piece], _ session: AgentSession
  ) {
    var words: [String] = []
    for text in AssistantWords(of: steps).texts where !AssistantWords.isKnown(text, in: known) {
      words.append(text)
    }
    if !words.isEmpty { pieces.append(session.thinking(words.joined(separator: "\n\n"))) }
  }

  /// Adds the pages that an answer was found with, and its cards, to its last piece.
  private func addSources(
    of answer: JSONValue, to pieces: inout [AgentSession.Piece], _ session: AgentSession
  ) {
    var steps: [TurnPart] = []
    let cited = ToolText.text(ofPages: answer["cited_web_search_results"])
    let found = ToolText.text(ofPages: answer["web_search_results"])
    for (name, text) in [("sources", cited), ("search", found == cited ? "" : found)] where !text.isEmpty {
      steps.append(TurnPart(kind: .toolResult, name: name, text: text))
    }
    for list in ["card_attachments_json", "x_posts", "xpost_ids", "cited_x_posts"] {
      for card in answer[list]?.elements ?? [] {
        let value = card.parsedText() ?? card
        let words = ToolText.text(ofInput: value)
        if !words.isBlank { steps.append(TurnPart(kind: .toolResult, name: "card", text: words)) }
      }
    }
    if let query = answer["query"]?.text, !query.isBlank {
      steps.append(TurnPart(kind: .toolCall, name: "search", text: query))
    }
    guard !steps.isEmpty else { return }
    if pieces.isEmpty { pieces.append(session.answer("", model: answer["model"]?.text)) }
    pieces[pieces.count - 1].steps += steps
  }

  private static let (cardStart, cardEnd) = ("<grok:render", "</grok:render>")

  /// Returns a text without the elements in which cards are drawn, whose content is among the cards.
  private static func withoutCards(_ text: String) -> String {
    guard text.range(of: cardStart) != nil else { return text }
    var (own, rest) = ("", text[...])
    while let start = rest.range(of: cardStart), let end = rest[start.upperBound...].range(of: cardEnd) {
      own += rest[..<start.lowerBound]
      rest = rest[end.upperBound...]
    }
    return own + rest
  }
}
