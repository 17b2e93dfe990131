import ImportKit

/// A text that is nothing but one element, as programs write their additions to a conversation in the user's name.
///
/// The name contains `-` or `_`, as no HTML tag does.
struct WrappedText {
  let name: String
  /// The text in the element.
  let words: String

  /// Returns nil for any other text.
  init?(_ text: String) {
    let text = text.trimmingSpaces
    guard text.hasPrefix("<"), text.hasSuffix(">") else { return nil }
    let name = text.utf8.dropFirst().prefix {
      0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
    }
    guard name.count < 60, name.contains(UInt8(ascii: "_")) || name.contains(UInt8(ascii: "-")),
      let tag = String(name), let end = text.utf8[name.endIndex...].firstIndex(of: UInt8(ascii: ">")),
      text.hasSuffix("</\(tag)>")
    else { return nil }
    let next = text.utf8[name.endIndex]
    guard next == UInt8(ascii: ">") || next <= 0x20 else { return nil }
    let start = text.utf8.index(after: end)
    let close = text.utf8.index(text.endIndex, offsetBy: -(tag.utf8.count + 3))
    guard start <= close else { return nil }
    let inside = String(text[start..<close])
    // Several elements are not a wrapper.
    guard inside.range(of: "</\(tag)>") == nil else { return nil }
    (self.name, words) = (tag, inside.trimmingSpaces)
  }
}
