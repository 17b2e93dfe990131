/// The end of a link's path, query and fragment: the termination algorithm of UTS #58 §3.
///
/// The text is read forward, character by character, until one that no link contains (Link_Term=Hard). `safe` is the end
/// of the link if nothing more follows; it moves past every character that may end a link. So a full stop or a question
/// mark (Link_Term=Soft) belongs to the link only if an including character follows, and sentence punctuation at the end
/// stays outside. A closing bracket belongs to the link if it matches the last open one. Brackets are matched within one
/// step of a path, one value of a query or one directive of a fragment: `open` is cleared at their delimiters.
enum LinkExtent {
  /// Maximum nesting of brackets; a deeper one ends the link. The value of UTS #58's reference implementation.
  private static let bracketLimit = 125

  /// Returns the end of the link part that starts at `start`, after a host or a scheme's colon.
  static func end(in text: Span<UInt8>, from start: Int) -> Int {
    var part = URLPart.path
    var safe = start
    var index = start
    var open: [UInt32] = []
    while index < text.count {
      let (scalar, length) = text.scalar(at: index)
      let next = index + length
      switch LinkEndProperty.of(scalar) {
      case .hard:
        return safe
      case .soft:
        if scalar == 0x3F, part == .path {
          part = .query
          open.removeAll()
        } else if scalar == 0x3A, part == .fragment, text.byte(next) == 0x7E, text.byte(next + 1) == 0x3A {
          // The fragment directive's delimiter `:~:`.
          open.removeAll()
        }
      case .include:
        safe = next
        switch (scalar, part) {
        case (0x23, .path), (0x23, .query):
          part = .fragment
          open.removeAll()
        case (0x2F, .path), (0x26, .query), (0x3D, .query), (0x26, .fragment):
          open.removeAll()
        default: break
        }
      case .open:
        guard open.count < bracketLimit else { return safe }
        open.append(scalar)
      case .close:
        guard let last = open.popLast(), last == LinkEndProperty.opener(of: scalar) else { return safe }
        safe = next
      }
      index = next
    }
    return safe
  }
}
