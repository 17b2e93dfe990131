import ImportKit

/// The Markdown of language models, which has formulas in LaTeX.
///
/// Formulas stay readable source: `\(…\)` and `$…$` become code within the line, `\[…\]`, `$$…$$` and environments a block of code.
/// Markdown would read `\(` as an escaped parenthesis and `_` in a formula as emphasis. A delimiter without an end is text.
struct AssistantMarkdown {
  /// Returns the text with formulas as code. Existing code is unchanged.
  static func formulasAsCode(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "$") || $0 == UInt8(ascii: "\\") }) else {
      return text
    }
    var markdown = AssistantMarkdown(text)
    while markdown.next < markdown.lines.count { markdown.readLine() }
    return markdown.output.joined(separator: "\n")
  }

  private let lines: [Substring]
  private var next = 0
  private var output: [String] = []
  /// The fence of the current block of code.
  private var fence: Substring?

  /// The lines before these have none of these ends of formulas, from the next line on.
  private var lookedFor: [String: Int] = [:]

  /// The most lines of a formula.
  private static let formulaLimit = 200

  private init(_ text: String) { lines = text.split(separator: "\n", omittingEmptySubsequences: false) }

  private mutating func readLine() {
    let line = lines[next]
    let prefix = line.prefix { $0 == " " || $0 == "\t" || $0 == ">" }
    let body = line[prefix.endIndex...]
    if let fence {
      if Self.ends(body, fence) { self.fence = nil }
    } else if let opening = Self.fence(of: body) {
      fence = opening
    } else if let formula = formula(beginning: body, prefix) {
      return add(formula, prefix)
    } else {
      output.append("\(prefix)\(Self.inLine(body))")
      next += 1
      return
    }
    output.append(String(line))
    next += 1
  }

  // MARK: Blocks of code

  /// Returns the run of backticks or tildes that begins a block of code (CommonMark §4.5), or nil.
  private static func fence(of line: Substring) -> Substring? {
    guard let mark = line.first, mark == "`" || mark == "~" else { return nil }
    let run = line.prefix { $0 == mark }
    return run.count < 3 || mark == "`" && line[run.endIndex...].contains("`") ? nil : run
  }

  private static func ends(_ line: Substring, _ fence: Substring) -> Bool {
    let run = line.prefix { $0 == fence.first }
    return run.count >= fence.count && line[run.endIndex...].allSatisfy(\.isWhitespace)
  }

  // MARK: Formulas in blocks

  private struct Formula {
    var lines: [Substring]
    /// The text after it in its last line.
    var rest: Substring
    /// The number of lines of the source.
    var count: Int
  }

  /// Returns the formula that begins with `line`, the next one without its prefix; nil if there is none, or it has no end.
  private mutating func formula(beginning line: Substring, _ prefix: Substring) -> Formula? {
    let (start, end): (String, String)
    var keepsDelimiters = false
    if line.hasPrefix("\\[") {
      (start, end) = ("\\[", "\\]")
    } else if line.hasPrefix("$$") {
      (start, end) = ("$$", "$$")
    } else if line.hasPrefix("\\begin{"), let brace = line.firstIndex(of: "}") {
      start = String(line[...brace])
      end = "\\end" + start.dropFirst("\\begin".count)
      keepsDelimiters = true
    } else {
      return nil
    }
    guard let last = lastLine(of: line.dropFirst(start.count), end) else { return nil }
    var found: [Substring] = []
    var rest: Substring = ""
    for index in next...last {
      var part = index == next ? line.dropFirst(start.count) : Self.withoutPrefix(lines[index], prefix)
      if index == last, let close = part.range(of: end) {
        rest = part[close.upperBound...]
        part = part[..<(keepsDelimiters ? close.upperBound : close.lowerBound)]
      }
      found.append(index == next && keepsDelimiters ? line[..<part.endIndex] : part)
    }
    while found.first?.allSatisfy(\.isWhitespace) == true { found.removeFirst() }
    while found.last?.allSatisfy(\.isWhitespace) == true { found.removeLast() }
    return found.isEmpty ? nil : Formula(lines: found, rest: rest, count: last - next + 1)
  }

  /// Returns the index of the line in which a formula ends that begins with `body` in the next line, or nil.
  private mutating func lastLine(of body: Substring, _ end: String) -> Int? {
    if body.range(of: end) != nil { return next }
    let limit = min(lines.count, next + Self.formulaLimit)
    var index = max(next + 1, lookedFor[end] ?? 0)
    while index < limit, Self.fence(of: lines[index].drop { $0 == " " || $0 == "\t" || $0 == ">" }) == nil {
      if lines[index].range(of: end) != nil { return index }
      index += 1
    }
    lookedFor[end] = index
    return nil
  }

  /// Returns a line without its indentation and `>` signs, up to as many as the formula's first line has.
  private static func withoutPrefix(_ line: Substring, _ prefix: Substring) -> Substring {
    var line = line
    var count = prefix.count
    while count > 0, let first = line.first, first == " " || first == "\t" || first == ">" {
      line.removeFirst()
      count -= 1
    }
    return line
  }

  private mutating func add(_ formula: Formula, _ prefix: Substring) {
    next += formula.count
    let fence = Self.backticks(for: formula.lines.joined(separator: "\n"), atLeast: 3)
    output.append("\(prefix)\(fence)latex")
    for (number, line) in formula.lines.enumerated() {
      let line = number == 0 ? line.drop { $0 == " " } : line
      output.append("\(prefix)\(line)")
    }
    output.append("\(prefix)\(fence)")
    if !formula.rest.allSatisfy(\.isWhitespace) { output.append("\(prefix)\(Self.inLine(formula.rest))") }
  }

  /// Returns a run of backticks that does not occur in the text.
  private static func backticks(for text: some StringProtocol, atLeast count: Int) -> String {
    var (longest, run) = (0, 0)
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    return String(repeating: "`", count: longest >= count ? longest + 1 : count)
  }

  // MARK: Formulas in lines

  /// Turns `\(…\)`, `\[…\]`, `$$…$$` and `$…$` within a line into code.
  private static func inLine(_ line: Substring) -> String {
    guard line.utf8.contains(where: { $0 == UInt8(ascii: "$") || $0 == UInt8(ascii: "\\") }) else {
      return String(line)
    }
    let isRow = line.first == "|"
    var result = ""
    var rest = line
    // Delimiters without an end in the rest of the line.
    var unended: Set<String> = []
    while let first = rest.first {
      if first == "`" {
        // Code extends to a run of as many backticks, or else the run is text.
        let run = rest.prefix { $0 == "`" }
        let end = endOfCode(rest, run.count) ?? run.endIndex
        result += rest[..<end]
        rest = rest[end...]
      } else if let (formula, end) = formula(in: rest, behind: result.last, &unended) {
        result += code(formula, isRow: isRow)
        rest = rest[end...]
      } else {
        // An escaped character begins no formula.
        let part = rest.prefix(first == "\\" ? 2 : 1)
        result += part
        rest = rest[part.endIndex...]
      }
    }
    return result
  }

  /// Returns the end of code that begins with `count` backticks, or nil if it does not end within 200 runs of them.
  private static func endOfCode(_ text: Substring, _ count: Int) -> Substring.Index? {
    var rest = text.dropFirst(count)
    var runs = 0
    while runs < 200, let start = rest.firstIndex(of: "`") {
      let run = rest[start...].prefix { $0 == "`" }
      if run.count == count { return run.endIndex }
      runs += 1
      rest = rest[run.endIndex...]
    }
    return nil
  }

  /// Returns the formula at the beginning of `text`, and the end of it and its delimiter; nil if there is none.
  private static func formula(
    in text: Substring, behind last: Character?, _ unended: inout Set<String>
  ) -> (formula: Substring, end: Substring.Index)? {
    for (start, end) in [("\\(", "\\)"), ("\\[", "\\]"), ("$$", "$$")] where text.hasPrefix(start) {
      guard !unended.contains(start) else { return nil }
      let body = text.dropFirst(start.count)
      guard let close = body.range(of: end) else {
        unended.insert(start)
        return nil
      }
      guard !body[..<close.lowerBound].allSatisfy(\.isWhitespace) else { return nil }
      return (body[..<close.lowerBound], close.upperBound)
    }
    // `$5 and $10` are prices: a formula has no space inside its signs, no digit after them, and something of LaTeX in it.
    guard text.first == "$", last.map({ !$0.isLetter && !$0.isNumber }) ?? true else { return nil }
    let body = text.dropFirst()
    guard let close = body.firstIndex(of: "$"), close > body.startIndex, body.first?.isWhitespace == false,
      body[body.index(before: close)].isWhitespace == false,
      body[body.index(after: close)...].first.map({ !$0.isNumber }) ?? true
    else { return nil }
    let formula = body[..<close]
    // A pair of bars is a norm or a magnitude: `$|x|$`.
    let hasBars = formula.first == "|" && formula.count { $0 == "|" } % 2 == 0
    guard hasBars || formula.contains(where: { $0 == "\\" || $0 == "_" || $0 == "^" }), !formula.contains("`")
    else { return nil }
    return (formula, body.index(after: close))
  }

  private static func code(_ formula: Substring, isRow: Bool) -> String {
    var formula = formula.drop { $0 == " " }
    while formula.last == " " { formula.removeLast() }
    // A bar would end the cell of a table.
    let text = isRow ? String(formula).replacing("|", with: "\\|") : String(formula)
    let fence = backticks(for: text, atLeast: 1)
    let needsSpace = text.hasPrefix("`") || text.hasSuffix("`")
    return needsSpace ? "\(fence) \(text) \(fence)" : fence + text + fence
  }
}
