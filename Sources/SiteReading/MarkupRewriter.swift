/// Writes markup of a site anew: texts as they are, tags with changes, and some elements not at all.
public enum MarkupRewriter {
  /// The outcome for a tag.
  public enum TagOutcome: Sendable {
    /// The tag is written with its changes.
    case written
    /// The element that the tag begins is left out, with everything in it.
    case omitted
  }

  /// Adds a part of `bytes`, or all of them, to `markup`. `change` gets each tag outside of omitted elements, with no changes yet.
  public static func append<Failure: Error>(
    _ bytes: [UInt8], _ range: Range<Int>? = nil, to markup: inout [UInt8],
    change: (_ tag: Tag, _ edits: inout TagEdits) throws(Failure) -> TagOutcome
  ) throws(Failure) {
    var scanner = MarkupScanner(bytes, in: range)
    // The name of the element that is left out, and how deep the reading is in elements of that name.
    var omitted: (name: [UInt8], depth: Int)?
    while let piece = scanner.next() {
      switch piece {
      case .text(let range): if omitted == nil { markup += bytes[range] }
      case .tag(let range):
        let tag = Tag(bytes: bytes, range: range)
        if let (name, depth) = omitted {
          let step =
            tag.name.elementsEqual(name) ? 1 : tag.name.elementsEqual([UInt8(ascii: "/")] + name) ? -1 : 0
          omitted = depth + step == 0 ? nil : (name, depth + step)
          continue
        }
        var edits = TagEdits(tag, of: bytes)
        switch try change(tag, &edits) {
        case .written: edits.append(to: &markup)
        case .omitted: omitted = (Array(tag.name), 1)
        }
      }
    }
  }
}

/// An address in a site: a file, and after `#` an element in it.
public struct SiteAddress {
  /// The path of the file relative to the page, as the page has it; empty for the page itself.
  public let file: Substring
  /// The text after `#`; nil without one.
  public let fragment: Substring?

  /// Divides an address.
  public init(_ address: String) {
    let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    (file, fragment) = (parts[0], parts.count > 1 ? parts[1] : nil)
  }

  /// Returns a text as the value of an attribute, in markup.
  public static func markup(of text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("\"", with: "&quot;").replacing("<", with: "&lt;")
  }
}
