import Frames
import ICU

/// Marks deceptive links: links to hosts that look like others (UTS #39 confusables and mixed scripts), and links whose
/// text is another address than their destination.
enum DeceptiveLinks {
  /// Adds a caution to each deceptive link of the blocks.
  static func add(to blocks: inout [RichBlock]) {
    for index in blocks.indices {
      if case .table(var table) = blocks[index].leaf {
        for row in table.rows.indices {
          for column in table.rows[row].indices {
            add(to: &table.rows[row][column].marks, in: table.rows[row][column].text)
          }
        }
        blocks[index].leaf = .table(table)
      } else {
        add(to: &blocks[index].marks, in: blocks[index].text)
      }
    }
  }

  /// Adds a caution to each deceptive link of a text.
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
      let showsAddress = isSuffix(shown, of: href.utf8Span.span)
      // Almost all links: the text is the address, in ASCII.
      if showsAddress, isPlain(href) { return nil }
      guard let destination = Destination(of: href) else { return nil }
      let isDeceptive =
        HostNames.isDeceptive(destination.host) || !showsAddress && names(shown, anotherThan: destination)
      return isDeceptive
        ? TextMark(start: mark.start, end: mark.end, kind: .caution(destination: destination.name)) : nil
    }
  }

  /// True if an address is ASCII without a label in Punycode (`xn--…`).
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

  /// True if the text of a link is an address with another destination.
  private static func names(_ words: Span<UInt8>, anotherThan destination: Destination) -> Bool {
    guard MarkupByteClass.union(of: words).contains(.link) else { return false }
    let found = LinkDetector(marksNames: false).marks(in: words)
    guard let first = found.first, case .link(let href) = first.kind, let shown = Destination(of: href) else {
      return false
    }
    return shown.name != destination.name && !destination.name.hasSuffix("." + shown.name)
  }

  private static func isSuffix(_ words: Span<UInt8>, of address: Span<UInt8>) -> Bool {
    let shift = address.count - words.count
    guard shift >= 0 else { return false }
    for index in words.indices where words[index] != address[shift + index] { return false }
    return true
  }

  /// The destination of an address: a host without `www.`, or a mailbox, in lower case.
  private struct Destination {
    let name: String

    /// The host, also of a mailbox.
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
