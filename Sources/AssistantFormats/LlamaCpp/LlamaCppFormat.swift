import ChatModel
import ImportKit

/// The conversations that the web interface of llama.cpp exports: since June 2026 JSON lines, a head and a line for each message, before
/// that JSON with one conversation or a list of them.
///
/// The lines are a form for sessions of any program, whose name is in the head. The facts come from llama.cpp's own source
/// (`database.d.ts`) and the description of the form.
enum LlamaCppFormat: ConvertedFormat {
  static let key = "llamacpp"
  static let name = "llama.cpp (web interface)"

  static let capabilities: [FormatCapability] = [
    .full("questions and answers", "answers with all of Markdown"),
    .full("thinking, tool calls, tool results", "folded"),
    .full("pictures, texts, PDF, sound that are in the conversation", "as files"),
    .full("branches", "edited questions, regenerated answers"),
    .full("instructions"),
    .full("sessions of other programs in the same form"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    let records = input.firstRecords
    if let head = records.first, head.text(of: "type") == "session", head.has("harness") { return true }
    if records.contains(where: { $0.text(of: "type") == "session" && $0.has("harness", "name") }) {
      return true
    }
    let shape = input.shape
    return ["", "[]"].contains { path in
      shape.has("\(path).conv", "\(path).messages")
        && (shape.has("\(path).conv.currNode") || shape.has("\(path).conv.lastModified"))
    }
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    guard let file = JSONFile(input) else { return }
    var open: LlamaCppConversation?
    try file.forEachRecord(
      log: &log,
      broken: { text, origin, log throws(ImportError) in
        if open == nil { return try conversion.addDamaged(text, origin, &log) }
        open?.addBroken(text)
      }
    ) { value, origin, log throws(ImportError) in
      if let head = value["conv"] {
        var conversation = LlamaCppConversation(head, conversion, origin, name: input.stem)
        for message in value["messages"]?.elements ?? [] { try conversation.add(message, at: origin, &log) }
        return try conversation.finish(&log)
      }
      if value["type"]?.text == "session" {
        try open?.finish(&log)
        open = LlamaCppConversation(value, conversion, origin, name: input.stem)
      } else {
        if open == nil { open = LlamaCppConversation(.object([]), conversion, origin, name: input.stem) }
        try open?.add(value["message"] ?? value, at: origin, &log)
      }
    }
    try open?.finish(&log)
  }
}
