import Frames
import ICU

/// Marks links that lead elsewhere than a reader would think: hosts made to look like others, and addresses shown that
/// are not the one that opens.
enum DeceptiveLinks {
  /// Lays a caution over each such link of the blocks.
  static func add(to blocks: inout [RichBlock]) {
    for place in blocks.indices {
      if case .table(var table) = blocks[place].leaf {
        for row in table.rows.indices {
          for column in table.rows[row].indices {
            add(to: &table.rows[row][column].marks, in: table.rows[row][column].text)
          }
        }
        blocks[place].leaf = .table(table)
      } else {
        add(to: &blocks[place].marks, in: blocks[place].text)
      }
    }
  }

  /// Lays a caution over each such link of a text.
  static func add(to marks: inout [TextMark], in text: String) {
    guard marks.contains(where: isLink) else { return }
    let cautions = cautions(of: marks, in: text)
    if !cautions.isEmpty { marks = MarkNesting.nested(cautions + marks) }
  }

  private static func isLink(_ mark: TextMark) -> Bool {
    if case .link = mark.kind { true } else { false }
  }

  private static func cautions(of marks: [TextMark], in words: String) -> [TextMark] {
    let text = words.utf8Span.span
    return marks.compactMap { mark in
      guard case .link(let href) = mark.kind else { return nil }
      let shown = text.extracting(Int(mark.start)..<Int(mark.end))
      let showsGoal = isSuffix(shown, of: href.utf8Span.span)
      // Almost all links: the address as it is, in letters that are no others.
      if showsGoal, isPlain(href) { return nil }
      guard let goal = Goal(of: href) else { return nil }
      let isOdd = HostNames.isDeceptive(goal.host) || !showsGoal && says(shown, somethingElseThan: goal)
      return isOdd ? TextMark(start: mark.start, end: mark.end, kind: .caution(goal: goal.name)) : nil
    }
  }

  /// Whether an address is all ASCII, and no host in it written as `xn--…`.
  private static func isPlain(_ address: String) -> Bool {
    let bytes = address.utf8Span.span
    var before: UInt8 = 0
    for index in bytes.indices {
      let byte = bytes[index]
      if byte >= 0x80 || byte == UInt8(ascii: "-") && before == byte { return false }
      before = byte
    }
    return true
  }

  /// Whether the words of a link are an address with another goal than the link's.
  private static func says(_ words: Span<UInt8>, somethingElseThan goal: Goal) -> Bool {
    guard MarkupByteClass.union(of: words).contains(.link) else { return false }
    let found = LinkDetector(marksNames: false).marks(in: words)
    guard let first = found.first, case .link(let shown) = first.kind, let said = Goal(of: shown) else {
      return false
    }
    return said.name != goal.name && !goal.name.hasSuffix("." + said.name)
  }

  private static func isSuffix(_ words: Span<UInt8>, of address: Span<UInt8>) -> Bool {
    let shift = address.count - words.count
    guard shift >= 0 else { return false }
    for index in words.indices where words[index] != address[shift + index] { return false }
    return true
  }

  /// Where an address leads: a host without `www.`, or a mailbox, in lower case.
  private struct Goal {
    let name: String

    /// The host, of a mailbox too.
    var host: String { name.split(separator: "@").last.map(String.init) ?? name }

    init?(of href: String) {
      guard let colon = href.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      let rest = href[href.utf8.index(after: colon)...]
      switch href[..<colon].lowercased() {
      case "http", "https":
        let host = rest.dropFirst(2).prefix { !"/?#:".contains($0) }.lowercased()
        name = host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
      case "mailto": name = rest.prefix { $0 != "?" }.lowercased()
      default: return nil
      }
    }
  }
}
