import ImportKit

/// A question that an answer asked the user, and the user's reply.
struct CopilotQuestion {
  /// The words of the question.
  let text: String
  /// The user's words and choices, a line each; empty if there are none.
  let reply: String

  /// Reads a part of an answer, or returns nil if it is not a question.
  init?(_ part: JSONValue) {
    switch part["kind"]?.text {
    case "confirmation": (text, reply) = (Self.joined(part, ["title", "message"]), "")
    case "elicitation", "elicitationSerialized":
      text = Self.joined(part, ["title", "subtitle", "message"])
      reply = part["acceptedResult"].map { ToolText.text(ofInput: $0) } ?? ""
    case "questionCarousel":
      let questions = part["questions"]?.elements ?? []
      let texts = questions.map { Self.joined($0, ["title", "message", "description"]) }
      text = ([Self.words(part["message"])] + texts).filter { !$0.isEmpty }.joined(separator: "\n")
      reply = Self.answers(to: questions, in: part["data"])
    default: return nil
    }
  }

  /// Returns the user's reply to a plan: the choice, and the remarks on it.
  static func reply(toPlan part: JSONValue) -> String {
    let data = part["data"]
    let remarks = data?["feedback"] ?? data?["feedbackOverall"]
    return [words(data?["action"]), words(remarks)].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// Returns the words of a text or of a Markdown object.
  static func words(_ value: JSONValue?) -> String { value?.text ?? value?["value"]?.text ?? "" }

  private static func joined(_ value: JSONValue, _ names: [String]) -> String {
    var texts: [String] = []
    for name in names {
      let text = words(value[name])
      if !text.isEmpty, !texts.contains(text) { texts.append(text) }
    }
    return texts.joined(separator: ": ")
  }

  /// Returns the answers by the questions' ids, each after its question if there are several.
  private static func answers(to questions: [JSONValue], in data: JSONValue?) -> String {
    questions.compactMap { question in
      guard let id = question["id"]?.text, let answer = data?[id] else { return nil }
      let choices = answer["selectedValues"]?.elements ?? [answer["selectedValue"]].compactMap(\.self)
      let texts = choices.compactMap(\.text).map { label(of: $0, in: question) }
      let words = (texts + [words(answer["freeformValue"]), words(answer)]).filter { !$0.isEmpty }
      guard !words.isEmpty else { return nil }
      let reply = words.joined(separator: ", ")
      return questions.count == 1 ? reply : "\(Self.words(question["title"])): \(reply)"
    }.joined(separator: "\n")
  }

  /// Returns the label of a choice, which the user saw.
  private static func label(of value: String, in question: JSONValue) -> String {
    let option = question["options"]?.elements.first { $0["value"]?.text == value || $0["id"]?.text == value }
    return option?["label"]?.text ?? value
  }
}
