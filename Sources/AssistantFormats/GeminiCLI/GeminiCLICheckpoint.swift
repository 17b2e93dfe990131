import ChatModel
import ImportKit

/// A conversation that Gemini CLI saved with `/chat save` or exported with `/chat share`: the history that is sent to the model, as
/// a list or in the member `history`. It has neither times nor ids.
///
/// The facts come from the program's own source (`logger.ts`, `chatCommand.ts`).
struct GeminiCLICheckpoint {
  private let input: ImportInput
  private let file: JSONFile

  static func recognises(_ input: ImportInput) -> Bool { member(in: input) != nil }

  /// The name of the member with the history, which is empty if the file is a list; nil for other files.
  private static func member(in input: ImportInput) -> String? {
    ["", "history"].first { name in
      let path = name.isEmpty ? "[]" : ".\(name)[]"
      // Parts of other programs' messages name their types.
      return input.shape.has("\(path).role", "\(path).parts") && !input.shape.has("\(path).parts[].type")
        && ["text", "functionCall", "functionResponse", "inlineData"].contains {
          input.shape.has("\(path).parts[].\($0)")
        }
    }
  }

  /// Returns nil for a folder.
  init?(_ input: ImportInput) {
    guard let file = JSONFile(input) else { return nil }
    (self.input, self.file) = (input, file)
  }

  /// The beginnings of the message that the program sends to the model first, in the user's name.
  private static let contexts = [
    "This is the Gemini CLI. We are setting up the context for our chat", "<session_context>",
  ]
  private static let reply = "Got it. Thanks for the context!"

  func convert(to conversion: Conversion, log: inout DiagnosticLog) throws(ImportError) {
    var reader: GeminiCLIReader?
    func opened(_ prompt: String?) -> GeminiCLIReader {
      if let reader { return reader }
      let new = GeminiCLIReader(
        conversion, GeminiCLISession(id: input.stem, title: title ?? prompt), key: input.path)
      reader = new
      return new
    }
    /// An answer whose calls have no results yet.
    var answer: (content: JSONValue, origin: Origin)?
    var isAfterContext = false
    func finish(_ results: [JSONValue], _ log: inout DiagnosticLog) throws(ImportError) {
      guard let (content, origin) = answer else { return }
      answer = nil
      try opened(nil).read(Self.answer(content, results), 0, at: origin, &log)
    }
    let member = Self.member(in: input) ?? ""
    try file.forEachElement(
      of: member.isEmpty ? nil : member, log: &log,
      broken: { text, origin, _ throws(ImportError) in try opened(nil).addBroken(text, at: origin) }
    ) { value, number, origin, log throws(ImportError) in
      let parts = value["parts"]?.elements ?? []
      let text = parts.first?["text"]?.text ?? ""
      let isReply = isAfterContext && text == Self.reply
      isAfterContext = number == 0 && Self.contexts.contains { text.hasPrefix($0) }
      if isAfterContext {
        log.append(
          Diagnostic(.note, "not-shown", "what the program told the model first is left out", at: origin))
      }
      if isAfterContext || isReply { return }
      switch value["parts"] == nil ? nil : value["role"]?.text {
      case "user": break
      case "model":
        try finish([], &log)
        answer = (value, origin)
        return
      default:
        try finish([], &log)
        return try opened(nil).read(value, 0, at: origin, &log)
      }
      let results = parts.filter { $0["functionResponse"] != nil }
      let calls = answer?.content["parts"]?.elements.count { $0["functionCall"] != nil } ?? 0
      try finish(Array(results.prefix(calls)), &log)
      let rest = parts.filter { $0["functionResponse"] == nil } + results.dropFirst(calls)
      if !rest.isEmpty { try opened(text.titleLine).read(Self.message("user", rest), 0, at: origin, &log) }
    }
    try finish([], &log)
  }

  /// The name that the user gave a checkpoint; nil for other files.
  private var title: String? {
    let prefix = "checkpoint-"
    guard input.stem.hasPrefix(prefix) else { return nil }
    let name = String(input.stem.dropFirst(prefix.count))
    return name.percentDecoded ?? name
  }

  // MARK: Messages of a session

  /// Returns an answer as sessions have it: the calls with their results, which are in the same order in the next content.
  private static func answer(_ content: JSONValue, _ results: [JSONValue]) -> JSONValue {
    let parts = content["parts"]?.elements ?? []
    let calls = parts.compactMap { $0["functionCall"] }.enumerated().map { number, call -> JSONValue in
      let result = results.indices.contains(number) ? JSONValue.array([results[number]]) : .null
      return .object(call.members + [.init(name: "result", value: result)])
    }
    return message(
      "gemini", parts.filter { $0["functionCall"] == nil }, [.init(name: "toolCalls", value: .array(calls))])
  }

  private static func message(
    _ type: String, _ parts: [JSONValue], _ more: [JSONValue.Member] = []
  ) -> JSONValue {
    .object(
      [.init(name: "type", value: .string(type)), .init(name: "content", value: .array(parts))] + more)
  }
}
