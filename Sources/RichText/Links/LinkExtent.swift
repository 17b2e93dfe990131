/// Where the path, query and fragment of a link end: the termination algorithm of UTS #58 §3.
enum LinkExtent {
  /// Brackets nested deeper than this end the link.
  private static let bracketLimit = 125

  /// The end of what follows a host, or a scheme's colon, at `start`.
  ///
  /// Punctuation that ends a sentence stays outside, and brackets are kept when they are balanced within one
  /// step of a path, one value of a query or one directive of a fragment.
  static func end(in text: Span<UInt8>, from start: Int) -> Int {
    enum Part { case path, query, fragment }
    var part = Part.path
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
