import Frames

/// Turns marks that overlap in any way into marks that nest properly.
///
/// Marks are taken in order of their start, longer ones first. `open` is the stack of marks around the current offset. A
/// mark that reaches beyond the innermost open one is cut at its end, and the remainder queued to start there. A mark
/// inside another of its kind is dropped: it says nothing new, and a link may not contain a link. So the stack is at most
/// as deep as there are kinds, and the work is proportional to the number of marks.
enum MarkNesting {
  /// Returns the marks sorted by start, outer before inner, split where they cross, without empty ones.
  static func nested(_ marks: [TextMark]) -> [TextMark] {
    var waiting = marks.filter { $0.start < $0.end }
    guard waiting.count > 1 else { return waiting }
    waiting.sort { $0.start != $1.start ? $0.start < $1.start : $0.end > $1.end }
    var result: [TextMark] = []
    result.reserveCapacity(waiting.count)
    // The remainders of split marks, next one last; they start at the end of an open mark.
    var rests: [TextMark] = []
    var open: [TextMark] = []
    var next = 0
    while next < waiting.count || !rests.isEmpty {
      let mark: TextMark
      if let rest = rests.last, next >= waiting.count || precedes(rest, waiting[next]) {
        mark = rest
        rests.removeLast()
      } else {
        mark = waiting[next]
        next += 1
      }
      while let last = open.last, last.end <= mark.start { open.removeLast() }
      var piece = mark
      if let inner = open.last, mark.end > inner.end {
        piece.end = inner.end
        var rest = mark
        rest.start = inner.end
        insert(rest, into: &rests)
      }
      guard !open.contains(where: { isSameKind($0.kind, mark.kind) }) else { continue }
      result.append(piece)
      open.append(piece)
    }
    return result
  }

  private static func precedes(_ a: TextMark, _ b: TextMark) -> Bool {
    a.start != b.start ? a.start < b.start : a.end > b.end
  }

  /// Inserts a remainder into `rests`, sorted so that the next one is last.
  private static func insert(_ rest: TextMark, into rests: inout [TextMark]) {
    // Of two remainders of one kind and start, the longer one covers both.
    for index in rests.indices
    where isSameKind(rests[index].kind, rest.kind) && rests[index].start == rest.start {
      rests[index].end = max(rests[index].end, rest.end)
      rests.sort { precedes($1, $0) }
      return
    }
    var index = rests.count
    while index > 0, precedes(rests[index - 1], rest) { index -= 1 }
    rests.insert(rest, at: index)
  }

  private static func isSameKind(_ a: TextMark.Kind, _ b: TextMark.Kind) -> Bool {
    switch (a, b) {
    case (.link, .link), (.caution, .caution): true
    default: a == b
    }
  }
}

extension MarkNesting {
  /// Returns the ranges of links and code, joined where they overlap. No links are detected inside them.
  static func closedRanges(of marks: [TextMark]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for mark in marks {
      switch mark.kind {
      case .link, .code, .mention, .hashtag, .emoji: break
      case .strong, .emphasis, .strikethrough, .underline, .spoiler, .caution, .cut, .added, .removed,
        .gutter, .failed:
        continue
      }
      let (start, end) = (Int(mark.start), Int(mark.end))
      if let last = ranges.last, start < last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, end)
      } else {
        ranges.append(start..<end)
      }
    }
    return ranges
  }
}
