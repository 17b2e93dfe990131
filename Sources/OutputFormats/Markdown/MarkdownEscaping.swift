import Frames

/// Texts in Markdown that are rendered as the characters they are: CommonMark 0.31 §2.4, and the extensions of GitHub (tables,
/// strikethrough, addresses, mathematics).
enum MarkdownEscaping {
  /// Signs that mean something anywhere in a line.
  private static let signs = Set<UInt32>("\\`[]<|~$".unicodeScalars.map(\.value))

  /// Adds a text. Line breaks stay: each line but the last ends with a backslash, and further lines begin with `indent`.
  ///
  /// `isAtStart` says that the text begins a block, where other signs have a meaning.
  static func append(_ text: String, indent: String = "", isAtStart: Bool, to markdown: inout String) {
    let scalars = Array(ControlPictures.shown(text).unicodeScalars)
    var isAtStart = isAtStart
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      if scalar == "\n" {
        // A block cannot end with a backslash, and an empty line would end the paragraph.
        var next = index
        while next < scalars.count, scalars[next] == "\n" { next += 1 }
        if next == scalars.count { return }
        markdown += next - index > 1 ? "\n\n\(indent)" : "\\\n\(indent)"
        (index, isAtStart) = (next, true)
        continue
      }
      if isAtStart, scalar == " " || scalar == "\t" {
        markdown += scalar == " " ? "&nbsp;" : "&#9;"
        index += 1
        continue
      }
      let next = index + 1 < scalars.count ? scalars[index + 1] : "\n"
      let last = index > 0 ? scalars[index - 1] : "\n"
      if needsBackslash(scalar, after: last, before: next, isAtStart: isAtStart, scalars, index) {
        markdown += "\\"
      }
      markdown.unicodeScalars.append(scalar)
      isAtStart = false
      index += 1
    }
  }

  /// Returns a text on one line.
  static func line(_ text: String, isAtStart: Bool = false) -> String {
    var markdown = ""
    append(TranscriptText.line(text), isAtStart: isAtStart, to: &markdown)
    return markdown
  }

  private static func needsBackslash(
    _ scalar: Unicode.Scalar, after last: Unicode.Scalar, before next: Unicode.Scalar, isAtStart: Bool,
    _ scalars: [Unicode.Scalar], _ index: Int
  ) -> Bool {
    guard scalar.isASCII, !isAlphanumeric(scalar) else { return false }
    if signs.contains(scalar.value) { return true }
    switch scalar {
    case "*": return isAtStart || !isSpace(last) || !isSpace(next)
    case "_": return !isAlphanumeric(last) || !isAlphanumeric(next)
    case "&": return isAlphanumeric(next) || next == "#"
    // A line that begins a heading, quotation, list, underline or table.
    case "#", ">", "-", "+", "=": return isAtStart
    // Addresses that GitHub makes links of, with the backslashes in them.
    case ":": return isAtStart || next == "/"
    case ".", ")":
      if last == "w", next != " " { return true }
      return isSpace(next) && isNumberOfItem(scalars, endingAt: index)
    default: return false
    }
  }

  /// True if only digits are between the start of the line and the sign at `index`.
  private static func isNumberOfItem(_ scalars: [Unicode.Scalar], endingAt index: Int) -> Bool {
    var start = index
    while start > 0, index - start < 10, ("0"..."9").contains(scalars[start - 1]) { start -= 1 }
    guard start < index else { return false }
    while start > 0, isSpace(scalars[start - 1]) { start -= 1 }
    return start == 0 || scalars[start - 1] == "\n"
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t" || scalar == "\n"
  }

  private static func isAlphanumeric(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
  }

  // MARK: Links and code

  /// Returns a link. `words` is Markdown, `href` has passed the link policy.
  static func link(_ words: String, to href: String) -> String {
    "[\(words)](<\(href.split(separator: "&", omittingEmptySubsequences: false).joined(separator: "&amp;"))>)"
  }

  /// Returns the address of a file relative to the Markdown, percent-encoded (RFC 3986 §3.3).
  static func address(ofFile path: String) -> String {
    var address = ""
    let digits = Array("0123456789ABCDEF".unicodeScalars)
    for byte in path.utf8 {
      let scalar = Unicode.Scalar(byte)
      if isAlphanumeric(scalar) || "-._/".unicodeScalars.contains(scalar) {
        address.unicodeScalars.append(scalar)
      } else {
        address += "%"
        address.unicodeScalars.append(digits[Int(byte >> 4)])
        address.unicodeScalars.append(digits[Int(byte & 15)])
      }
    }
    return address
  }

  /// Returns one line of code, within as many backticks as it takes (CommonMark §6.1).
  static func code(_ code: String) -> String {
    if code.allSatisfy({ $0 == " " }) { return code }
    let fence = String(repeating: "`", count: longestRun(in: code) + 1)
    let isPadded =
      code.hasPrefix("`") || code.hasSuffix("`") || code.hasPrefix(" ") && code.hasSuffix(" ")
    return isPadded ? "\(fence) \(code) \(fence)" : "\(fence)\(code)\(fence)"
  }

  /// Returns the length of the longest run of backticks.
  static func longestRun(in text: String) -> Int {
    var (longest, run) = (0, 0)
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }
}
