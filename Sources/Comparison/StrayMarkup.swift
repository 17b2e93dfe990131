import SiteReading

/// The markup between two messages: the ends and beginnings of sections, drawings, headings of days, and the lines of runs of notices.
enum StrayMarkup {
  /// True if a part of a page between two messages has anything else.
  static func isStray(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    // Most messages are only a line end apart.
    if range.count < 2 { return range.contains { bytes[$0] > 0x20 } }
    var scanner = MarkupScanner(bytes, in: range)
    var skipped: StaticString?
    while let piece = scanner.next() {
      switch piece {
      case .text(let range):
        if skipped == nil, bytes[range].contains(where: { $0 > 0x20 }) { return true }
      case .tag(let range):
        let tag = Tag(bytes: bytes, range: range)
        if let end = skipped {
          if tag.isNamed(end) { skipped = nil }
        } else if tag.isNamed("svg") {
          skipped = "/svg"
        } else if tag.isNamed("summary") {
          skipped = "/summary"
        } else if tag.isNamed("h2"), tag.attribute("class") == "day" {
          skipped = "/h2"
        } else if tag.isNamed("p"), tag.attribute("class") == "day-on" {
          skipped = "/p"
        } else if !isOurs(tag) {
          return true
        }
      }
    }
    return false
  }

  private static func isOurs(_ tag: Tag) -> Bool {
    let name = tag.name.first == UInt8(ascii: "/") ? tag.name.dropFirst() : tag.name
    return names.contains { name.elementsEqual($0.utf8) }
  }

  private static let names = ["main", "div", "section", "details"]
}
