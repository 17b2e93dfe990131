internal import Frames

/// A break of a text: between two lines on small screens, on large ones, or on both.
struct TextBreak {
  /// Where it is written, and where the text goes on: a newline between them is not written.
  var position: Int
  var next: Int
  var isNewline: Bool
  var isHyphen: Bool
  var isNarrow: Bool
  var isWide: Bool
}

extension TextBlock {
  /// The breaks between the lines.
  var breaks: [TextBreak] {
    var breaks: [TextBreak] = []
    breaks.reserveCapacity(lines.count)
    for place in lines.indices.dropLast() {
      let ending = lines[place].ending
      let next = Int(lines[place + 1].start)
      breaks.append(
        TextBreak(
          position: ending == .newline ? Int(lines[place].end) : next, next: next,
          isNewline: ending == .newline, isHyphen: ending == .hyphen, isNarrow: true, isWide: false))
    }
    return breaks
  }

  /// The breaks between the lines of this block and those of the same text on large screens, in the text's order.
  func breaks(with wide: TextBlock) -> [TextBreak] {
    let (narrow, wide) = (breaks, wide.breaks)
    var merged: [TextBreak] = []
    merged.reserveCapacity(narrow.count + wide.count)
    var (a, b) = (0, 0)
    while a < narrow.count || b < wide.count {
      if a < narrow.count, b >= wide.count || narrow[a].position <= wide[b].position {
        var found = narrow[a]
        if b < wide.count, wide[b].position == found.position {
          found.isWide = true
          b += 1
        }
        merged.append(found)
        a += 1
      } else {
        var found = wide[b]
        (found.isNarrow, found.isWide) = (false, true)
        merged.append(found)
        b += 1
      }
    }
    return merged
  }

  /// Whether another block of the same text breaks at the same places.
  func hasBreaks(like other: TextBlock) -> Bool {
    if self === other { return true }
    guard lines.count == other.lines.count else { return false }
    for place in lines.indices where lines[place].start != other.lines[place].start { return false }
    return true
  }
}

extension HTMLWriter {
  /// Writes what a soft break is written as: an `i` where small screens have it, a `b` where large ones do in a text
  /// whose breaks differ.
  mutating func write(_ kind: BreakMark, of found: TextBreak) {
    if found.isNarrow { raw(kind.narrow) }
    if found.isWide { raw(kind.wide) }
  }
}

/// What stands at a soft break.
enum BreakMark {
  case line, hyphen, leftToRight, rightToLeft

  fileprivate var narrow: StaticString {
    switch self {
    case .line: "<i></i>"
    case .hyphen: "<i class=\"h\"></i>"
    case .leftToRight: "<i class=\"l\"></i>"
    case .rightToLeft: "<i class=\"r\"></i>"
    }
  }

  fileprivate var wide: StaticString {
    switch self {
    case .line: "<b></b>"
    case .hyphen: "<b class=\"h\"></b>"
    case .leftToRight: "<b class=\"l\"></b>"
    case .rightToLeft: "<b class=\"r\"></b>"
    }
  }
}
