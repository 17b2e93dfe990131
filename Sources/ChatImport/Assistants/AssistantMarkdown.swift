/// The Markdown of language models, which has formulas in LaTeX.
///
/// Formulas stay readable source: `\(…\)` becomes code within the line, `\[…\]` and `$$…$$` a block of code. Markdown would read
/// `\(` as an escaped parenthesis and `_` in a formula as emphasis.
enum AssistantMarkdown {
  /// Returns the text with formulas as code. Code stays as it is.
  static func formulasAsCode(_ text: String) -> String {
    guard text.contains("\\(") || text.contains("\\[") || text.contains("$$") else { return text }
    var result = ""
    var isInFence = false
    var formula: (lines: [Substring], end: String, indent: String)?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let trimmed = line.drop { $0 == " " || $0 == "\t" }
      let indent = String(line.prefix(line.count - trimmed.count))
      if var open = formula {
        if let end = line.range(of: open.end) {
          open.lines.append(line[..<end.lowerBound])
          append(open.lines, open.indent, to: &result)
          formula = nil
          let rest = line[end.upperBound...]
          if !rest.allSatisfy(\.isWhitespace) { result += inLine(rest) + "\n" }
        } else {
          open.lines.append(line)
          formula = open
        }
        continue
      }
      if trimmed.hasPrefix("```") || trimmed.hasPrefix("~~~") { isInFence.toggle() }
      if !isInFence, let (start, end) = blockDelimiters(of: trimmed) {
        let body = trimmed.dropFirst(start.count)
        if let close = body.range(of: end) {
          append([body[..<close.lowerBound]], indent, to: &result)
          let rest = body[close.upperBound...]
          if !rest.allSatisfy(\.isWhitespace) { result += inLine(rest) + "\n" }
        } else {
          formula = ([body], end, indent)
        }
        continue
      }
      result += (isInFence ? String(line) : inLine(line)) + "\n"
    }
    // A block that nothing ends stays as it was written.
    if let formula { result += formula.lines.joined(separator: "\n") + "\n" }
    result.removeLast()
    return result
  }

  private static func blockDelimiters(of line: Substring) -> (start: String, end: String)? {
    if line.hasPrefix("\\[") { return ("\\[", "\\]") }
    if line.hasPrefix("$$") { return ("$$", "$$") }
    return nil
  }

  private static func append(_ lines: [Substring], _ indent: String, to result: inout String) {
    let body = lines.filter { !$0.allSatisfy(\.isWhitespace) }
    result += indent + "```latex\n"
    for line in body { result += indent + line.drop { $0 == " " } + "\n" }
    result += indent + "```\n"
  }

  /// Turns `\(…\)`, `\[…\]` and `$$…$$` within a line into code.
  private static func inLine(_ line: Substring) -> String {
    guard line.contains("\\(") || line.contains("\\[") || line.contains("$$") else { return String(line) }
    var result = ""
    var rest = line
    var isInCode = false
    while let first = rest.first {
      if first == "`" { isInCode.toggle() }
      if !isInCode, let (start, end) = delimiters(of: rest),
        let close = rest.dropFirst(start.count).range(of: end)
      {
        let formula = rest.dropFirst(start.count)[..<close.lowerBound]
        let fence = formula.contains("`") ? "``" : "`"
        result += fence + formula.drop { $0 == " " } + fence
        rest = rest[close.upperBound...]
      } else {
        result.append(first)
        rest.removeFirst()
      }
    }
    return result
  }

  private static func delimiters(of text: Substring) -> (start: String, end: String)? {
    if text.hasPrefix("\\(") { return ("\\(", "\\)") }
    return blockDelimiters(of: text)
  }
}
