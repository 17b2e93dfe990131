import ImportKit

/// A prompt, divided into the user's words and the texts of files that they name with `@`.
///
/// Gemini CLI appends these texts for the model, between two lines of its own (`REFERENCE_CONTENT_START` and `…_END` in
/// `constants.ts`): as parts of the content, or in older sessions within its text.
struct GeminiCLIPrompt {
  /// The user's words, pictures and other files.
  private(set) var written: JSONValue
  /// True if there are texts of files.
  private(set) var hasFileTexts = false
  /// The parts with texts of files; none if they are within the text of the prompt.
  private(set) var fileTexts: [JSONValue] = []

  private static let start = "--- Content from referenced files ---"
  private static let end = "--- End of content ---"

  init(_ content: JSONValue) {
    written = content
    let parts = content.isArray ? content.elements : [content]
    let texts = parts.map { $0.unreadText ?? $0["text"]?.unreadText }
    if texts.count == 1, let text = texts.first ?? nil {
      guard let own = Self.withoutFileTexts(text) else { return }
      (written, hasFileTexts) = (.string(own), true)
      for part in parts { (part["text"] ?? part).markAllRead() }
      return
    }
    let lines = texts.map { $0?.trimmingSpaces ?? "" }
    guard let first = lines.firstIndex(where: { $0 == Self.start || $0.hasPrefix("\(Self.start)\n") }) else {
      return
    }
    // A file may contain the line that ends the texts: the last one counts.
    let end = lines.lastIndex { $0 == Self.end || $0.hasSuffix("\n\(Self.end)") }
    let last = end.flatMap { $0 >= first ? $0 : nil } ?? lines.count - 1
    hasFileTexts = true
    var own: [JSONValue] = []
    for (index, part) in parts.enumerated() {
      if index >= first, index <= last, texts[index] != nil {
        fileTexts.append(part)
      } else {
        own.append(part)
      }
    }
    written = .array(own)
  }

  /// Returns the part of a text before the texts of files at its end; nil for any other text.
  private static func withoutFileTexts(_ text: String) -> String? {
    guard text.trimmingSpaces.hasSuffix("\n\(end)") else { return nil }
    if text.hasPrefix("\(start)\n") { return "" }
    return text.range(of: "\n\(start)\n").map { String(text[..<$0.lowerBound]) }
  }
}
