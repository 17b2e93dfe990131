import ImportKit

/// Fences in answers, which mark a text to copy, such as a letter.
enum ChatGPTText {
  /// Returns a text without the lines `:::writing{…}` and `:::`. A letter's subject stays, in bold. Code is unchanged.
  static func withoutFences(_ text: String) -> String {
    guard text.range(of: ":::writing") != nil else { return text }
    var (lines, isInCode, depth) = ([Substring](), false, 0)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let trimmed = line.drop { $0 == " " }
      if trimmed.hasPrefix("```") || trimmed.hasPrefix("~~~") { isInCode.toggle() }
      if !isInCode, trimmed.hasPrefix(":::writing") {
        depth += 1
        if let subject = subject(of: trimmed) { lines += ["**\(subject)**", ""] }
      } else if !isInCode, depth > 0, trimmed.utf8.prefix(16).elementsEqual(":::".utf8) {
        depth -= 1
      } else {
        lines.append(line)
      }
    }
    return lines.joined(separator: "\n")
  }

  /// Returns the value of the attribute `subject` or `title`, or nil.
  private static func subject(of line: Substring) -> Substring? {
    for name in [" subject=\"", " title=\""] {
      guard let start = line.range(of: name)?.upperBound, let end = line[start...].firstIndex(of: "\""),
        end > start
      else { continue }
      return line[start..<end]
    }
    return nil
  }
}
